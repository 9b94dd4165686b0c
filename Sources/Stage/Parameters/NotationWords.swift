internal import Feel

/// The names and numbers of a notation, whatever language they are written in:
/// `stiffness: 170`, `"stiffness": 170`, `stiffness = 170f`, `.setStiffness(170f)`.
struct NotationWords {
  /// Libraries whose thresholds and clamps are reported.
  enum Library {
    case physical, reactSpring, animated, swiftUI, motion, compose
  }

  private var numbers: [String: Double] = [:]
  private var flags: [String: Bool] = [:]
  /// The functions called, in order.
  private(set) var functions: [String] = []
  /// A spring with a name of its own.
  private(set) var named: (library: String, spring: Spring)?

  /// Whether the duration belongs to an easing.
  var isEase: Bool { functions.contains { $0.contains("ase") && $0 != "release" } }

  // Alternative names, mapped to one.
  private static let synonyms: [String: String] = [
    "dampingratio": "dampingRatio", "zeta": "dampingRatio",
    "perceptualDuration": "duration", "decelerationRate": "deceleration",
    "setStiffness": "stiffness", "setDampingRatio": "dampingRatio", "setFriction": "friction",
    "setMinimumVisibleChange": "minimumVisibleChange", "FrictionSimulation": "drag",
    "exponentialDecay": "frictionMultiplier", "DecelerationRate": "deceleration",
    "rawValue": "deceleration",
  ]

  // Source: androidx.compose.animation.core.Spring; SpringForce has the same in capitals.
  private static let constants: [String: Double] = [
    "DampingRatioHighBouncy": 0.2, "DampingRatioMediumBouncy": 0.5, "DampingRatioLowBouncy": 0.75,
    "DampingRatioNoBouncy": 1, "StiffnessHigh": 10_000, "StiffnessMedium": 1500,
    "StiffnessMediumLow": 400, "StiffnessLow": 200, "StiffnessVeryLow": 50,
    "DAMPING_RATIO_HIGH_BOUNCY": 0.2, "DAMPING_RATIO_MEDIUM_BOUNCY": 0.5,
    "DAMPING_RATIO_LOW_BOUNCY": 0.75, "DAMPING_RATIO_NO_BOUNCY": 1, "STIFFNESS_HIGH": 10_000,
    "STIFFNESS_MEDIUM": 1500, "STIFFNESS_LOW": 200, "STIFFNESS_VERY_LOW": 50,
    "normal": 0.998, "fast": 0.99,
  ]

  // Source: react-spring's config and SwiftUI's Spring, as published.
  private static let springs: [String: (library: String, spring: Spring)] = [
    "config.gentle": ("react-spring", Spring(stiffness: 120, damping: 14)),
    "config.wobbly": ("react-spring", Spring(stiffness: 180, damping: 12)),
    "config.stiff": ("react-spring", Spring(stiffness: 210, damping: 20)),
    "config.slow": ("react-spring", Spring(stiffness: 280, damping: 60)),
    "config.molasses": ("react-spring", Spring(stiffness: 280, damping: 120)),
    "config.default": ("react-spring", Spring(stiffness: 170, damping: 26)),
    ".smooth": ("SwiftUI", Spring(duration: 0.5, bounce: 0)),
    ".snappy": ("SwiftUI", Spring(duration: 0.5, bounce: 0.15)),
    ".bouncy": ("SwiftUI", Spring(duration: 0.5, bounce: 0.3)),
    ".interactiveSpring": ("SwiftUI", Spring(response: 0.15, dampingRatio: 0.86)),
  ]

  /// Parses a text, skipping anything unknown.
  init(_ text: String) {
    named = Self.springs[text.hasSuffix("()") ? String(text.dropLast(2)) : text]
    var name: String?
    var word = ""
    func isOfWord(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || "._-+".contains(character)
    }
    for character in text + "\n" {
      if isOfWord(character) {
        word.append(character)
        continue
      }
      if !word.isEmpty {
        if let key = name { set(word, as: key) }
        name = Self.number(word) == nil ? word : nil
        word = ""
      }
      switch character {
      case "(":
        if let called = name { functions.append(Self.last(called)) }
      case ":", "=", "\"", "'", " ", "\n", "\t": break
      default: name = nil
      }
    }
  }

  private mutating func set(_ word: String, as name: String) {
    // "physics.edge.spring.mass" is our own parameter; ".setStiffness" is a call on an object.
    let last = Self.last(name)
    guard !name.dropFirst().contains(".") || last.hasPrefix("set") else { return }
    let key = Self.synonyms[last] ?? last
    if word == "true" || word == "false" { return flags[key] = word == "true" }
    guard numbers[key] == nil else { return }
    let number = Self.number(word) ?? Self.constants[Self.last(word)]
    // Web libraries give milliseconds, so convert large times to seconds.
    let isTime = ["duration", "visualDuration", "response"].contains(key)
    numbers[key] = number.map { isTime && $0 > 10 && !word.hasSuffix("ms") ? $0 / 1000 : $0 }
  }

  private static func last(_ name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }

  subscript(name: String) -> Double? { numbers[name] }

  /// Parses a finite number with an optional suffix: f for single precision, ms, s.
  static func number(_ word: String) -> Double? {
    let units: KeyValuePairs<String, Double> = ["ms": 0.001, "s": 1, "f": 1, "F": 1, "": 1]
    for (unit, scale) in units where word.hasSuffix(unit) {
      if let number = Double(word.dropLast(unit.count)), number.isFinite { return number * scale }
    }
    return nil
  }

  /// The rest thresholds and clamps of a library, given or by default.
  ///
  /// Source: Motion's springDefaults, React Native's and Reanimated's springs, react-spring's
  /// config, Compose's spring.
  func notes(of library: Library) -> [String] {
    let isClamped = flags["overshootClamping"] ?? flags["clamp"] ?? false
    let clamp = isClamped ? [Words.Notation.clamp] : []
    let start = self["velocity"] ?? self["initialVelocity"] ?? 0
    let velocity = start == 0 ? [] : [Words.Notation.velocity(start)]
    return clamp + velocity + [rest(of: library)].compactMap(\.self)
  }

  private func rest(of library: Library) -> String? {
    let distance = self["restDelta"] ?? self["restDisplacementThreshold"]
    let speed = self["restSpeed"] ?? self["restSpeedThreshold"]
    switch library {
    case .motion: return Words.Notation.rest(distance ?? 0.5, speed ?? 2)
    case .animated: return Words.Notation.rest(distance ?? 0.001, speed ?? 0.001)
    case .compose: return Words.Notation.rest(self["visibilityThreshold"] ?? 0.01, nil)
    case .reactSpring:
      return self["precision"].map { Words.Notation.rest($0, $0 / 10) } ?? Words.Notation.share
    case .physical:
      guard distance != nil || speed != nil else { return Words.Notation.restsDiffer }
      return Words.Notation.rest(distance, speed)
    case .swiftUI: return nil
    }
  }
}
