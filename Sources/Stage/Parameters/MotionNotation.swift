public import Feel
internal import Glibc

/// A motion written in some library's notation: a spring, an easing or a deceleration.
///
/// Libraries that use the same notation with different meanings have one reading each.
public struct MotionNotation: Hashable, Sendable {
  /// The kind of motion.
  public enum Motion: Hashable, Sendable {
    case spring(Spring)
    /// A timing curve, and its duration in seconds if given.
    case ease(Ease, duration: Double?)
    /// A polyline from 0 to 1, as in `linear()`.
    case line([CourseCorner])
    /// A deceleration, and the speed at which it stops in points per second, if known.
    case decay(DecelerationRate, stop: Double?)
  }

  /// The meaning in one or more libraries.
  public struct Reading: Hashable, Sendable {
    /// The libraries.
    public let library: String
    /// The motion they mean.
    public let motion: Motion
    /// What the engine has no parameter for, such as thresholds and clamps, one sentence each.
    public internal(set) var notes: [String] = []
  }

  /// The readings, most likely first; never empty.
  public let readings: [Reading]

  /// Parses a text; `nil` if it is not a known notation.
  ///
  /// - Throws: `MotionNotationError` for a notation whose numbers are invalid.
  public static func read(_ text: String) throws(MotionNotationError) -> MotionNotation? {
    // Anything longer is a file.
    guard text.utf8.count <= 20_000 else { return nil }
    let text = text.trimmed
    if let motion = try easing(text) {
      return MotionNotation(readings: [Reading(library: motion.library, motion: motion.motion)])
    }
    let words = NotationWords(text)
    if let flaw = words.flaw { throw MotionNotationError(message: flaw) }
    var readings = try springs(words)
    if readings.isEmpty { readings = try decays(words) }
    let unused = words.unused
    if !unused.isEmpty {
      for place in readings.indices { readings[place].notes.append(Words.Notation.unused(unused)) }
    }
    return readings.isEmpty ? nil : MotionNotation(readings: readings)
  }

  /// The reading selected by its number or by a prefix of its library's name.
  public func reading(_ word: String) -> Reading? {
    if let number = Int(word) {
      return readings.indices.contains(number - 1) ? readings[number - 1] : nil
    }
    return readings.first { $0.library.lowercased().hasPrefix(word.lowercased()) }
  }
}

/// A corner of a polyline: a fraction of the time, and of the way.
public struct CourseCorner: Hashable, Sendable {
  /// 0…1.
  public let time: Double
  /// 0 at the start, 1 at the end.
  public let value: Double

  /// Creates a corner.
  public init(time: Double, value: Double) { (self.time, self.value) = (time, value) }
}

/// An error in a motion's notation.
public struct MotionNotationError: Error, Hashable, Sendable {
  /// The one sentence for the user.
  public let message: String

  /// Creates the error.
  public init(message: String) { self.message = message }
}

// MARK: Springs

extension MotionNotation {
  private static func springs(_ words: NotationWords) throws(MotionNotationError) -> [Reading] {
    if let name = words.named {
      return [Reading(library: name.library, motion: .spring(name.spring))]
    }
    let isUIKit = words.functions.contains { $0.hasPrefix("UISpring") || $0.hasPrefix("UIView") }
    if words.has("usingSpringWithDamping") || isUIKit && !words.has("stiffness") {
      throw MotionNotationError(message: Words.Notation.uikit)
    }
    if words.has("tension") { return try tension(words) }
    if words.has("stiffness") || words.has("damping") || words.has("mass") {
      return words.has("dampingRatio") ? try ratio(words) : try physical(words)
    }
    if let response = words["response"] {
      try require(response > 0, Words.Notation.above(0, "response"))
      // Source: SwiftUI's Animation.spring and interactiveSpring.
      let usual = words.functions.contains("interactiveSpring") ? 0.86 : 0.825
      let omega = 2 * Double.pi / response
      let own = try spring(omega * omega, ratio: words["dampingRatio"] ?? usual)
      return [Reading(library: "SwiftUI", motion: .spring(own), notes: words.notes(of: .swiftUI))]
    }
    if words.has("dampingRatio"), !words.has("duration") { return try ratio(words) }
    return try durations(words)
  }

