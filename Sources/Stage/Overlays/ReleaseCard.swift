package import Feel
internal import Raster
internal import TextLayout

/// Which release is explained.
package enum ReleaseTense: Hashable, Sendable {
  /// A past release, under the parameters it had.
  case past
  /// A past release, under the current parameters.
  case edited
  /// A release that would happen if the hand let go now.
  case predicted
}

/// The explanation of a release: a sentence, its rule, and a scale of release velocities with a
/// stretch for every place.
///
/// The stretches come from the law itself. They cost some hundred predictions, so a card is reused
/// while its key is unchanged.
package struct ReleaseCard: Hashable, Sendable {
  /// A release under one set of parameters.
  package struct Side: Hashable, Sendable {
    package let explanation: ReleaseExplanation
    /// The range of velocities that leads to each place, within the scale.
    package let stretches: [ReleaseChoices.Stretch]
    let name: String

    /// The index of the place, from 0.
    package var index: Int? { explanation.choice?.index }
    /// The velocity that chooses it, in points per second.
    var velocity: Double { explanation.choice?.velocity ?? explanation.velocity.value }
    /// A sentence on where it coasts to, if there is nothing to choose from.
    var run: String {
      Words.runsOut(velocity, to: explanation.projection.stops, rests: explanation.rest)
    }
    /// "card 5", or the position if there is nothing to choose from.
    var place: String {
      explanation.choice.map { Words.place($0.item, $0.index) } ?? Words.points(explanation.rest)
    }

    /// The velocity from which another place is reached, in words.
    func reach(_ index: Int) -> String? {
      guard let choice = explanation.choice else { return nil }
      let margin = choice.margins.first { $0.index == index }.map { choice.velocity + $0.velocity }
      let stretch = stretches.first { $0.index == index }?.velocities
      let start = stretch.map { $0.lowerBound > choice.velocity ? $0.lowerBound : $0.upperBound }
      return (margin ?? start).map { Words.reach($0, insteadOf: choice.velocity) }
    }
  }

  /// Another place that the user asks about.
  package struct Question: Hashable, Sendable {
    /// The index of the place, from 0.
    package let index: Int
    /// Whether to move the projected rest there, rather than only ask what it would have taken.
    package let isAimed: Bool
    /// Whether it is about set B.
    package let isOfB: Bool

    package init(_ index: Int, isAimed: Bool = false, isOfB: Bool = false) {
      (self.index, self.isAimed, self.isOfB) = (index, isAimed, isOfB)
    }
  }

  /// What it would have taken to rest at another place.
  package struct Other: Hashable, Sendable {
    package let question: Question
    /// "card 5".
    package let name: String
    /// "above 1615 pt/s"; `nil` if no velocity is sought.
    let reach: String?
    package let trial: ReleaseTrial?

    /// "For card 5:".
    package var title: String { Words.forPlace(name) }
    /// "above 1615 pt/s, or velocity kept ≥ 0.99855".
    package var words: String {
      let found = [reach, trial?.words].compactMap(\.self)
      return found.isEmpty ? Words.nothingLeadsThere : Words.or(found)
    }
  }

  /// The key of the card, for either set: the card is unchanged while the key is.
  package typealias Key = [StageRun.ReleaseKey]

  package let key: Key?
  package let tense: ReleaseTense
  package let a: Side
  /// The same gesture under set B, while compared.
  package let b: Side?
  /// The velocities on the scale, in points per second.
  package let scale: ClosedRange<Double>?
  package private(set) var other: Other?
  /// The scale of the card relative to its design.
  var growth = 1.0

  /// The stages whose releases are explained; for an edited take, the edited ones.
  private static func stages(
    _ run: StageRun, _ beside: Pair.Kind?
  ) -> (a: StageRun, b: StageRun?) {
    switch beside {
    case .edited: (run.runB ?? run, nil)
    case .sets: (run, run.runB)
    case .preset, .take, .before, nil: (run, nil)
    }
  }

  /// The key of a stage's card; `nil` while a hand holds something, or if nothing was released.
  package static func key(_ run: StageRun, _ beside: Pair.Kind?) -> Key? {
    let (a, b) = stages(run, beside)
    guard let key = a.releaseKey(isEdited: beside == .edited) else { return nil }
    return [key] + (b?.releaseKey(isEdited: false).map { [$0] } ?? [])
  }

  /// Explains a stage's last release, or the one that would happen now; `nil` without any.
  ///
  /// - Parameters:
  ///   - beside: the kind of comparison, if any.
  ///   - question: the place asked about; `nil` for the nearest by velocity, or none beside set B.
  ///   - tries: whether to search for a parameter of set A that leads there.
  package init?(
    _ run: StageRun, _ beside: Pair.Kind?, at time: Instant, about question: Question? = nil,
    tries: Bool = false
  ) {
    let (stage, stageB) = Self.stages(run, beside)
    guard let (explanation, tense) = stage.releaseExplanation(at: time) else { return nil }
    let scale = explanation.choice.flatMap(Self.scale)
    func side(
      _ stage: StageRun, _ other: StageRun?, _ letter: String, _ explanation: ReleaseExplanation
    ) -> Side {
      let stretches = scale.flatMap { stage.releaseChoices(at: time)?.stretches(in: $0) }
      let preset = stage.stage.parameters.preset
      return Side(
        explanation: explanation, stretches: stretches ?? [],
        name: preset == other?.stage.parameters.preset ? letter : preset.shownTitle)
    }
    (key, self.scale) = (Self.key(run, beside), scale)
    self.tense = beside == .edited ? .edited : tense
    a = side(stage, stageB, Words.setA, explanation)
    b = stageB.flatMap { stageB in
      stageB.releaseExplanation(at: time).map {
        side(stageB, stage, Words.setB, $0.explanation)
      }
    }
    other = other(question, tries ? stage : nil)
  }

  // MARK: The scale

  /// The range of the scale: the release's own stretch, plus twice its length on either side.
  private static func scale(_ choice: ReleaseExplanation.Choice) -> ClosedRange<Double>? {
    let edges = choice.margins.map(\.velocity)
    let (below, above) = (edges.first { $0 < 0 }, edges.first { $0 > 0 })
    let range: (Double, Double)
    if let below, let above, above - below < longest {
      range = (below - 2 * (above - below), above + 2 * (above - below))
    } else if let edge = edges.min(by: { $0.magnitude < $1.magnitude }), edge.magnitude < longest {
      // With only one end, the stretch is unbounded on the other side.
      let length = max(shortest, edge.magnitude * 2)
      range = edge < 0 ? (edge - length, length) : (-length, edge + length)
    } else {
      return nil
    }
    return choice.velocity + range.0...choice.velocity + range.1
  }

  /// The longest stretch that can determine the scale, in points per second.
  private static let longest = 6000.0
  private static let shortest = 300.0

  /// What it would have taken to rest at a place, by default the nearest by velocity.
  private func other(_ question: Question?, _ stage: StageRun?) -> Other? {
    let side = question?.isOfB ?? false ? b ?? a : a
    guard let choice = side.explanation.choice else { return nil }
    let nearest =
      b == nil ? choice.margins.min { $0.velocity.magnitude < $1.velocity.magnitude } : nil
    guard
      let question = question.flatMap({ $0.index == choice.index ? nil : $0 })
        ?? nearest.map({ Question($0.index) })
    else { return nil }
    let reach = question.isAimed ? nil : side.reach(question.index)
    guard question.isAimed || reach != nil else { return nil }
    return Other(
      question: question, name: name(question.index, of: side, choice.item), reach: reach,
      trial: question.isOfB
        ? nil
        : stage?.releaseTrial(
          to: question.index, insteadOf: choice.index, isAimed: question.isAimed))
  }

  /// "card 5", or "card 5 on Android" when compared with another set.
  private func name(_ index: Int, of side: Side, _ item: ReleaseExplanation.Item) -> String {
    let place = Words.place(item, index)
    return b == nil ? place : Words.place(place, on: side.name)
  }

  private var explanation: ReleaseExplanation { a.explanation }

  // MARK: Text

  /// "Why card 5?", "Let go now: card 5", or "With these values: card 5".
  package var title: String {
    guard let b else { return Words.why(a.place, tense) }
    guard a.place != b.place else { return Words.whySame(a.place) }
    return Words.why(Self.number(a.index, a.place), Self.number(b.index, b.place))
  }

  private static func number(_ index: Int?, _ place: String) -> String {
    if let index { "\(index + 1)" } else { place }
  }

  /// Where it would have coasted to, and the distance from the midpoint between two places.
  package var sentence: String {
    if let b { return sentence(beside: b) }
    if let turn = explanation.choice?.turn { return Words.turn(a.velocity, looksAt: turn.aim) }
    guard explanation.choice != nil else { return a.run }
    return Words.coasts(a.velocity, to: explanation.projection.stops, midpoint)
  }

  private func sentence(beside b: Side) -> String {
    let (off, turns) = (
      b.explanation.offset - a.explanation.offset, explanation.choice?.turn != nil
    )
    let ways = [a, b].map { abs($0.explanation.projection.stops - $0.explanation.offset) }
    // A smaller distance may come from different drag slops alone.
    guard abs(off) >= 40 else {
      return turns
        ? Words.sameHand(lands: a.place, a.name, b.place, b.name)
        : Words.sameHand(coasts: ways[0], a.name, ways[1], b.name)
    }
    // From the second flick on, each set continues from its own position.
    let isBehind = off < 0
    let apart = Words.letGo(off: abs(off), isBehind: isBehind)
    return turns
      ? Words.apart(apart, lands: b.place, a.place)
      : Words.apart(apart, coasts: ways[1], ways[0])
  }

  /// What it would have taken to rest elsewhere, shown instead of the sentence.
  private var answer: String? { other.map { "\($0.title) \($0.words)" } }

  /// The sentence for less room.
  private var shortSentence: String {
    guard b == nil, explanation.choice?.turn == nil, let midpoint else { return sentence }
    return Words.coasts(midpoint)
  }

  /// How far past the midpoint between two places the coast ends, or how far short of it.
  private var midpoint: String? {
    guard let choice = explanation.choice, choice.rule == .nearest else { return nil }
    let middles = zip(choice.candidates, choice.candidates.dropFirst()).filter { before, after in
      before.index + 1 == after.index && [before.index, after.index].contains(choice.index)
    }.map { (index: $0.index, place: ($0.place + $1.place) / 2) }
    let nearest = middles.min { abs($0.place - choice.aim) < abs($1.place - choice.aim) }
    guard let nearest else { return nil }
    let (off, way) = (choice.aim - nearest.place, nearest.place - explanation.offset)
    return Words.midpoint(
      of: choice.item, nearest.index, nearest.index + 1, off: abs(off),
      isPast: off.sign == way.sign)
  }

  /// "the card nearest to the projected rest".
  package var rule: String {
    guard let choice = explanation.choice else {
      return abs(explanation.rest - explanation.projection.stops) < 1
        ? Words.ruleOfRun : Words.ruleOfEdge
    }
    return Words.rule(choice.rule, of: choice.item, choice.turn?.rule)
  }
}

