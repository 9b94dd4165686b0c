/// A picture reduced to what its movement along one axis shows: for each line across the axis, the
/// mean brightness of some bands of it.
public struct FrameProfile: Hashable, Sendable {
  /// How many bands a line has at most.
  public static let mostBands = 24
  /// The shortest picture that is looked at, in pixels along the axis and across it.
  public static let leastSide = 32

  /// Of bands that are as broad as this, in pixels, only every fourth pixel counts: they are of
  /// screens with more pixels a point.
  private static let broad = 128

  /// How many pixels the picture has along the axis.
  public let count: Int
  /// How many bands each line has.
  public let bands: Int
  /// Brightness from 0 to 255, line by line, each mixed with those next to it, eight bands in a
  /// block; 0 in those that the last block of a line has too many.
  let blocks: [SIMD8<Float>]
  /// How many blocks each line has.
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
  /// - Returns: `nil` for a picture with a side under ``leastSide`` or fewer pixels than it says.
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
    // Letters and edges are broader than a pixel.
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

  /// Lines mixed with those next to them, so that a rule of one line that is drawn between two is
  /// still much like itself.
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

  /// The profile with lines and bands put together by a factor each, for a first look.
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
