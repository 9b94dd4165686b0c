internal import Feel

/// The names and numbers of a notation, whatever language they are written in:
/// `stiffness: 170`, `"stiffness": 170`, `stiffness = 170f`, `.setStiffness(170f)`.
struct NotationWords {
  /// Libraries whose thresholds and clamps are reported.
  enum Library {
    case physical, reactSpring, animated, swiftUI, motion, compose
  }

  /// The names that a reading used.
  private final class Uses { var names: Set<String> = [] }

  private var numbers: [String: Double] = [:]
  private var flags: [String: Bool] = [:]
  private let uses = Uses()
  /// The numbers without a name, in order.
  private(set) var unnamed: [Double] = []
  /// The first value that cannot be read, as a sentence.
  private(set) var flaw: String?
  /// The functions called, in order.
  private(set) var functions: [String] = []
  /// A spring with a name of its own.
  private(set) var named: (library: String, spring: Spring)?

  /// The bounce of a named SwiftUI spring, before any extra.
  private(set) var usualBounce: Double?

  /// Whether the duration belongs to an easing.
  var isEase: Bool { functions.contains { $0.contains("ase") && $0 != "release" } }

  // Alternative names, mapped to one.
  private static let synonyms: [String: String] = [
    "dampingratio": "dampingRatio", "zeta": "dampingRatio", "ratio": "dampingRatio",
    "dampingFraction": "dampingRatio", "initialSpringVelocity": "velocity",
    "perceptualDuration": "duration", "decelerationRate": "deceleration",
    "setStiffness": "stiffness", "setDampingRatio": "dampingRatio", "setFriction": "friction",
    "setMinimumVisibleChange": "minimumVisibleChange", "FrictionSimulation": "drag",
    "exponentialDecay": "frictionMultiplier", "DecelerationRate": "deceleration",
    "rawValue": "deceleration",
  ]

  /// Names whose value makes the motion another one: none may be guessed.
  private static let required: Set<String> = [
    "stiffness", "damping", "mass", "tension", "friction", "response", "dampingRatio", "bounce",
    "extraBounce", "deceleration", "frictionMultiplier", "timeConstant",
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
    ".interactiveSpring": ("SwiftUI", Spring(response: 0.15, dampingRatio: 0.86)),
  ]

  // Source: SwiftUI's Spring.
  private static let bounces = ["smooth": 0, "snappy": 0.15, "bouncy": 0.3]

  /// Parses a text.
  init(_ text: String) {
    named = Self.springs[text.hasSuffix("()") ? String(text.dropLast(2)) : text]
    var (name, word): (String?, String) = (nil, "")
    /// Whether a sign after the name says that a value follows.
    var isAssigned = false
    /// The name of the value just read, if a comma follows it, which may be meant as a point.
    var beforeComma: String?
    func isOfWord(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || "._-+".contains(character)
    }
    for character in text + "\n;" {
      if isOfWord(character) {
        if let key = beforeComma, character.isNumber { flaw = flaw ?? Words.Notation.point(key) }
        beforeComma = nil
        word.append(character)
        continue
      }
      beforeComma = nil
      if !word.isEmpty {
        if let key = name {
          if !set(word, as: key), isAssigned { miss(key) }
          if isAssigned, character == ",", word.allSatisfy(\.isNumber) { beforeComma = key }
        } else if let number = Self.number(word) {
          unnamed.append(number)
        }
        name = Self.number(word) == nil ? word : nil
        (word, isAssigned) = ("", false)
      }
      switch character {
      case "(":
        if let called = name { functions.append(Self.last(called)) }
      case ":", "=": isAssigned = name != nil
      case "\"", "'", " ", "\n", "\t": break
      default:
        if let name, isAssigned { miss(name) }
        (name, isAssigned) = (nil, false)
      }
    }
    // Without parentheses, it is all of the text: ".snappy", "Spring.snappy".
    let isAlone = [".", "Spring.", "Animation."].contains { "\($0)\(Self.last(text))" == text }
    usualBounce =
      (functions + (isAlone ? [Self.last(text)] : [])).lazy
      .compactMap { Self.bounces[$0] }.first
  }

  /// Sets a name to a value; returns whether the value could be read.
  private mutating func set(_ word: String, as name: String) -> Bool {
    guard let key = Self.key(name) else { return true }
    if word == "true" || word == "false" {
      flags[key] = word == "true"
      return true
    }
    let number = Self.number(word) ?? Self.constants[Self.last(word)]
    guard let number, numbers[key] == nil else { return number != nil }
    // Web libraries give milliseconds, so convert large times to seconds.
    let isTime = ["duration", "visualDuration", "response"].contains(key)
    numbers[key] = isTime && number > 10 && !word.hasSuffix("ms") ? number / 1000 : number
    return true
  }

  /// Records that a name has no value that can be read.
  private mutating func miss(_ name: String) {
    guard let key = Self.key(name), Self.required.contains(key) else { return }
    flaw = flaw ?? Words.Notation.number(Self.last(name))
  }

  private static func key(_ name: String) -> String? {
    // "physics.edge.spring.mass" is our own parameter; ".setStiffness" is a call on an object.
    let last = last(name)
    guard !name.dropFirst().contains(".") || last.hasPrefix("set") else { return nil }
    return synonyms[last] ?? last
  }

  private static func last(_ name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }

  /// Whether a name has a number.
  func has(_ name: String) -> Bool { numbers[name] != nil }

  /// The number of a name, which counts as used.
  subscript(name: String) -> Double? {
    uses.names.insert(name)
    return numbers[name]
  }

  /// The names with a number that no reading used, in alphabetical order.
  var unused: [String] {
    numbers.keys.filter { !uses.names.contains($0) && !functions.contains($0) }.sorted()
  }

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
