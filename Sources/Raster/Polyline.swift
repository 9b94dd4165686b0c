internal import FeelGeometry

/// The contours of a path as straight segments, in device pixels; consecutive points differ.
struct Polyline {
  struct Contour: BitwiseCopyable {
    /// The index of its first point in `all`.
    var first: Int
    /// The number of points; a closed contour does not repeat its first point.
    var count: Int
    var isClosed: Bool
  }

  private let points = Scratch<SIMD2<Double>>(1024, filledWith: .zero)
  private let contours = Scratch<Contour>(
    64, filledWith: Contour(first: 0, count: 0, isClosed: false))
  private var pointCount = 0
  private(set) var contourCount = 0
  /// The first point of the contour being added.
  private var first = 0
  /// Whether the previous contour was closed.
  private var followsClose = false

  /// The points of all contours, one contour after another.
  var all: BufferView<SIMD2<Double>> { points.view }

  func contour(_ index: Int) -> Contour { contours.view[index] }

  /// Sets the contours of a path in points, at `scale` device pixels per point; points that are not
  /// finite are ignored.
  mutating func set(_ path: Path, scale: Double) {
    begin()
    for element in path.elements {
      switch element {
      case .move(let p):
        end(closed: false)
        add(p.x * scale, p.y * scale)
      case .line(let p): add(p.x * scale, p.y * scale)
      case .quad(let c, let p): addCurve(c * scale, nil, p * scale)
      case .cubic(let c, let d, let p): addCurve(c * scale, d * scale, p * scale)
      case .close:
        let start = pointCount > first ? all[first] : nil
        end(closed: true)
        // Elements after a close start at the start of the closed contour.
        if let start { add(start.x, start.y) }
      }
    }
    end(closed: false)
  }

  /// Removes all contours.
  mutating func begin() { (pointCount, contourCount, first) = (0, 0, 0) }

  /// Adds a point, in device pixels, to the current contour; a repeated point is ignored.
  mutating func add(_ x: Double, _ y: Double) {
    guard x.isFinite, y.isFinite else { return }
    // Beyond this, a product of two coordinates loses all precision, and no pixel is that far away.
    let far = 1e9
    let point = SIMD2(max(-far, min(far, x)), max(-far, min(far, y)))
    if pointCount > first, all[pointCount - 1] == point { return }
    points.reserve(pointCount + 1)
    all[pointCount] = point
    pointCount += 1
  }

  /// Ends the current contour.
  mutating func end(closed: Bool) {
    var count = pointCount - first
    if closed, count > 1, all[pointCount - 1] == all[first] { count -= 1 }
    // After a close, `set` starts a new contour with a single point; if nothing follows, that is
    // not a contour.
    let isLeftOver = count == 1 && !closed && contourCount > 0 && followsClose
    if count > 0 && !isLeftOver {
      contours.reserve(contourCount + 1)
      contours.view[contourCount] = Contour(first: first, count: count, isClosed: closed)
      contourCount += 1
    }
    followsClose = closed
    first = pointCount
  }

  /// Adds chords of a cubic Bézier curve from the last point to `p`, or of a quadratic one if `d`
  /// is `nil`.
  private mutating func addCurve(_ c: Vector, _ d: Vector?, _ p: Vector) {
    guard pointCount > first, c.isFinite, d?.isFinite ?? true, p.isFinite else {
      add(p.x, p.y)
      return
    }
    let (a, c, p) = (all[pointCount - 1], SIMD2(c.x, c.y), SIMD2(p.x, p.y))
    // A quadratic is a cubic with arms of two thirds of the way to its control point.
    var (e, f) = (c, p)
    if let d {
      f = SIMD2(d.x, d.y)
    } else {
      e = a + (c - a) * (2.0 / 3)
      f = p + (c - p) * (2.0 / 3)
    }
    CurveSteps(a, e, f, p).each { t in
      let s = 1 - t
      let q = a * (s * s * s) + e * (3 * s * s * t) + f * (3 * s * t * t) + p * (t * t * t)
      add(q.x, q.y)
    }
    add(p.x, p.y)
  }
}
