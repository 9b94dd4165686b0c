internal import CFreeType
internal import FeelGeometry
internal import Raster

/// The box of a glyph's ink, measured from its origin, and how far the glyph moves the pen; in ems, y up.
struct GlyphMetrics {
  var advance: Double
  var left: Double
  var right: Double
  var bottom: Double
  var top: Double
  var hasInk: Bool { right > left && top > bottom }
}

/// One face of a font file, opened; its measures are in ems.
@safe final class OpenFont {
  private let freeType: FreeType
  private let face: FT_Face
  private let unitsPerEm: Double
  private let isEmboldened: Bool
  private var metrics: [UInt32: GlyphMetrics] = [:]
  /// How far letters reach above the baseline, as the font says; not negative.
  let ascent: Double
  /// How far letters reach below the baseline, as the font says; not negative.
  let descent: Double
  /// Height of the letter H above the baseline.
  private(set) var capHeight = 0.0
  /// Advance of the widest of the digits 0…9; every digit gets it, so that numbers line up.
  private(set) var digitAdvance = 0.0

  init(_ source: FontFace, _ freeType: FreeType) throws(FontError) {
    var face: FT_Face?
    let code = unsafe FT_New_Face(freeType.library, source.path, source.index, &face)
    guard code == 0, let face = unsafe face else {
      throw .unreadable(path: source.path, code: code)
    }
    guard unsafe feel_is_scalable(face) != 0, unsafe face.pointee.units_per_EM > 0 else {
      _ = unsafe FT_Done_Face(face)
      throw .unreadable(path: source.path, code: 0)
    }
    self.freeType = freeType
    isEmboldened = source.isEmboldened
    unsafe self.face = face
    unitsPerEm = Double(unsafe face.pointee.units_per_EM)
    ascent = max(0, Double(unsafe face.pointee.ascender) / unitsPerEm)
    descent = max(0, -Double(unsafe face.pointee.descender) / unitsPerEm)
    for digit: Unicode.Scalar in "0123456789".unicodeScalars {
      guard let glyph = glyph(of: digit) else { continue }
      digitAdvance = max(digitAdvance, measure(glyph).advance)
    }
    // A font without Latin letters: a usual share of the ascent.
    capHeight = glyph(of: "H").map { measure($0).top } ?? ascent * 0.75
  }

  deinit { _ = unsafe FT_Done_Face(face) }

  /// The glyph of a character, or `nil` where the font has none.
  func glyph(of scalar: Unicode.Scalar) -> UInt32? {
    let glyph = unsafe FT_Get_Char_Index(face, UInt(scalar.value))
    return glyph == 0 ? nil : glyph
  }

  /// The metrics of a glyph; all 0 if the font fails to load it.
  func measure(_ glyph: UInt32) -> GlyphMetrics {
    if let known = metrics[glyph] { return known }
    var measured = GlyphMetrics(advance: 0, left: 0, right: 0, bottom: 0, top: 0)
    if unsafe FT_Load_Glyph(face, glyph, feel_load_unscaled) == 0 {
      let read = unsafe face.pointee.glyph.pointee.metrics
      let left = Double(read.horiBearingX) / unitsPerEm
      let top = Double(read.horiBearingY) / unitsPerEm
      measured = GlyphMetrics(
        advance: Double(read.horiAdvance) / unitsPerEm, left: left,
        right: left + Double(read.width) / unitsPerEm,
        bottom: top - Double(read.height) / unitsPerEm, top: top)
    }
    metrics[glyph] = measured
    return measured
  }

  /// How much farther apart the font wants two glyphs than their advances put them, in ems; negative = closer.
  func kerning(_ first: UInt32, _ second: UInt32) -> Double {
    var delta = FT_Vector()
    let code = unsafe FT_Get_Kerning(face, first, second, FT_KERNING_UNSCALED.rawValue, &delta)
    return code == 0 ? Double(delta.x) / unitsPerEm : 0
  }

  /// The glyph's outline in device pixels, y down, its origin at zero; empty where there is none.
  func outline(_ glyph: UInt32, pixelsPerEm: Double, _ hinting: FontBook.Hinting) -> Path {
    // Unhinted outlines come in font units, hinted ones in 64ths of a pixel at the size that is set.
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
      // Sideways only, half of it to either side: what hinting put on whole pixels stays there, and advances stay as they are.
      let growth = Int((Self.emboldening * pixelsPerEm / scale).rounded())
      _ = unsafe FT_Outline_EmboldenXY(&face.pointee.glyph.pointee.outline, growth, 0)
      unsafe FT_Outline_Translate(&face.pointee.glyph.pointee.outline, -growth / 2, 0)
    }
    return unsafe Path(&face.pointee.glyph.pointee.outline, scale: scale)
  }

  /// How much wider upright strokes become in a font whose family has nothing bolder, in ems.
  private static let emboldening = 0.04
}

extension Path {
  /// Reads FreeType's outline: every coordinate times `scale`, and y turned to point down.
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

/// Collects an outline's segments as FreeType walks along it, and closes its contours.
private struct OutlinePen {
  let scale: Double
  var path = Path()
  private var isOpen = false

  init(scale: Double) {
    self.scale = scale
  }

  /// Runs a step with the pen that FreeType hands back; returns FreeType's error number, 0 = none.
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
