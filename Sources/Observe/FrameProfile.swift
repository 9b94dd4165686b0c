/// A picture reduced to what its movement along one axis shows: for each line across the axis, the mean brightness of some bands of it.
public struct FrameProfile: Hashable, Sendable {
  /// How many bands a line has at most.
  public static let mostBands = 24
  /// The shortest picture that is looked at, in pixels along the axis and across it.
  public static let leastSide = 32

  /// How many pixels the picture has along the axis.
  public let count: Int
  /// How many bands each line has.
  public let bands: Int
  /// Brightness from 0 to 255, line by line.
  let values: [Float]

  /// Reduces a picture.
  ///
  /// - Parameters:
  ///   - pixels: rows of `stride` pixels each, of which `width` count; blue, green, red from the lowest byte up.
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
    var values = [Float](repeating: 0, count: count * bands)
    if isVertical {
      for row in 0..<height {
        for index in 0..<bands {
          let first = row * stride + index * band
          var sum: UInt32 = 0
          var pixel = first
          // Every other pixel: letters and edges are broader than one.
          while pixel < first + band {
            let color = pixels[pixel]
            sum &+= (color & 0xFF) &+ (color >> 7 & 0x1FE) &+ (color >> 16 & 0xFF)
            pixel &+= 2
          }
          values[row * bands + index] = Float(sum) / Float(4 * ((band + 1) / 2))
        }
      }
    } else {
      var sums = [UInt32](repeating: 0, count: width * bands)
      for row in 0..<band * bands where row % 2 == 0 {
        let index = row / band
        for column in 0..<width {
          let color = pixels[row * stride + column]
          sums[column * bands + index] &+=
            (color & 0xFF) &+ (color >> 7 & 0x1FE) &+ (color >> 16 & 0xFF)
        }
      }
      for index in 0..<bands {
        let rows = (index * band..<(index + 1) * band).count { $0 % 2 == 0 }
        for column in 0..<width {
          values[column * bands + index] = Float(sums[column * bands + index]) / Float(4 * rows)
        }
      }
    }
    self.values = values
  }

  private init(count: Int, bands: Int, _ values: [Float]) {
    (self.count, self.bands, self.values) = (count, bands, values)
  }

  /// The profile with lines and bands put together by a factor each, for a first look.
  func reduced(lines: Int, bands factor: Int) -> FrameProfile {
    let (newCount, newBands) = (count / lines, max(1, bands / factor))
    var reduced = [Float](repeating: 0, count: newCount * newBands)
    for line in 0..<newCount * lines {
      for band in 0..<min(bands, newBands * factor) {
        reduced[line / lines * newBands + band / factor] += values[line * bands + band]
      }
    }
    return FrameProfile(count: newCount, bands: newBands, reduced)
  }
}
