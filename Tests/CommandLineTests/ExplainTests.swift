import FeelTrace
import Foundation
import TestSupport
import Testing

struct ExplainTests {
  private static let recording = "\(Program.root)/Assets/same-flick.feel"

  @Test func `the numbers agree from the samples to the chosen card`() throws {
    let found = try Program.json("explain \(Self.recording) --json --at 1")
    let choice = try #require(found["choice"])
    let index = try #require(choice["index"]?.number)
    let place = try #require(
      choice["candidates"]?.list?.first { $0["index"]?.number == index }?["place"]?.number)
    #expect(abs(try #require(found["rest"]?.number) - place) < 1e-6)
    let pieces = try #require(found["motion"]?.list)
    #expect(pieces.first?["from"]?.number == found["offset"]?.number)
    #expect(pieces.last?["to"]?.number == found["rest"]?.number)
    #expect(pieces.last?["end"]?.number == found["duration"]?.number)
    // The hand moves from 600 to 450 in 130 ms, accelerating; no limit or momentum changes its
    // velocity.
    let velocity = try #require(found["velocity"]?["release"]?.number)
    #expect(velocity == found["velocity"]?["pointer"]?.number && velocity > 1500 && velocity < 1800)
    let used = try #require(found["samples"]?.list).filter { $0["fate"]?.text == "used" }
    // UIKit's weights use the last four.
    #expect(used.count == 4)
    // One card further and one card back: the margins have opposite signs.
    let margins = try #require(choice["margins"]?.list)
    #expect(margins.compactMap { $0["index"]?.number } == [index - 1, index + 1])
    let velocities = margins.compactMap { $0["velocity"]?.number }
    #expect(velocities[0] < 0 && velocities[1] > 0)
    let midpoints = try #require(choice["midpoints"]?.list).compactMap(\.number)
    let aim = try #require(choice["aim"]?.number)
    let distances = margins.compactMap { $0["distance"]?.number }
    // Content rests on a device pixel: the first one past a midpoint counts.
    for distance in distances {
      #expect(midpoints.contains { abs(aim + distance - $0) <= 1 }, "\(aim) \(distance)")
    }
  }

  @Test func `the text has a line for each step`() throws {
    let run = try Program.run("explain \(Self.recording) --at 1")
    let steps = run.text.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(
      steps.filter { $0 != "motion" }
        == ["control", "samples", "velocity", "release", "run", "choice", "rest"])
    #expect(steps.contains("motion"))
    #expect(run.text.contains("card "))
  }

  @Test func `before the first release there is nothing to explain`() throws {
    try Program.expectRefusal(
      "explain \(Self.recording) --at 0.4", status: 4, saying: "no release to explain", "carousel")
  }
}
