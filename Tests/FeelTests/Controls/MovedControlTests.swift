import Feel
import Testing

/// Controls moved or resized under a resting pointer: a press re-evaluates the pointer's position.
struct MovedControlTests {
  private let frame = Rect(x: 0, y: 0, width: 80, height: 80)

  private func held(_ rule: LongPressButton.MoveRule = .outsideFrame) -> LongPressButton {
    var button = LongPressButton(frame: frame, moveRule: rule)
    button.play(.down(40, 40, at: 0))
    return button
  }

  @Test func `a hold ends when its button moves away from the pointer`() {
    var button = held()
    let away = frame.offset(by: Vector(300, 0))
    #expect(Array(button.layout(frame: away, at: time(500))) == [.movedOff])
    #expect(!button.isHovered && button.state == .snapping)
    #expect(Array(button.advance(to: time(9000))) == [])
  }

  @Test func `a hold fires if its button stays within reach of the pointer`() {
    var button = held()
    let near = frame.offset(by: Vector(55, 0))
    #expect(Array(button.layout(frame: near, at: time(500))) == [])
    #expect(Array(button.advance(to: time(2000))) == [.fired])
  }

  @Test func `moving the button under a still pointer obeys the move rule`() {
    for (way, goesOn) in [(9.0, true), (11, false)] {
      var button = held(.fromPress)
      _ = button.layout(frame: frame.offset(by: Vector(way, 0)), at: time(500))
      #expect(button.isPressed == goesOn)
    }
    var button = held(.never)
    _ = button.layout(frame: frame.offset(by: Vector(300, 0)), at: time(500))
    #expect(button.isPressed)
  }

  @Test func `an empty frame cancels any hold`() {
    var button = held(.never)
    #expect(Array(button.layout(frame: .zero, at: time(500))) == [.cancelled])
    button = LongPressButton(frame: frame)
    button.play(.key(.space, at: 0))
    #expect(Array(button.layout(frame: .zero, at: time(500))) == [.cancelled])
  }

  @Test func `a hold by key continues when its button moves`() {
    var button = LongPressButton(frame: frame)
    button.play(.key(.space, at: 0))
    _ = button.layout(frame: frame.offset(by: Vector(300, 0)), at: time(500))
    #expect(Array(button.advance(to: time(2000))) == [.fired])
  }

  @Test func `hovering updates when a control moves under or away from a resting pointer`() {
    let (here, there) = (Rect(x: 0, y: 0, width: 100, height: 50), Vector(500, 0))
    func expectFollows(_ name: String, _ layout: (Rect) -> Bool) {
      #expect(!layout(here.offset(by: there)), "\(name) moved away")
      #expect(layout(here), "\(name) came back")
    }
    let hover = InputEvent.pointer(
      PointerSample(time: time(0), phase: .moved, location: Vector(50, 25)))
    var button = LongPressButton(frame: here)
    _ = button.handle(hover)
    expectFollows("hold") {
      _ = button.layout(frame: $0, at: time(1)); return button.isHovered
    }
    var progress = ProgressSlider(frame: here)
    _ = progress.handle(hover)
    expectFollows("progress") {
      _ = progress.layout(frame: $0, at: time(1))
      return progress.isHovered
    }
    var integer = IntegerSlider(frame: here, maximum: 10)
    _ = integer.handle(hover)
    expectFollows("integer") {
      _ = integer.layout(frame: $0, at: time(1)); return integer.isHovered
    }
    var carousel = Carousel(frame: here)
    _ = carousel.handle(hover)
    expectFollows("carousel") {
      _ = carousel.layout(frame: $0, at: time(1))
      return carousel.isHovered
    }
    var scroll = ScrollView(frame: here, contentLength: 1000)
    _ = scroll.handle(hover)
    expectFollows("scroll") {
      _ = scroll.layout(frame: $0, at: time(1)); return scroll.isHovered
    }
  }

  @Test func `the capsule shrinks when it moves away from a resting pointer`() {
    var slider = ProgressSlider(frame: Rect(x: 0, y: 100, width: 200, height: 14))
    slider.play(.move(100, 107, at: 0))
    #expect(slider.capsuleHeight(at: time(500)) == 10)
    _ = slider.layout(frame: Rect(x: 0, y: 400, width: 200, height: 14), at: time(500))
    #expect(slider.capsuleHeight(at: time(1000)) == 8)
  }

  @Test func `a card that moves away from under the press is not clicked`() {
    let frame = Rect(x: 0, y: 0, width: 900, height: 200)
    for (way, clicks) in [(0.0, true), (-300, false)] {
      var carousel = Carousel(frame: frame)
      carousel.play(.down(700, 100, at: 0))
      _ = carousel.layout(frame: frame.offset(by: Vector(way, 0)), at: time(50))
      #expect(carousel.play(.up(700, 100, at: 100)).contains(.clicked(1)) == clicks, "\(way)")
    }
  }

  @Test func `a slider that moves away from under the press keeps its value`() {
    let frame = Rect(x: 0, y: 0, width: 220, height: 44)
    for (way, value) in [(0.0, 5), (-50, 0)] {
      var slider = IntegerSlider(frame: frame, maximum: 10)
      slider.play(.down(110, 22, at: 0))
      _ = slider.layout(frame: frame.offset(by: Vector(way, 0)), at: time(50))
      slider.play(.up(110, 22, at: 100))
      #expect(slider.value == value)
    }
  }
}
