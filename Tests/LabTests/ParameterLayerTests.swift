import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing
import TextLayout

/// Declaration, preset, override: the value shown is the value used, to the last digit.
struct ParameterLayerTests {
  private static let presets = ScrollPreset.all.map(\.id)

  private func set(_ preset: String) throws -> ParameterSet {
    ParameterSet(ScrollPhysics.parameters, preset: try #require(ScrollPreset.named(preset)))
  }

  /// Sample values of a domain: its ends, its middle, and the neighbours of the current value.
  private func values(of parameter: Parameter, beside present: ParameterValue) -> [ParameterValue] {
    func numbers(_ range: ClosedRange<Double>) -> [ParameterValue] {
      var numbers = [range.lowerBound, (range.lowerBound + range.upperBound) / 2, range.upperBound]
      if case .number(let number) = present { numbers += [number.nextUp, number.nextDown] }
      return numbers.filter(range.contains).map(ParameterValue.number)
    }
    return switch parameter.domain {
    case .number(let range): numbers(range)
    case .limit(let range): numbers(range) + [.unlimited]
    case .integer(let range): [.number(range.lowerBound), .number(range.upperBound)]
    case .choice(let words): words.map(ParameterValue.choice)
    case .flag: [.flag(false), .flag(true)]
    }
  }

  @Test(arguments: presets)
  func `a preset's parameters reproduce its laws exactly`(preset: String) throws {
    let set = try set(preset)
    #expect(set.physics == set.preset.physics)
    #expect(set.changed.isEmpty)
    // Set one by one over every other preset.
    for other in ScrollPreset.all {
      var said = ParameterSet(set.parameters, preset: other)
      for parameter in set.parameters { try said.set(parameter.key, to: set[parameter.key]) }
      #expect(said.physics == set.physics, "over \(other.id)")
    }
  }

  @Test(arguments: presets)
  func `setting a value to itself changes nothing, and to any other changes the laws`(
    preset: String
  ) throws {
    let set = try set(preset)
    for parameter in set.parameters {
      var same = set
      try same.set(parameter.key, to: set[parameter.key])
      #expect(same == set && same.changed.isEmpty, "\(parameter.key)")
      for value in values(of: parameter, beside: set[parameter.key])
      where value != set[parameter.key] {
        var other = set
        try other.set(parameter.key, to: value)
        #expect(other.changed.map(\.key) == [parameter.key])
        // Constants of a law that is not chosen do not affect the physics.
        let isUsed = other.physics != set.physics
        #expect(isUsed == set.applies(parameter.key), "\(parameter.key) = \(value.text)")
      }
    }
  }

  /// A set and its variants, one for each value of each choice.
  private func choices(_ set: ParameterSet) throws -> [ParameterSet] {
    var sets = [set]
    for parameter in set.parameters {
      guard case .choice(let words) = parameter.domain else { continue }
      for word in words where set[parameter.key] != .choice(word) {
        var other = set
        try other.set(parameter.key, to: .choice(word))
        sets.append(other)
      }
    }
    return sets
  }

  @Test(arguments: presets)
  func `parameters written as text and read back give the same laws`(preset: String) throws {
    for set in try choices(try set(preset)) {
      var again = ParameterSet(set.parameters, preset: set.preset)
      for setting in set.shown {
        let parameter = try again.parameter(setting.key)
        try again.set(setting.key, to: parameter.value(parsing: setting.value.text))
      }
      #expect(again == set && again.physics == set.physics, "\(set.changed)")
    }
  }

  /// The components of laws: the path to each number, word and flag, and the case of each choice.
  private func leaves(_ value: Any, _ path: String = "") -> [String: String] {
    let mirror = Mirror(reflecting: value)
    var leaves: [String: String] = [:]
    if mirror.displayStyle == .enum || mirror.displayStyle == .optional {
      leaves[path] = mirror.children.first?.label ?? "\(value)"
    } else if mirror.children.isEmpty {
      leaves[path] = "\(value)"
    }
    for (index, child) in mirror.children.enumerated() {
      leaves.merge(self.leaves(child.value, "\(path)/\(child.label ?? "\(index)")")) { $1 }
    }
    return leaves
  }

  @Test(arguments: presets)
  func `every field of every law can be set by a parameter`(preset: String) throws {
    // Laws that no preset uses are covered by UIKit's with that choice changed.
    let set = try set(preset)
    for set in preset == "uikit" ? try choices(set) : [set] {
      let whole = leaves(set.physics)
      #expect(whole.count > 20)
      var reached: Set<String> = []
      for parameter in set.parameters where set.applies(parameter.key) {
        let others = values(of: parameter, beside: set[parameter.key]).filter {
          $0 != set[parameter.key]
        }
        for value in others.prefix(2) {
          var other = set
          try other.set(parameter.key, to: value)
          // Only compare paths that exist in both: changing a choice does not count as setting the
          // new law's fields.
          let changed = leaves(other.physics)
          reached.formUnion(
            whole.keys.filter { path in changed[path].map { $0 != whole[path] } ?? false })
        }
      }
      let missing = whole.keys.filter { !reached.contains($0) }
      #expect(missing.isEmpty, "\(preset), \(set.changed): \(missing.sorted())")
    }
  }

  @Test func `each condition names an earlier choice and words that it has`() throws {
    for scene in Catalog.all.scenes {
      var choices: [String: [String]] = [:]
      for parameter in scene.parameters {
        if let condition = parameter.condition {
          let words = try #require(choices[condition.key], "\(parameter.key)")
          #expect(Set(condition.words).isSubset(of: words) && !condition.words.isEmpty)
        }
        if case .choice(let words) = parameter.domain { choices[parameter.key] = words }
      }
    }
  }

  @Test func `UIKit's number under another preset is an override and is used`() throws {
    var set = try set("gtk4")
    #expect(set["physics.decay.measure"] == .choice("decayPerSecond"))
    #expect(set["physics.decay.decayPerSecond"] == .number(4))
    try set.set("physics.decay.measure", to: .choice("keptPerMs"))
    // In another unit, the deceleration is the same except for rounding.
    guard case .exponential(let rate) = set.physics.decay else {
      Issue.record("GTK's run is an exponential")
      return
    }
    #expect(abs(rate.decayPerSecond - 4) < 1e-9)
    try set.set("physics.decay.keptPerMillisecond", to: .number(0.998))
    #expect(set.physics.decay == .exponential(.normal))
    #expect(set.changed.count == 2)
  }

  @Test(arguments: presets)
  func `overrides survive a change of preset and back, even if equal to the preset's value`(
    preset: String
  ) throws {
    let plain = try set(preset)
    for other in ScrollPreset.all where other.id != preset {
      let there = ParameterSet(plain.parameters, preset: other)
      for parameter in plain.parameters where plain[parameter.key] != there[parameter.key] {
        var set = plain
        try set.set(parameter.key, to: there[parameter.key])
        let before = set
        set.preset = other
        #expect(set.changed.map(\.key) == [parameter.key] && set.isChanged(parameter.key))
        #expect(set.physics == other.physics)
        // Setting the value already shown changes nothing.
        let shown = set
        try set.set(parameter.key, to: set[parameter.key])
        #expect(set == shown)
        set.preset = plain.preset
        #expect(set == before && set.physics == before.physics, "\(other.id) \(parameter.key)")
        // An override equal to the preset's value can be reset.
        set.preset = other
        set.reset(parameter.key)
        #expect(set == there)
      }
    }
  }

  @Test func `changing the preset keeps overrides, in use or not`() throws {
    var set = try set("uikit")
    try set.set("physics.decay.keptPerMillisecond", to: .number(0.99))
    try set.set("physics.momentum", to: .choice("carried"))
    set.preset = .gtk4
    #expect(set.changed.map(\.key) == ["physics.decay.keptPerMillisecond", "physics.momentum"])
    #expect(set.physics.accumulation == .carried)
    #expect(set.physics.decay == ScrollPreset.gtk4.physics.decay)
    // An override without effect is still shown.
    #expect(!set.applies("physics.decay.keptPerMillisecond"))
    #expect(set.shown.contains { $0.key == "physics.decay.keptPerMillisecond" })
    set.preset = .uikitFast
    #expect(set.changed.count == 2 && set.physics.decay == ScrollPreset.uikitFast.physics.decay)
    set.reset()
    #expect(set == ParameterSet(set.parameters, preset: .uikitFast))
  }

  @Test
  func `an override without effect is copied, and counts as a difference where it is missing`()
    throws
  {
    let scene = try #require(Catalog.all.scene("scroll-view"))
    var set = ParameterSet(scene.parameters, preset: .chromiumOldFling)
    try set.set("physics.stop.speed", to: .number(10))
    try set.set("physics.band.limit", to: .number(50))
    #expect(CopyForm.flags.text(set, of: scene).contains("--set physics.stop.speed=10 --set"))
    set.preset = .scrollMechanics
    #expect(!set.applies("physics.stop.speed") && !set.applies("physics.band.limit"))
    let flags =
      "--preset scroll-mechanics --keep physics.stop.speed=10 --keep physics.band.limit=50"
    #expect(CopyForm.flags.text(set, of: scene) == flags)
    for form in [CopyForm.allFlags, .json, .allJSON] {
      let text = form.text(set, of: scene)
      #expect(text.contains("physics.stop.speed") && text.contains("physics.band.limit"))
    }
    let bare = ParameterSet(scene.parameters, preset: .scrollMechanics)
    #expect(bare.differences(from: set) == 2 && set.differences(from: bare) == 2)
  }

  @Test func `a parameter of a law that is not chosen is rejected, naming its choice`() throws {
    var set = try set("uikit")
    #expect(throws: Never.self) { try set.requireUse(of: "physics.band.coefficient") }
    let error = #expect(throws: ParameterError.self) {
      try set.requireUse(of: "physics.band.limit")
    }
    let message = try #require(error).message
    #expect(message.contains("physics.band.limit") && message.contains("physics.band is linear"))
    #expect(message.contains("rubberBand"))
    try set.set("physics.band", to: .choice("linear"))
    #expect(throws: Never.self) { try set.requireUse(of: "physics.band.limit") }
  }