extension ReleaseCard {
  // MARK: Layout

  /// Heights of a card, in points: two scales with numbers; two scales, or one; one in a narrow
  /// card; no scale with two sets, or one; a single row.
  static let heights = (
    roomy: 174.0, full: 122.0, narrow: 92.0, bothWords: 104.0, words: 84.0, folded: 40.0
  )

  /// The minimum width of a card with its text beside the scale, in points.
  static let leastWide = 700.0
  private static let tryWidth = 60.0

  private func isWide(_ frame: Rect) -> Bool { frame.width >= Self.leastWide * growth }

  private func isFolded(_ frame: Rect) -> Bool { frame.height <= Self.heights.folded * growth }

  private func isRoomy(_ frame: Rect) -> Bool { frame.height >= 165 * growth }

  private func margin(_ frame: Rect) -> Double { (b != nil || isWide(frame) ? 16 : 12) * growth }

  /// The height of a scale, with and without ample room.
  private func barHeight(isRoomy: Bool) -> Double { (isRoomy ? 28 : 22) * growth }

  /// The frames of the scales in a card: A's, and B's below it.
  private func bars(in frame: Rect) -> [Rect] {
    guard scale != nil, !isFolded(frame) else { return [] }
    let margin = margin(frame)
    guard b == nil else {
      let (isRoomy, badge) = (isRoomy(frame), 26 * growth)
      let height = barHeight(isRoomy: isRoomy)
      let first = Rect(
        x: frame.minX + margin + badge, y: frame.minY + (isRoomy ? 56 : 48) * growth,
        width: frame.width - 2 * margin - badge, height: height)
      return [first, first.offset(by: Vector(0, height + (isRoomy ? 20 : 6) * growth))]
    }
    guard isWide(frame) else {
      return [
        Rect(
          x: frame.minX + margin, y: frame.minY + 41 * growth, width: frame.width - 2 * margin,
          height: barHeight(isRoomy: false))
      ]
    }
    // The text is at its left.
    let left = frame.minX + min(330 * growth, frame.width * 0.4) + 16 * growth
    return [
      Rect(
        x: left, y: frame.minY + 46 * growth, width: frame.maxX - margin - left,
        height: barHeight(isRoomy: true))
    ]
  }

