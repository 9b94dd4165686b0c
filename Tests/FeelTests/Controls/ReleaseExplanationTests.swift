import Feel
import Foundation
import TestSupport
import Testing

/// A release's explanation matches its outcome.
struct ReleaseExplanationTests {
  /// Number of random releases: a quick default, or `FEELLAB_RELEASES`.
  private static let count =
    ProcessInfo.processInfo.environment["FEELLAB_RELEASES"].flatMap { Int($0) } ?? 1000

  /// A random hand: some drags catch a run, some go past the edge, some rest before the release.
  private struct Hand {
    var random: SeededGenerator
    var now = 1.0
    var location = Vector.zero

    init(seed: Int) { random = SeededGenerator(seed: UInt64(seed)) }

    mutating func number(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &random)
    }

    mutating func one<Value>(of values: [Value]) -> Value {
      values[Int.random(in: 0..<values.count, using: &random)]
    }

    func sample(_ phase: PointerSample.Phase) -> PointerSample {
      PointerSample(time: Instant(seconds: now), phase: phase, location: location, button: .primary)
    }

    /// The samples of a random drag, without its release.
    mutating func drag(in frame: Rect, along axis: DragAxis) -> [PointerSample] {
      location = Vector(
        number(frame.minX + 1...frame.maxX - 1), number(frame.minY + 1...frame.maxY - 1))
      var samples = [sample(.down)]
      let speed = number(0...1) < 0.2 ? number(-150...150) : number(-6000...6000)
      let steps = Int(number(0...24))
      for _ in 0..<steps {
        let step = number(0.002...0.014)
        now += step
        let way = speed * step * number(0.7...1.3)
        location += axis == .horizontal ? Vector(way, number(-1...1)) : Vector(number(-1...1), way)
        samples.append(sample(.moved))
      }
      now += number(0...1) < 0.1 ? number(0.03...0.3) : number(0...0.01)
      // The release may be elsewhere than the last report.
      if number(0...1) < 0.2 { location.x += number(-20...20) }
      return samples
    }
  }

  private static let frame = Rect(x: 20, y: 30, width: 700, height: 480)

  /// Plays random hands on a control and checks each release; every other run is caught.
  private func play<Control>(
    _ control: Control, hand: inout Hand, along axis: DragAxis,
    handle: (inout Control, InputEvent) -> Void,
    explain: (Control, PointerSample, Double?) -> ReleaseExplanation?,
    settle: (_ held: Control, _ ended: inout Control, ReleaseExplanation) -> (
      rest: Double, index: Int?
    ), seed: Int
  ) -> Int {
    var control = control
    var explained = 0
    for _ in 0..<3 {
      for sample in hand.drag(in: Self.frame, along: axis) { handle(&control, .pointer(sample)) }
      let up = hand.sample(.up)
      if let explanation = explain(control, up, nil) {
        explained += 1
        var ended = control
        handle(&ended, .pointer(up))
        let (rest, index) = settle(control, &ended, explanation)
        #expect(abs(explanation.rest - rest) <= 1e-6, "seed \(seed)")
        #expect(explanation.pieces.last?.end.value == explanation.rest, "seed \(seed)")
        check(explanation.choice, taken: index, seed: seed) { explain(control, up, $0)?.choice }
      }
      handle(&control, .pointer(up))
      hand.now += hand.number(0.02...1.5)
    }
    return explained
  }

  private func check(
    _ choice: ReleaseExplanation.Choice?, taken: Int?, seed: Int,
    at velocity: (Double) -> ReleaseExplanation.Choice?
  ) {
    #expect(choice?.index == taken, "seed \(seed)")
    guard let choice else { return }
    #expect(choice.candidates.contains { $0.index == choice.index }, "seed \(seed)")
    #expect(choice.midpoints == choice.midpoints.sorted(), "seed \(seed)")
    for margin in choice.margins where abs(margin.velocity) > 1e-4 {
      #expect(margin.index != choice.index, "seed \(seed)")
      let (less, more) = (
        velocity(choice.velocity + margin.velocity * (1 - 1e-3)),
        velocity(choice.velocity + margin.velocity * (1 + 1e-3))
      )
      #expect(less?.index == choice.index, "seed \(seed), \(margin) of \(choice)")
      #expect(more?.index == margin.index, "seed \(seed), \(margin) of \(choice)")
    }
  }

  /// The page that content rests on, if its physics has pages.
  private static func page(
    at rest: Double, of layout: ScrollLayout, _ physics: ScrollPhysics
  ) -> Int? {
    guard physics.paging != nil, layout.maximumOffset > 0 else { return nil }
    let last = max(1, (layout.maximumOffset / layout.viewport).rounded())
    return Int((rest / layout.maximumOffset * last).rounded())
  }

  @Test func `a carousel rests on the explained card at the explained position`() {
    var explained = 0
    for seed in 0..<Self.count / 3 {
      var hand = Hand(seed: seed)
      let preset = ScrollPreset.all[seed % ScrollPreset.all.count]
      let alignment = hand.one(of: CardLayout.Alignment.allCases)
      let layout =
        hand.one(of: [true, false])
        ? CardLayout(count: 30, width: hand.number(40...600), alignment: alignment)
        : CardLayout(widths: (0..<12).map { _ in hand.number(60...500) }, alignment: alignment)
      let carousel = Carousel(
        frame: Self.frame, layout: layout, at: Int(hand.number(0...11)),
        strategy: hand.one(of: Carousel.SnapStrategy.allCases),
        flingLimit: hand.one(of: Carousel.FlingLimit.allCases),
        flickRule: hand.one(of: Carousel.FlickRule.allCases), physics: preset.physics)
      explained += play(
        carousel, hand: &hand, along: .horizontal, handle: { _ = $0.handle($1) },
        explain: { $0.explanation(of: $1, velocity: $2) },
        settle: { _, control, explanation in
          var now = explanation.time
          while let due = control.deadline {
            now = due
            _ = control.advance(to: due)
          }
          return (control.contentOffset(at: now), control.nearest(at: now))
        }, seed: seed)
    }
    #expect(explained > Self.count / 2)
  }

  @Test func `a scroll view rests at the explained position`() {
    var (explained, chosen) = (0, 0)
    for seed in 0..<Self.count / 3 {
      var hand = Hand(seed: seed)
      let preset = ScrollPreset.all[seed % ScrollPreset.all.count]
      let direction = hand.one(of: [ScrollView.Direction.vertical, .horizontal])
      let length = hand.number(0...8000)
      let view = ScrollView(
        frame: Self.frame, contentLength: length, direction: direction,
        offset: hand.number(0...8000), physics: preset.physics, scale: hand.one(of: [1, 1.5, 2]))
      explained += play(
        view, hand: &hand, along: direction == .vertical ? .vertical : .horizontal,
        handle: { _ = $0.handle($1) },
        explain: { view, sample, velocity in
          let explanation = view.explanation(of: sample, velocity: velocity)
          #expect((explanation?.choice == nil) || preset.physics.paging != nil, "seed \(seed)")
          if explanation?.choice != nil { chosen += 1 }
          return explanation
        },
        settle: { _, control, explanation in
          var now = explanation.time
          while control.isMoving(at: now), let due = control.deadline {
            now = due
            _ = control.advance(to: due)
          }
          let rest = control.contentOffset(at: now)
          return (rest, Self.page(at: rest, of: control.layout, preset.physics))
        }, seed: seed)
    }
    #expect(explained > Self.count / 3 && chosen > 0)
  }

  /// The page held still after a third of its width, which turns by the articles' rule.
  private func held(_ turn: Pager.Turn) throws -> ReleaseExplanation {
    var pager = Pager(
      frame: Rect(x: 0, y: 0, width: 500, height: 400),
      pages: (0..<5).map { Pager.Page(title: "\($0)", contentLength: 400) }, at: 1, turn: turn)
    func sample(_ phase: PointerSample.Phase, _ x: Double, _ ms: Double) -> PointerSample {
      PointerSample(
        time: time(ms), phase: phase, location: Vector(x, 100), button: .primary, device: .mouse)
    }
    _ = pager.handle(.pointer(sample(.down, 400, 0)))
    for step in 1...20 {
      _ = pager.handle(.pointer(sample(.moved, 400 - 9.5 * Double(step), 8 * Double(step))))
    }
    return try #require(pager.explanation(of: sample(.up, 210, 900)))
  }

  @Test func `the predicted-end rule counts travel twice and turns a page held still`() throws {
    let choice = try #require(try held(Pager.Turn()).choice)
    let turn = try #require(choice.turn)
    #expect(turn.rule == .predictedEnd && turn.momentum == 0)
    // 190 points less the slop of 20, counted twice.
    #expect(turn.start == 1 && turn.travel == 340 && turn.length == 500)
    #expect(choice.index == 2 && abs(turn.aim - 1.68) < 1e-12)
    let own = try #require(try held(.uikit).choice)
    #expect(own.index == 1 && own.turn?.rule == .direction && own.turn?.momentum == 0)
  }

  @Test func `each system's preset turns pages by that system's rule`() {
    for preset in ScrollPreset.all where !["seed", "motion"].contains(preset.id) {
      #expect(preset.turn.rule != .predictedEnd, "\(preset.id)")
    }
    #expect(ScrollPreset.seed.turn == Pager.Turn())
    #expect(ScrollPreset.android.turn.leastVelocity == 50)
    #expect(ScrollPreset.gtk4.turn.rule == .swipe)
    #expect(ScrollPreset.chromium.turn.rule == .free)
  }

  /// The steps add up to the aim, and to the page if that is the nearest.
  private func checkTurn(_ explanation: ReleaseExplanation, of pager: Pager, seed: Int) {
    guard let choice = explanation.choice, let turn = choice.turn else {
      Issue.record("seed \(seed): a turn is explained")
      return
    }
    let aim = turn.start + (turn.travel + turn.momentum) / turn.length
    #expect(abs(turn.aim - aim) <= 1e-6, "seed \(seed)")
    // A distant page takes a neighbour's position, so positions are not page numbers.
    let pitch = pager.stripOffset(of: 1)
    guard abs(choice.aim - aim * pitch) <= 1e-6 else { return }
    if choice.rule == .nearest {
      // libadwaita clamps positions past the last page to that page.
      let held = turn.rule == .swipe ? min(5, max(0, aim)) : aim
      #expect(choice.index == Int(held.rounded()), "seed \(seed)")
    }
  }

  @Test func `a pager and its pages rest at the explained page and position`() {
    var (explained, turned) = (0, 0)
    for seed in 0..<Self.count / 3 {
      var hand = Hand(seed: seed)
      let preset = ScrollPreset.all[seed % ScrollPreset.all.count]
      let turn =
        hand.one(of: [true, false])
        ? preset.turn
        : Pager.Turn(
          rule: hand.one(of: Pager.TurnRule.allCases),
          landing: hand.one(of: Pager.Landing.allCases),
          resistance: hand.one(of: Pager.Resistance.allCases))
      var pager = Pager(
        frame: Self.frame,
        pages: (0..<6).map { Pager.Page(title: "\($0)", contentLength: 400 * Double($0)) },
        at: Int(hand.number(0...5)), turn: turn, physics: preset.physics)
      // Some are caught on the way to a distant page.
      if hand.one(of: [true, false, false]) {
        _ = pager.go(to: Int(hand.number(0...5)), at: Instant(seconds: hand.now - 0.1))
      }
      explained += play(
        pager, hand: &hand, along: hand.one(of: [.horizontal, .horizontal, .vertical]),
        handle: { _ = $0.handle($1) },
        explain: { pager, sample, velocity in
          let explanation = pager.explanation(of: sample, velocity: velocity)
          if explanation?.axis == .horizontal { turned += 1 }
          return explanation
        },
        settle: { held, control, explanation in
          var now = explanation.time
          let scrolled = held.movement(at: now).page
          while let due = control.deadline, control.isMoving(at: now) {
            now = due
            _ = control.advance(to: due)
          }
          guard explanation.axis == .horizontal else {
            let rest = control.contentOffset(of: scrolled, at: now)
            let layout = ScrollLayout(
              content: control.pages[scrolled].contentLength, viewport: Self.frame.height)
            return (rest, Self.page(at: rest, of: layout, preset.physics))
          }
          let page = control.currentPage
          checkTurn(explanation, of: held, seed: seed)
          return (control.stripOffset(of: page), page)
        }, seed: seed)
    }
    #expect(explained > Self.count / 2 && turned > Self.count / 4)
  }
}
