internal import FeelGeometry
internal import Glibc

/// Converts a stroked path to its outline.
///
/// Each contour becomes one closed outline (two if it is closed): the left side, a cap, the right
/// side back, a cap. Overlapping parts wind twice, but count once.
struct Stroker {
  private var source = Polyline()
  private var dashes = Dasher()
  private let normals = Scratch<SIMD2<Double>>(1024, filledWith: .zero)
  private var joint = Joint(half: 1)
  private let coarse = Joint(step: PathPen.largestStep)

  /// Adds the outline of a stroked path to a pen.
  mutating func add(_ path: Path, _ stroke: Stroke, scale: Double, to pen: inout PathPen) {
    let half = stroke.width * scale / 2
    guard half > 0, half.isFinite else { return }
    joint = Joint(half: half)
    source.set(path, scale: scale)
    let needsParts = !(stroke.trimStart <= 0 && stroke.trimEnd >= 1) || !stroke.dash.isEmpty
    if needsParts { dashes.set(source, stroke, scale: scale, clip: pen.edges.clip, half: half) }
    let line = needsParts ? dashes.parts : source
    for index in 0..<line.contourCount {
      add(line.contour(index), of: line.all, stroke, half, &pen)
    }
  }

  private func add(
    _ contour: Polyline.Contour, of all: BufferView<SIMD2<Double>>, _ stroke: Stroke,
    _ half: Double, _ pen: inout PathPen
  ) {
    let points = all.dropping(contour.first)
    let count = contour.count
    guard count > 1 else {
      addDot(points[0], stroke.cap, half, &pen)
      return
    }
    let segments = contour.isClosed && count > 2 ? count : count - 1
    let normals = self.normals.reserve(segments)
    for index in 0..<segments {
      let d = points[index + 1 == count ? 0 : index + 1] - points[index]
      let length = (d.x * d.x + d.y * d.y).squareRoot()
      normals[index] = SIMD2(d.y, -d.x) * (half / length)
    }
    if segments == count {
      pen.begin(at: points[0] + normals[count - 1])
      for index in 0..<count {
        let before = normals[index == 0 ? count - 1 : index - 1]
        addJoin(points[index], before, normals[index], stroke, half, &pen)
      }
      pen.begin(at: points[0] - normals[0])
      for index in (0..<count).reversed() {
        let at = index + 1 == count ? 0 : index + 1
        addJoin(points[at], -normals[at], -normals[index], stroke, half, &pen)
      }
      pen.close()
      return
    }
    pen.begin(at: points[0] + normals[0])
    for index in 1..<max(1, segments) {
      addJoin(points[index], normals[index - 1], normals[index], stroke, half, &pen)
    }
    let (end, endNormal) = (points[count - 1], normals[segments - 1])
    pen.line(end.x + endNormal.x, end.y + endNormal.y)
    pen.addCap(stroke.cap, end.x, end.y, endNormal.x / half, endNormal.y / half, half)
    for index in (1..<max(1, segments)).reversed() {
      addJoin(points[index], -normals[index], -normals[index - 1], stroke, half, &pen)
    }
    let (start, normal) = (points[0], normals[0])
    pen.line(start.x - normal.x, start.y - normal.y)
    pen.addCap(stroke.cap, start.x, start.y, -normal.x / half, -normal.y / half, half)
    pen.close()
  }

  private func addDot(_ p: SIMD2<Double>, _ cap: Stroke.Cap, _ half: Double, _ pen: inout PathPen) {
    switch cap {
    case .butt: break
    case .round: pen.addCircle(Vector(p.x, p.y), radius: half)
    case .square:
      if let square = DeviceRect(
        x0: p.x - half, y0: p.y - half, x1: p.x + half, y1: p.y + half, radius: 0)
      {
        pen.add(square)
      }
    }
  }

  /// Adds one side of a corner; `a` and `b` are the normals before and after it, with a length of
  /// half the width.
  @inline(__always) private func addJoin(
    _ p: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ stroke: Stroke, _ half: Double,
    _ pen: inout PathPen
  ) {
    let square = half * half
    let cross = (a.x * b.y - a.y * b.x) / square
    let dot = (a.x * b.x + a.y * b.y) / square
    // The sides meet in one point for a miter, and between neighbouring chords of a curve. A
    // miter's length in widths is 1 / cos(half the turn).
    let isSmooth = dot > 0.9995
    let limit = stroke.miterLimit
    let isMitred =
      stroke.join == .miter && cross > 0 && limit >= 1 && 2 <= limit * limit * (1 + dot)
    if isSmooth || isMitred {
      let reach = 1 / (1 + dot)
      pen.line(p.x + (a.x + b.x) * reach, p.y + (a.y + b.y) * reach)
      return
    }
    pen.line(p.x + a.x, p.y + a.y)
    if cross <= 0 && dot > -0.9999999 {
      // Through the point itself, so that segments shorter than the width leave no hole.
      pen.line(p.x, p.y)
      pen.line(p.x + b.x, p.y + b.y)
      return
    }
    if stroke.join == .round {
      pen.add(pen.needsSteps(p.x, p.y, half) ? joint : coarse, p, from: a, to: b)
    }
    pen.line(p.x + b.x, p.y + b.y)
  }
}

/// The step of round joins for one width.
private struct Joint {
  let cosine: Double
  let sine: Double
  let outset: Double

  /// The number of steps of the longest join, half a turn: a stroke that needs more is wider than
  /// any screen.
  static let mostSteps = 500

  init(step: Double) {
    (cosine, sine) = (cos(step), sin(step))
    outset = 1 + step * step / 12
  }

  /// The largest step whose vertices are within tolerance of the circle.
  init(half: Double) {
    let wanted = (12 * PathPen.arcTolerance / half).squareRoot()
    self.init(step: max(.pi / Double(Self.mostSteps), min(PathPen.largestStep, wanted)))
  }
}

extension PathPen {
  /// Adds the inner vertices of a round join, in whole steps from one normal until the other is
  /// passed, without computing any angle.
  @inline(__always) fileprivate mutating func add(
    _ joint: Joint, _ p: SIMD2<Double>, from a: SIMD2<Double>, to b: SIMD2<Double>
  ) {
    var (x, y) = (a.x, a.y)
    for _ in 0...Joint.mostSteps {
      (x, y) = (x * joint.cosine - y * joint.sine, y * joint.cosine + x * joint.sine)
      guard x * b.y - y * b.x > 0 else { return }
      line(p.x + x * joint.outset, p.y + y * joint.outset)
    }
  }

  fileprivate mutating func begin(at p: SIMD2<Double>) { move(p.x, p.y) }
}