  @Test func `a maximum is raised above a higher minimum, and returns when the minimum falls`()
    throws
  {
    let scene = try #require(Catalog.all.scene("integer-slider"))
    var set = ParameterSet(scene.parameters)
    try set.set("integer.maximum", to: .number(20))
    try set.set("integer.minimum", to: .number(50))
    #expect(set.number("integer.maximum") == 51)
    let sentence = "Maximum is 51, not 20: it must be above Minimum, which is 50"
    #expect(set.raised(calling: \.title) == [sentence])
    #expect(set.raised(of: "integer.minimum", calling: \.title) == [sentence])
    #expect(set.raised(of: "integer.step", calling: \.title).isEmpty)
    // Recorded as it was set, so that a replay restores it.
    #expect(set.changed.map(\.value) == [.number(50), .number(20)])
    try set.set("integer.minimum", to: .number(-5))
    #expect(set.number("integer.maximum") == 20 && set.raised(calling: \.title).isEmpty)
  }

  @Test func `raising a maximum set below the minimum is shown in the window`() throws {
    let scene = try #require(Catalog.all.scene("integer-slider"))
    let fonts = try FontBook()
    let words = "Maximum is 1, not -5: it must be above Minimum, which is 0"
    func says(_ session: Session) -> Bool {
      let later = session.now.advanced(by: 0.5)
      let list = session.displayList(at: later, fonts: fonts)
      return !list.places(of: words, .smallMedium, fonts).isEmpty
    }
    var session = Session(catalog: .all, scene: scene, size: Size(1200, 800))
    session.tell(.fonts(fonts))
    session.change(.parameter("integer.maximum", .number(-5)))
    #expect(says(session))
    // Setting it again reports it again.
    session.advance(to: Instant(seconds: 9))
    #expect(!says(session))
    session.change(.parameter("integer.maximum", .number(-5)))
    #expect(says(session))
    var set = ParameterSet(scene.parameters)
    try set.set("integer.maximum", to: .number(-5))
    var opened = Session(catalog: .all, scene: scene, size: Size(1200, 800))
    opened.tell(.fonts(fonts))
    opened.change(.parameters(set))
    #expect(says(opened))
    opened.change(.parameter("integer.step", .number(2)))
    opened.advance(to: Instant(seconds: 9))
    #expect(!says(opened))
    // While it is raised, the line's help states so.
    opened.key(.function(9))
    let maximum = try opened.element("integer.maximum")
    opened.pointer(.moved, maximum.frame.center, at: 10)
    let list = opened.drawn(fonts)
    let lines = Alphabet(.small, fonts).lines(of: list)
    #expect(lines.contains { $0.hasPrefix("Maximumis1,not-5") })
  }

