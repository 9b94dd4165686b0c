internal import FeelGeometry
internal import Glibc

/// Cuts contours to a part of their length and into dashes.
struct Dasher {
  /// The parts to draw.
  private(set) var parts = Polyline()
  private var isDrawing = false

  /// Cuts the contours of a line; the stroke's lengths are in points of `scale` device pixels each.
  ///
  /// Dashes outside the clip are skipped, so that the cost of a line depends only on its visible
  /// part. A pattern shorter than a tenth of a pixel, or with a negative or infinite length, draws
  /// the whole line.
  mutating func set(
    _ line: Polyline, _ stroke: Stroke, scale: Double, clip: PixelRect, half: Double
  ) {
    parts.begin()
    let pattern = Pattern(stroke, scale: scale)
    // Written so that NaN draws nothing.
    let from = stroke.trimStart > 0 ? min(1, stroke.trimStart) : 0
    let to = stroke.trimEnd > 0 ? min(1, stroke.trimEnd) : 0
    let reach = half * max(1.5, stroke.miterLimit) + 2
    let seen = SIMD4(
      Double(clip.x0) - reach, Double(clip.y0) - reach, Double(clip.x1) + reach,
      Double(clip.y1) + reach)
    for index in 0..<line.contourCount {
      let contour = line.contour(index)
      let points = line.all.dropping(contour.first)
      let length = Self.length(points, contour)
      if from == 0 && to == 1 && pattern == nil {
        copy(points, contour)
      } else if to > from {
        cut(points, contour, from * length, to * length, pattern, seen)
      }
    }
  }

  private static func length(_ points: BufferView<SIMD2<Double>>, _ contour: Polyline.Contour)
    -> Double
  {
    var length = 0.0
    for index in 0..<(contour.isClosed ? contour.count : contour.count - 1) {
      let d = points[index + 1 == contour.count ? 0 : index + 1] - points[index]
      length += (d.x * d.x + d.y * d.y).squareRoot()
    }
    return length
  }

  private mutating func copy(_ points: BufferView<SIMD2<Double>>, _ contour: Polyline.Contour) {
    for index in 0..<contour.count { parts.add(points[index].x, points[index].y) }
    parts.end(closed: contour.isClosed)
  }

  private mutating func cut(
    _ points: BufferView<SIMD2<Double>>, _ contour: Polyline.Contour, _ from: Double, _ to: Double,
    _ pattern: Pattern?, _ seen: SIMD4<Double>
  ) {
    var at = 0.0
    isDrawing = false
    for index in 0..<(contour.isClosed ? contour.count : contour.count - 1) {
      let a = points[index]
      let d = points[index + 1 == contour.count ? 0 : index + 1] - a
      let length = (d.x * d.x + d.y * d.y).squareRoot()
      let (start, end) = (max(0, from - at), min(length, to - at))
      if end > start {
        let segment = Segment(a: a, direction: d / length, at: at)
        if let pattern {
          addDashes(segment, start, end, pattern, seen)
        } else {
          add(segment, start, end)
        }
      }
      at += length
    }
    finish()
  }

  private struct Segment {
    let a: SIMD2<Double>
    let direction: SIMD2<Double>
    /// The distance of its start along the contour.
    let at: Double
  }

  private mutating func add(_ segment: Segment, _ start: Double, _ end: Double) {
    if !isDrawing {
      let p = segment.a + segment.direction * start
      parts.add(p.x, p.y)
      isDrawing = true
    }
    let q = segment.a + segment.direction * end
    parts.add(q.x, q.y)
  }

  private mutating func finish() {
    if isDrawing { parts.end(closed: false) }
    isDrawing = false
  }

  private mutating func addDashes(
    _ segment: Segment, _ start: Double, _ end: Double, _ pattern: Pattern, _ seen: SIMD4<Double>
  ) {
    guard let (first, last) = Self.visible(segment, start, end, seen) else {
      finish()
      return
    }
    // This many dashes near the picture mean a width far beyond it, which covers the gaps.
    guard last - first < pattern.total * 20_000 else {
      add(segment, start, end)
      return
    }
    var position = start
    if first > start {
      finish()
      position = first
    }
    var (isOn, left) = pattern.state(at: segment.at + position)
    while position < last {
      let next = min(last, position + left)
      if isOn.isDash { add(segment, position, max(next, position)) } else { finish() }
      // A dash that continues in the next segment stays open.
      guard position + left <= last else { return }
      if isOn.isDash { finish() }
      position = max(next, position.nextUp)
      (isOn, left) = pattern.following(isOn)
    }
  }

  /// The part of a segment near the clip, as distances along it.
  private static func visible(
    _ segment: Segment, _ start: Double, _ end: Double, _ seen: SIMD4<Double>
  ) -> (Double, Double)? {
    var (first, last) = (start, end)
    for axis in 0..<2 {
      let (a, d) = (segment.a[axis], segment.direction[axis])
      let (low, high) = (seen[axis], seen[axis + 2])
      if abs(d) < 1e-12 {
        if a < low || a > high { return nil }
        continue
      }
      let (t, u) = ((low - a) / d, (high - a) / d)
      first = max(first, min(t, u))
      last = min(last, max(t, u))
    }
    return first < last ? (first, last) : nil
  }
}

/// Alternating lengths of dashes and gaps, in device pixels.
struct Pattern {
  private let lengths: [Double]
  let total: Double
  private let phase: Double
  private let scale: Double

  /// The index of a length in the pattern, and whether it is a dash.
  struct Step {
    let index: Int
    let isDash: Bool
  }

  init?(_ stroke: Stroke, scale: Double) {
    var total = 0.0
    for length in stroke.dash {
      guard length >= 0, length.isFinite else { return nil }
      total += length * scale
    }
    // An odd number of lengths swaps dashes and gaps in every repetition.
    guard total >= 0.1, total.isFinite else { return nil }
    lengths = stroke.dash
    self.total = stroke.dash.count % 2 == 0 ? total : 2 * total
    phase = stroke.dashPhase.isFinite ? stroke.dashPhase * scale : 0
    self.scale = scale
  }

  private func length(_ index: Int) -> Double { lengths[index % lengths.count] * scale }

  private var count: Int { lengths.count % 2 == 0 ? lengths.count : 2 * lengths.count }

  /// The step at a distance along the contour, and its remaining length.
  func state(at distance: Double) -> (Step, Double) {
    var rest = fmod(distance + phase, total)
    if rest < 0 { rest += total }
    for index in 0..<count {
      let length = length(index)
      if rest < length { return (Step(index: index, isDash: index % 2 == 0), length - rest) }
      rest -= length
    }
    return (Step(index: 0, isDash: true), length(0))
  }

  /// The next step, and its length.
  func following(_ step: Step) -> (Step, Double) {
    let index = (step.index + 1) % count
    return (Step(index: index, isDash: index % 2 == 0), length(index))
  }
}
