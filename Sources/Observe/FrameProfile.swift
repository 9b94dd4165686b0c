/// A picture reduced to what reveals movement along one axis: for each line across the axis, the
/// mean brightness of some bands.
public struct FrameProfile: Hashable, Sendable {
  /// Maximum number of bands per line.
  public static let mostBands = 24
  /// Minimum side of a picture, in pixels.
  public static let leastSide = 32

  /// In bands at least this wide, in pixels, only every fourth pixel counts, otherwise every
  /// second: such screens have more pixels per point.
  private static let broad = 128

  /// The number of pixels along the axis.
  public let count: Int
  /// The number of bands per line.
  public let bands: Int
  /// Brightness from 0 to 255, line by line, smoothed along the axis, in blocks of eight bands;
  /// unused bands of a line's last block are 0.
  let blocks: [SIMD8<Float>]
  /// The number of blocks per line.
  let width: Int

  /// Reduces a picture.
  ///
  /// - Parameters:
  ///   - pixels: rows of `stride` pixels each, of which `width` count; blue, green, red from the
  ///     lowest byte up.
  ///   - width: in pixels.
  ///   - height: in pixels.
  ///   - stride: pixels from one row to the next, at least `width`.
  ///   - isVertical: whether the movement is along the columns.
  /// - Returns: `nil` if a side is shorter than ``leastSide``, or if there are fewer pixels than
  ///   stated.
  public init?(
    _ pixels: Span<UInt32>, width: Int, height: Int, stride: Int, isVertical: Bool = true
  ) {
    guard width >= Self.leastSide, height >= Self.leastSide, stride >= width,
      pixels.count >= (height - 1) * stride + width
    else { return nil }
    count = isVertical ? height : width
    let across = isVertical ? width : height
    bands = min(Self.mostBands, across / 8)
    let band = across / bands
    // Letters and edges are wider than a pixel.
    let step = band < Self.broad ? 2 : 4
    let counted = (band + step - 1) / step
    var values = [Float](repeating: 0, count: count * bands)
    if isVertical {
      for row in 0..<height {
        for index in 0..<bands {
          let first = row * stride + index * band
          var sum: UInt32 = 0
          var pixel = first
          while pixel < first + band {
            let color = pixels[pixel]
            sum &+= (color & 0xFF) &+ (color >> 7 & 0x1FE) &+ (color >> 16 & 0xFF)
            pixel &+= step
          }
          values[row * bands + index] = Float(sum) / Float(4 * counted)
        }
      }
    } else {
      var sums = [UInt32](repeating: 0, count: width * bands)
      for row in 0..<band * bands where row % band % step == 0 {
        let index = row / band
        for column in 0..<width {
          let color = pixels[row * stride + column]
          sums[column * bands + index] &+=
            (color & 0xFF) &+ (color >> 7 & 0x1FE) &+ (color >> 16 & 0xFF)
        }
      }
      for index in 0..<bands {
        for column in 0..<width {
          values[column * bands + index] = Float(sums[column * bands + index]) / Float(4 * counted)
        }
      }
    }
    (self.width, blocks) = Self.blocks(Self.smoothed(values, bands), count, bands)
  }

  /// Lines blended with their neighbours, so that a rule drawn between two lines still looks
  /// similar.
  private static func smoothed(_ values: [Float], _ bands: Int) -> [Float] {
    var smoothed = values
    for index in bands..<max(bands, values.count - bands) {
      smoothed[index] =
        (values[index - bands] + 2 * values[index] + values[index + bands]) * 0.25
    }
    return smoothed
  }

  private init(count: Int, bands: Int, _ values: [Float]) {
    (self.count, self.bands) = (count, bands)
    (width, blocks) = Self.blocks(values, count, bands)
  }

  private static func blocks(
    _ values: [Float], _ count: Int, _ bands: Int
  ) -> (width: Int, [SIMD8<Float>]) {
    let width = (bands + 7) / 8
    var blocks = [SIMD8<Float>](repeating: .zero, count: count * width)
    for line in 0..<count {
      for band in 0..<bands {
        blocks[line * width + band / 8][band % 8] = values[line * bands + band]
      }
    }
    return (width, blocks)
  }

  /// Averages groups of lines and of bands, for a first look.
  func reduced(lines: Int, bands factor: Int) -> FrameProfile {
    let (newCount, newBands) = (count / lines, max(1, bands / factor))
    var reduced = [Float](repeating: 0, count: newCount * newBands)
    for line in 0..<newCount {
      for block in 0..<width {
        var sum = blocks[line * lines * width + block]
        for next in 1..<lines { sum += blocks[(line * lines + next) * width + block] }
        for lane in 0..<min(8, min(bands, newBands * factor) - 8 * block) {
          reduced[line * newBands + (8 * block + lane) / factor] += sum[lane]
        }
      }
    }
    return FrameProfile(count: newCount, bands: newBands, reduced)
  }
}
