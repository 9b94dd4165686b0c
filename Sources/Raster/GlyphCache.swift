internal import CRaster
internal import FeelGeometry

/// Caches the coverage of glyphs by font, size, glyph and quarter of a pixel.
final class GlyphCache {
  /// A glyph's coverage: rows of `stride` bytes, starting at `first` in the cache's bytes.
  struct Entry: BitwiseCopyable {
    var key: UInt64
    var first: Int
    /// The offset from the origin's pixel to the top left of the bytes.
    var left: Int16
    var top: Int16
    var width: Int16
    var height: Int16
    /// The number of trims before it was last drawn.
    var lastUse: UInt32

    /// Bytes per row, a multiple of eight, so that rows can be read in whole groups.
    var stride: Int { (Int(width) &+ 7) / 8 &* 8 }
    /// Total number of bytes.
    var size: Int { stride &* Int(height) }
  }

  /// Below this many pixels per em, strokes are thinner than a pixel, and a glyph is moved to where
  /// they are sharpest.
  private static let sharpenedSize = 13.0
  /// Above this many pixels per em a glyph is drawn as a path.
  static let largestSize = 192.0
  /// Above this many pixels per em, strokes are wide enough to need no contrast adjustment.
  static let contrastSize = 96.0
  /// The number of bytes beyond which the cache is cleared.
  private static let largestBytes = 8 << 20
  /// Extra bytes at the end, into which whole groups may reach.
  private static let margin = 32
  private static let fewestBytes = 1 << 16
  private static let fewestSlots = 1 << 12
  private static let emptySlot = Entry(
    key: 0, first: 0, left: 0, top: 0, width: 0, height: 0, lastUse: 0)

  private struct Strike {
    let font: FontID
    let size: Double
  }

  let outline: (FontID, UInt32, Double) -> Path
  private var bytes = Scratch<UInt8>(fewestBytes, filledWith: 0)
  /// The number of coverage bytes in use.
  private(set) var used = 0
  private var trims: UInt32 = 0
  private var strikes: [Strike] = []
  private var slots = Scratch<Entry>(fewestSlots, filledWith: emptySlot)
  private var slotCount = fewestSlots
  private var filled = 0
  private var pen = PathPen()
  private let accumulator: Accumulator

  init(outline: @escaping (FontID, UInt32, Double) -> Path, summedIn accumulator: Accumulator) {
    (self.outline, self.accumulator) = (outline, accumulator)
  }

  /// The coverage bytes of all glyphs.
  var coverage: BufferView<UInt8> { bytes.view }

  /// The number of a font at a size in pixels per em; valid until the next call.
  func strike(_ font: FontID, size: Double) -> UInt64 {
    if used > Self.largestBytes { forget() }
    for index in strikes.indices.reversed()
    where strikes[index].font == font && strikes[index].size == size { return UInt64(index) }
    if strikes.count >= 1 << 16 { forget() }
    strikes.append(Strike(font: font, size: size))
    return UInt64(strikes.count - 1)
  }

  private func forget() {
    strikes.removeAll(keepingCapacity: true)
    let slots = self.slots.view
    for index in 0..<slotCount { slots[index].key = 0 }
    (used, filled) = (0, 0)
  }

  /// Removes glyphs not drawn since the last trim, such as those of transient sizes.
  func trim() {
    defer { trims += 1 }
    // Keep the old memory until the remaining glyphs have been copied.
    let (former, table, places) = (bytes, slots, slotCount)
    let kept = (0..<places).map { table.view[$0] }.filter(isKept)
    let size = kept.reduce(0) { $0 + $1.size }
    guard size < used else { return }
    bytes = Scratch(max(Self.fewestBytes, size + Self.margin), filledWith: 0)
    slotCount = Self.fewestSlots
    while kept.count * 2 >= slotCount { slotCount *= 2 }
    slots = Scratch(slotCount, filledWith: Self.emptySlot)
    (used, filled) = (0, kept.count)
    var numbers: [Int: Int] = [:]
    let known = strikes
    strikes.removeAll()
    for var entry in kept {
      let strike = Self.strike(of: entry.key)
      if numbers[strike] == nil {
        numbers[strike] = strikes.count
        strikes.append(known[strike])
      }
      entry.key = Self.key(entry.key, strike: numbers[strike] ?? 0)
      bytes.view.copy(used, from: former.view, entry.first, count: entry.size)
      entry.first = used
      used += entry.size
      place(entry)
    }
  }

  private func isKept(_ entry: Entry) -> Bool { entry.key != 0 && entry.lastUse >= trims }

  private static func strike(of key: UInt64) -> Int { Int((key & ~(1 &<< 63)) &>> 40) }