  /// The y of the note on another place: with two scales, that of the title.
  private func noteY(in frame: Rect) -> Double {
    b == nil ? frame.maxY - (isWide(frame) ? 18 : 15) * growth : frame.minY + 22 * growth
  }

  /// The frame of the button that tries the suggestion, if there is one.
  package func tryFrame(in frame: Rect) -> Rect? {
    guard other?.trial != nil, !bars(in: frame).isEmpty else { return nil }
    return Rect(
      x: frame.maxX - margin(frame) - Self.tryWidth, y: noteY(in: frame) - 12,
      width: Self.tryWidth, height: 24)
  }

  /// A place on a scale that can be asked about, and the frame of its stretch.
  package typealias Target = (question: Question, name: String, frame: Rect)

  /// The places that can be asked about: one row per scale.
  package func targets(in frame: Rect) -> [[Target]] {
    guard let item = explanation.choice?.item else { return [] }
    return zip(bars(in: frame), [a, b].compactMap(\.self)).enumerated().map { row, scale in
      let (bar, side) = scale
      return side.stretches.map { stretch in
        let (left, right) = ends(of: stretch, in: bar)
        let target = Rect(x: left, y: bar.minY, width: max(0, right - left), height: bar.height)
        return (
          Question(stretch.index, isOfB: row == 1), name(stretch.index, of: side, item),
          target.inset(by: 0, min(0, (bar.height - 24) / 2))
        )
      }
    }
  }

