package import Feel

/// A control that can be fed random sequences.
package protocol SequencedControl: Hashable, Sendable {
  associatedtype Effect: Hashable & Sendable

  /// Its name on the command line.
  static var name: String { get }
  /// Creates a control with random values.
  init(using numbers: inout SequenceNumbers)
  mutating func handle(_ event: InputEvent) -> Effects<Effect>
  mutating func advance(to time: Instant) -> Effects<Effect>
  var deadline: Instant? { get }
  var isPressed: Bool { get }
  /// The offsets and values shown, which neither a press nor a still pointer may move.
  func offsets(at time: Instant) -> [Double]
  /// Whether a press stops what is shown.
  var isCaughtByPress: Bool { get }
  /// Whether a press has become a drag by some time.
  func isDragging(at time: Instant) -> Bool
  /// Changes something that must not move held content, if possible.
  mutating func disturb(_ numbers: inout SequenceNumbers, at time: Instant)
  /// The results of all queries about a future time, as numbers.
  func answers(at time: Instant) -> [Double]
  /// Performs a program's command; time has been advanced already.
  mutating func order(_ numbers: inout SequenceNumbers, at time: Instant) -> Effects<Effect>
  /// Moves or resizes the control.
  mutating func place(in frame: Rect, at time: Instant) -> Effects<Effect>
  /// Describes what is wrong with an effect of a call on the control in its previous state, or
  /// `nil`.
  ///
  /// `pointers`: positions of those that are down; `nil` while a key may hold the control.
  func fault(of effect: Effect, pointers: [Vector]?) -> String?
  /// The final position of wheel notches, in whole notches or as a value, once everything is at
  /// rest; `nil` if it depends on their times.
  func notchPlace(at time: Instant) -> Double?
  /// Whether an effect only reports a value at the end of a call, so that their number depends on
  /// the calls.
  static func isReading(_ effect: Effect) -> Bool
}

extension SequencedControl {
  package var isCaughtByPress: Bool { true }
  package func isDragging(at time: Instant) -> Bool { false }
  package mutating func disturb(_ numbers: inout SequenceNumbers, at time: Instant) {}
  package static func isReading(_ effect: Effect) -> Bool { false }
  package func fault(of effect: Effect, pointers: [Vector]?) -> String? { nil }
  package func notchPlace(at time: Instant) -> Double? { nil }
}

extension ScrollView: SequencedControl {
  package static var name: String { "scroll" }
  package init(using numbers: inout SequenceNumbers) {
    self.init(
      frame: numbers.frame(), contentLength: numbers.number(0...9000),
      direction: numbers.pick(Direction.allCases), offset: numbers.number(0...3000),
      physics: numbers.physics(), scale: numbers.pick([1, 2, 1.5]))
  }
  package func offsets(at time: Instant) -> [Double] { [contentOffset(at: time)] }
  package mutating func place(in frame: Rect, at time: Instant) -> Effects<Effect> {
    layout(frame: frame, at: time)
  }
  package func answers(at time: Instant) -> [Double] {
    let answers = [
      contentOffset(at: time), velocity(at: time), restOffset(at: time), barOpacity(at: time),
      overscroll(at: time), isMoving(at: time) ? 1 : 0, Double(state(at: time).hashValue),
      Double(zone(at: time).hashValue),
      Double(visibleRows(rowLength: 44, count: .max, at: time).lowerBound),
      Double(visibleRows(rowLength: 44, count: 100, at: time).upperBound),
    ]
    return answers + (barThumb(at: time)?.numbers ?? [])
  }
  package func isDragging(at time: Instant) -> Bool {
    [.tracking, .rubber].contains(state(at: time))
  }
  package mutating func disturb(_ numbers: inout SequenceNumbers, at time: Instant) {
    if isBarPressed || numbers.pick(2) == 0 {
      _ = setPhysics(numbers.physics(), at: time)
    } else {
      _ = layout(frame: numbers.frame(), scale: numbers.pick([1, 2, 3]), at: time)
    }
  }
  package static func isReading(_ effect: Effect) -> Bool {
    if case .offsetChanged = effect { true } else { false }
  }
  package mutating func order(
    _ numbers: inout SequenceNumbers, at time: Instant
  ) -> Effects<Effect> {
    switch numbers.pick(8) {
    case 0: return scroll(to: numbers.number(-500...9000), at: time)
    case 1: return scroll(to: numbers.number(-500...9000), animated: false, at: time)
    case 2, 3: return flick(velocity: numbers.number(-9000...9000), at: time)
    case 4: return setPhysics(numbers.physics(), at: time)
    case 5: return setEnabled(numbers.pick(4) > 0, at: time)
    case 6: return layout(frame: frame, contentLength: numbers.number(0...9000), at: time)
    default: return layout(frame: numbers.frame(), scale: numbers.pick([1, 2, 3]), at: time)
    }
  }
}

