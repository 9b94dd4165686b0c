import Feel
import FeelTrace
import TestSupport
import Testing

struct TraceTests {
  private let decoder = TraceDecoder(file: "walk.feel")
  private let head =
    #"{"feel": 1, "program": "0.1.0", "scene": "overview", "size": [1200, 800], "scale": 1, "#
    + #""preset": "uikit", "parameters": {}, "theme": "light", "reducedMotion": false}"# + "\n"

  private func decode(_ text: String) throws(TraceError) -> Trace {
    try decoder.decode(Array(text.utf8))
  }

  @Test func `every event, state and header reads back as it was written`() throws {
    let trace = SampleTrace.trace()
    #expect(try decode(trace.text) == trace)
  }

  @Test func `what is typed is not recorded unless it was a command`() {
    let typed = SessionEvent.input(
      .key(KeySample(time: .zero, phase: .down, key: .character("p"))))
    #expect(TraceEncoder().line(for: typed) == nil)
    #expect(
      TraceEncoder().line(for: typed, isCommand: true)
        == "{\"t\": 0, \"e\": \"keydown\", \"character\": \"p\"}\n")
  }

  @Test func `an event with a number that is not finite is not written`() {
    let broken = SessionEvent.input(
      .pointer(PointerSample(time: .zero, phase: .moved, location: Vector(.nan, 0))))
    #expect(TraceEncoder().line(for: broken) == nil)
  }

  @Test func `a missing line feed at the end is forgiven, nothing else is`() throws {
    let trace = try decode(head + #"{"t": 5, "e": "reset"}"#)
    #expect(trace.events == [.change(Instant(microseconds: 5), .reset)])
    #expect(trace.end.microseconds == 5)
  }

  @Test(arguments: [
    (#"{"t": 5, "e": "reset"}"# + "\n\n", "3:1: expected a value, found the end"),
    (#"{"t": 5, "e": "res"#, "2:19: expected '\"' at the string's end, found the end"),
    (
      #"{"t": 5, "e": "leap"}"#,
      #"2:15: expected the name of an event, such as "move", found "leap""#
    ),
    (#"{"t": 5, "e": "move", "x": 1}"#, #"2:1: expected a member "y", found none"#),
    (#"{"t": 5, "e": "move", "x": 1, "y": "2"}"#, #"2:36: expected a number for "y", found "2""#),
    (#"{"t": 5, "e": "move", "x": 1, "y": NaN}"#, "2:36: expected a value, found 'N'"),
    (#"{"t": 5, "e": "reset", "z": 1}"#, #"2:29: expected no member "z", found one"#),
    (
      #"{"t": 5, "e": "track", "name": "a", "unit": "pt", "samples": [[0, 1]]}"#,
      "2:62: expected two samples or more from 0 on, in order of time, found an array"
    ),
    (
      #"{"t": 5, "e": "track", "name": "a", "unit": "pt", "samples": [[0, 1], [2]]}"#,
      "2:71: expected an array of time, position, velocity and state, found an array"
    ),
    (
      #"{"t": 5, "e": "track", "name": "a", "unit": "pt", "samples": [[0, 1, 0, "up"], [2, 1]]}"#,
      #"2:73: expected what a control does, such as "tracking", found "up""#
    ),
    (
      #"{"t": 5, "e": "track", "name": "a", "unit": "pt", "bounds": [2, 1], "samples": []}"#,
      #"2:61: expected two numbers in order for "bounds", found an array"#
    ),
    (#"{"t": 5.5, "e": "reset"}"#, #"2:7: expected whole microseconds from 0 for "t", found 5.5"#),
    (#"{"t": -5, "e": "reset"}"#, #"2:7: expected whole microseconds from 0 for "t", found -5"#),
    (
      #"{"t": 5, "e": "reset"}"# + "\n" + #"{"t": 4, "state": {}}"#,
      "3:7: expected a time of 5 µs or later, found 4"
    ),
    (
      #"{"t": 5, "state": {"a": null}}"#,
      "2:25: expected a number, a string, true or false, found null"
    ),
    (
      #"{"t": 5, "e": "speed", "speed": 0}"#,
      #"2:33: expected a number above 0 for "speed", found 0"#
    ),
    (
      #"{"t": 5, "e": "up", "x": 1, "y": 2, "modifiers": 8}"#,
      "2:50: expected 0…7, the sum of Shift 1, Control 2, Alt 4, found 8"
    ),
  ])
  func `a broken line is refused with its place and what was expected`(
    lines: String, message: String
  ) {
    let error = #expect(throws: TraceError.self) { try decode(head + lines) }
    #expect(error?.description == "walk.feel:" + message)
  }

  @Test(arguments: [
    ("", "1:1: expected a trace's first line, found an empty file"),
    ("\n", "1:1: expected a trace's first line, found the end"),
    ("a,b\n1,2\n", "1:1: expected a trace's first line, found 'a'"),
    ("[1]", "1:1: expected a trace's first line, found an array"),
    ("{,", "1:2: expected a name in quotes, found ','"),
    ("{}", #"1:1: expected a member "feel", found none"#),
    (#"{"feel": 2}"#, "1:10: expected format version 1, found 2"),
    (#"{"t": 0, "e": "reset"}"#, #"1:1: expected a member "feel", found none"#),
  ])
  func `a first line of another kind or version is refused`(text: String, message: String) {
    let error = #expect(throws: TraceError.self) { try decode(text) }
    #expect(error?.description == "walk.feel:" + message)
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `a damaged trace is refused or read, and never more`(seed: UInt64) {
    let original = Array(SampleTrace.trace().text.utf8)
    var generator = SeededGenerator(seed: seed)
    var refused = 0
    for _ in 0..<150 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        damage(&bytes, &generator)
      }
      do throws(TraceError) {
        let trace = try decoder.decode(bytes)
        #expect(zip(trace.entries, trace.entries.dropFirst()).allSatisfy { $0.time <= $1.time })
      } catch {
        refused += 1
        #expect(error.position.line >= 1 && error.position.column >= 1)
      }
    }
    #expect(refused > 0)
  }

  private func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    guard let place = bytes.indices.randomElement(using: &generator) else { return }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
    default: bytes.removeSubrange(place..<min(bytes.count, place + 40))
    }
  }
}

struct StateValueTests {
  @Test func `numbers agree within a millionth, everything else exactly`() {
    #expect(StateValue.number(1).agrees(with: .number(1.000_000_9)))
    #expect(!StateValue.number(1).agrees(with: .number(1.000_002)))
    #expect(!StateValue.integer(1).agrees(with: .integer(2)))
    #expect(!StateValue.text("idle").agrees(with: .text("Idle")))
    #expect(!StateValue.flag(true).agrees(with: .integer(1)))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a number that is not finite survives the file`(number: Double) throws {
    let written = StateValue.number(number)
    let text = written.json.description
    let read = try StateValue(JSONReader.read(Array(text.utf8)))
    #expect(written.agrees(with: read))
    #expect(!StateValue.number(0).agrees(with: read))
  }
}
