internal import FeelGeometry
internal import Raster

/// A glyph of a colour font.
struct GlyphPicture {
  let image: Image
  /// Its position relative to the glyph's origin, in ems, y down.
  let frame: Rect
}
