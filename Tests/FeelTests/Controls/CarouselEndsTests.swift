import Feel
import TestSupport
import Testing

/// The carousel's ends, where a card on its anchor would leave part of the viewport empty.
struct CarouselEndsTests {
  private static let widths: [Double] = [100, 200, 150, 250, 130, 100, 200, 150, 250, 130]

  private static func carousel(
    _ containment: CarouselEnds.Containment, _ alignment: CardLayout.Alignment = .center,
    inset: Double = 0, at index: Int = 0, room: Double = 0
  ) -> Carousel {
    Carousel(
      frame: Rect(x: 0, y: 0, width: 500, height: 200),
      layout: CardLayout(widths: widths, spacing: 20, alignment: alignment, inset: inset),
      ends: CarouselEnds(containment: containment, leading: room, trailing: room), at: index)
  }

  @Test func `an inset moves the anchor by a fraction of the viewport`() {
    let carousel = Self.carousel(.none, .start, inset: 0.1, at: 2)
    #expect(carousel.anchor == 50)
    #expect(carousel.cardFrame(2, at: .zero).minX == 50)
    #expect(carousel.snapOffset(of: 2) == carousel.contentOffset(at: .zero))
  }

  @Test(arguments: [CarouselEnds.Containment.keep, .trim], CardLayout.Alignment.allCases)
  func `contained content never rests past its ends`(
    containment: CarouselEnds.Containment, alignment: CardLayout.Alignment
  ) {
    let carousel = Self.carousel(containment, alignment, inset: 0.05, room: 10)
    let end = carousel.layout.length + 10 - 500
    var random = SeededGenerator(seed: 17)
    for index in carousel.indices {
      let offset = carousel.snapOffset(of: index)
      #expect(offset >= -10 && offset <= end)
    }
    for seed in 0..<200 {
      var flung = Self.carousel(
        containment, alignment, inset: 0.05, at: seed % Self.widths.count, room: 10)
      let way = Double.random(in: -300...300, using: &random)
      let duration = Double.random(in: 30...300, using: &random)
      flung.play(
        .drag(from: Vector(250, 100), to: Vector(250 + way, 100), at: 0, lasting: duration))
      _ = flung.advance(to: time(20_000))
      let rest = flung.contentOffset(at: time(20_000))
      let card = flung.nearest(at: time(20_000))
      expectClose(rest, flung.snapOffset(of: card), within: 1e-6)
      #expect(flung.state(at: time(20_000)) == .idle)
    }
  }

  @Test(arguments: CarouselEnds.Containment.allCases)
  func `arrow keys visit every rest position and return to the first`(
    containment: CarouselEnds.Containment
  ) {
    var carousel = Self.carousel(containment)
    let places = Set(carousel.indices.map { carousel.snapOffset(of: $0) })
    for key in [KeySample.Key.right, .left] {
      var visited: Set<Double> = [carousel.contentOffset(at: .zero)]
      let start = carousel.deadline?.seconds ?? 0
      for step in 1...Self.widths.count {
        let ms = 100_000 * (key == .left ? 2 : 1) + 2000 * Double(step) + start
        carousel.play(.key(key, at: ms))
        _ = carousel.advance(to: time(ms + 1990))
        visited.insert(carousel.contentOffset(at: time(ms + 1990)))
      }
      #expect(visited.union(places).count == places.count, "\(visited) \(places)")
      #expect(key == .left || visited == places)
    }
    #expect(carousel.contentOffset(at: time(1e6)) == carousel.snapOffset(of: 0))
  }

  @Test func `trimming keeps only the innermost of the cards that share a rest position`() {
    let kept = Self.carousel(.keep)
    let trimmed = Self.carousel(.trim)
    #expect(kept.indices == 0..<10)
    #expect(kept.snapOffset(of: 0) == kept.snapOffset(of: 1))
    #expect(trimmed.indices == 1..<10)
    var going = trimmed
    _ = going.scroll(to: 0, at: .zero)
    #expect(going == trimmed)
    _ = going.scroll(to: 5, at: .zero)
    #expect(going.restIndex(at: .zero) == 5)
  }

  @Test func `contained content that fits the viewport has one rest position`() {
    let carousel = Carousel(
      frame: Rect(x: 0, y: 0, width: 900, height: 200),
      layout: CardLayout(count: 3, width: 200), ends: CarouselEnds(containment: .keep), at: 2)
    #expect(carousel.indices == 0..<1)
    #expect(carousel.contentOffset(at: .zero) == 0)
  }

  @Test func `a single contained card has one rest position, even if it exceeds the viewport`() {
    var carousel = Carousel(
      frame: Rect(x: 0, y: 0, width: 300, height: 200), layout: CardLayout(count: 1, width: 900),
      ends: CarouselEnds(containment: .keep))
    #expect(carousel.indices == 0..<1)
    carousel.play(.drag(from: Vector(250, 100), to: Vector(20, 100), at: 0, lasting: 60))
    _ = carousel.advance(to: time(20_000))
    #expect(carousel.contentOffset(at: time(20_000)) == 0)
  }

  @Test(arguments: Carousel.SnapStrategy.allCases)
  func `the last card rests at the end of the trailing room`(strategy: Carousel.SnapStrategy) {
    var carousel = Carousel(
      frame: Rect(x: 0, y: 0, width: 300, height: 200), layout: CardLayout(count: 3, width: 50),
      ends: CarouselEnds(containment: .keep, trailing: 1000), strategy: strategy)
    #expect((0..<3).map { carousel.snapOffset(of: $0) } == [0, 0, 882])
    // Dragged past the end and released there.
    carousel.play(
      .key(.end, at: 0), .drag(from: Vector(250, 100), to: Vector(20, 100), at: 5000, lasting: 60))
    _ = carousel.advance(to: time(20_000))
    #expect(carousel.contentOffset(at: time(20_000)) == 882)
    #expect(carousel.nearest(at: time(20_000)) == 2)
  }

  @Test func `contained content stays at its end when the viewport is resized`() {
    var carousel = Self.carousel(.trim, at: 9)
    for width in [700.0, 400, 500] {
      _ = carousel.layout(frame: Rect(x: 0, y: 0, width: width, height: 200), at: time(width))
      #expect(carousel.contentOffset(at: time(width)) == carousel.layout.length - width)
    }
    _ = carousel.setEnds(CarouselEnds(), at: time(1000))
    _ = carousel.setEnds(CarouselEnds(containment: .keep), at: time(1000))
    #expect(carousel.contentOffset(at: time(1000)) <= carousel.layout.length - 500)
  }

  @Test func `gaps may differ, and a negative gap overlaps cards`() {
    let layout = CardLayout(widths: [400, 400, 300], gaps: [0, -1], alignment: .start)
    #expect((0..<3).map { layout.leadingEdge(of: $0) } == [0, 400, 799])
    #expect(layout.length == 1099)
  }
}
