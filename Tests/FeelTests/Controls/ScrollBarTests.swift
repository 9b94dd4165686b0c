import Feel
import Testing

struct ScrollBarTests {
  private let frame = Rect(x: 0, y: 40, width: 300, height: 400)

  private func view(_ length: Double) -> ScrollView {
    ScrollView(frame: frame, contentLength: length)
  }

  /// The view after its content was dragged by `way` points beyond the slop.
  private func pulled(_ length: Double, from offset: Double, by way: Double) -> ScrollView {
    var control = view(length)
    _ = control.scroll(to: offset, animated: false, at: time(0))
    control.play(.down(100, 200, at: 10), .move(100, 200 + (way > 0 ? 6 : -6) + way, at: 20))
    return control
  }

  @Test func `the thumb's share of the track equals the viewport's share of the content`() throws {
    let thumb = try #require(view(1600).barThumb(at: time(0)))
    #expect(thumb == Rect(x: 288, y: 40, width: 12, height: 100))
    #expect(view(400).barThumb(at: time(0)) == nil)
  }

  @Test func `the thumb of very long content keeps a minimum length and reaches both ends`() throws
  {
    var control = view(4e6)
    #expect(control.barThumb(at: time(0)) == Rect(x: 288, y: 40, width: 12, height: 24))
    _ = control.scroll(to: 4e6, animated: false, at: time(0))
    let last = try #require(control.barThumb(at: time(0)))
    #expect(last.height == 24)
    expectClose(last.maxY, frame.maxY)
    // The thumb's scale is constant: half the track is half the content.
    control.play(.down(294, last.midY, at: 10), .move(294, last.midY - 188, at: 20))
    expectClose(control.contentOffset(at: time(20)), (4e6 - 400) / 2, within: 1e-6)
  }

  @Test func `overscroll shortens the thumb against the end, down to twenty points`() throws {
    for (offset, way, isTop) in [(0.0, 60.0, true), (1200, -60, false)] {
      let control = pulled(1600, from: offset, by: way)
      let squeeze = abs(control.overscroll(at: time(20)))
      #expect(squeeze > 20)
      let thumb = try #require(control.barThumb(at: time(20)))
      expectClose(thumb.height, 100 - squeeze)
      expectClose(isTop ? thumb.minY : thumb.maxY, isTop ? frame.minY : frame.maxY)
    }
    let far = pulled(1600, from: 0, by: 390)
    #expect(try #require(far.barThumb(at: time(20))).height == 20)
  }

  @Test func `the thumb keeps the bar's margin and still scrolls to the end`() throws {
    var control = view(1600)
    control.barMargin = 4
    let first = try #require(control.barThumb(at: time(0)))
    #expect(first == Rect(x: 288, y: 44, width: 12, height: 98))
    control.play(.down(294, first.midY, at: 10), .move(294, first.midY + 294, at: 20))
    expectClose(control.contentOffset(at: time(20)), 1200)
    #expect(try #require(control.barThumb(at: time(20))).maxY == 436)
  }

  @Test func `a resize while the thumb is dragged does not move the content`() {
    var control = view(4000)
    control.play(.down(294, 50, at: 0), .move(294, 150, at: 10))
    let offset = control.contentOffset(at: time(10))
    #expect(offset > 900)
    _ = control.layout(
      frame: Rect(x: 0, y: 40, width: 300, height: 600), contentLength: 9000, at: time(20))
    #expect(control.contentOffset(at: time(20)) == offset)
    control.play(.move(294, 150, at: 30), .move(294, 151, at: 40))
    // The thumb leaves 560 points of a track of 600 for the 8400 points that scroll.
    expectClose(control.contentOffset(at: time(40)), offset + 8400.0 / 560)
  }

  @Test func `content that scrolls horizontally has its bar at the bottom`() {
    let control = ScrollView(frame: frame, contentLength: 1200, direction: .horizontal)
    #expect(control.barThumb(at: time(0)) == Rect(x: 0, y: 428, width: 75, height: 12))
  }
}
