internal import Feel
internal import FeelTrace
internal import Stage

/// The scenes a recording may contain, and the current one at a line.
struct TraceScenes {
  let catalog: Catalog
  var scene: any Scene.Type
}

// JSON forms of a recording's values. While writing, the scene is `nil`: only reading validates
// against it.

extension JSONForm<String> {
  static func scene(of catalog: Catalog?) -> Self {
    text.when("a scene: one of \(catalog?.scenes.map { $0.id }.joined(separator: ", ") ?? "")") {
      catalog?.scene($0) != nil
    }
  }

  static func key(of scene: (any Scene.Type)?) -> Self {
    text.when("a parameter of the scene “\(scene?.id ?? "")”") { key in
      scene?.parameters.contains { $0.key == key } ?? false
    }
  }

  static func part(of scene: (any Scene.Type)?) -> Self {
    let names = scene?.partNames ?? []
    return text.when("a part of the scene: one of \(names.joined(separator: ", "))") {
      names.contains($0)
    }
  }

  static var takeName: Self {
    text.when("a name of 1 to \(Take.longestName) characters that can be seen", Take.isName)
  }
}

extension JSONForm<[ParameterSetting]> {
  static func settings(of scene: (any Scene.Type)?) -> Self {
    Self("an object of parameters", \.json) { (json) throws(JSONError) in
      guard case .object(let members) = json.value else { return nil }
      return try members.map { (member) throws(JSONError) in
        try ParameterSetting(member, of: scene)
      }
    }
  }
}

extension ParameterSetting {
  fileprivate init(_ member: JSON.Member, of scene: (any Scene.Type)?) throws(JSONError) {
    let (key, json) = (member.name, member.value)
    guard let parameter = scene?.parameters.first(where: { $0.key == key }) else {
      throw JSONError(
        json.position, expected: "a parameter of the scene “\(scene?.id ?? "")”", found: "“\(key)”")
    }
    self.init(key, try ParameterValue(json))
    guard parameter.accepts(value) else {
      throw json.error("\(parameter.domainText(in: .json)) for \"\(key)\"")
    }
  }
}

extension JSONForm<ParameterValue> {
  static func value(of key: String, of scene: (any Scene.Type)?) -> Self {
    Self("a parameter’s value", \.json) { (json) throws(JSONError) in
      try ParameterSetting(JSON.Member(key, json), of: scene).value
    }
  }
}

extension JSONForm<[StateField]> {
  static var state: Self {
    Self("an object of observables", \.json) { (json) throws(JSONError) in
      guard case .object(let members) = json.value else { return nil }
      return try members.map { (member) throws(JSONError) in
        StateField(member.name, try StateValue(member.value))
      }
    }
  }
}

extension JSONForm<ScrollPreset> {
  static var preset: Self {
    Self(
      "a preset: one of \(ScrollPreset.all.map(\.id).joined(separator: ", "))", { .text($0.id) }
    ) { $0.text.flatMap(ScrollPreset.named) }
  }
}

extension JSONForm<[Double]> {
  static var size: Self {
    let range = Limits.windowSide
    let expected =
      "[width, height] in points, both from \(range.lowerBound) to \(range.upperBound)"
    return list(of: .number.when(expected, range.contains)).when(expected) { $0.count == 2 }
  }
}

extension JSONForm<Double> {
  /// Device pixels per point.
  static var scale: Self {
    let range = Limits.windowScale
    return number.when(
      "a number from \(range.lowerBound) to \(range.upperBound)", range.contains)
  }

  /// Stage seconds per second.
  static var speed: Self {
    number.when("0.01 to 4, stage seconds a second,", SessionChange.speeds.contains)
  }
}

extension JSONForm<Int> {
  static var take: Self { integer(1..., "a take’s number from 1 on") }

  /// Stage moments per second.
  static var frameCap: Self {
    let range = SessionChange.frameCaps
    return integer(range, "\(range.lowerBound)…\(range.upperBound) moments a second")
  }
}

extension JSONForm<Instant> {
  static var instant: Self { instant(from: .zero) }

  static func instant(from first: Instant) -> Self {
    let range = first.microseconds...Limits.recordingEnd.microseconds
    return Self(
      "whole microseconds from \(range.lowerBound) to \(range.upperBound), a week,",
      { JSON(.integer($0.microseconds)) }
    ) { json in
      guard case .integer(let time) = json.value, range.contains(time) else { return nil }
      return Instant(microseconds: time)
    }
  }
}

extension Scene {
  fileprivate static var partNames: [String] {
    let stage = Stage(
      frame: Rect(x: 0, y: 0, width: 1200, height: 732), scale: 1, reducedMotion: false,
      parameters: ParameterSet(parameters))
    return Self(stage).parts.names
  }
}
