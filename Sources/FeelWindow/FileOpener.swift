internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Lab
internal import Stage
internal import Synchronization
internal import XWindow

/// Reads a file on another thread while the window continues; its content determines what happens
/// with it.
struct FileOpener {
  enum Opened: Sendable {
    /// A recording to show from its start.
    case recording(TraceFile)
    /// The measurements of a clip, to show as a recording.
    case measured(TraceFile)
    /// Events for the current session.
    case events(@Sendable (Session) throws(CommandFailure) -> [SessionEvent])
  }

  /// Why a file is opened.
  enum Purpose: Sendable {
    /// The user chose it in the window.
    case chosen
    /// It was dropped by another program.
    case dropped
    /// The window was opened for it.
    case started
  }

  let path: String
  /// Whether there is no file but parameters dropped as text.
  let isText: Bool
  let purpose: Purpose
  /// The region of a clip to measure again, as in `HostRequest.measure`.
  let region: Rect?
  private let work: Work
  private let found = Found()

  /// A clip's source, as known before it is measured.
  private final class Found: Sendable {
    let clip = Mutex<ObservedSource?>(nil)
  }

  private typealias Work = SideWork<Result<Opened, CommandFailure>>

  /// Starts to read a file; of a clip, only `region` is measured, in its pixels, unless it is
  /// empty.
  init(
    _ path: String, for purpose: Purpose, measuring region: Rect?, _ waker: Waker,
    prepare: @escaping LongRecording.Preparation
  ) throws(CommandFailure) {
    try self.init(path, region: region, for: purpose, waker) {
      (work, found) throws(CommandFailure) in
      let opened = try Self.read(path, region.flatMap { $0.isEmpty ? nil : $0 }, work, found)
      guard case .recording(var file) = opened else { return opened }
      try prepare(&file)
      return .recording(file)
    }
  }

  /// Starts to read parameters dropped as text, which may be long.
  init(droppedText text: String, _ waker: Waker) throws(CommandFailure) {
    let name = say("The dropped text")
    try self.init(name, isText: true, for: .dropped, waker) { (_, _) throws(CommandFailure) in
      .events(try ParameterFile.parse(text: text, name: name).events)
    }
  }

  private init(
    _ path: String, isText: Bool = false, region: Rect? = nil, for purpose: Purpose,
    _ waker: Waker,
    _ read: @escaping @Sendable (Work, Found) throws(CommandFailure) -> Opened
  ) throws(CommandFailure) {
    let work = Work(waker) { [found] work in
      do throws(CommandFailure) { return .success(try read(work, found)) } catch {
        return .failure(error)
      }
    }
    guard let work else {
      throw .badFile(say("Cannot start a thread to read the file."))
    }
    (self.path, self.isText, self.purpose, self.work) = (path, isText, purpose, work)
    self.region = region
  }

  /// The result, once there is one.
  var outcome: Result<Opened, CommandFailure>? { work.outcome }

  /// The share done of long work, 0…1; otherwise 0.
  var share: Double { work.share }

  /// The clip being measured, once its size is known.
  var clip: ObservedSource? { found.clip.withLock { $0 } }

  var isAbandoned: Bool { work.isAbandoned }

  func abandon() { work.abandon() }

  private static func read(
    _ path: String, _ region: Rect?, _ work: Work, _ found: Found
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
          Clip.Watcher { size in
            found.clip.withLock { $0 = source(of: path, size) }
          } tell: { share, _ in
            // Report progress from the start, so that the work can be cancelled.
            work.report(max(0.01, share))
          } isAbandoned: {
            work.isAbandoned
          }))
    case let content:
      let track = try DataTrack.track(of: content, path)
      return .events { $0.events(showing: track) }
    }
  }

  private static func source(of path: String, _ size: Size) -> ObservedSource {
    let axis: ObservedSource.Axis = size.width > size.height ? .x : .y
    var source = ObservedSource(name: FileName.last(of: path), axis: axis)
    source.clip = ObservedClip(
      path: FolderReader.absolute(path), bytes: File.length(path), size: size,
      region: Rect(origin: .zero, size: size))
    return source
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
