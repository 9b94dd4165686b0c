internal import CFreeType
internal import CHarfBuzz
internal import FeelGeometry
internal import Raster

/// An open face of a font file; its measures are in ems.
///
/// HarfBuzz shapes with it, FreeType draws its outlines; both use the same glyph ids.
@safe final class OpenFont {
  private let freeType: FreeType
  private let face: FT_Face
  /// The font for HarfBuzz, in font units.
  let shaping: OpaquePointer
  let unitsPerEm: Double
  private let isEmboldened: Bool
  private var inks: [UInt32: Bool] = [:]
  private var pictures: [UInt32: GlyphPicture?] = [:]
  /// The font's ascent, how far letters extend above the baseline; not negative.
  let ascent: Double
  /// The font's descent, how far letters extend below the baseline; not negative.
  let descent: Double
  /// The height of the letter H above the baseline.
  private(set) var capHeight = 0.0

  init(_ source: FontFace, _ freeType: FreeType) throws(FontError) {
    var face: FT_Face?
    let code = unsafe FT_New_Face(freeType.library, source.path, source.index, &face)
    guard code == 0, let face = unsafe face else {
      throw .unreadable(path: source.path, code: code)
    }
    guard unsafe feel_is_scalable(face) != 0 || feel_has_color(face) != 0,
      let shaping = unsafe Self.shaping(source)
    else {
      _ = unsafe FT_Done_Face(face)
      throw .unreadable(path: source.path, code: 0)
    }
    self.freeType = freeType
    isEmboldened = source.isEmboldened
    unsafe self.face = face
    unsafe self.shaping = shaping
    unitsPerEm = Double(unsafe hb_face_get_upem(hb_font_get_face(shaping)))
    ascent = max(0, Double(unsafe face.pointee.ascender) / unitsPerEm)
    descent = max(0, -Double(unsafe face.pointee.descender) / unitsPerEm)
    // Without Latin letters: a typical fraction of the ascent.
    capHeight =
      glyph(of: UInt32(UInt8(ascii: "H"))).flatMap(measure).map {
        Double($0.horiBearingY) / unitsPerEm
      } ?? ascent * 0.75
  }

  deinit {
    unsafe hb_font_destroy(shaping)
    _ = unsafe FT_Done_Face(face)
  }

  /// Opens a font for HarfBuzz; `nil` if the file has no glyphs.
  private static func shaping(_ source: FontFace) -> OpaquePointer? {
    let file = unsafe hb_blob_create_from_file(source.path)
    let face = unsafe hb_face_create(file, UInt32(source.index & 0xFFFF))
    unsafe hb_blob_destroy(file)
    defer { unsafe hb_face_destroy(face) }
    guard unsafe hb_face_get_glyph_count(face) > 0 else { return nil }
    let font = unsafe hb_font_create(face)
    let instance = source.index >> 16
    if instance > 0 { unsafe hb_font_set_var_named_instance(font, UInt32(instance - 1)) }
    return unsafe font
  }

  /// The glyph of a scalar, or `nil` if the font has none.
  private func glyph(of scalar: UInt32) -> UInt32? {
    var glyph: hb_codepoint_t = 0
    let isThere = unsafe hb_font_get_nominal_glyph(shaping, scalar, &glyph) != 0
    return isThere && glyph != 0 ? glyph : nil
  }

  /// Whether the font can show a character with all its marks, composed or separately.
  func has(_ character: some Sequence<Unicode.Scalar>) -> Bool {
    let functions = unsafe hb_unicode_funcs_get_default()
    var (before, whole): (hb_codepoint_t, hb_codepoint_t) = (0, 0)
    for scalar in character {
      if unsafe hb_unicode_compose(functions, before, scalar.value, &whole) != 0,
        glyph(of: whole) != nil
      {
        before = whole
        continue
      }
      before = scalar.value
      let isShown = !scalar.properties.isDefaultIgnorableCodePoint
      if isShown, glyph(of: scalar.value) == nil { return false }
    }
    return true
  }

