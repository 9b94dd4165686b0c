internal import FeelFiles
internal import FeelTrace
internal import Glibc
internal import Observe
internal import Raster
internal import Stage
internal import Synchronization
internal import XWindow

/// Reads a clip's frames around the one shown, on a separate thread.
///
/// The thread ends once these have been read and no others are requested for half a second.
final class ClipReader: Sendable {
  /// Memory limit for cached frames.
  private static let bytes = 64 << 20
  /// Maximum side of a decoded frame, in pixels.
  private static let side = 640

  private struct State: Sendable {
    var reel: ClipReel
    var file: ClipFile?
    // Times at which frames are shown, in seconds of the clip; only for frames that can be read.
    var times: [Double] = []
    var frames: [Int: ClipReel.Frame] = [:]
    // Maximum number of cached frames.
    var room = 1
    var wanted = 0.0
    // Whether reading stopped because the file was missing or changed; it resumes once the file is
    // back.
    var isAwaited = false
    var work: SideWork<Void>?

    /// Index of the frame shown at the wanted time.
    var index: Int {
      var (low, high) = (0, times.count)
      while low < high {
        let middle = (low + high) / 2
        if times[middle] <= wanted { low = middle + 1 } else { high = middle }
      }
      return max(0, low - 1)
    }

    /// Index of the next frame to read, starting with the one shown.
    var missing: Int? {
      guard file != nil else { return 0 }
      let index = index
      guard frames[index] != nil else { return index }
      let near = max(0, index - room / 4)..<min(times.count, index + room / 4 + 1)
      return near.first { frames[$0] == nil }
    }
  }

  let clip: ObservedClip
  private let waker: Waker
  private let state: Mutex<State>
  private let isEnded = Atomic(false)

  init(_ clip: ObservedClip, _ waker: Waker) {
    (self.clip, self.waker) = (clip, waker)
    state = Mutex(State(reel: ClipReel(path: clip.path)))
  }

  /// The frames read so far; requests the frames around this time of the clip next.
  func reel(at time: Double) -> ClipReel {
    state.withLock { state in
      state.wanted = time
      if state.work?.outcome != nil { state.work = nil }
      if state.isAwaited, absence == nil { (state.isAwaited, state.reel.failure) = (false, nil) }
      if state.work == nil, state.reel.failure == nil, state.missing != nil {
        state.work = SideWork(waker, niceness: 10) { _ in self.read() }
      }
      return state.reel
    }
  }

  /// Asks the thread to stop; `hasEnded` tells when it has.
  func abandon() { isEnded.store(true, ordering: .relaxed) }

  var hasEnded: Bool { state.withLock { $0.work.map { $0.outcome != nil } ?? true } }

  /// Stops reading and waits for the thread.
  func end() {
    abandon()
    state.withLock { $0.work.take() }?.join()
  }

  private func read() {
    var isAwaited = false
    do throws(CommandFailure) {
      if let absence {
        isAwaited = true
        throw absence
      }
      if state.withLock({ $0.file == nil }) { try open() }
      let (file, missing) = state.withLock { ($0.file, $0.missing) }
      guard let file, let start = missing else { return }
      let scale = file.scale(atMost: Self.side)
      var (next, isWhole) = (start, true)
      try file.read(scale, from: start, inColor: true) { index, bytes in
        keep(scale.image(bytes), index)
        next = index + 1
        isWhole = goesOn(to: next)
        return isWhole
      }
      if isWhole, !isAbandoned, next < state.withLock({ $0.times.count }) {
        try settle(file, count: next)
      }
    } catch {
      state.withLock { ($0.reel.failure, $0.isAwaited) = (error.message, isAwaited) }
    }
  }

  /// Adopts the times of the frames that exist if there are fewer than the file states; throws if
  /// there are more than were read, because the decoder ended early.
  private func settle(_ file: ClipFile, count: Int) throws(CommandFailure) {
    if let absence { throw absence }
    var file = file
    try file.readFrameTimes()
    guard file.times.count <= count else {
      throw .badFile(
        say("Cannot read all frames of \(quoted(clip.path)). Its takes and laws are kept."))
    }
    let read = file
    state.withLock { ($0.file, $0.times, $0.frames) = (read, ClipTimes.even(read.times), [:]) }
  }

  /// Why the file is not the clip that was measured, if it is not.
  private var absence: CommandFailure? {
    if !File.isRegular(clip.path) {
      return .badFile(say("The clip is not at \(quoted(clip.path)). Its takes and laws are kept."))
    }
    return File.length(clip.path) == clip.bytes ? nil : changed
  }

  private var changed: CommandFailure {
    .badFile(
      say("\(quoted(clip.path)) has changed since it was measured. Its takes and laws are kept."))
  }

  private func open() throws(CommandFailure) {
    guard case .clip(let found) = try FileContent.read(clip.path, onDisk: true) else {
      throw changed
    }
    // Weak: this reader retains the file.
    let file = try found.opened { [weak self] in self?.isAbandoned ?? true }
    let scale = file.scale(atMost: Self.side)
    state.withLock {
      ($0.file, $0.times) = (file, ClipTimes.even(file.times))
      $0.room = max(8, Self.bytes / (4 * scale.width * scale.height))
    }
  }

  private var isAbandoned: Bool { isEnded.load(ordering: .relaxed) }

  private func keep(_ image: Image, _ index: Int) {
    let isShown = state.withLock { state in
      guard index < state.times.count else { return false }
      let end = index + 1 < state.times.count ? state.times[index + 1] : .infinity
      state.frames[index] = ClipReel.Frame(start: state.times[index], end: end, image: image)
      let shown = state.index
      if state.frames.count > state.room,
        let far = state.frames.keys.max(by: { abs($0 - shown) < abs($1 - shown) })
      {
        state.frames[far] = nil
      }
      state.reel.frames = Array(state.frames.values)
      return index == shown
    }
    if isShown || index.isMultiple(of: 8) { waker.wake() }
  }

  /// Whether to read the next frame as well; waits up to 0.5 s while reading is far enough ahead.
  private func goesOn(to next: Int) -> Bool {
    for _ in 0..<50 where !isAbandoned {
      let (isWanted, isAhead) = state.withLock { state in
        let index = state.index
        let isNear = next <= index || state.frames[index] != nil
        let isMissing = state.frames[next] == nil && next >= index - state.room / 4
        return (isNear && isMissing, next > index + state.room / 2)
      }
      guard isWanted, isAhead else { return isWanted }
      usleep(10_000)
    }
    return false
  }
}
