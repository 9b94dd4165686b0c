internal import Glibc

/// Divides a cubic Bézier curve into chords that deviate from it by less than `PathPen.tolerance`.
///
/// A chord over a parameter interval h deviates by at most h² / 8 times the maximum second
/// derivative there. That derivative is linear, from six times the first second difference of the
/// control points to six times the last, so a long curve needs fewer chords where it bends less.
struct CurveSteps {
  /// The second differences of the control points at the start and at the end, in device pixels.
  private let start: SIMD2<Double>
  private let end: SIMD2<Double>

  /// The number of parts of a long curve with separate step sizes.
  private static let parts = 8
  /// The number of chords from which parts are worthwhile.
  private static let many = 24.0
  /// The number of chords for a curve larger than any screen.
  private static let most = 2000.0

  /// A curve from `a` to `d` with the control points `b` and `c`.
  @inline(__always) init(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>
  ) {
    (start, end) = (a - 2 * b + c, b - 2 * c + d)
  }

  /// Calls `body` with the parameter of each boundary between two chords, ascending.
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

  /// The number of chords for a curve with this maximum second difference.
  @inline(__always) private static func chords(_ bend: Double) -> Double {
    let wanted = (6 * bend / (8 * PathPen.tolerance)).squareRoot()
    // NaN gives one chord.
    return wanted > 1 ? min(wanted, most) : 1
  }

  @inline(__always) private static func length(_ d: SIMD2<Double>) -> Double {
    (d.x * d.x + d.y * d.y).squareRoot()
  }
}
