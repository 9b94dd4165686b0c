internal import FeelGeometry
internal import Raster

/// Chooses fonts for the characters of a line, and sets it along a baseline.
final class Typesetter {
  /// The scalar shown for another one, and its font; `nil` if no font has it.
  private struct Choice {
    var scalar: Unicode.Scalar
    var font: FontID?
  }

  private struct ChoiceKey: Hashable {
    var scalar: Unicode.Scalar
    var weight: TextStyle.Weight
    var main: FontID
  }

  /// A variant of the family: its weight, and whether it is for large sizes.
  private struct Cut: Hashable {
    var weight: TextStyle.Weight
    var isDisplay = false
  }

  /// The minimum size for a family's display variant, in points; it has tighter spacing.
  private static let leastDisplaySize = 20.0

  private let lookup: FontLookup
  private let freeType: FreeType
  private let shaper = Shaper()
  private(set) var sources: [FontFace] = []
  private var opened: [OpenFont?] = []
  private var cuts: [Cut: FontID] = [:]
  private var choices: [ChoiceKey: Choice] = [:]
  /// The colour font for emoji, if one is installed with readable pictures.
  private lazy var emoji = lookup.emoji().map(number).flatMap {
    font($0)?.hasEmoji == true ? $0 : nil
  }

  init(families: [String]) throws(FontError) {
    lookup = try FontLookup(families: families)
    freeType = try FreeType()
    for weight in [TextStyle.Weight.regular, .semibold] {
      guard let source = lookup.best(weight) else { throw .noFont(family: families[0]) }
      cuts[Cut(weight: weight)] = number(source)
    }
    // The regular font is always used: report any problem with it now.
    opened[0] = try OpenFont(sources[0], freeType)
  }

  /// The font with a number, opened when first used; `nil` if its file cannot be opened.
  func font(_ id: FontID) -> OpenFont? {
    guard opened.indices.contains(id.rawValue) else { return nil }
    if let open = opened[id.rawValue] { return open }
    let open = try? OpenFont(sources[id.rawValue], freeType)
    opened[id.rawValue] = open
    return open
  }

  func set(_ text: String, _ style: TextStyle) -> TextLine {
    let main = mainFont(style)
    var letters: [Letter] = []
    letters.reserveCapacity(text.utf8.count)
    var count = 0
    for character in text {
      add(character, at: count, style.weight, main, to: &letters)
      count += 1
    }
    var builder = LineBuilder(size: style.size, characters: count)
    for run in TextRun.all(of: letters) { set(run, letters, main, &builder) }
    let measures = font(main)
    return TextLine(
      runs: builder.runs, pictures: builder.pictures, width: builder.pen * style.size,
      ascent: (measures?.ascent ?? 0) * style.size, descent: (measures?.descent ?? 0) * style.size,
      capHeight: (measures?.capHeight ?? 0) * style.size, cells: builder.cells)
  }

  private func set(
    _ run: TextRun, _ letters: [Letter], _ main: FontID, _ line: inout LineBuilder
  ) {
    let (first, last) = (run.letters.lowerBound, run.letters.upperBound - 1)
    let places = letters[first].place..<letters[last].place + 1
    guard let id = run.font, let font = font(id) else {
      for place in run.isRightToLeft ? places.reversed() : Array(places) {
        let left = line.pen
        line.put(FontBook.missingGlyph, main)
        let letter = run.letters.first { letters[$0].place == place } ?? first
        line.pen += MissingGlyph.advance(of: letters[letter].scalar)
        line.divide(from: left, among: place..<place + 1, isRightToLeft: run.isRightToLeft)
      }
      return
    }
    var glyphs = shaper.shape(
      letters[run.letters], run.script, isRightToLeft: run.isRightToLeft, in: font)[...]
    // A glyph represents all characters up to those of the next glyph in text order, which is to
    // its left if the text is right to left.
    var end = places.upperBound
    while let first = glyphs.first {
      let (left, place) = (line.pen, letters[first.letter].place)
      while let glyph = glyphs.first, letters[glyph.letter].place == place {
        glyphs.removeFirst()
        let next = glyphs.first.map { letters[$0.letter] }
        put(glyph, letters[glyph.letter], before: next, id, font, &line)
      }
      let next = glyphs.first.map { letters[$0.letter].place }
      let past = run.isRightToLeft ? end : next ?? places.upperBound
      line.divide(
        from: left, among: place..<max(place + 1, past), isRightToLeft: run.isRightToLeft)
      end = place
    }
  }

