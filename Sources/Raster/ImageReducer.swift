internal import CRaster
internal import FeelGeometry

/// Scales images down; each pixel is the mean of all the pixels it covers.
///
/// So nothing is lost between the pixels, and nothing shimmers when the image moves.
final class ImageReducer {
  private let sums = Scratch<UInt32>(1 << 12, filledWith: 0)
  private let first = Scratch<Int32>(1 << 10, filledWith: 0)
  private let ends = Scratch<Int32>(1 << 10, filledWith: 0)
  private let weights = Scratch<UInt32>(1 << 12, filledWith: 0)

  /// Writes the pixels in `part` of a picture of `width` × `height`, which are at least 1 and at
  /// most the image's size.
  func reduce(
    _ pixels: BufferView<UInt32>, of image: Image, width: Int, height: Int, part: PixelRect,
    into target: BufferView<UInt32>
  ) {
    let (across, down) = (
      Double(image.width) / Double(width), Double(image.height) / Double(height)
    )
    let columns =
      Self.covered(by: part.x0, across, image.width)
      .lowerBound..<Self.covered(by: part.x1 - 1, across, image.width).upperBound
    weigh(part, across, image.width, from: columns.lowerBound)
    let sums = self.sums.reserve(4 * columns.count)
    for y in part.y0..<part.y1 {
      sums.fill(0, 4 * columns.count, with: 0)
      for row in Self.covered(by: y, down, image.height) {
        let source = pixels.dropping(row * image.width + columns.lowerBound)
        assert(columns.count <= source.count, "a row ends within the image")
        unsafe cr_add_row(sums.base, source.base, Self.weight(row, y, down), columns.count)
      }
      let row = target.dropping((y - part.y0) * part.width)
      unsafe cr_average_columns(
        row.base, sums.base, first.view.base, ends.view.base, weights.view.base, part.width)
    }
  }

  /// Computes the weights of the columns.
  private func weigh(_ part: PixelRect, _ per: Double, _ limit: Int, from start: Int) {
    let (first, ends) = (self.first.reserve(part.width), self.ends.reserve(part.width))
    var count = 0
    for x in part.x0..<part.x1 {
      let covered = Self.covered(by: x, per, limit)
      first[x - part.x0] = Int32(covered.lowerBound - start)
      let weights = self.weights.reserve(count + covered.count)
      for column in covered {
        weights[count] = Self.weight(column, x, per)
        count += 1
      }
      ends[x - part.x0] = Int32(count)
    }
  }

  /// The image's pixels covered by one pixel of the smaller picture; `per` of them, the outer ones
  /// partly.
  private static func covered(by index: Int, _ per: Double, _ limit: Int) -> Range<Int> {
    let (start, end) = (Double(index) * per, Double(index + 1) * per)
    return Int(start)..<max(Int(start) + 1, min(limit, Int(end.rounded(.up))))
  }

  /// The weight of an image pixel in a pixel of the smaller picture, in 65,536ths; the weights add
  /// up to exactly one.
  private static func weight(_ pixel: Int, _ index: Int, _ per: Double) -> UInt32 {
    let (start, end) = (Double(index) * per, Double(index + 1) * per)
    func share(_ place: Int) -> Double {
      ((max(start, min(end, Double(place))) - start) / per * 65536).rounded()
    }
    return UInt32(share(pixel + 1) - share(pixel))
  }
}