  /// A glyph's own advance.
  func advance(_ glyph: UInt32) -> Double {
    Double(unsafe hb_font_get_glyph_h_advance(shaping, glyph)) / unitsPerEm
  }

  /// The advance of the widest digit 0…9, after shaping.
  private(set) lazy var digitAdvance = {
    let digits = "0123456789".unicodeScalars.enumerated().map { place, digit in
      Letter(scalar: digit.value, place: place, font: nil)
    }
    return Shaper().shape(digits[...], HB_SCRIPT_LATIN, isRightToLeft: false, in: self)
      .map { advance($0.glyph) }.max() ?? 0
  }()

  /// Whether a glyph has any visible ink.
  func hasInk(_ glyph: UInt32) -> Bool {
    if let known = inks[glyph] { return known }
    let hasInk = measure(glyph).map { $0.width > 0 && $0.height > 0 } ?? false
    inks[glyph] = hasInk
    return hasInk
  }

  /// The picture of a glyph, such as an emoji; `nil` for a glyph with an outline.
  ///
  /// FreeType decodes PNG bitmaps (CBDT, sbix) and draws colour layers (COLR 0).
  func picture(_ glyph: UInt32) -> GlyphPicture? {
    guard unsafe feel_has_color(face) != 0 else { return nil }
    if let known = pictures[glyph] { return known }
    // Noto's take 70 kB each.
    if pictures.count >= 256 { pictures.removeAll() }
    let picture = draw(glyph)
    pictures[glyph] = .some(picture)
    return picture
  }

  /// Whether a smiley has a picture; FreeType supports neither gradients (COLR 1) nor SVG.
  var hasEmoji: Bool { glyph(of: 0x1F600).flatMap(picture) != nil }

  private func draw(_ glyph: UInt32) -> GlyphPicture? {
    // The last bitmap size is the largest; colour layers have none.
    let sizes = unsafe face.pointee.num_fixed_sizes
    let isSet =
      unsafe sizes > 0 ? FT_Select_Size(face, sizes - 1) : FT_Set_Pixel_Sizes(face, 0, 128)
    guard isSet == 0, unsafe FT_Load_Glyph(face, glyph, feel_load_color) == 0,
      let slot = unsafe face.pointee.glyph?.pointee, let size = unsafe face.pointee.size?.pointee,
      unsafe slot.bitmap.pixel_mode == FT_PIXEL_MODE_BGRA.rawValue,
      let first = unsafe slot.bitmap.buffer
    else { return nil }
    let (width, height) = unsafe (Int(slot.bitmap.width), Int(slot.bitmap.rows))
    let pitch = unsafe Int(slot.bitmap.pitch)
    // Limits the memory of the 256 cached pictures.
    guard width <= 256, height <= 256, pitch >= 4 * width else { return nil }
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      let row = unsafe UnsafeRawPointer(first + y * pitch)
      for x in 0..<width {
        let pixel = unsafe row.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self)
        pixels.append(UInt32(littleEndian: pixel))
      }
    }
    let em = Double(unsafe size.metrics.y_ppem)
    let frame = Rect(
      x: Double(unsafe slot.bitmap_left) / em, y: -Double(unsafe slot.bitmap_top) / em,
      width: Double(width) / em, height: Double(height) / em)
    return GlyphPicture(image: Image(width: width, height: height, pixels: pixels), frame: frame)
  }

  /// A glyph's metrics in the font's units; `nil` if the font fails to load it.
  private func measure(_ glyph: UInt32) -> FT_Glyph_Metrics? {
    guard unsafe FT_Load_Glyph(face, glyph, feel_load_unscaled) == 0 else { return nil }
    return unsafe face.pointee.glyph.pointee.metrics
  }

  /// The glyph's outline in device pixels, y down, its origin at zero; empty if it has none.
  func outline(_ glyph: UInt32, pixelsPerEm: Double, _ hinting: FontBook.Hinting) -> Path {
    // Unhinted outlines are in font units, hinted ones in 64ths of a pixel at the current size.
    let (flags, scale) =
      switch hinting {
      case .none: (feel_load_unscaled, pixelsPerEm / unitsPerEm)
      case .vertical: (feel_load_light, 1.0 / 64)
      }
    if hinting == .vertical {
      let size = Int((pixelsPerEm * 64).rounded())
      guard unsafe FT_Set_Char_Size(face, 0, size, 72, 72) == 0 else { return Path() }
    }
    guard unsafe FT_Load_Glyph(face, glyph, flags) == 0 else { return Path() }
    if isEmboldened {
      // Horizontally only, half of it to either side, so that vertical hinting and advances are
      // preserved.
      let growth = Int((Self.emboldening * pixelsPerEm / scale).rounded())
      _ = unsafe FT_Outline_EmboldenXY(&face.pointee.glyph.pointee.outline, growth, 0)
      unsafe FT_Outline_Translate(&face.pointee.glyph.pointee.outline, -growth / 2, 0)
    }
    return unsafe Path(&face.pointee.glyph.pointee.outline, scale: scale)
  }

  /// The widening of vertical strokes in emboldened fonts, in ems.
  private static let emboldening = 0.04
}

