import FeelTrace
import TestSupport
import Testing

/// Everything that prints the laws' values prints the same ones: list, params, flags, describe and
/// copied Swift.
struct LayerTests {
  private func members(_ json: JSON?) throws -> [JSON.Member] {
    guard case .object(let members)? = json?.value else { throw NoObject() }
    return members
  }
  private struct NoObject: Error {}

  private func words(_ value: JSON) -> String {
    switch value.value {
    case .null: "none"
    case .flag(let isOn): isOn ? "on" : "off"
    default: value.text ?? value.number.map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" } ?? ""
    }
  }

  @Test func `all listings of a preset's values agree`() throws {
    let presets = try #require(try Program.json("list --json")["presets"]?.list)
    #expect(presets.count >= 14)
    for preset in presets {
      let id = try #require(preset["id"]?.text)
      let listed = try members(preset["parameters"])
      #expect(listed.count > 25)
      let scene: Words = "scroll-view"
      let dumped = try Program.json("list --as file --preset \(id)" + scene)
      let laws = try members(dumped["parameters"]).filter { $0.name.hasPrefix("physics.") }
      #expect(laws == listed, "\(id)")

      // Setting a preset's own values one by one changes nothing.
      let flags = Words(listed.flatMap { ["--set", "\($0.name)=\(words($0.value))"] })
      let changed = try Program.json("list --as file --changed --preset \(id)" + scene + flags)
      #expect(try members(changed["parameters"]).isEmpty, "\(id)")
      // Set over another preset, they give the same complete laws.
      let base = id == "gtk4" ? "android" : "gtk4"
      let swift = try Program.run("list --as swift --preset \(id)" + scene).text
      #expect(try Program.run("list --as swift --preset \(base)" + scene + flags).text == swift)

      let listing = try Program.run("list --preset \(id)").text
      let panel = try elements(
        try Program.json("list --as elements --json --panels --preset \(id)" + scene))
      for member in listed {
        #expect(listing.contains("\n  \(member.name) = \(words(member.value))"), "\(member.name)")
        guard let element = panel[member.name] else {
          // Mass and damping form are only shown with physical springs.
          #expect(member.name.hasSuffix(".mass") || member.name.hasSuffix(".damping"))
          continue
        }
        guard let number = member.value.number, !member.name.contains(".spring.") else { continue }
        #expect(element["number"]?.number == number, "\(id) \(member.name)")
      }
      let stiffness = try #require(panel["physics.landing.spring.stiffness"]?["number"]?.number)
      func law(_ name: String) throws -> Double {
        try #require(listed.first { $0.name == "physics.landing.spring.\(name)" }?.value.number)
      }
      // The panel's duration is that of the listed spring.
      let duration = 2 * Double.pi * (try law("mass") / law("stiffness")).squareRoot()
      #expect(abs(stiffness - duration) <= 5e-5)
    }
  }

  private func elements(_ element: JSON) throws -> [String: JSON] {
    var elements: [String: JSON] = [:]
    for child in try #require(element["children"]?.list) {
      elements[try #require(child["id"]?.text)] = child
      elements.merge(try self.elements(child)) { first, _ in first }
    }
    return elements
  }

  @Test func `a value of UIKit's takes effect under another preset`() throws {
    let plain = try Program.run("curve --preset gtk4 --velocity 1000 --at 0.5")
    let changed = try Program.run([
      "curve", "--preset", "gtk4", "--velocity", "1000", "--at", "0.5", "--set",
      "physics.decay.measure=keptPerMs", "--set", "physics.decay.keptPerMillisecond=0.998",
    ])
    #expect(changed.text != plain.text)
    let uikit = try Program.run("curve --velocity 1000 --at 0.5")
    #expect(changed.text == uikit.text)
  }

