internal import CRaster
internal import FeelGeometry

/// The straight edges of one shape, in device pixels.
///
/// An edge is (x0, y0, x1, y1), stored unclipped, so that a pixel's coverage does not depend on the
/// clip.
struct EdgeList {
  private let storage = Scratch<SIMD4<Float>>(4096, filledWith: .zero)
  private(set) var edges: BufferView<SIMD4<Float>>
  private(set) var count = 0
  private(set) var clip = PixelRect.empty

  /// The limits at which edges are cut, in device pixels from the picture's corner: no picture is
  /// larger, and a `Float` still resolves hundredths of a pixel.
  private static let low = -16384.0
  private static let high = 65536.0

  init() { edges = storage.view }

  /// Whether a shape within `reach` of a position is near enough that its edges need no cutting;
  /// false if not finite.
  @inline(__always) static func isNear(_ x: Double, _ y: Double, reach: Double) -> Bool {
    abs(x) + abs(y) + 2 * reach < -low / 2
  }

  /// The pixels within the clip that the edges can touch.
  var bounds: PixelRect {
    guard count > 0 else { return .empty }
    let (minX, minY, maxX, maxY) = extremes
    guard maxX >= Float(clip.x0), minX <= Float(clip.x1), maxY > minY else { return .empty }
    let box = PixelRect(
      x0: max(clip.x0, Int(minX.rounded(.down))), y0: max(clip.y0, Int(minY.rounded(.down))),
      x1: min(clip.x1, Int(maxX.rounded(.down)) + 1), y1: min(clip.y1, Int(maxY.rounded(.up))))
    return box.isEmpty ? .empty : box
  }

  private var extremes: (Float, Float, Float, Float) {
    var (low, high) = (edges[0], edges[0])
    for index in 1..<max(1, count) {
      let edge = edges[index]
      low.replace(with: edge, where: edge .< low)
      high.replace(with: edge, where: edge .> high)
    }
    return (min(low.x, low.z), min(low.y, low.w), max(high.x, high.z), max(high.y, high.w))
  }

  /// The bounds, with columns widened, where the clip allows, to whole blocks of eight of the
  /// surface's memory.
  func blockBounds(of surface: Surface) -> PixelRect {
    var box = bounds
    guard !box.isEmpty else { return box }
    box.x0 = max(clip.x0, box.x0 - surface.lane(box.x0))
    box.x1 = min(clip.x1, box.x0 + (box.width + 7) / 8 * 8)
    return box
  }

  /// The two sides of a thin line: edges that are alone in some rows, span the full height of each,
  /// and are only a few pixels apart.
  struct Sides {
    let edges: (SIMD4<Float>, SIMD4<Float>)
    let rows: Range<Int>
  }

  /// The maximum number of edges of a line, including round ends.
  private static let mostOfLine = 32
  /// The number of rows from which drawing the sides separately is worthwhile.
  private static let fewestRows = 32

  /// The sides of a thin line and their rows within a box; `nil` if the edges are something else,
  /// or too near the clip's left or right border.
  func sides(within box: PixelRect) -> Sides? {
    guard box.height >= Self.fewestRows, count <= Self.mostOfLine, count >= 2 else { return nil }
    func height(_ index: Int) -> Float { abs(edges[index].w - edges[index].y) }
    var (a, b) = height(0) < height(1) ? (1, 0) : (0, 1)
    for index in 2..<max(2, count) {
      if height(index) > height(a) {
        (a, b) = (index, a)
      } else if height(index) > height(b) {
        b = index
      }
    }
    let (first, second) = (edges[a], edges[b])
    guard (first.w > first.y) != (second.w > second.y) else { return nil }
    var top = max(min(first.y, first.w), min(second.y, second.w))
    var bottom = min(max(first.y, first.w), max(second.y, second.w))
    // Each other edge must be above or below.
    for index in 0..<count where index != a && index != b {
      let (low, high) = (min(edges[index].y, edges[index].w), max(edges[index].y, edges[index].w))
      if high - top < bottom - low { top = max(top, high) } else { bottom = min(bottom, low) }
    }
    let from = max(box.y0, Int(top.rounded(.up))), end = min(box.y1, Int(bottom.rounded(.down)))
    guard end - from >= Self.fewestRows, isThin(first, second, from, end) else { return nil }
    return Sides(edges: (first, second), rows: from..<end)
  }

