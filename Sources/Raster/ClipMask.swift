internal import CRaster

/// The coverage of a soft clip: one byte a pixel, and for each row the run that is wholly inside.
///
/// Only the bytes outside that run are ever written or read, so a large clip costs its edges.
final class ClipMask {
  private(set) var bounds = PixelRect.empty
  private var stride = 0
  private let bytes = Scratch<UInt8>(1 << 12, filledWith: 0)
  private let inside = Scratch<SIMD2<Int32>>(256, filledWith: .zero)

  /// How many pixels there is memory for.
  var capacity: Int { bytes.capacity }

  /// Coverage of a row, from the first column of `bounds` on.
  @inline(__always) func row(_ y: Int) -> View<UInt8> {
    bytes.view.dropping((y &- bounds.y0) &* stride)
  }

  /// The columns of a row that are wholly inside, `x ..< y`, counted from the first column of `bounds`.
  @inline(__always) func inside(_ y: Int) -> SIMD2<Int32> {
    inside.view[y &- bounds.y0]
  }

  /// Takes the coverage of edges, times that of the clip around it.
  func set(_ edges: EdgeList, rule: FillRule, by accumulator: Accumulator, outer: ClipMask?) {
    bounds = edges.bounds
    stride = bounds.width
    bytes.reserve(stride * bounds.height + 32)
    let inside = self.inside.reserve(bounds.height)
    inside.fill(0, bounds.height, with: .zero)
    bytes.view.fill(0, stride * bounds.height, with: 0)
    accumulator.rows(of: edges, rule: rule) { y, x, spans, count, mask in
      let row = self.row(y).dropping(x - bounds.x0)
      var longest = SIMD2<Int32>.zero
      for index in 0..<count {
        let span = spans[index]
        let (start, length) = (Int(span.x), Int(span.n))
        if span.coverage < 0 {
          row.copy(start, from: mask, start, count: length)
        } else {
          row.fill(start, length, with: UInt8(truncatingIfNeeded: span.coverage))
          if span.coverage == 255, span.n > longest.y &- longest.x {
            longest = SIMD2(span.x, span.x &+ span.n) &+ Int32(x - bounds.x0)
          }
        }
      }
      inside[y - bounds.y0] = longest
    }
    if let outer { multiply(by: outer) }
  }

  private func multiply(by outer: ClipMask) {
    for y in bounds.y0..<bounds.y1 {
      let own = inside(y)
      var other = outer.inside(y) &+ Int32(outer.bounds.x0 - bounds.x0)
      other = SIMD2(max(0, other.x), min(Int32(bounds.width), other.y))
      let both = SIMD2(max(own.x, other.x), min(own.y, other.y))
      let common = both.x < both.y ? both : .zero
      let (bytes, theirs) = (row(y), outer.row(y))
      // Inside its own run a mask's bytes hold 255, so a product is right everywhere outside the other's.
      let start = Int(other.x)
      let end = max(start, Int(other.y))
      let shift = bounds.x0 - outer.bounds.x0
      if other.x < other.y {
        multiply(bytes, theirs, 0, start, shift)
        multiply(bytes, theirs, end, bounds.width, shift)
      } else {
        multiply(bytes, theirs, 0, bounds.width, shift)
      }
      inside.view[y - bounds.y0] = common
    }
  }

  private func multiply(
    _ bytes: View<UInt8>, _ theirs: View<UInt8>, _ from: Int, _ to: Int, _ shift: Int
  ) {
    guard from < to else { return }
    unsafe cr_multiply(bytes.base + from, theirs.base + from + shift, to - from)
  }
}
