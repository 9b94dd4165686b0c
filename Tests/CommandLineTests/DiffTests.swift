import FeelTrace
import Foundation
import Testing

struct DiffTests {
  private let tour = FileManager.default.currentDirectoryPath + "/Assets/tour.feel"

  private func gestures(_ arguments: String...) throws -> [[JSON.Member]] {
    let run = try Program.run(["diff", tour, "--json"] + arguments)
    #expect(run.status == 0, "\(run.words)")
    return try #require(try JSONReader.read(run.output).list).map { gesture in
      guard case .object(let members) = gesture.value else { return [] }
      return members
    }
  }

  private func number(_ gesture: [JSON.Member], _ name: String) throws -> Double {
    try #require(gesture.first { $0.name == name }?.value.number)
  }

  @Test func `the same set twice makes no difference`() throws {
    let gestures = try gestures("--a", "android", "--b", "android")
    #expect(gestures.count >= 4)
    for gesture in gestures { #expect(try number(gesture, "greatest") == 0) }
  }

  @Test func `another set shows in where and when the cards rest`() throws {
    let cards = try gestures("--b", "android").filter { gesture in
      gesture.first { $0.name == "control" }?.value.text == "carousel"
    }
    #expect(cards.count >= 3)
    #expect(try cards.contains { try number($0, "greatest") > 100 })
  }

  @Test func `swapping the sets swaps the outcomes`() throws {
    let (one, other) = (
      try gestures("--a", "uikit", "--b", "gtk4"), try gestures("--a", "gtk4", "--b", "uikit")
    )
    func set(_ gestures: [[JSON.Member]], _ name: String) -> [String] {
      gestures.map { gesture in "\(gesture.first { $0.name == name }?.value ?? .null)" }
    }
    #expect(set(one, "a") == set(other, "b"))
    #expect(set(one, "b") == set(other, "a"))
  }

  @Test func `a file of parameters is a set, and what is none is refused with the remedy`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      #"{"scene": "overview", "parameters": {"physics.rate": 0.99}}"#, to: "soft.json")
    #expect(try Program.run(["diff", tour, "--b", file]).text.contains("B − A"))
    try Program.expectRefusal(
      ["diff", tour, "--b", "andriod"], status: 2, saying: "“andriod”", "android")
    try Program.expectRefusal(["diff", tour], status: 2, saying: "--b")
    try Program.expectRefusal(
      ["diff", "/nonexistent/a.feel", "--b", "android"], status: 4, saying: "No such file")
  }
}
