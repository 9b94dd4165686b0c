public import Feel
public import Raster

/// The colours of the window, by what they are for.
///
/// Blue is set A and the hand, orange is set B, ink is everything else: no hue tells a quantity.
/// Words keep 4.5 : 1 to what they lie on and edges of controls 3 : 1 (WCAG 2.1).
public struct Theme: Hashable, Sendable {
  /// The names that `--theme` takes.
  public enum Name: String, Hashable, Sendable, CaseIterable { case light, dark, contrast }

  /// Which theme it is.
  public let name: Name
  /// The window behind everything.
  public let window: Color
  /// The stage at its top; the light comes from there.
  public let stageTop: Color
  /// The stage at its bottom.
  public let stage: Color
  /// The light from above the stage, where it is brightest.
  let keyLight: Color
  /// Behind the lanes of a take.
  public let dock: Color
  /// Panels that lie on the stage, lists, menus.
  public let card: Color
  /// What is chosen of several that lie in a groove.
  public let raised: Color
  /// The groove of a slider, a ring or a scale.
  public let track: Color
  /// Words to read.
  public let text: Color
  /// Words beside them.
  public let secondaryText: Color
  /// Words of what cannot be used now.
  public let disabledText: Color
  /// Edges by which a control is found, and ticks of scales.
  public let edge: Color
  /// Lines that only divide.
  public let hair: Color
  /// The filled part of a control that no hand holds.
  public let ink: Color
  /// Words upon `ink`.
  public let onInk: Color
  /// Set A, and what a hand does; links, focus.
  public let accent: Color
  /// Words upon `accent`.
  public let onAccent: Color
  /// Behind what belongs to set A.
  public let accentSoft: Color
  /// Words about set B.
  public let b: Color
  /// What belongs to set B.
  public let bFill: Color
  /// Behind what belongs to set B.
  public let bSoft: Color
  /// Words upon `bFill`.
  public let onB: Color
  /// Words of loss, and recording.
  public let danger: Color
  /// Words of caution.
  public let warning: Color
  /// Words of success.
  public let success: Color
  /// Lies over cards that are far from the middle.
  public let veil: Color
  /// Shadows, opaque; `contactShadow` and `castShadow` say how dark.
  public let shadow: Color
  /// How dark the shadow where a thing touches its ground is, 0…1.
  let contactShadow: Double
  /// How dark the shadow that the light casts below it is, 0…1.
  let castShadow: Double
  /// How much of `text` lies over the ground of a control at rest, under the pointer or on, and
  /// held, 0…1.
  let restTint, hoverTint, pressedTint: Double

  /// The ground of a control that lies in the chrome.
  public var restTone: Color { text.opacity(restTint) }
  /// A control under the pointer, or one that is on.
  public var hover: Color { text.opacity(hoverTint) }
  /// A control held down.
  public var pressed: Color { text.opacity(pressedTint) }
  /// The ring around what has the keyboard.
  public var focus: Color { accent }

  /// The width of the ring around what has the keyboard, in points.
  public var focusWidth: Double { name == .contrast ? 3 : 2 }

  /// Lines of a plot's grid: decorative, and quieter than anything that they lie behind.
  public var grid: Color { name == .contrast ? hair.opacity(0.25) : hair }

  /// What a mark's contrast to what it lies on is at least.
  ///
  /// Source: WCAG 2.1, 1.4.11 Non-text Contrast.
  public static let leastContrast = 3.0

  /// The theme of a name.
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
  /// The colour that goes with the word; the word is what says it.
  public func color(in theme: Theme) -> Color {
    switch self {
    case .idle, .cancelled: theme.secondaryText
    case .pressed, .tracking: theme.accent
    case .rubber: theme.warning
    case .decelerating, .bouncing, .snapping, .programmatic: theme.accent
    }
  }
}