extension Path {
  /// Converts FreeType's outline: coordinates are multiplied by `scale`, and y is flipped to point
  /// down.
  fileprivate init(_ outline: inout FT_Outline, scale: Double) {
    self.init()
    var pen = OutlinePen(scale: scale)
    var steps = unsafe FT_Outline_Funcs(
      move_to: { to, pen in unsafe OutlinePen.with(pen) { unsafe $0.move(to) } },
      line_to: { to, pen in unsafe OutlinePen.with(pen) { unsafe $0.line(to) } },
      conic_to: { control, to, pen in
        unsafe OutlinePen.with(pen) { unsafe $0.quad(control, to) }
      },
      cubic_to: { first, second, to, pen in
        unsafe OutlinePen.with(pen) { unsafe $0.cubic(first, second, to) }
      },
      shift: 0, delta: 0)
    let code = unsafe withUnsafeMutablePointer(to: &pen) { pen in
      unsafe FT_Outline_Decompose(&outline, &steps, pen)
    }
    guard code == 0 else { return }
    pen.finish()
    self = pen.path
  }
}

/// Collects an outline's segments during FreeType's decomposition, and closes its contours.
private struct OutlinePen {
  let scale: Double
  var path = Path()
  private var isOpen = false

  init(scale: Double) {
    self.scale = scale
  }

  /// Calls a function with the pen passed back by FreeType; returns FreeType's error code, 0 =
  /// none.
  static func with(_ pen: UnsafeMutableRawPointer?, _ step: (inout OutlinePen) -> Void) -> Int32 {
    guard let pen = unsafe pen?.assumingMemoryBound(to: OutlinePen.self) else { return 1 }
    unsafe step(&pen.pointee)
    return 0
  }

  mutating func move(_ to: UnsafePointer<FT_Vector>?) {
    finish()
    path.move(to: unsafe point(to))
    isOpen = true
  }

  mutating func line(_ to: UnsafePointer<FT_Vector>?) {
    path.line(to: unsafe point(to))
  }

  mutating func quad(_ control: UnsafePointer<FT_Vector>?, _ to: UnsafePointer<FT_Vector>?) {
    path.quad(unsafe point(control), to: unsafe point(to))
  }

  mutating func cubic(
    _ first: UnsafePointer<FT_Vector>?, _ second: UnsafePointer<FT_Vector>?,
    _ to: UnsafePointer<FT_Vector>?
  ) {
    path.cubic(unsafe point(first), unsafe point(second), to: unsafe point(to))
  }

  mutating func finish() {
    if isOpen { path.close() }
    isOpen = false
  }

  private func point(_ read: UnsafePointer<FT_Vector>?) -> Vector {
    guard let read = unsafe read?.pointee else { return .zero }
    return Vector(Double(read.x) * scale, -Double(read.y) * scale)
  }
}