  /// { mass, stiffness, damping }: the same equation in all libraries.
  private static func physical(_ words: NotationWords) throws(MotionNotationError) -> [Reading] {
    func made(
      _ mass: Double, _ stiffness: Double, _ damping: Double
    ) throws(MotionNotationError) -> Spring {
      let mass = words["mass"] ?? mass
      let stiffness = words["stiffness"] ?? stiffness
      let damping = words["damping"] ?? damping
      try require(mass > 0, Words.Notation.above(0, "mass"))
      return try spring(stiffness / mass, ratio: damping / (2 * (stiffness * mass).squareRoot()))
    }
    let usual = try made(1, 100, 10)
    let left = [("mass", 1), ("stiffness", 100), ("damping", 10)].filter { !words.has($0.0) }
    let isWhole = left.isEmpty
    let library = isWhole ? Words.Notation.every : Words.Notation.usualDefaults
    let defaults = isWhole ? [] : [Words.Notation.leftOut(left.map { "\($0) \($1)" })]
    var readings = [
      Reading(
        library: library, motion: .spring(usual), notes: defaults + words.notes(of: .physical))
    ]
    if !isWhole {
      // Source: Reanimated 4, GentleSpringConfig: mass 4, stiffness 900, damping 120.
      let other = try made(4, 900, 120)
      readings.append(
        Reading(library: "Reanimated 4", motion: .spring(other), notes: [Words.Notation.gentle]))
    }
    if usual.dampingRatio > 1 {
      // Source: defaults of withSpring, CASpringAnimation and SwiftUI's Spring.
      let critical = Spring(stiffness: usual.stiffness, dampingRatio: 1)
      readings.append(
        Reading(
          library: Words.Notation.criticalOnes, motion: .spring(critical),
          notes: [Words.Notation.criticalNote]))
    }
    return readings
  }

  /// { dampingRatio, stiffness }: Compose, Android views, Flutter and libadwaita.
  private static func ratio(_ words: NotationWords) throws(MotionNotationError) -> [Reading] {
    // Compose's spring(ratio, stiffness).
    let isBare = words.functions == ["spring"]
    let ratio = words["dampingRatio"] ?? words["spring"] ?? 1
    let given = words["stiffness"] ?? (isBare ? words.unnamed.first : nil)
    let mass = words["mass"] ?? 1
    try require(mass > 0, Words.Notation.above(0, "mass"))
    // Source: Flutter's SpringDescription.withDampingRatio.
    let isFlutter = words.functions.contains("withDampingRatio")
    let isAndroid = words.functions.contains { $0.hasPrefix("set") || $0 == "SpringForce" }
    let library =
      isFlutter
      ? "Flutter" : isAndroid ? "Android views" : mass == 1 ? "Jetpack Compose" : "libadwaita"
    // Android and Compose call 1500 medium and use it by default.
    return [
      Reading(
        library: library,
        motion: .spring(try spring((given ?? 1500) / mass, ratio: ratio)),
        notes: isFlutter ? [] : words.notes(of: .compose))
    ]
  }

  /// { tension, friction }: stiffness and damping in react-spring, but Origami units elsewhere.
  private static func tension(_ words: NotationWords) throws(MotionNotationError) -> [Reading] {
    let (tension, friction) = (words["tension"] ?? 170, words["friction"] ?? 26)
    let mass = words["mass"] ?? 1
    try require(mass > 0, Words.Notation.above(0, "mass"))
    let own = try spring(tension / mass, ratio: friction / (2 * (tension * mass).squareRoot()))
    var readings = [
      Reading(library: "react-spring", motion: .spring(own), notes: words.notes(of: .reactSpring))
    ]
    // Source: React Native's SpringConfig.js and Rebound's OrigamiValueConverter.
    let stiffness = (tension - 30) * 3.62 + 194
    let damping = (friction - 8) * 3 + 25
    if stiffness > 0, damping > 0 {
      let origami = try spring(stiffness, ratio: damping / (2 * stiffness.squareRoot()))
      readings.append(
        Reading(
          library: "React Native Animated, Rebound", motion: .spring(origami),
          notes: words.notes(of: .animated)))
    }
    return readings
  }

