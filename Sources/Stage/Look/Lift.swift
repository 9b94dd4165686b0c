public import Feel
public import Raster

/// The elevation of a thing above its ground: all shadows come from one light above the stage, so
/// their length is the elevation.
public enum Lift: Hashable, Sendable {
  /// A button held down.
  case pressed
  /// A card, a sheet.
  case rest
  /// The card in the middle, a control ready to be dragged.
  case near
  /// A card that moves on its own.
  case flying
  /// The selected item in a groove.
  case chip
  /// A panel on the stage, a tooltip.
  case panel
  /// A menu, a dialog.
  case menu

  /// A shadow: its offset below the thing and its blur, in points, and its darkness relative to the
  /// theme's, 0…1.
  private typealias Shade = (y: Double, blur: Double, share: Double)

  /// The contact shadow, and the cast shadow.
  private var shades: (contact: Shade, cast: Shade) {
    switch self {
    case .pressed: ((1, 2, 1), (2, 6, 0.7))
    case .rest: ((1, 3, 1), (6, 20, 0.75))
    case .near: ((1, 3, 1), (10, 32, 1))
    case .flying: ((2, 4, 0.8), (18, 48, 1))
    case .chip: ((0, 1, 0.8), (1, 3, 0.6))
    case .panel: ((1, 3, 0.7), (8, 28, 0.6))
    case .menu: ((1, 3, 1), (16, 48, 1.1))
    }
  }

  fileprivate func draw(
    _ frame: Rect, radius: Double, share: Double, into canvas: inout Canvas
  ) {
    let (contact, cast) = shades
    let theme = canvas.theme
    for (shade, strength) in [(cast, theme.castShadow), (contact, theme.contactShadow)] {
      let color = theme.shadow.opacity(strength * shade.share * share)
      guard color.alpha > 0 else { continue }
      canvas.draw(
        .shadow(frame.offset(by: Vector(0, shade.y)), radius: radius, blur: shade.blur, color))
    }
  }
}

extension Canvas {
  /// Draws the shadows of a thing, made paler by a share of 0…1.
  public mutating func shadow(
    of frame: Rect, radius: Double, _ lift: Lift, share: Double = 1
  ) {
    guard !frame.isEmpty else { return }
    lift.draw(
      frame, radius: min(radius, frame.width / 2, frame.height / 2), share: share, into: &self)
  }

  /// Draws an elevated thing, in the theme's card colour by default: shadows, face, a rim light in
  /// the dark theme and an edge in the contrast theme.
  public mutating func slab(
    _ frame: Rect, radius: Double, _ lift: Lift = .panel, _ paint: Paint? = nil
  ) {
    guard !frame.isEmpty else { return }
    shadow(of: frame, radius: radius, lift)
    draw(.roundedRect(frame, radius: radius, paint ?? .solid(theme.card)))
    switch theme.name {
    case .light: break
    case .dark: rim(frame, radius: radius, from: 0.14, to: 0.05, over: 60)
    case .contrast: edge(frame, radius: radius, theme.edge)
    }
  }

  /// Draws an edge in the contrast theme, where tones differ too little.
  package mutating func strongEdge(_ frame: Rect, radius: Double, width: Double = 1) {
    if theme.name == .contrast { edge(frame, radius: radius, width: width, theme.edge) }
  }

  /// Draws the lit plate on which the controls under test lie.
  public mutating func plate(_ frame: Rect, radius: Double) {
    let frame = onPixels(frame)
    // The reach of its shadow is 6 pt.
    let all = onPixels(frame.inset(by: radius > 0 ? -6 : 0))
    kept(as: "plate \(theme.name) \(radius)", in: all) { canvas in
      canvas.fill(all, canvas.theme.window)
      canvas.drawPlate(frame, radius: radius)
    }
  }

  private mutating func drawPlate(_ frame: Rect, radius: Double) {
    if theme.name == .light, radius > 0 {
      draw(
        .shadow(
          frame.offset(by: Vector(0, 1)), radius: radius, blur: 3,
          theme.shadow.opacity(theme.contactShadow)))
    }
    draw(
      .roundedRect(
        frame, radius: radius,
        vertical(frame.minY, frame.maxY, [(0, theme.stageTop), (1, theme.stage)])))
    if theme.keyLight.alpha > 0 {
      let reach = max(0.62 * frame.width, 0.8 * frame.height)
      draw(
        .roundedRect(
          frame, radius: radius,
          .radial(
            RadialGradient(
              center: Vector(frame.midX, (frame.minY + 0.12 * frame.height).rounded()),
              radius: reach,
              stops: [
                GradientStop(0, theme.keyLight), GradientStop(1, theme.keyLight.opacity(0)),
              ]))))
    }
    guard radius > 0 else { return }
    switch theme.name {
    case .light: break
    case .dark: rim(frame, radius: radius, from: 0.12, to: 0.04, over: 120)
    case .contrast: edge(frame, radius: radius, theme.edge)
    }
  }

  /// Draws a rim light along an edge, fading from `from` at the top to `to`, `length` points below.
  private mutating func rim(
    _ frame: Rect, radius: Double, from: Double, to: Double, over length: Double
  ) {
    let white = Color(rgb: 0xFFFFFF)
    let width = snapped(1)
    draw(
      .outline(
        frame.inset(by: width / 2), radius: max(0, radius - width / 2), width: width, from: 0,
        to: 1, cap: .butt,
        vertical(
          frame.minY, frame.minY + min(frame.height, length),
          [(0, white.opacity(from)), (1, white.opacity(to))])))
  }

  /// A vertical gradient between two heights, in points.
  public func vertical(_ top: Double, _ bottom: Double, _ stops: [(Double, Color)]) -> Paint {
    .linear(
      LinearGradient(
        from: Vector(0, top), to: Vector(0, bottom), stops: stops.map { GradientStop($0, $1) }))
  }
}
