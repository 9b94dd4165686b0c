internal import FeelGeometry
internal import Raster

/// Finds fonts for the characters of a line, and sets it along a baseline.
final class Typesetter {
  /// What stands for a scalar, and in which font; `nil` = none has it.
  private struct Choice {
    var scalar: Unicode.Scalar
    var font: FontID?
  }

  private struct ChoiceKey: Hashable {
    var scalar: Unicode.Scalar
    var weight: TextStyle.Weight
    var main: FontID
  }

  /// A font of the family: its weight, and whether it is for large sizes.
  private struct Cut: Hashable {
    var weight: TextStyle.Weight
    var isDisplay = false
  }

  /// The size from which on a family's display cut is used, in points; it is set tighter.
  private static let leastDisplaySize = 20.0

  private let lookup: FontLookup
  private let freeType: FreeType
  private let shaper = Shaper()
  private(set) var sources: [FontFace] = []
  private var opened: [OpenFont?] = []
  private var cuts: [Cut: FontID] = [:]
  private var choices: [ChoiceKey: Choice] = [:]
  /// The colour font for emoji, if one is installed whose pictures can be read.
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

  /// Sets a line.
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
    // Glyphs stand for all characters up to those of the next glyph in the order of the text: on
    // their left where it is read from right to left.
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
      // In the middle of a cell that is as wide for every digit.
      let own = font.advance(glyph.glyph)
      advance = max(own, font.digitAdvance)
      x = (advance - own) / 2
    } else if advance > 0, next?.isDigit == true {
      // Not kerned against a digit, or what stands beside a number would move with it.
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
    // The first font that has all of it.
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
    // Text from outside may hold any of a million characters; the common ones come back at once.
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
      // HarfBuzz gives this no room, and kerns and joins across it. What turns the direction is
      // among these: the end of a file's name cannot pass for its beginning.
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
  /// Whether it is an emoji to be shown in colour: by itself, or because a selector asks for that.
  ///
  /// Source: Unicode Technical Standard 51, section 1.4.3.
  fileprivate var isShownAsPicture: Bool {
    let scalars = unicodeScalars
    // No emoji of its own comes before the watch; ASCII needs no look at its properties.
    guard scalars.contains(where: { $0.value >= 0x231A }) else { return false }
    if scalars.contains("\u{FE0F}") { return true }
    return scalars[scalars.startIndex].properties.isEmojiPresentation
      && !scalars.contains("\u{FE0E}")
  }
}