  /// Whether two edges stay within seven columns in each row, and the eight columns drawn stay at
  /// least a pixel away from the clip's borders.
  private func isThin(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ from: Int, _ end: Int) -> Bool {
    let slopes = SIMD2((a.z - a.x) / (a.w - a.y), (b.z - b.x) / (b.w - b.y))
    let slope = max(abs(slopes.x), abs(slopes.y))
    guard slope < 2.9 else { return false }
    // Both are straight, so checking both ends is enough.
    for y in [from, end] {
      let places = SIMD2(a.x, b.x) + slopes * (Float(y) - SIMD2(a.y, b.y))
      guard abs(places.x - places.y) + slope < 5.9, places.min() > Float(clip.x0 + 1),
        places.max() < Float(clip.x1 - 9)
      else { return false }
    }
    return true
  }

  /// Removes all edges and sets a new clip, in device pixels.
  ///
  /// - Precondition: The clip's coordinates are not negative.
  mutating func begin(clip: PixelRect) {
    assert(clip.x0 >= 0 && clip.y0 >= 0, "pixels count from 0")
    count = 0
    self.clip = clip
  }

  /// Adds the edge between two points, in device pixels; ignored if not finite.
  @inline(__always) mutating func add(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
    // One comparison for four coordinates; it also fails if any of them is not finite.
    let reach = (abs(x0) + abs(y0)) + (abs(x1) + abs(y1))
    if reach < -Self.low { append(x0, y0, x1, y1) } else { addCut(x0, y0, x1, y1) }
  }

  /// Adds the edges from a point to a nearby circular arc, and along it; see `PathPen.arc`.
  mutating func addArc(_ arc: cr_arc, from x: Double, _ y: Double) {
    let pieces = Int(arc.pieces)
    reserve(count + pieces + 4)
    unsafe (edges.base + count).withMemoryRebound(to: Float.self, capacity: 4 * (pieces + 4)) {
      unsafe cr_add_arc($0, arc, x, y)
    }
    count += pieces + 1
  }

  private mutating func reserve(_ wanted: Int) {
    if wanted > edges.count { edges = storage.reserve(wanted) }
  }

  @inline(__always) private mutating func append(
    _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double
  ) {
    if count == edges.count { edges = storage.reserve(count + 1) }
    edges[count] = SIMD4(Float(x0), Float(y0), Float(x1), Float(y1))
    count &+= 1
  }

  /// Cuts an edge to the rows, then to the columns, that a `Float` can resolve.
  private mutating func addCut(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double) {
    guard ax.isFinite, ay.isFinite, bx.isFinite, by.isFinite else { return }
    // Beyond this, a product of two coordinates loses all precision, and no pixel is that far away.
    let far = 1e12
    func clamped(_ value: Double) -> Double { max(-far, min(far, value)) }
    let (x0, y0, x1, y1) = (clamped(ax), clamped(ay), clamped(bx), clamped(by))
    guard max(y0, y1) > Self.low, min(y0, y1) < Self.high, y0 != y1 else { return }
    func cutY(_ y: Double) -> (Double, Double) {
      let row = max(Self.low, min(Self.high, y))
      return (row == y ? (y == y0 ? x0 : x1) : x0 + (x1 - x0) * ((row - y0) / (y1 - y0)), row)
    }
    let (start, end) = (cutY(y0), cutY(y1))
    addCutColumns(start.0, start.1, end.0, end.1)
  }

  private mutating func addCutColumns(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
    func row(_ x: Double) -> Double {
      let (low, high) = (min(y0, y1), max(y0, y1))
      return max(low, min(high, y0 + (y1 - y0) * ((x - x0) / (x1 - x0))))
    }
    // Outside the columns, the edge continues vertically along their border.
    let (start, end) = (max(Self.low, min(Self.high, x0)), max(Self.low, min(Self.high, x1)))
    guard start != x0 || end != x1 else {
      append(x0, y0, x1, y1)
      return
    }
    if start == end {
      append(start, y0, start, y1)
      return
    }
    let (enter, leave) = (start == x0 ? y0 : row(start), end == x1 ? y1 : row(end))
    append(start, y0, start, enter)
    append(start, enter, end, leave)
    append(end, leave, end, y1)
  }
}
