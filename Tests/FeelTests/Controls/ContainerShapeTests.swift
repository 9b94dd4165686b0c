import Feel
import Testing

struct ContainerShapeTests {
  private let frame = Rect(x: 10, y: 20, width: 160, height: 56)

  @Test(
    arguments: [
      (.rectangle, 0), (.roundedRectangle(radius: 12), 12), (.roundedRectangle(radius: 99), 28),
      (.roundedRectangle(radius: -1), 0), (.roundedRectangle(radius: .nan), 0), (.capsule, 28),
    ] as [(ContainerShape, Double)])
  func `a shape fills its frame with its own corner radius`(shape: ContainerShape, radius: Double) {
    let outline = shape.outline(in: frame)
    #expect(outline.frame == frame && outline.cornerRadius == radius)
  }

  @Test func `a circle is the largest that fits, centred in the frame`() {
    let outline = ContainerShape.circle.outline(in: frame)
    #expect(outline.frame == Rect(x: 62, y: 20, width: 56, height: 56))
    #expect(outline.cornerRadius == 28)
  }

  @Test(
    arguments: [.rectangle, .roundedRectangle(radius: 12), .capsule, .circle] as [ContainerShape],
    [0.5, 2.5, 40])
  func `an inset outline reduces the corner radius by the inset`(
    shape: ContainerShape, inset: Double
  ) {
    let outer = shape.outline(in: frame)
    let inner = shape.outline(in: frame, inset: inset)
    #expect(inner.frame == outer.frame.inset(by: inset))
    #expect(inner.cornerRadius == max(0, outer.cornerRadius - inset))
  }

  @Test func `a button's outline follows changes of frame and shape during a hold`() {
    var button = LongPressButton(frame: frame, shape: .circle)
    #expect(button.outline() == ContainerShape.circle.outline(in: frame))
    button.play(.down(frame.midX, frame.midY, at: 0))
    button.shape = .capsule
    let larger = frame.inset(by: -10)
    _ = button.layout(frame: larger, at: Instant(seconds: 1))
    let outline = ContainerShape.capsule.outline(in: larger, inset: 3)
    #expect(button.outline(inset: 3) == outline)
    #expect(button.progress(at: Instant(seconds: 1)) == 0.5)
  }
}
