internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// The zones of fine scrubbing: the further a drag is above or below its press, the less it counts.
struct ScrubberZones {
  private static let rates: [(rate: Double, label: String)] = [
    (0.5, "½"), (0.25, "¼"), (0.1, "1/10"),
  ]

  let slider: ProgressSlider
  /// The y of the press, in points.
  let pressY: Double

  /// The distances from the press at which a drag slows to ½, ¼, 1/10 and the minimum.
  var steps: [(distance: Double, label: String)] {
    let fine = slider.fineScrubbing
    var rates = Self.rates
    switch fine {
    case .off: return []
    case .steps: break
    case .parabola(_, let floor), .linear(_, let floor):
      rates = rates.filter { $0.rate > floor } + [(floor, Words.rate(floor))]
    }
    return rates.compactMap { rate, label in
      fine.distance(atRate: rate).map { ($0, label) }
    }
  }

  /// Whether the drag is far enough off to show the zones.
  var isShown: Bool { slider.isPressed && !steps.isEmpty && abs(slider.verticalDistance) > 24 }

  /// How fine a drag is, in terms of the zones' labels; `nil` at full rate.
  var fineness: String? {
    switch slider.rate {
    case ...0.01: "1/100"
    case ...0.1: "1/10"
    case ...0.25: "¼"
    case ...0.5: "½"
    default: nil
    }
  }

  /// Draws the zones as bands hanging from the capsule at their true distances, if shown; labels
  /// are spread apart to be readable.
  func draw(
    from capsule: Rect, in stage: Rect, isOverFilm: Bool, into canvas: inout Canvas
  ) {
    guard isShown, let last = steps.last else { return }
    let theme = canvas.theme
    let ink = isOverFilm ? Color(rgb: 0xFFFFFF) : theme.text
    let (way, distance) = (slider.verticalDistance < 0 ? -1.0 : 1, abs(slider.verticalDistance))
    let edge = max(0, way * ((way > 0 ? capsule.maxY : capsule.minY) - pressY)) + 8
    let left = slider.frame.minX + 18
    let right = min(slider.frame.maxX - 18, stage.maxX - 92)
    // On a low stage, labels are closer together.
    let first = pressY + way * (edge + 12)
    let reach = way > 0 ? stage.maxY - first : first - stage.minY
    let all = [(distance: 0, label: Words.fullRate)] + steps
    let pitch = min(22, (reach - 12) / Double(all.count - 1))
    let current = all.lastIndex { $0.distance <= distance } ?? 0
    func band(_ from: Double, _ to: Double) -> Rect {
      let ends = (pressY + way * from, pressY + way * to)
      return Rect(x: left, y: min(ends.0, ends.1), width: right - left, height: abs(to - from))
    }
    let whole = band(edge, max(edge, last.distance))
    if !isOverFilm {
      // An opaque slab, so that nothing shows through.
      let ground = Rect(
        x: left - 10, y: whole.minY - 6, width: stage.maxX - 8 - left + 10,
        height: max(whole.height, pitch * Double(all.count - 1) + 12) + 18)
      let side = way > 0 ? 0 : whole.height + 12 - ground.height
      canvas.slab(ground.offset(by: Vector(0, side)), radius: 12)
    }
    canvas.clipped(to: whole, radius: 10) { canvas in
      let shares = [0.05, 0.11, 0.2, 0.3, 0.36]
      for (index, step) in all.dropLast().enumerated() {
        let lit = index == current ? 0.22 : 0
        canvas.fill(
          band(step.distance, all[index + 1].distance),
          ink.opacity(shares[min(index, 4)] + (isOverFilm ? lit : 0)))
        if !isOverFilm, index == current {
          canvas.fill(band(step.distance, all[index + 1].distance), theme.accent.opacity(0.24))
        }
      }
    }
    for (index, step) in all.enumerated() {
      let isOn = index == current
      let y = pressY + way * (index == 0 ? edge + 8 : step.distance)
      let labelY = first + way * pitch * Double(index)
      let line = ink.opacity(isOn ? 1 : 0.55)
      if index > 0, index < all.count - 1 {
        canvas.draw(.line(Vector(left, y), Vector(right, y), width: 1, cap: .butt, .solid(line)))
      }
      // If labels would overlap, only the current one is shown.
      guard isOn || pitch >= 15 else { continue }
      let leader = Path(
        through: [
          Vector(right + 2, y), Vector(right + 7, y), Vector(right + 20, labelY),
          Vector(right + 25, labelY),
        ])
      canvas.draw(.stroke(leader, Stroke(width: 1), .solid(line)))
      let style = isOn ? TextStyle.strong : .body
      if isOn {
        let width = canvas.fonts.layout(step.label, style).width + 16
        let pill = Rect(x: right + 27, y: labelY - 10, width: width, height: 20)
        canvas.fill(pill, radius: 10, isOverFilm ? ink : theme.accent)
      }
      let words = isOn ? (isOverFilm ? Color(rgb: 0x14151A) : theme.onAccent) : ink
      canvas.label(step.label, at: Vector(right + 35, labelY), style, words)
    }
  }
}