  /// { duration, bounce }: the period in SwiftUI, the time to rest in Motion; Reanimated derives
  /// its own spring from a duration and a damping ratio.
  private static func durations(_ words: NotationWords) throws(MotionNotationError) -> [Reading] {
    if let usual = words.usualBounce {
      let bounce = usual + (words["extraBounce"] ?? 0)
      let duration = words["duration"] ?? 0.5
      try require(duration > 0.001 && duration <= 60, Words.Notation.duration)
      try require(bounce > -1 && bounce < 1, Words.Notation.bounce)
      return [
        Reading(library: "SwiftUI", motion: .spring(Spring(duration: duration, bounce: bounce)))
      ]
    }
    let isVisual = words.has("visualDuration")
    guard isVisual || words.has("duration") || words.has("bounce"), !words.isEase else {
      guard words.functions == ["spring"] else { return [] }
      let swiftUI = Reading(
        library: "SwiftUI", motion: .spring(Spring(duration: 0.5, bounce: 0)))
      return (words.has("spring") ? [] : [swiftUI]) + (try ratio(words))
    }
    let duration = words["visualDuration"] ?? words["duration"] ?? 0.5
    try require(duration > 0.001 && duration <= 60, Words.Notation.duration)
    if let ratio = words["dampingRatio"] {
      let omega = reanimated(duration: duration, ratio: ratio)
      let note = Words.Notation.perceptual
      let own = try spring(omega * omega, ratio: ratio)
      return [Reading(library: "Reanimated 4", motion: .spring(own), notes: [note])]
    }
    let bounce = words["bounce"] ?? (isVisual ? 0 : words.has("duration") ? 0 : 0.25)
    try require(bounce > -1 && bounce < 1, Words.Notation.bounce)
    let ratio = min(max(1 - bounce, 0.05), 1)
    let period = 1.2 * duration
    let visual = try spring(4 * Double.pi * Double.pi / (period * period), ratio: ratio)
    let ofVisual = Reading(
      library: "Motion, visualDuration", motion: .spring(visual), notes: words.notes(of: .motion))
    guard !isVisual else { return [ofVisual] }
    let omega = motion(duration: min(max(duration, 0.01), 10), ratio: ratio)
    let web = try spring(omega * omega, ratio: ratio)
    return [
      Reading(
        library: "SwiftUI", motion: .spring(Spring(duration: duration, bounce: bounce)),
        notes: words.notes(of: .swiftUI)),
      Reading(
        library: "Motion, duration", motion: .spring(web),
        notes: [Words.Notation.timeToRest] + words.notes(of: .motion)),
    ]
  }

  /// ω0 of Motion's spring, which comes within 0.001 of its way after a duration in seconds.
  ///
  /// ζω0/ω·e^(−ζω0·d) = 0.001 below ζ = 1, (1 + ω0·d)·e^(−ω0·d) = 0.001 at it.
  ///
  /// Source: Motion's findSpring, which solves it by 12 Newton steps.
  static func motion(duration: Double, ratio: Double) -> Double {
    let share = ratio < 1 ? ratio / (1 - ratio * ratio).squareRoot() : 0
    if ratio < 1 { return Glibc.log(share / 0.001) / (ratio * duration) }
    return root(from: 1 / duration, to: 100 / duration) { omega in
      (1 + omega * duration) * exp(-omega * duration) - 0.001
    }
  }

  /// ω0 of Reanimated's spring, whose energy has decayed to 6e-9 after 1.5 times a duration.
  ///
  /// It uses the decay of a critical spring of ζω0, whatever ζ is.
  ///
  /// Source: Reanimated 4, calculateNewStiffnessToMatchDuration.
  static func reanimated(duration: Double, ratio: Double) -> Double {
    let time = 1.5 * duration
    return root(from: 0.1 / time, to: 1000 / (ratio * time)) { omega in
      let decay = omega * ratio
      let fade = exp(-decay * time)
      let (place, speed) = ((1 + decay * time) * fade, decay * decay * time * fade)
      return place * place + speed * speed / (omega * omega) - 6e-9
    }
  }

