import FeelTrace
import Foundation
import TestSupport
import Testing

/// `check --against`: a scrolling regression test for a program's own test suite.
struct BaseCheckTests {
  private let folder: TemporaryFolder
  private let base: String

  init() throws {
    folder = try TemporaryFolder()
    base = try folder.write(Self.stream(), to: "base.jsonl")
  }

  /// A drag at 1500 per second, then a fling that decays by `decay` per second.
  private static func stream(
    decay: Double = 2.5, later: Double = 0, jump: Double = 0, flings: Int = 1
  ) -> String {
    var text = "{\"feelstream\": 1, \"source\": \"list\", \"viewport\": 800}\n"
    for fling in 0..<flings {
      let start = Double(fling) * 5
      for index in 0..<8 {
        let (time, phase) = (start + Double(index) * 0.008, index == 0 ? "down" : "move")
        text +=
          "{\"t\": \(time), \"pointer\": [300, \(600 - index * 12)], \"phase\": \"\(phase)\"}\n"
      }
      text += "{\"t\": \(start + 0.0565), \"pointer\": [300, 516], \"phase\": \"up\"}\n"
      for frame in 0..<150 {
        let time = Double(frame) / 60
        let run = max(0, time - 0.06 - later)
        let offset = 1500 / decay * (1 - exp(-decay * run)) + (frame > 40 ? jump : 0)
        text += "{\"t\": \(start + time), \"offset\": \(offset)}\n"
      }
    }
    return text
  }

  private func check(_ text: String, _ flags: Words = "", status: Int32 = 0) throws -> Program.Run {
    let file = try folder.write(text, to: "now.jsonl")
    return try Program.run("check \(file) --against \(base)" + flags, status: status)
  }

  @Test func `a motion that matches its base passes`() throws {
    let run = try check(Self.stream())
    #expect(run.text.contains("matches its base"), "\(run.text)\(run.words)")
    #expect(run.text.contains("not judged: the lag"), "\(run.text)")
  }

  @Test func `another law fails, naming each difference and its size`() throws {
    let run = try check(Self.stream(decay: 2.7), "--within 2px,3%", status: 1)
    // 1500 × (1/2.5 − 1/2.7) = 44.4, except for the friction of the last frames.
    #expect(run.text.contains("take 1: 43.8 px apart at"), "\(run.text)")
    #expect(run.text.contains("travel −7.3 %, where 3.0 % are allowed"), "\(run.text)")
    _ = try check(Self.stream(decay: 2.7), "--within 50px,10%")
    let json = try JSONReader.read(
      try check(Self.stream(decay: 2.7), "--within 2px,3% --json", status: 1).output)
    let differences = json["checked"]?.list?.first?["differences"]?.list
    #expect(differences?.count == 3, "\(json)")
  }

  @Test func `a lag is judged only where a tolerance for it is given`() throws {
    _ = try check(Self.stream(later: 0.01), "--within 3px,3%")
    let run = try check(Self.stream(later: 0.01), "--within 3px,3%,5ms", status: 1)
    #expect(run.text.contains("ms later, where 5.0 ms are allowed"))
  }

  @Test func `a fault that the base lacks is a difference`() throws {
    let run = try check(Self.stream(jump: 12), "--within 3%", status: 1)
    #expect(run.text.contains("take 1: 1 jump at "), "\(run.text)")
  }

  @Test func `frames at other times are no difference, but a fault at another time is`() throws {
    func table(from start: Double, jump: Int) -> String {
      let rows = (0...100).map { frame in
        let time = start + Double(frame) / 60
        return "\(time),\(600 * (1 - exp(-2.5 * max(0, time - 0.1))) + (frame > jump ? 12 : 0))\n"
      }
      return "t,x\n" + rows.joined()
    }
    let early = try folder.write(table(from: 0, jump: 40), to: "early.csv")
    for (start, jump, status) in [(0.008, 40, 0), (0.012, 40, 0), (0, 60, 1)]
      as [(Double, Int, Int32)]
    {
      let file = try folder.write(table(from: start, jump: jump), to: "other.csv")
      let run = try Program.run(
        "check \(file) --against \(early) --within 13px,5%,10ms", status: status)
      #expect(run.text.contains("not judged: the lag: both need a hand"), "\(run.text)")
    }
  }

  @Test func `a different number of takes is a difference`() throws {
    let run = try check(Self.stream(flings: 2), status: 1)
    #expect(run.text.contains("2 takes, where the base has 1"), "\(run.text)")
  }

  @Test func `lengths in different units are not compared`() throws {
    let text = Self.stream().replacing("\"viewport\"", with: "\"unit\": \"dp\", \"viewport\"")
    let file = try folder.write(text, to: "dp.jsonl")
    for command in ["check \(file) --against \(base)", "diff \(base) \(file)"] {
      try Program.expectRefusal(
        Words(command), status: 4, saying: "lengths cannot be compared. Give both in the same unit")
    }
  }

  @Test func `a preset can be the base, with the motion's own hand`() throws {
    let file = try folder.write(Self.stream(), to: "now.jsonl")
    let run = try Program.run("check \(file) --against gtk4", status: 1)
    // GTK's list decays by 4 per second.
    #expect(run.text.contains("decay 4.000"), "\(run.text)")
    let table = try folder.write(
      "t,x\n" + (0...60).map { "\(Double($0) / 60),\(sqrt(Double($0)))\n" }.joined(), to: "a.csv")
    try Program.expectRefusal(
      "check \(table) --against gtk4", status: 4, saying: "name it with --hand")
  }

  @Test func `an invalid base or tolerance is refused`() throws {
    try Program.expectRefusal(
      "check \(base) --against gtk44", saying: "No file or preset", "Did you mean gtk4")
    try Program.expectRefusal(
      "check \(base) --against gone.jsonl", status: 4, saying: "Cannot open “gone.jsonl”")
    try Program.expectRefusal(
      ["check", base, "--against", base, "--within", "2 yards"], saying: "2px,3%,16ms")
    try Program.expectRefusal(
      "check \(base) --against \(base) --within 2,5px", saying: "2px,3%,16ms")
    try Program.expectRefusal(
      "check --against \(base)", saying: "--against needs a motion of another program")
  }
}
