package import Feel
internal import TextLayout

/// Which release is explained.
package enum ReleaseTense: Hashable, Sendable {
  /// One that has been, under the parameters that it had.
  case past
  /// The same under others, which it has now.
  case edited
  /// One that would be if the hand let go now.
  case foretold
}

/// Why what was let go rests where it does, a line a step: "Why card 8" and below it what each step made of the hand's samples.
package struct ReleaseCard: Hashable {
  /// A step: what was done, and what came of it.
  package struct Row: Hashable {
    package let name: String
    package let value: String
  }

  /// "Why card 8", "Let go now: card 8", or "With these values: card 8".
  package let title: String
  package let rows: [Row]
  /// With what velocity it would have gone elsewhere: "card 9 if faster than 1520 pt/s".
  package let margins: [String]

  /// How wide a column of steps is at least, in points.
  private static let width = 240.0
  private static let gap = 24.0
  private static let padding = 12.0
  private static let line = 18.0
  /// How high its title is.
  private static let head = 22.0

  package init(_ explanation: ReleaseExplanation, _ tense: ReleaseTense) {
    let place =
      explanation.choice.map { Words.place($0.item, $0.index) } ?? Words.points(explanation.rest)
    title = Words.why(place, tense)
    var rows = Self.samples(explanation.estimate)
    rows += [Self.estimate(explanation), Self.release(explanation.velocity)]
    rows.append(
      explanation.choice?.turn.map(Self.turn)
        ?? Row(
          name: Words.runStops, value: Words.points(explanation.projection.stops, decimals: 1)))
    if let choice = explanation.choice { rows += Self.choice(choice) }
    rows += explanation.pieces.map {
      Row(name: $0.phase.rawValue, value: Words.seconds($0.time.upperBound - $0.time.lowerBound))
    }
    rows.append(
      Row(
        name: Words.restsAt, value: Words.rest(explanation.rest, after: explanation.duration)))
    self.rows = rows
    margins =
      explanation.choice.map { choice in choice.margins.map { Self.words($0, choice) } } ?? []
  }

  private init(title: String) { (self.title, rows, margins) = (title, [], []) }

  /// What is said where nothing that was let go has led to where it is.
  static let none = ReleaseCard(title: Words.whyUnknown)

  private static func words(
    _ margin: ReleaseExplanation.Margin, _ choice: ReleaseExplanation.Choice
  ) -> String {
    Words.margin(
      Words.place(choice.item, margin.index), at: choice.velocity + margin.velocity,
      insteadOf: choice.velocity)
  }

  /// How many samples count, and a row for each reason why others do not.
  private static func samples(_ estimate: VelocityEstimate) -> [Row] {
    let count = estimate.used.count
    let used = Row(
      name: Words.samples(count),
      value: estimate.dropped.isEmpty ? Words.allCount : VelocitySample.Fate.used.reason)
    return [used]
      + estimate.reasons.map { Row(name: Words.dropped($0.count), value: $0.fate.reason) }
  }

  private static func estimate(_ explanation: ReleaseExplanation) -> Row {
    let settings = explanation.settings
    return Row(
      name: Words.estimator(settings.estimator.title, window: settings.window),
      value: Words.speed(explanation.velocity.pointer))
  }

  /// What was made of the pointer's velocity, by the last thing that changed it.
  private static func release(_ velocity: ReleaseVelocity) -> Row {
    let name =
      if let limit = velocity.limit {
        limit.reason
      } else if velocity.carried != 0 {
        Words.carried(velocity.carried)
      } else if velocity.gained != velocity.content {
        Words.gained
      } else if velocity.content != velocity.pointer {
        Words.pastEdge
      } else {
        Words.released
      }
    return Row(name: name, value: Words.speed(velocity.value))
  }

  /// Where a pager's rule looks, pages counted from 1.
  private static func turn(_ turn: ReleaseExplanation.Turn) -> Row {
    Row(name: turn.rule?.words ?? Words.letGoAt, value: Words.page(turn.aim))
  }

  private static func choice(_ choice: ReleaseExplanation.Choice) -> [Row] {
    var rows: [Row] = []
    // Those on its two sides: there may be more, up to where the run would have led.
    let meetings = zip(choice.candidates, choice.candidates.dropFirst()).filter { before, after in
      before.index + 1 == after.index && [before.index, after.index].contains(choice.index)
    }
    if !meetings.isEmpty {
      let sides = meetings.map { "\($0.index + 1)|\($1.index + 1)" }
      let places = meetings.map { (($0.place + $1.place) / 2).grouped(decimals: 0) }
      rows.append(
        Row(name: Words.midpoints(sides), value: places.joined(separator: " · ")))
    }
    let place = choice.candidates.first { $0.index == choice.index }?.place ?? choice.aim
    let off = (place - choice.aim).magnitude
    rows.append(
      Row(
        name: Words.chosen,
        value: choice.rule == .nearest
          ? Words.nearest(choice.rule.reason, off: off) : choice.rule.reason))
    return rows
  }

  /// How many columns of steps there are in a card of a width, in points: four at most.
  static func columns(in width: Double) -> Int {
    min(4, max(1, Int((width - 2 * padding + gap) / (Self.width + gap))))
  }

  static func height(_ lines: Int) -> Double { padding + head + Double(lines) * line + padding / 2 }

  /// How many lines a card of a height has, in points.
  static func lines(inHeight height: Double) -> Int {
    max(0, Int(min(((height - Self.height(0)) / line).rounded(.down), 1000)))
  }

  /// How many lines are left out of a card of a size, in points: the first ones, for the last say
  /// what came of them.
  package func cut(in size: Size) -> Int {
    let room = Self.lines(inHeight: size.height) * Self.columns(in: size.width)
    let lines = rows.count + margins.count
    // One line says that others are missing.
    return lines <= room ? 0 : lines - max(0, room - 1)
  }

  /// Draws it; where it is too low for all lines the first steps are left out, and of a folded one
  /// all but the title and what it would have taken to rest elsewhere.
  func draw(into canvas: inout Canvas, in frame: Rect, isFolded: Bool) {
    let theme = canvas.theme
    let box = Rect(x: frame.minX, y: frame.minY, width: frame.width, height: frame.height - 8)
    canvas.fill(box, radius: isFolded ? 6 : 8, theme.surface)
    canvas.edge(box, radius: isFolded ? 6 : 8, theme.border)
    let left = box.minX + Self.padding
    let width = box.width - 2 * Self.padding
    guard !isFolded else {
      let style = TextStyle.strong
      canvas.label(title, at: Vector(left, box.midY), style, theme.text, maximumWidth: width)
      let used = canvas.fonts.layout(title, style).width + 16
      // As many as there is room for, whole.
      let rest = rows.last.map { ["\($0.name) \($0.value)"] } ?? []
      let words = margins.isEmpty ? rest : margins
      let told = words.indices.map { words[$0...].joined(separator: " · ") }
      let fitting = told.first {
        canvas.fonts.layout($0, Self.marginStyle).width <= width - used
      }
      guard let told = fitting else { return }
      return draw(margin: told, at: box.midY, across: left + used...left + width, into: &canvas)
    }
    var y = box.minY + Self.padding + 8
    canvas.label(title, at: Vector(left, y), .strong, theme.text, maximumWidth: width)
    y += Self.head
    let columns = Self.columns(in: box.width)
    let cut = cut(in: box.size)
    let count = rows.count + margins.count - cut + (cut > 0 ? 1 : 0)
    let lines = (count + columns - 1) / columns
    let column = (width + Self.gap) / Double(columns)
    func place(_ index: Int) -> (y: Double, across: ClosedRange<Double>) {
      let x = left + Double(index / lines) * column
      return (y + Double(index % lines) * Self.line, x...x + column - Self.gap)
    }
    if cut > 0 {
      canvas.label(
        Words.moreLines(cut), at: Vector(left, y), .small, theme.secondaryText)
    }
    let shift = cut > 0 ? 1 - cut : 0
    for (index, row) in rows.enumerated().dropFirst(cut) {
      let (y, across) = place(index + shift)
      draw(row, at: y, across: across, into: &canvas)
    }
    for (index, margin) in margins.enumerated().dropFirst(max(0, cut - rows.count)) {
      let (y, across) = place(rows.count + index + shift)
      draw(margin: margin, at: y, across: across, into: &canvas)
    }
  }

  private static let marginStyle = TextStyle(size: 12, weight: .semibold)

  private func draw(
    _ row: Row, at y: Double, across: ClosedRange<Double>, into canvas: inout Canvas
  ) {
    let value = canvas.fonts.layout(row.value, .small).width
    let width = across.upperBound - across.lowerBound
    canvas.label(
      row.name, at: Vector(across.lowerBound, y), .small, canvas.theme.secondaryText,
      maximumWidth: width - value - 12)
    canvas.label(
      row.value, at: Vector(across.upperBound, y), .small, canvas.theme.text, align: .trailing,
      maximumWidth: width)
  }

  private func draw(
    margin: String, at y: Double, across: ClosedRange<Double>, into canvas: inout Canvas
  ) {
    canvas.label(
      margin, at: Vector(across.lowerBound, y), Self.marginStyle,
      canvas.theme.prediction, maximumWidth: across.upperBound - across.lowerBound)
  }
}

extension VelocityEstimate {
  /// Why some samples do not count, and how many for each reason.
  package var reasons: [(fate: VelocitySample.Fate, count: Int)] {
    VelocitySample.Fate.allCases.compactMap { fate in
      let count = dropped.count { $0.fate == fate }
      return fate == .used || count == 0 ? nil : (fate, count)
    }
  }
}