extension CarouselEnds {
  static func random(_ numbers: inout SequenceNumbers) -> CarouselEnds {
    CarouselEnds(
      containment: numbers.pick([.none, .none, .keep, .trim]),
      leading: numbers.pick([0, 10], hostile: [.leastNonzeroMagnitude, 1e9]),
      trailing: numbers.pick([0, 10], hostile: [.leastNonzeroMagnitude, 1e9]))
  }
}

extension CardLayout {
  static func random(_ numbers: inout SequenceNumbers) -> CardLayout {
    if numbers.pick(3) == 0 {
      let widths = (0...numbers.pick(12)).map { _ in
        numbers.pick([80, 200, 280, 333.3], hostile: [.leastNonzeroMagnitude, 1e-300, 1e9])
      }
      return CardLayout(
        widths: widths, spacing: numbers.pick([0, 16], hostile: [.leastNonzeroMagnitude, 1e9]),
        alignment: numbers.pick(Alignment.allCases), inset: numbers.pick([0, 0, 0.1, -0.3]))
    }
    return CardLayout(
      count: numbers.pick([1, 2, 12, 100], hostile: [10_000_000, .max]),
      width: numbers.pick([80, 280], hostile: [.leastNonzeroMagnitude, 1e-300, 1000]),
      spacing: numbers.pick([0, 16], hostile: [.leastNonzeroMagnitude, 1000]),
      alignment: numbers.pick(Alignment.allCases), inset: numbers.pick([0, 0, 0.1, -0.3]))
  }
}

extension Carousel: SequencedControl {
  package static var name: String { "carousel" }
  package init(using numbers: inout SequenceNumbers) {
    self.init(
      frame: numbers.frame(), layout: .random(&numbers), ends: .random(&numbers),
      cardHeight: numbers.pick([200], hostile: [.leastNonzeroMagnitude, 1e308]),
      at: numbers.pick([0, 5, 60], hostile: [.min, .max]),
      strategy: numbers.pick(SnapStrategy.allCases), flingLimit: numbers.pick(FlingLimit.allCases),
      flickRule: numbers.pick(FlickRule.allCases), physics: numbers.physics(),
      scale: numbers.pick([1, 2]))
  }
  package func offsets(at time: Instant) -> [Double] {
    // A carousel keeps the point on its anchor: a resize moves the viewport's edges relative to it.
    [contentOffset(at: time) + anchor]
  }
  package mutating func place(in frame: Rect, at time: Instant) -> Effects<Effect> {
    layout(frame: frame, at: time)
  }
  package func notchPlace(at time: Instant) -> Double? { Double(restIndex(at: time)) }
  package func answers(at time: Instant) -> [Double] {
    [
      contentOffset(at: time), velocity(at: time), restOffset(at: time), progress(at: time),
      Double(nearest(at: time)), Double(restIndex(at: time)),
      Double(visibleRange(at: time).lowerBound), isMoving(at: time) ? 1 : 0,
      Double(state(at: time).hashValue),
    ]
  }
  package func isDragging(at time: Instant) -> Bool {
    [.tracking, .rubber].contains(state(at: time))
  }
  package mutating func disturb(_ numbers: inout SequenceNumbers, at time: Instant) {
    // With this strategy it also snaps under a resting hand, which then holds nothing.
    if numbers.pick(2) == 0 || strategy == .whenOffsetRests {
      _ = setPhysics(numbers.physics(), at: time)
    } else {
      _ = layout(frame: numbers.frame(), at: time)
    }
  }
  package static func isReading(_ effect: Effect) -> Bool {
    if case .offsetChanged = effect { true } else { false }
  }
  package mutating func order(
    _ numbers: inout SequenceNumbers, at time: Instant
  ) -> Effects<Effect> {
    switch numbers.pick(10) {
    case 9: return setEnds(.random(&numbers), at: time)
    case 0, 1:
      let index = numbers.pick([0, 3, 11, 99], hostile: [.min, .max, .max - 1])
      return scroll(
        to: index, anchor: numbers.pick([nil, .start, .center, .end]),
        animated: numbers.pick(3) > 0, at: time)
    case 2: return layout(frame: numbers.frame(), at: time)
    case 3: return setPhysics(numbers.physics(), at: time)
    case 4: return setLayout(.random(&numbers), at: time)
    case 5: return setEnabled(numbers.pick(4) > 0, at: time)
    case 6: strategy = numbers.pick(SnapStrategy.allCases)
    case 7: flingLimit = numbers.pick(FlingLimit.allCases)
    default: flickRule = numbers.pick(FlickRule.allCases)
    }
    return Effects()
  }
}

