import FeelTrace
import Foundation
import TestSupport
import Testing

/// Messages about a hand that is missing or belongs to another motion.
struct HandFileTests {
  /// A drag at 1000 per second for 0.1 s, and a run that begins 300 further on.
  private static let motion =
    "t,x\n"
    + (0...120).map { frame in
      let time = Double(frame) / 60 - 0.093
      let offset = time < 0 ? 1000 * (time + 0.096) : 396 + 325 * (1 - exp(-3.077 * time))
      return "\(time),\(offset)\n"
    }.joined()

  /// Its hand, sampled every 8 ms.
  private static func hand(
    milliseconds: (Double) -> Double = { $0 }, direction: Double = -1
  ) -> String {
    "t_ms,phase,x,y\n"
      + (0...12).map { index in
        let phase = index == 0 ? "begin" : index == 12 ? "end" : "update"
        let time = milliseconds(Double(index) * 8 - 96)
        return "\(time),\(phase),\(400 + direction * 8 * Double(index)),300\n"
      }.joined()
  }

  private let folder: TemporaryFolder
  private let motion: String

  init() throws {
    folder = try TemporaryFolder()
    motion = try folder.write(Self.motion, to: "motion.csv")
  }

  @Test func `without a hand check says what is not judged`() throws {
    let run = try Program.run("check \(motion)")
    #expect(run.text.contains("are not judged: a table needs --hand"))
  }

  @Test func `explain names the faults that check names`() throws {
    let hand = try folder.write(Self.hand(), to: "hand.csv")
    let check = try Program.run("check \(motion) --hand \(hand)", status: 1)
    #expect(check.text.contains("the position jumps by 300"), "\(check.text)")
    let explanation = try Program.run("explain \(motion) --hand \(hand)")
    #expect(explanation.text.contains("fault    at "), "\(explanation.text)")
    #expect(explanation.text.contains("the position jumps by 300"))
    let json = try Program.json("explain \(motion) --hand \(hand) --json")
    #expect(json["faults"]?.list?.first?["kind"]?.text == "jump")
  }

  @Test func `a hand with another clock or unit is refused with a remedy`() throws {
    let late = try folder.write(Self.hand { $0 + 100_000 }, to: "late.csv")
    try Program.expectRefusal(
      "check \(motion) --hand \(late)", status: 4, saying: "does not overlap", "t × 1000")
    let seconds = try folder.write(Self.hand { $0 / 1000 }, to: "seconds.csv")
    try Program.expectRefusal(
      "check \(motion) --hand \(seconds)", status: 4, saying: "Multiply it by 1000")
  }

  @Test func `content that moves against the hand is reported`() throws {
    let hand = try folder.write(Self.hand(direction: 1), to: "hand.csv")
    let run = try Program.run("check \(motion) --hand \(hand)", status: 1)
    #expect(run.text.contains("moves against the hand"), "\(run.text)")
  }

  @Test(arguments: [
    (-200.0, "about 200 ms later: the program is that late, or"),
    (200, "moves about 200 ms before the hand"),
    (0, nil), (-100, nil),
  ])
  func `a hand whose clock is off is reported with the time to add`(
    shift: Double, words: String?
  ) throws {
    // The hand gets faster up to its release.
    func travelled(_ time: Double) -> Double {
      let passed = min(max(0, time - 0.7), 0.3)
      return 2000 * passed * passed / 0.6
    }
    let rows = (0...180).map { frame in
      let time = 0.4 + Double(frame) / 60
      let run = 500 * (1 - exp(-4 * max(0, time - 1)))
      return "\(time),\(travelled(time) + run)\n"
    }
    let samples = (0...36).map { index in
      let time = 0.7 + Double(index) / 120
      let phase = index == 0 ? "begin" : index == 36 ? "end" : "update"
      return "\(1000 * time + shift),\(phase),400,\(900 - travelled(time))\n"
    }
    let table = try folder.write("t,x\n" + rows.joined(), to: "follows.csv")
    let hand = try folder.write("t_ms,phase,x,y\n" + samples.joined(), to: "follows-hand.csv")
    for verb in ["fit", "explain"] {
      let run = try Program.run("\(verb) \(table) --hand \(hand)", status: nil)
      #expect(run.text.contains(words ?? "clocks") == (words != nil), "\(run.text)")
    }
  }

  @Test func `a stream in milliseconds is refused with a remedy`() throws {
    let lines = (0...60).map { "{\"t\": \(Double($0) * 16.7), \"offset\": \($0 * 9)}\n" }
    let stream = try folder.write("{\"feelstream\": 1}\n" + lines.joined(), to: "ms.jsonl")
    try Program.expectRefusal("fit \(stream)", status: 4, saying: "Divide t by 1000")
  }

  @Test func `an empty file and another kind of file are refused as what they are`() throws {
    let empty = try folder.write("", to: "empty.csv")
    try Program.expectRefusal("check \(empty)", status: 4, saying: "empty.csv is empty")
    try Program.expectRefusal(
      "check \(motion) --hand \(empty)", status: 4, saying: "empty.csv is empty")
    let picture = try folder.write("GIF89a", to: "a.png")
    try Program.expectRefusal(
      "check \(motion) --hand \(picture)", status: 4, saying: "found a video", "t_ms,phase,x,y")
    let hand = try folder.write(Self.hand(), to: "hand.csv")
    for verb in ["check", "fit", "explain"] {
      try Program.expectRefusal(
        "\(verb) \(hand)", status: 4, saying: "found a hand", "feellab fit MOTION --hand FILE")
    }
  }

  @Test func `the result counts the skipped lines and names the first`() throws {
    let lines = (0...60).map { frame in
      "{\"t\": \(Double(frame) / 60), \"offset\": \(500 * (1 - exp(-0.06 * Double(frame))))}\n"
    }
    let text = "{\"feelstream\": 1}\n" + lines.joined() + "{\"t\": \nx\n"
    let stream = try folder.write(text, to: "a.jsonl")
    for verb in ["check", "fit"] {
      let run = try Program.run("\(verb) \(stream)")
      let sentence = "skipped 2 invalid lines, the first of them line 63"
      #expect(run.text.contains(sentence) && run.words.contains(sentence), "\(run.text)")
    }
    let cut = try folder.write(String(text.dropLast(4)), to: "cut.jsonl")
    let run = try Program.run("check \(cut)")
    #expect(run.text.contains("skipped line 63, which is cut short"), "\(run.text)")
  }

  @Test func `check names what it checked, and fails where nothing moves`() throws {
    let preset = try Program.run("check --preset gtk4")
    #expect(preset.text.hasPrefix("No file named; checking preset gtk4."))
    let still = try folder.write(Self.still, to: "still.feel")
    let run = try Program.run("check \(still)", status: 4)
    #expect(run.words.contains("nothing to check"), "\(run.words)")
  }

  private static let still =
    #"{"feel": 2, "program": "0.1.0", "scene": "pager", "stage": [1200, 732], "scale": 1, "#
    + #""preset": "uikit", "parameters": {}, "theme": "light", "reducedMotion": false}"# + "\n"
    + #"{"t": 500000, "e": "move", "x": 600, "y": 366}"# + "\n"
}
