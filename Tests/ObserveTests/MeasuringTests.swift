import Feel
import Observe
import TestSupport
import Testing

/// Parts of measuring a window: the script, changed areas, and rows from pictures.
struct MeasuringTests {
  // MARK: Script

  @Test(arguments: [80.0, 234, 600, 1400])
  func `the script's samples stay within the length, in order of time`(length: Double) {
    let script = ScriptedGesture.script(length: length, hasFinger: true, hasWheel: true)
    #expect(script.map(\.name) + ["edge"] == ScriptedGesture.names)
    let others = [
      ScriptedGesture.probe(length: length), .back(length: length), .away(length: length),
    ]
    for gesture in script + others {
      #expect(gesture.samples.isEmpty == (gesture.notches != 0))
      for (first, second) in zip(gesture.samples, gesture.samples.dropFirst()) {
        #expect(first.time < second.time, "\(gesture.name)")
      }
      for sample in gesture.samples {
        #expect((0...length).contains(sample.place), "\(gesture.name): \(sample)")
      }
    }
  }

  @Test func `the script has its three speeds and a pause before the release`() throws {
    let script = ScriptedGesture.script(length: 700, hasFinger: true, hasWheel: false)
    let speeds = script.prefix(3).map { $0.speed.rounded() }
    #expect(speeds == [500, 1500, 3000])
    let stop = try #require(script.first { $0.name == "stop" }).samples.suffix(2)
    #expect(stop.map(\.phase) == [.update, .end])
    #expect(try #require(stop.last).time - (try #require(stop.first).time) > 0.3)
    // The next gesture shows content further on, so the finger moves back.
    #expect(try #require(script.first?.samples.last).place < 350)
  }

  @Test func `single steps are more than 90 ms apart`() throws {
    let script = ScriptedGesture.script(length: 700, hasFinger: true, hasWheel: false)
    let steps = try #require(script.first { $0.name == "steps" })
    #expect(steps.lone.count >= 12)
    for index in steps.lone {
      #expect(steps.samples[index].time - steps.samples[index - 1].time > 0.09)
      #expect(steps.samples[index + 1].time - steps.samples[index].time > 0.09)
      #expect(steps.samples[index].place < steps.samples[index - 1].place)
    }
  }

  @Test func `a reversed gesture ends where the original began`() throws {
    let probe = ScriptedGesture.probe(length: 600)
    let back = probe.reversed
    #expect(back.samples.first?.place == probe.samples.last?.place)
    #expect(back.samples.last?.place == probe.samples.first?.place)
    #expect(back.samples.map(\.time) == probe.samples.map(\.time))
    #expect(ScriptedGesture.notches(3).reversed.notches == -3)
  }

  @Test func `without a finger the script only turns the wheel`() {
    let script = ScriptedGesture.script(length: 600, hasFinger: false, hasWheel: true)
    #expect(script.map(\.notches) == [1, 3])
  }

  // MARK: Changed areas

  private static let (width, height) = (320, 240)

  private func picture(_ change: (Int, Int) -> UInt32?) -> CellPicture {
    var pixels = [UInt32](repeating: 0xFFFFFF, count: Self.width * Self.height)
    for y in 0..<Self.height {
      for x in 0..<Self.width { pixels[y * Self.width + x] = change(x, y) ?? 0xFFFFFF }
    }
    return CellPicture(pixels.span, width: Self.width, height: Self.height)
  }

  @Test func `a region joins nearby changes around a point and excludes distant ones`() {
    let blank = picture { _, _ in nil }
    // The lines of a list with gaps on the left; a clock on the right.
    let list = picture { x, y in
      (40..<160).contains(x) && (48..<200).contains(y) && y / 16 % 2 == 1
        ? 0x202020 : (280..<304).contains(x) && (16..<32).contains(y) ? 0x40 : nil
    }
    var changed = ChangedCells()
    #expect(changed.region(aroundX: 100, y: 120) == nil)
    changed.add(blank, list)
    #expect(changed.region(aroundX: 100, y: 240) == nil)
    #expect(changed.region(aroundX: 100, y: 120) == PixelRect(x0: 40, y0: 48, x1: 160, y1: 192))
    #expect(changed.region(aroundX: 290, y: 20) == PixelRect(x0: 280, y0: 16, x1: 304, y1: 32))
    #expect(changed.region(aroundX: 240, y: 210) == nil)
  }

  @Test func `content that changes by itself is left out`() {
    let blank = picture { _, _ in nil }
    let clock = picture { x, y in (280..<304).contains(x) && (16..<32).contains(y) ? 0x40 : nil }
    var (restless, changed) = (ChangedCells(), ChangedCells())
    #expect(blank.isPlain && !clock.isPlain)
    restless.add(blank, clock)
    changed.add(clock, blank)
    #expect(changed.share > 0)
    changed.subtract(restless)
    #expect(changed.share == 0 && changed.region(aroundX: 290, y: 20) == nil)
  }

  @Test func `a single pixel counts as a change`() {
    var changed = ChangedCells()
    changed.add(picture { _, _ in nil }, picture { x, y in x == 100 && y == 101 ? 0xFFFFFE : nil })
    #expect(changed.region(aroundX: 100, y: 101) == PixelRect(x0: 96, y0: 96, x1: 104, y1: 104))
  }

  // MARK: Rows

  @Test func `each picture becomes a row unless it repeats the one before or is blank`() {
    var random = SeededGenerator(seed: 5)
    let lines = (0..<600).map { _ in UInt32.random(in: 0...255, using: &random) }
    func pixels(_ offset: Int) -> [UInt32] {
      (0..<Self.height).flatMap { row in
        [UInt32](repeating: lines[row + offset] * 0x010101, count: Self.width)
      }
    }
    var tracker = FrameTracker(
      region: PixelRect(x0: 0, y0: 0, x1: Self.width, y1: Self.height), isVertical: true)
    for (index, offset) in [10, 10, 14, 14, 50, 30].enumerated() {
      tracker.add(pixels(offset).span, at: Double(index))
    }
    #expect(tracker.rows.map(\.time) == [0, 2, 4, 5])
    #expect(tracker.rows.map(\.offset) == [0, 4, 40, 20])
    #expect(tracker.refusals.isEmpty)
    let blank = [UInt32](repeating: 0xFFFFFF, count: Self.width * Self.height)
    let isNew = tracker.add(blank.span, at: 6)
    #expect(!isNew && tracker.refusals.values.reduce(0, +) == 1 && tracker.rows.count == 4)
  }
}
