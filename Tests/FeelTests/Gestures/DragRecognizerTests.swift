import Feel
import Testing

struct DragRecognizerTests {
  private let box = Rect(x: 0, y: 0, width: 100, height: 100)

  private func sample(
    _ phase: PointerSample.Phase, _ x: Double, _ y: Double,
    _ button: PointerSample.Button = .primary
  ) -> PointerSample {
    PointerSample(time: .zero, phase: phase, location: Vector(x, y), button: button)
  }

  @Test func `a drag's translation starts at its recognition and loses nothing afterwards`() {
    var drag = DragRecognizer(axis: .horizontal, slop: .scrolling)
    #expect(drag.handle(sample(.down, 50, 50), hitBox: box) == .pressed)
    #expect(drag.handle(sample(.moved, 56, 50), hitBox: box) == .none)
    #expect(drag.handle(sample(.moved, 57, 90), hitBox: box) == .began(translation: Vector(1, 0)))
    #expect(drag.handle(sample(.moved, 40, 0), hitBox: box) == .moved(translation: Vector(-16, 0)))
    #expect(drag.handle(sample(.up, 44, 0), hitBox: box) == .ended(translation: Vector(-12, 0)))
    #expect(drag.state == .possible)
  }

  @Test func `movement across the axis is neither a drag nor a click`() {
    var drag = DragRecognizer(axis: .horizontal, slop: .scrolling)
    _ = drag.handle(sample(.down, 50, 50), hitBox: box)
    #expect(drag.handle(sample(.moved, 50, 80), hitBox: box) == .none)
    #expect(drag.handle(sample(.up, 50, 50), hitBox: box) == .released(isClick: false))
  }

  @Test func `presses outside, releases without a press and hovering are ignored`() {
    var drag = DragRecognizer(axis: .free, slop: .none)
    let fresh = drag.state
    for bad in [
      sample(.down, 100, 50), sample(.up, 50, 50), sample(.moved, 50, 50), sample(.exited, 50, 50),
      sample(.down, .nan, 50), sample(.down, 50, 50, .middle), sample(.up, .infinity, 0),
    ] {
      #expect(drag.handle(bad, hitBox: box) == .none)
      #expect(drag.state == fresh)
    }
  }

  @Test func `another button cancels, and only a new press starts again`() {
    var drag = DragRecognizer(axis: .free, slop: .none)
    _ = drag.handle(sample(.down, 50, 50), hitBox: box)
    #expect(drag.handle(sample(.down, 50, 50, .secondary), hitBox: box) == .cancelled)
    #expect(drag.handle(sample(.moved, 70, 50), hitBox: box) == .none)
    #expect(drag.handle(sample(.up, 70, 50), hitBox: box) == .none)
    #expect(drag.handle(sample(.down, 50, 50), hitBox: box) == .pressed)
  }

  @Test func `an axis lock assigns a drag to one axis, once`() {
    func axis(_ x: Double, _ y: Double) -> DragAxis? {
      AxisLock().axis(of: Vector(x, y), device: .mouse)
    }
    #expect(axis(20, 0) == nil)
    #expect(axis(21, 0) == .horizontal)
    #expect(axis(-30, 20) == .horizontal)
    #expect(axis(30, 21) == nil)
    #expect(axis(0, 6) == nil)
    #expect(axis(4, -7) == .vertical)
    #expect(axis(7, 10) == nil)
    #expect(axis(8, 12) == .vertical)
    #expect(axis(41, 40) == .horizontal)
    #expect(axis(-40, 41) == .vertical)
    var drag = DragRecognizer(lock: AxisLock())
    _ = drag.handle(sample(.down, 50, 50), hitBox: box)
    #expect(drag.handle(sample(.moved, 50, 60), hitBox: box) == .began(translation: Vector(0, 4)))
    #expect(drag.handle(sample(.moved, 90, 60), hitBox: box) == .moved(translation: Vector(0, 4)))
    #expect(drag.axis == .vertical)
  }
}