  /// The root of a decreasing function, by bisection.
  private static func root(
    from low: Double, to high: Double, _ value: (Double) -> Double
  ) -> Double {
    var (low, high) = (low, high)
    for _ in 0..<200 {
      let middle = low + (high - low) / 2
      if value(middle) > 0 { low = middle } else { high = middle }
    }
    return high
  }

  /// A spring of mass 1 from k/m and ζ.
  private static func spring(
    _ stiffness: Double, ratio: Double
  ) throws(MotionNotationError) -> Spring {
    try require((1e-6...1e9).contains(stiffness), Words.Notation.above(0, Words.Notation.stiffness))
    try require((1e-6...1e6).contains(ratio), Words.Notation.above(0, Words.Notation.damping))
    return Spring(stiffness: stiffness, dampingRatio: ratio)
  }

  static func require(_ isMet: Bool, _ message: String) throws(MotionNotationError) {
    if !isMet { throw MotionNotationError(message: message) }
  }
}

// MARK: Decelerations

extension MotionNotation {
  private static func decays(_ words: NotationWords) throws(MotionNotationError) -> [Reading] {
    if let kept = words["deceleration"] ?? words["decay"] {
      try require(kept > 0 && kept < 0.999_999, Words.Notation.kept)
      // Source: React Native's DecayAnimation and react-spring: e^(−(1 − d)·t), t in milliseconds.
      let web = DecelerationRate(decayPerSecond: 1000 * (1 - kept))
      let native = DecelerationRate(keptPerMillisecond: kept)
      return [
        Reading(library: "UIKit", motion: .decay(native, stop: 10)),
        Reading(
          library: "React Native Animated, react-spring", motion: .decay(web, stop: nil),
          notes: [Words.Notation.webDecay]),
        Reading(
          library: "Reanimated", motion: .decay(web, stop: nil),
          notes: [Words.Notation.reanimatedDecay]),
      ].filter { !words.has("decay") || $0.library.contains("react-spring") }
    }
    if let constant = words["timeConstant"] {
      try require((0.01...1e6).contains(constant), Words.Notation.above(0, "timeConstant"))
      let rate = DecelerationRate(timeConstant: constant / 1000)
      let power = words["power"] ?? 0.8
      let left = words["restDelta"] ?? 0.5
      return [
        Reading(
          library: "Motion, inertia",
          motion: .decay(rate, stop: min(max(0, left * rate.decayPerSecond), 1e6)),
          notes: [Words.Notation.power(power, gain: power * rate.decayPerSecond)])
      ]
    }
    // Source: Compose's FloatExponentialDecaySpec; Android's FlingAnimation also has 4.2.
    if let multiplier = words["frictionMultiplier"] ?? words["friction"] {
      try require((0.001...1000).contains(multiplier), Words.Notation.above(0, "friction"))
      let isCompose = words.has("frictionMultiplier")
      let rate = DecelerationRate(decayPerSecond: 4.2 * multiplier)
      let change = words["minimumVisibleChange"] ?? 1
      let given = isCompose ? words["absVelocityThreshold"] ?? 0.1 : change * 0.75 * 62.5
      let stop = min(max(0, given), 1e6)
      return [
        Reading(
          library: isCompose ? "Jetpack Compose" : "Android views",
          motion: .decay(rate, stop: stop))
      ]
    }
    // Source: Flutter's FrictionSimulation: drag is the share of velocity kept per second.
    guard let drag = words["drag"] else { return [] }
    try require(drag > 0 && drag < 0.999, Words.Notation.drag)
    return [
      Reading(library: "Flutter", motion: .decay(DecelerationRate(keptPerSecond: drag), stop: nil))
    ]
  }
}

// MARK: Easings

extension MotionNotation {
  // Source: CSS Easing Functions Level 1; other libraries use these names for the same curves.
  private static let keywords: [String: (Double, Double, Double, Double)] = [
    "linear": (0, 0, 1, 1), "ease": (0.25, 0.1, 0.25, 1), "ease-in": (0.42, 0, 1, 1),
    "ease-out": (0, 0, 0.58, 1), "ease-in-out": (0.42, 0, 0.58, 1), "easeIn": (0.42, 0, 1, 1),
    "easeOut": (0, 0, 0.58, 1), "easeInOut": (0.42, 0, 0.58, 1),
  ]

