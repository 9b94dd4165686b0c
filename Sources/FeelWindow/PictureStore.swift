internal import FeelFiles
internal import ImageFile
internal import Lab
internal import Raster
internal import TextLayout

/// Pictures that are saved from the window.
enum PictureStore {
  /// The bytes of a picture's file, of the kind that the ending of its path says: ".svg", or else PNG.
  static func bytes(of picture: WindowPicture, as path: String, fonts: FontBook) -> [UInt8] {
    let (list, frame) = (picture.list, picture.frame)
    if path.hasSuffix(".svg") { return Array(SVGPicture.text(list, of: frame, fonts: fonts).utf8) }
    let painter = Painter(size: picture.size, scale: list.scale, fonts: fonts)
    painter.draw(list)
    let crop = Crop(frame, scale: list.scale, width: painter.width, height: painter.height)
    return PNGEncoder().encode(
      width: crop.columns.count, height: crop.rows.count,
      pixels: crop.cut(painter.pixels, stride: painter.width))
  }
}
