/// The desktop's cursor theme.
package struct CursorTheme: Hashable, Sendable {
  /// The theme's name, or `nil` if the desktop does not set one.
  package var name: String?
  /// The nominal cursor size in device pixels, or `nil` if the desktop does not set one.
  package var size: Int?

  /// Sizes that are visible and do not cover the window; others are ignored as mistakes.
  private static let sizes = 8...512

  /// A theme with nothing set.
  package init() {}

  /// The theme named by the settings or, failing that, by the X resources.
  package init(_ settings: XSettings, resources: String) {
    name =
      settings.string("Gtk/CursorThemeName") ?? XResources.value(of: "Xcursor.theme", in: resources)
    if name?.isEmpty ?? false { name = nil }
    let said = XResources.value(of: "Xcursor.size", in: resources).flatMap { Int($0) }
    size = [settings.integer("Gtk/CursorThemeSize"), said].lazy.compactMap { $0 }
      .first { Self.sizes.contains($0) }
  }
}

/// The X resources on the root window, as text.
enum XResources {
  /// The value of a resource, by its name as `xrdb` writes it; `nil` if not set.
  static func value(of name: String, in text: String) -> String? {
    for line in text.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      guard line[..<colon].filter({ $0 != " " && $0 != "\t" }) == name else { continue }
      let value = line[line.index(after: colon)...].drop { isBlank($0) }
      return String(value.reversed().drop { isBlank($0) }.reversed())
    }
    return nil
  }

  private static func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t"
  }
}