/// A lens over the slider's cut: the time there, the drag's rate, and a time scale at that rate.
struct ScrubberLens {
  let slider: ProgressSlider
  /// The film's duration and position, in seconds.
  let duration, position: Double
  let stage: Rect
  let growth: Double
  /// The x of the cut, in points.
  let cut: Double
  let isOverFilm: Bool

  private static let size = Size(284, 86)
  /// The possible intervals between the scale's marks, in seconds.
  private static let units = [0.01, 0.1, 1, 5, 10, 60, 300, 600, 3600]

  /// Its frame: above the bar, or below it if the drag has moved up.
  private var frame: Rect {
    let size = Size(Self.size.width * growth, Self.size.height * growth)
    let reach = slider.heights.pressed / 2 + 18 * growth
    let isBelow = slider.verticalDistance < -24
    let y = isBelow ? slider.frame.midY + reach : slider.frame.midY - reach - size.height
    let x = min(max(stage.minX + 8, cut - size.width / 2), stage.maxX - 8 - size.width)
    return Rect(x: x, y: y, width: size.width, height: size.height)
  }

  func draw(into canvas: inout Canvas) {
    let frame = frame
    // A low stage has no room for it; the times in the capsule are the same.
    guard frame.minY >= stage.minY, frame.maxY <= stage.maxY, slider.frame.width >= 1 else {
      return
    }
    let theme = isOverFilm ? Theme.light : canvas.theme
    let radius = 18 * growth
    canvas.slab(frame, radius: radius, .near, .solid(theme.card))
    drawTip(of: frame, theme.card, into: &canvas)
    let rate = max(1e-6, slider.rate)
    let (left, right) = (frame.minX + radius, frame.maxX - radius)
    canvas.label(
      Words.clock(position, decimals: 2), at: Vector(left, frame.minY + 26 * growth),
      TextStyle(size: 34, weight: .semibold).grown(growth), theme.text)
    canvas.label(
      Words.pace(rate), at: Vector(right, frame.minY + 19 * growth), .strong.grown(growth),
      theme.accent, align: .trailing)
    let worth = duration * rate / slider.frame.width
    canvas.label(
      Words.worth(worth), at: Vector(right, frame.minY + 37 * growth), .small.grown(growth),
      theme.secondaryText, align: .trailing)
    drawScale(in: frame, density: 1 / worth, theme, into: &canvas)
  }

  private func drawTip(of frame: Rect, _ color: Color, into canvas: inout Canvas) {
    let isBelow = frame.minY > slider.frame.midY
    let base = isBelow ? frame.minY + 1 : frame.maxY - 1
    let half = 9 * growth
    let x = min(max(cut, frame.minX + 2 * half), frame.maxX - 2 * half)
    let tip = Path(
      through: [
        Vector(x - half, base), Vector(x + half, base),
        Vector(x, base + (isBelow ? -10 : 10) * growth),
      ], isClosed: true)
    canvas.draw(.fill(tip, .nonZero, .solid(color)))
  }

  /// Draws a scale of film time, with as many points per second as the drag moves it.
  private func drawScale(
    in frame: Rect, density: Double, _ theme: Theme, into canvas: inout Canvas
  ) {
    let unit = Self.units.first { $0 * density >= 12 * growth } ?? 3600
    let reach = frame.width / 2 / density
    let from = max(0, ((position - 2 * reach) / unit).rounded(.up))
    let until = min(duration, position + 2 * reach) / unit
    let bottom = frame.maxY
    let strip = Rect(
      x: frame.minX, y: bottom - 36 * growth, width: frame.width, height: 36 * growth)
    canvas.clipped(to: frame, radius: 18 * growth) { canvas in
      for mark in stride(from: from, through: until, by: 1) {
        let x = cut + (mark * unit - position) * density
        guard x > strip.minX, x < strip.maxX else { continue }
        let isFifth = mark.truncatingRemainder(dividingBy: 5) == 0
        let height = (isFifth ? 17 : 11) * growth
        canvas.fill(
          Rect(x: x - 0.75, y: bottom - height, width: 1.5, height: height),
          theme.text.opacity(isFifth ? 0.9 : 0.4))
        guard isFifth, x > strip.minX + 24 * growth, x < strip.maxX - 24 * growth else { continue }
        let decimals = unit < 0.1 ? 2 : unit < 1 ? 1 : 0
        canvas.label(
          Words.clock(mark * unit, decimals: decimals), at: Vector(x, bottom - 26 * growth),
          .caption.grown(growth), theme.secondaryText, align: .center)
      }
      let needle = 20 * growth
      canvas.fill(
        Rect(x: cut - 1, y: bottom - needle, width: 2, height: needle), theme.accent)
    }
  }
}
