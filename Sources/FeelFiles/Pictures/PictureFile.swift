package import Feel
internal import ImageFile
internal import Raster
package import Stage
internal import TextLayout

/// A chart of its own: one picture, drawn in the light theme with two device pixels a point.
package struct PictureFile {
  private let path: String
  private let format: OutputFormat

  /// A picture that is still to be drawn, as a drawing or a bitmap, as the path's ending says.
  ///
  /// - Throws: `CommandFailure` when the ending is another one.
  package init(_ path: String) throws(CommandFailure) {
    guard let format = try? OutputFormat(path: path), format.isSingle else {
      throw CommandFailure(
        .usage, "A chart is one picture: end its name with .png or .svg, not \(quoted(path)).")
    }
    (self.path, self.format) = (path, format)
  }

  /// Draws it on the theme's surface and writes it.
  ///
  /// - Throws: `CommandFailure` when there is no font, or the file cannot be written.
  package func write(_ size: Size, _ draw: (inout Canvas) -> Void) throws(CommandFailure) {
    let fonts = try FontBook.open()
    let frame = Rect(origin: .zero, size: size)
    var canvas = Canvas(theme: .light, scale: 2, fonts: fonts)
    canvas.fill(frame, canvas.theme.surface)
    draw(&canvas)
    if format == .drawing {
      let drawing = SVGPicture.text(canvas.list, of: frame, fonts: fonts)
      try File.write(Array(drawing.utf8), to: path)
      return StandardError.tellWritten(path, "a drawing")
    }
    let painter = Painter(size: size, scale: 2, fonts: fonts)
    painter.draw(canvas.list)
    let picture = PNGEncoder().encode(
      width: painter.width, height: painter.height, pixels: painter.pixels)
    try File.write(picture, to: path)
    StandardError.tellWritten(path, "a picture of \(painter.width)×\(painter.height) pixels")
  }
}