extension Pager: SequencedControl {
  package static var name: String { "pager" }
  package init(using numbers: inout SequenceNumbers) {
    let pages = (0...numbers.pick(8)).map { _ in
      Page(title: "", contentLength: numbers.number(0...3000))
    }
    self.init(
      frame: numbers.frame(), pages: pages, at: numbers.pick(9),
      spacing: numbers.pick([0, 8], hostile: [.leastNonzeroMagnitude, 1e9]),
      turn: .random(&numbers), physics: numbers.physics(), scale: numbers.pick([1, 2]))
  }
  package func offsets(at time: Instant) -> [Double] {
    [pagePosition(at: time)] + pages.indices.map { contentOffset(of: $0, at: time) }
  }
  package mutating func place(in frame: Rect, at time: Instant) -> Effects<Effect> {
    layout(frame: frame, at: time)
  }
  package func answers(at time: Instant) -> [Double] {
    let (shown, movement) = (visiblePages(at: time), movement(at: time))
    var answers = offsets(at: time)
    answers += [
      velocity(at: time), Double(state(at: time).hashValue), isMoving(at: time) ? 1 : 0,
      Double(movement.axis.hashValue), Double(movement.page), movement.offset, movement.velocity,
      movement.restOffset, movement.restTime?.seconds ?? -1, Double(shown.first.page),
      Double(shown.second?.page ?? -1),
    ]
    answers += shown.first.frame.numbers
    answers += shown.second?.frame.numbers ?? []
    answers += underline(at: time)?.numbers ?? []
    return answers
  }
  package func isDragging(at time: Instant) -> Bool {
    [.tracking, .rubber].contains(state(at: time))
  }
  package mutating func disturb(_ numbers: inout SequenceNumbers, at time: Instant) {
    if numbers.pick(2) == 0 {
      _ = setPhysics(numbers.physics(), at: time)
    } else {
      _ = setTurn(.random(&numbers), at: time)
    }
  }
  package mutating func order(
    _ numbers: inout SequenceNumbers, at time: Instant
  ) -> Effects<Effect> {
    switch numbers.pick(9) {
    case 0, 1, 2:
      let page = numbers.pick([0, 1, 2, 4, 8], hostile: [.min, .max])
      return go(to: page, animated: numbers.pick(3) > 0, at: time)
    case 3: return layout(frame: numbers.frame(), at: time)
    case 4:
      let page = Page(title: "", contentLength: numbers.number(0...3000))
      return setPage(page, at: numbers.pick(pages.count), time: time)
    case 5: return setEnabled(numbers.pick(4) > 0, at: time)
    case 6: tabs = pages.map { _ in numbers.frame() }
    case 7: return setPhysics(numbers.physics(), at: time)
    default: return setTurn(.random(&numbers), at: time)
    }
    return Effects()
  }
}

