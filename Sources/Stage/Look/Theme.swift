public import Feel
public import Raster

/// The colours of the window, by what they are for.
///
/// Source: the neutral values follow libadwaita's, so that the window looks at home on GNOME; each text pair keeps 4.5 : 1 and each control edge 3 : 1 (WCAG 2.1).
public struct Theme: Hashable, Sendable {
  /// The names that `--theme` takes.
  public enum Name: String, Hashable, Sendable, CaseIterable { case light, dark, contrast }

  /// Which theme it is.
  public let name: Name
  /// The window behind everything.
  public let background: Color
  /// Bars and panels.
  public let surface: Color
  /// The list of scenes.
  public let sidebar: Color
  /// Behind the controls under test.
  public let stage: Color
  /// Words to read.
  public let text: Color
  /// Words beside them.
  public let secondaryText: Color
  /// Words of what cannot be used now.
  public let disabledText: Color
  /// Lines that only divide.
  public let border: Color
  /// Edges by which a control is found.
  public let controlBorder: Color
  /// The empty part of a slider.
  public let track: Color
  /// The filled part, and links.
  public let accent: Color
  /// Words upon `accent`.
  public let onAccent: Color
  /// Behind what is selected.
  public let accentSoft: Color
  /// Words of loss.
  public let danger: Color
  /// Words of caution.
  public let warning: Color
  /// Words of success.
  public let success: Color
  /// The ring around what has the keyboard.
  public let focus: Color
  /// A control under the pointer.
  public let hover: Color
  /// A control held down.
  public let pressed: Color
  /// `accent` held down.
  public let accentPressed: Color
  /// Where a fling will rest.
  public let prediction: Color
  /// Curves of position.
  public let position: Color
  /// Curves of velocity.
  public let velocity: Color
  /// What a hand did: presses, releases, measured points.
  public let input: Color
  /// What was a moment ago.
  public let ghost: Color
  /// The shadow of what floats above.
  public let shadow: Color

  /// The width of the ring around what has the keyboard, in points.
  public var focusWidth: Double { name == .contrast ? 3 : 2 }

  /// Lines of a plot's grid: decorative, and quieter than anything that they lie behind.
  public var grid: Color { border.opacity(name == .contrast ? 0.25 : 0.6) }

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
    background: Color(rgb: 0xFAFAFB), surface: Color(rgb: 0xFFFFFF), sidebar: Color(rgb: 0xEBEBED),
    stage: Color(rgb: 0xF3F3F5), text: Color(rgb: 0x1B1B1F), secondaryText: Color(rgb: 0x55555E),
    disabledText: Color(rgb: 0x8A8A94), border: Color(rgb: 0xC9C9CF),
    controlBorder: Color(rgb: 0x85858F), track: Color(rgb: 0xD9D9DF), accent: Color(rgb: 0x1A5FB4),
    onAccent: Color(rgb: 0xFFFFFF), accentSoft: Color(rgb: 0xD6E4F7), danger: Color(rgb: 0xA51D2D),
    warning: Color(rgb: 0x8A5A00), success: Color(rgb: 0x1E6B3C), focus: Color(rgb: 0x1A5FB4),
    hover: Color(rgb: 0xF1F1F2), pressed: Color(rgb: 0xE4E4E4), accentPressed: Color(rgb: 0x17549E),
    prediction: Color(rgb: 0x00785A), position: Color(rgb: 0x0061A8),
    velocity: Color(rgb: 0xB34700), input: Color(rgb: 0x8E1F63), ghost: Color(rgb: 0x6B6B75),
    shadow: Color(argb: 0x3D00_0000))

  /// Light on dark.
  public static let dark = Theme(
    name: .dark,
    background: Color(rgb: 0x222226), surface: Color(rgb: 0x2E2E32), sidebar: Color(rgb: 0x28282C),
    stage: Color(rgb: 0x1D1D20), text: Color(rgb: 0xF4F4F6), secondaryText: Color(rgb: 0xB9B9C2),
    disabledText: Color(rgb: 0x7E7E88), border: Color(rgb: 0x46464C),
    controlBorder: Color(rgb: 0x8A8A94), track: Color(rgb: 0x4A4A50), accent: Color(rgb: 0x78AEED),
    onAccent: Color(rgb: 0x10131A), accentSoft: Color(rgb: 0x2C3F58), danger: Color(rgb: 0xFF8A80),
    warning: Color(rgb: 0xF5C211), success: Color(rgb: 0x7BD88F), focus: Color(rgb: 0x9CC4F5),
    hover: Color(rgb: 0x3F3F42), pressed: Color(rgb: 0x4B4B4F), accentPressed: Color(rgb: 0x6A99D1),
    prediction: Color(rgb: 0x2FC79A), position: Color(rgb: 0x56B4E9),
    velocity: Color(rgb: 0xF2A33A), input: Color(rgb: 0xF7B6DA), ghost: Color(rgb: 0x9A9AA4),
    shadow: Color(argb: 0x7A00_0000))

  /// Black on white, with every edge as strong as text.
  public static let contrast = Theme(
    name: .contrast,
    background: Color(rgb: 0xFFFFFF), surface: Color(rgb: 0xFFFFFF), sidebar: Color(rgb: 0xFFFFFF),
    stage: Color(rgb: 0xFFFFFF), text: Color(rgb: 0x000000), secondaryText: Color(rgb: 0x1B1B1F),
    disabledText: Color(rgb: 0x55555E), border: Color(rgb: 0x000000),
    controlBorder: Color(rgb: 0x000000), track: Color(rgb: 0xE4E4E8), accent: Color(rgb: 0x0B3D82),
    onAccent: Color(rgb: 0xFFFFFF), accentSoft: Color(rgb: 0xCFE0F7), danger: Color(rgb: 0x8A0A1A),
    warning: Color(rgb: 0x6B4500), success: Color(rgb: 0x0F5128), focus: Color(rgb: 0x0B3D82),
    hover: Color(rgb: 0xEDEDEF), pressed: Color(rgb: 0xDADADC), accentPressed: Color(rgb: 0x072C60),
    prediction: Color(rgb: 0x005C45), position: Color(rgb: 0x00427A),
    velocity: Color(rgb: 0x8A3700), input: Color(rgb: 0x6B1049), ghost: Color(rgb: 0x55555E),
    shadow: Color(argb: 0x5C00_0000))
}

extension ControlState {
  /// The colour that goes with the word; the word is what says it.
  public func color(in theme: Theme) -> Color {
    switch self {
    case .idle, .cancelled: theme.secondaryText
    case .pressed, .tracking: theme.accent
    case .rubber: theme.warning
    case .decelerating, .bouncing: theme.velocity
    case .snapping, .programmatic: theme.prediction
    }
  }
}
