internal import Feel
internal import Glibc
internal import Raster
internal import Stage

/// The film that the progress slider plays: a day in four minutes, drawn as a function of progress.
struct Film {
  /// The ends of its chapters, as fractions of the whole.
  static let chapters = [0.12, 0.31, 0.58, 0.76]

  let frame: Rect
  /// The fraction played, 0…1.
  let progress: Double

  private typealias Hill = (base: Double, swing: Double, phase: Double)
  private static let nearHill = (base: -0.085, swing: 0.018, phase: 4.1)
  private typealias Sky = (time: Double, top: Color, low: Color)

  private static let skies: [Sky] = [
    (0, 0x1C1B45, 0xC46A6B), (0.1, 0x4C5BA8, 0xFFC08F), (0.25, 0x4E9BEA, 0xFFE9CF),
    (0.45, 0x2F83E8, 0xBFE5FF), (0.62, 0x4A6FD0, 0xFFD59A), (0.72, 0x4B3A8C, 0xFF8A55),
    (0.8, 0x2A2464, 0xD9506A), (0.9, 0x12163F, 0x54408A), (1, 0x0A0E2A, 0x252A5E),
  ].map { ($0, Color(rgb: $1), Color(rgb: $2)) }
  /// The colour of its bottom edge.
  static let night = Color(rgb: 0x0A0A1C)
  private static let white = Color(rgb: 0xFFFFFF)

  /// The chapter at a time, counted from 1.
  static func chapter(at progress: Double) -> Int { chapters.count { $0 <= progress } + 1 }

  private var sky: Sky {
    let next = Self.skies.firstIndex { $0.time >= progress } ?? Self.skies.count - 1
    let (from, to) = (Self.skies[max(0, next - 1)], Self.skies[next])
    let share = to.time > from.time ? (progress - from.time) / (to.time - from.time) : 1
    return (progress, from.top.mixed(with: to.top, share), from.low.mixed(with: to.low, share))
  }

  /// Draws the film.
  ///
  /// - Parameters:
  ///   - ground: the horizon, as a fraction of the height from the top.
  ///   - shade: the height of the darkened sky, in points, so that white text is readable on it.
  ///   - words: the bottom of that text, in points from the top, below which the sun stays.
  func draw(
    into canvas: inout Canvas, radius: Double = 0, ground: Double = 0.62, shade: Double = 0,
    words: Double = 0
  ) {
    let sky = sky
    let horizon = frame.minY + ground * frame.height
    canvas.clipped(to: frame, radius: radius) { canvas in
      drawAir(sky, to: horizon, shade, into: &canvas)
      drawStars(shade, into: &canvas)
      if progress > 0.03, progress < 0.82 { drawSun(over: horizon, below: words, into: &canvas) }
      if progress < 0.86 {
        for cloud in [
          (0.62, 0.33, 1, 0.3), (0.88, 0.2, 0.7, 0.24), (0.3, 0.43, 0.62, 0.22),
          (0.06, 0.25, 0.8, 0.2),
        ] {
          draw(cloud: cloud, into: &canvas)
        }
      }
      drawHills(on: horizon, sky.low, into: &canvas)
    }
  }

  private func drawHills(on horizon: Double, _ light: Color, into canvas: inout Canvas) {
    let night = light.mixed(with: Color(rgb: 0x141230), 0.88)
    let near = canvas.vertical(horizon, frame.maxY, [(0, night), (1, Self.night)])
    let hills: [(Hill, Paint)] = [
      ((0.045, 0.035, 0.4), .solid(light.mixed(with: Color(rgb: 0x3A2F63), 0.52))),
      ((-0.02, 0.03, 2.3), .solid(light.mixed(with: Color(rgb: 0x251F4A), 0.74))),
      (Self.nearHill, near),
    ]
    // Below the nearest ridge is only ground: a pixel-aligned rectangle that hides what is behind.
    let lowest = ridge(of: Self.nearHill, on: horizon).reduce(frame.minY) { max($0, $1.y) }
    let foot = min(frame.maxY, (lowest * canvas.scale).rounded(.up) / canvas.scale)
    let corners = [Vector(frame.maxX, foot), Vector(frame.minX, foot)]
    for (hill, paint) in hills {
      let outline = Path(through: ridge(of: hill, on: horizon) + corners, isClosed: true)
      canvas.draw(.fill(outline, .nonZero, paint))
    }
    let ground = Rect(x: frame.minX, y: foot, width: frame.width, height: frame.maxY - foot)
    canvas.draw(.roundedRect(ground, radius: 0, near))
    drawTrees(on: horizon, night, into: &canvas)
  }

  /// Draws the sky down to the horizon and behind the hills, darkened at the top by the shade.
  ///
  /// One gradient, because a second would be another pass over most of the picture. With the shade,
  /// the colours are no longer linear, so they are sampled in steps.
  private func drawAir(
    _ sky: Sky, to horizon: Double, _ shade: Double, into canvas: inout Canvas
  ) {
    let (height, behind) = (horizon - frame.minY, 0.12 * frame.height)
    let (middle, half) = (0.55 * height, sky.top.mixed(with: sky.low, 0.42))
    func light(_ y: Double) -> Color {
      let clear =
        y < middle
        ? sky.top.mixed(with: half, y / middle)
        : half.mixed(with: sky.low, min(1, (y - middle) / (height - middle)))
      return dimmed(clear, at: y, shade)
    }
    let air = Rect(
      x: frame.minX, y: frame.minY, width: frame.width, height: height + behind)
    let steps = shade > 0 ? (1...8).map { min(Double($0) / 8 * shade, air.height) } : []
    let places = ([0, middle, height] + steps).sorted()
    let stops = places.map { ($0 / air.height, light($0)) }
    canvas.draw(.roundedRect(air, radius: 0, canvas.vertical(air.minY, air.maxY, stops)))
  }

