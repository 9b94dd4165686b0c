internal import FeelGeometry
internal import Glibc
internal import Raster
internal import RasterPictures

/// `RasterFuzz SECONDS [SEED]`: draws pictures of absurd commands until the time is up.
///
/// Each picture has a seed; the one that is being drawn stands in the file `RASTER_FUZZ_SEED` names, so that a crash tells which it was.
/// What is checked here: nothing is written outside the picture, and of pictures without absurd numbers a part drawn alone is that part of the whole.
@main struct RasterFuzz {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) }
    guard let first = arguments.first, let seconds = first, arguments.count <= 2 else {
      fail("usage: RasterFuzz SECONDS [SEED]", code: 2)
    }
    var seed = arguments.dropFirst().first.flatMap { $0 } ?? 1
    let start = now()
    var (pictures, commands) = (0, 0)
    // A renderer is kept for fifty pictures: what one leaves behind must not harm the next.
    var renderer = wildRenderer()
    while now() - start < Double(seconds) {
      note(seed)
      let hasFont = seed / 50 % 2 == 0
      if pictures == 0 || seed % 50 == 0 { renderer = hasFont ? .dots : wildRenderer() }
      let wildness = [0, 0.02, 0.2, 0.5][Int(seed % 4)]
      // Elsewhere a part need not be that of the whole: it may lack an absurd glyph that reaches further than any font's, and dashes of a line a billion pixels long are rounded where they come into sight.
      let comparesParts = hasFont && wildness == 0
      commands += draw(seed, wildness: wildness, renderer, comparesParts: comparesParts)
      pictures += 1
      seed &+= 1
    }
    print("\(pictures) pictures of \(commands) commands in \(seconds) s; the next seed is \(seed)")
  }

  /// Draws the picture of a seed and checks it; returns how many commands it has.
  private static func draw(
    _ seed: UInt64, wildness: Double, _ renderer: Renderer, comparesParts: Bool
  ) -> Int {
    var random = RandomPictures(seed: seed, wildness: wildness)
    let sides = [1, 2, 7, 64, 100, 131, 700]
    let (width, height) = (sides[random.pick(7)], sides[random.pick(7)])
    var canvas = Canvas(width, height, stride: width + random.pick(9))
    var part = canvas
    let commands = random.commands(random.pick(30))
    let scale = [1, 1.5, 2.7, 0.01, 300][random.pick(5)]
    let background = Color(argb: random.pick(3) == 0 ? 0x8012_3456 : 0xFF1E_1E24)
    canvas.draw(commands, scale: scale, background: background, with: renderer)
    if canvas.strayWrites != 0 { fail("seed \(seed): a pixel outside was written", code: 1) }

    guard comparesParts else { return commands.count }
    let (x0, y0) = (random.pick(width), random.pick(height))
    let damage = PixelRect(
      x0: x0, y0: y0, x1: x0 + 1 + random.pick(width - x0), y1: y0 + 1 + random.pick(height - y0))
    part.draw(commands, scale: scale, background: background, damage: [damage], with: renderer)
    for y in 0..<height {
      for x in 0..<width {
        let isInside = x >= damage.x0 && x < damage.x1 && y >= damage.y0 && y < damage.y1
        let index = y * canvas.stride + x
        if part.pixels[index] != (isInside ? canvas.pixels[index] : 0xFF00_0000) {
          fail("seed \(seed): pixel \(x), \(y) of a part is not that of the whole", code: 1)
        }
      }
    }
    return commands.count
  }

  /// A renderer whose glyphs are absurd too.
  private static func wildRenderer() -> Renderer {
    Renderer { _, glyph, size in
      var random = RandomPictures(seed: UInt64(glyph), wildness: 0.1)
      return random.path().transformed(by: .scale(size / 100))
    }
  }

  /// Leaves the seed in the file that `RASTER_FUZZ_SEED` names.
  private static func note(_ seed: UInt64) {
    guard let name = unsafe getenv("RASTER_FUZZ_SEED") else { return }
    let file = unsafe open(name, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0 else { return }
    var text = "\(seed)\n"
    text.withUTF8 { bytes in _ = unsafe write(file, bytes.baseAddress, bytes.count) }
    close(file)
  }

  private static func now() -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func fail(_ words: String, code: Int32) -> Never {
    var text = "\(words)\n"
    text.withUTF8 { bytes in _ = unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    exit(code)
  }
}
