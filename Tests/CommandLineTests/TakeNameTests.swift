import FeelTrace
import Foundation
import TestSupport
import Testing

/// Selecting a recording's take by name or number.
struct TakeNameTests {
  private let folder: TemporaryFolder
  private let recording: String

  init() throws {
    folder = try TemporaryFolder()
    recording = try folder.write(Self.text, to: "two.feel")
  }

  /// Two flicks of a carousel: the first named “there”, the second back and faster.
  static var text: String {
    var lines = [
      #"{"feel": 2, "program": "0", "scene": "carousel", "stage": [880, 392], "scale": 1, "preset": "uikit", "parameters": {}, "theme": "light", "reducedMotion": false}"#
    ]
    func flick(at start: Int, _ way: Int) {
      for step in 0...10 {
        let word = step == 0 ? "down" : "move"
        let x = 440 + way * step * step / 10
        lines.append(#"{"t": \#(start + step * 10_000), "e": "\#(word)", "x": \#(x), "y": 190}"#)
      }
      lines.append(#"{"t": \#(start + 104_000), "e": "up", "x": \#(440 + way * 10), "y": 190}"#)
    }
    flick(at: 1_000_000, -12)
    lines.append(#"{"t": 6000000, "e": "name-take", "number": 1, "name": "there"}"#)
    flick(at: 7_000_000, 25)
    lines.append(#"{"t": 12000000, "e": "move", "x": 300, "y": 190}"#)
    return lines.joined(separator: "\n") + "\n"
  }

  private func json(_ words: Words) throws -> JSON {
    try Program.json(words + "--json")
  }

  @Test func `a take's name, number and title select the same take`() throws {
    let named = try json("explain \(recording)#there")
    #expect(named == (try json("explain \(recording)#1")))
    #expect(named == (try json("explain \(recording)#\("Take 1")")))
    // The last release of the recording is that of the second take.
    let second = try json("explain \(recording)#2")
    #expect(second["rest"] != named["rest"])
    #expect(second["rest"] == (try json("explain \(recording)"))["rest"])
  }

  @Test func `a take moves as it did in the whole recording, bit for bit`() throws {
    let whole = try json("diff \(recording) --b gtk4")["takes"]?.list ?? []
    #expect(whole.count == 2)
    for (number, gesture) in zip(1..., whole) {
      let alone = try json("diff \(recording)#\(number) --b gtk4")["takes"]?.list ?? []
      #expect(alone.count == 1)
      // Alone, both sets start where the take began; in the whole recording, the second set has
      // diverged by then.
      for member in number == 1 ? ["control", "a", "b", "greatest"] : ["control", "a"] {
        #expect(alone.first?[member] == gesture[member], "take \(number): \(member)")
      }
    }
  }

  @Test func `two takes of a recording are compared`() throws {
    let run = try Program.run("diff \(recording)#there \(recording)#2 --json", status: 1)
    let found = try #require(try JSONReader.read(run.output)["takes"]?.list?.first)
    let a = try #require(found["a"]?["rest"]?.number)
    let b = try #require(found["b"]?["rest"]?.number)
    #expect(a == (try json("explain \(recording)#1"))["rest"]?.number)
    #expect(b == (try json("explain \(recording)#2"))["rest"]?.number)
    #expect(try #require(found["greatest"]?.number) >= abs(a - b))
    try Program.run("diff \(recording)#1 \(recording)#there")
    try Program.expectRefusal("diff \(recording)#1 \(recording)", saying: "FILE#1 FILE#2")
  }

  @Test func `check and curve use the selected take only`() throws {
    let all = try json("check \(recording)")["checked"]?.list?.first?["motions"]?.number
    let one = try json("check \(recording)#2")["checked"]?.list?.first?["motions"]?.number
    #expect(all == 2 && one == 1)
    let curve = try json("curve \(recording)#2 --at 0,0.05,60")
    let rest = try json("explain \(recording)#2")["rest"]
    #expect(curve["rest"] == rest)
    #expect(curve["samples"]?.list?.last?["x"] == rest)
    #expect(curve["samples"]?.list?.last?["v"]?.number == 0)
    try Program.expectRefusal("curve \(recording)#2 --velocity 100", saying: "not a recorded take")
    try Program.expectRefusal("curve \(recording)", saying: "FILE#1", "1 “there”, 2")
  }

  @Test func `list, curve and explain name the same controls of a take that moved two`() throws {
    var lines = [
      #"{"feel": 2, "program": "0", "scene": "overview", "stage": [1200, 732], "scale": 1, "preset": "uikit", "parameters": {}, "theme": "light", "reducedMotion": false}"#
    ]
    // The carousel still runs when the slider is dragged.
    for (start, x, y, step) in [(500_000, 880, 180, -20), (700_000, 680, 493, 4)] {
      for index in 0...10 {
        let (time, word) = (start + index * 10_000, index == 0 ? "down" : "move")
        lines.append(#"{"t": \#(time), "e": "\#(word)", "x": \#(x + step * index), "y": \#(y)}"#)
      }
      lines.append(#"{"t": \#(start + 105_000), "e": "up", "x": \#(x + step * 10), "y": \#(y)}"#)
    }
    lines.append(#"{"t": 6000000, "e": "mark"}"#)
    let path = try folder.write(lines.joined(separator: "\n") + "\n", to: "both.feel")
    let take = try #require(try json("list \(path)")["takes"]?.list?.first)
    #expect(take["control"]?.text == "slider")
    let slider = try json("curve \(path)#1")
    #expect(slider["control"] == take["control"] && slider["rest"] == take["rest"])
    // A slider has no resting places to choose from.
    let explained = try json("explain \(path)#1")
    #expect(explained["control"]?.text == "carousel")
    let carousel = try json("curve \(path)#1 --control carousel")
    #expect(carousel["control"] == explained["control"] && carousel["rest"] == explained["rest"])
    #expect(try json("explain \(path)#1 --control carousel") == explained)
    try Program.expectRefusal("explain \(path)#1 --control slider", status: 4, saying: "“slider”")
    try Program.expectRefusal(
      "curve \(path)#1 --control dial", status: 4, saying: "“dial”", "carousel")
  }

  @Test func `a take is drawn as in the whole recording, or with another preset`() throws {
    func picture(_ words: Words) throws -> [UInt8] {
      let run = try Program.run("render" + words + "-o -")
      return run.output
    }
    let end = try picture("\(recording)#1")
    #expect(end != (try picture("\(recording)#2")))
    #expect(end == (try picture("\(recording)#there")))
    // One second after its press: a take starts a quarter of a second before the press.
    let (whole, alone) = (
      try picture("\(recording) --at 1.2"), try picture("\(recording)#1 --at 0.45")
    )
    #expect(whole == alone)
    #expect(end != (try picture("\(recording)#1 --preset gtk4")))
  }

  @Test func `an unknown take is refused with a list of the known ones`() throws {
    for verb in ["explain", "check", "curve"] {
      try Program.expectRefusal(
        "\(verb) \(recording)#3", status: 4, saying: "two.feel", "“3”", "1 “there”, 2.")
    }
    try Program.expectRefusal("render \(recording)#their -o -", status: 4, saying: "1 “there”, 2.")
    try Program.expectRefusal(
      "explain \(folder.file("none.feel#1"))", status: 4, saying: "none.feel#1", "No such file")
    let still = try folder.write(
      Self.text.split(separator: "\n").prefix(1).joined() + "\n", to: "still.feel")
    try Program.expectRefusal("explain \(still)#1", status: 4, saying: "Nothing moved")
  }

  @Test func `a name that two takes share is refused with their numbers`() throws {
    let twice = try folder.write(
      Self.text + #"{"t": 12000001, "e": "name-take", "number": 2, "name": "there"}"# + "\n",
      to: "twice.feel")
    try Program.expectRefusal("explain \(twice)#there", saying: "1, 2")
    try Program.run("explain \(twice)#2")
  }

  @Test func `a file with a # in its name can be opened, and so can its takes`() throws {
    let file = try folder.write(Self.text, to: "two.feel#1")
    #expect(try json("explain \(file)") == json("explain \(recording)"))
    #expect(try json("explain \(file)#1") == json("explain \(recording)#there"))
  }
}