extension Rect {
  fileprivate var numbers: [Double] { [minX, minY, width, height] }
}

extension Pager.Turn {
  fileprivate static func random(_ numbers: inout SequenceNumbers) -> Pager.Turn {
    Pager.Turn(
      rule: numbers.pick(Pager.TurnRule.allCases), landing: numbers.pick(Pager.Landing.allCases),
      duration: numbers.pick([0.25, 2], hostile: [.leastNonzeroMagnitude, 1e6]),
      spring: Spring(
        angularFrequency: numbers.pick([20, 2]), dampingRatio: numbers.pick([1, 0.2])),
      resistance: numbers.pick(Pager.Resistance.allCases),
      lock: AxisLock(ratio: numbers.pick([1.5, 1, 10])))
  }
}

extension ProgressSlider: SequencedControl {
  package static var name: String { "progress" }
  /// Steps whose values all have at most two decimals.
  private static let shortSteps: [Double] = [0.1, 0.3, 0.29, 0.07]
  package func fault(of effect: Effect, pointers: [Vector]?) -> String? {
    guard case .valueChanged(let value) = effect, let step, Self.shortSteps.contains(step),
      "\(value)".count > 4
    else { return nil }
    return "writes \(value) with steps of \(step)"
  }
  package func notchPlace(at time: Instant) -> Double? { rawValue(at: time) }
  package mutating func place(in frame: Rect, at time: Instant) -> Effects<Effect> {
    layout(frame: frame, at: time)
  }
  private static func step(_ numbers: inout SequenceNumbers) -> Double? {
    numbers.pick(
      [nil, 1.0 / 3] + shortSteps, hostile: [1e-20, .leastNonzeroMagnitude, 1 - 0x1p-53, 1e-15])
  }
  package init(using numbers: inout SequenceNumbers) {
    let height = numbers.pick([14.0], hostile: [.leastNonzeroMagnitude, 1e300])
    self.init(
      frame: numbers.frame(), value: numbers.pick([0, 0.5], hostile: [.infinity, -1e308]),
      step: Self.step(&numbers),
      fineScrubbing: numbers.pick(
        [.standard, .steps, .off],
        hostile: [
          .parabola(divisor: .leastNonzeroMagnitude, floor: 0), .parabola(divisor: 1e308, floor: 1),
        ]),
      heights: Heights(resting: 8, hovered: 10, pressed: height))
  }
  package func offsets(at time: Instant) -> [Double] {
    let offsets = [value(at: time), stretch(at: time)]
    // At the last possible instant, the capsule grows without a transition.
    return time.microseconds < .max ? offsets + [capsuleHeight(at: time)] : offsets
  }
  package func answers(at time: Instant) -> [Double] {
    [value(at: time), rawValue(at: time), stretch(at: time), capsuleHeight(at: time)]
  }
  package mutating func order(
    _ numbers: inout SequenceNumbers, at time: Instant
  ) -> Effects<Effect> {
    switch numbers.pick(6) {
    case 0:
      return setValue(
        numbers.pick([0, 0.3, 1], hostile: [.infinity, .leastNonzeroMagnitude]), at: time)
    case 1:
      let rate = numbers.pick([0.05, 0.4], hostile: [.leastNonzeroMagnitude, 1e-300, 1e308])
      return play(rate: rate, at: time)
    case 2: return pause(at: time)
    case 3: return layout(frame: numbers.frame(), at: time)
    case 4: return setEnabled(numbers.pick(4) > 0, at: time)
    default: step = Self.step(&numbers)
    }
    return Effects()
  }
}

