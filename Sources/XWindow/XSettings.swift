/// The desktop's settings as the XSETTINGS manager publishes them.
///
/// Source: XSETTINGS protocol 0.5, freedesktop.org: byte order, serial, count; each setting a type, a padded name, a serial and a value.
package struct XSettings: Hashable, Sendable {
  /// One value.
  package enum Value: Hashable, Sendable {
    case integer(Int)
    case string(String)
    case color([UInt16])
  }

  package private(set) var values: [String: Value] = [:]

  /// Settings that say nothing.
  package init() {}

  /// Reads the property; what follows a broken entry is left out.
  package init(_ bytes: [UInt8]) {
    guard bytes.count >= 12 else { return }
    var reader = Reader(bytes: bytes, isBig: bytes[0] == 1)
    reader.position = 8
    guard let count = reader.integer(4), count < 4096 else { return }
    for _ in 0..<count {
      guard let (name, value) = reader.setting() else { return }
      values[name] = value
    }
  }

  /// A whole number, or `nil`.
  package func integer(_ name: String) -> Int? {
    guard case .integer(let value) = values[name] else { return nil }
    return value
  }

  /// A text, or `nil`.
  package func string(_ name: String) -> String? {
    guard case .string(let value) = values[name] else { return nil }
    return value
  }

  private struct Reader {
    let bytes: [UInt8]
    let isBig: Bool
    var position = 0

    mutating func integer(_ size: Int) -> Int? {
      guard position + size <= bytes.count else { return nil }
      var value = 0
      for index in 0..<size {
        let byte = Int(bytes[position + (isBig ? index : size - 1 - index)])
        value = value << 8 | byte
      }
      position += size
      return value
    }

    mutating func text(_ length: Int) -> String? {
      guard length >= 0, position + length <= bytes.count else { return nil }
      let text = String(decoding: bytes[position..<position + length], as: UTF8.self)
      position += (length + 3) & ~3
      return text
    }

    mutating func setting() -> (String, Value)? {
      guard let type = integer(1), integer(1) != nil, let length = integer(2),
        let name = text(length), integer(4) != nil
      else { return nil }
      switch type {
      case 0:
        guard let value = integer(4) else { return nil }
        return (name, .integer(Int(Int32(truncatingIfNeeded: value))))
      case 1:
        guard let length = integer(4), let value = text(length) else { return nil }
        return (name, .string(value))
      case 2:
        var parts: [UInt16] = []
        for _ in 0..<4 {
          guard let part = integer(2) else { return nil }
          parts.append(UInt16(truncatingIfNeeded: part))
        }
        return (name, .color(parts))
      default: return nil
      }
    }
  }
}

extension DesktopSettings {
  /// What the published settings say.
  package init(_ settings: XSettings) {
    self.init()
    if let theme = settings.string("Net/ThemeName")?.lowercased() {
      isDark = theme.hasSuffix("dark") || theme.contains("-dark-") || theme.hasSuffix(":dark")
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

  // The words of weight, width and slant that may stand between family and size.
  private static let styles: Set<String> = [
    "thin", "ultra-light", "extra-light", "light", "semi-light", "demi-light", "book", "regular",
    "medium", "semi-bold", "demi-bold", "bold", "ultra-bold", "extra-bold", "heavy", "black",
    "ultra-heavy", "ultra-condensed", "extra-condensed", "condensed", "semi-condensed",
    "semi-expanded", "expanded", "extra-expanded", "ultra-expanded", "roman", "oblique", "italic",
    "small-caps",
  ]

  /// The first family of a description such as "Noto Sans, Cantarell Semi-Bold 11".
  ///
  /// Source: Pango, `pango_font_description_from_string`: families with commas between them, words of style, and a size.
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
