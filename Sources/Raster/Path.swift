public import FeelGeometry
internal import Glibc

/// An outline of lines and Bézier curves, in points, with any number of contours.
public struct Path: Hashable, Sendable {
  /// One step of an outline.
  public enum Element: Hashable, Sendable {
    /// Starts a contour.
    case move(Vector)
    /// A straight line to a point.
    case line(Vector)
    /// A quadratic curve: control point, end.
    case quad(Vector, Vector)
    /// A cubic curve: two control points, end.
    case cubic(Vector, Vector, Vector)
    /// A straight line back to the contour's start.
    case close
  }

  /// The steps, in order.
  public private(set) var elements: [Element] = []
  // Bounds of all finite points and control points, maintained so that long paths need not be
  // scanned again.
  private var low = Vector(.infinity, .infinity)
  private var high = Vector(-.infinity, -.infinity)

  /// Creates an empty path.
  public init() {}

  /// Creates a path from its steps.
  public init(_ elements: [Element]) {
    self.elements = elements
    for element in elements { reach(element) }
  }

  /// Whether both have the same elements.
  public static func == (a: Path, b: Path) -> Bool { a.elements == b.elements }
  /// Hashes the elements.
  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }

  private mutating func add(_ element: Element) {
    elements.append(element)
    reach(element)
  }

  private mutating func reach(_ element: Element) {
    switch element {
    case .move(let p), .line(let p): reach(p)
    case .quad(let c, let p):
      reach(c)
      reach(p)
    case .cubic(let c, let d, let p):
      reach(c)
      reach(d)
      reach(p)
    case .close: break
    }
  }

  private mutating func reach(_ p: Vector) {
    guard p.isFinite else { return }
    low = Vector(min(low.x, p.x), min(low.y, p.y))
    high = Vector(max(high.x, p.x), max(high.y, p.y))
  }

  /// Creates a path of straight lines through points; if closed, it returns to the first.
  public init(through points: [Vector], isClosed: Bool = false) {
    self.init()
    for (index, point) in points.enumerated() { add(index == 0 ? .move(point) : .line(point)) }
    if isClosed { close() }
  }

  /// The smallest rectangle around all points and control points, or `nil` if none is finite.
  var bounds: Rect? {
    guard high.x >= low.x else { return nil }
    return Rect(from: low, to: high)
  }

  /// Starts a contour.
  public mutating func move(to point: Vector) { add(.move(point)) }
  /// Adds a straight line.
  public mutating func line(to point: Vector) { add(.line(point)) }
  /// Adds a quadratic curve.
  public mutating func quad(_ control: Vector, to point: Vector) { add(.quad(control, point)) }
  /// Adds a cubic curve.
  public mutating func cubic(_ first: Vector, _ second: Vector, to point: Vector) {
    add(.cubic(first, second, point))
  }
  /// Closes the contour with a straight line.
  public mutating func close() { add(.close) }

  /// Adds a circular arc, connected to the current contour by a straight line; starts a contour if
  /// there is none.
  ///
  /// Angles are in radians, 0 at 3 o'clock, increasing clockwise on screen. Each piece of at most a
  /// quarter turn is a cubic, accurate to 2.8·10⁻⁴ of the radius.
  public mutating func arc(center: Vector, radius: Double, from start: Double, sweep: Double) {
    func point(_ angle: Double) -> Vector {
      Vector(center.x + radius * cos(angle), center.y + radius * sin(angle))
    }
    guard start.isFinite, sweep.isFinite else { return }
    let first = point(start)
    switch elements.last {
    case .close, nil: move(to: first)
    default: line(to: first)
    }
    let whole = max(-2 * Double.pi, min(2 * Double.pi, sweep))
    let pieces = max(1, (abs(whole) / (Double.pi / 2) - 1e-9).rounded(.up))
    let step = whole / pieces
    let arm = 4.0 / 3.0 * tan(step / 4) * radius
    for piece in 0..<Int(pieces) {
      let (a, b) = (start + step * Double(piece), start + step * Double(piece + 1))
      let (p, q) = (point(a), point(b))
      cubic(
        Vector(p.x - arm * sin(a), p.y + arm * cos(a)),
        Vector(q.x + arm * sin(b), q.y - arm * cos(b)), to: q)
    }
  }

  /// The closed outline of a rounded rectangle, clockwise from its top centre; the radius is
  /// limited to half the shorter side.
  public static func roundedRect(_ rect: Rect, radius: Double) -> Path {
    let r = max(0, min(radius, rect.width / 2, rect.height / 2))
    var path = Path()
    path.move(to: Vector(rect.midX, rect.minY))
    let quarter = Double.pi / 2
    let corners = [
      (Vector(rect.maxX - r, rect.minY + r), -quarter), (Vector(rect.maxX - r, rect.maxY - r), 0),
      (Vector(rect.minX + r, rect.maxY - r), quarter),
      (Vector(rect.minX + r, rect.minY + r), 2 * quarter),
    ]
    for (center, angle) in corners {
      path.arc(center: center, radius: r, from: angle, sweep: quarter)
    }
    path.close()
    return path
  }

  /// The path with every point mapped.
  public func transformed(by map: Transform) -> Path {
    Path(
      elements.map { element in
        switch element {
        case .move(let p): .move(map(p))
        case .line(let p): .line(map(p))
        case .quad(let c, let p): .quad(map(c), map(p))
        case .cubic(let c, let d, let p): .cubic(map(c), map(d), map(p))
        case .close: .close
        }
      })
  }
}

extension Rect {
  /// The rectangle between two corners, limited in size so that adding a side to an edge does not
  /// lose precision.
  init(from low: Vector, to high: Vector) {
    func clamped(_ value: Double) -> Double { max(-1e9, min(1e9, value)) }
    let (x, y) = (clamped(low.x), clamped(low.y))
    self.init(x: x, y: y, width: clamped(high.x) - x, height: clamped(high.y) - y)
  }
}
