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
  /// The steps in order.
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
    let rest = Self.points(explanation.rest)
    let place = explanation.choice.map { "\($0.item.rawValue) \($0.index + 1)" } ?? rest
    title =
      switch tense {
      case .past: "Why \(place)"
      case .edited: "With these values: \(place)"
      case .foretold: "Let go now: \(place)"
      }
    var rows = Self.samples(explanation.estimate)
    rows += [Self.estimate(explanation), Self.release(explanation.velocity)]
    rows.append(
      explanation.choice?.turn.map(Self.turn)
        ?? Row(
          name: "a free run stops at",
          value: Self.points(explanation.projection.stops, decimals: 1)))
    if let choice = explanation.choice { rows += Self.choice(choice) }
    rows += explanation.pieces.map {
      Row(name: $0.phase.rawValue, value: Self.seconds($0.time.upperBound - $0.time.lowerBound))
    }
    rows.append(
      Row(
        name: "rests at",
        value: Self.points(explanation.rest, decimals: 1)
          + ", after \(Self.seconds(explanation.duration))"))
    self.rows = rows
    margins =
      explanation.choice.map { choice in choice.margins.map { Self.words($0, choice) } } ?? []
  }

  private init(title: String) { (self.title, rows, margins) = (title, [], []) }

  /// What is said where nothing that was let go has led to where it is.
  static let none = ReleaseCard(title: "Why: drag or flick it, and let go")

  private static func words(
    _ margin: ReleaseExplanation.Margin, _ choice: ReleaseExplanation.Choice
  ) -> String {
    let (old, new) = (choice.velocity, choice.velocity + margin.velocity)
    let condition =
      if old == 0 {
        "if let go at \(speed(new))"
      } else if new.sign != old.sign {
        "if thrown back at \(speed(new.magnitude))"
      } else {
        "if \(new.magnitude > old.magnitude ? "faster" : "slower") than \(speed(new.magnitude))"
      }
    return "\(choice.item.rawValue) \(margin.index + 1) \(condition)"
  }

  private static func points(_ value: Double, decimals: Int = 0) -> String {
    value.grouped(decimals: decimals) + " pt"
  }
  private static func speed(_ value: Double) -> String { value.grouped(decimals: 0) + " pt/s" }
  private static func seconds(_ value: Double) -> String { value.text(decimals: 2) + " s" }

  /// How many samples count, and a row for each reason why others do not.
  private static func samples(_ estimate: VelocityEstimate) -> [Row] {
    let count = estimate.used.count
    let used = Row(
      name: count == 1 ? "1 sample" : "\(count) samples",
      value: estimate.dropped.isEmpty ? "all count" : "used")
    return [used]
      + estimate.reasons.map { Row(name: "\($0.count) dropped", value: $0.fate.reason) }
  }

  private static func estimate(_ explanation: ReleaseExplanation) -> Row {
    let settings = explanation.settings
    let window =
      settings.window.isFinite ? ", \((settings.window * 1000).text(decimals: 0)) ms" : ""
    return Row(
      name: settings.estimator.title + window, value: speed(explanation.velocity.pointer))
  }

  /// What was made of the pointer's velocity, by the last thing that changed it.
  private static func release(_ velocity: ReleaseVelocity) -> Row {
    let name =
      if let limit = velocity.limit {
        limit.reason
      } else if velocity.carried != 0 {
        "with \(speed(velocity.carried)) of before"
      } else if velocity.gained != velocity.content {
        "with the gain"
      } else if velocity.content != velocity.pointer {
        "past the edge"
      } else {
        "released with"
      }
    return Row(name: name, value: speed(velocity.value))
  }

  /// Where a pager's rule looks, pages counted from 1.
  private static func turn(_ turn: ReleaseExplanation.Turn) -> Row {
    Row(
      name: turn.rule?.words ?? "let go at", value: "page \((turn.aim + 1).text(decimals: 2))")
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
        Row(
          name: "midpoints " + sides.joined(separator: " · "),
          value: places.joined(separator: " · ")))
    }
    let place = choice.candidates.first { $0.index == choice.index }?.place ?? choice.aim
    let off = (place - choice.aim).magnitude
    rows.append(
      Row(
        name: "chosen",
        value: choice.rule.reason
          + (choice.rule == .nearest ? ", \(points(off)) off" : "")))
    return rows
  }

  /// How many columns of steps there are in a card of a width, in points: four at most.
  static func columns(in width: Double) -> Int {
    min(4, max(1, Int((width - 2 * padding + gap) / (Self.width + gap))))
  }

  /// The height of a card with so many lines, in points.
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
      guard let told = told.first(where: { fits($0, in: width - used, canvas.fonts) })
      else { return }
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
        cut == 1 ? "1 more line" : "\(cut) more lines", at: Vector(left, y), .small,
        theme.secondaryText)
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

  private func fits(_ margin: String, in width: Double, _ fonts: FontBook) -> Bool {
    fonts.layout(margin, Self.marginStyle).width <= width
  }

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

/// Why a release came out as it did, in words: the same on the card over the stage and in `explain`.
extension VelocitySample.Fate {
  /// Why a sample of it does not count, if it does not.
  package var reason: String {
    switch self {
    case .used: "used"
    case .old: "older than the window"
    case .beforeGap: "before a pause"
    case .thinned: "too near a newer one"
    case .overCap: "more than the cap"
    case .press: "the press"
    case .unneeded: "not looked at"
    case .rested: "before the rest at the end"
    case .tooFew: "fewer than the least"
    }
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

extension ReleaseVelocity.Limit {
  /// What it did to the velocity.
  package var reason: String {
    switch self {
    case .noDrag: "let go without a drag"
    case .shortTravel: "too short a drag for a fling"
    case .minimum: "slower than a fling"
    case .maximum: "held to the limit"
    }
  }
}

extension Pager.TurnRule {
  /// What it is called.
  package var words: String {
    switch self {
    case .predictedEnd: "doubled predicted end"
    case .quarterSecond: "a quarter of a second on"
    case .direction: "half a page on"
    case .free: "a free run"
    case .swipe: "libadwaita's swipe"
    }
  }
}

extension ReleaseExplanation.Rule {
  /// Which of the places it takes.
  package var reason: String {
    switch self {
    case .nearest: "the nearest"
    case .atLeastNext: "at least the next one"
    case .atMostNext: "at most the next one"
    case .pastEdge: "the last one there is"
    }
  }
}
