/// The straight edges of one shape, in device pixels, cut to what can be seen.
///
/// An edge is (x0, y0, x1, y1) relative to the top-left of `clip`. What lies above, below or right of the clip changes no pixel in it and is dropped; what lies left of it is moved to its left edge, where it winds the same.
struct EdgeList {
  private let storage = Scratch<SIMD4<Float>>(4096, filledWith: .zero)
  private(set) var count = 0
  private(set) var clip = PixelRect.empty
  private var left = 0.0
  private var top = 0.0
  private var width = 0.0
  private var height = 0.0
  private var minX = Float.infinity
  private var maxX = -Float.infinity
  private var minY = Float.infinity
  private var maxY = -Float.infinity

  /// The edges, in order of arrival.
  var edges: View<SIMD4<Float>> { storage.view }

  /// The pixels the edges can touch, relative to the clip.
  var bounds: PixelRect {
    guard count > 0 else { return .empty }
    return PixelRect(
      x0: Int(minX), y0: Int(minY),
      x1: min(clip.width, Int(maxX) + 1), y1: min(clip.height, Int(maxY.rounded(.up))))
  }

  /// Forgets all edges and takes a new clip, in device pixels.
  mutating func begin(clip: PixelRect) {
    count = 0
    self.clip = clip
    (left, top) = (Double(clip.x0), Double(clip.y0))
    (width, height) = (Double(clip.width), Double(clip.height))
    (minX, minY) = (.infinity, .infinity)
    (maxX, maxY) = (-.infinity, -.infinity)
  }

  /// Adds the edge between two points, in device pixels; one that is not finite is left out.
  @inline(__always) mutating func add(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double) {
    let (x0, y0, x1, y1) = (ax - left, ay - top, bx - left, by - top)
    let inside =
      x0 >= 0 && x0 <= width && x1 >= 0 && x1 <= width
      && y0 >= 0 && y0 <= height && y1 >= 0 && y1 <= height
    if inside {
      append(Float(x0), Float(y0), Float(x1), Float(y1))
    } else {
      addCut(x0, y0, x1, y1)
    }
  }

  @inline(__always) private mutating func append(
    _ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float
  ) {
    guard y0 != y1 else { return }
    let edges = count < storage.capacity ? storage.view : storage.reserve(count + 1)
    edges[count] = SIMD4(x0, y0, x1, y1)
    count &+= 1
    let (l, r) = x0 < x1 ? (x0, x1) : (x1, x0)
    let (t, b) = y0 < y1 ? (y0, y1) : (y1, y0)
    if l < minX { minX = l }
    if r > maxX { maxX = r }
    if t < minY { minY = t }
    if b > maxY { maxY = b }
  }

  /// Cuts an edge to the clip's rows, then to its columns.
  private mutating func addCut(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double) {
    guard ax.isFinite, ay.isFinite, bx.isFinite, by.isFinite else { return }
    // Beyond this a product of two coordinates loses all its digits, and no pixel is that far.
    let far = 1e12
    func held(_ value: Double) -> Double { max(-far, min(far, value)) }
    let (x0, y0, x1, y1) = (held(ax), held(ay), held(bx), held(by))
    guard max(y0, y1) > 0, min(y0, y1) < height, y0 != y1 else { return }
    // What an edge right of the clip bounds fills the row to its end.
    if max(x0, x1) >= width { maxX = Float(width) }
    guard min(x0, x1) < width else { return }
    func cutY(_ y: Double) -> (Double, Double) {
      let row = max(0, min(height, y))
      return (row == y ? (y == y0 ? x0 : x1) : x0 + (x1 - x0) * ((row - y0) / (y1 - y0)), row)
    }
    let (start, end) = (cutY(y0), cutY(y1))
    addCutColumns(start.0, start.1, end.0, end.1)
  }

  private mutating func addCutColumns(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
    if max(x0, x1) <= 0 {
      append(0, Float(y0), 0, Float(y1))
      return
    }
    func row(_ x: Double) -> Double {
      let (low, high) = (min(y0, y1), max(y0, y1))
      return max(low, min(high, y0 + (y1 - y0) * ((x - x0) / (x1 - x0))))
    }
    var (sx, sy, ex, ey) = (x0, y0, x1, y1)
    if sx < 0 {
      let y = row(0)
      append(0, Float(sy), 0, Float(y))
      (sx, sy) = (0, y)
    } else if sx > width {
      (sx, sy) = (width, row(width))
    }
    if ex < 0 {
      let y = row(0)
      append(0, Float(y), 0, Float(ey))
      (ex, ey) = (0, y)
    } else if ex > width {
      (ex, ey) = (width, row(width))
    }
    append(Float(sx), Float(sy), Float(ex), Float(ey))
  }
}
