internal import CRaster

/// A gradient's stops, prepared for computing the colour at any position.
///
/// Each interval between two stops adds its change of colour to the first colour: so every position
/// has its exact colour, to half of a 255th, rather than the nearest entry of a table.
final class GradientColors {
  private let stretches = Scratch(8, filledWith: cr_stretch())
  private var count = 0
  private var first = SIMD4<Float>.zero
  private(set) var isOpaque = false
  /// Whether all colours are fully transparent.
  private(set) var isInvisible = true
  /// The steepest change of a channel, in 255ths per gradient length; infinite if a colour changes
  /// abruptly.
  private(set) var steepness = 0.0

  /// Sets the stops, of which there must be at least one.
  ///
  /// A stop that is not after the previous one is moved to its position.
  func set(_ stops: [GradientStop]) {
    var (last, place) = (Self.channels(stops[0].color), stops[0].offset)
    first = last
    (count, steepness) = (0, 0)
    for stop in stops.dropFirst() {
      // Written so that NaN gets the previous position.
      let (start, end) = (place, stop.offset > place ? stop.offset : place)
      let next = Self.channels(stop.color)
      add(from: start, to: end, next - last)
      (last, place) = (next, end)
    }
    if count == 0 { add(from: 0, to: 1, .zero, isKept: true) }
    isOpaque = stops.allSatisfy { $0.color.alpha == 255 }
    isInvisible = stops.allSatisfy { $0.color.alpha == 0 }
  }

  private func add(
    from start: Double, to end: Double, _ delta: SIMD4<Float>, isKept: Bool = false
  ) {
    guard delta != .zero || isKept else { return }
    // An abrupt change takes effect at its stop, which already has the next colour.
    let isStep = end - start < 1e-6
    stretches.reserve(count + 1)[count] = cr_stretch(
      offset: Float(start), scale: isStep ? 1e9 : Float(1 / (end - start)), bias: isStep ? 1 : 0,
      delta: (delta.x, delta.y, delta.z, delta.w))
    count += 1
    let most = [delta.x, delta.y, delta.z, delta.w].reduce(0) { max($0, abs($1)) }
    steepness = max(steepness, isStep ? .infinity : Double(most) / (end - start))
  }

  private static func channels(_ color: Color) -> SIMD4<Float> {
    SIMD4(Float(color.blue), Float(color.green), Float(color.red), Float(color.alpha))
  }

  /// Writes the premultiplied colours of `count` pixels from column `x` on, at the positions
  /// `start` + column · `step`.
  func fill(_ row: BufferView<UInt32>, start: Double, step: Double, x: Int, count: Int) {
    assert(count <= row.count, "a row ends within the view")
    unsafe withColors { unsafe cr_linear(row.base, $0, Float(start), Float(step), Int32(x), count) }
  }

  /// Writes the colours at the positions `scale` times the distance from (`cx`, `cy`).
  func fill(
    _ row: BufferView<UInt32>, cx: Double, cy: Double, scale: Double, x: Int, y: Int, count: Int
  ) {
    assert(count <= row.count, "a row ends within the view")
    let down = Double(y) - cy
    unsafe withColors {
      unsafe cr_radial(row.base, $0, Float(cx), Float(down * down), Float(scale), Int32(x), count)
    }
  }

  @inline(__always) private func withColors(_ body: (UnsafePointer<cr_colors>) -> Void) {
    var colors = unsafe cr_colors(
      stretches: stretches.view.base, count: Int32(count), is_opaque: isOpaque ? 1 : 0,
      first: (first.x, first.y, first.z, first.w))
    unsafe withUnsafePointer(to: &colors) { unsafe body($0) }
  }
}
