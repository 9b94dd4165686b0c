import FeelTrace
import Foundation
import TestSupport
import Testing

/// The output of `diff`, `velocity` and `explain` for motions of other programs.
struct ObservedDiffTests {
  private static let motion = "\(Program.recordings)/gtk4/const1000.motion.csv"
  private static let hand = "\(Program.recordings)/gtk4/const1000.hand.csv"

  /// A recording's motion and hand as a stream whose clock starts at another time.
  private func stream(from zero: Double) throws -> String {
    func rows(_ path: String) throws -> [[String]] {
      try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        .filter { !$0.hasPrefix("#") }.dropFirst().map { $0.split(separator: ",").map(String.init) }
    }
    let words = ["begin": "down", "update": "move", "end": "up"]
    var lines: [(time: Double, text: String)] = []
    for row in try rows(Self.motion) {
      let time = try #require(Double(row[0])) + zero
      lines.append((time, "{\"t\": \(time), \"offset\": \(row[1])}"))
    }
    for row in try rows(Self.hand) {
      let time = try #require(Double(row[0])) / 1000 + zero
      let phase = try #require(words[row[1]])
      lines.append(
        (time, "{\"t\": \(time), \"pointer\": [\(row[2]), \(row[3])], \"phase\": \"\(phase)\"}"))
    }
    lines.sort { $0.time < $1.time }
    return "{\"feelstream\": 1, \"source\": \"list\", \"viewport\": 800}\n"
      + lines.map { "\($0.text)\n" }.joined()
  }

  /// The window records a watched program as its stream.
  @Test func `a recording of a watched program is reported like the program's stream`() throws {
    let folder = try TemporaryFolder()
    let text = try stream(from: 1)
    let file = try folder.write(text, to: "a.jsonl")
    var lines = [
      #"{"feel": 2, "program": "0", "scene": "observed", "stage": [1200, 732], "scale": 1, "#
        + #""preset": "uikit", "parameters": {}, "theme": "light", "reducedMotion": false}"#,
      #"{"t": 0, "e": "watch", "source": "list", "viewport": 800}"#,
    ]
    for line in text.split(separator: "\n").dropFirst() {
      let rest = try #require(line.firstIndex(of: ","))
      let time = try #require(Double(line[line.startIndex..<rest].dropFirst(6)))
      lines.append(#"{"t": \#(Int((time * 1e6).rounded())), "e": "observe""# + line[rest...])
    }
    let recording = try folder.write(lines.joined(separator: "\n") + "\n", to: "a.feel")
    for verb: Words in ["diff --b gtk4", "explain", "check"] {
      func told(_ file: String) throws -> String {
        let run = try Program.run(verb + "\(file)", status: nil)
        // Only a recording has states.
        return run.text.replacing(file, with: "").split(separator: "\n")
          .filter { !$0.hasSuffix("no states to compare") }.joined(separator: "\n")
      }
      #expect(try told(recording) == told(file), "\(verb)")
    }
    // A recording without any stream lines is still valid.
    let empty = try folder.write(lines[0...1].joined(separator: "\n") + "\n", to: "empty.feel")
    let run = try Program.run("check \(empty)", status: nil)
    #expect(
      run.text == "\(empty): 0 states, 1 event, 0.0 s: no states to compare\n", "\(run.words)")
    try Program.expectRefusal("diff \(recording)#1 --b gtk4", status: 4, saying: "whole")
    try Program.expectRefusal(
      "diff \(recording) Assets/tour.feel", status: 4, saying: "two of the same kind")
  }

