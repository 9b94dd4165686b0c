import Feel
import Testing

/// A second finger on a control held by another is ignored, and cancels nothing.
struct TwoFingerTests {
  private let frame = Rect(x: 0, y: 0, width: 400, height: 300)

  private func finger(
    _ number: Int, _ phase: PointerSample.Phase, _ x: Double, _ y: Double, at ms: Double
  ) -> InputEvent {
    .pointer(
      PointerSample(
        time: time(ms), phase: phase, location: Vector(x, y), device: .touch, pointer: number))
  }

  /// The first finger drags up and left and releases; meanwhile the second goes down, moves and
  /// lifts.
  private func events(withSecond: Bool) -> [InputEvent] {
    var events: [InputEvent] = [finger(1, .down, 300, 150, at: 0)]
    for step in 1...20 {
      let ms = Double(step) * 8
      events.append(finger(1, .moved, 300 - 8 * Double(step), 150 - 6 * Double(step), at: ms))
      guard withSecond else { continue }
      switch step {
      case 3: events.append(finger(2, .down, 100, 100, at: ms))
      case 4...9: events.append(finger(2, .moved, 100 + 20 * Double(step), 200, at: ms))
      case 10: events.append(finger(2, .up, 300, 200, at: ms))
      case 15: events.append(finger(2, .down, 200, 150, at: ms))
      default: break
      }
    }
    events.append(finger(1, .up, 140, 30, at: 160))
    if withSecond { events.append(finger(2, .up, 200, 150, at: 160)) }
    return events
  }

  private func expectIgnoresSecond<Control: DrivenControl>(
    _ control: Control, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var (alone, both) = (control, control)
    let wanted = events(withSecond: false).flatMap { Array(alone.handle($0)) }
    let found = events(withSecond: true).flatMap { Array(both.handle($0)) }
    #expect(found == wanted, sourceLocation: sourceLocation)
    #expect(!wanted.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func `every control ignores a second finger`() {
    expectIgnoresSecond(ScrollView(frame: frame, contentLength: 9000))
    expectIgnoresSecond(Carousel(frame: frame))
    expectIgnoresSecond(ProgressSlider(frame: frame, value: 0.5))
    expectIgnoresSecond(IntegerSlider(frame: frame, maximum: 10))
    expectIgnoresSecond(LongPressButton(frame: frame, pressDuration: 0.2))
    let pages = (0..<4).map { Pager.Page(title: "\($0)", contentLength: 2000) }
    expectIgnoresSecond(Pager(frame: frame, pages: pages))
  }

  @Test func `a fired hold belongs to its finger until that is lifted`() {
    var button = LongPressButton(frame: frame)
    _ = button.handle(finger(1, .down, 100, 100, at: 0))
    #expect(Array(button.handle(finger(2, .down, 200, 100, at: 2500))) == [.fired])
    #expect(Array(button.handle(finger(2, .up, 200, 100, at: 2600))) == [])
    #expect(button.state == .pressed)
    _ = button.handle(finger(1, .up, 100, 100, at: 2700))
    #expect(button.state == .idle)
  }

  @Test func `after a cancel a second finger may press while the first is still down`() {
    var view = ScrollView(frame: frame, contentLength: 9000)
    _ = view.handle(finger(1, .down, 100, 200, at: 0))
    _ = view.handle(.cancel(CancelSample(time: time(10), reason: .user)))
    _ = view.handle(finger(2, .down, 100, 200, at: 20))
    _ = view.handle(finger(2, .moved, 100, 100, at: 30))
    _ = view.handle(finger(1, .up, 100, 200, at: 40))
    #expect(view.isPressed)
    expectClose(view.contentOffset(at: time(40)), 90)
  }

  @Test func `a finger on the screen takes over from fingers on a touchpad`() {
    var view = ScrollView(frame: frame, contentLength: 9000)
    view.play(.fingers(.began, Vector(0, 20), at: 0))
    #expect(view.isHeldByFingers)
    #expect(Array(view.handle(finger(1, .down, 100, 200, at: 20))).contains(.cancelled))
    #expect(view.isPressed && !view.isHeldByFingers)
  }
}
