import Foundation

/// A system's scrolling rebuilt from its published formulas without engine code: equations that the
/// engine solves are bisected here.
struct RebuiltSystem {
  /// A run without edges: position and speed over time, and the speed at which it ends.
  struct Run {
    var position: (Double) -> Double
    var velocity: (Double) -> Double
    var stop: Double
  }

  /// m·x″ + c·x′ + k·x = 0.
  struct Spring {
    var mass, stiffness, damping: Double

    init(mass: Double, stiffness: Double, damping: Double) {
      (self.mass, self.stiffness, self.damping) = (mass, stiffness, damping)
    }

    init(mass: Double, stiffness: Double, ratio: Double) {
      self.init(
        mass: mass, stiffness: stiffness, damping: ratio * 2 * (mass * stiffness).squareRoot())
    }

    func position(from x: Double, velocity v: Double, at t: Double) -> Double {
      let (beta, square) = (damping / (2 * mass), stiffness / mass)
      let inner = beta * beta - square
      if abs(inner) < 1e-9 * square { return exp(-beta * t) * (x + (v + beta * x) * t) }
      if inner < 0 {
        let omega = (-inner).squareRoot()
        return exp(-beta * t) * (x * cos(omega * t) + (v + beta * x) / omega * sin(omega * t))
      }
      let (slow, fast) = (-beta + inner.squareRoot(), -beta - inner.squareRoot())
      let second = (v - slow * x) / (fast - slow)
      return (x - second) * exp(slow * t) + second * exp(fast * t)
    }
  }

  var run: (_ start: Double, _ velocity: Double) -> Run
  /// The spring for a run that reaches an edge.
  var edge: Spring
  /// The greatest velocity passed to it.
  var mostAtEdge = Double.infinity
  /// The spring for content released outside.
  var outside: Spring
  /// Whether content flung back inward runs on where that spring passes the edge.
  var runsOn = false

  /// The smallest time from which a condition holds, up to a time when it does.
  static func search(until end: Double, _ holds: (Double) -> Bool) -> Double {
    var (low, high) = (0.0, end)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle }
    }
    return high
  }

  /// When a motion is close enough to its final rest, and slow enough, that its system considers it
  /// finished.
  static func end(
    of position: (Double) -> Double, at rest: Double, within distance: Double,
    slowerThan speed: Double
  ) -> Double {
    let step = 1e-6
    func isDone(_ time: Double) -> Bool {
      abs(position(time) - rest) <= distance
        && abs(position(time + step) - position(max(0, time - step)))
          <= speed * (time + step - max(0, time - step))
    }
    let last = stride(from: 10_000, through: 0, by: -1).first { !isDone(Double($0) / 1000) } ?? 0
    let start = Double(last) / 1000
    return start + search(until: 0.001) { isDone(start + $0) }
  }

  /// The position over time, and when the run ends by itself, or `nil` if an edge ends it.
  func release(
    from start: Double, velocity: Double, between least: Double, and most: Double
  ) -> (position: (Double) -> Double, end: Double?) {
    let target = start < least ? least : most
    if start < least || start > most {
      let back: (Double) -> Double = {
        target + outside.position(from: start - target, velocity: velocity, at: $0)
      }
      // The first time inside the edge, if there is one.
      let isIn: (Double) -> Bool = { start < least ? back($0) > least : back($0) < most }
      guard runsOn, let first = (1...4000).first(where: { isIn(Double($0) / 1000) }) else {
        return (back, nil)
      }
      let crossing = Self.search(until: Double(first) / 1000, isIn)
      let step = 1e-6
      let speed = (back(crossing + step) - back(crossing - step)) / (2 * step)
      let inside = release(from: target, velocity: speed, between: least, and: most)
      return ({ $0 < crossing ? back($0) : inside.position($0 - crossing) }, nil)
    }
    let run = run(start, velocity)
    guard abs(velocity) > run.stop else { return ({ _ in start }, nil) }
    let end = Self.search(until: 60) { abs(run.velocity($0)) <= run.stop }
    let last = run.position(end)
    guard last < least || last > most else { return ({ run.position(min($0, end)) }, end) }
    let edge = last < least ? least : most
    let crossing = Self.search(until: end) {
      last < least ? run.position($0) <= least : run.position($0) >= most
    }
    let entering = min(max(run.velocity(crossing), -mostAtEdge), mostAtEdge)
    return (
      {
        $0 < crossing
          ? run.position($0)
          : edge + self.edge.position(from: 0, velocity: entering, at: $0 - crossing)
      }, nil
    )
  }

  // MARK: Systems

  /// An exponential, given the fraction of the velocity left after a second, and its stop speed as
  /// a function of the decay per second.
  private static func exponential(
    _ kept: Double, stop: @escaping (Double) -> Double
  ) -> (_ start: Double, _ velocity: Double) -> Run {
    { start, velocity in
      let log = Foundation.log(kept)
      return Run(
        position: { start + velocity * (pow(kept, $0) - 1) / log },
        velocity: { velocity * pow(kept, $0) }, stop: stop(-log))
    }
  }

  /// Source: Flutter's friction_simulation.dart, scroll_simulation.dart and scroll_physics.dart.
  static var flutterIOS: RebuiltSystem {
    RebuiltSystem(
      run: exponential(0.135) { _ in 20 }, edge: .init(mass: 0.5, stiffness: 100, ratio: 1.1),
      mostAtEdge: 5000, outside: .init(mass: 0.5, stiffness: 100, ratio: 1.1))
  }

  /// Source: the same files, ScrollDecelerationRate.fast.
  static var flutterMacOS: RebuiltSystem {
    RebuiltSystem(
      run: { start, velocity in
        let log = Foundation.log(0.135)
        let braking = velocity < 0 ? -1400.0 : 1400
        return Run(
          position: {
            start + velocity * pow(0.135, $0) / log - velocity / log - braking / 2 * $0 * $0
          },
          velocity: {
            let now = velocity * pow(0.135, $0) - braking * $0
            // Past its end it would turn around.
            return now * velocity > 0 ? now : 0
          }, stop: 20)
      }, edge: .init(mass: 0.3, stiffness: 75, ratio: 1.3), mostAtEdge: 5000,
      outside: .init(mass: 0.3, stiffness: 75, ratio: 1.3))
  }

  /// Source: ScrollMechanics' DecelerationTimingParameters.swift and SpringTimingParameters.swift.
  static var scrollMechanics: RebuiltSystem {
    RebuiltSystem(
      run: exponential(pow(0.998, 1000)) { 0.5 * $0 },
      edge: .init(mass: 1, stiffness: 100, ratio: 1),
      outside: .init(mass: 1, stiffness: 100, ratio: 1))
  }

  /// Source: Motion's inertia generator: a time constant of 325 ms, a spring of 500 and 10.
  static var motion: RebuiltSystem {
    RebuiltSystem(
      run: exponential(exp(-1 / 0.325)) { 0.5 * $0 },
      edge: .init(mass: 1, stiffness: 500, damping: 10),
      outside: .init(mass: 1, stiffness: 500, damping: 10))
  }

  /// Source: Compose Multiplatform's CupertinoOverscrollEffect and CupertinoFlingBehavior.
  static var composeIOS: RebuiltSystem {
    RebuiltSystem(
      run: exponential(pow(0.998, 1000)) { 0.5 * $0 },
      edge: .init(mass: 1, stiffness: 200, ratio: 1),
      outside: .init(mass: 1, stiffness: 400, ratio: 1), runsOn: true)
  }
}