  @Test func `a file keeps an override that equals its preset's value`() throws {
    let dump: Words = "list --as file --changed scroll-view --params -"
    // The value set over UIKit is GTK 4's own.
    let set = #"{"preset": "uikit", "parameters": {"physics.stop.speed": 0.1}}"#
    let file = try Program.run(dump + "--preset gtk4", input: set).text
    #expect(file.contains(#""overrides": ["physics.stop.speed"]"#))
    #expect(try Program.run(dump, input: file).text == file)
    let other = try Program.json(dump + "--preset android", input: file)
    #expect(other["parameters"]?["physics.stop.speed"]?.number == 0.1 && other["overrides"] == nil)
    let plain = file.replacing("overrides\": [\"physics.stop.speed\"]", with: "overrides\": []")
    #expect(try members(try Program.json(dump, input: plain)["parameters"]).isEmpty)
    for (list, place) in [(#"["zebra"]"#, "-:1:"), ("7", "array of keys")] {
      try Program.expectRefusal(
        dump, input: #"{"parameters": {}, "overrides": \#(list)}"#, status: 4, saying: place,
        #"of "parameters""#)
    }
  }

  @Test func `a maximum raised by a minimum is shown, copied and saved as raised`() throws {
    let flags: Words = "integer-slider --set integer.minimum=50"
    for more: Words in ["", "--set integer.maximum=10", "--set integer.maximum=20"] {
      let panel = try elements(
        try Program.json("list --as elements --json --panels" + flags + more))
      #expect(panel["integer"]?["max"]?.number == 51)
      #expect(panel["integer.maximum"]?["number"]?.number == 51)
      let swift = try Program.run("list --as swift" + flags + more).text
      #expect(swift.contains("minimum: 50, maximum: 51"), "\(swift)")
      let dumped = try Program.json("list --as file" + flags + more)
      #expect(dumped["parameters"]?["integer.maximum"]?.number == 51)
    }
  }

  @Test(arguments: [
    ("long-press", ["hold.width=9", "hold.outline.color=green"]),
    ("integer-slider", ["integer.ticks=dots"]), ("progress-slider", ["slider.tint=white"]),
    ("curves", ["curve.slow=300"]),
  ])
  func `copied Swift names the settings that it leaves out`(
    scene: String, settings: [String]
  ) throws {
    let flags = Words([scene] + settings.flatMap { ["--set", $0] })
    let note =
      "// Left out (no field in Feel, or no effect): "
      + settings.joined(separator: ", ")
    for more: Words in ["", "--changed"] {
      let swift = try Program.run("list --as swift" + flags + more).text
      #expect(swift.hasSuffix("\n\(note)\n"), "\(swift)")
    }
    let told: Words = "long-press --set hold.duration=3 --preset gtk4"
    #expect(!(try Program.run("list --as swift --changed" + told).text.contains("//")))
  }

  @Test(arguments: [("--keep", 10.0), ("--set", nil)])
  func `--keep keeps a preset's value under another preset, and --set does not`(
    flag: String, kept: Double?
  ) throws {
    let dump: Words = "list --as file --changed scroll-view"
    let file = try Program.run(dump + "--preset uikit \(flag) physics.stop.speed=10").text
    let moved = try Program.json(dump + "--params - --preset gtk4", input: file)
    #expect(moved["parameters"]?["physics.stop.speed"]?.number == kept)
  }

  @Test func `values without effect under the current law are kept by a file and by flags`() throws
  {
    let dump: Words = "list --as file --changed scroll-view"
    let keys = ["physics.stop.speed", "physics.band.limit"]
    // The first is the value it would start with, the second is not.
    let kept: Words = "--keep physics.stop.speed=10 --keep physics.band.limit=50"
    let file = try Program.run(dump + "--preset scroll-mechanics" + kept).text
    #expect(try JSONReader.read(Array(file.utf8))["overrides"]?.list?.compactMap(\.text) == keys)
    #expect(try Program.run(dump + "--params -", input: file).text == file)
    // Only keys listed under `overrides` are accepted.
    let loose = file.replacing(#""physics.band.limit"]"#, with: "]").replacing(", ]", with: "]")
    try Program.expectRefusal(
      dump + "--params -", input: loose, status: 4, saying: "physics.band.limit")
  }

  @Test func `a value without effect is refused with the choice that it needs`() throws {
    try Program.expectRefusal(
      "curve --preset gtk4 --velocity 1 --set physics.decay.friction=0.02",
      saying: "physics.decay is power or androidSpline", "exponential")
    try Program.expectRefusal(
      "list --as file --set physics.stop.speed=none", saying: "physics.stop.speed", "none",
      "0.0 to 200.0 pt/s")
    // The order of the two does not matter.
    try Program.run("list --as file --set physics.band.limit=50 --set physics.band=linear")
  }

  @Test func `a parameter in both --set and --keep is refused`() throws {
    try Program.expectRefusal(
      [
        "list", "--as", "file", "--changed", "--preset", "gtk4", "--keep", "physics.stop.speed=1",
        "--set", "physics.stop.speed=5",
      ], saying: "physics.stop.speed is in both --set and --keep")
  }

  @Test func `a flag changes or resets a value that a file keeps for another law`() throws {
    let dump: Words = "list --as file --changed scroll-view"
    let drift = "physics.decay.drift"
    let file = try Program.run(dump + "--preset gtk4 --keep \(drift)=50").text
    let less = try Program.json(dump + "--params - --set \(drift)=20", input: file)
    #expect(less["parameters"]?[drift]?.number == 20)
    let none = try Program.json(dump + "--params - --set \(drift)=0", input: file)
    #expect(none["preset"]?.text == "gtk4" && none["parameters"]?[drift] == nil)
    // A key that no file keeps is rejected as before.
    try Program.expectRefusal(dump + "--preset gtk4 --set \(drift)=20", saying: drift)
  }

  @Test(arguments: [
    ("carousel", "hold.duration=2", "long-press"), ("carousel", "scroll.rows=9", "scroll-view"),
    ("carousel", "integer.maximum=9", "integer-slider"),
    ("long-press", "physics.stop.speed=9", "carousel"),
  ])
  func `a parameter of another scene is refused with the scene that has it`(
    scene: String, setting: String, owner: String
  ) throws {
    let key = String(setting.prefix { $0 != "=" })
    try Program.expectRefusal(
      "list --as file \(scene) --set \(setting)", saying: "Scene \(scene) has no parameter \(key)",
      owner)
    let file = #"{"scene": "\#(scene)", "parameters": {"\#(key)": 1}}"#
    try Program.expectRefusal(
      "list --as file \(scene) --params -", input: file, status: 4,
      saying: "Scene \(scene) has no parameter \(key)", owner)
  }

  @Test func `curve refuses parameters that are not physics`() throws {
    try Program.expectRefusal(
      "curve --velocity 1 --set hold.duration=2",
      saying: "hold.duration is not a physics parameter", "long-press")
    try Program.expectRefusal(
      "curve --velocity 1 --set zebra=2", saying: "No parameter is called zebra")
  }

  @Test func `a number that is adjusted to another is reported`() throws {
    let dump: Words = "list --as file integer-slider --set integer.maximum=-999"
    let low = try Program.run(dump)
    #expect(low.words.contains("integer.maximum is 1, not -999"), "\(low.words)")
    #expect(low.words.contains("integer.minimum, which is 0"), "\(low.words)")
    let folder = try TemporaryFolder()
    let file = try folder.write(
      #"{"scene": "integer-slider", "parameters": {"integer.maximum": -999}}"#, to: "p.json")
    let checked = try Program.run("check \(file)")
    #expect(checked.words.contains("p.json: integer.maximum is 1, not -999"), "\(checked.words)")
    let between = try Program.run(dump + "--set integer.minimum=-1000")
    #expect(between.words.isEmpty, "\(between.words)")
  }

  @Test func `a duplicate key among the overrides is refused with its position`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      #"{"parameters": {"slider.step": 1}, "overrides": ["slider.step", "slider.step"]}"#,
      to: "p.json")
    try Program.expectRefusal(
      "check \(file)", status: 4, saying: "p.json:1:65", "each key once", "slider.step")
  }
}
