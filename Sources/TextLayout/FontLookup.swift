internal import CFontconfig

/// Queries fontconfig for the first installed one of several families, and for substitutes for
/// characters it lacks.
@safe final class FontLookup {
  private let config: OpaquePointer
  private let families: [String]
  /// Fonts in fontconfig's order of preference, by weight; sorted when first needed.
  private var substitutes: [TextStyle.Weight: FontList] = [:]

  init(families: [String]) throws(FontError) {
    guard let config = unsafe FcInitLoadConfigAndFonts() else { throw .fontconfig }
    unsafe self.config = config
    self.families = families
  }

  deinit {
    unsafe FcConfigDestroy(config)
  }

  /// The installed font that best matches the families at a weight.
  func best(_ weight: TextStyle.Weight) -> FontFace? {
    // The best match may have an unsupported format.
    match(families, weight) ?? substitute(for: "H", weight)
  }

  /// The variant of a family for large sizes, such as "Inter Display" for Inter; `nil` if none is
  /// installed.
  func displayCut(of family: String, _ weight: TextStyle.Weight) -> FontFace? {
    let name = family + " Display"
    let face = match([name], weight)
    return face?.family == name ? face : nil
  }

  /// The font for colour emoji; `nil` if none is installed.
  func emoji() -> FontFace? { match(["emoji"], .regular, isColored: true) }

  private func match(
    _ families: [String], _ weight: TextStyle.Weight, isColored: Bool = false
  ) -> FontFace? {
    unsafe withQuery(families, weight, isColored: isColored) { query in
      var (result, hasColor): (FcResult, FcBool) = (FcResultNoMatch, 0)
      guard let match = unsafe FcFontMatch(config, query, &result) else { return nil as FontFace? }
      defer { unsafe FcPatternDestroy(match) }
      _ = unsafe FcPatternGetBool(match, FC_COLOR, 0, &hasColor)
      guard (hasColor != 0) == isColored else { return nil }
      return unsafe FontFace(match, for: weight)
    }
  }

  /// The first font with a character, in order of preference at a weight.
  func substitute(for scalar: Unicode.Scalar, _ weight: TextStyle.Weight) -> FontFace? {
    sorted(weight)?.first(having: scalar, weight)
  }

  private func sorted(_ weight: TextStyle.Weight) -> FontList? {
    if let known = substitutes[weight] { return known }
    let list = unsafe withQuery(families, weight) { query -> FontList? in
      var result = FcResultNoMatch
      guard let set = unsafe FcFontSort(config, query, 1, nil, &result) else { return nil }
      return unsafe FontList(set)
    }
    substitutes[weight] = list
    return list
  }

  private func withQuery<Answer>(
    _ families: [String], _ weight: TextStyle.Weight, isColored: Bool = false,
    _ ask: (OpaquePointer) -> Answer?
  ) -> Answer? {
    guard let query = unsafe FcPatternCreate() else { return nil }
    defer { unsafe FcPatternDestroy(query) }
    let strength =
      switch weight {
      case .regular: FC_WEIGHT_REGULAR
      case .medium: FC_WEIGHT_MEDIUM
      case .semibold: FC_WEIGHT_DEMIBOLD
      }
    for family in families { _ = unsafe FcPatternAddString(query, FC_FAMILY, family) }
    _ = unsafe FcPatternAddInteger(query, FC_WEIGHT, strength)
    _ = unsafe FcPatternAddInteger(query, FC_SLANT, FC_SLANT_ROMAN)
    // Named instances are complete; a variable font itself would need its axes set.
    _ = unsafe FcPatternAddBool(query, FC_VARIABLE, 0)
    _ = unsafe FcPatternAddBool(query, FC_SCALABLE, 1)
    if isColored { _ = unsafe FcPatternAddBool(query, FC_COLOR, 1) }
    _ = unsafe FcConfigSubstitute(config, query, FcMatchPattern)
    unsafe FcDefaultSubstitute(query)
    return unsafe ask(query)
  }
}

/// Fonts in order of preference, as returned by fontconfig.
@safe private final class FontList {
  private let set: UnsafeMutablePointer<FcFontSet>

  init(_ set: UnsafeMutablePointer<FcFontSet>) {
    unsafe self.set = set
  }

  deinit { unsafe FcFontSetDestroy(set) }

  func first(having scalar: Unicode.Scalar, _ weight: TextStyle.Weight) -> FontFace? {
    for place in 0..<Int(unsafe set.pointee.nfont) {
      guard let font = unsafe set.pointee.fonts[place] else { continue }
      var (characters, isColor): (OpaquePointer?, FcBool) = (nil, 0)
      // Skip colour fonts, which have pictures of letters that other fonts have as outlines.
      _ = unsafe FcPatternGetBool(font, FC_COLOR, 0, &isColor)
      guard isColor == 0,
        unsafe FcPatternGetCharSet(font, FC_CHARSET, 0, &characters) == FcResultMatch,
        unsafe FcCharSetHasChar(characters, scalar.value) != 0,
        let face = unsafe FontFace(font, for: weight)
      else { continue }
      return face
    }
    return nil
  }
}

extension FontFace {
  /// Reads the file and the names from fontconfig's pattern of a scalable OpenType font.
  fileprivate init?(_ pattern: OpaquePointer, for weight: TextStyle.Weight) {
    func text(_ key: String) -> String? {
      var bytes: UnsafeMutablePointer<FcChar8>?
      guard unsafe FcPatternGetString(pattern, key, 0, &bytes) == FcResultMatch,
        let bytes = unsafe bytes
      else { return nil }
      return unsafe String(cString: bytes)
    }
    var (index, isScalable, strength): (Int32, FcBool, Int32) = (0, 0, FC_WEIGHT_DEMIBOLD)
    _ = unsafe FcPatternGetInteger(pattern, FC_WEIGHT, 0, &strength)
    _ = unsafe FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    _ = unsafe FcPatternGetBool(pattern, FC_SCALABLE, 0, &isScalable)
    // HarfBuzz supports these two formats; the others are obsolete.
    guard isScalable != 0, ["TrueType", "CFF"].contains(text(FC_FONTFORMAT)),
      let path = text(FC_FILE)
    else { return nil }
    self.init(
      family: text(FC_FAMILY) ?? "", style: text(FC_STYLE) ?? "", path: path, index: Int(index),
      isEmboldened: weight == .semibold && strength < FC_WEIGHT_DEMIBOLD)
  }
}
