import Feel
import TestSupport
import Testing

struct CapsuleLayersTests {
  private let frame = Rect(x: 100, y: 50, width: 400, height: 14)

  @Test(arguments: [0, 0.25, 0.3, 1])
  func `the upper layer ends at the value, within the lower layer`(value: Double) {
    let slider = ProgressSlider(frame: frame, value: value)
    let layers = slider.layers(at: .zero)
    #expect(layers.capsule == Rect(x: 100, y: 53, width: 400, height: 8))
    #expect(layers.filled == Rect(x: 100, y: 53, width: 400 * value, height: 8))
    // Half-opaque white over half-opaque white covers three quarters of the background.
    #expect(layers.opacity == CapsuleLayers.Opacity(lower: 0.5, upper: 0.5))
  }

  @Test(arguments: [-1.0, 1])
  func `dragging past an end stretches the capsule without changing its area`(side: Double) {
    var slider = ProgressSlider(frame: frame, value: 0.5)
    slider.play(.down(300, 57, at: 0), .move(300 + side * 300, 57, at: 1000))
    let now = Instant(seconds: 2)
    let layers = slider.layers(at: now)
    let stretch = abs(slider.stretch(at: now))
    #expect(stretch > 5)
    expectClose(layers.capsule.width, 400 + stretch, within: 1e-9)
    expectClose(layers.capsule.width * layers.capsule.height, 400 * 14, within: 1e-9)
    expectClose(layers.capsule.midY, frame.midY, within: 1e-9)
    #expect(layers.capsule.minX == (side < 0 ? 100 - stretch : 100))
    #expect(layers.filled.width == (side < 0 ? 0 : layers.capsule.width))
  }

  @Test func `a slider of zero size has empty layers`() {
    let layers = ProgressSlider(frame: .zero, value: 0.5).layers(at: .zero)
    #expect(layers.capsule.isEmpty && layers.filled.isEmpty)
  }

  @Test(arguments: [-0.1, 1.1, .infinity, .nan])
  func `an opacity outside 0 to 1 is refused`(opacity: Double) async {
    let bits = opacity.bitPattern
    await #expect(processExitsWith: .failure) { [bits = bits as UInt64] in
      _ = CapsuleLayers.Opacity(lower: Double(bitPattern: bits), upper: 0.5)
    }
    await #expect(processExitsWith: .failure) { [bits = bits as UInt64] in
      _ = CapsuleLayers.Opacity(lower: 0.5, upper: Double(bitPattern: bits))
    }
  }
}
