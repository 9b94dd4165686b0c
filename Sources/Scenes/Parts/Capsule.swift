internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// The progress slider's capsule: a track, its filled part up to a straight cut, and the times
/// inside, each in the ink of its background.
struct Capsule {
  let layers: CapsuleLayers
  /// Its scale relative to the design.
  let growth: Double
  let tint: ScrubberPart.Tint
  let isPressed: Bool
  /// Whether it lies over the film, which is dark there.
  let isOverFilm: Bool
  /// The ends of the chapters, as fractions of the whole.
  let chapters: [Double]
  /// The elapsed and the remaining time.
  let times: (passed: String, left: String)

  private static let white = Color(rgb: 0xFFFFFF)
  private static let black = Color(rgb: 0x14151A)

  private var frame: Rect { layers.capsule }
  private var holdsTimes: Bool { frame.height >= 18 * growth }

  /// The fill of a layer, with the colour of text on it.
  private typealias Face = (paint: Paint, color: Color, ink: Color)

  private func track(in theme: Theme) -> Face {
    let share = layers.opacity.lower
    switch tint {
    case .white: return plain(Self.white, share, in: theme)
    case .black: return plain(Color(rgb: 0x000000), share, in: theme)
    case .theme: break
    }
    guard !isOverFilm else {
      let color = Self.white.opacity(min(1, share * (isPressed ? 3.4 : 2.6)))
      return (.solid(color), color, Self.white)
    }
    let color =
      theme.name == .contrast
      ? theme.track : theme.text.opacity(min(1, share * (theme.name == .dark ? 1.4 : 1)))
    return (.solid(color), color, theme.text)
  }

  private func fill(over track: Face, _ canvas: Canvas) -> Face {
    let (theme, share) = (canvas.theme, layers.opacity.upper)
    let (color, ink): (Color, Color)
    switch tint {
    case .white: return plain(Self.white, share, in: theme)
    case .black: return plain(Color(rgb: 0x000000), share, in: theme)
    case .theme where isOverFilm: (color, ink) = (Self.white, Self.black)
    case .theme:
      (color, ink) = isPressed ? (theme.accent, theme.onAccent) : (theme.ink, theme.onInk)
    }
    let light =
      switch theme.name {
      case .light: 0.12
      case .dark: isPressed ? 0.24 : 0.8
      case .contrast: 0.0
      }
    let lit = isOverFilm ? color : color.mixed(with: Self.white, light)
    let shaded = isOverFilm ? Color(rgb: 0xE6E8F0) : color
    let stops = [(0.0, lit.opacity(share)), (1, shaded.opacity(share))]
    // If the fill is faint, its text uses the ink of what is below it.
    return (
      canvas.vertical(frame.minY, frame.maxY, stops), color.opacity(share),
      share < 0.5 ? track.ink : ink
    )
  }

  private func plain(_ color: Color, _ share: Double, in theme: Theme) -> Face {
    let shown = (isOverFilm ? Color(rgb: 0x3A2F63) : theme.stage).mixed(with: color, share)
    let ink = Self.white.contrast(to: shown) > Self.black.contrast(to: shown)
    return (.solid(color.opacity(share)), color.opacity(share), ink ? Self.white : Self.black)
  }