  /// The frame of the draggable mark of set A's scale, which stands for the projected rest.
  ///
  /// Only its head, above the stretches, which are targets themselves.
  package func markFrame(in frame: Rect) -> Rect? {
    guard explanation.choice != nil, let bar = bars(in: frame).first else { return nil }
    let top = bar.minY + min(0, (bar.height - 24) / 2)
    return Rect(x: x(a.velocity, in: bar) - 12, y: top - 24, width: 24, height: 24)
  }

  /// The place whose stretch is under the mark after a drag by some distance, in points.
  package func place(draggedBy way: Double, in frame: Rect) -> Int? {
    guard let bar = bars(in: frame).first else { return nil }
    let x = x(a.velocity, in: bar) + way
    return a.stretches.min { first, second in
      let ways = [first, second].map { stretch in
        let (left, right) = ends(of: stretch, in: bar)
        return max(left - x, x - right, 0)
      }
      return ways[0] < ways[1]
    }?.index
  }

  /// The place `steps` stretches further along the scale, if there is one.
  package func place(after index: Int, by steps: Int) -> Int? {
    guard let place = a.stretches.firstIndex(where: { $0.index == index }),
      a.stretches.indices.contains(place + steps)
    else { return nil }
    return a.stretches[place + steps].index
  }

  private func x(_ velocity: Double, in bar: Rect) -> Double {
    guard let scale else { return bar.minX }
    let held = min(max(velocity, scale.lowerBound), scale.upperBound)
    return bar.minX
      + (held - scale.lowerBound) / (scale.upperBound - scale.lowerBound) * bar.width
  }

  private func ends(of stretch: ReleaseChoices.Stretch, in bar: Rect) -> (Double, Double) {
    let (low, high) = (stretch.velocities.lowerBound, stretch.velocities.upperBound)
    return (
      x(low, in: bar) + (low == scale?.lowerBound ? 0 : 1),
      x(high, in: bar) - (high == scale?.upperBound ? 0 : 1)
    )
  }

  // MARK: Drawing

  private func grown(_ style: TextStyle) -> TextStyle { style.grown(growth) }

