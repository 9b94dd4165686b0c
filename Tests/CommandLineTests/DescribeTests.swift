import Foundation
import Testing

struct DescribeTests {
  @Test(arguments: ["overview", "carousel", "curves"])
  func `the tree of a scene has stable names, and the places of a window`(scene: String) throws {
    let run = try Program.run(["describe", "--scene", scene, "--json", "--panels"])
    #expect(run.status == 0)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    #expect(json["role"] as? String == "window")
    let elements = try all(json)
    for element in elements {
      for name in ["id", "role", "name", "value", "spoken"] {
        #expect(element[name] is String, "\(element)")
      }
      let frame = try #require(element["frame"] as? [String: Double])
      let isOffscreen = (element["states"] as? [String])?.contains("offscreen") == true
      #expect(isOffscreen || frame["x", default: -1] + frame["width", default: 1e9] <= 1200)
    }
    let ids = elements.compactMap { $0["id"] as? String }
    for id in ["scene.\(scene)", "window.pause", "stage", "parameters", "timeline", "overlay.hud"] {
      #expect(ids.contains(id))
    }
  }

  @Test func `a parameter that is set is in what is said`() throws {
    let run = try Program.run(
      ["describe", "--scene", "carousel", "--set", "carousel.count=7"])
    #expect(run.status == 0)
    #expect(run.text.contains("Cards, 1 of 7 (carousel)"))
    #expect(run.words.isEmpty)
  }

  @Test func `a scene that there is not is refused with those there are`() throws {
    try Program.expectRefusal(["describe", "--scene", "nowhere"], status: 2, saying: "overview")
  }

  private func all(_ element: [String: Any]) throws -> [[String: Any]] {
    let children = try #require(element["children"] as? [[String: Any]])
    return [element] + (try children.flatMap(all))
  }
}
