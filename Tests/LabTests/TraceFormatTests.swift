import Feel
import FeelTrace
import Foundation
import Lab
import Scenes
import Stage
import TestSupport
import Testing

/// The lines of a trace: everything written reads back, and anything else is rejected with its line
/// and column.
struct TraceFormatTests {
  private static let head =
    #"{"feel": 2, "program": "0.1.0", "scene": "overview", "stage": [1200, 732], "scale": 1, "#
    + #""preset": "uikit", "parameters": {}, "theme": "light", "reducedMotion": false}"# + "\n"

  private func decode(_ text: String) throws(TraceError) -> Trace {
    try decode(Array(text.utf8))
  }

  private func decode(_ bytes: some Sequence<UInt8>) throws(TraceError) -> Trace {
    try Trace(bytes, file: "walk.feel", catalog: .all)
  }

  private static var root: String {
    String(#filePath.split(separator: "/Tests/", maxSplits: 1).first ?? "")
  }

  @Test func `every event, state, take and header reads back as it was written`() throws {
    let trace = SampleTrace.trace()
    let read = try decode(trace.text)
    #expect(read.header == trace.header)
    for (a, b) in zip(read.entries, trace.entries) { #expect(a == b) }
    #expect(read == trace && read.text == trace.text)
  }

  @Test func `overrides equal to the preset and resets read back as written`() throws {
    var header = SampleTrace.header
    header.overrides = ["slider.step"]
    let reset = SessionEvent.change(.zero, .parameter("slider.step", nil))
    let trace = Trace(header: header, entries: [Trace.Entry(line: 2, .event(reset))])
    let read = try decode(trace.text)
    #expect(read == trace && read.text == trace.text)
  }

  @Test func `a restored take is written with its number, or without one for the last`() throws {
    for number in [3, nil] {
      let event = SessionEvent.change(.zero, .restoreTake(number))
      let trace = Trace(
        header: SampleTrace.trace().header, entries: [.init(line: 2, .event(event))])
      #expect(trace.text.contains("\"number\": 3") == (number == 3))
      #expect(try decode(trace.text) == trace)
    }
  }

  @Test func `every field of a clip reads back, whether set or not`() throws {
    var source = ObservedSource(name: "clip", viewport: 600)
    let bare = ObservedClip(
      path: "/clip", bytes: 9, size: Size(400, 800), region: Rect(x: 0, y: 1, width: 2, height: 3))
    var full = bare
    (full.shift, full.end) = (-0.5, 2)
    full.fling = ObservedClip.Fling(time: 0.25, velocity: 3000, place: 60)
    (full.edge, full.cut) = (755, .push)
    for (clip, exactness) in [(bare, 0), (full, 0.25)] {
      (source.clip, source.exactness, source.timeScatter) = (clip, exactness, exactness / 1000)
      let trace = Trace(
        header: SampleTrace.header,
        entries: [Trace.Entry(line: 2, .event(.change(.zero, .watch(source))))])
      #expect(try decode(trace.text) == trace)
    }
  }

  @Test func `the golden file reads as expected and is written byte for byte`() throws {
    let path = Self.root + "/Tests/LabTests/Golden/format-2.feel"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let trace = try decode(text)
    #expect(trace == SampleTrace.trace())
    #expect(trace.text == text)
  }

  @Test func `the specification's example is read and replays to its states`() throws {
    let document = try String(contentsOfFile: Self.root + "/docs/formats.md", encoding: .utf8)
    let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.hasPrefix(#"{"feel": 2"#) })
    let example = lines[first...].prefix { $0 != "```" }.joined(separator: "\n") + "\n"
    let trace = try decode(example)
    let scene = try #require(Catalog.all.scene(trace.header.scene))
    var parameters = ParameterSet(scene.parameters, preset: trace.header.preset)
    for setting in trace.header.parameters { try parameters.set(setting.key, to: setting.value) }
    var session = Session(
      catalog: .all, scene: scene, size: Size(900, 900), parameters: parameters,
      stage: trace.header.place)
    var (states, names) = (0, TakeNames())
    for entry in trace.entries {
      switch entry.content {
      case .event(let event): session.handle(event)
      case .take(_, let take): #expect(names.news(of: session) == [take])
      case .state(let time, let written):
        states += 1
        session.advance(to: time)
        for field in written {
          let found = try #require(session.state.value(field.name))
          #expect(field.value.agrees(with: found), "\(field.name): \(found)")
        }
      }
    }
    #expect(states > 1)
    // The specification has a row for every kind of event.
    for word in Self.words {
      #expect(document.contains("| `\(word)` |"), "docs/formats.md names “\(word)”")
    }
  }

  /// The kinds of events: the values of `e` in their lines.
  private static var words: Set<String> {
    let lines = SampleTrace.trace().text.split(separator: "\n").dropFirst()
    return Set(
      lines.compactMap { line in
        guard let json = try? JSONReader.read(Array(line.utf8)) else { return nil }
        return json["e"]?.text
      })
  }

  @Test func `window and host events are not recorded`() {
    let typed = SessionEvent.input(.key(KeySample(time: .zero, phase: .down, key: .character("p"))))
    #expect(Trace.Entry.Content.event(typed).line() == nil)
    #expect(Trace.Entry.Content.event(.host(.zero, .pasted("secret"))).line() == nil)
    let composed = HostFact.composing(Preedit("secret", caret: 6))
    #expect(Trace.Entry.Content.event(.host(.zero, composed)).line() == nil)
    #expect(Trace.Entry.Content.event(.host(.zero, .typed("secret"))).line() == nil)
    let broken = SessionEvent.stage(
      .pointer(PointerSample(time: .zero, phase: .moved, location: Vector(.nan, 0))))
    #expect(Trace.Entry.Content.event(broken).line() == nil)
  }

  @Test func `unknown members are kept and written again`() throws {
    let text =
      Self.head.replacing("false}", with: #"false, "lens": {"f": [1, null]}}"#)
      + #"{"t": 5, "e": "pause", "on": true, "why": "phone"}"# + "\n"
      + #"{"t": 7, "state": {"scene": "overview"}, "heart": 71}"# + "\n"
      + #"{"t": 9, "take": "Take 1", "start": 1, "release": 2, "rest": 3, "stars": 5}"# + "\n"
    let trace = try decode(text)
    #expect(trace.header.unknown.map(\.name) == ["lens"])
    #expect(trace.entries.flatMap(\.unknown).map(\.name) == ["why", "heart", "stars"])
    let written = trace.text
    for member in [
      #""lens": {"f": [1, null]}"#, #""why": "phone""#, #""heart": 71"#, #""stars": 5"#,
    ] { #expect(written.contains(member)) }
    #expect(try decode(written) == trace)
  }

  @Test func `a missing final line feed is accepted`() throws {
    let trace = try decode(Self.head + #"{"t": 5, "e": "restart"}"#)
    #expect(trace.events == [.change(Instant(microseconds: 5), .restart)])
    #expect(trace.end.microseconds == 5 && trace.cutLine == nil)
  }

  @Test func `a truncated last line is reported, and a complete damaged one is rejected`() throws {
    let whole = Self.head + #"{"t": 5, "e": "restart"}"# + "\n"
    let last = #"{"t": 70, "e": "move", "x": 1.5, "y": 2}"#
    for count in 1..<last.count {
      let trace = try decode(whole + last.prefix(count))
      #expect(trace.events.count == 1 && trace.cutLine == 3, "\(count)")
    }
    // A line with its line feed was written completely, so damage in it is an error; and a trace
    // needs its header.
    #expect(throws: TraceError.self) { try decode(whole + last.prefix(20) + "\n") }
    #expect(throws: TraceError.self) { try decode(String(Self.head.prefix(40))) }
  }

  @Test(arguments: [1, 7, 64, 4096])
  func `a recording read in pieces equals one read whole`(length: Int) throws {
    let trace = SampleTrace.trace()
    let bytes = Array(trace.text.utf8) + Array(#"{"t": 99"#.utf8)
    var reader = TraceReader(file: "walk.feel", catalog: .all)
    var (header, entries): (TraceHeader?, [Trace.Entry]) = (nil, [])
    func read() throws {
      if header == nil { header = try reader.header() }
      while header != nil, let entry = try reader.entry() { entries.append(entry) }
    }
    for start in stride(from: 0, to: bytes.count, by: length) {
      reader.read(bytes[start..<min(start + length, bytes.count)])
      try read()
    }
    #expect(reader.cutLine == nil)
    reader.end()
    try read()
    #expect(header == trace.header && entries == trace.entries)
    #expect(reader.cutLine == trace.entries.count + 2)
  }

  private static let scenes = Catalog.all.scenes.map { $0.id }.joined(separator: ", ")

  /// Lines after a header, with the position and reason of their rejection.
  private static let broken: [(String, String)] = [
    (#"{"t": 5, "e": "restart"}"# + "\n\n", "3:1: expected a value, found the end"),
    (
      #"{"t": 5, "e": "leap"}"#,
      #"2:15: expected the name of an event, such as "move", found "leap""#
    ),
    (#"{"t": 5, "e": "move", "x": 1}"#, #"2:1: expected a member "y", found none"#),
    (#"{"t": 5, "e": "move", "x": 1, "y": "2"}"#, #"2:36: expected a number for "y", found "2""#),
    (#"{"t": 5, "e": "move", "x": 1, "y": NaN}"# + "\n", "2:36: expected a value, found 'N'"),
    (
      #"{"t": 5, "e": "move", "x": 1, "y": 1e999}"# + "\n",
      "2:36: expected a number of at most 1.8e308, found 1e999"
    ),
    (
      #"{"t": 5, "e": "track", "name": "a", "unit": "pt", "samples": [[0, 1]]}"#,
      #"2:62: expected two samples or more from 0 on, in order of time, and 1000000 at most, for "samples", found an array"#
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
    (
      #"{"t": 5.5, "e": "restart"}"#,
      #"2:7: expected whole microseconds from 0 to 604800000000, a week, for "t", found 5.5"#
    ),
    (
      #"{"t": -5, "e": "restart"}"#,
      #"2:7: expected whole microseconds from 0 to 604800000000, a week, for "t", found -5"#
    ),
    (
      #"{"t": 5, "e": "restart"}"# + "\n" + #"{"t": 4, "state": {}}"#,
      #"3:7: expected whole microseconds from 5 to 604800000000, a week, for "t", found 4"#
    ),
    (
      #"{"t": 5, "state": {"a": null}}"#,
      "2:25: expected a number, a string, true or false, found null"
    ),
    (
      #"{"t": 5, "e": "speed", "speed": 0}"#,
      #"2:33: expected 0.01 to 4, stage seconds a second, for "speed", found 0"#
    ),
    (
      #"{"t": 5, "e": "up", "x": 1, "y": 2, "modifiers": 8}"#,
      #"2:50: expected 0…7, the sum of Shift 1, Control 2, Alt 4, for "modifiers", found 8"#
    ),
    (
      #"{"t": 5, "e": "set", "key": "slider.stop", "value": 1}"#,
      #"2:29: expected a parameter of the scene “overview” for "key", found "slider.stop""#
    ),
    (
      #"{"t": 5, "e": "set", "key": "carousel.count", "value": 1.5}"#,
      #"2:56: expected a whole number from 1 to 10000000 for "carousel.count", found 1.5"#
    ),
    (
      #"{"t": 5, "e": "open-scene", "scene": "attic"}"#,
      #"2:38: expected a scene: one of \#(scenes) for "scene", found "attic""#
    ),
    (
      #"{"t": 5, "e": "stage", "size": [0, 9], "scale": 1}"#,
      #"2:33: expected [width, height] in points, both from 0.125 to 65536.0, found 0"#
    ),
    (
      #"{"t": 5, "e": "theme", "theme": "mauve"}"#,
      #"2:33: expected one of "light", "dark", "contrast" for "theme", found "mauve""#
    ),
    (
      #"{"t": 5, "e": "frame-cap", "rate": 0}"#,
      #"2:36: expected null, or 1…1000 moments a second for "rate", found 0"#
    ),
    (
      #"{"t": 5, "e": "focus", "part": "99", "ring": true}"#,
      #"2:32: expected null, or a part of the scene: one of cards, slider, ring, container, level for "part", found "99""#
    ),
    (
      #"{"t": 5, "take": "Take 1", "start": 5, "release": 4, "rest": 6}"#,
      #"2:62: expected "start", "release" and "rest" in order of time for "rest", found 6"#
    ),
  ]

  @Test func `a last line truncated anywhere is dropped, and all lines before it are read`() throws
  {
    let trace = SampleTrace.trace()
    let bytes = Array(trace.text.utf8)
    let lastLine = try #require(bytes.dropLast().lastIndex(of: 0x0A)) + 1
    for end in lastLine...bytes.count {
      let read = try decode(bytes[..<end])
      // If only its line feed is missing, the line counts as complete.
      let isWhole = end >= bytes.count - 1
      #expect(read.entries == (isWhole ? trace.entries : trace.entries.dropLast()))
      let isCut = !isWhole && end > lastLine
      #expect(read.cutLine == (isCut ? trace.entries.count + 1 : nil))
    }
    // Some file systems leave zeros where a line's bytes never arrived.
    let zeros = try decode(bytes[..<lastLine] + [UInt8](repeating: 0, count: 40))
    #expect(zeros.cutLine == trace.entries.count + 1)
  }

  @Test func `sizes, scales, speeds and times are accepted exactly within their bounds`() throws {
    func line(_ event: String) throws { _ = try decode(Self.head + event + "\n") }
    func check(_ range: ClosedRange<Double>, _ event: (Double) -> String) throws {
      for value in [range.lowerBound, range.upperBound] { try line(event(value)) }
      for value in [range.lowerBound.nextDown, range.upperBound.nextUp, 1e9, 1e300] {
        #expect(throws: TraceError.self) { try line(event(value)) }
      }
    }
    try check(Limits.windowSide) { #"{"t": 5, "e": "stage", "size": [\#($0), 9], "scale": 1}"# }
    try check(Limits.windowSide) { #"{"t": 5, "e": "stage", "size": [9, \#($0)], "scale": 1}"# }
    try check(Limits.windowScale) { #"{"t": 5, "e": "stage", "size": [9, 9], "scale": \#($0)}"# }
    try check(Limits.stageSpeed) { #"{"t": 5, "e": "speed", "speed": \#($0)}"# }
    func header(_ old: String, _ new: (Double) -> String, _ range: ClosedRange<Double>) throws {
      for value in [range.lowerBound, range.upperBound] {
        _ = try decode(Self.head.replacing(old, with: new(value)))
      }
      for value in [range.lowerBound.nextDown, range.upperBound.nextUp, 1e9, 1e300] {
        let text = Self.head.replacing(old, with: new(value))
        #expect(throws: TraceError.self) { try decode(text) }
      }
    }
    try header("[1200, 732]", { "[\($0), 732]" }, Limits.windowSide)
    try header("[1200, 732]", { "[1200, \($0)]" }, Limits.windowSide)
    try header(#""scale": 1"#, { #""scale": \#($0)"# }, Limits.windowScale)
    let end = Limits.recordingEnd.microseconds
    try line(#"{"t": \#(end), "e": "restart"}"#)
    #expect(throws: TraceError.self) { try line(#"{"t": \#(end + 1), "e": "restart"}"#) }
  }

  @Test(arguments: broken)
  func `a broken line is rejected with its position and what was expected`(
    lines: String, message: String
  ) {
    let error = #expect(throws: TraceError.self) { try decode(Self.head + lines) }
    #expect(error?.description == "walk.feel:" + message)
  }

  @Test(arguments: [
    ("", "1:1: expected a recording’s first line, found an empty file"),
    ("\n", "1:1: expected a recording’s first line, found the end"),
    ("a,b\n1,2\n", "1:1: expected a recording’s first line, found 'a'"),
    ("[1]", "1:1: expected a recording’s first line, found an array"),
    ("{,", "1:2: expected a name in quotes, found ','"),
    ("{}", #"1:1: expected a member "feel", found none"#),
    (#"{"feel": 1}"#, #"1:10: expected format version 2 for "feel", found 1"#),
    (#"{"feel": 3}"#, #"1:10: expected format version 2 for "feel", found 3"#),
    (#"{"t": 0, "e": "restart"}"#, #"1:1: expected a member "feel", found none"#),
  ])
  func `a first line of another kind or version is rejected`(text: String, message: String) {
    let error = #expect(throws: TraceError.self) { try decode(text) }
    #expect(error?.description == "walk.feel:" + message)
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `a damaged recording is either rejected with a position or read in order`(seed: UInt64) {
    let original = Array(SampleTrace.trace().text.utf8)
    var generator = SeededGenerator(seed: seed)
    var refused = 0
    for _ in 0..<150 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        damage(&bytes, &generator)
      }
      do throws(TraceError) {
        let trace = try decode(bytes)
        #expect(zip(trace.entries, trace.entries.dropFirst()).allSatisfy { $0.time <= $1.time })
      } catch {
        refused += 1
        #expect(error.fault.position.line >= 1 && error.fault.position.column >= 1)
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
