internal import Feel
internal import Raster
internal import Stage

/// Where a drag of the progress slider goes finer: the further up or down from its press, the less it counts.
struct ScrubberZones {
  private static let rates: [(rate: Double, label: String)] = [
    (0.5, "½"), (0.25, "¼"), (0.1, "⅒"),
  ]
  /// How far the ground reaches beyond the first and the last of them, in points.
  private static let margins = (14.0, 16.0)

  let slider: ProgressSlider
  /// The height of the press, in points.
  let pressY: Double

  /// How far from the press a drag has slowed to a half, a quarter, a tenth and the least.
  var steps: [(distance: Double, label: String)] {
    let fine = slider.fineScrubbing
    var rates = Self.rates
    switch fine {
    case .off: return []
    case .steps: break
    case .parabola(_, let floor), .linear(_, let floor):
      rates = rates.filter { $0.rate > floor } + [(floor, Words.leastRate)]
    }
    return rates.compactMap { rate, label in
      fine.distance(atRate: rate).map { ($0, label) }
    }
  }

  /// Whether the drag is so far off that it shows where it goes finer.
  var isShown: Bool { slider.isPressed && !steps.isEmpty && abs(slider.verticalDistance) > 24 }

  /// How fine a drag is, in the steps that the zones are labelled with; `nil` while it is as fast as the hand.
  var fineness: String? {
    switch slider.rate {
    case ...0.01: "1/100"
    case ...0.1: "⅒"
    case ...0.25: "¼"
    case ...0.5: "½"
    default: nil
    }
  }

  /// Draws those distances on a ground of their own, once the drag is that far off.
  func draw(into canvas: inout Canvas) {
    guard isShown else { return }
    let theme = canvas.theme
    let frame = slider.frame
    let direction = slider.verticalDistance < 0 ? -1.0 : 1.0
    guard let first = steps.first, let last = steps.last else { return }
    let near = (first.distance - Self.margins.0).rounded(.down)
    let far = (last.distance + Self.margins.1).rounded(.up)
    let ground = Rect(
      x: frame.minX - 8, y: pressY + (direction > 0 ? near : -far), width: frame.width + 16,
      height: far - near)
    canvas.fill(ground, radius: 8, theme.surface.opacity(0.94))
    canvas.edge(ground, radius: 8, theme.border)
    for (index, step) in steps.enumerated() {
      let y = pressY + direction * step.distance
      let ink = abs(slider.verticalDistance) >= step.distance ? theme.accent : theme.secondaryText
      canvas.dashedLine(
        from: Vector(frame.minX + 36, y), to: Vector(frame.maxX - 36, y), ink.opacity(0.7))
      // The last zones lie closer than a line of text is high, so the labels take turns.
      if index.isMultiple(of: 2) {
        canvas.label(step.label, at: Vector(frame.minX + 8, y), .caption, ink)
      } else {
        canvas.label(step.label, at: Vector(frame.maxX - 8, y), .caption, ink, align: .trailing)
      }
    }
  }
}
