/// The desktop's appearance and input settings; `nil` where not set.
public struct DesktopSettings: Hashable, Sendable {
  /// Whether the desktop's theme is dark.
  public var isDark: Bool?
  /// Whether the desktop's theme has high contrast, such as HighContrastInverse.
  public var isHighContrast: Bool?
  /// Whether the desktop disables animations.
  public var reducesMotion: Bool?
  /// The maximum time between the clicks of a double click, in seconds.
  public var doubleClickTime: Double?
  /// How far a press may drift before it is a drag, in device pixels.
  public var dragThresholdPixels: Double?
  /// The family of the desktop's interface font, such as "Cantarell".
  public var fontFamily: String?

  /// Settings with nothing set.
  public init() {}

  /// Reads the published settings.
  package init(_ settings: XSettings) {
    self.init()
    if let theme = settings.string("Net/ThemeName")?.lowercased() {
      isDark = theme.hasSuffix("dark") || theme.contains("-dark-") || theme.hasSuffix(":dark")
      let letters = theme.filter(\.isLetter)
      isHighContrast = letters.contains("highcontrast") || letters.contains("contrasthigh")
    }
    if let prefers = settings.integer("Gtk/ApplicationPreferDarkTheme"), prefers != 0 {
      isDark = true
    }
    if let animates = settings.integer("Gtk/EnableAnimations") { reducesMotion = animates == 0 }
    if let time = settings.integer("Net/DoubleClickTime"), time > 0 {
      doubleClickTime = Double(time) / 1000
    }
    if let drag = settings.integer("Net/DndDragThreshold"), drag > 0 {
      dragThresholdPixels = Double(drag)
    }
    fontFamily = settings.string("Gtk/FontName").flatMap(Self.family)
  }

  // Pango's style words for weight, width and slant, which may precede the size.
  private static let styles: Set<String> = [
    "thin", "ultra-light", "extra-light", "light", "semi-light", "demi-light", "book", "regular",
    "medium", "semi-bold", "demi-bold", "bold", "ultra-bold", "extra-bold", "heavy", "black",
    "ultra-heavy", "ultra-condensed", "extra-condensed", "condensed", "semi-condensed",
    "semi-expanded", "expanded", "extra-expanded", "ultra-expanded", "roman", "oblique", "italic",
    "small-caps",
  ]

  /// The first family of a description such as "Noto Sans, Cantarell Semi-Bold 11".
  ///
  /// Source: Pango, `pango_font_description_from_string`: comma-separated families, style words,
  /// and a size.
  private static func family(of description: String) -> String? {
    let first = description.split(separator: ",", maxSplits: 1).first ?? ""
    var words = first.split(separator: " ")
    if let last = words.last, Double(last.hasSuffix("px") ? last.dropLast(2) : last) != nil {
      words.removeLast()
    }
    while let last = words.last, words.count > 1, styles.contains(last.lowercased()) {
      words.removeLast()
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