extension IntegerSlider: SequencedControl {
  package static var name: String { "integer" }
  private static func bounds(_ numbers: inout SequenceNumbers) -> (Int, Int) {
    numbers.pick(
      [(0, 10), (-5, 5), (0, 1000)],
      hostile: [(.min, .max), (.max, .max), (.min, .min), (0, 0), (.max - 3, .max)])
  }
  package init(using numbers: inout SequenceNumbers) {
    let (low, high) = Self.bounds(&numbers)
    self.init(
      frame: numbers.frame(), minimum: low, maximum: high,
      value: numbers.pick([0, 4], hostile: [.min, .max]), grip: numbers.pick(Grip.allCases),
      dragStyle: numbers.pick(DragStyle.allCases), rounding: numbers.pick(Rounding.allCases),
      landing: numbers.pick(Landing.allCases))
  }
  package func offsets(at time: Instant) -> [Double] { [thumb(at: time)] }
  package mutating func place(in frame: Rect, at time: Instant) -> Effects<Effect> {
    layout(frame: frame, at: time)
  }
  package func notchPlace(at time: Instant) -> Double? { Double(value) }
  package var isCaughtByPress: Bool { grip == .relative }
  package func isDragging(at time: Instant) -> Bool { state(at: time) == .tracking }
  package mutating func disturb(_ numbers: inout SequenceNumbers, at time: Instant) {
    _ = layout(frame: numbers.frame(), at: time)
  }
  package func answers(at time: Instant) -> [Double] {
    [
      thumb(at: time), velocity(at: time), thumbX(at: time), isMoving(at: time) ? 1 : 0,
      Double(ticks.first { _ in true } ?? 0), Double(state(at: time).hashValue),
    ]
  }
  package mutating func order(
    _ numbers: inout SequenceNumbers, at time: Instant
  ) -> Effects<Effect> {
    switch numbers.pick(4) {
    case 0:
      let value = numbers.pick([0, 3, 9], hostile: [.min, .max])
      return setValue(value, animated: numbers.pick(2) == 0, at: time)
    case 1:
      let (low, high) = Self.bounds(&numbers)
      return setRange(minimum: low, maximum: high, at: time)
    case 2: return layout(frame: numbers.frame(), at: time)
    default: return setEnabled(numbers.pick(4) > 0, at: time)
    }
  }
}

extension LongPressButton: SequencedControl {
  package static var name: String { "hold" }
  package init(using numbers: inout SequenceNumbers) {
    self.init(
      frame: numbers.frame(),
      shape: numbers.pick([.rectangle, .roundedRectangle(radius: 12), .capsule, .circle]),
      pressDuration: numbers.pick([0.2, 2, 10]),
      moveRule: numbers.pick(MoveRule.allCases), restart: numbers.pick(Restart.allCases))
  }
  package func offsets(at time: Instant) -> [Double] { [progress(at: time)] }
  package mutating func place(in frame: Rect, at time: Instant) -> Effects<Effect> {
    layout(frame: frame, at: time)
  }
  package func fault(of effect: Effect, pointers: [Vector]?) -> String? {
    guard effect == .fired, moveRule == .outsideFrame, let pointers,
      !pointers.contains(where: { shape.contains($0, in: frame, margin: Self.shapeMargin) })
    else { return nil }
    return "fires with the pointers at \(pointers), off its shape in \(frame)"
  }
  package var isCaughtByPress: Bool { restart == .shownProgress }
  package func answers(at time: Instant) -> [Double] {
    [
      progress(at: time), isIndicatorVisible(at: time) ? 1 : 0, showsFiredLook(at: time) ? 1 : 0,
      showsReminder(at: time) ? 1 : 0, isMoving(at: time) ? 1 : 0,
    ]
  }
  package mutating func order(
    _ numbers: inout SequenceNumbers, at time: Instant
  ) -> Effects<Effect> {
    switch numbers.pick(3) {
    case 0: return layout(frame: numbers.frame(), at: time)
    case 1: return setEnabled(numbers.pick(4) > 0, at: time)
    default: pressDuration = numbers.tame(LongPressButton.pressDurationRange)
    }
    return Effects()
  }
}
