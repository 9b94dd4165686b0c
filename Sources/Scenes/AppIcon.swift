internal import FeelGeometry
public import Raster

/// The program's icon: a progress ring above a capsule slider.
///
/// Drawn on a 16-point square whose edges fall on whole pixels at 16, 32, 48 … pixels. The tile has
/// its own background, to work on light and dark.
public enum AppIcon {
  /// The sizes of the icons shipped with the program, in pixels.
  public static let sizes = [16, 32, 48, 128, 256]

  private static let side = 16.0

  private static let tile = Color(rgb: 0x1A5FB4)
  private static let pale = Color(rgb: 0x78AEED)
  private static let white = Color(rgb: 0xFFFFFF)
  private static let progress = 0.5

  /// The icon on a background of one colour.
  ///
  /// - Precondition: `pixels`, the picture's side in device pixels, is positive.
  public static func displayList(pixels: Int, background: Color) -> DisplayList {
    precondition(pixels > 0, "an icon's side is positive")
    var list = DisplayList(scale: Double(pixels) / side, background: background)
    let center = Vector(side / 2, 7.25)
    list.append(
      .roundedRect(Rect(x: 0, y: 0, width: side, height: side), radius: 3.5, .solid(tile)))
    for (sweep, color) in [(1, pale), (progress, white)] {
      list.append(
        .arc(
          center: center, radius: 4.5, width: 1.5, start: 0, sweep: sweep, cap: .butt,
          .solid(color)))
    }
    let capsule = Rect(x: 2, y: 11, width: 12, height: 3)
    // A gap of the tile's colour sets the capsule off from the ring.
    list.append(.roundedRect(capsule.inset(by: -1), radius: 2.5, .solid(tile)))
    list.append(.roundedRect(capsule, radius: 1.5, .solid(pale)))
    list.append(.clip(Rect(x: 2, y: 11, width: 8, height: 3), radius: 0))
    list.append(.roundedRect(capsule, radius: 1.5, .solid(white)))
    list.append(.pop)
    return list
  }

  /// The icon with its rounded corners cut out.
  ///
  /// Straight 0xAARRGGBB, row-major, `side` pixels per row.
  ///
  /// - Precondition: `side` is positive.
  public static func pixels(side: Int) -> [UInt32] {
    // Its colour and opacity follow from how a translucent pixel looks on black and on white.
    let onBlack = draw(side, Color(rgb: 0x000000))
    let onWhite = draw(side, Color(rgb: 0xFFFFFF))
    return zip(onBlack, onWhite).map { black, white in
      let (dark, light) = (Color(argb: black), Color(argb: white))
      let alpha = 255 - (Int(light.green) - Int(dark.green))
      guard alpha > 0 else { return 0 }
      func channel(_ premultiplied: UInt8) -> UInt32 {
        UInt32(min(255, (Int(premultiplied) * 255 + alpha / 2) / alpha))
      }
      return UInt32(alpha) << 24 | channel(dark.red) << 16 | channel(dark.green) << 8
        | channel(dark.blue)
    }
  }

  private static func draw(_ side: Int, _ background: Color) -> [UInt32] {
    let renderer = Renderer { _, _, _ in Path() }
    var pixels = [UInt32](repeating: 0, count: side * side)
    var span = pixels.mutableSpan
    renderer.draw(
      displayList(pixels: side, background: background), into: &span, width: side, height: side,
      stride: side)
    return pixels
  }
}
