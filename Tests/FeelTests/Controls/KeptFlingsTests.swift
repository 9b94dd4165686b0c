import Feel
import Testing

struct KeptFlingsTests {
  /// A scroll view after `count` flicks, each faster than the last and each left to run out.
  private func flicked(_ count: Int) -> ScrollView {
    var view = ScrollView(frame: Rect(x: 0, y: 0, width: 300, height: 400), contentLength: 1e6)
    for index in 0..<count {
      let start = time(Double(index) * 10_000)
      _ = view.flick(velocity: 100 + Double(index), at: start)
      _ = view.advance(to: start.advanced(by: 9))
    }
    return view
  }

  @Test func `flings are kept oldest first, each with its own measurements`() {
    let flings = flicked(5).flings
    #expect(flings.count == 5)
    for index in 0..<5 {
      let velocity = 100 + Double(index)
      #expect(flings[index].velocity == velocity)
      let law = Deceleration(from: 0, velocity: velocity)
      expectClose(flings[index].distance, law.restPosition, within: 0.51)
      expectClose(flings[index].duration, law.duration, within: 0.02)
    }
    #expect(flings.last == flings[4])
  }

  @Test func `only the last sixty-four flings are kept`() {
    let flings = flicked(70).flings
    #expect(flings.count == ScrollView.flingLimit)
    #expect((0..<64).allSatisfy { flings[$0].velocity == 106 + Double($0) })
    #expect(Fling.csv(flings).split(separator: "\n").count == 65)
  }

  @Test func `the CSV of flings states how each one ended`() {
    var view = flicked(1)
    _ = view.flick(velocity: 2000, at: time(20_000))
    view.play(.down(100, 100, at: 20_300), .up(100, 100, at: 20_400))
    _ = view.scroll(to: 100, animated: false, at: time(21_000))
    _ = view.flick(velocity: -3000, at: time(22_000))
    _ = view.advance(to: time(30_000))
    let flings = view.flings
    #expect((0..<3).map { flings[$0].outcome } == [.ranOut, .cutShort, .bounced])
    let rows = zip(flings, ["ran out", "cut short", "bounced"]).map { fling, word in
      "\(fling.duration),\(fling.distance),\(fling.velocity),\(word)\n"
    }
    #expect(Fling.csv(flings) == "duration_s,distance_pt,velocity_pt_s,ended\n" + rows.joined())
    #expect(flings.map(\.velocity) == [100, 2000, -3000])
    // The distance has the velocity's sign; the last fling went back to the top.
    #expect(flings.map { $0.distance > 0 } == [true, true, false])
    expectClose(flings[2].distance, -100, within: 1e-9)
  }

  @Test(arguments: ScrollPreset.all)
  func `a fling by hand is recorded under every preset, a spring back from an edge is not`(
    preset: ScrollPreset
  ) {
    var view = ScrollView(
      frame: Rect(x: 0, y: 0, width: 300, height: 400), contentLength: 1e6, offset: 1000,
      physics: preset.physics)
    view.play(.drag(from: Vector(100, 300), to: Vector(100, 150), at: 0, lasting: 80))
    let released = view.contentOffset(at: time(80))
    _ = view.advance(to: time(20_000))
    #expect(view.flings.count == 1)
    #expect(view.flings.last?.outcome == .ranOut)
    expectClose(view.flings.last?.distance ?? .nan, view.contentOffset(at: time(20_000)) - released)
    // Flung outward from past the top, it only springs back, which is no fling.
    _ = view.scroll(to: 0, animated: false, at: time(30_000))
    view.play(.drag(from: Vector(100, 100), to: Vector(100, 300), at: 40_000, lasting: 80))
    _ = view.advance(to: time(60_000))
    #expect(view.contentOffset(at: time(60_000)) == 0 && view.flings.count == 1)
  }
}