/// Android's flings, bounces and glides, from OverScroller.java.
enum RebuiltAndroid {
  /// Distance in pixels and duration in seconds of a fling at 160 dpi.
  static func fling(_ velocity: Double) -> (distance: Double, duration: Double) {
    let rate = log(0.78) / log(0.9)
    let coefficient = 9.80665 * 39.37 * 160 * 0.84
    let deceleration = log(0.35 * abs(velocity) / (0.015 * coefficient))
    let distance = 0.015 * coefficient * exp(rate / (rate - 1) * deceleration)
    return (velocity < 0 ? -distance : distance, exp(deceleration / (rate - 1)))
  }

  // The curve behind its table of a hundred chords: time and distance as functions of a parameter.
  private static func time(_ x: Double) -> Double {
    3 * x * (1 - x) * ((1 - x) * 0.175 + x * 0.35) + x * x * x
  }

  private static func way(_ x: Double) -> Double {
    3 * x * (1 - x) * ((1 - x) * 0.5 + x) + x * x * x
  }

  /// The fraction of the distance at a fraction of the time, and its slope.
  static func share(at share: Double) -> (way: Double, slope: Double) {
    let x = RebuiltSystem.search(until: 1) { time($0) >= share }
    let step = 1e-5
    let slope = (way(x + step) - way(x - step)) / (time(x + step) - time(x - step))
    return (way(x), slope)
  }

  /// The glide back from a distance, released at rest: √(2d/2000) seconds along 3t² − 2t³.
  static func glide(_ distance: Double, at time: Double) -> Double {
    let duration = (2 * abs(distance) / 2000).squareRoot()
    let share = duration > 0 ? min(time / duration, 1) : 1
    return distance * (1 - share * share * (3 - 2 * share))
  }

  /// The overshoot at a time after reaching an edge with a velocity: out against 2000 px/s², or
  /// more where that would pass the limit, and back.
  private static func bounce(_ velocity: Double, limit: Double, at time: Double) -> Double {
    let force = max(2000, velocity * velocity / (2 * limit))
    let turn = abs(velocity) / force
    if time < turn { return velocity * time - (velocity < 0 ? -force : force) / 2 * time * time }
    return glide(velocity * turn / 2, at: time - turn)
  }