  /// A glyph's key with a new strike number.
  private static func key(_ key: UInt64, strike: Int) -> UInt64 {
    1 &<< 63 | UInt64(strike) &<< 40 | key & (1 &<< 40 - 1)
  }

  /// A glyph's coverage; `phase` is its origin's quarter of a pixel, 0…3, and `boost` the contrast
  /// step, 0…3.
  @inline(__always) func entry(_ strike: UInt64, _ glyph: UInt32, phase: Int, boost: Int) -> Entry {
    // The top bit distinguishes a key from an empty slot.
    let key =
      1 &<< 63 | strike &<< 40 | UInt64(glyph) &<< 4
      | UInt64(truncatingIfNeeded: phase &<< 2 | boost)
    let slots = self.slots.view
    var slot = Self.slot(key, slotCount)
    while slots[slot].key != 0 {
      if slots[slot].key == key {
        slots[slot].lastUse = trims
        return slots[slot]
      }
      slot = (slot &+ 1) & (slotCount &- 1)
    }
    return draw(key, strike, glyph, phase, boost)
  }

  private static func slot(_ key: UInt64, _ count: Int) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> 32) & (count &- 1)
  }

  private func draw(
    _ key: UInt64, _ strike: UInt64, _ glyph: UInt32, _ phase: Int, _ boost: Int
  ) -> Entry {
    let (font, size) = (strikes[Int(strike)].font, strikes[Int(strike)].size)
    // Glyphs may extend far beyond the em, but not beyond eight.
    let reach = Int(size.rounded(.up)) * 8 + 8
    let path = outline(font, glyph, size)
    let quarters = size < Self.sharpenedSize ? sharpest(path, phase, reach) : phase
    set(path, at: quarters, reach)
    let box = pen.edges.bounds
    let entry = Entry(
      key: key, first: used, left: Int16(box.x0 - reach), top: Int16(box.y0 - reach),
      width: Int16(box.width), height: Int16(box.height), lastUse: trims)
    let stride = entry.stride
    let bytes = self.bytes.reserve(used + entry.size + Self.margin)
    bytes.fill(used, entry.size, with: 0)
    eachPixel { x, y, coverage in
      let index = used + (y - box.y0) * stride + x - box.x0
      bytes[index] = Contrast.applied(coverage, boost: boost)
    }
    used += entry.size
    if filled * 2 >= slotCount { grow() }
    place(entry)
    filled += 1
    return entry
  }

  /// Sets a path in the pen, this many quarters of a pixel to the right of the origin.
  private func set(_ path: Path, at quarters: Int, _ reach: Int) {
    pen.begin(clip: PixelRect(x0: 0, y0: 0, x1: 2 * reach, y1: 2 * reach))
    let origin = Vector(Double(reach) + Double(quarters) / 4, Double(reach))
    pen.add(path.transformed(by: .translation(origin)), scale: 1)
  }

  /// The offset, at most a quarter of a pixel from `phase`, at which the path's strokes best align
  /// with whole pixels.
  ///
  /// Measured on DejaVu Sans at 11 px: the concentration of ink, Σc² / Σc, rises from 0.67 to 0.75;
  /// Cairo with whole-pixel positions has 0.76.
  private func sharpest(_ path: Path, _ phase: Int, _ reach: Int) -> Int {
    var best = (quarters: phase, concentration: 0)
    for quarters in [phase, phase - 1, phase + 1] {
      set(path, at: quarters, reach)
      let concentration = concentration()
      // Require 3 %: even spacing matters more than the last bit of sharpness.
      if concentration * 100 > best.concentration * 103 { best = (quarters, concentration) }
    }
    return best.quarters
  }

  /// The sum of the squared coverage of the pen's shape.
  private func concentration() -> Int {
    var sum = 0
    eachPixel { sum += Int($2) * Int($2) }
    return sum
  }

  /// Calls `body` with each pixel of the pen's shape and its coverage.
  @inline(__always) private func eachPixel(_ body: (_ x: Int, _ y: Int, UInt8) -> Void) {
    accumulator.rows(of: pen.edges, rule: .nonZero) { y, x, spans, count, mask in
      for index in 0..<count {
        let span = spans[index]
        for column in Int(span.x)..<Int(span.x + span.n) {
          body(x + column, y, span.coverage < 0 ? mask[column] : UInt8(span.coverage))
        }
      }
    }
  }

  private func place(_ entry: Entry) {
    let slots = self.slots.view
    var slot = Self.slot(entry.key, slotCount)
    while slots[slot].key != 0 { slot = (slot + 1) & (slotCount - 1) }
    slots[slot] = entry
  }

  private func grow() {
    let old = slots
    slotCount *= 2
    slots = Scratch(slotCount, filledWith: Self.emptySlot)
    for index in 0..<old.capacity where old.view[index].key != 0 { place(old.view[index]) }
  }
}
