public import Raster

/// The named colours for controls, in each theme.
public enum Tint: String, Hashable, Sendable, CaseIterable {
  /// Loss, or something that cannot be undone.
  case red
  /// Caution.
  case orange
  /// Success.
  case green
  /// The accent.
  case blue
  /// None of these.
  case magenta

  /// The colour in a theme; contrast 4.5 : 1 on its backgrounds, and under text in `onAccent`.
  public func color(in theme: Theme) -> Color {
    switch self {
    case .red: theme.danger
    case .orange: theme.b
    case .green: theme.success
    case .blue: theme.accent
    case .magenta: Color(rgb: theme.name == .dark ? 0xF7B6DA : 0x8E1F63)
    }
  }
}
