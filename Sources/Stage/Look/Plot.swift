package import Feel
internal import Glibc
package import Raster
internal import TextLayout

/// A plot as a value: two axes, and layers from back to front.
///
/// It can be drawn on a canvas, from whose list pictures are written, or as text.
package struct Plot: Sendable {
  /// A straight line across the plot, its width in points; solid without a dash.
  package struct Line: Sendable {
    let color: Color
    let width: Double
    let dash: [Double]

    package init(_ color: Color, width: Double = 1, dash: [Double] = []) {
      (self.color, self.width, self.dash) = (color, width, dash)
    }
  }

  /// A value over an interval of the horizontal axis.
  package struct Bar: Sendable {
    let from, to, value: Double

    package init(from: Double, to: Double, _ value: Double) {
      (self.from, self.to, self.value) = (from, to, value)
    }
  }

  /// A layer, in the units of the axes.
  package enum Layer: Sendable {
    /// A line through points; a NaN leaves a gap.
    case trace([Vector], Stroke, Color)
    case dots([Vector], radius: Double, Color)
    case markers(TraceMarker, [Vector], radius: Double, Color, isHollow: Bool)
    /// Bars from 0 to their values, clipped to the plot.
    case bars([Bar], Color)
    /// The area between a line through points and 0, fading towards 0.
    case area([Vector], Color)
    /// Arrows where a line through points leaves the plot at the top or bottom.
    case cuts([Vector], Color)
    /// An interval of the horizontal axis, at least one line wide.
    case band(ClosedRange<Double>, Color)
    /// An interval of the values.
    case shade(ClosedRange<Double>, Color)
    case level(Double, Line)
    case upright(Double, Line)
  }

  /// The name of the vertical axis, with its unit.
  package let title: String
  package private(set) var frame = Rect.zero
  /// The visible ranges, from left to right and from bottom to top.
  package private(set) var across: PlotAxis
  package private(set) var up = PlotAxis(from: 0, to: 1, start: 1, end: 0)
  package var layers: [Layer]

  /// A plot without a frame, whose ranges cover its layers.
  ///
  /// - Parameter unit: the unit of the horizontal axis.
  package init(_ title: String, unit: String, _ layers: [Layer]) {
    (self.title, self.layers) = (title, layers)
    across = PlotAxis(from: 0, to: 1, start: 0, end: 1, unit: unit)
  }

  package init(in frame: Rect, across: PlotAxis, up: PlotAxis, _ layers: [Layer] = []) {
    (title, self.layers) = ("", layers)
    (self.frame, self.across, self.up) = (frame, across, up)
  }

  /// The screen location of a point.
  package func place(of point: Vector) -> Vector {
    Vector(across.place(of: point.x), up.place(of: point.y))
  }

  /// The points, ordered from left to right, that are at least this far apart on the screen.
  package func apart(_ points: [Vector], by distance: Double) -> [Vector] {
    var last = -Double.infinity
    return points.filter { point in
      let x = across.place(of: point.x)
      guard x - last >= distance else { return false }
      last = x
      return true
    }
  }

  // MARK: Drawing

  /// Draws the layers, clipped to the frame.
  package func draw(into canvas: inout Canvas) { draw(layers, into: &canvas) }

  /// Draws further layers over the same axes.
  package func draw(_ layers: [Layer], into canvas: inout Canvas) {
    canvas.clipped(to: frame) { canvas in
      for layer in layers { draw(layer, into: &canvas) }
    }
  }

  private func draw(_ layer: Layer, into canvas: inout Canvas) {
    switch layer {
    case .trace(let points, let stroke, let color):
      let path = path(through: points)
      if !path.elements.isEmpty { canvas.draw(.stroke(path, stroke, .solid(color))) }
    case .dots(let points, let radius, let color):
      for point in points {
        canvas.draw(.circle(center: place(of: point), radius: radius, .solid(color)))
      }
    case .markers(let marker, let points, let radius, let color, let isHollow):
      for point in points {
        canvas.marker(
          marker, at: place(of: point), radius: radius, color, on: canvas.theme.card,
          isHollow: isHollow)
      }
    case .bars(let bars, let color):
      let path = path(around: bars, gap: canvas.snapped(1))
      if !path.elements.isEmpty { canvas.draw(.fill(path, .nonZero, .solid(color))) }
    case .area(let points, let color):
      let (zero, top) = (up.place(of: min(max(0, up.lower), up.upper)), frame.minY)
      var path = Path()
      for piece in points.split(whereSeparator: \.y.isNaN) where piece.count > 1 {
        let places = piece.map(place)
        let ends = [Vector(places[places.count - 1].x, zero), Vector(places[0].x, zero)]
        path.add(corners: places + ends)
      }
      guard !path.elements.isEmpty else { break }
      let shade = canvas.vertical(top, zero, [(0, color.opacity(0.26)), (1, color.opacity(0.03))])
      canvas.draw(.fill(path, .nonZero, shade))
    case .cuts(let points, let color):
      var path = Path()
      for isAbove in [false, true] {
        let cut = points.filter { isAbove ? $0.y > up.upper : $0.y < up.lower }
        // One for all points close together.
        for point in apart(cut, by: 12) {
          let (tip, way) = isAbove ? (up.end - 2, 6.0) : (up.start + 2, -6)
          let x = across.place(of: point.x)
          path.add(
            corners: [Vector(x, tip), Vector(x + 5, tip + way), Vector(x - 5, tip + way)])
        }
      }
      if !path.elements.isEmpty { canvas.draw(.fill(path, .nonZero, .solid(color))) }
    case .band(let range, let color):
      let left = across.place(of: range.lowerBound)
      let width = max(canvas.snapped(1), across.place(of: range.upperBound) - left)
      canvas.fill(Rect(x: left, y: frame.minY, width: width, height: frame.height), color)
    case .shade(let range, let color):
      let top = up.place(of: range.upperBound)
      let height = up.place(of: range.lowerBound) - top
      canvas.fill(Rect(x: frame.minX, y: top, width: frame.width, height: height), color)
    case .level(let value, let line):
      let y = canvas.sharp(up.place(of: value), width: line.width)
      canvas.draw(line, from: Vector(frame.minX, y), to: Vector(frame.maxX, y))
    case .upright(let value, let line):
      let x = canvas.sharp(across.place(of: value), width: line.width)
      canvas.draw(line, from: Vector(x, frame.minY), to: Vector(x, frame.maxY))
    }
  }

  private func path(through points: [Vector]) -> Path {
    var path = Path()
    var isStart = true
    for point in points {
      guard !point.y.isNaN else {
        isStart = true
        continue
      }
      if isStart { path.move(to: place(of: point)) } else { path.line(to: place(of: point)) }
      isStart = false
    }
    return path
  }

  /// The bars as one shape, with a gap between neighbours where there is room.
  private func path(around bars: [Bar], gap: Double) -> Path {
    func place(of value: Double) -> Double { up.place(of: min(max(value, up.lower), up.upper)) }
    let zero = place(of: 0)
    var path = Path()
    for bar in bars {
      let (left, y) = (across.place(of: bar.from), place(of: bar.value))
      let width = across.place(of: bar.to) - left
      let (top, right) = (min(y, zero), left + (width > 4 ? width - gap : max(1, width)))
      let bottom = top + max(gap, abs(y - zero))
      path.add(
        corners: [
          Vector(left, top), Vector(right, top), Vector(right, bottom), Vector(left, bottom),
        ])
    }
    return path
  }

  /// Draws a trace's whole marker at a point, if that is visible.
  package func mark(
    _ point: Vector, _ marker: TraceMarker, radius: Double, _ color: Color, isHollow: Bool = false,
    into canvas: inout Canvas
  ) {
    guard frame.inset(by: -1).contains(place(of: point)) else { return }
    canvas.marker(
      marker, at: place(of: point), radius: radius, color, on: canvas.theme.card,
      isHollow: isHollow)
  }

  // MARK: Grid

  /// A grid line for each number of the axes, stronger at 0.
  package static func grid(
    across: PlotTicks? = nil, up: PlotTicks? = nil, _ theme: Theme
  ) -> [Layer] {
    func line(_ value: Double) -> Line { Line(value == 0 ? theme.edge : theme.grid) }
    return (across?.values ?? []).map { .upright($0, line($0)) }
      + (up?.values ?? []).map { .level($0, line($0)) }
  }

  /// Draws the numbers of the vertical axis, to its left.
  package func drawNumbers(up ticks: PlotTicks, into canvas: inout Canvas) {
    for value in ticks.values {
      canvas.label(
        value.text(decimals: ticks.decimals), at: Vector(frame.minX - 8, up.place(of: value)),
        .caption, canvas.theme.secondaryText, align: .trailing)
    }
  }

  /// Draws the numbers of the horizontal axis at a height, each with its unit, within a range.
  package func drawNumbers(
    across ticks: PlotTicks, at y: Double, in room: ClosedRange<Double>, _ ink: Color? = nil,
    into canvas: inout Canvas
  ) {
    let unit = across.unit.isEmpty ? "" : " " + across.unit
    for value in ticks.values {
      let words = value.text(decimals: ticks.decimals) + unit
      let half = canvas.fonts.layout(words, .caption).width / 2
      let x = min(max(across.place(of: value), room.lowerBound + half), room.upperBound - half)
      canvas.label(
        words, at: Vector(x, y), .caption, ink ?? canvas.theme.secondaryText, align: .center)
    }
  }
}

