internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Lab
internal import Stage
internal import XWindow

/// A file that is opened while its window goes on: read once, and told by what is in it.
struct FileOpener {
  enum Content: Sendable {
    case recording(TraceFile)
    /// What was measured in a clip, as a recording.
    case clip(TraceFile)
    case parameters(ParameterFile)
    case motion(MotionTrack)
    case hand(HandToPlay)
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

  private typealias Work = SideWork<Result<Content, CommandFailure>>

  /// Begins to read a file; of a clip only a region is measured, in its pixels, if it has a size.
  init(
    _ path: String, for purpose: Purpose, measuring region: Rect?, _ waker: Waker,
    prepare: @escaping LongRecording.Preparation
  ) throws(CommandFailure) {
    try self.init(path, region: region, for: purpose, waker) {
      (work) throws(CommandFailure) in
      let content = try Self.read(path, region.flatMap { $0.isEmpty ? nil : $0 }, work)
      guard case .recording(var file) = content else { return content }
      try prepare(&file)
      return .recording(file)
    }
  }

  /// Begins to read parameters that were dropped as text, which may be long.
  init(droppedText text: String, _ waker: Waker) throws(CommandFailure) {
    let name = say("The dropped text")
    try self.init(name, isText: true, for: .dropped, waker) { (_) throws(CommandFailure) in
      .parameters(try ParameterFile.parse(text: text, name: name))
    }
  }

  private init(
    _ path: String, isText: Bool = false, region: Rect? = nil, for purpose: Purpose,
    _ waker: Waker,
    _ read: @escaping @Sendable (Work) throws(CommandFailure) -> Content
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
  var outcome: Result<Content, CommandFailure>? { work.outcome }

  /// Which share is done, 0…1, where it takes long; else 0.
  var share: Double { work.share }

  var isAbandoned: Bool { work.isAbandoned }

  func abandon() { work.abandon() }

  private static func read(
    _ path: String, _ region: Rect?, _ work: Work
  ) throws(CommandFailure) -> Content {
    switch try FileContent.read(path, onDisk: true) {
    case .recording(let lines): .recording(try lines.whole())
    case .parameters(let file): .parameters(file)
    case .hand(let hand): .hand(HandToPlay(hand, pointsPerUnit: 1, name: FileName.last(of: path)))
    case .touches(let touches):
      .hand(
        HandToPlay(
          touches.hand, pointsPerUnit: touches.pointsPerUnit, name: FileName.last(of: path)))
    case .clip(let clip):
      .clip(
        try ClipRecording.file(
          of: clip, options(region),
          Clip.Watcher { share, _ in
            // From the start on there is something to cancel.
            work.report(max(0.01, share))
          } isAbandoned: {
            work.isAbandoned
          }))
    case let content: .motion(try DataTrack.track(of: content, path))
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
