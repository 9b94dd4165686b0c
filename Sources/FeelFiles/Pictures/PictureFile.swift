package import Feel
internal import ImageFile
package import Stage
internal import TextLayout

/// A chart saved as a single picture, drawn in the light theme with two device pixels per point.
package struct PictureFile {
  private let path: String
  private let format: OutputFormat

  /// A picture to be drawn, as SVG or PNG by its path's ending.
  ///
  /// - Throws: `CommandFailure` for any other ending.
  package init(_ path: String) throws(CommandFailure) {
    guard let format = try? OutputFormat(path: path), format.isSingle else {
      throw .usage("A chart is one picture. End its name with .png or .svg, not \(quoted(path)).")
    }
    (self.path, self.format) = (path, format)
  }

  /// Draws the picture and writes it.
  ///
  /// - Throws: `CommandFailure` when there is no font, or the file cannot be written.
  package func write(_ size: Size, _ draw: (inout Canvas) -> Void) throws(CommandFailure) {
    let isDrawing = format == .drawing
    try File.write(try Self.bytes(size, isDrawing: isDrawing, draw), to: path)
    let pixels = "\(Int(size.width * Self.scale))×\(Int(size.height * Self.scale)) pixels"
    StandardError.tellWritten(path, isDrawing ? "a drawing" : "a picture of \(pixels)")
  }

  /// A picture on the theme's surface, as an SVG or a PNG file.
  ///
  /// - Throws: `CommandFailure` when there is no font.
  package static func bytes(
    _ size: Size, isDrawing: Bool, _ draw: (inout Canvas) -> Void
  ) throws(CommandFailure) -> [UInt8] {
    let fonts = try FontBook.open()
    let frame = Rect(origin: .zero, size: size)
    var canvas = Canvas(theme: .light, scale: scale, fonts: fonts)
    canvas.fill(frame, canvas.theme.card)
    draw(&canvas)
    guard !isDrawing else {
      return Array(SVGPicture.text(canvas.list, of: frame, fonts: fonts).utf8)
    }
    let painter = Painter(size: size, scale: scale, fonts: fonts)
    painter.draw(canvas.list)
    return PNGEncoder().encode(width: painter.width, height: painter.height, pixels: painter.pixels)
  }

  private static let scale = 2.0
}