  @Test func `a table and a stream of the same motion show no difference`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(try stream(from: 50), to: "a.jsonl")
    let run = try Program.run("diff \(Self.motion) \(file) --hand \(Self.hand)")
    #expect(run.text.contains("let go at 0.000 s and 50.000 s"), "\(run.text)")
    #expect(run.text.contains("never more than a px apart"), "\(run.text)")
    let own = try Program.run("diff \(file) \(file) --json")
    let found = try JSONReader.read(own.output)
    #expect(found["same"]?.value == .flag(true), "\(own.text)")
    let take = try #require(found["takes"]?.list?.first)
    #expect(take["from"]?.text == "release" && take["lagMs"]?.number == 0)
    #expect(take["velocityShare"]?.number == 0)
  }

  @Test func `another motion fails, with the differences in numbers`() throws {
    let other = "\(Program.recordings)/gtk4/const3000.motion.csv"
    let run = try Program.run("diff \(Self.motion) \(other) --json", status: 1)
    let take = try #require(try JSONReader.read(run.output)["takes"]?.list?.first)
    let (a, b) = (take["a"]?["travel"]?.number ?? 0, take["b"]?["travel"]?.number ?? 0)
    #expect(b > a + 300 && take["from"]?.text == "start")
    #expect(take["parting"]?.number != nil)
    let text = try Program.run("diff \(Self.motion) \(other)", status: 1).text
    #expect(text.contains("B − A  travel +") && text.contains("apart from"), "\(text)")
  }

  @Test func `a motion is compared with a preset on the same hand`() throws {
    func take(_ preset: String) throws -> JSON {
      let run = try Program.run("diff \(Self.motion) --hand \(Self.hand) --b \(preset) --json")
      return try #require(try JSONReader.read(run.output)["takes"]?.list?.first)
    }
    let (own, other) = (try take("gtk4"), try take("qt6"))
    #expect(try #require(own["rms"]?.number) < 3, "\(own)")
    #expect(try #require(other["rms"]?.number) > 20, "\(other)")
    try Program.expectRefusal("diff \(Self.motion) --b gtk4", status: 4, saying: "--hand")
    try Program.expectRefusal("diff \(Self.motion) --b gtk9 --hand \(Self.hand)", saying: "gtk9")
    try Program.expectRefusal("diff \(Self.motion) --a gtk4 --b qt6", saying: "--a")
    try Program.expectRefusal(
      "diff \(Self.motion) Assets/tour.feel", status: 4, saying: "two of the same kind")
  }

  @Test func `two hands are compared by their travel`() throws {
    let other = "\(Program.recordings)/gtk4/const3000.hand.csv"
    let same = try Program.run("diff \(Self.hand) \(Self.hand)")
    #expect(same.text.contains("never more than"), "\(same.text)")
    try Program.run("diff \(Self.hand) \(other)", status: 1)
  }

  @Test func `velocities are estimated from the phases of a hand and the presses of a stream`()
    throws
  {
    let run = try Program.run("fit \(Self.hand) --estimator all --json")
    let release = try #require(try JSONReader.read(run.output)["releases"]?.list?.first)
    #expect(abs(try #require(release["pressed"]?.number) + 0.308) < 1e-9)
    for estimate in try #require(release["estimates"]?.list) {
      // 7.895 points every 8 ms, upwards.
      #expect(abs(try #require(estimate["vy"]?.number) + 986.9) < 40, "\(estimate)")
    }
    let two = try Program.run("fit --estimator lsq2 \(Program.recordings)/gtk4/twoflicks.hand.csv")
    #expect(two.text.contains("press 1: ") && two.text.contains("press 2: "), "\(two.text)")
    let streamed = try Program.run("fit --estimator lsq2 - --json", input: try stream(from: 1e6))
    let seen = try #require(try JSONReader.read(streamed.output)["releases"]?.list?.first)
    // GTK's own velocity for this hand is 949 px/s.
    #expect(abs(try #require(seen["program"]?.number) - 949) < 30, "\(seen)")
    let speed = try #require(seen["estimates"]?.list?.first?["vy"]?.number)
    #expect(abs(speed + 986.9) < 40)
    try Program.expectRefusal("fit --estimator lsq2 \(Self.hand) --release 3", saying: "--release")
  }

  @Test func `explain states what the program and each preset make of the hand`() throws {
    let run = try Program.run("explain \(Self.motion) --hand \(Self.hand) --json")
    let found = try JSONReader.read(run.output)
    #expect(abs(try #require(found["velocity"]?.number) - 949) < 30, "\(found)")
    #expect(found["rest"]?.number == 5537 && found["law"]?.text == "exponential")
    let presets = try #require(found["presets"]?.list)
    let gtk = try #require(presets.first { $0["preset"]?.text == "gtk4" })
    #expect(abs(try #require(gtk["velocity"]?.number) - 949.3671) < 0.2)
    #expect(abs(try #require(gtk["rest"]?.number) - 5537) < 1.5)
    #expect(presets.first?["preset"]?.text?.hasPrefix("gtk") == true)
    let text = try Program.run("explain --hand \(Self.hand) \(Self.motion)").text
    for word in ["hand ", "slop ", "release ", "run ", "rest ", "estimator", "uikit-fast"] {
      #expect(text.contains(word), "\(word): \(text)")
    }
    let folder = try TemporaryFolder()
    let file = try folder.write(try stream(from: 7), to: "a.jsonl")
    let later = try Program.json("explain \(file) --json")
    #expect(later["rest"]?.number == 5537 && abs((later["time"]?.number ?? 0) - 7) < 1e-6)
    try Program.expectRefusal("explain \(file) --at 6", status: 4, saying: "within 6")
    try Program.expectRefusal("explain \(Self.motion)", status: 4, saying: "--hand")
    try Program.expectRefusal("explain \(Self.hand)", status: 4, saying: "found a hand")
  }

  /// The content leaves the hand five times as fast as the hand ever moved, which cannot be seen
  /// from rows after the release alone.
  @Test func `explain compares no preset with a law far faster than the hand`() throws {
    let doubt = "no preset’s velocity is compared with it"
    let plain = try Program.run("explain --hand \(Self.hand) \(Self.motion)")
    #expect(!plain.text.contains(doubt), "\(plain.text)")
    let lines = try String(contentsOfFile: Self.hand, encoding: .utf8).split(separator: "\n")
    let first = try #require(lines.firstIndex { !$0.hasPrefix("#") })
    let slow = try lines[first...].dropFirst().map { line in
      let cells = line.split(separator: ",").map(String.init)
      let place = try #require(Double(cells[3]))
      return (cells[..<3] + ["\(place / 5)"] + cells[4...]).joined(separator: ",")
    }
    let folder = try TemporaryFolder()
    let file = try folder.write(
      ([String(lines[first])] + slow).joined(separator: "\n") + "\n", to: "slow.hand.csv")
    let run = try Program.run("explain --hand \(file) \(Self.motion)")
    #expect(run.text.contains(doubt), "\(run.words)")
    #expect(run.text.contains("no estimator gives more than"), "\(run.text)")
  }
}