  private func width(_ words: String, _ style: TextStyle, _ canvas: Canvas) -> Double {
    canvas.fonts.layout(words, grown(style)).width
  }

  func draw(into canvas: inout Canvas, in frame: Rect) {
    let theme = canvas.theme
    let margin = margin(frame)
    let (left, right) = (frame.minX + margin, frame.maxX - margin)
    guard !isFolded(frame) else {
      return drawHead(
        .strong, [shortSentence, midpoint ?? ""], .small, at: Vector(left, frame.midY), to: right,
        into: &canvas)
    }
    let bars = bars(in: frame)
    if b != nil {
      let end = tryFrame(in: frame).map { $0.minX - 8 } ?? right
      let words = answer ?? sentence
      let room = end - left - width(title, .title, canvas) - 12 * growth
      let isBelow = isRoomy(frame) && width(words, .body, canvas) > room
      drawHead(
        .title, isBelow ? [] : [words], .body, at: Vector(left, noteY(in: frame)), to: end,
        into: &canvas)
      return drawBoth(bars, over: isBelow ? words : nil, in: frame, into: &canvas)
    }
    guard let bar = bars.first, let item = explanation.choice?.item else {
      return drawWords(at: left, to: right, in: frame, into: &canvas)
    }
    guard isWide(frame) else {
      drawHead(
        .strong, [shortSentence, midpoint ?? ""], .small,
        at: Vector(left, frame.minY + 17 * growth),
        to: right, into: &canvas)
      return drawOne(Words.speed(a.velocity.magnitude), bar, in: frame, into: &canvas)
    }
    let end = bar.minX - 24 * growth
    canvas.label(
      title, at: Vector(left, frame.minY + 22 * growth), grown(.title), theme.text,
      maximumWidth: end - left)
    canvas.paragraph(
      sentence, at: Vector(left, frame.minY + 45 * growth), width: end - left, lines: 2,
      theme.secondaryText, grown(.body), leading: 18 * growth)
    drawRule(at: Vector(left, noteY(in: frame)), to: end, into: &canvas)
    canvas.label(
      Words.releaseAndIts(item), at: Vector(bar.minX, frame.minY + 20 * growth),
      grown(.smallStrong), theme.secondaryText)
    drawOne(Words.yours(a.velocity.magnitude), bar, in: frame, into: &canvas)
  }

  /// Draws the title, followed by the first sentence that fits, on one line.
  private func drawHead(
    _ style: TextStyle, _ sentences: [String], _ small: TextStyle, at point: Vector,
    to right: Double, into canvas: inout Canvas
  ) {
    let (gap, style, small) = ((style == .title ? 12.0 : 8) * growth, grown(style), grown(small))
    canvas.label(title, at: point, style, canvas.theme.text, maximumWidth: right - point.x)
    let x = point.x + canvas.fonts.layout(title, style).width + gap
    guard right - x >= 60 * growth else { return }
    let fitting = sentences.first {
      !$0.isEmpty && canvas.fonts.layout($0, small).width <= right - x
    }
    guard let words = fitting ?? sentences.first else { return }
    canvas.label(
      words, at: Vector(x, point.y), small, canvas.theme.secondaryText, maximumWidth: right - x)
  }

  /// Draws all text of a card without a scale.
  private func drawWords(
    at left: Double, to right: Double, in frame: Rect, into canvas: inout Canvas
  ) {
    let (theme, width) = (canvas.theme, right - left)
    let y = frame.midY
    canvas.label(
      title, at: Vector(left, y - 21 * growth), grown(.title), theme.text, maximumWidth: width)
    canvas.label(
      sentence, at: Vector(left, y + 2 * growth), grown(.body), theme.secondaryText,
      maximumWidth: width)
    drawRule(at: Vector(left, y + 23 * growth), to: right, into: &canvas)
  }

  private func drawRule(at point: Vector, to right: Double, into canvas: inout Canvas) {
    canvas.pair(Words.ruleTitle, rule, at: point, to: right, growth: growth)
  }

