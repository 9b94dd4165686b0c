package import FeelTrace
internal import Glibc
internal import Synchronization
package import XWindow

/// Reads an observation stream on its own thread, in bounded memory, and schedules when the window
/// shows each line.
///
/// The first line is shown at once, and each further line as much later as its own time is, with
/// rests cut to a second. A line that arrives too late for that is shown a moment after its
/// arrival, and the schedule restarts from there. So motion looks as even as the program reports
/// it, although lines arrive in bursts; and a file is played at its own pace.
package final class StreamFeed: Sendable {
  fileprivate struct Item: Sendable {
    /// In microseconds of CLOCK_MONOTONIC.
    var due: Int64
    var event: ObservationReader.Event
  }

  fileprivate struct Queue: Sendable {
    var items: [Item] = []
    /// The number of items already taken.
    var first = 0
    var news: [String] = []
    /// The latest source line that has been taken.
    var source: ObservedSource?
  }

  private enum Origin: ~Copyable, Sendable {
    case socket(StreamSocket)
    case source(StreamSource)
  }

  /// The maximum number of waiting lines; beyond it, the writer has to wait.
  private static let mostWaiting = 4096
  /// Lines of one kind closer together than this, in seconds, are merged; the later one wins.
  private static let nearest = 0.0009
  /// Rests between two lines are cut to this, in seconds.
  private static let longestRest = 1.0
  /// The delay of a line that arrives late, in seconds, so that the next one can be on time.
  private static let slack = 0.05
  /// A stream without data for this long has paused, in milliseconds.
  private static let patience: Int32 = 100
  /// The pause between reads, in microseconds, so that a flood of short lines is read in batches.
  private static let turn: UInt32 = 4000

  private let name: String
  private let origin: Origin
  private let queue = Mutex(Queue())
  private let isStopped = Atomic(false)
  private let thread = Mutex<WorkThread?>(nil)

  /// Opens a file, or the standard input as "-", or creates a socket.
  ///
  /// - Throws: `CommandFailure` naming it and the reason.
  package init(_ name: String) throws(CommandFailure) {
    self.name = name
    if name.hasSuffix(".sock") {
      let socket = try StreamSocket.made(name)
      StandardError.say("watching \(quoted(socket.path))")
      origin = .socket(socket)
    } else {
      origin = .source(try StreamSource(name))
    }
  }

  /// Starts reading; `waker` wakes the window when there is something to show.
  ///
  /// - Throws: `CommandFailure` when no thread can be created.
  package func start(_ waker: Waker) throws(CommandFailure) {
    guard let thread = WorkThread({ self.work(waker) }) else {
      throw .badFile("Cannot start a thread to read the stream.")
    }
    self.thread.withLock { $0 = thread }
  }

  /// Stops reading, and waits for the thread to end.
  package func stop() {
    isStopped.store(true, ordering: .relaxed)
    thread.withLock({ $0.take() })?.join()
  }

  // MARK: Window's thread

  /// When the next line is due, in microseconds of CLOCK_MONOTONIC; `nil` if none waits.
  package var nextDue: Int64? {
    queue.withLock { $0.first < $0.items.count ? $0.items[$0.first].due : nil }
  }

  /// Removes and returns the next line due by a time of CLOCK_MONOTONIC, with its due time.
  package func next(until moment: Int64) -> (due: Int64, event: ObservationReader.Event)? {
    queue.withLock { queue in
      guard queue.first < queue.items.count, queue.items[queue.first].due <= moment else {
        return nil
      }
      let item = queue.items[queue.first]
      queue.first += 1
      if case .source(let source) = item.event { queue.source = source }
      // Compact only now and then: amortised constant cost per line.
      if queue.first > queue.items.count / 2 {
        queue.items.removeFirst(queue.first)
        queue.first = 0
      }
      return (item.due, item.event)
    }
  }

  /// The latest source line that `next(until:)` returned.
  package var source: ObservedSource? { queue.withLock { $0.source } }

  /// Messages about the stream for the window since the last call.
  package func takeNews() -> [String] {
    queue.withLock { queue in
      defer { queue.news = [] }
      return queue.news
    }
  }

  // MARK: Reader thread

  private var stops: Bool { isStopped.load(ordering: .relaxed) }

  private func work(_ waker: Waker) {
    do throws(CommandFailure) {
      switch origin {
      case .source(let source):
        try read(source, waker) {}
        if !stops { say("The stream has ended", waker) }
      case .socket(let socket):
        while !stops {
          guard let writer = try socket.nextWriter() else { continue }
          try read(writer, waker) { socket.refuseOthers(than: writer) }
          if !stops { say("The program stopped writing", waker) }
        }
      }
    } catch {
      say(shown(error.message), waker)
    }
  }

  private func read(
    _ source: borrowing StreamSource, _ waker: Waker, eachTurn: () -> Void
  ) throws(CommandFailure) {
    var (reader, timing, problems) = (ObservationReader(), Timing(), 0)
    while !stops {
      eachTurn()
      let next = try source.next(within: Self.patience)
      var events: [ObservationReader.Event] = []
      switch next {
      case .bytes(let bytes): reader.read(bytes) { events.append($0) }
      case .nothing: reader.flush { events.append($0) }
      case .end: reader.finish { events.append($0) }
      }
      for event in events {
        if case .problem(let error) = event {
          problems += 1
          if problems <= StreamLines.mostProblems { say(shown("\(name):\(error)"), waker) }
        } else {
          put(event, &timing, waker)
        }
      }
      if case .end = next {
        if let release = timing.release { put(.line(release), &timing, waker) }
        if problems > StreamLines.mostProblems {
          say("\(problems) lines of \(shown(name)) are not valid", waker)
        }
        return
      }
      if !events.isEmpty { usleep(Self.turn) }
    }
  }

  private func say(_ text: String, _ waker: Waker) {
    queue.withLock { $0.news.append(text) }
    waker.wake()
  }

  /// The schedule of the lines, and what has to follow the last one.
  private struct Timing {
    var last: (due: Int64, time: Double?)?
    /// A line that cancels the program's press; `nil` while nothing is pressed.
    var release: ObservedLine?

    mutating func due(_ time: Double, now: Int64) -> Int64 {
      let rest = last?.time.map { min(StreamFeed.longestRest, max(0, time - $0)) } ?? 0
      var due = (last?.due ?? 0) + Int64(rest * 1e6)
      if due < now { due = now + Int64(StreamFeed.slack * 1e6) }
      last = (due, time)
      return due
    }

    mutating func update(_ line: ObservedLine) {
      guard case .pointer(let place, let phase) = line.content else {
        release?.time = line.time
        return
      }
      release =
        phase == .up || phase == .cancel
        ? nil : ObservedLine(time: line.time, .pointer(place, .cancel))
    }
  }

  private func put(_ event: ObservationReader.Event, _ timing: inout Timing, _ waker: Waker) {
    // A writer faster than real time waits, and so does a file.
    while !stops, queue.withLock({ $0.items.count - $0.first }) >= Self.mostWaiting {
      usleep(Self.turn)
    }
    let now = ScreenWatch.now
    let due: Int64
    switch event {
    case .problem: return
    case .source:
      // A new source may restart its clock.
      due = max(timing.last?.due ?? now, now)
      (timing.last, timing.release) = ((due, nil), nil)
    case .line(let line):
      timing.update(line)
      due = timing.due(line.time, now: now)
    }
    let item = Item(due: due, event: event)
    let wasEmpty = queue.withLock { queue in
      let wasEmpty = queue.first == queue.items.count
      if !queue.merge(item, nearer: Self.nearest) { queue.items.append(item) }
      return wasEmpty
    }
    if wasEmpty { waker.wake() }
  }
}

extension StreamFeed.Queue {
  /// Merges a line into the last waiting one of its kind, if that is hardly older; returns whether
  /// it did.
  fileprivate mutating func merge(_ item: StreamFeed.Item, nearer nearest: Double) -> Bool {
    guard case .line(let line) = item.event else { return false }
    for index in items.indices.dropFirst(first).suffix(3).reversed() {
      guard case .line(let other) = items[index].event, line.time - other.time < nearest
      else { return false }
      switch (other.content, line.content) {
      case (.offset, .offset), (.pointer, .pointer):
        items[index].event = .line(ObservedLine(time: other.time, line.content))
      case (.wheel(let before, _), .wheel(let more, let phase)):
        items[index].event = .line(ObservedLine(time: other.time, .wheel(before + more, phase)))
      default: continue
      }
      return true
    }
    return false
  }
}
