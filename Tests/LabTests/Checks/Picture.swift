import Feel
import Lab
import Raster
import TextLayout

/// A rendered session.
struct Picture {
  let width: Int
  let height: Int
  /// 0x00RRGGBB, row-major, `width` pixels per row.
  let pixels: [UInt32]

  /// Renders a session at a time (default: now).
  init(_ session: Session, at time: Instant? = nil, fonts: FontBook? = nil) throws {
    let fonts = try fonts ?? FontBook()
    width = Int((session.size.width * session.scale).rounded())
    height = Int((session.size.height * session.scale).rounded())
    var drawn = [UInt32](repeating: 0, count: width * height)
    var span = drawn.mutableSpan
    Renderer(outline: fonts.outline).draw(
      session.displayList(at: time ?? session.now, fonts: fonts), into: &span, width: width,
      height: height, stride: width)
    pixels = drawn.map { $0 & 0xFF_FFFF }
  }
}
