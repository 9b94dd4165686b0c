internal import Feel

/// Generates Swift that recreates laws, to the last digit.
///
/// Labels come from mirrors: initialisers use the property names, except for the types below.
enum SwiftText {
  /// The lines that create `physics`: a preset and its differences, or every field.
  static func physics(_ parameters: ParameterSet, isWhole: Bool) -> String {
    let (preset, physics) = (parameters.preset, parameters.physics)
    guard !isWhole else {
      return (["var physics = ScrollPhysics()"] + fields(physics)).joined(separator: "\n")
    }
    let lines = zip(fields(physics), fields(preset.physics)).filter { $0 != $1 }.map(\.0)
    let start = "physics = ScrollPreset.named(\"\(preset.id)\")?.physics ?? .uikit"
    return (["\(lines.isEmpty ? "let" : "var") \(start)"] + lines).joined(separator: "\n")
  }

  private static func fields(_ physics: ScrollPhysics) -> [String] {
    Mirror(reflecting: physics).children.map { field in
      let name = "physics.\(field.label ?? "")"
      guard let velocity = field.value as? VelocityTracker.Settings else {
        return "\(name) = \(text(field.value))"
      }
      return settings(velocity, name)
    }
  }

  /// Setting the estimator resets the other settings, so create new ones and then change them.
  private static func settings(_ velocity: VelocityTracker.Settings, _ name: String) -> String {
    let usual = VelocityTracker.Settings(
      estimator: velocity.estimator, window: velocity.window, cap: velocity.cap,
      minimumSpacing: velocity.minimumSpacing, gap: velocity.gap)
    let changed = zip(Mirror(reflecting: velocity).children, Mirror(reflecting: usual).children)
      .filter { text($0.value) != text($1.value) }
      .map { "\(name).\($0.0.label ?? "") = \(text($0.0.value))" }
    let made = """
      \(name) = VelocityTracker.Settings(
        estimator: .\(velocity.estimator), window: \(text(velocity.window)), cap: \(velocity.cap),
        minimumSpacing: \(text(velocity.minimumSpacing)), gap: \(text(velocity.gap)))
      """
    return ([made] + changed).joined(separator: "\n")
  }

  private static func text(_ value: Any) -> String {
    switch value {
    case let number as Double:
      return number == .infinity ? ".infinity" : ParameterValue.number(number).text
    case let spring as Spring:
      let damping =
        switch spring.givenDamping {
        case .ratio(let ratio): "dampingRatio: \(text(ratio))"
        case .coefficient(let damping): "damping: \(text(damping))"
        }
      return "Spring(mass: \(text(spring.mass)), stiffness: \(text(spring.stiffness)), \(damping))"
    case let rate as DecelerationRate:
      return "DecelerationRate(\(rate.measure): \(text(rate.given)))"
    case let ease as Ease:
      let points = [ease.x1, ease.y1, ease.x2, ease.y2].map(text).joined(separator: ", ")
      return "Ease(cubicBezier: \(points))"
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { text($0.value) } ?? "nil"
    case .enum:
      guard let payload = mirror.children.first else { return ".\(value)" }
      let inside = Mirror(reflecting: payload.value)
      let arguments =
        inside.displayStyle == .tuple ? Array(inside.children) : [(nil, payload.value)]
      return call(".\(payload.label ?? "")", arguments)
    case .struct: return call(String(reflecting: mirror.subjectType), Array(mirror.children))
    default: return "\(value)"
    }
  }

  /// A call with its arguments, one per line if a single line would be too long.
  private static func call(_ name: String, _ arguments: [Mirror.Child]) -> String {
    let name = name.hasPrefix("Feel.") ? String(name.dropFirst(5)) : name
    let bare = ["EdgeSpring": "spring", "BounceCurves.Leg": "ease"][name]
    let words = arguments.map { argument in
      let label = argument.label.flatMap { $0.hasPrefix(".") || $0 == bare ? nil : "\($0): " }
      return (label ?? "") + text(argument.value)
    }
    let line = "\(name)(\(words.joined(separator: ", ")))"
    guard line.count > 80 || line.contains("\n") else { return line }
    return "\(name)(\n"
      + words.map { word in
        word.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
      }.joined(separator: ",\n") + ")"
  }
}
