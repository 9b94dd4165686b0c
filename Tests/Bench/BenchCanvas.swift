internal import Feel
internal import Lab
internal import Raster
internal import TextLayout

/// The pixels a benchmark draws into: opaque, with varying values.
struct BenchCanvas {
  let width: Int
  let height: Int
  var pixels: [UInt32]

  /// Fills the pixels with a soft gradient.
  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    pixels = (0..<(width * height)).map { index in
      let (x, y) = (index % width, index / width)
      let (r, g) = (20 + 60 * x / width, 24 + 80 * y / height)
      let b = 60 + 100 * (x + y) / (width + height)
      return 0xFF00_0000 | UInt32(r << 16 | g << 8 | b)
    }
  }

  mutating func draw(_ list: DisplayList, with renderer: Renderer) {
    let (width, height) = (width, height)
    var span = pixels.mutableSpan
    renderer.draw(list, into: &span, width: width, height: height, stride: width)
  }

  mutating func draw(_ list: DisplayList, with renderer: Renderer, damage: [PixelRect]) {
    let (width, height) = (width, height)
    var span = pixels.mutableSpan
    renderer.draw(list, into: &span, width: width, height: height, stride: width, damage: damage)
  }
}

/// Consecutive frames of a window, each drawn where it differs from the previous one.
struct BenchFrames {
  private let renderer: Renderer
  private var canvas: BenchCanvas
  private var difference = ListDifference()
  private var shown: DisplayList

  /// Draws the first frame, with a size in points and a scale in device pixels per point.
  init(_ first: DisplayList, _ size: Size, scale: Double = 1, fonts: FontBook) {
    renderer = Renderer(outline: fonts.outline)
    canvas = BenchCanvas(width: Int(size.width * scale), height: Int(size.height * scale))
    shown = first
    canvas.draw(first, with: renderer)
  }

  /// Draws a complete frame.
  mutating func drawWhole(_ list: DisplayList) { canvas.draw(list, with: renderer) }

  /// Draws the difference from the previous frame.
  mutating func draw(_ list: DisplayList) {
    difference.find(from: shown, to: list, width: canvas.width, height: canvas.height)
    canvas.draw(list, with: renderer, damage: difference.damage.rects)
    shown = list
  }
}

extension Session {
  mutating func point(_ phase: PointerSample.Phase, _ place: Vector, at time: Instant) {
    handle(.input(.pointer(PointerSample(time: time, phase: phase, location: place))))
  }

  mutating func press(function key: Int) {
    handle(.input(.key(KeySample(time: .zero, phase: .down, key: .function(key)))))
  }

  /// Discards the session's recording and reports.
  mutating func discardReports() {
    _ = takeJournal()
    _ = takeEffects()
  }
}
