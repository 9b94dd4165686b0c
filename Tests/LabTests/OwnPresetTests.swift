import Feel
import Lab
import Scenes
import Stage
import Testing

/// User-defined presets: in the preset lists, saved and deleted.
struct OwnPresetTests {
  private static func own() throws -> OwnPreset {
    OwnPreset(
      "my feel", over: try #require(ScrollPreset.named("gtk4")),
      [
        ParameterSetting("physics.stop.speed", .number(33)),
        ParameterSetting("carousel.count", .number(7)),
      ])
  }

  private func session() throws -> Session {
    var session = try Session("carousel", size: Size(1200, 3000))
    session.tell(.ownPresets([try Self.own()], removed: nil))
    session.key(.function(9))
    return session
  }

  @Test func `every preset belongs to one family, and UIKit is first`() {
    let presets = ScrollPreset.families.flatMap(\.presets)
    #expect(Set(presets.map(\.id)) == Set(ScrollPreset.all.map(\.id)))
    #expect(presets.count == ScrollPreset.all.count)
    #expect(presets.first == .uikit)
  }

  @Test func `the preset list offers user presets first, then all others`() throws {
    var session = try session()
    session.click(try session.place(of: "preset"), at: 1)
    let items = session.elements.filter { $0.role == .menuItem }
    #expect(items.count == ScrollPreset.all.count + 1)
    #expect(items.first?.name.contains("my feel") ?? false, "\(items.map(\.name))")
  }

  @Test func `choosing a user preset sets its base preset and values, and one undo restores both`()
    throws
  {
    var session = try session()
    session.change(.parameter("carousel.count", .number(50)))
    session.click(try session.place(of: "preset"), at: 1)
    session.keys(.home, .return)
    #expect(session.parameters.preset.id == "gtk4")
    #expect(session.parameters.number("physics.stop.speed") == 33)
    #expect(session.parameters.number("carousel.count") == 50)
    #expect(session.elements.first { $0.id == "preset" }?.value == "my feel")
    session.key(.character("z"), .control)
    #expect(
      session.parameters.preset == .uikit && session.parameters.number("carousel.count") == 50)
  }

  @Test func `choosing a system preset removes a user preset's values from either set`() throws {
    var session = try session()
    session.change(.parameters(try Self.own().applied(to: session.parameters)))
    session.key(.character("c"))
    session.click(try session.place(of: "preset.b"), at: 1)
    session.keys(.home, .down, .return)
    let beside = try #require(session.parametersB)
    #expect(beside.preset == .uikit && beside.changed.isEmpty)
    session.click(try session.place(of: "preset"), at: 2)
    session.keys(.home, .down, .return)
    #expect(session.parameters.preset == .uikit && session.parameters.changed.isEmpty)
  }

  @Test func `a user preset applies only the parameters that the scene has`() throws {
    let scene = try #require(Catalog.all.scene("scroll-view"))
    let set = try Self.own().applied(to: ParameterSet(scene.parameters))
    #expect(set.preset.id == "gtk4" && set.number("physics.stop.speed") == 33)
    #expect(set.changed.map(\.key) == ["physics.stop.speed"])
    #expect(try Self.own().preset.physics.stop == .speed(33))
  }

  @Test func `a removed user preset can be restored`() throws {
    var session = try session()
    session.tell(.ownPresets([], removed: "my feel"))
    _ = session.takeRequests()
    session.click(try session.place(of: "offer.undo"), at: 1)
    #expect(session.takeRequests().contains(.restorePreset("my feel")))
    // While the offer is shown, the undo key restores the preset; after that it undoes edits.
    session.change(.parameter("carousel.count", .number(50)))
    session.tell(.ownPresets([], removed: "my feel"))
    session.key(.character("z"), .control)
    #expect(session.takeRequests().contains(.restorePreset("my feel")))
    #expect(session.parameters.number("carousel.count") == 50)
    session.click(try session.place(of: "preset"), at: 2)
    #expect(!session.elements.contains { $0.name.contains("my feel") })
  }
}