  private func put(
    _ glyph: ShapedGlyph, _ letter: Letter, before next: Letter?, _ id: FontID, _ font: OpenFont,
    _ line: inout LineBuilder
  ) {
    guard glyph.glyph != 0 else {
      line.put(FontBook.missingGlyph, id)
      line.pen += MissingGlyph.advance
      return
    }
    var (advance, x) = (glyph.advance, glyph.x)
    if advance > 0, letter.isDigit {
      // Centred in a cell with the same width for every digit.
      let own = font.advance(glyph.glyph)
      advance = max(own, font.digitAdvance)
      x = (advance - own) / 2
    } else if advance > 0, next?.isDigit == true {
      // No kerning before a digit, or the text beside a number would move as it changes.
      advance = font.advance(glyph.glyph)
    }
    let isPicture = font.picture(glyph.glyph) != nil
    if isPicture || font.hasInk(glyph.glyph) {
      line.put(glyph.glyph, id, x: x, y: glyph.y, isPicture: isPicture)
    }
    line.pen += advance
  }

  private func add(
    _ character: Character, at place: Int, _ weight: TextStyle.Weight, _ main: FontID,
    to letters: inout [Letter]
  ) {
    let scalars = character.unicodeScalars
    if character.isShownAsPicture, let emoji, font(emoji)?.has(scalars) == true {
      letters += scalars.map { Letter(scalar: $0.value, place: place, font: emoji) }
      return
    }
    let first = choose(scalars[scalars.startIndex], weight, main)
    if scalars.count == 1 || character.isNewline {
      letters.append(Letter(scalar: first.scalar.value, place: place, font: first.font))
      return
    }
    // The first font with the whole character.
    let fonts = scalars.lazy.map { self.choose($0, weight, main).font }
    let whole = fonts.first { $0.flatMap(self.font)?.has(scalars) == true }
    for scalar in scalars {
      letters.append(Letter(scalar: scalar.value, place: place, font: whole ?? first.font))
    }
  }

  private func mainFont(_ style: TextStyle) -> FontID {
    let plain = Cut(weight: style.weight)
    if cuts[plain] == nil { cuts[plain] = lookup.best(style.weight).map(number) }
    let wanted = cuts[plain] ?? FontID(0)
    let text = font(wanted) == nil ? FontID(0) : wanted
    guard style.size >= Self.leastDisplaySize else { return text }
    let large = Cut(weight: style.weight, isDisplay: true)
    if let known = cuts[large] { return known }
    let cut = lookup.displayCut(of: sources[text.rawValue].family, style.weight).map(number)
    let chosen = cut.flatMap { font($0) == nil ? nil : $0 } ?? text
    cuts[large] = chosen
    return chosen
  }

  private func choose(
    _ scalar: Unicode.Scalar, _ weight: TextStyle.Weight, _ main: FontID
  ) -> Choice {
    let key = ChoiceKey(scalar: scalar, weight: weight, main: main)
    if let known = choices[key] { return known }
    let choice = find(scalar, weight, main)
    // Untrusted text may contain any of a million characters; the common ones are soon cached
    // again.
    if choices.count >= 8192 { choices.removeAll(keepingCapacity: true) }
    choices[key] = choice
    return choice
  }

  private func find(
    _ scalar: Unicode.Scalar, _ weight: TextStyle.Weight, _ main: FontID
  ) -> Choice {
    if scalar == "\t" || Character(scalar).isNewline { return choose(" ", weight, main) }
    let properties = scalar.properties
    let category = properties.generalCategory
    if category == .control || category == .format || properties.isDefaultIgnorableCodePoint {
      // HarfBuzz gives this no width, and kerns and joins across it. It also replaces direction
      // controls, so that the end of a file name cannot pass for its beginning.
      return Choice(scalar: "\u{2060}", font: main)
    }
    if font(main)?.has([scalar]) == true { return Choice(scalar: scalar, font: main) }
    let substitute = lookup.substitute(for: scalar, weight).map(number)
    let having = [substitute, emoji].first { $0.flatMap(font)?.has([scalar]) == true }
    return Choice(scalar: scalar, font: having ?? nil)
  }

  private func number(_ source: FontFace) -> FontID {
    if let known = sources.firstIndex(of: source) { return FontID(known) }
    sources.append(source)
    opened.append(nil)
    return FontID(sources.count - 1)
  }
}

extension Character {
  /// Whether it is an emoji to be shown in colour, by default or because of a variation selector.
  ///
  /// Source: Unicode Technical Standard 51, section 1.4.3.
  fileprivate var isShownAsPicture: Bool {
    let scalars = unicodeScalars
    // No character below the watch has emoji presentation; this keeps ASCII fast.
    guard scalars.contains(where: { $0.value >= 0x231A }) else { return false }
    if scalars.contains("\u{FE0F}") { return true }
    return scalars[scalars.startIndex].properties.isEmojiPresentation
      && !scalars.contains("\u{FE0E}")
  }
}
