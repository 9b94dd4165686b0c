import Feel
import Testing

/// Hit testing against the drawn shape.
struct HitShapeTests {
  private let frame = Rect(x: 100, y: 100, width: 80, height: 80)

  @Test func `the distance to a shape is the signed distance to its edge`() {
    let wide = Rect(x: 0, y: 0, width: 100, height: 40)
    func distance(_ shape: ContainerShape, _ x: Double, _ y: Double) -> Double {
      shape.distance(to: Vector(x, y), in: wide)
    }
    expectClose(distance(.rectangle, 50, 20), -20)
    expectClose(distance(.rectangle, 103, 44), 5)
    expectClose(distance(.rectangle, 110, 20), 10)
    // The capsule's ends are semicircles about (20, 20) and (80, 20).
    expectClose(distance(.capsule, 20 - 12, 20 - 16), 0)
    expectClose(distance(.capsule, 20 - 15, 20 - 20), 5)
    expectClose(distance(.roundedRectangle(radius: 10), 0, 0), 10 * 2.0.squareRoot() - 10)
    // The circle in the middle of the frame.
    expectClose(distance(.circle, 50, 20), -20)
    expectClose(distance(.circle, 80, 20), 10)
  }

  @Test func `a round button ignores the corners of its frame`() {
    var button = LongPressButton(frame: frame, shape: .circle)
    #expect(button.play(.move(104, 104, at: 0), .down(104, 104, at: 10)) == [])
    #expect(!button.isHovered)
    #expect(button.play(.up(104, 104, at: 20), .down(113, 113, at: 30)) == [.pressed])
    #expect(button.isHovered)
  }

  @Test(arguments: [(PointerSample.Device.mouse, 0.0), (.touch, 8)])
  func `a mouse hits a shape up to its edge, a finger eight points further`(
    device: PointerSample.Device, margin: Double
  ) {
    for (distance, hits) in [(margin - 0.5, true), (margin + 0.5, false)] {
      var button = LongPressButton(frame: frame, shape: .circle)
      let way = (40 + distance) / 2.0.squareRoot()
      #expect(
        button.play(.pointer(.down, 140 - way, 140 - way, at: 0, device: device))
          == (hits ? [.pressed] : []), "\(distance)")
    }
  }

  @Test func `a hold may stray sixteen points from the shape, not from its frame`() {
    for (distance, goesOn) in [(15.5, true), (16.5, false)] {
      var button = LongPressButton(frame: frame, shape: .circle)
      let way = (40 + distance) / 2.0.squareRoot()
      button.play(.down(140, 140, at: 0), .move(140 - way, 140 - way, at: 10))
      #expect(button.isPressed == goesOn, "\(distance)")
    }
  }

  @Test func `a point beside a card or outside its rounded corner hits no card`() {
    let frame = Rect(x: 0, y: 0, width: 900, height: 300)
    var carousel = Carousel(frame: frame)
    carousel.cardShape = .roundedRectangle(radius: 14)
    // The second card is at 606…886 by 50…250.
    for (place, card) in [
      (Vector(700, 150), 1), (Vector(700, 20), nil), (Vector(608, 52), nil),
      (Vector(598, 150), nil),
    ] as [(Vector, Int?)] {
      #expect(carousel.card(at: place, time: .zero) == card, "\(place)")
    }
    #expect(carousel.card(at: Vector(600, 150), by: .touch, time: .zero) == 1)
    #expect(carousel.card(at: Vector(596, 150), by: .touch, time: .zero) == 0)
  }

  @Test func `the card under the pointer is hovered, pressed until dragged, and clicked`() {
    var carousel = Carousel(frame: Rect(x: 0, y: 0, width: 900, height: 200))
    carousel.play(.move(700, 100, at: 0))
    #expect(carousel.hoveredCard(at: time(0)) == 1 && carousel.pressedCard(at: time(0)) == nil)
    carousel.play(.down(700, 100, at: 10))
    #expect(carousel.pressedCard(at: time(10)) == 1)
    var dragged = carousel
    dragged.play(.move(650, 100, at: 20))
    #expect(dragged.hoveredCard(at: time(20)) == nil && dragged.pressedCard(at: time(20)) == nil)
    #expect(carousel.play(.up(700, 100, at: 20)).contains(.clicked(1)))
    #expect(carousel.pressedCard(at: time(20)) == nil)
  }
}
