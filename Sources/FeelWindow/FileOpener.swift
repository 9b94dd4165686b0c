internal import FeelFiles
internal import FeelTrace
internal import Synchronization
internal import XWindow

/// A file that is opened while its window goes on: read once, and told by what is in it, on a thread of its own.
final class FileOpener: Sendable {
  /// What a file holds.
  enum Content: Sendable {
    case recording(TraceFile)
    case parameters(ParameterFile)
    case motion(MotionTrack)
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

  /// Where the file is.
  let path: String
  /// The text that is read in its place: parameters that were dropped.
  let text: String?
  /// Why it is opened.
  let purpose: Purpose
  private let prepare: LongRecording.Preparation
  private let waker: Waker
  private let result = Mutex<Result<Content, CommandFailure>?>(nil)
  private let thread = Mutex<WorkThread?>(nil)

  /// A file that is still to be read; the waker ends the window's wait once it is.
  init(
    _ path: String, for purpose: Purpose, _ waker: Waker,
    prepare: @escaping LongRecording.Preparation
  ) {
    (self.path, self.purpose, self.waker, self.prepare) = (path, purpose, waker, prepare)
    text = nil
  }

  /// Parameters that were dropped as text, which may be long.
  init(droppedText text: String, _ waker: Waker) {
    (path, self.text, purpose, self.waker) = ("The dropped text", text, .dropped, waker)
    prepare = { _ in }
  }

  /// Starts to read.
  ///
  /// - Throws: `CommandFailure` when the system gives no thread.
  func start() throws(CommandFailure) {
    guard let thread = WorkThread({ self.work() }) else {
      throw .badFile("The system gives no thread to read a file on.")
    }
    self.thread.withLock { $0 = thread }
  }

  /// What has come of it, once something has.
  func outcome() -> Result<Content, CommandFailure>? {
    guard let outcome = result.withLock({ $0 }) else { return nil }
    thread.withLock({ $0.take() })?.join()
    return outcome
  }

  private func work() {
    let outcome = Result { () throws(CommandFailure) -> Content in
      if let text { return .parameters(try ParameterFile.parse(text: text, name: path)) }
      let content = try Self.read(path)
      guard case .recording(var file) = content else { return content }
      try prepare(&file)
      return .recording(file)
    }
    result.withLock { $0 = outcome }
    waker.wake()
  }

  private static func read(_ path: String) throws(CommandFailure) -> Content {
    switch try FileContent.read(path, onDisk: true) {
    case .recording(let lines): .recording(try lines.whole())
    case .parameters(let file): .parameters(file)
    case let content: .motion(try DataTrack.track(of: content, path))
    }
  }
}