  /// Draws the only scale, and below it what it would have taken to rest elsewhere.
  private func drawOne(
    _ speed: String, _ bar: Rect, in frame: Rect, into canvas: inout Canvas
  ) {
    let needle = x(a.velocity, in: bar)
    drawScale(
      of: a, isB: false, in: bar, labels: isWide(frame) ? [needle] : nil, into: &canvas)
    if let other, other.question.isAimed {
      drawQuestion(other.question, of: a, in: bar, into: &canvas)
    }
    drawNeedle(at: needle, from: 5, over: bar, into: &canvas)
    drawVelocity(speed, in: bar, at: frame.minY + 33 * growth, into: &canvas)
    guard let other else { return }
    canvas.pair(
      other.title, other.words, at: Vector(bar.minX, noteY(in: frame)),
      to: tryFrame(in: frame).map { $0.minX - 8 } ?? bar.maxX, growth: growth)
  }

  /// Draws both scales, above the text that does not fit in the head, or else what the scales show.
  private func drawBoth(
    _ bars: [Rect], over words: String?, in frame: Rect, into canvas: inout Canvas
  ) {
    guard let b else { return }
    let theme = canvas.theme
    let left = frame.minX + margin(frame)
    func drawBadge(isB: Bool, at y: Double) {
      let size = Size(18 * growth, 18 * growth)
      canvas.badge(isB: isB, in: Rect(center: Vector(left + 9 * growth, y), size: size))
    }
    guard bars.count == 2 else {
      // Nothing is chosen: each set coasts to its own end.
      for (index, side) in [a, b].enumerated() {
        let y = frame.minY + (56 + 28 * Double(index)) * growth
        drawBadge(isB: index == 1, at: y)
        canvas.label(
          side.run, at: Vector(left + 26 * growth, y), grown(.body), theme.text,
          maximumWidth: frame.maxX - left - 42 * growth)
      }
      return
    }
    let places = [x(a.velocity, in: bars[0]), x(b.velocity, in: bars[1])]
    for (bar, (side, isB)) in zip(bars, [(a, false), (b, true)]) {
      drawBadge(isB: isB, at: bar.midY)
      drawScale(
        of: side, isB: isB, in: bar, labels: isRoomy(frame) ? places : nil, into: &canvas)
      guard let question = other?.question, question.isOfB == isB else { continue }
      drawQuestion(question, of: side, in: bar, into: &canvas)
    }
    // One needle if both release velocities agree; different laws may estimate different ones from
    // the same gesture.
    if abs(places[0] - places[1]) < 1 {
      drawNeedle(at: places[0], from: 8, over: bars[0].union(bars[1]), into: &canvas)
    } else {
      for (bar, place) in zip(bars, places) {
        drawNeedle(at: place, from: 4, over: bar, into: &canvas)
      }
    }
    drawVelocity(
      Words.speed(a.velocity.magnitude), in: bars[0], at: bars[0].minY - 10 * growth,
      into: &canvas)
    guard isRoomy(frame), let item = explanation.choice?.item else { return }
    canvas.label(
      words ?? Words.whichReleaseLands(item), at: Vector(left, frame.maxY - 15 * growth),
      grown(words == nil ? .small : .body),
      theme.secondaryText, maximumWidth: frame.width - 2 * margin(frame))
  }

  /// Draws the stretches of a side: the chosen one in full colour, the others soft.
  ///
  /// - Parameter labels: the needles for the end labels to avoid; `nil` for no end labels.
  private func drawScale(
    of side: Side, isB: Bool, in bar: Rect, labels needles: [Double]?, into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    let (full, onFull) = isB ? (theme.bFill, theme.onB) : (theme.accent, theme.onAccent)
    let (soft, ink) = isB ? (theme.bSoft, theme.b) : (theme.accentSoft, theme.accent)
    let needle = x(side.velocity, in: bar)
    for stretch in side.stretches {
      let (left, right) = ends(of: stretch, in: bar)
      let isOn = stretch.index == side.index && stretch.velocities.contains(side.velocity)
      let box = Rect(x: left, y: bar.minY, width: right - left, height: bar.height)
      guard !box.isEmpty else { continue }
      canvas.fill(box, radius: 7 * growth, isOn ? full : soft)
      if theme.name == .contrast { canvas.edge(box, radius: 7 * growth, theme.edge) }
      guard box.width > 16 * growth else { continue }
      // Beside the needle, not under it.
      let room = 14 * growth
      let isHidden = isOn && abs(box.midX - needle) < room
      let x = isHidden ? needle + (needle > box.midX ? -room : room) : box.midX
      canvas.label(
        "\(stretch.index + 1)", at: Vector(min(x, box.maxX - 8 * growth), bar.midY),
        grown(isOn ? .title : .medium), isOn ? onFull : ink, align: .center)
      guard let needles, isOn else { continue }
      drawEnds(of: stretch, in: bar, clearOf: needles, into: &canvas)
    }
  }

