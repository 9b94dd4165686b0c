/// Where cursors come from, as far as the desktop says.
package struct CursorTheme: Hashable, Sendable {
  /// The theme's name, or `nil` where the desktop says none.
  package var name: String?
  /// The nominal size of its pictures, in device pixels, or `nil` where the desktop says none.
  package var size: Int?

  /// What can be seen and does not cover the window; anything else is taken for a mistake.
  private static let sizes = 8...512

  /// A theme of which nothing is said.
  package init() {}

  /// The theme that settings name, else resources.
  package init(_ settings: XSettings, resources: String) {
    name =
      settings.string("Gtk/CursorThemeName") ?? XResources.value(of: "Xcursor.theme", in: resources)
    if name?.isEmpty ?? false { name = nil }
    let said = XResources.value(of: "Xcursor.size", in: resources).flatMap { Int($0) }
    size = [settings.integer("Gtk/CursorThemeSize"), said].lazy.compactMap { $0 }
      .first { Self.sizes.contains($0) }
  }
}

/// The X resources that are kept on the root window, as text.
enum XResources {
  /// The value of a resource by its name, as `xrdb` writes it; `nil` where there is none.
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
