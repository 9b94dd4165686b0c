import FeelGeometry
import Raster
import RasterPictures
import Testing

@Suite struct BadInputTests {
  @Test(arguments: 1...150)
  func `absurd numbers neither trap nor write outside the picture`(seed: Int) {
    var pictures = RandomPictures(seed: UInt64(seed) &* 7919, wildness: 0.2)
    let sides = [(1, 1, 1), (1, 40, 3), (100, 1, 101), (64, 48, 71)][seed % 4]
    var canvas = Canvas(sides.0, sides.1, stride: sides.2)
    canvas.draw(
      pictures.commands(25), scale: [1, 1.5, 2.7, 0.01][seed / 4 % 4],
      background: Color(rgb: 0x1E1E24))
    #expect(canvas.strayWrites == 0)
  }

  @Test(arguments: [Double.nan, .infinity, 0, -1])
  func `an invalid scale draws the background only`(scale: Double) {
    var canvas = Canvas(4, 4)
    canvas.draw(
      [.circle(center: Vector(2, 2), radius: 2, .white)], scale: scale,
      background: Color(rgb: 0x102030))
    #expect(canvas.pixels.prefix(16).allSatisfy { $0 == 0xFF10_2030 })
  }

  @Test(arguments: [Stroke.Join.miter, .round, .bevel])
  func `stroking a segment too short to have a direction writes nothing outside the picture`(
    join: Stroke.Join
  ) {
    var path = Path()
    path.move(to: Vector(0, 0))
    path.line(to: Vector(1e-200, 1e-200))
    path.line(to: Vector(20, 0))
    var canvas = Canvas(32, 32)
    for cap in [Stroke.Cap.butt, .round, .square] {
      canvas.draw([.stroke(path, Stroke(width: 9, join: join, cap: cap, dash: [2, 1]), .white)])
      canvas.draw([.stroke(path, Stroke(width: 9, join: join, cap: cap), .white)])
    }
    #expect(canvas.strayWrites == 0)
  }

  @Test func `a stroke wider than any screen covers the picture`() {
    var path = Path()
    path.move(to: Vector(0, 0))
    for index in 1..<20 { path.line(to: Vector(Double(index), Double(index * index % 7))) }
    var canvas = Canvas(32, 32)
    canvas.draw([.stroke(path, Stroke(width: 1e12, join: .round, cap: .round), .white)])
    #expect(canvas.area == 1024)
  }

  @Test func `a path of a million segments is drawn`() {
    var path = Path()
    path.move(to: Vector(0, 0))
    var state: UInt32 = 1
    for _ in 0..<1_000_000 {
      state = state &* 1_664_525 &+ 1_013_904_223
      path.line(to: Vector(Double(state >> 24) / 2, Double(state >> 16 & 255) / 2))
    }
    var canvas = Canvas(128, 128)
    canvas.draw([.fill(path, .evenOdd, .white)])
    #expect(canvas.area > 1000)
    #expect(canvas.strayWrites == 0)
  }

  @Test func `a buffer too short for its rows is refused`() async {
    await #expect(processExitsWith: .failure) {
      var pixels = [UInt32](repeating: 0, count: 15)
      var span = pixels.mutableSpan
      Renderer { _, _, _ in Path() }.draw(
        DisplayList(background: Color(rgb: 0)), into: &span, width: 4, height: 4, stride: 4)
    }
  }
}
