/// Reads an observation stream incrementally, in bounded memory.
///
/// Lines may arrive up to ``disorder`` seconds late: each waits until a line that much later has
/// been read, and lines are delivered in order of time. An invalid line is reported and skipped. A
/// second header begins a new stream, because a restarted program may write to the same pipe. One
/// pointer is tracked at a time: the first to go down. Others are ignored until it is released.
public struct ObservationReader: Sendable {
  /// The result of reading some bytes.
  public enum Event: Hashable, Sendable {
    /// The header: a stream begins.
    case source(ObservedSource)
    /// A line, no earlier than the previous one.
    case line(ObservedLine)
    /// A line was skipped, or all lines until a valid header; told after the lines before it.
    case problem(JSONError)
  }

  /// How much later than a line, in seconds, a line that precedes it in the stream may be.
  public static let disorder = 0.1

  private enum State: Hashable {
    case waitingForSource
    /// The header was missing or of another version, which has been reported.
    case refused
    case reading
  }

  private var state = State.waitingForSource
  private var number = 1
  /// The bytes of the incomplete line.
  private var partial: [UInt8] = []
  /// Whether the incomplete line is too long, which has been reported.
  private var isSkipping = false
  /// Lines in order of time; those from `first` on are still waiting for possible earlier ones.
  private var waiting: [ObservedLine] = []
  private var first = 0
  /// The invalid lines behind waiting ones, with the time up to which those come first.
  private var problems: [(time: Double, error: JSONError)] = []
  /// The time of the last line delivered.
  private var passed = -Double.infinity
  /// The id of the pointer that is down.
  private var pointer: Int?

  /// Creates a reader at the start of a stream.
  public init() {}

  /// The number of waiting lines.
  package var waitingCount: Int { waiting.count - first }

  /// Reads bytes, split anywhere, and reports the resulting events in order.
  public mutating func read(_ bytes: some Collection<UInt8>, _ tell: (Event) -> Void) {
    // A concrete type, so that the byte search is fast.
    var rest = ArraySlice(bytes)
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      append(rest[..<end], tell)
      endLine(tell)
      rest = rest[(end + 1)...]
    }
    append(rest, tell)
  }

  /// Delivers the waiting lines, when the stream pauses or has ended and nothing earlier will
  /// arrive.
  public mutating func flush(_ tell: (Event) -> Void) { release(before: .infinity, tell) }

  /// Ends the stream; a last line without a line feed counts if it is complete.
  public mutating func finish(_ tell: (Event) -> Void) {
    if !partial.isEmpty { endLine(tell) }
    flush(tell)
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>, _ tell: (Event) -> Void) {
    guard !isSkipping else { return }
    guard partial.count + bytes.count <= Limits.streamLineBytes else {
      partial = []
      isSkipping = true
      let place = SourcePosition(line: number, column: Limits.streamLineBytes + 1)
      let expected = "a line of at most \(Limits.streamLineBytes) bytes"
      return tell(.problem(JSONError(place, expected: expected, found: "more")))
    }
    partial += bytes
  }

  private mutating func endLine(_ tell: (Event) -> Void) {
    defer { number += 1 }
    guard !isSkipping else {
      isSkipping = false
      return
    }
    defer { partial.removeAll(keepingCapacity: true) }
    guard !partial.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) else { return }
    do throws(JSONError) {
      let json = try JSONReader.read(partial, firstLine: number)
      if state == .waitingForSource || json["feelstream"] != nil { return begin(json, tell) }
      if state == .reading { try add(try ObservedLine(json), json, tell) }
    } catch {
      // Without a header, report only that, not every line after it.
      if waitingCount > 0, problems.count < Limits.streamWaiting {
        problems.append((waiting[waiting.count - 1].time, error))
      } else if state != .refused {
        tell(.problem(error))
      }
      if state == .waitingForSource { state = .refused }
    }
  }

  private mutating func begin(_ json: JSON, _ tell: (Event) -> Void) {
    flush(tell)
    (passed, pointer) = (-.infinity, nil)
    do throws(JSONError) {
      let source = try ObservedSource(json)
      state = .reading
      tell(.source(source))
    } catch {
      state = .refused
      tell(.problem(error))
    }
  }

  private mutating func add(
    _ line: ObservedLine, _ json: JSON, _ tell: (Event) -> Void
  ) throws(JSONError) {
    guard line.time >= passed else {
      throw (json["t"] ?? json).error("a time of \(passed) or later for \"t\"")
    }
    // Nearly always it is the newest.
    var index = waiting.count
    while index > first, waiting[index - 1].time > line.time { index -= 1 }
    waiting.insert(line, at: index)
    release(before: waiting[waiting.count - 1].time - Self.disorder, tell)
    guard waitingCount > Limits.streamWaiting else { return }
    release(before: waiting[(first + waiting.count) / 2].time, tell)
    // If that many have the same time, they are already in order.
    if waitingCount > Limits.streamWaiting { flush(tell) }
  }

  private mutating func release(before time: Double, _ tell: (Event) -> Void) {
    while first < waiting.count, waiting[first].time < time {
      passed = waiting[first].time
      if follows(waiting[first]) { tell(.line(waiting[first])) }
      first += 1
      while let next = problems.first, first == waiting.count || next.time < waiting[first].time {
        tell(.problem(problems.removeFirst().error))
      }
    }
    // Only occasionally, so that the cost per line does not depend on the number of waiting lines.
    guard first > waiting.count / 2 else { return }
    waiting.removeFirst(first)
    first = 0
  }

  /// Whether a line does not belong to a second finger.
  private mutating func follows(_ line: ObservedLine) -> Bool {
    guard case .pointer(_, let phase) = line.content else { return true }
    guard pointer ?? line.pointer == line.pointer else { return false }
    switch phase {
    case .down: pointer = line.pointer
    // A pointer without an id may have gone down before the stream began; a finger's press was
    // skipped.
    case .move: return pointer != nil || line.pointer == 0
    case .up, .cancel:
      defer { pointer = nil }
      return pointer != nil || line.pointer == 0
    }
    return true
  }
}
