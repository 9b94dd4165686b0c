internal import Glibc

/// Where a cubic Bézier curve is cut into chords that stray from it by less than
/// `PathPen.tolerance`.
///
/// A chord over the share h of a curve strays by at most h² / 8 times the greatest second
/// derivative there. That goes in a straight line from six times the one second difference of the
/// control points to six times the other, so that a long curve needs fewer chords where it bends
/// less.
struct CurveSteps {
  /// The second differences of the control points at the start and at the end, in device pixels.
  private let start: SIMD2<Double>
  private let end: SIMD2<Double>

  /// Parts of a long curve that have a step of their own each.
  private static let parts = 8
  /// Chords from which on that pays.
  private static let many = 24.0
  /// Chords of a curve that is larger than any screen.
  private static let most = 2000.0

  /// The curve from `a` by the control points `b` and `c` to `d`.
  @inline(__always) init(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>
  ) {
    (start, end) = (a - 2 * b + c, b - 2 * c + d)
  }

  /// Calls `body` with the share of the curve at each border between two chords, ascending.
  @inline(__always) func each(_ body: (Double) -> Void) {
    var bend = Self.length(start)
    let all = Self.chords(max(bend, Self.length(end)))
    let parts = all < Self.many ? 1 : Self.parts
    for part in 0..<parts {
      let next = Self.length(start + (end - start) * (Double(part + 1) / Double(parts)))
      let count = max(1, Int((Self.chords(max(bend, next)) / Double(parts)).rounded(.up)))
      let step = 1 / Double(parts * count)
      for chord in part * count..<(part + 1) * count where chord > 0 { body(Double(chord) * step) }
      bend = next
    }
  }

  /// How many chords a curve needs of which no second difference is greater.
  @inline(__always) private static func chords(_ bend: Double) -> Double {
    let wanted = (6 * bend / (8 * PathPen.tolerance)).squareRoot()
    // A bend that is not a number takes one chord.
    return wanted > 1 ? min(wanted, most) : 1
  }

  @inline(__always) private static func length(_ d: SIMD2<Double>) -> Double {
    (d.x * d.x + d.y * d.y).squareRoot()
  }
}
