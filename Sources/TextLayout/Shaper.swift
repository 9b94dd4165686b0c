internal import CHarfBuzz

/// A glyph for letters of a run; its measures are in ems.
struct ShapedGlyph {
  var glyph: UInt32
  /// The index of the first letter it represents.
  var letter: Int
  /// Its advance.
  var advance: Double
  /// The offset of its origin from the pen, y up.
  var (x, y): (Double, Double)
}

/// Shapes letters to glyphs with HarfBuzz.
@safe final class Shaper {
  private let buffer = unsafe hb_buffer_create()
  // Tabular digits, if the font has them.
  private let features = [Shaper.feature("tnum", 1)]
  // For Latin, also no alternates and ligatures: "->" in a file name is not an arrow, and "1x2" not
  // a product.
  private let plainFeatures = [
    Shaper.feature("tnum", 1), Shaper.feature("calt", 0), Shaper.feature("liga", 0),
  ]

  private static func feature(_ tag: String, _ value: UInt32) -> hb_feature_t {
    hb_feature_t(tag: unsafe hb_tag_from_string(tag, -1), value: value, start: 0, end: .max)
  }

  deinit { unsafe hb_buffer_destroy(buffer) }

  /// The glyphs, left to right, of letters with one font, script and direction.
  func shape(
    _ letters: ArraySlice<Letter>, _ script: hb_script_t, isRightToLeft: Bool, in font: OpenFont
  ) -> [ShapedGlyph] {
    unsafe hb_buffer_clear_contents(buffer)
    for index in letters.indices {
      unsafe hb_buffer_add(buffer, letters[index].scalar, UInt32(index))
    }
    unsafe hb_buffer_set_content_type(buffer, HB_BUFFER_CONTENT_TYPE_UNICODE)
    unsafe hb_buffer_set_direction(buffer, isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    unsafe hb_buffer_set_script(buffer, script)
    // A mark at the start of a text gets a dotted circle.
    unsafe hb_buffer_set_flags(
      buffer, letters.startIndex == 0 ? HB_BUFFER_FLAG_BOT : HB_BUFFER_FLAG_DEFAULT)
    let isPlain = script == HB_SCRIPT_LATIN || script == HB_SCRIPT_COMMON
    let features = isPlain ? plainFeatures : features
    unsafe hb_shape(font.shaping, buffer, features, UInt32(features.count))
    var count: UInt32 = 0
    guard let positions = unsafe hb_buffer_get_glyph_positions(buffer, &count),
      let glyphs = unsafe hb_buffer_get_glyph_infos(buffer, &count)
    else { return [] }
    return (0..<Int(count)).map { index in
      let (glyph, position) = unsafe (glyphs[index], positions[index])
      return ShapedGlyph(
        glyph: glyph.codepoint, letter: Int(glyph.cluster),
        advance: Double(position.x_advance) / font.unitsPerEm,
        x: Double(position.x_offset) / font.unitsPerEm,
        y: Double(position.y_offset) / font.unitsPerEm)
    }
  }
}
