public import Raster
internal import Synchronization

/// The installed fonts, for laying out text and for glyph outlines.
///
/// Laying out a recent label again costs one look-up. Results depend only on the text, the style
/// and the installed fonts. Thread-safe; calls are serialised.
public final class FontBook: Sendable {
  /// Whether outlines are fitted to the pixel grid.
  public enum Hinting: String, Hashable, Sendable {
    /// Outlines as designed.
    case none
    /// Stems and heights fitted vertically; widths and positions as designed.
    case vertical
  }

  /// The glyph id of the box for a character that no font has.
  static let missingGlyph = UInt32.max

  /// The requested families, in order of preference.
  public let families: [String]
  /// How outlines are fitted to the pixel grid.
  public let hinting: Hinting
  private let state: Mutex<State>

  fileprivate struct State {
    let typesetter: Typesetter
    // The fullest frames have about three hundred lines.
    var cache = LineCache(capacity: 512)
  }

  /// Opens the installed fonts that best match a family.
  ///
  /// - Parameters:
  ///   - family: the preferred family.
  ///   - others: families to use instead if it is not installed, in order of preference, before the
  ///     system's own choice.
  ///   - hinting: how outlines are fitted to pixels.
  /// - Throws: `FontError` if no font of any family can be opened.
  public init(
    family: String = "sans-serif", else others: [String] = [], hinting: Hinting = .vertical
  ) throws(FontError) {
    families = [family] + others
    self.hinting = hinting
    let typesetter = try Typesetter(families: families)
    state = Mutex(State(typesetter: typesetter))
  }

  /// The fonts in use by number: regular, semibold if different, and all others needed so far.
  public var faces: [FontFace] {
    state.withLock { $0.typesetter.sources }
  }

  /// Lays out a text on one line.
  ///
  /// Letters are kerned and joined as specified by their fonts. A line with a right-to-left script
  /// is ordered by the Unicode bidirectional algorithm; its first letter with a direction
  /// determines the line's. Digits all have the width of the widest one, and are never kerned. Line
  /// breaks and tabs count as spaces, and control characters as nothing. Emoji are pictures if a
  /// colour font has them. A character without a font is a box.
  ///
  /// - Precondition: the style's size is finite and not negative.
  public func layout(_ text: String, _ style: TextStyle) -> TextLine {
    truncated(text, style, toWidth: .infinity)
  }

  /// Whether a text has a character that no font has.
  public func lacks(_ text: String) -> Bool {
    layout(text, TextStyle(size: 12)).runs.contains { run in
      run.glyphs.contains { $0.id == Self.missingGlyph }
    }
  }

  /// Lays out a text on one line of a maximum width in points, truncated with "…" if necessary.
  ///
  /// If not even the "…" fits, the line is empty.
  ///
  /// - Precondition: the style's size is finite and not negative, and the width is not NaN.
  public func truncated(_ text: String, _ style: TextStyle, toWidth width: Double) -> TextLine {
    precondition(
      style.size >= 0 && style.size.isFinite, "a text's size is finite and not negative")
    precondition(!width.isNaN, "a width is a number")
    let key = LineCache.Key(text: text, style: style, limit: width)
    return state.withLock { $0.line(key) }
  }

  /// The outline of a glyph in device pixels, y down, relative to its origin on the baseline.
  ///
  /// Empty for a font or glyph that does not exist, and for a size that is not finite and positive.
  public func outline(font: FontID, glyph: UInt32, pixelsPerEm: Double) -> Path {
    guard pixelsPerEm > 0, pixelsPerEm <= Self.largestEm else { return Path() }
    guard glyph != Self.missingGlyph else { return MissingGlyph.outline(pixelsPerEm: pixelsPerEm) }
    return state.withLock { state in
      state.typesetter.font(font)?.outline(glyph, pixelsPerEm: pixelsPerEm, hinting) ?? Path()
    }
  }

  /// The picture of a glyph in a line's `pictures`.
  func picture(font: FontID, glyph: UInt32) -> GlyphPicture? {
    state.withLock { $0.typesetter.font(font)?.picture(glyph) }
  }

  /// The maximum number of device pixels per em for outlines; FreeType uses 26.6 fixed point.
  private static let largestEm = 65_536.0
}

extension FontBook: Hashable {
  /// Whether both are the same object.
  public static func == (a: FontBook, b: FontBook) -> Bool { a === b }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension FontBook.State {
  fileprivate mutating func line(_ key: LineCache.Key) -> TextLine {
    if let known = cache.find(key) { return known }
    let whole = typesetter.set(key.text, key.style)
    let line = whole.width <= key.limit ? whole : cut(key, whole)
    cache.insert(line, key)
    return line
  }

  /// The longest prefix that fits together with an ellipsis.
  private func cut(_ key: LineCache.Key, _ whole: TextLine) -> TextLine {
    let ellipsis = typesetter.set("…", key.style).width
    // The last letter's width may change when kerned and joined with the ellipsis.
    let most = key.limit - ellipsis + key.style.size / 4
    var (count, width) = (0, 0.0)
    for cell in whole.cells {
      width += abs(cell.end - cell.start)
      guard width <= most else { break }
      count += 1
    }
    while count >= 0 {
      var kept = key.text.prefix(count)
      while kept.last?.isWhitespace == true { kept.removeLast() }
      let line = typesetter.set(kept + "…", key.style)
      if line.width <= key.limit { return line }
      count -= 1
    }
    return typesetter.set("", key.style)
  }
}
