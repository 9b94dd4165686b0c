import CRaster
import TestSupport
import Testing

/// A picture does not depend on the processor: the kernels of both levels produce the same bytes.
///
/// Each test runs a kernel of either level on the same input, from every alignment within a vector,
/// and compares all of the memory, so that a byte written past the end is found too.
@Suite(.enabled(if: cr_avx2() != nil, "This processor has no AVX2"))
struct KernelTests {
  /// Expects both levels to leave the same bytes in copies of `memory`.
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
    // In a mask, 0 and 255 are more frequent than values in between.
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
        try expectAlike(pixels) { $0.blend_column($1 + start, 80, source, count, 3) }
        try expectAlike(pixels) { $0.blend_row_mask($1 + start, source, mask, count) }
        try expectAlike(pixels) {
          $0.blend_solid_mask($1 + start, 80, color, alpha, mask, 80, count, 3)
        }
      }
    }
  }

  @Test(arguments: 0...70)
  func `both levels multiply masks alike`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    for start in 0..<8 {
      let (mask, other) = (bytes(80, &random), bytes(80, &random))
      let value = UInt32.random(in: 0...255, using: &random)
      try expectAlike(mask) { $0.multiply($1 + start, other, count) }
      try expectAlike(mask) { $0.scale($1 + start, other, value, count) }
    }
  }

  @Test(arguments: 0...70)
  func `both levels draw gradients of one stretch and of several alike`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    for start in 0..<8 {
      func channel() -> Float { Float(Int.random(in: 0...255, using: &random)) }
      let stretches = (0..<3).map { index in
        let delta = (channel() / 3 - 40, channel() / 3 - 40, channel() / 3 - 40, channel() / 3 - 40)
        return cr_stretch(
          offset: Float(index) / 3, scale: index == 1 ? 1e9 : 3, bias: index == 1 ? 1 : 0,
          delta: delta)
      }
      let first: (Float, Float, Float, Float) = (120, 130, 125, 122)
      let from = Int32.random(in: 0...500, using: &random)
      // Half of the radial ones are symmetric.
      let center = Float(Int.random(in: 0...1200, using: &random)) / (start % 2 == 0 ? 2 : 2.7)
      let pixels = words(80, &random)
      try stretches.withUnsafeBufferPointer { buffer in
        let base = try #require(buffer.baseAddress)
        for (stops, isOpaque) in [(1, 0), (1, 1), (3, 0), (3, 1)] {
          var colors = cr_colors(
            stretches: base, count: Int32(stops), is_opaque: Int32(isOpaque), first: first)
          try expectAlike(pixels) { $0.linear($1 + start, &colors, -0.3, 0.004, from, count) }
          try expectAlike(pixels) { $0.radial($1 + start, &colors, center, 17, 0.005, from, count) }
        }
      }
    }
  }

  @Test(arguments: 1...70)
  func `both levels mix and average the pixels of images alike`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    for _ in 0..<8 {
      let (upper, lower) = (words(80, &random), words(80, &random))
      let share = Int32.random(in: 0...32767, using: &random)
      let row = [Int16](repeating: 7, count: 4 * 80)
      try expectAlike(row) { $0.mix_rows($1, upper, lower, share, count) }
      var mixed = row
      cr_baseline.mix_rows(&mixed, upper, lower, share, count)
      let columns = (0..<count).map { _ in Int32.random(in: 0..<Int32(count), using: &random) }
      let shares = (0..<count).flatMap { _ in
        [Int16](repeating: Int16.random(in: 0...32767, using: &random), count: 4)
      }
      try expectAlike(words(80, &random)) { $0.mix_columns($1, mixed, columns, shares, count) }
      let weight = UInt32.random(in: 0...65536, using: &random)
      try expectAlike([UInt32](repeating: 5, count: 4 * 80)) {
        $0.add_row($1, upper, weight, count)
      }
      let sums = (0..<4 * 80).map { _ in UInt32.random(in: 0...255 << 16, using: &random) }
      let ends = (1...count).map { Int32(2 * $0) }
      let weights = (0..<2 * count).map { $0 % 2 == 0 ? weight : 65536 - weight }
      try expectAlike(words(80, &random)) {
        $0.average_columns($1, sums, columns, ends, weights, count)
      }
    }
  }

  @Test(arguments: 1...70)
  func `both levels weigh rows of coverage alike`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    func numbers(_ count: Int) -> [Float] {
      (0..<count).map { _ in Float.random(in: -0.1...1.1, using: &random) }
    }
    let (rows, weights) = (numbers(5 * 80), numbers(5))
    try expectAlike([UInt8](repeating: 9, count: 80)) {
      $0.weigh_rows($1, rows, 80, weights, 5, count)
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

  /// A band of rows, its hidden part, and edges in and around it: long, short, steep, flat,
  /// horizontal and vertical.
  private struct Band {
    let width: Int
    let rows: Int
    let stride: Int
    let words: Int
    var edges: [Float]
    var hole = cr_hole()

    init(width: Int, rows: Int, edges: [Float]) {
      (self.width, self.rows, self.edges) = (width, rows, edges)
      stride = (width + 31) / 16 * 16
      words = (stride + 511) / 512
    }

    init(width: Int, edges count: Int, _ random: inout SeededGenerator) {
      self.init(width: width, rows: 13, edges: [])
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
  func `both levels accumulate edges in cells alike`(count: Int) throws {
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
      try eachInk(&random) { ink in
        for rule in [Int32(0), 1] {
          // Folded, the first rows also stand for later ones, and the last are not drawn.
          for rows in [
            cr_rows(y0: 0, y1: 13, fold: 0, is_folded: 0),
            cr_rows(y0: 0, y1: 11, fold: 12, is_folded: 1),
          ] {
            try expectAlike(pixels) { level, pixels in
              let (cells, bits) = band.accumulated(level) { summed in
                withUnsafePointer(to: ink) {
                  level.sweep(&summed, rule, rows, pixels + start, 80, $0, band.hole)
                }
              }
              #expect(cells.allSatisfy { $0 == 0 } && bits.allSatisfy { $0 == 0 })
            }
          }
        }
      }
    }
  }

  /// Calls `body` with a colour at several opacities, and with rows of opaque and translucent
  /// pixels.
  private func eachInk(
    _ random: inout SeededGenerator, _ body: (cr_ink) throws -> Void
  ) throws {
    let color = UInt32.random(in: 0...0xFF_FFFF, using: &random)
    for alpha in [1, 128, 255, UInt32.random(in: 1...255, using: &random)] {
      try body(cr_ink(color: color, alpha: alpha, rows: nil, is_opaque: 0))
    }
    for opaque: UInt32 in [0, 0xFF00_0000] {
      let source = words(13 * 80, &random).map { $0 | opaque }
      try source.withUnsafeBufferPointer { source in
        let rows = (0..<13).map { row in source.baseAddress.map { $0 + 80 * row } }
        try rows.withUnsafeBufferPointer { rows in
          try body(
            cr_ink(color: 0, alpha: 0, rows: rows.baseAddress, is_opaque: opaque == 0 ? 0 : 1))
        }
      }
    }
  }

  @Test(arguments: 0..<100)
  func `both levels blend a thin shape by its sides the same as by its cells`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (width, rows) = (320, 45)
    let slope = Float.random(in: -2.8...2.8, using: &random)
    let gap = Float.random(in: 0...5.8 - abs(slope), using: &random)
    let (x, end) = (160 - 22 * slope, 160 + 24 * slope)
    let drift = min(gap, 0.7)
    let edges: [Float] = [x, -2.3, end, 46.4, end + gap - drift, 46.1, x + gap, -1.7]
    let band = Band(width: width, rows: rows, edges: edges)
    let pixels = words(rows * width, &random)
    for alpha in [UInt32(255), 100] {
      var ink = cr_ink(color: 0x60A5FA, alpha: alpha, rows: nil, is_opaque: 0)
      let drawn = cr_rows(y0: 0, y1: Int32(rows), fold: 0, is_folded: 0)
      var expected = pixels
      _ = band.accumulated(cr_baseline) { summed in
        cr_baseline.sweep(&summed, 0, drawn, &expected, width, &ink, cr_hole())
      }
      for level in [cr_baseline, try #require(cr_avx2()).pointee] {
        var sides = pixels
        level.blend_thin(edges, 0, 0, Int32(rows), &sides, width, ink.color, alpha)
        #expect(sides == expected)
      }
    }
  }

  @Test(arguments: 1...70)
  func `both levels resolve a row into the same spans, and blend them alike`(width: Int) throws {
    var random = SeededGenerator(seed: UInt64(width))
    for start in 0..<8 {
      let pixels = words(13 * 80, &random)
      let band = Band(width: width, edges: 3 + width / 2, &random)
      try eachInk(&random) { ink in
        try expectAlike(pixels) { level, pixels in
          var mask = [UInt8](repeating: 0, count: band.stride + 8)
          var spans = [cr_span](repeating: cr_span(), count: band.stride / 8 + 4)
          _ = band.accumulated(level) { summed in
            let count = level.resolve(
              summed.cells, summed.bits, summed.words, summed.x1, 0, &mask, &spans)
            guard count > 0 else { return }
            if let rows = ink.rows {
              level.blend_rows_spans(
                pixels + start, 80, rows, 13, ink.is_opaque, spans, count, mask)
            } else {
              level.blend_spans(
                spans, count, mask, pixels + start, 80, 13, ink.color, ink.alpha, band.hole)
            }
          }
        }
      }
    }
  }
}
