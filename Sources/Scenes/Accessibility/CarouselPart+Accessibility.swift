internal import Feel
internal import Stage

extension CarouselPart {
  func accessibility(at now: Instant) -> [AccessibilityElement] {
    let (place, count) = (carousel.nearest(at: now) + 1, carousel.layout.count)
    let isBusy = carousel.isPressed || carousel.isMoving(at: now)
    return [
      AccessibilityElement(
        .carousel, id: "carousel", name: "Cards", value: "\(place) of \(count)",
        number: Double(place), in: 1...Double(max(1, count)),
        states: Set([.busy: isBusy, .pressed: carousel.isPressed]),
        actions: [
          .init("← →", "a card back, on"),
          .init("Page Up, Page Down, Ctrl+← →", "ten cards back, on"),
          .init("Home, End", "the first, the last"),
        ], frame: carousel.frame)
    ]
  }
}
