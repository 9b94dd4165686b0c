public import Feel
public import Raster

/// The colours of the window, by purpose.
///
/// Blue is set A and the hand, orange is set B, ink is everything else: hue encodes no quantity.
/// The contrast to the background is at least 4.5 : 1 for text, 3 : 1 for edges (WCAG 2.1).
public struct Theme: Hashable, Sendable {
  /// The names accepted by `--theme`.
  public enum Name: String, Hashable, Sendable, CaseIterable { case light, dark, contrast }

  /// Which theme it is.
  public let name: Name
  /// The background of the window.
  public let window: Color
  /// The top of the stage, where the light comes from.
  public let stageTop: Color
  /// The bottom of the stage.
  public let stage: Color
  /// The light from above the stage, at its brightest.
  let keyLight: Color
  /// The background of a take's lanes.
  public let dock: Color
  /// Panels on the stage, lists, menus.
  public let card: Color
  /// The selected one of several items in a groove.
  public let raised: Color
  /// The groove of a slider, a ring or a scale.
  public let track: Color
  /// Primary text.
  public let text: Color
  /// Secondary text.
  public let secondaryText: Color
  /// The text of what is unavailable.
  public let disabledText: Color
  /// The edges that identify a control, and the ticks of scales.
  public let edge: Color
  /// Separators.
  public let hair: Color
  /// The filled part of a control that is not held.
  public let ink: Color
  /// Text on `ink`.
  public let onInk: Color
  /// Set A and the hand's actions; links, focus.
  public let accent: Color
  /// Text on `accent`.
  public let onAccent: Color
  /// The background of items of set A.
  public let accentSoft: Color
  /// Text about set B.
  public let b: Color
  /// Items of set B.
  public let bFill: Color
  /// The background of items of set B.
  public let bSoft: Color
  /// Text on `bFill`.
  public let onB: Color
  /// Text about loss, and recording.
  public let danger: Color
  /// Text about caution.
  public let warning: Color
  /// Text about success.
  public let success: Color
  /// The veil over cards far from the middle.
  public let veil: Color
  /// Shadows, opaque; `contactShadow` and `castShadow` are their opacities.
  public let shadow: Color
  /// Opacities, 0…1.
  let contactShadow: Double
  let castShadow: Double
  /// The opacity of `text` over the background of a control at rest, hovered or on, and held, 0…1.
  let restTint, hoverTint, pressedTint: Double

  /// The background of a control in the chrome.
  public var restTone: Color { text.opacity(restTint) }
  /// A control that is hovered or on.
  public var hover: Color { text.opacity(hoverTint) }
  /// A control held down.
  public var pressed: Color { text.opacity(pressedTint) }
  /// The focus ring.
  public var focus: Color { accent }

  /// The width of the focus ring, in points.
  public var focusWidth: Double { name == .contrast ? 3 : 2 }

  /// The grid lines of a plot: decorative, and weaker than anything in front of them.
  public var grid: Color { name == .contrast ? hair.opacity(0.25) : hair }

  /// The minimum contrast of a mark to its background.
  ///
  /// Source: WCAG 2.1, 1.4.11 Non-text Contrast.
  public static let leastContrast = 3.0

  /// The theme with a name.
  public static func named(_ name: Name) -> Theme {
    switch name {
    case .light: light
    case .dark: dark
    case .contrast: contrast
    }
  }

  /// Dark on light.
  public static let light = Theme(
    name: .light,
    window: Color(rgb: 0xE9EAEE), stageTop: Color(rgb: 0xFDFDFE), stage: Color(rgb: 0xECEDF1),
    keyLight: Color(argb: 0xE6FF_FFFF),
    dock: Color(rgb: 0xF8F8FA), card: Color(rgb: 0xFFFFFF), raised: Color(rgb: 0xFFFFFF),
    track: Color(rgb: 0xDBDDE3), text: Color(rgb: 0x14151A), secondaryText: Color(rgb: 0x50545E),
    disabledText: Color(rgb: 0x7B7F89), edge: Color(rgb: 0x7E828C), hair: Color(argb: 0x1A14_151A),
    ink: Color(rgb: 0x24262D), onInk: Color(rgb: 0xFFFFFF), accent: Color(rgb: 0x1F57E0),
    onAccent: Color(rgb: 0xFFFFFF), accentSoft: Color(rgb: 0xDFE8FF), b: Color(rgb: 0xB5400A),
    bFill: Color(rgb: 0xC94A0C), bSoft: Color(rgb: 0xFFE7D8), onB: Color(rgb: 0xFFFFFF),
    danger: Color(rgb: 0xC2202B), warning: Color(rgb: 0x8A5A00), success: Color(rgb: 0x17744A),
    veil: Color(rgb: 0xF4F5F8), shadow: Color(rgb: 0x1A1D2B), contactShadow: 0.1, castShadow: 0.2,
    restTint: 0.055, hoverTint: 0.105, pressedTint: 0.155)

