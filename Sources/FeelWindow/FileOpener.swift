internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Lab
internal import Stage
internal import XWindow

/// A file that is opened while its window goes on: read once, and told by what is in it.
struct FileOpener {
  /// What the window does with what was read.
  enum Opened: Sendable {
    /// It shows a recording from its start.
    case recording(TraceFile)
    /// It shows what was measured in a clip, as a recording.
    case measured(TraceFile)
    /// It sends events to the session that is shown.
    case events(@Sendable (Session) throws(CommandFailure) -> [SessionEvent])
  }

  /// Why a file is opened.
  enum Purpose: Sendable {
    /// A hand chose it in the window.
    case chosen
    /// Another program dropped it.
    case dropped
    /// The window was opened for it.
    case started
  }

  let path: String
  /// Whether there is no file, but parameters that were dropped as text.
  let isText: Bool
  let purpose: Purpose
  /// What is measured again of a clip, as `HostRequest.measure` has it.
  let region: Rect?
  private let work: Work

  private typealias Work = SideWork<Result<Opened, CommandFailure>>

  /// Begins to read a file; of a clip only a region is measured, in its pixels, if it has a size.
  init(
    _ path: String, for purpose: Purpose, measuring region: Rect?, _ waker: Waker,
    prepare: @escaping LongRecording.Preparation
  ) throws(CommandFailure) {
    try self.init(path, region: region, for: purpose, waker) {
      (work) throws(CommandFailure) in
      let opened = try Self.read(path, region.flatMap { $0.isEmpty ? nil : $0 }, work)
      guard case .recording(var file) = opened else { return opened }
      try prepare(&file)
      return .recording(file)
    }
  }

  /// Begins to read parameters that were dropped as text, which may be long.
  init(droppedText text: String, _ waker: Waker) throws(CommandFailure) {
    let name = say("The dropped text")
    try self.init(name, isText: true, for: .dropped, waker) { (_) throws(CommandFailure) in
      .events(try ParameterFile.parse(text: text, name: name).events)
    }
  }

  private init(
    _ path: String, isText: Bool = false, region: Rect? = nil, for purpose: Purpose,
    _ waker: Waker,
    _ read: @escaping @Sendable (Work) throws(CommandFailure) -> Opened
  ) throws(CommandFailure) {
    let work = Work(waker) { work in
      do throws(CommandFailure) { return .success(try read(work)) } catch { return .failure(error) }
    }
    guard let work else {
      throw .badFile(say("Cannot start a thread to read the file."))
    }
    (self.path, self.isText, self.purpose, self.work) = (path, isText, purpose, work)
    self.region = region
  }

  /// What has come of it, once something has.
  var outcome: Result<Opened, CommandFailure>? { work.outcome }

  /// Which share is done, 0…1, where it takes long; else 0.
  var share: Double { work.share }

  var isAbandoned: Bool { work.isAbandoned }

  func abandon() { work.abandon() }

  private static func read(
    _ path: String, _ region: Rect?, _ work: Work
  ) throws(CommandFailure) -> Opened {
    switch try FileContent.read(path, onDisk: true) {
    case .recording(let lines): return .recording(try lines.whole())
    case .watched(let lines): return .recording(try lines.whole())
    case .parameters(let file): return .events(file.events)
    case .hand(let file):
      let hand = HandToPlay(
        file.hand, pointsPerUnit: file.pointsPerUnit, name: FileName.last(of: path))
      return .events { [.host($0.now, .hand(hand))] }
    case .clip(let clip):
      return .measured(
        try ClipRecording.file(
          of: clip, options(region),
          Clip.Watcher { share, _ in
            // From the start on there is something to cancel.
            work.report(max(0.01, share))
          } isAbandoned: {
            work.isAbandoned
          }))
    case let content:
      let track = try DataTrack.track(of: content, path)
      return .events { $0.events(showing: track) }
    }
  }

  private static func options(_ region: Rect?) -> Clip.Options {
    var options = Clip.Options()
    options.region = region.map {
      PixelRect(
        x0: Int($0.minX.rounded()), y0: Int($0.minY.rounded()), x1: Int($0.maxX.rounded()),
        y1: Int($0.maxY.rounded()))
    }
    return options
  }
}
