/// Reads an observation stream as its bytes come in, in bounded memory.
///
/// Lines may come up to ``disorder`` seconds late: each waits until one that much later has been
/// read, and they come out in order of time. A line that cannot be understood is reported and
/// skipped. A second first line begins a new stream, because a restarted program may write to the
/// same pipe. One pointer is followed at a time: the first to go down. Others are ignored until it
/// is released.
public struct ObservationReader: Sendable {
  /// What came out of some bytes.
  public enum Event: Hashable, Sendable {
    /// The stream begins.
    case source(ObservedSource)
    /// A line, not earlier than the one before it.
    case line(ObservedLine)
    /// A line was left out, or all lines until a first line that can be read.
    case problem(JSONError)
  }

  /// By how much later than a line another one may have been written before it, in seconds.
  public static let disorder = 0.1

  private enum State: Hashable {
    case waitingForSource
    /// A first line was missing or of another version, which has been told.
    case refused
    case reading
  }

  private var state = State.waitingForSource
  private var number = 1
  /// The bytes of the line that is not whole yet.
  private var partial: [UInt8] = []
  /// Whether the line that is not whole yet is too long, which has been told.
  private var isSkipping = false
  /// Lines in order of time; those from `first` on wait, as an earlier one may still come before
  /// them.
  private var waiting: [ObservedLine] = []
  private var first = 0
  /// The time of the last line that came out.
  private var passed = -Double.infinity
  /// The pointer that is down, by its number.
  private var pointer: Int?

  /// Creates a reader at the start of a stream.
  public init() {}

  /// How many lines wait for their place in the order.
  package var waitingCount: Int { waiting.count - first }

  /// Reads bytes, wherever they were cut, and tells what came out, in order.
  public mutating func take(_ bytes: some Collection<UInt8>, _ tell: (Event) -> Void) {
    // Of one type, which a search byte by byte needs to be fast.
    var rest = ArraySlice(bytes)
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      append(rest[..<end], tell)
      endLine(tell)
      rest = rest[(end + 1)...]
    }
    append(rest, tell)
  }

  /// Lets the lines that wait come out: the stream pauses or has ended, and nothing earlier will
  /// come.
  public mutating func flush(_ tell: (Event) -> Void) { release(before: .infinity, tell) }

  /// Ends the stream: a last line without its line feed counts if it is whole.
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
      // Where the first line is missing, the lines after it are no news.
      if state != .refused { tell(.problem(error)) }
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
    // Where so many have one time, they are in order already.
    if waitingCount > Limits.streamWaiting { flush(tell) }
  }

  private mutating func release(before time: Double, _ tell: (Event) -> Void) {
    while first < waiting.count, waiting[first].time < time {
      passed = waiting[first].time
      if follows(waiting[first]) { tell(.line(waiting[first])) }
      first += 1
    }
    // Only now and then, so that a line costs the same however many wait.
    guard first > waiting.count / 2 else { return }
    waiting.removeFirst(first)
    first = 0
  }

  /// Whether a line is not of a second finger.
  private mutating func follows(_ line: ObservedLine) -> Bool {
    guard case .pointer(_, let phase) = line.content else { return true }
    guard pointer ?? line.pointer == line.pointer else { return false }
    switch phase {
    case .down: pointer = line.pointer
    // A pointer without a number may have gone down before the stream began; a finger's press was
    // left out.
    case .move: return pointer != nil || line.pointer == 0
    case .up, .cancel:
      defer { pointer = nil }
      return pointer != nil || line.pointer == 0
    }
    return true
  }
}