  func draw(into canvas: inout Canvas) {
    let (theme, radius) = (canvas.theme, frame.height / 2)
    let track = track(in: theme)
    let fill = fill(over: track, canvas)
    if isPressed {
      canvas.shadow(of: frame, radius: radius, .near, share: isOverFilm ? 0.9 : 0.55)
    } else if isOverFilm {
      canvas.shadow(of: frame, radius: radius, .rest, share: 0.5)
    }
    canvas.clipped(to: frame, radius: radius) { canvas in
      canvas.draw(.roundedRect(frame, radius: 0, track.paint))
      if !isOverFilm, theme.name != .contrast { drawShade(into: &canvas) }
      let cut = layers.filled.maxX
      canvas.draw(.roundedRect(layers.filled, radius: 0, fill.paint))
      drawChapters(track.ink, fill.ink, into: &canvas)
      if let ink = cutInk(track, fill, theme) {
        canvas.fill(Rect(x: cut - 1, y: frame.minY, width: 2, height: frame.height), ink)
      } else if !isOverFilm, theme.name == .light {
        canvas.fill(
          Rect(x: cut - 1.5, y: frame.minY, width: 1.5, height: frame.height),
          Self.white.opacity(0.55))
      }
      guard holdsTimes else { return }
      let rest = Rect(x: cut, y: frame.minY, width: frame.maxX - cut, height: frame.height)
      for (part, ink) in [(layers.filled, fill.ink), (rest, track.ink)] {
        canvas.clipped(to: part) { drawTimes(at: frame.midY, ink, into: &$0) }
      }
    }
    if theme.name == .contrast {
      // The film behind it is dark.
      canvas.edge(frame, radius: radius, isOverFilm ? Self.white : theme.edge)
    }
    if !holdsTimes { drawTimes(at: frame.minY - 17 * growth, track.ink, into: &canvas) }
  }

  /// Draws a shade along the upper edge, as the track is recessed.
  private func drawShade(into canvas: inout Canvas) {
    let theme = canvas.theme
    let shade = theme.shadow.opacity(theme.name == .dark ? 0.4 : 0.16)
    let (top, depth) = (frame.minY, 5 * growth)
    canvas.draw(
      .roundedRect(
        Rect(x: frame.minX, y: top, width: frame.width, height: depth), radius: 0,
        canvas.vertical(top, top + depth, [(0, shade), (1, theme.shadow.opacity(0))])))
  }

  private var style: TextStyle {
    (isPressed && frame.height >= 32 * growth ? TextStyle.title : .smallStrong).grown(growth)
  }

  /// The distance of the times from the ends, in points.
  private var padding: Double { holdsTimes ? frame.height / 2 : 0 }

  private func drawTimes(at y: Double, _ ink: Color, into canvas: inout Canvas) {
    canvas.label(times.passed, at: Vector(frame.minX + padding, y), style, ink)
    // In a short bar, only one fits.
    let used = [times.passed, times.left].map { canvas.fonts.layout($0, style).width }
    guard used[0] + used[1] + 2 * padding + 8 <= frame.width else { return }
    canvas.label(times.left, at: Vector(frame.maxX - padding, y), style, ink, align: .trailing)
  }

  /// Draws chapters as gaps, but none through a time.
  private func drawChapters(_ trackInk: Color, _ fillInk: Color, into canvas: inout Canvas) {
    guard holdsTimes, !chapters.isEmpty else { return }
    func room(_ words: String) -> Double {
      canvas.fonts.layout(words, style).width + padding + 10 * growth
    }
    let free =
      frame.minX
      + room(times.passed)...max(
        frame.minX + room(times.passed), frame.maxX - room(times.left))
    for chapter in chapters {
      let x = frame.minX + chapter * frame.width
      guard free.contains(x) else { continue }
      let ink = x < layers.filled.maxX ? fillInk.opacity(0.22) : trackInk.opacity(0.2)
      canvas.fill(Rect(x: x - 1, y: frame.minY, width: 2, height: frame.height), ink)
    }
  }

  /// The colour of the cut between the layers if they look too alike over the stage.
  private func cutInk(_ track: Face, _ fill: Face, _ theme: Theme) -> Color? {
    guard !isOverFilm else { return nil }
    let empty = theme.stage.mixed(with: track.color, Double(track.color.alpha) / 255)
    let full = empty.mixed(with: fill.color, Double(fill.color.alpha) / 255)
    guard full.contrast(to: empty) < Theme.leastContrast else { return nil }
    return theme.text.contrast(to: full) > theme.stage.contrast(to: full)
      ? theme.text : theme.stage
  }
}
