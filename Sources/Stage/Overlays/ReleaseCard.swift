package import Feel
internal import Raster
package import TextLayout

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

  private static let width = 280.0
  /// In less its steps have no room in two columns.
  private static let leastWide = 440.0
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

  /// What is said where nothing that was let go has led to where it is.
  ///
  /// - Parameters:
  ///   - isContent: whether what is watched is content, which a release sends to a place.
  ///   - isOurs: whether it is ours, whose laws are known, rather than another program's.
  init(noneOfContent isContent: Bool, isOurs: Bool) {
    title =
      if !isOurs {
        "“feellab explain” fits another's laws"
      } else if isContent {
        "Why: drag or flick it, and let go"
      } else {
        "Why is told of what scrolls"
      }
    (rows, margins) = ([], [])
  }

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

  /// Whether a stage has room for its title and a line.
  static func hasRoom(in stage: Rect) -> Bool { stage.width >= 160 && stage.height >= 72 }

  /// Where it may lie in what the stage has left, in points: in a corner, right before left, up before down; or low, with its steps in two columns, along the bottom or the top.
  ///
  /// - Parameter fonts: what its title is set in: where that is all there is, it is no wider.
  package func places(in stage: Rect, _ fonts: FontBook) -> [Rect] {
    let lines = Double(rows.count + margins.count)
    let height = rows.isEmpty ? 40 : 2 * Self.padding + Self.head + lines * Self.line
    let title = fonts.layout(title, .strong).width + 2 * Self.padding
    let own = rows.isEmpty ? title.rounded(.up) : Self.width
    let size = Size(min(own, stage.width - 16), min(height, stage.height - 16))
    let (left, right) = (stage.minX + 8, stage.maxX - 8 - size.width)
    let (top, bottom) = (stage.minY + 8, stage.maxY - 8 - size.height)
    let corners = [
      Vector(right, top), Vector(right, bottom), Vector(left, top), Vector(left, bottom),
    ].map { Rect(origin: $0, size: size) }
    let half = Double((rows.count + 1) / 2 + (margins.count + 1) / 2)
    let low = Size(
      2 * Self.width + Self.padding, 2 * Self.padding + Self.head + half * Self.line)
    let width = min(low.width, stage.width - 16)
    guard width > Self.leastWide, low.height <= stage.height - 16, rows.count > 3
    else { return corners }
    return corners
      + [stage.maxY - 8 - low.height, top].map {
        Rect(x: stage.midX - width / 2, y: $0, width: width, height: low.height)
      }
  }

  /// How many lines are left out of a card of a height: the first ones, for the last say what came of them.
  package func cut(toHeight height: Double) -> Int {
    let room = Int(((height - 2 * Self.padding - Self.head) / Self.line).rounded(.down))
    let lines = rows.count + margins.count
    // One line says that others are missing.
    return lines <= room ? 0 : lines - max(0, room - 1)
  }

  /// Whether nothing is left out of a card in a place.
  func isWhole(in place: Rect) -> Bool {
    place.width > Self.width || cut(toHeight: place.height) == 0
  }

  /// Draws it; where it is too low for all lines the first steps are left out.
  func draw(into canvas: inout Canvas, in frame: Rect) {
    let theme = canvas.theme
    canvas.floating(frame, radius: 8)
    let inside = frame.inset(by: Self.padding)
    var y = inside.minY + 8
    canvas.label(
      title, at: Vector(inside.minX, y), .strong, theme.text, maximumWidth: inside.width)
    y += Self.head
    guard frame.width <= Self.width else {
      let half = (rows.count + 1) / 2
      let gap = 2 * Self.padding
      let width = (inside.width - gap) / 2
      let (left, right) = (
        inside.minX...(inside.minX + width), (inside.maxX - width)...inside.maxX
      )
      for (index, row) in rows.enumerated() {
        let line = y + Double(index % half) * Self.line
        draw(row, at: line, across: index < half ? left : right, into: &canvas)
      }
      for (index, margin) in margins.enumerated() {
        let line = y + Double(half + index / 2) * Self.line
        draw(margin: margin, at: line, across: index % 2 == 0 ? left : right, into: &canvas)
      }
      return
    }
    let across = inside.minX...inside.maxX
    let cut = cut(toHeight: frame.height)
    if cut > 0 {
      canvas.label(
        cut == 1 ? "1 more line" : "\(cut) more lines", at: Vector(inside.minX, y), .small,
        theme.secondaryText)
      y += Self.line
    }
    for row in rows.dropFirst(cut) {
      draw(row, at: y, across: across, into: &canvas)
      y += Self.line
    }
    for margin in margins.dropFirst(max(0, cut - rows.count)) {
      draw(margin: margin, at: y, across: across, into: &canvas)
      y += Self.line
    }
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
      margin, at: Vector(across.lowerBound, y), TextStyle(size: 12, weight: .semibold),
      canvas.theme.prediction, maximumWidth: across.upperBound - across.lowerBound)
  }
}