  @Test func `no limit is written as none on a command line and null in a file`() throws {
    var set = try set("android")
    let parameter = try set.parameter("physics.velocity.maximum")
    #expect(set[parameter.key] == .number(8000))
    try set.set(parameter.key, to: try parameter.value(parsing: "none"))
    #expect(set.physics.maximumVelocity == .infinity)
    #expect(set[parameter.key].text == "none" && set[parameter.key].json == .null)
    #expect(try ParameterValue(.null) == .unlimited)
    let other = try set.parameter("physics.velocity.minimum")
    #expect(throws: ParameterError.self) { try other.value(parsing: "none") }
    #expect(throws: ParameterError.self) { try set.set(other.key, to: .unlimited) }
  }

  @Test func `a change to another set reproduces it, and sets count their differences`() throws {
    var a = try set("gtk4")
    try a.set("physics.momentum", to: .choice("carried"))
    try a.set("physics.band.limit", to: .number(50))
    var b = try set("android")
    try b.set("physics.stop.speed", to: .number(3))
    // Set to the value of its preset, by switching presets.
    var same = try set("uikit")
    try same.set("physics.decay.keptPerMillisecond", to: .number(0.99))
    same.preset = .uikitFast
    for to in [a, b, same] {
      guard case .parameters(let preset, let settings) = SessionChange.parameters(to) else {
        Issue.record("a change of the parameters")
        continue
      }
      var set = ParameterSet(to.parameters, preset: preset)
      for setting in settings { try set.override(setting.key, with: setting.value) }
      #expect(set == to)
    }
    #expect(a.differences(from: a) == 0)
    // The preset, the stop speed, and the two overrides that only the other set has.
    #expect(b.differences(from: a) == 4)
    var c = a
    try c.set("physics.momentum", to: .choice("none"))
    #expect(c.differences(from: a) == 1)
  }
}
