internal import Feel
internal import ImageFile
internal import Raster
internal import TextLayout

/// Pictures that are saved from the window: each under a new name.
enum PictureStore {
  /// Writes what a list shows in a rectangle, in points.
  ///
  /// - Parameters:
  ///   - list: a window's picture.
  ///   - size: the window's size, in points.
  ///   - frame: the part to keep, in points.
  ///   - name: such as "curve.svg"; a number goes before its ending.
  /// - Returns: the file's path.
  /// - Throws: `CommandFailure` naming the file and the system's reason.
  static func save(
    _ list: DisplayList, of size: Size, in frame: Rect, name: String, fonts: FontBook
  ) throws(CommandFailure) -> String {
    let bytes =
      name.hasSuffix(".svg")
      ? Array(SVGPicture.text(list, of: frame, fonts: fonts).utf8)
      : png(list, of: size, in: frame, fonts: fonts)
    return try File.writeNew(bytes, as: name)
  }

  private static func png(
    _ list: DisplayList, of size: Size, in frame: Rect, fonts: FontBook
  ) -> [UInt8] {
    let painter = Painter(size: size, scale: list.scale, fonts: fonts)
    painter.draw(list)
    let crop = Crop(frame, scale: list.scale, width: painter.width, height: painter.height)
    return PNGEncoder().encode(
      width: crop.columns.count, height: crop.rows.count,
      pixels: crop.cut(painter.pixels, stride: painter.width))
  }
}
