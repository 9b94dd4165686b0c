import Feel
import Foundation
import Stage
import TestSupport
import Testing

/// Code copied for other platforms, evaluated by their published laws, against the engine.
struct PlatformCopyTests {
  private static let presets = ScrollPreset.all.map(\.id)
  private static let ratios = [0.1, 0.3, 0.75, 1, 1.25, 3]

  @Test func `docs/presets.md contains the table of copies`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/presets.md")
    let isThere = try String(contentsOf: page, encoding: .utf8).contains(Platform.table)
    #expect(isThere, "put this into docs/presets.md:\n\(Platform.table)")
  }

  // MARK: Interpretation by the platforms

  /// The numbers after a word in a text, up to the closing bracket.
  private static func numbers(_ text: some StringProtocol, after word: String) throws -> [Double] {
    let start = try #require(text.range(of: word), "\(word) is missing in \(text)").upperBound
    let rest = text[start...].prefix { !")];".contains($0) }
    return rest.split { !"0123456789.-e".contains($0) }.compactMap { Double($0) }
  }

  private static func number(_ text: some StringProtocol, after word: String) throws -> Double {
    try #require(try numbers(text, after: word).first)
  }

  /// The section of a copied text about one law: from its comment to the next empty line.
  private static func part(_ copy: String, _ title: String) throws -> String {
    let start = try #require(copy.range(of: " \(title)")).lowerBound
    let end = copy[start...].range(of: "\n\n")?.lowerBound ?? copy.endIndex
    // In a CSS rule, there is no empty line between laws.
    let next = copy[start...].range(of: ";\n  /*")?.lowerBound ?? end
    return String(copy[start..<min(end, next)])
  }

  /// A polyline as a platform plays it: fractions of the time and of the distance.
  private static func line(_ part: String, _ platform: Platform) throws -> [(Double, Double)] {
    func pairs(_ numbers: [Double]) -> [(Double, Double)] {
      stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
    }
    switch platform {
    case .css, .javascript:
      let start = try #require(part.range(of: "linear(")).upperBound
      let stops = part[start...].prefix { $0 != ")" }.split(separator: ",").map { stop in
        stop.split(separator: " ").map { Double($0.filter { $0 != "%" }) ?? .nan }
      }
      return stops.enumerated().map { index, stop in
        (stop.count > 1 ? stop[1] / 100 : index == 0 ? 0 : 1, stop[0])
      }
    case .swiftUI:
      var (time, corners) = (0.0, [(0.0, 0.0)])
      for key in part.components(separatedBy: "LinearKeyframe(").dropFirst() {
        let numbers = try numbers("(" + key, after: "(")
        time += numbers[1]
        corners.append((time, numbers[0]))
      }
      return corners.map { ($0.0 / time, $0.1) }
    case .flutter:
      var (weight, corners) = (0.0, [(0.0, 0.0)])
      for item in part.components(separatedBy: "TweenSequenceItem(").dropFirst() {
        weight += try number(item, after: "weight: ")
        corners.append((weight, try number(item, after: "end: ")))
      }
      return corners.map { ($0.0 / weight, $0.1) }
    case .android:
      return [(0, 0)]
        + (try part.components(separatedBy: "lineTo(").dropFirst().map { words in
          let numbers = try numbers("(" + words, after: "(")
          return (numbers[0], numbers[1])
        })
    case .uiKit:
      return Array(
        zip(try numbers(part, after: "keyTimes = ["), try numbers(part, after: "values = [")))
    case .compose:
      return Array(
        zip(
          try numbers(part, after: "Times = floatArrayOf("),
          try numbers(part, after: "Places = floatArrayOf(")))
    case .reanimated:
      return Array(
        zip(try numbers(part, after: "Times = ["), try numbers(part, after: "Places = [")))
    case .qml:
      return Array(zip(try numbers(part, after: "Times: ["), try numbers(part, after: "Places: [")))
    case .gtk: return []
    }
  }

  private static func duration(_ part: String, _ platform: Platform) throws -> Double {
    switch platform {
    case .css: return try number(part, after: "-duration: ") / 1000
    case .swiftUI:
      return try part.components(separatedBy: "LinearKeyframe(").dropFirst().reduce(0) {
        $0 + (try numbers("(" + $1, after: "(")[1])
      }
    case .uiKit: return try number(part, after: ".duration = ")
    case .compose: return try number(part, after: "tween<Float>(") / 1000
    case .android, .qml: return try number(part, after: "Duration: ") / 1000
    case .flutter: return try number(part, after: "milliseconds: ") / 1000
    default: return try number(part, after: "duration: ") / 1000
    }
  }

  private static func value(_ corners: [(Double, Double)], at time: Double) -> Double {
    guard let next = corners.firstIndex(where: { $0.0 >= time }), next > 0 else {
      return time <= 0 ? corners[0].1 : 1
    }
    let (from, to) = (corners[next - 1], corners[next])
    return from.1 + (to.1 - from.1) * (time - from.0) / (to.0 - from.0)
  }

  // MARK: Springs

  /// k and c for mass 1 of a copied spring; `nil` if it is sampled.
  private static func constants(
    _ part: String, _ platform: Platform
  ) throws -> (stiffness: Double, damping: Double)? {
    func of(_ stiffness: Double, ratio: Double) -> (Double, Double) {
      (stiffness, 2 * ratio * stiffness.squareRoot())
    }
    switch platform {
    case .swiftUI:
      let omega = 2 * Double.pi / (try number(part, after: "duration: "))
      let bounce = try number(part, after: "bounce: ")
      return of(omega * omega, ratio: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce))
    case .uiKit:
      let isLayer = part.contains("CASpringAnimation")
      #expect(!isLayer || part.contains("allowsOverdamping = true"))
      return (
        try number(part, after: isLayer ? "stiffness = " : "stiffness: "),
        try number(part, after: isLayer ? "damping = " : "damping: ")
      )
    case .compose:
      return of(
        try number(part, after: "stiffness = "), ratio: try number(part, after: "dampingRatio = "))
    case .android:
      return of(
        try number(part, after: "setStiffness("), ratio: try number(part, after: "DampingRatio("))
    case .flutter, .reanimated:
      guard part.contains("stiffness") else { return nil }
      return (try number(part, after: "stiffness: "), try number(part, after: "damping: "))
    case .gtk:
      let numbers = try numbers(part, after: "adw_spring_params_new (")
      #expect(numbers[1] == 1)
      return of(numbers[2], ratio: numbers[0])
    case .css, .javascript, .qml: return nil
    }
  }

  /// x″ = −kx − cx′ from 1000 points and a velocity, by the classical Runge–Kutta method.
  private static func integrated(
    _ stiffness: Double, _ damping: Double, velocity: Double, to end: Double
  ) -> Double {
    var (x, v) = (1000.0, velocity)
    let steps = 4000
    let h = end / Double(steps)
    func force(_ x: Double, _ v: Double) -> Double { -stiffness * x - damping * v }
    for _ in 0..<steps {
      let (a, b) = (v, force(x, v))
      let (c, d) = (v + h / 2 * b, force(x + h / 2 * a, v + h / 2 * b))
      let (e, f) = (v + h / 2 * d, force(x + h / 2 * c, v + h / 2 * d))
      let (g, i) = (v + h * f, force(x + h * e, v + h * f))
      x += h / 6 * (a + 2 * c + 2 * e + g)
      v += h / 6 * (b + 2 * d + 2 * f + i)
    }
    return x
  }

  @Test(arguments: Platform.allCases, ratios)
  func `a copied spring matches the engine's, by numbers or by points`(
    platform: Platform, ratio: Double
  ) throws {
    var set = ParameterSet(ScrollPhysics.parameters)
    try set.set("physics.edge.spring.ratio", to: .number(ratio))
    try set.set("physics.edge.spring.stiffness", to: .number(170))
    let part = try Self.part(platform.copy(set), "Edge spring:")
    let spring = Spring(stiffness: 170, dampingRatio: ratio)
    if [.javascript, .qml].contains(platform) {
      #expect(part.contains("exact"))
      return
    }
    if let constants = try Self.constants(part, platform) {
      #expect(part.contains("exact"))
      for (time, velocity) in [(0.05, 0.0), (0.3, 0), (0.3, -3000), (1, 1500)] {
        let motion = SpringMotion(spring, from: 1000, velocity: velocity, to: 0, threshold: 1e-9)
        let value = Self.integrated(
          constants.stiffness, constants.damping, velocity: velocity, to: time)
        #expect(abs(value - motion.value(at: time)) < 1e-3)
      }
      return
    }
    #expect(part.contains("within 0.5 px of 1000"))
    let (corners, duration) = (try Self.line(part, platform), try Self.duration(part, platform))
    let motion = SpringMotion(spring, from: 0, to: 1000, threshold: 1e-9)
    let worst = (0...3000).map { step -> Double in
      let share = Double(step) / 3000
      return abs(Self.value(corners, at: share) * 1000 - motion.value(at: share * duration))
    }.max()
    #expect(try #require(worst) <= 0.5)
  }

  // MARK: Flings

  /// The engine's fling at 2000 pt/s, without edges or pixel rounding.
  private static func fling(_ preset: ScrollPreset) -> ScrollMotion {
    var physics = preset.physics
    (physics.pixelLanding, physics.paging) = (.none, nil)
    return physics.release(
      from: 0, velocity: 2000, in: ScrollExtent(minimum: -1e13, maximum: 1e13, viewport: 600))
  }

  /// The position of an exponential with k per second, and the time when it reaches a speed.
  private static func exponential(
    _ part: String, _ platform: Platform
  ) throws -> (decay: Double, stop: Double)? {
    switch platform {
    case .uiKit:
      guard part.contains("rawValue") else { return nil }
      return (-1000 * log(try number(part, after: "rawValue: ")), 10)
    case .compose:
      guard part.contains("exponentialDecay") else { return nil }
      return (
        4.2 * (try number(part, after: "frictionMultiplier = ")),
        try number(part, after: "absVelocityThreshold = ")
      )
    case .android:
      guard part.contains("FlingAnimation") else { return nil }
      // Android's velocity threshold: 0.75 of the minimum visible change per 16 ms.
      let change = try number(part, after: "MinimumVisibleChange(")
      return (4.2 * (try number(part, after: "setFriction(")), change * 0.75 * 1000 / 16)
    case .flutter:
      guard part.contains("FrictionSimulation"), !part.contains("constantDeceleration") else {
        return nil
      }
      let drag = try number(part, after: "=> FrictionSimulation(")
      return (-log(drag), try number(part, after: "velocity: "))
    default: return nil
    }
  }

  @Test(arguments: Platform.allCases, presets)
  func `a copied fling matches the engine's, by its law or by points`(
    platform: Platform, id: String
  ) throws {
    let preset = try #require(ScrollPreset.named(id))
    let motion = Self.fling(preset)
    let copy = platform.copy(ParameterSet(ScrollPhysics.parameters, preset: preset))
    #expect(!copy.contains("‹"))
    let part = try Self.part(copy, "Fling")
    if let law = try Self.exponential(part, platform) {
      for time in [0.1, 0.5, 1] where time < motion.duration {
        let place = 2000 / law.decay * (1 - exp(-law.decay * time))
        #expect(abs(place - motion.value(at: time)) < 1e-3)
      }
      let end = log(2000 / law.stop) / law.decay
      #expect(abs(end - motion.duration) < 1e-3 || part.contains("here it stops at"))
    } else if part.contains("within 0.5 px of 1000") {
      try expectLine(part, platform, motion)
    } else if part.contains("exact") {
      try expectOther(part, platform, preset, motion)
    } else {
      #expect(part.hasPrefix(" Fling: no "), "\(part)")
    }
  }

  private func expectLine(_ part: String, _ platform: Platform, _ motion: ScrollMotion) throws {
    let (corners, duration) = (try Self.line(part, platform), try Self.duration(part, platform))
    #expect(duration > motion.duration - 1e-6 && duration < motion.duration + 0.001)
    let worst = (0...3000).map { step -> Double in
      let share = Double(step) / 3000
      let place = motion.value(at: share * duration) / motion.restPosition
      return abs(Self.value(corners, at: share) - place) * 1000
    }.max()
    #expect(try #require(worst) <= 0.5)
  }

  /// Laws that exist on one platform only, and timing curves.
  private func expectOther(
    _ part: String, _ platform: Platform, _ preset: ScrollPreset, _ motion: ScrollMotion
  ) throws {
    let curves = [
      "cubic-bezier(", "timingCurve(", "CubicBezierEasing(", "bezier(", "Cubic(",
      "PathInterpolator(",
    ]
    for word in curves where part.contains(word) {
      let points = try Self.numbers(part, after: word)
      let ease = Ease(cubicBezier: points[0], points[1], points[2], points[3])
      for share in [0.1, 0.4, 0.8] {
        let place = motion.value(at: share * motion.duration) / motion.restPosition
        #expect(abs(ease.progress(at: share) - place) < 1e-6)
      }
      return
    }
    switch (platform, preset.physics.decay) {
    case (.uiKit, .bezier), (.uiKit, .androidSpline):
      #expect(part.contains("UICubicTimingParameters"))
    case (.flutter, .braked(let rate, _, let braking)):
      // Source: Flutter's FrictionSimulation: x + v·dᵗ/ln d − v/ln d − a·t²/2.
      let numbers = try Self.numbers(part, after: "=> FrictionSimulation(")
      let (drag, constant) = (numbers[0], try Self.number(part, after: "constantDeceleration: "))
      #expect(abs(drag - rate.keptPerSecond) < 1e-8 && constant == braking)
      let (time, scale) = (0.3, log(drag))
      let place = 2000 * pow(drag, time) / scale - 2000 / scale - constant * time * time / 2
      #expect(abs(place - motion.value(at: time)) < 1e-3)
    case (.flutter, .power(let friction, _)):
      #expect(try Self.number(part, after: "friction: ") == friction)
    case (.android, .androidSpline(let friction)):
      #expect(try Self.number(part, after: "setFriction(") == friction)
    case (.qml, .constant(let braking)):
      #expect(try Self.number(part, after: "flickDeceleration: ") == braking)
    case (.javascript, _), (.qml, .exponential): #expect(part.contains("=>"))
    default: Issue.record("\(platform): \(part)")
    }
  }

  // MARK: Edges

  @Test(
    arguments: Platform.allCases.filter { $0 != .gtk }, ["android", "chromium-windows", "qt6"])
  func `a copied bounce without a spring matches the engine's out and back`(
    platform: Platform, id: String
  ) throws {
    let preset = try #require(ScrollPreset.named(id))
    let extent = ScrollExtent(minimum: -1e13, maximum: 0, viewport: 600)
    var physics = preset.physics
    (physics.pixelLanding, physics.paging) = (.none, nil)
    let copy = platform.copy(ParameterSet(ScrollPhysics.parameters, preset: preset))
    let bounce = physics.release(from: 0, velocity: 2000, in: extent)
    let out = try Self.part(copy, "Edge, way out: from 2000 pt/s over")
    var (peak, end) = (0.0, bounce.duration)
    for _ in 0..<60 {
      let middle = (peak + end) / 2
      if bounce.velocity(at: middle) > 0 { peak = middle } else { end = middle }
    }
    let reach = bounce.value(at: peak)
    try expect(out, platform) { bounce.value(at: min($0, peak)) / reach }
    let back = try Self.part(copy, "Edge, way back: from rest over")
    try expect(back, platform) { 1 - bounce.value(at: peak + $0) / reach }
    let glide = physics.release(from: 100, velocity: 0, in: extent)
    let part = try Self.part(copy, "Return from past the edge: from rest over 100 pt")
    try expect(part, platform) { 1 - glide.value(at: $0) / 100 }
  }

  private func expect(_ part: String, _ platform: Platform, _ progress: (Double) -> Double) throws {
    let (corners, duration) = (try Self.line(part, platform), try Self.duration(part, platform))
    let worst = (0...3000).map { step -> Double in
      let share = Double(step) / 3000
      return abs(Self.value(corners, at: share) - progress(share * duration)) * 1000
    }.max()
    #expect(try #require(worst) <= 0.5, "\(part)")
  }

  /// v·t − a·t²/2 up to v/a, as AOSP's OverScroller brakes past an edge.
  @Test func `Android's way out past an edge is a parabola of 300 points`() throws {
    let set = ParameterSet(ScrollPhysics.parameters, preset: .android)
    let part = try Self.part(Platform.css.copy(set), "Edge, way out: from 2000 pt/s over 300 pt")
    try expect(part, .css) { time in
      let time = min(time, 0.3)
      return (2000 * time - 2000 * 2000 / 600 * time * time / 2) / 300
    }
  }

  // MARK: Polylines

  @Test func `a polyline has no more corners than its tolerance needs`() throws {
    // A quarter circle: with chords that cross it, 1/√(16·ε) segments per radian of unit bend.
    let straight = Polyline(duration: 1) { $0 }
    #expect(straight.corners.count == 2)
    let bent = Polyline(duration: 1) { $0 < 0.25 ? 2 * $0 : 0.5 + ($0 - 0.25) * 2 / 3 }
    #expect(bent.corners.count == 3)
    let parabola = Polyline(duration: 1) { $0 * (2 - $0) }
    // Free corners on x″ = 2: segments of √(16·ε/2), and both ends fixed.
    let fewest = 1 / (16 * Polyline.tolerance / 2).squareRoot()
    #expect(Double(parabola.corners.count) <= 1.3 * fewest + 2)
  }

  @Test func `a platform without a law names it`() throws {
    let set = ParameterSet(ScrollPhysics.parameters)
    #expect(Platform.css.copy(set).contains("/* Drag past the edge: no rubber band in CSS. */"))
    #expect(Platform.gtk.copy(set).contains("Fling: no exponential deceleration in GTK"))
    let android = ParameterSet(ScrollPhysics.parameters, preset: .android)
    #expect(Platform.gtk.copy(android).contains("/* Edge, way out: no ballistic bounce in GTK"))
  }
}
