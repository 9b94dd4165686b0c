import Feel
import Lab
import Raster
import Stage
import TestSupport
import Testing
import TextLayout

struct PlotTests {
  @Test(arguments: 1...40)
  func `a grid uses multiples of 1, 2 or 5 and no more intervals than fit`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<200 {
      let size = pow10(Int.random(in: -4...7, using: &random))
      let lower = Double.random(in: -3...3, using: &random) * size
      let upper = lower + Double.random(in: 0.001...3, using: &random) * size
      let count = Double.random(in: 1...30, using: &random)
      let ticks = PlotTicks(from: lower, to: upper, atMost: count)
      let step = ticks.step
      #expect((upper - lower) / step <= count * (1 + 1e-6))
      // The next finer step would give too many.
      #expect((upper - lower) / step >= count / 2.6)
      let mantissa = mantissa(of: step)
      #expect([1.0, 2, 5, 10].contains { abs(mantissa - $0) < 1e-6 })
      for value in ticks.values {
        #expect(value >= lower - 1e-6 * step && value <= upper + 1e-6 * step)
        #expect(abs(value / step - (value / step).rounded()) < 1e-6)
      }
      for (a, b) in zip(ticks.values, ticks.values.dropFirst()) {
        #expect(abs(b - a - step) < 1e-6 * step)
      }
      // No tick is missing at either end.
      let first = ticks.values.first ?? lower
      let last = ticks.values.last ?? upper
      if !ticks.values.isEmpty {
        #expect(first - step < lower && last + step > upper)
      }
    }
  }

  @Test func `grid numbers have only the decimals needed to tell them apart`() {
    #expect(PlotTicks(from: 0, to: 1, atMost: 10).values[3].text(decimals: 1) == "0.3")
    #expect(PlotTicks(from: 0, to: 1, atMost: 10).values[3] == 0.3)
    #expect(PlotTicks(from: 0, to: 1, atMost: 10).decimals == 1)
    #expect(PlotTicks(from: 0, to: 1, atMost: 4).step == 0.5)
    #expect(PlotTicks(from: -1000, to: 1000, atMost: 4).values == [-1000, -500, 0, 500, 1000])
    #expect(PlotTicks(from: 0.0004, to: 0.0021, atMost: 3).values == [0.001, 0.002])
    #expect(PlotTicks(from: 0, to: 100, atMost: 1).values == [0, 100])
  }

  @Test func `steps finer than the numbers' precision give no grid`() {
    #expect(PlotTicks(from: 1e17, to: 1e17 + 64, atMost: 20).values.isEmpty)
  }

  @Test(arguments: 1...20)
  func `an axis converts a place to its number and back`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let lower = Double.random(in: -1e4...1e4, using: &random)
    let axis = PlotAxis(
      from: lower, to: lower + .random(in: 0.01...1e4, using: &random),
      start: .random(in: 0...800, using: &random), end: .random(in: 801...1600, using: &random))
    let flipped = PlotAxis(from: axis.lower, to: axis.upper, start: axis.end, end: axis.start)
    for _ in 0..<100 {
      let place = Double.random(in: -500...2000, using: &random)
      #expect(abs(axis.place(of: axis.value(at: place)) - place) < 1e-6)
      #expect(abs(flipped.place(of: flipped.value(at: place)) - place) < 1e-6)
    }
    #expect(axis.place(of: axis.lower) == axis.start)
    #expect(flipped.place(of: axis.lower) == axis.end)
    #expect(axis.density == -flipped.density)
  }

  @Test(arguments: 1...20)
  func `zooming keeps the number under a place, and panning moves it along`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var axis = PlotAxis(from: -2, to: 5, start: 700, end: 100)
    for _ in 0..<40 {
      let place = Double.random(in: 100...700, using: &random)
      let value = axis.value(at: place)
      axis.zoom(by: .random(in: 0.3...3, using: &random), about: place, within: 0.01...1000)
      #expect(abs(axis.place(of: value) - place) < 1e-6)
      #expect(axis.span >= 0.01 - 1e-9 && axis.span <= 1000 + 1e-9)
      let way = Double.random(in: -50...50, using: &random)
      axis.pan(by: way)
      #expect(abs(axis.place(of: value) - place - way) < 1e-6)
    }
    let before = axis
    axis.zoom(by: .nan, about: 3, within: 0.01...1000)
    axis.zoom(by: -1, about: 3, within: 0.01...1000)
    axis.pan(by: .infinity)
    #expect(axis == before)
  }

  @Test(arguments: [
    (-0.04, 1, "0.0"), (-0.05, 1, "−0.1"), (912.38, 1, "912.4"), (-811.6, 0, "−812"),
    (0.2836, 3, "0.284"), (0.0007, 3, "0.001"), (1000, 0, "1000"), (-3, 2, "−3.00"),
  ])
  func `a number is written with the given decimals and a real minus sign`(
    number: Double, decimals: Int, text: String
  ) {
    #expect(number.text(decimals: decimals) == text)
  }

  @Test(arguments: [1, 1.5, 2.0], [1, 1.5, 2.0])
  func `lines of a plot begin and end on whole device pixels, next to their numbers`(
    scale: Double, width: Double
  ) throws {
    let theme = Theme.light
    var canvas = Canvas(theme: theme, scale: scale, fonts: try FontBook())
    let axis = PlotAxis(from: 0, to: 7, start: 11, end: 211)
    let plot = Plot(in: Rect(x: 11, y: 11, width: 200, height: 200), across: axis, up: axis)
    let line = Plot.Line(theme.text, width: width)
    plot.draw((1...6).map { .upright(Double($0), line) }, into: &canvas)
    let boxes = canvas.list.commands.compactMap { command in
      if case .roundedRect(let box, _, _) = command { box } else { nil as Rect? }
    }
    #expect(boxes.count == 6)
    for (value, box) in zip(1...6, boxes) {
      #expect(abs(box.midX - axis.place(of: Double(value))) <= 0.5 / scale + 1e-9)
      for edge in [box.minX * scale, box.maxX * scale] {
        #expect(abs(edge - edge.rounded()) < 1e-9, "\(edge)")
      }
    }
  }

  @Test func `bars are clipped to their plot, and a line leaves gaps open`() throws {
    let color = Theme.light.text
    var canvas = Canvas(theme: .light, scale: 1, fonts: try FontBook())
    let frame = Rect(x: 0, y: 0, width: 100, height: 50)
    let plot = Plot(
      in: frame, across: PlotAxis(from: 0, to: 10, start: 0, end: 100),
      up: PlotAxis(from: -1, to: 4, start: 50, end: 0))
    let gap = Vector(0, .nan)
    plot.draw(
      [
        .bars([Plot.Bar(from: 1, to: 2, 9), Plot.Bar(from: 3, to: 4, -9)], color),
        .trace([gap, Vector(1, 1), Vector(2, 2), gap, Vector(3, 1)], Stroke(width: 1), color),
      ], into: &canvas)
    let paths = canvas.list.commands.compactMap { command in
      switch command {
      case .fill(let path, _, _), .stroke(let path, _, _): path
      default: nil as Path?
      }
    }
    try #require(paths.count == 2)
    let corners = paths[0].elements.compactMap { element in
      switch element {
      case .move(let point), .line(let point): point
      default: nil as Vector?
      }
    }
    #expect(Set(corners.map(\.x)) == [10, 19, 30, 39] && Set(corners.map(\.y)) == [0, 40, 50])
    let starts = paths[1].elements.filter { if case .move = $0 { true } else { false } }
    #expect(starts == [.move(Vector(10, 30)), .move(Vector(30, 30))])
    let near = plot.apart([0, 0.2, 0.5, 0.9].map { Vector($0, 0) }, by: 4)
    #expect(near.map(\.x) == [0, 0.5, 0.9])
  }

  private func pow10(_ exponent: Int) -> Double {
    (0..<abs(exponent)).reduce(1) { value, _ in exponent < 0 ? value / 10 : value * 10 }
  }

  private func mantissa(of number: Double) -> Double {
    var number = number
    while number >= 9.999999 { number /= 10 }
    while number < 0.999999 { number *= 10 }
    return number
  }
}
