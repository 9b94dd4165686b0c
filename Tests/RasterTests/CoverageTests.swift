import FeelGeometry
import Raster
import RasterPictures
import Testing

@Suite struct CoverageTests {
  /// Expects a white shape to cover an area, in pixels.
  ///
  /// Coverage is rounded to 255 levels, so the area may be off by half a level per edge pixel: the
  /// tolerance.
  private func expectArea(
    _ command: DrawCommand, _ area: Double, within tolerance: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var canvas = Canvas(120, 100)
    canvas.draw([command])
    #expect(abs(canvas.area - area) < tolerance, sourceLocation: sourceLocation)
  }

  @Test(arguments: [0.0, 0.1, 0.25, 0.37, 0.5, 0.83])
  func `a disc covers its exact area at any position`(shift: Double) {
    expectArea(
      .circle(center: Vector(50 + shift, 48 - shift / 3), radius: 30.3, .white),
      .pi * 30.3 * 30.3, within: 0.3)
  }

  @Test(arguments: [0.0, 3, 8.5, 19.9])
  func `a rounded rectangle covers its exact area`(radius: Double) {
    let exact = 60.4 * 40.2 - (4 - .pi) * radius * radius
    expectArea(
      .roundedRect(Rect(x: 10.37, y: 20.61, width: 60.4, height: 40.2), radius: radius, .white),
      exact, within: 0.3)
  }

  @Test func `a round-capped ring covers its band and two half discs`() {
    let exact = 2 * .pi * 30 * 0.73 * 4 + .pi * 2 * 2
    expectArea(
      .arc(
        center: Vector(50.3, 50.6), radius: 30, width: 4, start: 0.1, sweep: 0.73, cap: .round,
        .white), exact, within: 0.3)
  }

  @Test func `a partial outline covers its share of the length`() {
    let straight = 2.0 * (60 + 50 - 4 * 8)
    let length = straight + 2 * Double.pi * 8
    expectArea(
      .outline(
        Rect(x: 20.3, y: 20.7, width: 60, height: 50), radius: 8, width: 3, from: 0.05, to: 0.61,
        cap: .butt, .white), 0.56 * length * 3, within: 0.3)
  }

  @Test func `a pixel's coverage is its exact share of a line`() {
    var canvas = Canvas(20, 20)
    canvas.draw([.line(Vector(2, 5.25), Vector(18, 5.25), width: 2, cap: .butt, .white)])
    #expect(canvas.coverage(10, 4) == 191)
    #expect(canvas.coverage(10, 5) == 255)
    #expect(canvas.coverage(10, 6) == 64)
    #expect(canvas.coverage(10, 7) == 0)
  }

  @Test(arguments: [0.2, 0.5, 0.9])
  func `moving a shape by a fraction of a pixel keeps its area`(shift: Double) {
    var (still, moved) = (Canvas(100, 100), Canvas(100, 100))
    still.draw([.fill(star(at: Vector(50, 50)), .nonZero, .white)])
    moved.draw([.fill(star(at: Vector(50 + shift, 50 - shift)), .nonZero, .white)])
    #expect(abs(still.area - moved.area) < 1)
  }

  @Test(arguments: [FillRule.nonZero, .evenOdd])
  func `a path and its reverse have the same coverage`(rule: FillRule) {
    var (forwards, backwards) = (Canvas(100, 100), Canvas(100, 100))
    let path = star(at: Vector(50.3, 49.8))
    forwards.draw([.fill(path, rule, .white)])
    let points = path.elements.compactMap { element -> Vector? in
      switch element {
      case .move(let p), .line(let p): p
      default: nil
      }
    }
    var reversed = Path()
    for (index, point) in points.reversed().enumerated() {
      if index == 0 { reversed.move(to: point) } else { reversed.line(to: point) }
    }
    reversed.close()
    backwards.draw([.fill(reversed, rule, .white)])
    let differences = zip(forwards.pixels, backwards.pixels).map { pair in
      abs(Int(pair.0 & 255) - Int(pair.1 & 255))
    }
    #expect((differences.max() ?? 255) <= 1)
  }

