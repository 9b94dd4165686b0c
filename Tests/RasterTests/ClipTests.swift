import FeelGeometry
import Raster
import RasterPictures
import Testing

/// Clips compared with pictures of their shapes: drawing through two of them multiplies their
/// coverages.
struct ClipTests {
  private static let (width, height) = (90, 70)
  private static let all = Rect(x: 0, y: 0, width: Double(width), height: Double(height))

  /// Shapes with rows that are empty, partly and wholly inside, and with columns wholly inside in
  /// the middle, at either end or nowhere.
  private static let shapes: [Path] = [
    .roundedRect(Rect(x: 6.5, y: 4.25, width: 70, height: 60), radius: 14),
    .roundedRect(all, radius: 20),
    .roundedRect(Rect(x: -30, y: 10, width: 80, height: 30.5), radius: 9),
    .roundedRect(Rect(x: 40.5, y: -20, width: 80, height: 80), radius: 30),
    polygon([(45, 2), (60, 66), (4, 24), (86, 24), (30, 66)]),
    polygon([(0, 0), (90, 70), (0, 70)]), polygon([(10, 5), (80, 5), (10, 65), (80, 65)]),
    polygon([
      (3, 3), (9, 3), (9, 9), (3, 9), (3, 3), (50, 50), (80, 50), (80, 66), (50, 66), (50, 50),
    ]),
  ]

  private static func polygon(_ corners: [(Double, Double)]) -> Path {
    var path = Path()
    path.move(to: Vector(corners[0].0, corners[0].1))
    for (x, y) in corners.dropFirst() { path.line(to: Vector(x, y)) }
    path.close()
    return path
  }

  private static func coverage(_ commands: [DrawCommand]) -> [Int] {
    var canvas = Canvas(width, height)
    canvas.draw(commands)
    return (0..<width * height).map { canvas.coverage($0 % width, $0 / width) }
  }

  private static func product(_ a: [Int], _ b: [Int]) -> [Int] {
    zip(a, b).map { ($0 * $1 + 127) / 255 }
  }

  /// Commands that together cover every pixel once, in pieces that begin and end anywhere in a row.
  private static let tiles: [DrawCommand] = {
    var tiles: [DrawCommand] = []
    for (row, y) in stride(from: 0, to: height, by: 7).enumerated() {
      var (x, width) = (0, 1 + row)
      while x < Self.width {
        let tile = Rect(x: Double(x), y: Double(y), width: Double(width), height: 7)
        tiles.append(.roundedRect(tile, radius: 0, .white))
        x += width
        width = 1 + (width * 3 + row) % 23
      }
    }
    return tiles
  }()

  @Test(arguments: shapes.indices, shapes.indices)
  func `the coverage of two clips is the product of their coverages`(outer: Int, inner: Int) {
    let (a, b) = (Self.shapes[outer], Self.shapes[inner])
    let clips: [DrawCommand] = [.clipPath(a, .nonZero), .clipPath(b, .evenOdd)]
    let pops: [DrawCommand] = [.pop, .pop]
    let expected = Self.product(
      Self.coverage([.fill(a, .nonZero, .white)]), Self.coverage([.fill(b, .evenOdd, .white)]))
    #expect(Self.coverage(clips + Self.tiles + pops) == expected)
    // A group is drawn through the clip as a whole, like a shape with byte coverage.
    let group: [DrawCommand] = [.group(opacity: 0.6)] + Self.tiles + [.pop]
    let faint = expected.map { ($0 * 153 + 127) / 255 }
    #expect(Self.coverage(clips + group + pops) == faint)
    let third = Self.shapes[(outer + inner + 1) % Self.shapes.count]
    let own = Self.coverage([.fill(third, .nonZero, .white)])
    #expect(
      Self.coverage(clips + [.fill(third, .nonZero, .white)] + pops) == Self.product(own, expected))
  }

  /// Blending reads a mask eight bytes at a time.
  ///
  /// A row longer than the preallocated memory, and no multiple of eight, needs extra room; without
  /// it, a debug build and the address sanitizer stop.
  @Test func `a very wide soft clip multiplies every pixel up to the last`() {
    let width = 8201
    // Half a pixel high, so that none is wholly inside and all are multiplied.
    let half = Self.polygon([(0, 0.5), (8201, 0.5), (8201, 1), (0, 1)])
    func coverage(_ commands: [DrawCommand]) -> [Int] {
      var canvas = Canvas(width, 1)
      canvas.draw(commands)
      return (0..<width).map { canvas.coverage($0, 0) }
    }
    let once = coverage([.fill(half, .nonZero, .white)])
    #expect(once.allSatisfy { $0 == 127 || $0 == 128 })
    let twice = coverage([.clipPath(half, .nonZero), .fill(half, .nonZero, .white), .pop])
    #expect(twice == Self.product(once, once))
  }
}