extension Canvas {
  /// The nearest position at which a line of a width is sharp: on a pixel boundary, or at the
  /// centre of a pixel.
  package func sharp(_ place: Double, width: Double = 1) -> Double {
    let shift = (snapped(width) * scale).rounded().truncatingRemainder(dividingBy: 2) / 2
    return ((place * scale - shift).rounded() + shift) / scale
  }

  /// Draws a horizontal or vertical line.
  package mutating func draw(_ line: Plot.Line, from start: Vector, to end: Vector) {
    let width = snapped(line.width)
    guard line.dash.isEmpty else {
      let path = Path(through: [start, end])
      return draw(.stroke(path, Stroke(width: width, dash: line.dash), .solid(line.color)))
    }
    let box =
      start.x == end.x
      ? Rect(x: start.x - width / 2, y: start.y, width: width, height: end.y - start.y)
      : Rect(x: start.x, y: start.y - width / 2, width: end.x - start.x, height: width)
    fill(box, line.color)
  }

  /// The width of a chip for some text.
  package func chipWidth(_ words: String) -> Double {
    (fonts.layout(words, .small).width + 20).rounded(.up)
  }

  /// Draws text pinned to a plot, on its own background.
  package mutating func chip(_ words: String, in frame: Rect, edge color: Color) {
    slab(frame, radius: 7, .chip)
    if theme.name != .light { edge(frame, radius: 7, color) }
    label(
      words, at: Vector(frame.minX + 10, frame.midY), .small, theme.text,
      maximumWidth: frame.width - 16)
  }
}

/// The effect of the wheel on a plot: zoom the time around the pointer, with Control the values;
/// with Shift or a sideways turn, pan.
package struct PlotTurn {
  /// The displacement, in points.
  package private(set) var pan: Double?
  /// The factors by which the visible ranges grow.
  package private(set) var time, values: Double?

  package init(_ sample: WheelSample) {
    // In points, the distance that a notch scrolls elsewhere.
    let notch = sample.unit == .notches ? 1.0 : 1.0 / 60
    let (sideways, upright) = (sample.delta.x * notch, sample.delta.y * notch)
    // Three notches double or halve the visible range.
    let factor = exp2(min(max(upright, -60), 60) / 3)
    if sample.modifiers.contains(.shift) {
      pan = -60 * (sideways + upright)
    } else if sample.modifiers.contains(.control) {
      values = factor
    } else {
      if upright != 0 { time = factor }
      if sideways != 0 { pan = -60 * sideways }
    }
  }
}