  /// Draws the velocity limits of a stretch below it, avoiding the needles.
  private func drawEnds(
    of stretch: ReleaseChoices.Stretch, in bar: Rect, clearOf needles: [Double],
    into canvas: inout Canvas
  ) {
    let (way, style) = (a.velocity < 0 ? -1.0 : 1, grown(.caption))
    var end = -Double.infinity
    for velocity in [stretch.velocities.lowerBound, stretch.velocities.upperBound]
    where velocity != scale?.lowerBound && velocity != scale?.upperBound {
      let (x, words) = (x(velocity, in: bar), (velocity * way).grouped(decimals: 0))
      let width = canvas.fonts.layout(words, style).width
      let left = [x - width / 2, x - width - 2, x + 2].first { left in
        left > end && needles.allSatisfy { $0 < left - 6 || $0 > left + width + 6 }
      }
      guard let left else { continue }
      end = left + width + 6
      canvas.label(
        words, at: Vector(left, bar.maxY + 11 * growth), style, canvas.theme.secondaryText)
    }
  }

  /// Marks the place asked about, with a hollow mark over the middle of its stretch if the
  /// projected rest is moved there.
  private func drawQuestion(
    _ question: Question, of side: Side, in bar: Rect, into canvas: inout Canvas
  ) {
    guard let stretch = side.stretches.first(where: { $0.index == question.index }) else { return }
    let (left, right) = ends(of: stretch, in: bar)
    let box = Rect(x: left, y: bar.minY, width: right - left, height: bar.height)
    canvas.edge(
      box, radius: 7 * growth, width: 2, question.isOfB ? canvas.theme.b : canvas.theme.accent)
    guard question.isAimed else { return }
    let head = Vector(box.midX, bar.minY - 6)
    canvas.draw(.circle(center: head, radius: 5, .solid(canvas.theme.text)))
    canvas.draw(.circle(center: head, radius: 3, .solid(canvas.theme.card)))
  }

  /// Draws a needle over a scale, its head raised by `above`.
  private func drawNeedle(
    at x: Double, from above: Double, over bar: Rect, into canvas: inout Canvas
  ) {
    let (ink, top) = (canvas.theme.text, bar.minY - above * growth)
    let height = bar.maxY + 3 * growth - top
    canvas.fill(Rect(x: x - growth, y: top, width: 2 * growth, height: height), ink)
    canvas.draw(
      .circle(center: Vector(x, top - growth), radius: 4 * growth, .solid(ink)))
  }

  /// Draws the velocity next to the needle's head, kept on the card.
  private func drawVelocity(
    _ words: String, in bar: Rect, at y: Double, into canvas: inout Canvas
  ) {
    let (style, gap) = (grown(TextStyle(size: 11, weight: .semibold)), 9 * growth)
    let x = x(a.velocity, in: bar)
    let fits = x + gap + canvas.fonts.layout(words, style).width <= bar.maxX
    canvas.label(
      words, at: Vector(fits ? x + gap : x - gap, y), style, canvas.theme.text,
      align: fits ? .leading : .trailing)
  }
}

extension Canvas {
  fileprivate mutating func pair(
    _ name: String, _ words: String, at point: Vector, to right: Double, growth: Double
  ) {
    let strong = TextStyle.smallStrong.grown(growth)
    label(name, at: point, strong, theme.text, maximumWidth: right - point.x)
    let x = point.x + fonts.layout(name, strong).width + 8 * growth
    guard right > x else { return }
    label(
      words, at: Vector(x, point.y), .small.grown(growth), theme.secondaryText,
      maximumWidth: right - x)
  }
}

extension VelocityEstimate {
  /// Why some samples do not count, with the number for each reason.
  package var reasons: [(fate: VelocitySample.Fate, count: Int)] {
    VelocitySample.Fate.allCases.compactMap { fate in
      let count = dropped.count { $0.fate == fate }
      return fate == .used || count == 0 ? nil : (fate, count)
    }
  }
}