  /// Light on dark.
  public static let dark = Theme(
    name: .dark,
    window: Color(rgb: 0x0F1013), stageTop: Color(rgb: 0x292B32), stage: Color(rgb: 0x141518),
    keyLight: Color(argb: 0x12AE_B9D6),
    dock: Color(rgb: 0x191A1E), card: Color(rgb: 0x2C2E35), raised: Color(rgb: 0x3B3E47),
    track: Color(rgb: 0x3A3D46), text: Color(rgb: 0xF3F4F6), secondaryText: Color(rgb: 0xAEB3BD),
    disabledText: Color(rgb: 0x7C818B), edge: Color(rgb: 0x868B96), hair: Color(argb: 0x17FF_FFFF),
    ink: Color(rgb: 0xE9EAEE), onInk: Color(rgb: 0x14151A), accent: Color(rgb: 0x86ABFF),
    onAccent: Color(rgb: 0x0A1022), accentSoft: Color(rgb: 0x24324F), b: Color(rgb: 0xFF9F5F),
    bFill: Color(rgb: 0xFF8A3D), bSoft: Color(rgb: 0x3D220D), onB: Color(rgb: 0x1C0E04),
    danger: Color(rgb: 0xFF7A78), warning: Color(rgb: 0xF2C14B), success: Color(rgb: 0x6BD8A0),
    veil: Color(rgb: 0x1A1B1F), shadow: Color(rgb: 0x000000), contactShadow: 0.34, castShadow: 0.55,
    restTint: 0.08, hoverTint: 0.13, pressedTint: 0.18)

  /// Black on white, with every edge as strong as text.
  public static let contrast = Theme(
    name: .contrast,
    window: Color(rgb: 0xFFFFFF), stageTop: Color(rgb: 0xFFFFFF), stage: Color(rgb: 0xFFFFFF),
    keyLight: Color(argb: 0),
    dock: Color(rgb: 0xFFFFFF), card: Color(rgb: 0xFFFFFF), raised: Color(rgb: 0xFFFFFF),
    track: Color(rgb: 0xEDEDF0), text: Color(rgb: 0x000000), secondaryText: Color(rgb: 0x1B1B1F),
    disabledText: Color(rgb: 0x55555E), edge: Color(rgb: 0x000000), hair: Color(rgb: 0x000000),
    ink: Color(rgb: 0x000000), onInk: Color(rgb: 0xFFFFFF), accent: Color(rgb: 0x0B3FA8),
    onAccent: Color(rgb: 0xFFFFFF), accentSoft: Color(rgb: 0xD6E2FF), b: Color(rgb: 0x8A2E00),
    bFill: Color(rgb: 0x8A2E00), bSoft: Color(rgb: 0xFFE2D1), onB: Color(rgb: 0xFFFFFF),
    danger: Color(rgb: 0x8A0A1A), warning: Color(rgb: 0x6B4500), success: Color(rgb: 0x0F5128),
    veil: Color(rgb: 0xFFFFFF), shadow: Color(rgb: 0x000000), contactShadow: 0, castShadow: 0,
    restTint: 0, hoverTint: 0.07, pressedTint: 0.14)
}

extension ControlState {
  /// The colour that accompanies the state's word, which carries the meaning.
  public func color(in theme: Theme) -> Color {
    switch self {
    case .idle, .cancelled: theme.secondaryText
    case .pressed, .tracking: theme.accent
    case .rubber: theme.warning
    case .decelerating, .bouncing, .snapping, .programmatic: theme.accent
    }
  }
}
