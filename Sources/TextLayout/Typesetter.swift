internal import FeelGeometry
internal import Raster

/// Finds a font and a glyph for each character and sets them along a baseline.
final class Typesetter {
  /// A glyph that stands for a character.
  private struct Choice {
    var font: FontID
    var glyph: UInt32
    var metrics: GlyphMetrics
  }

  private struct ChoiceKey: Hashable {
    var scalar: Unicode.Scalar
    var weight: TextStyle.Weight
  }

  private let lookup: FontLookup
  private let freeType: FreeType
  private(set) var sources: [FontFace] = []
  private var opened: [OpenFont?] = []
  private var weights: [TextStyle.Weight: FontID] = [:]
  private var choices: [ChoiceKey: Choice] = [:]
  private var composition = Composition()

  init(families: [String]) throws(FontError) {
    lookup = try FontLookup(families: families)
    freeType = try FreeType()
    for weight in [TextStyle.Weight.regular, .semibold] {
      guard let source = lookup.best(weight) else { throw .noFont(family: families[0]) }
      weights[weight] = number(source)
    }
    // The regular font is sure to be used: what is wrong with it shows now.
    opened[0] = try OpenFont(sources[0], freeType)
  }

  /// The font of a number, opened when first asked for; `nil` if its file fails.
  func font(_ id: FontID) -> OpenFont? {
    guard opened.indices.contains(id.rawValue) else { return nil }
    if let open = opened[id.rawValue] { return open }
    let open = try? OpenFont(sources[id.rawValue], freeType)
    opened[id.rawValue] = open
    return open
  }

  /// Sets a line and says where the pen stands after each character, in points.
  func set(_ text: String, _ style: TextStyle) -> (line: TextLine, pens: [Double]) {
    let main = mainFont(style.weight)
    var builder = LineBuilder(size: style.size)
    var pens: [Double] = []
    for character in text {
      place(character, style.weight, main, &builder)
      pens.append(builder.pen * style.size)
    }
    let measures = font(main)
    let line = TextLine(
      runs: builder.runs, width: builder.pen * style.size,
      ascent: (measures?.ascent ?? 0) * style.size, descent: (measures?.descent ?? 0) * style.size,
      capHeight: (measures?.capHeight ?? 0) * style.size)
    return (line, pens)
  }

  private func place(
    _ character: Character, _ weight: TextStyle.Weight, _ main: FontID, _ line: inout LineBuilder
  ) {
    let scalars = character.unicodeScalars
    if scalars.count > 1, let whole = composition.scalar(for: character),
      choose(whole, weight, main).glyph != FontBook.missingGlyph
    {
      place(scalar: whole, weight, main, &line)
      return
    }
    if character.isNewline {
      place(scalar: " ", weight, main, &line)
      return
    }
    for scalar in scalars { place(scalar: scalar, weight, main, &line) }
  }

  private func place(
    scalar: Unicode.Scalar, _ weight: TextStyle.Weight, _ main: FontID, _ line: inout LineBuilder
  ) {
    let shown: Unicode.Scalar = scalar == "\t" ? " " : scalar
    let properties = shown.properties
    switch properties.generalCategory {
    case .control, .format, .surrogate: return
    default: break
    }
    guard !properties.isDefaultIgnorableCodePoint else { return }
    let choice = choose(shown, weight, main)
    let isMark =
      properties.generalCategory == .nonspacingMark || properties.generalCategory == .enclosingMark
    if isMark, choice.glyph != FontBook.missingGlyph {
      line.mark(
        choice.glyph, choice.font, choice.metrics, properties.canonicalCombiningClass)
    } else if shown.isDigit {
      let cell = font(choice.font)?.digitAdvance ?? choice.metrics.advance
      line.digit(choice.glyph, choice.font, choice.metrics, cell: cell)
    } else {
      let kerning = line.kerningPartner(in: choice.font).map { partner in
        font(choice.font)?.kerning(partner, choice.glyph) ?? 0
      }
      line.letter(choice.glyph, choice.font, choice.metrics, kerning: kerning ?? 0)
    }
  }

  private func mainFont(_ weight: TextStyle.Weight) -> FontID {
    let wanted = weights[weight] ?? FontID(0)
    return font(wanted) == nil ? FontID(0) : wanted
  }

  private func choose(
    _ scalar: Unicode.Scalar, _ weight: TextStyle.Weight, _ main: FontID
  ) -> Choice {
    let key = ChoiceKey(scalar: scalar, weight: weight)
    if let known = choices[key] { return known }
    let choice = find(scalar, weight, main)
    // Text from outside may hold any of a million characters; the common ones come back at once.
    if choices.count >= 8192 { choices.removeAll(keepingCapacity: true) }
    choices[key] = choice
    return choice
  }

  private func find(
    _ scalar: Unicode.Scalar, _ weight: TextStyle.Weight, _ main: FontID
  ) -> Choice {
    if let open = font(main), let glyph = open.glyph(of: scalar) {
      return Choice(font: main, glyph: glyph, metrics: open.measure(glyph))
    }
    if let source = lookup.substitute(for: scalar, weight) {
      let id = number(source)
      if let open = font(id), let glyph = open.glyph(of: scalar) {
        return Choice(font: id, glyph: glyph, metrics: open.measure(glyph))
      }
    }
    return Choice(font: main, glyph: FontBook.missingGlyph, metrics: MissingGlyph.metrics)
  }

  private func number(_ source: FontFace) -> FontID {
    if let known = sources.firstIndex(of: source) { return FontID(known) }
    sources.append(source)
    opened.append(nil)
    return FontID(sources.count - 1)
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { value >= 0x30 && value <= 0x39 }
}