  /// A colour of the sky, darkened by the shade at this distance below the top.
  private func dimmed(_ color: Color, at y: Double, _ shade: Double) -> Color {
    guard y < shade else { return color }
    return color.mixed(with: Color(rgb: 0x0D0D16), 0.55 * (1 - y / shade))
  }

  private func drawStars(_ shade: Double, into canvas: inout Canvas) {
    let night = max(0, min(1, (progress - 0.78) / 0.14)) + max(0, min(1, (0.1 - progress) / 0.1))
    guard night > 0 else { return }
    for index in 1..<60 {
      let (u, v) = (
        (Double(index) * 0.618034).truncatingRemainder(dividingBy: 1),
        (Double(index) * 0.7548777).truncatingRemainder(dividingBy: 1)
      )
      let place = frame.origin + Vector(u * frame.width, v * v * frame.height / 2)
      let radius = (0.5 + Double(index % 3) * 0.35) * max(0.6, frame.height / 700)
      let light = min(1, night) * (0.3 + 0.09 * Double(index * 7 % 10))
      let white = dimmed(Self.white, at: place.y - frame.minY, shade)
      canvas.draw(.circle(center: place, radius: radius, .solid(white.opacity(light))))
    }
  }

  private func drawSun(over horizon: Double, below words: Double, into canvas: inout Canvas) {
    let day = (progress - 0.06) / 0.72
    let radius = max(10, min(frame.width, frame.height * 1.6) * 0.052)
    let lowest = horizon + 0.05 * frame.height
    let arc = min(0.5 * frame.height, lowest - frame.minY - words - 1.2 * radius)
    let center = Vector(
      frame.minX + frame.width * (0.1 + 0.8 * day),
      lowest - arc * sin(max(0, min(1, day)) * Double.pi))
    // On a pixel corner the glow stays cached while it moves. If it is large, its light changes too
    // slowly for the rounding to be seen.
    let isLarge = radius * canvas.scale >= 32
    let middle =
      isLarge ? canvas.onPixels(Rect(origin: center, size: .zero)).origin : center
    let glow = RadialGradient(
      center: middle, radius: 7 * radius,
      stops: [
        GradientStop(0, Color(argb: 0xB0FF_F1CF)), GradientStop(0.25, Color(argb: 0x55FF_E0A0)),
        GradientStop(1, Color(argb: 0x00FF_D080)),
      ])
    canvas.draw(.circle(center: middle, radius: 7 * radius, .radial(glow)))
    canvas.draw(.circle(center: center, radius: radius, .solid(Color(rgb: 0xFFF6DE))))
  }

  /// Draws a cloud of four touching bars, drifting with time; given its position, size and density.
  private func draw(
    cloud: (x: Double, y: Double, size: Double, density: Double), into canvas: inout Canvas
  ) {
    let drift = (cloud.x + progress * 0.3).truncatingRemainder(dividingBy: 1.3) - 0.15
    let bar = 0.02 * frame.height * cloud.size
    let place = frame.origin + Vector(frame.width * drift, frame.height * cloud.y)
    let bars = [(0, 0, 9), (2.2, -1, 8.4), (4, -2, 3.2), (5, 1, 7)].flatMap { x, y, width in
      let frame = Rect(origin: place + Vector(x, y) * bar, size: Size(width * bar, bar))
      return Path.roundedRect(frame, radius: bar / 2).elements
    }
    canvas.draw(.fill(Path(bars), .nonZero, .solid(Self.white.opacity(cloud.density))))
  }

  /// The height of a hill above the horizon, at a fraction of the width; 1 is the frame's height.
  private static func height(of hill: Hill, at share: Double) -> Double {
    hill.base + hill.swing * sin(share * 5.2 + hill.phase)
      + hill.swing * 0.45 * sin(share * 11 + hill.phase * 2)
  }

  private func ridge(of hill: Hill, on horizon: Double) -> [Vector] {
    (0...24).map { step in
      let share = Double(step) / 24
      return Vector(
        frame.minX + frame.width * share,
        horizon - frame.height * Self.height(of: hill, at: share))
    }
  }

  /// Draws three trees, for a sense of scale.
  private func drawTrees(on horizon: Double, _ color: Color, into canvas: inout Canvas) {
    for (share, size) in [(0.125, 1), (0.15, 0.72), (0.868, 0.85)] {
      let foot = Vector(
        frame.minX + frame.width * share,
        horizon - frame.height * Self.height(of: Self.nearHill, at: share))
      let side = 0.06 * frame.height * size
      let tree = Path(
        through: [Vector(0, -1.9 * side), Vector(0.46 * side, 3), Vector(-0.46 * side, 3)].map {
          foot + $0
        }, isClosed: true)
      canvas.draw(.fill(tree, .nonZero, .solid(color)))
    }
  }
}
