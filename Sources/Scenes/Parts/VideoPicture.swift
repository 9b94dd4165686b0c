internal import Feel
internal import Raster
internal import Stage

/// A picture as of a video, pale in light themes and deep in dark ones: something for translucent layers to lie over.
struct VideoPicture: Hashable, Sendable {
  let frame: Rect

  /// From the sky's top to the nearest hill.
  private struct Colors {
    let sky, horizon, sun, farHill, nearHill: Color

    init(_ theme: Theme) {
      let isDark = theme.name == .dark
      func color(_ light: UInt32, _ dark: UInt32) -> Color { Color(rgb: isDark ? dark : light) }
      sky = color(0xD6E8FB, 0x18243D)
      horizon = color(0xFDEBDC, 0x3A2338)
      sun = color(0xFFDF9E, 0x3A2A16)
      farHill = color(0xDDEEDD, 0x1C3226)
      nearHill = color(0xCBE3D1, 0x12211A)
    }
  }

  func draw(into canvas: inout Canvas) {
    let colors = Colors(canvas.theme)
    canvas.clipped(to: frame, radius: 12) { canvas in
      let sky = LinearGradient(
        from: Vector(frame.minX, frame.minY), to: Vector(frame.minX, frame.maxY),
        stops: [GradientStop(0, colors.sky), GradientStop(1, colors.horizon)])
      canvas.draw(.roundedRect(frame, radius: 0, .linear(sky)))
      let sun = Vector(frame.minX + 0.74 * frame.width, frame.minY + 0.44 * frame.height)
      canvas.draw(.circle(center: sun, radius: 0.34 * frame.height, .solid(colors.sun)))
      hill(from: -0.1, to: 0.62, height: 0.72, colors.farHill, &canvas)
      hill(from: 0.28, to: 1.3, height: 0.5, colors.nearHill, &canvas)
    }
  }

  /// A hill between two shares of the width, its top at a share of the height.
  private func hill(
    from start: Double, to end: Double, height: Double, _ color: Color, _ canvas: inout Canvas
  ) {
    func x(_ share: Double) -> Double { frame.minX + share * frame.width }
    let (top, third) = (frame.maxY - height * frame.height, (end - start) / 3)
    var path = Path()
    path.move(to: Vector(x(start), frame.maxY))
    path.cubic(
      Vector(x(start + third), top), Vector(x(end - third), top), to: Vector(x(end), frame.maxY))
    path.close()
    canvas.draw(.fill(path, .nonZero, .solid(color)))
  }
}
