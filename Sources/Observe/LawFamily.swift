internal import Feel
internal import Glibc

/// A kind of law: the content's position is Σ cᵢ·φᵢ(t; θ), with t in seconds from the first fitted
/// row.
///
/// The coefficients c follow from the rows by linear least squares; only θ, of at most two numbers,
/// is searched for.
public enum LawFamily: String, Hashable, Sendable, CaseIterable {
  /// A constant velocity: 1, t.
  case steady
  /// Constant braking to a stand at T: 1, (T − t)².
  case braking
  /// 1, e^(−kt).
  case exponential
  /// An exponential and a steady velocity: 1, e^(−kt), t.
  case drifting
  /// A power of the time left: 1, (T − t)^r.
  case power
  /// Android's spline from t₀ on for T: 1, S((t − t₀)/T).
  case androidSpline
  /// A cubic Bézier curve from t₀ on for T, with the control points' x of `BezierFling` and a free
  /// first y.
  case bezierFling
  /// A spring without overshoot: 1, e^(−ωt), t·e^(−ωt).
  case criticalSpring
  /// A spring that oscillates: 1, and e^(−ζωt) times the cosine and the sine.
  case underdampedSpring
  /// A spring that creeps: 1, and two exponentials.
  case overdampedSpring
  /// The timing curve of CSS's `ease` from t₀ on for T.
  case cssEase
  /// The timing curve ease-in from t₀ on for T.
  case easeIn
  /// The timing curve ease-out from t₀ on for T.
  case easeOut
  /// The timing curve ease-in-out from t₀ on for T.
  case easeInOut
  /// 1 − (1 − u)³, u = (t − t₀)/T.
  case cubicOut

  /// The family's name in a sentence.
  public var words: String {
    switch self {
    case .steady: "a constant velocity"
    case .braking: "constant braking"
    case .exponential: "an exponential"
    case .drifting: "an exponential with a drift"
    case .power: "a power of the time left"
    case .androidSpline: "Android’s spline"
    case .bezierFling: "a Bézier fling"
    case .criticalSpring: "a critically damped spring"
    case .underdampedSpring: "an underdamped spring"
    case .overdampedSpring: "an overdamped spring"
    case .cssEase: "the timing curve ease"
    case .easeIn: "the timing curve ease-in"
    case .easeOut: "the timing curve ease-out"
    case .easeInOut: "the timing curve ease-in-out"
    case .cubicOut: "the timing curve cubic-out"
    }
  }

  /// A short name, for where there is little room.
  public var shortName: String {
    switch self {
    case .steady: "constant"
    case .braking: "braking"
    case .exponential: "exponential"
    case .drifting: "drifting"
    case .power: "power"
    case .androidSpline: "spline"
    case .bezierFling: "Bézier"
    case .criticalSpring: "critical spring"
    case .underdampedSpring: "bouncy spring"
    case .overdampedSpring: "slow spring"
    case .cssEase: "ease"
    case .easeIn: "ease-in"
    case .easeOut: "ease-out"
    case .easeInOut: "ease-in-out"
    case .cubicOut: "cubic-out"
    }
  }

  /// Whether it is a spring.
  public var isSpring: Bool {
    [.criticalSpring, .underdampedSpring, .overdampedSpring].contains(self)
  }

  /// Whether it is a timing curve, which a program plays between two positions.
  public var isEase: Bool { [.cssEase, .easeIn, .easeOut, .easeInOut, .cubicOut].contains(self) }

  /// The ranges of θ to search, and how many first guesses to make in each.
  ///
  /// Times are shares of the rows' own time span, and rates are logarithms.
  var searched: [(range: ClosedRange<Double>, guesses: Int)] {
    switch self {
    case .steady: []
    case .braking: [(log(0.3)...log(20), 24)]
    case .exponential, .drifting: [(log(0.2)...log(80), 24)]
    case .power: [(log(0.4)...log(8), 9), (log(1.3)...log(5), 6)]
    case .androidSpline, .bezierFling: [(-1.2...0.3, 9), (log(0.4)...log(5), 9)]
    case .cssEase, .easeIn, .easeOut, .easeInOut, .cubicOut:
      [(-0.5...0.4, 8), (log(0.4)...log(3), 8)]
    case .criticalSpring: [(log(1.5)...log(200), 24)]
    case .underdampedSpring: [(log(1.5)...log(200), 14), (-3...4.6, 7)]
    case .overdampedSpring: [(log(1.5)...log(200), 12), (log(0.02)...log(8), 6)]
    }
  }

