import Feel
import Testing

/// Unusual event times: all equal, or decreasing.
struct EventTimeTests {
  /// Feeds 100 000 events with the same time to a control; it must end as after the same gesture in
  /// a few events.
  private func expectSameAsThree<Control: DrivenControl>(
    _ control: Control, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    func pointer(_ phase: PointerSample.Phase, _ place: Vector) -> InputEvent {
      .pointer(PointerSample(time: time(100), phase: phase, location: place))
    }
    var (many, few) = (control, control)
    // A drag that is recognised at its first move, so that only the last position counts.
    let way = [pointer(.down, Vector(320, 120)), pointer(.moved, Vector(290, 120))]
    for event in way {
      _ = many.handle(event)
      _ = few.handle(event)
    }
    for index in 0..<100_000 {
      _ = many.handle(pointer(.moved, Vector(290 - Double(index % 97), 120)))
    }
    for event in [pointer(.moved, Vector(300, 120)), pointer(.up, Vector(300, 120))] {
      _ = many.handle(event)
      _ = few.handle(event)
    }
    _ = many.advance(to: time(9000))
    _ = few.advance(to: time(9000))
    #expect(many == few, sourceLocation: sourceLocation)
  }

  @Test func `a hundred thousand simultaneous moves count as the last one`() {
    let frame = Rect(x: 0, y: 0, width: 640, height: 240)
    expectSameAsThree(Carousel(frame: frame, at: 50))
    expectSameAsThree(
      ScrollView(frame: frame, contentLength: 9000, direction: .horizontal, offset: 3000))
    expectSameAsThree(IntegerSlider(frame: frame, maximum: 64, value: 32))
    expectSameAsThree(LongPressButton(frame: frame))
    let pages = (0..<5).map { Pager.Page(title: "\($0)", contentLength: 3000) }
    expectSameAsThree(Pager(frame: frame, pages: pages, at: 2))
    // The sum of 100 000 small movements is rounded differently: close, but not bit for bit.
    var slider = ProgressSlider(frame: frame, value: 0.5)
    slider.play(
      .down(320, 120, at: 100),
      .each((0..<100_000).map { $0 % 97 }) { .move(320 - $0, 120, at: 100) },
      .move(300, 120, at: 100), .up(300, 120, at: 100))
    expectClose(slider.value(at: time(100)), 0.5 - 20.0 / 640)
  }

  /// Plays a drag, then events with earlier times than its last; they must count as simultaneous
  /// with the last.
  private func expectNoWayBack<Control: DrivenControl>(
    _ control: Control, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let script: Script = [
      .drag(from: Vector(320, 120), to: Vector(200, 120), at: 1000, lasting: 96)
    ]
    var moved = control
    moved.play(script)
    _ = moved.advance(to: time(1200))
    let late: Script = [
      .wheel(0, 1, at: 300), .key(.right, at: 400),
      .drag(from: Vector(320, 120), to: Vector(250, 120), at: 500, lasting: 16),
    ]
    for event in late.events {
      var (early, present) = (moved, moved)
      var event = event
      _ = early.handle(event)
      event.time = time(1200)
      _ = present.handle(event)
      #expect(early == present, "\(event)", sourceLocation: sourceLocation)
      moved = present
    }
    var early = moved
    _ = early.advance(to: time(600))
    #expect(early == moved, sourceLocation: sourceLocation)
  }

  @Test func `an earlier event time counts as the latest time seen`() {
    let frame = Rect(x: 0, y: 0, width: 640, height: 240)
    expectNoWayBack(Carousel(frame: frame, at: 50))
    expectNoWayBack(
      ScrollView(frame: frame, contentLength: 9000, direction: .horizontal, offset: 3000))
    expectNoWayBack(IntegerSlider(frame: frame, maximum: 64, value: 32))
    expectNoWayBack(ProgressSlider(frame: frame, value: 0.9))
    expectNoWayBack(LongPressButton(frame: frame, pressDuration: 0.2))
    let pages = (0..<5).map { Pager.Page(title: "\($0)", contentLength: 3000) }
    expectNoWayBack(Pager(frame: frame, pages: pages, at: 2))
  }
}