  /// The position over time; `nil` where the platform jumps: flung outward without enough room.
  static func release(
    from start: Double, velocity: Double, between least: Double, and most: Double, limit: Double
  ) -> ((Double) -> Double)? {
    let edge = min(max(start, least), most)
    let outside = start - edge
    let run = fling(velocity)
    if outside != 0, outside * velocity >= 0 {
      // Equivalent to leaving the edge earlier, with a velocity that has now decreased to this one.
      let first = (velocity * velocity + 2 * 2000 * abs(outside)).squareRoot()
      guard first * first / 4000 <= limit else { return nil }
      let age = (first - abs(velocity)) / 2000
      return { edge + bounce(outside < 0 ? -first : first, limit: limit, at: $0 + age) }
    }
    if outside != 0, abs(run.distance) <= abs(outside) {
      return { edge + glide(outside, at: $0) }
    }
    let position: (Double) -> Double = {
      start + run.distance * share(at: min($0 / run.duration, 1)).way
    }
    let (last, far) = (start + run.distance, velocity < 0 ? least : most)
    guard velocity < 0 ? last < far : last > far else { return position }
    let crossing = RebuiltSystem.search(until: run.duration) {
      velocity < 0 ? position($0) <= far : position($0) >= far
    }
    let speed = run.distance / run.duration * share(at: crossing / run.duration).slope
    return { $0 < crossing ? position($0) : far + bounce(speed, limit: limit, at: $0 - crossing) }
  }
}

/// Chromium's fling before 2024 and its elastic edge on Windows, from fling_curve.cc and
/// elastic_overscroll_controller_bezier.cc.
enum RebuiltChromiumWindows {
  private static let (alpha, beta, gamma) = (-5707.62, 172.0, 3.7)

  private static func position(_ time: Double) -> Double {
    alpha * exp(-gamma * time) - beta * time - alpha
  }

  private static func speed(_ time: Double) -> Double { -alpha * gamma * exp(-gamma * time) - beta }

  private static func bezier(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, at share: Double
  ) -> Double {
    func cubic(_ a: Double, _ b: Double, _ t: Double) -> Double {
      3 * a * t * (1 - t) * (1 - t) + 3 * b * t * t * (1 - t) + t * t * t
    }
    let t = RebuiltSystem.search(until: 1) { cubic(x1, x2, $0) >= share }
    return cubic(y1, y2, t)
  }

  /// The progress along a curve whose first control point is scaled by a speed in pixels per
  /// millisecond.
  private static func progress(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, speed: Double, at share: Double
  ) -> Double {
    x1 * speed < y1
      ? bezier(x1, x1 * speed, x2, y2, at: share) : bezier(y1 / speed, y1, x2, y2, at: share)
  }

  /// The stretch at a time, from an initial stretch and velocity.
  ///
  /// Flung inward, Chromium first jumps outward; the preset does not, nor does this.
  private static func stretch(
    from initial: Double, velocity: Double, viewport: Double, at time: Double
  ) -> Double {
    let speed = abs(velocity) > 200 ? abs(velocity) / 1000 : 0
    let isOutward = initial * velocity >= 0
    let delta = isOutward ? 35 * speed.squareRoot() : 0
    let length = min(0.1 * viewport, abs(initial) + delta)
    let isNegative = initial == 0 ? velocity < 0 : initial < 0
    let furthest = isNegative ? -length : length
    let (out, back) = (min(0.15, 0.0025 * delta), min(0.3, 0.015 * length))
    if time < out {
      let share = progress(0.25, 1, 0.99, 1, speed: speed, at: time / out)
      return initial * (1 - share) + furthest * share
    }
    guard time - out < back else { return 0 }
    return furthest * (1 - progress(0.05, 0.7, 0.25, 1, speed: speed, at: (time - out) / back))
  }

  /// The position over time, and when the run ends by itself, or `nil` if an edge ends it.
  static func release(
    from start: Double, velocity: Double, between least: Double, and most: Double, viewport: Double
  ) -> (position: (Double) -> Double, end: Double?) {
    let edge = min(max(start, least), most)
    if start != edge {
      return (
        { edge + stretch(from: start - edge, velocity: velocity, viewport: viewport, at: $0) }, nil
      )
    }
    let first = -log((min(abs(velocity), speed(0)) + beta) / (-alpha * gamma)) / gamma
    let end = -log(beta / (-alpha * gamma)) / gamma - first
    let sign = velocity < 0 ? -1.0 : 1
    let run: (Double) -> Double = {
      start + sign * (position(min($0, end) + first) - position(first))
    }
    let far = velocity < 0 ? least : most
    guard sign * (run(end) - far) > 0 else { return (run, end) }
    let crossing = RebuiltSystem.search(until: end) { sign * (run($0) - far) >= 0 }
    let entering = sign * speed(crossing + first)
    return (
      {
        $0 < crossing
          ? run($0)
          : far + stretch(from: 0, velocity: entering, viewport: viewport, at: $0 - crossing)
      }, nil
    )
  }
}