  /// The number of coefficients.
  var columnCount: Int {
    switch self {
    case .steady, .braking, .exponential, .power, .androidSpline: 2
    case .cssEase, .easeIn, .easeOut, .easeInOut, .cubicOut: 2
    case .drifting, .bezierFling, .criticalSpring, .underdampedSpring, .overdampedSpring: 3
    }
  }

  /// φ at some times, without the first, which is constant.
  ///
  /// - Parameters:
  ///   - times: in seconds from the first row.
  ///   - shape: θ as searched.
  ///   - span: the time of the last row, in seconds.
  ///   - goesOn: whether a braking law continues past its stop, for rows in which a push comes
  ///     before the stop.
  func columns(
    at times: [Double], _ shape: [Double], span: Double, goesOn: Bool = false
  ) -> [[Double]] {
    switch self {
    case .steady: return [times]
    case .braking:
      let end = span * exp(shape[0])
      return [
        times.map { time in
          let left = goesOn ? end - time : max(0, end - time)
          return left * left / (end * end)
        }
      ]
    case .exponential:
      let decay = exp(shape[0])
      return [times.map { exp(-decay * $0) }]
    case .drifting:
      let decay = exp(shape[0])
      return [times.map { exp(-decay * $0) }, times]
    case .power:
      let (end, power) = (span * exp(shape[0]), exp(shape[1]))
      return [times.map { pow(max(0, 1 - $0 / end), power) }]
    case .androidSpline, .cssEase, .easeIn, .easeOut, .easeInOut, .cubicOut:
      let table = TimingTable.of(self)
      let (start, length) = (shape[0] * span, span * exp(shape[1]))
      return [times.map { table.first(at: ($0 - start) / length) }]
    case .bezierFling:
      let table = TimingTable.of(self)
      let (start, length) = (shape[0] * span, span * exp(shape[1]))
      let shares = times.map { ($0 - start) / length }
      return [shares.map(table.first), shares.map(table.second)]
    case .criticalSpring:
      let frequency = exp(shape[0])
      let falling = times.map { exp(-frequency * $0) }
      return [falling, zip(falling, times).map { $0 * $1 * frequency }]
    case .underdampedSpring:
      let (frequency, ratio) = Self.spring(self, shape)
      let (fall, swing) = (frequency * ratio, frequency * (1 - ratio * ratio).squareRoot())
      let falling = times.map { exp(-fall * $0) }
      return [
        zip(falling, times).map { $0 * cos(swing * $1) },
        zip(falling, times).map { $0 * sin(swing * $1) },
      ]
    case .overdampedSpring:
      let (frequency, ratio) = Self.spring(self, shape)
      let root = (ratio * ratio - 1).squareRoot()
      let (slow, fast) = (frequency * (ratio - root), frequency * (ratio + root))
      return [times.map { exp(-slow * $0) }, times.map { exp(-fast * $0) }]
    }
  }

  /// The response to a push, or `nil` if the law does not continue from a changed velocity.
  func push(_ shape: [Double]) -> PushResponse? {
    switch self {
    case .steady, .braking: return PushResponse(damping: 0, stiffness: 0)
    case .exponential, .drifting: return PushResponse(damping: exp(shape[0]), stiffness: 0)
    case .criticalSpring:
      let frequency = exp(shape[0])
      return PushResponse(damping: 2 * frequency, stiffness: frequency * frequency)
    case .underdampedSpring, .overdampedSpring:
      let (frequency, ratio) = Self.spring(self, shape)
      return PushResponse(damping: 2 * ratio * frequency, stiffness: frequency * frequency)
    case .power, .androidSpline, .bezierFling, .cssEase, .easeIn, .easeOut, .easeInOut, .cubicOut:
      return nil
    }
  }

  /// φ of a curve restarted by a push, without the constant.
  ///
  /// - Parameters:
  ///   - times: seconds since the push.
  ///   - shape: θ of the curve before the push; its exponent is used, but not its times, as the new
  ///     curve has its own.
  ///   - length: the duration of the new curve, in seconds.
  func columns(anew times: [Double], _ shape: [Double], length: Double) -> [[Double]] {
    let shares = times.map { $0 / length }
    switch self {
    case .power:
      let power = exp(shape[1])
      return [shares.map { 1 - pow(max(0, 1 - $0), power) }]
    case .androidSpline: return [shares.map(TimingTable.of(self).first)]
    case .bezierFling:
      let table = TimingTable.of(self)
      return [shares.map(table.first), shares.map(table.second)]
    default: return []
    }
  }

