internal import Feel
internal import Lab
internal import Raster
internal import TextLayout

/// The pixels a benchmark draws into, opaque and not all alike.
struct BenchCanvas {
  let width: Int
  let height: Int
  var pixels: [UInt32]

  /// Creates pixels of a soft gradient.
  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    pixels = (0..<(width * height)).map { index in
      let (x, y) = (index % width, index / width)
      let (r, g) = (20 + 60 * x / width, 24 + 80 * y / height)
      let b = 60 + 100 * (x + y) / (width + height)
      return 0xFF00_0000 | UInt32(r << 16 | g << 8 | b)
    }
  }

  /// Draws a picture.
  mutating func draw(_ list: DisplayList, with renderer: Renderer) {
    let (width, height) = (width, height)
    var span = pixels.mutableSpan
    renderer.draw(list, into: &span, width: width, height: height, stride: width)
  }

  /// Draws the damaged part of a picture.
  mutating func draw(_ list: DisplayList, with renderer: Renderer, damage: [PixelRect]) {
    let (width, height) = (width, height)
    var span = pixels.mutableSpan
    renderer.draw(list, into: &span, width: width, height: height, stride: width, damage: damage)
  }
}

/// A window's frames, each drawn where it differs from the one before.
struct BenchFrames {
  private let renderer: Renderer
  private var canvas: BenchCanvas
  private var difference = ListDifference()
  private var shown: DisplayList

  /// Draws the first frame, in so many points of so many device pixels.
  init(_ first: DisplayList, _ size: Size, scale: Double = 1, fonts: FontBook) {
    renderer = Renderer(outline: fonts.outline)
    canvas = BenchCanvas(width: Int(size.width * scale), height: Int(size.height * scale))
    shown = first
    canvas.draw(first, with: renderer)
  }

  /// Draws all of a frame.
  mutating func drawWhole(_ list: DisplayList) { canvas.draw(list, with: renderer) }

  /// Draws what differs.
  mutating func draw(_ list: DisplayList) {
    difference.find(from: shown, to: list, width: canvas.width, height: canvas.height)
    canvas.draw(list, with: renderer, damage: difference.damage.rects)
    shown = list
  }
}

extension Session {
  /// Handles what a pointer does.
  mutating func point(_ phase: PointerSample.Phase, _ place: Vector, at time: Instant) {
    handle(.input(.pointer(PointerSample(time: time, phase: phase, location: place))))
  }

  /// Presses one of the keys F1 to F12 at the start.
  mutating func press(function key: Int) {
    handle(.input(.key(KeySample(time: .zero, phase: .down, key: .function(key)))))
  }

  /// Forgets what it has to record and to report.
  mutating func discardReports() {
    _ = takeJournal()
    _ = takeEffects()
  }
}