  /// Functions of four numbers, lower-cased and without separators.
  private static let beziers: Set<String> = [
    "cubic-bezier", "cubic", "cubicbezier", "cubicbeziereasing", "bezier", "pathinterpolator",
    "timingcurve", "",
  ]

  private static func easing(
    _ text: String
  ) throws(MotionNotationError) -> (library: String, motion: Motion)? {
    if let curve = keywords[text] {
      return ("CSS", .ease(try ease([curve.0, curve.1, curve.2, curve.3]), duration: nil))
    }
    guard let open = text.firstIndex(where: { $0 == "(" || $0 == "[" }),
      let close = text.lastIndex(where: { $0 == ")" || $0 == "]" }), open < close
    else { return nil }
    let name = text[..<open].split(whereSeparator: { ". ".contains($0) }).last?.lowercased() ?? ""
    let inside = text[text.index(after: open)..<close]
    if name == "linear" { return ("CSS", .line(try corners(inside))) }
    guard beziers.contains(name) else { return nil }
    let parts = inside.split(separator: ",").map { String($0).trimmed }
    let plain = parts.prefix { !$0.contains(":") }
    let numbers = plain.compactMap(NotationWords.number)
    guard numbers.count == plain.count, numbers.count == 4 else {
      if name.isEmpty { return nil }
      throw MotionNotationError(message: Words.Notation.fourNumbers(name))
    }
    let library = name == "cubic-bezier" || name.isEmpty ? "CSS" : Words.Notation.every
    return (library, .ease(try ease(numbers), duration: NotationWords(text)["duration"]))
  }

  private static func ease(_ numbers: [Double]) throws(MotionNotationError) -> Ease {
    let isMet = (0...1).contains(numbers[0]) && (0...1).contains(numbers[2])
    try require(isMet, Words.Notation.controlPoints)
    try require(abs(numbers[1]) < 1000 && abs(numbers[3]) < 1000, Words.Notation.controlPoints)
    return Ease(cubicBezier: numbers[0], numbers[1], numbers[2], numbers[3])
  }

  /// The corners of `linear()`: each stop has a value and up to two percentages of the time;
  /// missing times are spaced evenly, and times never decrease.
  ///
  /// Source: CSS Easing Functions Level 2, "create a linear easing function".
  private static func corners(_ text: Substring) throws(MotionNotationError) -> [CourseCorner] {
    var stops: [(time: Double?, value: Double)] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(whereSeparator: \.isWhitespace)
      let values = words.filter { !$0.hasSuffix("%") }
        .compactMap { NotationWords.number(String($0)) }
      let times = words.filter { $0.hasSuffix("%") }.compactMap { Double($0.dropLast()) }
      guard values.count == 1, times.count <= 2, values.count + times.count == words.count else {
        throw MotionNotationError(message: Words.Notation.linear)
      }
      stops += (times.isEmpty ? [nil] : times.map(Optional.some)).map { time in
        (time.map { $0 / 100 }, values[0])
      }
    }
    try require(stops.count > 1, Words.Notation.linear)
    stops[0].time = stops[0].time ?? 0
    stops[stops.count - 1].time = stops[stops.count - 1].time ?? 1
    var (latest, corners) = (stops[0].time ?? 0, [CourseCorner]())
    for (place, stop) in stops.enumerated() {
      if let time = stop.time {
        latest = max(latest, time)
      } else if let next = stops[place...].firstIndex(where: { $0.time != nil }) {
        let end = max(latest, stops[next].time ?? latest)
        latest += (end - latest) / Double(next - place + 1)
      }
      corners.append(CourseCorner(time: latest, value: stop.value))
    }
    // The first and last lines extend beyond the corners, whatever their slope.
    let values = corners.map(\.value) + [0, 1].map { CourseCorner.value(at: $0, corners) }
    try require(values.allSatisfy { abs($0) < 1000 }, Words.Notation.linear)
    return corners
  }
}

extension String {
  fileprivate var trimmed: String {
    let end = { (character: Character) in character.isWhitespace || character == ";" }
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: end).reversed())
  }
}