  /// Whether a push restarts it with a new duration; otherwise it continues with the same numbers.
  var beginsAnew: Bool { [.power, .androidSpline, .bezierFling].contains(self) }

  /// Whether it can continue from a changed velocity.
  var canBePushed: Bool { !isEase }

  /// The numbers by which a law is known, with their units.
  ///
  /// - Parameter coefficients: those of `columns`, the constant first.
  func numbers(
    _ shape: [Double], _ coefficients: [Double], span: Double
  ) -> [(name: String, unit: String, value: Double)] {
    let way = coefficients.count > 1 ? coefficients[1] : 0
    switch self {
    case .steady: return [("velocity", "/s", way)]
    case .braking:
      let end = span * exp(shape[0])
      return [("braking", "/s²", abs(2 * way) / (end * end)), ("end", "s", end)]
    case .exponential: return [("decay", "per s", exp(shape[0]))]
    case .drifting: return [("decay", "per s", exp(shape[0])), ("drift", "/s", coefficients[2])]
    case .power: return [("exponent", "", exp(shape[1])), ("end", "s", span * exp(shape[0]))]
    case .androidSpline, .cssEase, .easeIn, .easeOut, .easeInOut, .cubicOut:
      return [
        ("start", "s", shape[0] * span), ("duration", "s", span * exp(shape[1])),
        ("distance", "", way),
      ]
    case .bezierFling:
      let distance = coefficients[2]
      return [
        ("start", "s", shape[0] * span), ("duration", "s", span * exp(shape[1])),
        ("distance", "", distance), ("firstControl", "", distance == 0 ? 0 : way / distance),
      ]
    case .criticalSpring: return [("frequency", "per s", exp(shape[0])), ("ratio", "", 1)]
    case .underdampedSpring, .overdampedSpring:
      let (frequency, ratio) = Self.spring(self, shape)
      return [("frequency", "per s", frequency), ("ratio", "", ratio)]
    }
  }

  /// ω and ζ.
  private static func spring(_ family: LawFamily, _ shape: [Double]) -> (Double, Double) {
    let ratio = family == .underdampedSpring ? 1 / (1 + exp(-shape[1])) : 1 + exp(shape[1])
    return (exp(shape[0]), ratio)
  }
}

/// A tabulated timing curve: solving the curve at each row would dominate the fit's time.
struct TimingTable: Sendable {
  private static let steps = 2048

  private let firsts: [Double]
  private let seconds: [Double]

  /// Tabulates a curve that has no free y.
  private init(_ ease: Ease) {
    firsts = (0...Self.steps).map { ease.progress(at: Double($0) / Double(Self.steps)) }
    seconds = []
  }

  /// Tabulates a Bézier curve with a free first y: the contribution of that control point, and the
  /// rest, as shares of the distance.
  private init(freeAbove x1: Double, _ x2: Double) {
    // With y1 = 1/3 and y2 = 2/3, y equals the curve's parameter, so this solves for it.
    let parameter = Ease(cubicBezier: x1, 1.0 / 3, x2, 2.0 / 3)
    let all = (0...Self.steps).map { parameter.progress(at: Double($0) / Double(Self.steps)) }
    firsts = all.map { 3 * (1 - $0) * (1 - $0) * $0 }
    seconds = all.map { 3 * (1 - $0) * $0 * $0 + $0 * $0 * $0 }
  }

  /// The first column at a share of the time.
  func first(at share: Double) -> Double { Self.value(firsts, share) }

  /// The second column at a share of the time.
  func second(at share: Double) -> Double { Self.value(seconds, share) }

  private static func value(_ values: [Double], _ share: Double) -> Double {
    let place = min(max(0, share), 1) * Double(steps)
    let index = min(steps - 1, Int(place))
    return values[index] + (place - Double(index)) * (values[index + 1] - values[index])
  }

  private static let all: [LawFamily: TimingTable] = [
    .androidSpline: TimingTable(DecayLaw.androidCurve),
    .bezierFling: TimingTable(freeAbove: BezierFling().x1, BezierFling().x2),
    .easeIn: TimingTable(.easeIn), .easeOut: TimingTable(.easeOut),
    .easeInOut: TimingTable(.easeInOut),
    .cubicOut: TimingTable(Ease(cubicBezier: 1.0 / 3, 1, 2.0 / 3, 1)),
  ]
  // Source: CSS Easing Functions Level 1, section 2.2.
  private static let css = TimingTable(Ease(cubicBezier: 0.25, 0.1, 0.25, 1))

  static func of(_ family: LawFamily) -> TimingTable { all[family] ?? css }
}
