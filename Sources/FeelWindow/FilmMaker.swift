internal import Feel
internal import FeelFiles
internal import Glibc
internal import Lab
internal import Synchronization
internal import TextLayout
internal import XWindow

/// A film that is made while its window goes on: on a thread of its own, with fonts and a renderer of its own.
final class FilmMaker: Sendable {
  /// How the work ended.
  enum Outcome: Hashable, Sendable {
    /// All is in the file at a path.
    case saved(String)
    /// It was given up, and nothing is left of it.
    case abandoned
    /// It failed, and nothing is left of it; why, in a sentence.
    case failed(String)
  }

  /// How much less than its window it gets of the processor where there is not enough for both, as a nice value.
  private static let niceness: Int32 = 10

  /// The path of its file.
  let path: String
  /// Whether it goes there in the place of another file.
  let replaces: Bool
  private let film: StageFilm
  private let typeface: String
  private let waker: Waker
  private let percent = Atomic(0)
  private let isUnwanted = Atomic(false)
  private let result = Mutex<Outcome?>(nil)
  private let thread = Mutex<WorkThread?>(nil)

  /// A film that is still to be begun, written with the window's typeface; the waker ends the window's wait whenever there is something new to say.
  init(
    _ film: StageFilm, path: String, replaces: Bool, typeface: String, _ waker: Waker
  ) {
    (self.film, self.path, self.replaces) = (film, path, replaces)
    (self.typeface, self.waker) = (typeface, waker)
  }

  /// Starts to work.
  ///
  /// - Throws: `CommandFailure` when the system gives no thread.
  func start() throws(CommandFailure) {
    guard let thread = WorkThread({ self.work() }) else {
      throw .badFile("The system gives no thread to draw a video on.")
    }
    self.thread.withLock { $0 = thread }
  }

  /// The share that is done, 0…1, in hundredths.
  var share: Double { Double(percent.load(ordering: .relaxed)) / 100 }

  /// How it ended, once it has.
  var outcome: Outcome? { result.withLock { $0 } }

  /// Gives the film up; it ends soon after.
  func abandon() { isUnwanted.store(true, ordering: .relaxed) }

  /// Waits until the thread is gone.
  func join() {
    thread.withLock({ $0.take() })?.join()
  }

  private func work() {
    // On Linux it holds for this thread alone, and for the encoder that it starts.
    _ = nice(Self.niceness)
    let outcome = make()
    result.withLock { $0 = outcome }
    waker.wake()
  }

  private func make() -> Outcome {
    let rate = OutputFormat.framesPerSecond(path)
    do throws(CommandFailure) {
      let times = Rendering.times(
        from: film.start.seconds, to: film.end.seconds, framesPerSecond: rate)
      var rendering = Rendering(
        source: .film(film), times: times, path: path, keepsOthers: !replaces,
        framesPerSecond: rate)
      let path = try rendering.write(
        fonts: try FontBook.open(desktop: typeface),
        isAbandoned: { self.isUnwanted.load(ordering: .relaxed) }, tell: tell)
      return isUnwanted.load(ordering: .relaxed) ? .abandoned : .saved(path)
    } catch {
      return .failed(error.message)
    }
  }

  private func tell(_ share: Double) {
    let known = Int(share * 100)
    guard percent.exchange(known, ordering: .relaxed) != known else { return }
    waker.wake()
  }
}
