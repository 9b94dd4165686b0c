import CRaster
import TestSupport
import Testing

/// Whatever processor draws a picture, it is the same picture: the kernels of both levels leave the same bytes.
///
/// Each test runs a kernel of either level over the same input, from every start within a vector, and compares all of the memory it was given, so that a byte written past the end is found too.
@Suite(.enabled(if: cr_avx2() != nil, "This processor has no AVX2"))
struct KernelTests {
  /// What each level leaves in a copy of `memory`.
  private func expectAlike<Element: Equatable>(
    _ memory: [Element], sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (cr_kernels, UnsafeMutablePointer<Element>) -> Void
  ) throws {
    let fast = try #require(cr_avx2()).pointee
    var (ours, theirs) = (memory, memory)
    ours.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { body(fast, base) }
    }
    theirs.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { body(cr_baseline, base) }
    }
    #expect(ours == theirs, sourceLocation: sourceLocation)
  }

  private func bytes(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    // Nothing and everything are more frequent in a mask than anything between.
    (0..<count).map { _ in
      switch Int.random(in: 0..<3, using: &random) {
      case 0: 0
      case 1: 255
      default: UInt8.random(in: 0...255, using: &random)
      }
    }
  }

  private func words(_ count: Int, _ random: inout SeededGenerator) -> [UInt32] {
    (0..<count).map { _ in UInt32(truncatingIfNeeded: random.next()) }
  }

  @Test(arguments: 0...70)
  func `both levels fill and blend spans of pixels alike`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    for start in 0..<8 {
      let (pixels, source) = (words(3 * 80, &random), words(80, &random))
      let mask = bytes(3 * 80, &random)
      let color = UInt32.random(in: 0...0xFF_FFFF, using: &random)
      for alpha in [0, 1, 128, 255, UInt32.random(in: 0...255, using: &random)] {
        try expectAlike(pixels) { $0.fill($1 + start, 80, 0xFF00_0000 | color, count, 3) }
        try expectAlike(pixels) { $0.blend_solid($1 + start, color, alpha, count) }
        try expectAlike(pixels) { $0.blend_row($1 + start, source, alpha, count) }
        try expectAlike(pixels) { $0.blend_row_mask($1 + start, source, mask, count) }
        try expectAlike(pixels) {
          $0.blend_solid_mask($1 + start, 80, color, alpha, mask, 80, count, 3)
        }
      }
    }
  }

  @Test(arguments: 0...70)
  func `both levels multiply masks and draw ramps alike`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let table = words(257, &random)
    for start in 0..<8 {
      let (mask, other) = (bytes(80, &random), bytes(80, &random))
      let value = UInt32.random(in: 0...255, using: &random)
      try expectAlike(mask) { $0.multiply($1 + start, other, count) }
      try expectAlike(mask) { $0.scale($1 + start, other, value, count) }
      let from = Int32.random(in: -1 << 25...1 << 25, using: &random)
      let step = Int32.random(in: -1 << 20...1 << 20, using: &random)
      try expectAlike(words(80, &random)) { $0.ramp($1 + start, table, 256, from, step, count) }
    }
  }

  @Test(arguments: 1...70)
  func `both levels place the vertices of an arc alike`(pieces: Int32) throws {
    var random = SeededGenerator(seed: UInt64(pieces))
    for _ in 0..<8 {
      func number(_ reach: Double) -> Double { Double.random(in: -reach...reach, using: &random) }
      let arc = cr_arc(
        cx: number(2000), cy: number(2000), radius: 300 + number(300), outset: 300 + number(300),
        ux: number(1), uy: number(1), step_cos: number(1), step_sin: number(1), end_x: number(2000),
        end_y: number(2000), pieces: pieces)
      let (x, y) = (number(2000), number(2000))
      let edges = [Float](repeating: 7, count: 4 * (Int(pieces) + 5))
      try expectAlike(edges) { $0.add_arc($1, arc, x, y) }
    }
  }

  /// A band of rows, what of it is hidden, and edges in and about it: long and short, steep and flat, level and upright.
  private struct Band {
    let width: Int
    let rows = 13
    let stride: Int
    let words: Int
    var edges: [Float] = []
    let hole: cr_hole

    init(width: Int, edges count: Int, _ random: inout SeededGenerator) {
      self.width = width
      stride = (width + 31) / 16 * 16
      words = (stride + 511) / 512
      for _ in 0..<count {
        func place(_ size: Int) -> Float {
          let place = Float.random(in: -8...Float(size) + 8, using: &random)
          return Bool.random(using: &random) ? place.rounded() : place
        }
        let (x, y) = (place(width), place(rows))
        let share = 1 / Float(Int.random(in: 1...40, using: &random))
        let end = (x + (place(width) - x) * share, y + (place(rows) - y) * share)
        edges += [x, y, Bool.random(using: &random) ? x : end.0, end.1]
      }
      let x = Int32.random(in: 0...Int32(width), using: &random)
      hole = cr_hole(x0: x / 2, y0: 3, x1: x, y1: 9)
    }

    /// Calls `body` with the band's cells and bits after a level has added the edges.
    func accumulated(_ level: cr_kernels, _ body: (inout cr_band) -> Void) -> ([Int32], [UInt64]) {
      var cells = [Int32](repeating: 0, count: rows * stride)
      var bits = [UInt64](repeating: 0, count: rows * words)
      cells.withUnsafeMutableBufferPointer { cells in
        bits.withUnsafeMutableBufferPointer { bits in
          guard let cells = cells.baseAddress, let bits = bits.baseAddress else { return }
          var band = cr_band(
            cells: cells, bits: bits, stride: Int32(stride), words: Int32(words), x0: 0, y0: 0,
            x1: Int32(width), y1: Int32(rows))
          level.accumulate(&band, edges, edges.count / 4)
          body(&band)
        }
      }
      return (cells, bits)
    }
  }

  @Test(arguments: 0...70)
  func `both levels leave the same areas of edges in cells`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let fast = try #require(cr_avx2()).pointee
    for width in [1, 7, 64, 70, 600] {
      let band = Band(width: width, edges: count, &random)
      #expect(band.accumulated(fast) { _ in } == band.accumulated(cr_baseline) { _ in })
    }
  }

  @Test(arguments: 1...70)
  func `both levels blend the same edges alike, and clear their cells`(width: Int) throws {
    var random = SeededGenerator(seed: UInt64(width))
    for start in 0..<8 {
      let pixels = words(13 * 80, &random)
      let band = Band(width: width, edges: 3 + width / 2, &random)
      let color = UInt32.random(in: 0...0xFF_FFFF, using: &random)
      for alpha in [1, 128, 255, UInt32.random(in: 1...255, using: &random)] {
        for rule in [Int32(0), 1] {
          // Folded, the first rows stand for later ones too, and the last are not drawn.
          for rows in [
            cr_rows(y0: 0, y1: 13, fold: 0, is_folded: 0),
            cr_rows(y0: 0, y1: 11, fold: 12, is_folded: 1),
          ] {
            try expectAlike(pixels) { level, pixels in
              let (cells, bits) = band.accumulated(level) { summed in
                level.sweep(&summed, rule, rows, pixels + start, 80, color, alpha, band.hole)
              }
              #expect(cells.allSatisfy { $0 == 0 } && bits.allSatisfy { $0 == 0 })
            }
          }
        }
      }
    }
  }

  @Test(arguments: 1...70)
  func `both levels resolve a row into the same spans, and blend them alike`(width: Int) throws {
    var random = SeededGenerator(seed: UInt64(width))
    for start in 0..<8 {
      let pixels = words(13 * 80, &random)
      let band = Band(width: width, edges: 3 + width / 2, &random)
      let color = UInt32.random(in: 0...0xFF_FFFF, using: &random)
      for alpha in [128, 255, UInt32.random(in: 1...255, using: &random)] {
        try expectAlike(pixels) { level, pixels in
          var mask = [UInt8](repeating: 0, count: band.stride + 8)
          var spans = [cr_span](repeating: cr_span(), count: band.stride / 8 + 4)
          _ = band.accumulated(level) { summed in
            let count = level.resolve(
              summed.cells, summed.bits, summed.words, summed.x1, 0, &mask, &spans)
            level.blend_spans(
              spans, count, mask, pixels + start, 80, 13, color, alpha, band.hole)
          }
        }
      }
    }
  }
}
