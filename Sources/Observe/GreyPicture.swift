internal import Feel

/// A frame of a clip in shades of grey.
public struct GreyPicture: Sendable {
  /// Width, in pixels.
  public let width: Int
  /// Height, in pixels.
  public let height: Int
  /// Brightness from 0 to 255, row after row without gaps.
  public let pixels: [UInt8]

  /// Creates a picture.
  ///
  /// - Precondition: there are exactly `width · height` pixels, and both sides are positive.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(width > 0 && height > 0 && pixels.count == width * height)
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }
}

/// Part of a picture, reduced along an axis to the mean brightness of strips, line by line.
///
/// Unlike ``FrameProfile`` it suits compressed pictures: it leaves out masked pixels and does not
/// mix lines.
struct StripProfile {
  /// Lines along the axis.
  let count: Int
  /// Blocks of eight strips in a line.
  let width: Int
  /// Brightness, line by line; 0 in strips that do not count.
  private(set) var values: [SIMD8<Float>]

  private static let mostStrips = 24
  private static let narrowest = 4

  /// Reduces the unmasked pixels of a region.
  init(_ picture: GreyPicture, _ grid: StripGrid) {
    (count, width) = (grid.count, grid.width)
    var sums = [Int32](repeating: 0, count: count * width * 8)
    let pixels = picture.pixels.span
    let mask = grid.mask.span
    let region = grid.region
    var total = sums.mutableSpan
    for y in 0..<region.height {
      let (row, own) = ((region.y0 + y) * picture.width + region.x0, y * region.width)
      if grid.isVertical {
        let line = y * grid.width * 8
        for strip in 0..<grid.strips {
          var sum: Int32 = 0
          for x in grid.edges[strip]..<grid.edges[strip + 1] {
            sum &+= Int32(pixels[row &+ x] & mask[own &+ x])
          }
          total[line + strip] = sum
        }
      } else {
        let (strip, step) = (grid.stripOfRow[y], grid.width * 8)
        for x in 0..<region.width {
          total[x &* step &+ strip] &+= Int32(pixels[row &+ x] & mask[own &+ x])
        }
      }
    }
    values = [SIMD8<Float>](repeating: .zero, count: count * width)
    for block in values.indices {
      var sum = SIMD8<Int32>.zero
      for lane in 0..<8 { sum[lane] = sums[block * 8 + lane] }
      values[block] = SIMD8<Float>(sum) * grid.shares[block]
    }
  }

  private init(count: Int, width: Int, values: [SIMD8<Float>]) {
    (self.count, self.width, self.values) = (count, width, values)
  }

  /// Averages groups of this many lines, for a first look.
  func reduced(by factor: Int, _ weights: [SIMD8<Float>], _ shares: [SIMD8<Float>]) -> StripProfile
  {
    let lines = count / factor
    var reduced = [SIMD8<Float>](repeating: .zero, count: lines * width)
    for line in 0..<lines {
      for block in 0..<width {
        var sum = SIMD8<Float>.zero
        for next in 0..<factor {
          let place = (line * factor + next) * width + block
          sum += values[place] * weights[place]
        }
        reduced[line * width + block] = sum * shares[line * width + block]
      }
    }
    return StripProfile(count: lines, width: width, values: reduced)
  }

  /// How a region is cut into strips, and which strips count.
  struct StripGrid {
    let region: PixelRect
    let isVertical: Bool
    let count: Int
    let width: Int
    let strips: Int
    /// 255 for pixels that count, else 0.
    let mask: [UInt8]
    /// Boundaries of the strips, in pixels of the region across the axis.
    let edges: [Int]
    let stripOfRow: [Int]
    /// 1 / number of counted pixels, by block; 0 for strips that do not count.
    private(set) var shares: [SIMD8<Float>]
    /// 1 for strips that count, else 0.
    private(set) var weights: [SIMD8<Float>]

    /// Cuts a region into strips.
    ///
    /// - Parameters:
    ///   - region: at least 8 pixels wide and high.
    ///   - mask: whether each pixel counts; `nil` if all do.
    init(_ region: PixelRect, isVertical: Bool, mask: [Bool]? = nil) {
      (self.region, self.isVertical) = (region, isVertical)
      let across = isVertical ? region.width : region.height
      count = isVertical ? region.height : region.width
      let strips = max(1, min(StripProfile.mostStrips, across / StripProfile.narrowest))
      self.strips = strips
      width = (strips + 7) / 8
      self.mask =
        mask.map { $0.map { $0 ? 255 : 0 } }
        ?? [UInt8](repeating: 255, count: region.width * region.height)
      let edges = (0...strips).map { $0 * across / strips }
      self.edges = edges
      var stripOfRow = [Int](repeating: 0, count: across)
      for strip in 0..<strips {
        for row in edges[strip]..<edges[strip + 1] { stripOfRow[row] = strip }
      }
      self.stripOfRow = stripOfRow
      shares = [SIMD8<Float>](repeating: .zero, count: count * width)
      weights = shares
      countPixels()
    }

    private mutating func countPixels() {
      var counts = [Int](repeating: 0, count: count * width * 8)
      for y in 0..<region.height {
        for x in 0..<region.width where mask[y * region.width + x] != 0 {
          let (line, place) = isVertical ? (y, x) : (x, y)
          counts[line * width * 8 + stripOfRow[place]] += 1
        }
      }
      for line in 0..<count {
        for strip in 0..<strips {
          let counted = counts[line * width * 8 + strip]
          guard 2 * counted > edges[strip + 1] - edges[strip] else { continue }
          shares[line * width + strip / 8][strip % 8] = 1 / Float(counted)
          weights[line * width + strip / 8][strip % 8] = 1
        }
      }
    }
  }
}
