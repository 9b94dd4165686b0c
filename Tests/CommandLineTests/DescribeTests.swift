import Foundation
import Testing

struct DescribeTests {
  @Test(arguments: ["overview", "carousel", "curves"])
  func `a scene's element tree has stable IDs and frames within the window`(scene: String) throws {
    let run = try Program.run("list --as elements \(scene) --json --panels")
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

  @Test func `a parameter that is set shows in the description`() throws {
    let run = try Program.run("list --as elements carousel --set carousel.count=7")
    #expect(run.text.contains("Cards, 1 of 7 (carousel)"))
    #expect(run.words.isEmpty)
  }

  @Test(
    arguments: [
      ("overview", "hold.container.shape=circle", "circle with a blue outline of its own"),
      ("overview", "hold.custom.color=green", "rounded rectangle with a green level"),
      ("overview", "slider.upper=0.5", "50 % over 10 %, in the theme’s colours"),
      ("long-press", "hold.container.shape=rectangle", "rectangle with a blue outline of its own"),
      ("long-press", "hold.circle.color=orange", "circle with an orange ring"),
      ("progress-slider", "slider.tint=white", "100 % over 10 %, in white"),
      ("progress-slider", "slider.duration=90", "Position, 27 s of 1 min 30 s"),
      ("integer-slider", "integer.ticks=swell", "ticks: swell"),
      ("curves", "curve.source=data", "No data yet"),
    ])
  func `an appearance that is set is described`(scene: String, setting: String, words: String)
    throws
  {
    let plain = try Program.run("list --as elements \(scene)")
    #expect(!plain.text.contains(words))
    let run = try Program.run("list --as elements \(scene) --set \(setting)")
    #expect(run.text.contains(words), "\(run.text)")
  }

  @Test(
    arguments: [
      ("physics.band=linear", "past the edge, linear, changed from rubber band (combobox"),
      ("physics.momentum=carried", "Momentum, carried, changed from none (combobox"),
      ("physics.stop.speed=5", "5 pt/s, changed from 10 pt/s (spinbutton"),
      ("physics.edge.spring.mass=2", "0.8886 s, shifted from 0.6283 s (spinbutton"),
    ])
  func `set values and the values they shift are marked, with the preset's values`(
    setting: String, words: String
  ) throws {
    let scene: Words = "list --as elements scroll-view --panels"
    let plain = try Program.run(scene)
    #expect(!plain.text.contains("changed from") && !plain.text.contains("shifted from"))
    let run = try Program.run(scene + "--set \(setting)")
    #expect(run.text.contains(words), "\(run.text)")
  }

  @Test(
    arguments: [
      ("hold.container.shape=oval", "capsule"), ("hold.circle.color=mauve", "magenta"),
      ("slider.upper=1.1", "0.0 to 1.0"), ("slider.tint=red", "theme, white, black"),
    ])
  func `an unknown appearance is refused with the valid ones`(
    setting: String, words: String
  ) throws {
    try Program.expectRefusal("list --as elements --set \(setting)", saying: words)
  }

  @Test func `an unknown scene is refused with the known ones`() throws {
    try Program.expectRefusal("list --as elements nowhere", saying: "overview")
  }

  private func all(_ element: [String: Any]) throws -> [[String: Any]] {
    let children = try #require(element["children"] as? [[String: Any]])
    return [element] + (try children.flatMap(all))
  }
}
