import FeelTrace
import TestSupport
import Testing

/// The stream in which a program reports its own scrolling.
struct ObservationStreamTests {
  private static let first =
    #"{"feelstream": 1, "source": "list", "unit": "px", "scale": 2, "axis": "y", "min": 0, "max": 9000, "viewport": 800}"#

  /// The events read from a text delivered in pieces of a given size.
  private func events(_ text: String, pieces: Int = 1 << 20) -> [ObservationReader.Event] {
    var reader = ObservationReader()
    var events: [ObservationReader.Event] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      reader.read(rest.prefix(pieces)) { events.append($0) }
      rest = rest.dropFirst(pieces)
    }
    reader.finish { events.append($0) }
    return events
  }

  private func lines(_ events: [ObservationReader.Event]) -> [ObservedLine] {
    events.compactMap { if case .line(let line) = $0 { line } else { nil } }
  }

  private func problems(_ events: [ObservationReader.Event]) -> [String] {
    events.compactMap { if case .problem(let error) = $0 { error.description } else { nil } }
  }

  @Test(arguments: [1, 2, 7, 64, 1 << 20])
  func `a stream is read the same however its bytes are split`(pieces: Int) throws {
    let text = """
      \(Self.first)
      {"t": 1, "pointer": [240, 600.5], "phase": "down"}
      {"t": 1.008, "pointer": [240, 590], "phase": "move", "pressure": 0.5}

      {"t": 1.016, "offset": 416, "frame": 17}
      {"t": 1.017, "pointer": [240, 569], "phase": "up"}
      {"t": 1.5, "wheel": 53, "phase": "momentum"}
      {"t": 1.6, "wheel": -1}
      """
    let all = events(text, pieces: pieces)
    #expect(problems(all).isEmpty)
    let source = ObservedSource(
      name: "list", scale: 2, minimum: 0, maximum: 9000, viewport: 800)
    #expect(all.first == .source(source))
    #expect(lines(all).count == 6)
    #expect(lines(all)[1].extra == [JSON.Member("pressure", .number(0.5))])
    #expect(lines(all)[2].content == .offset(416))
    #expect(lines(all)[4].content == .wheel(53, .momentum))
    #expect(lines(all)[5].content == .wheel(-1, nil))
    let again = lines(all).map { "\($0.json)\n" }.joined()
    #expect(lines(events("\(source.json)\n\(again)")) == lines(all))
  }

  @Test func `lines up to 100 ms late are put in order of time`() {
    var random = SeededGenerator(seed: 4)
    let times = (0..<500).map { Double($0) / 100 }
    let shuffled = times.map { ($0 + Double.random(in: 0..<0.099, using: &random), $0) }
      .sorted { $0.0 < $1.0 }.map(\.1)
    #expect(shuffled != times)
    let text = shuffled.map { "{\"t\": \($0), \"offset\": \($0)}\n" }.joined()
    let all = events("\(Self.first)\n\(text)")
    #expect(problems(all).isEmpty)
    #expect(lines(all).map(\.time) == times)
  }

  @Test func `of two fingers, the first down is followed until it is lifted`() {
    let text = """
      {"feelstream": 1}
      {"t": 0, "pointer": [0, 0], "phase": "down", "id": 1}
      {"t": 1, "pointer": [9, 9], "phase": "down", "id": 2}
      {"t": 2, "pointer": [0, 5], "phase": "move", "id": 1}
      {"t": 3, "pointer": [9, 8], "phase": "move", "id": 2}
      {"t": 4, "pointer": [0, 5], "phase": "up", "id": 1}
      {"t": 5, "pointer": [9, 7], "phase": "move", "id": 2}
      {"t": 6, "pointer": [9, 7], "phase": "up", "id": 2}
      {"t": 7, "pointer": [3, 3], "phase": "down", "id": 2}

      """
    let read = lines(events(text))
    #expect(read.map(\.time) == [0, 2, 4, 7])
    #expect(read.map(\.pointer) == [1, 1, 1, 2])
    #expect(read.allSatisfy { (try? ObservedLine($0.json)) == $0 })
  }

  @Test func `a line more than 100 ms late is left out and reported`() {
    let all = events(
      "\(Self.first)\n{\"t\": 1, \"offset\": 1}\n{\"t\": 2, \"offset\": 2}\n{\"t\": 0.9, \"offset\": 3}\n"
    )
    #expect(problems(all) == ["4:7: expected a time of 1.0 or later for \"t\", found 0.9"])
    #expect(lines(all).map(\.time) == [1, 2])
  }

  @Test(arguments: [
    (#"{"t": NaN, "offset": 1}"#, "2:7: expected a value, found 'N'"),
    (#"{"offset": 1}"#, "2:1: expected a member \"t\", the time in seconds, found an object"),
    (#"{"t": 1}"#, "2:1: expected a member \"offset\", \"pointer\" or \"wheel\", found an object"),
    (
      #"{"t": 1.7e9, "offset": 1}"#,
      "2:7: expected a time within ±1e9 s, such as the seconds since the first line, for \"t\""
    ),
    (#"{"t": 1, "offset": 1e10}"#, "2:20: expected a number within ±1e9 for \"offset\""),
    (#"{"t": 1, "offset": "ü"}"#, "2:20: expected a number within ±1e9 for \"offset\""),
    (#"{"t": 1, "pointer": [1], "phase": "up"}"#, "2:21: expected an array of two numbers"),
    (#"{"t": 1, "pointer": [1, 2], "phase": "upp"}"#, "2:38: expected one of \"down\""),
    (#"{"t": 1, "pointer": [1, 2]}"#, "2:1: expected a member \"phase\""),
    (#"{"t": 1, "wheel": 2, "phase": 3}"#, "2:31: expected one of \"begin\""),
    ("[1]", "2:1: expected an object, found an array"),
    ("\u{1b}[2J", "2:1: expected a value, found byte 0x1b"),
    (#"{"t": 1, "off"#, "2:14: expected '\"' at the string's end"),
  ])
  func `an invalid line is reported with its position, and the next one is read`(
    line: String, words: String
  ) {
    let all = events("\(Self.first)\n\(line)\n{\"t\": 5, \"offset\": 5}\n")
    #expect(problems(all).count == 1)
    #expect(problems(all).first?.hasPrefix(words) == true, "\(problems(all))")
    #expect(lines(all).map(\.time) == [5])
  }

  @Test(arguments: [
    (#"{"feelstream": 2}"#, "1:16: expected 1, the version of the format"),
    (#"{"feelstream": 1.0}"#, "1:16: expected 1, the version of the format"),
    (#"{"feelstream": 1, "scale": 0}"#, "1:28: expected a positive number"),
    (#"{"feelstream": 1, "axis": "z"}"#, "1:27: expected one of \"x\", \"y\""),
    (#"{"feelstream": 1, "min": 3, "max": 2}"#, "1:1: expected a \"min\" that is not above"),
    (#"{"t": 1, "offset": 1}"#, "1:1: expected a first line with \"feelstream\": 1"),
    ("", "2:1: expected a first line with"),
  ])
  func `without a valid first line nothing is read, and one problem is reported`(
    line: String, words: String
  ) {
    let nonsense = String(repeating: "{\"t\": 1, \"offset\": 1}\n", count: 5)
    let all = events("\(line)\n\(nonsense)\(Self.first)\n{\"t\": 5, \"offset\": 5}\n")
    #expect(problems(all).count == 1)
    #expect(problems(all).first?.hasPrefix(words) == true, "\(problems(all))")
    #expect(lines(all).map(\.time) == [5])
  }

  @Test func `a second first line restarts the stream at any time`() {
    let part = "\(Self.first)\n{\"t\": 70, \"offset\": 1}\n{\"t\": 70.01, \"offset\": 2}\n"
    let all = events(part + part.replacing("70", with: "3"))
    #expect(problems(all).isEmpty)
    #expect(lines(all).map(\.time) == [70, 70.01, 3, 3.01])
  }

  @Test func `an endless line is reported once, and the next one is read`() {
    var reader = ObservationReader()
    var events: [ObservationReader.Event] = []
    reader.read(Array("\(Self.first)\n{\"t\": 1, \"offset\": 1, \"text\": \"".utf8)) {
      events.append($0)
    }
    let letters = [UInt8](repeating: UInt8(ascii: "x"), count: 1000)
    for _ in 0..<10_000 { reader.read(letters) { events.append($0) } }
    reader.read(Array("\"}\n{\"t\": 2, \"offset\": 2}\n".utf8)) { events.append($0) }
    reader.finish { events.append($0) }
    #expect(
      problems(events)
        == ["2:65537: expected a line of at most 65536 bytes, found more"])
    #expect(lines(events).map(\.time) == [2])
  }

  @Test func `a line of the maximum length is read, one byte more is not`() {
    func line(_ count: Int) -> String {
      let start = "{\"t\": 1, \"offset\": 1, \"text\": \""
      return start + String(repeating: "x", count: count - start.utf8.count - 2) + "\"}\n"
    }
    let most = Limits.streamLineBytes
    #expect(lines(events("\(Self.first)\n\(line(most))")).count == 1)
    #expect(lines(events("\(Self.first)\n\(line(most + 1))")).isEmpty)
  }

  @Test(arguments: [0.0, 1e-6])
  func `a flood of lines is read completely and in order with a bounded queue`(step: Double) {
    var reader = ObservationReader()
    var (count, last, most) = (0, -1.0, 0)
    reader.read(Array("\(Self.first)\n".utf8)) { _ in }
    for index in 0..<60_000 {
      reader.read(Array("{\"t\": \(Double(index) * step), \"offset\": \(index)}\n".utf8)) {
        guard case .line(let line) = $0, case .offset(let offset, _) = line.content else { return }
        #expect(offset == last + 1)
        (count, last) = (count + 1, offset)
      }
      most = max(most, reader.waitingCount)
    }
    reader.finish { _ in count += 1 }
    #expect(count == 60_000)
    #expect(most <= Limits.streamWaiting + 1)
  }

  @Test(arguments: 0..<20)
  func `random damage keeps the read lines in order`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let good = (0..<40).map { "{\"t\": \(Double($0) / 50), \"offset\": \($0)}\n" }.joined()
    for _ in 0..<100 {
      var bytes = Array("\(Self.first)\n\(good)".utf8)
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
        }
      }
      var reader = ObservationReader()
      var times = [-Double.infinity]
      for piece in [bytes.prefix(bytes.count / 2), bytes.dropFirst(bytes.count / 2)] {
        reader.read(piece) {
          switch $0 {
          case .source: times = [-.infinity]
          case .line(let line): times.append(line.time)
          case .problem(let error):
            #expect(error.position.line >= 1 && error.position.column >= 1)
          }
        }
      }
      reader.finish { if case .line(let line) = $0 { times.append(line.time) } }
      #expect(times == times.sorted())
    }
  }
}
