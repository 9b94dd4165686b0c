internal import ArgumentParser
internal import Feel
internal import Stage

/// The kind of motion to compute.
enum CurveKind: String, CaseIterable {
  /// The motion after a drag is released.
  case release
  /// A spring from rest or with a velocity.
  case spring
  /// A timing curve.
  case ease
}

/// The flags of motions with a target: springs and eases.
struct CurveEnds: ParsableArguments {
  @Option(name: .customLong("to"), "Where a spring or an ease ends.", value: "pt", Values.number)
  var givenTarget: Double?

  @Option(
    "How long a spring appears to last, or an ease lasts, 0.01 to 60; default 0.6.",
    value: "seconds", Values.number(in: 0.01...60, unit: " seconds"))
  var duration: Double?

  @Option(
    parsing: .unconditional,
    help: "How far a spring overshoots, above -1 and below 1; default 0, not at all.",
    transform: Self.bounce)
  var bounce: Double?

  @Option(
    help: """
      The timing curve: linear, easeIn, easeOut, easeInOut, smoothstep, or the four numbers of a \
      cubic Bézier: 0.42,0,0.58,1. Default easeInOut.
      """, completion: .list(named.map(\.key)), transform: Self.curve)
  var ease: Ease?

  /// Where the motion ends, in points.
  var target: Double { givenTarget ?? 0 }

  /// The spring from a start to the target.
  func spring(from start: Double, velocity: Double) -> SpringMotion {
    SpringMotion(
      Spring(duration: duration ?? 0.6, bounce: bounce ?? 0), from: start, velocity: velocity,
      to: target)
  }

  /// The ease from a start to the target.
  func ease(from start: Double) -> EaseMotion {
    EaseMotion(from: start, to: target, duration: duration ?? 0.6, ease: ease ?? .easeInOut)
  }

  private static func bounce(_ word: String) throws -> Double {
    guard let bounce = Double(word), bounce > -1, bounce < 1 else {
      throw ValidationError("It must be above -1 and below 1.")
    }
    return bounce
  }

  private static let named: KeyValuePairs<String, Ease> = [
    "linear": .linear, "easeIn": .easeIn, "easeOut": .easeOut, "easeInOut": .easeInOut,
    "smoothstep": .smoothstep,
  ]

  private static func curve(_ word: String) throws -> Ease {
    if let ease = named.first(where: { $0.key == word }) { return ease.value }
    guard let numbers = try? Values.numbers(word), numbers.count == 4,
      (0...1).contains(numbers[0]), (0...1).contains(numbers[2])
    else {
      let names = named.map(\.key).joined(separator: ", ")
      throw ValidationError(
        NearWords.question(word, among: named.map(\.key), before: "The timing curves are ")
          + "\(names), or x1,y1,x2,y2 with both x in 0 to 1.")
    }
    return Ease(cubicBezier: numbers[0], numbers[1], numbers[2], numbers[3])
  }
}