  @Test func `whole pixels covered twice by one path count once, or not at all by even-odd`() {
    var (once, twice) = (Canvas(40, 40), Canvas(40, 40))
    let box = Path.roundedRect(Rect(x: 5, y: 6, width: 20, height: 15), radius: 0)
    once.draw([.fill(box, .nonZero, .white)])
    twice.draw([.fill(Path(box.elements + box.elements), .nonZero, .white)])
    #expect(once.area == twice.area && once.area == 300)
    twice = Canvas(40, 40)
    twice.draw([.fill(Path(box.elements + box.elements), .evenOdd, .white)])
    #expect(twice.area == 0)
  }

  @Test func `a shape that reaches beyond the picture fills to its border`() {
    var canvas = Canvas(20, 10)
    canvas.draw([.roundedRect(Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9), radius: 0, .white)])
    #expect(canvas.area == 200)
  }

  @Test func `dashed and trimmed lines cover their share of the line`() {
    var path = Path()
    path.move(to: Vector(10, 20))
    path.line(to: Vector(90, 20))
    expectArea(.stroke(path, Stroke(width: 2, dash: [6, 4]), .white), 8 * 6 * 2, within: 0.01)
    expectArea(
      .stroke(path, Stroke(width: 2, trimStart: 0.25, trimEnd: 0.5), .white), 20 * 2, within: 0.01)
  }

  /// A bow, an S, a curve that only bends at its end, and one that hardly bends.
  ///
  /// Chords are within 0.02 pixels of a curve, on average two thirds of that: 5 and 3.4 of 255.
  @Test(arguments: [
    [Vector(10.3, 90.1), Vector(60, 10), Vector(140, 10), Vector(189.6, 88.2)],
    [Vector(10, 20.4), Vector(240, 20), Vector(-40, 130), Vector(190.7, 128)],
    [Vector(12.1, 12.9), Vector(90, 30), Vector(186, 90), Vector(150.2, 130.4)],
    [Vector(10, 10), Vector(70, 50.3), Vector(130, 88), Vector(190, 130)],
  ])
  func `a stroked curve covers what lies within half its width`(points: [Vector]) {
    let (a, b, c, d) = (points[0], points[1], points[2], points[3])
    for width in [1, 2.0] {
      var curve = Path()
      curve.move(to: a)
      curve.cubic(b, c, to: d)
      var stroked = Canvas(200, 140)
      stroked.draw([.stroke(curve, Stroke(width: width, join: .miter), .white)])
      // Both sides of the same curve in ten thousand steps.
      let sides = (0...10_000).map { step -> (Vector, Vector) in
        let t = Double(step) / 10_000
        let s = 1 - t
        let point = a * (s * s * s) + b * (3 * s * s * t) + c * (3 * s * t * t) + d * (t * t * t)
        let along = (b - a) * (s * s) + (c - b) * (2 * s * t) + (d - c) * (t * t)
        let aside = Vector(along.y, -along.x) * (width / 2 / along.length)
        return (point + aside, point - aside)
      }
      var outline = Path()
      outline.move(to: sides[0].0)
      for side in sides { outline.line(to: side.0) }
      for side in sides.reversed() { outline.line(to: side.1) }
      outline.close()
      var exact = Canvas(200, 140)
      exact.draw([.fill(outline, .nonZero, .white)])
      let errors = zip(stroked.pixels, exact.pixels).map { abs(Int($0.0 & 255) - Int($0.1 & 255)) }
      let edges = exact.pixels.count { $0 & 255 > 0 && $0 & 255 < 255 }
      #expect((errors.max() ?? 255) <= 12)
      #expect(errors.reduce(0, +) <= 3 * edges)
    }
  }

  private func star(at center: Vector) -> Path {
    var path = Path()
    let corners = [
      Vector(0, -40), Vector(23.5, 32.4), Vector(-38, -12.4), Vector(38, -12.4),
      Vector(-23.5, 32.4),
    ]
    for (index, corner) in corners.enumerated() {
      if index == 0 { path.move(to: center + corner) } else { path.line(to: center + corner) }
    }
    path.close()
    return path
  }
}
