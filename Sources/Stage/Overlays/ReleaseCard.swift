package import Feel
internal import Raster
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

  private static let width = 280.0
  private static let padding = 12.0
  private static let line = 18.0

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
      Row(name: "a free run stops at", value: Self.points(explanation.projection.stops)))
    if let choice = explanation.choice { rows += Self.choice(choice) }
    rows += explanation.pieces.map {
      Row(name: $0.phase.rawValue, value: Self.seconds($0.time.upperBound - $0.time.lowerBound))
    }
    rows.append(
      Row(name: "rests at", value: "\(rest), \(Self.seconds(explanation.duration))"))
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
    title = "No release to explain"
    let words =
      if !isOurs {
        ["Another program's laws are not known.", "“feellab explain” fits them."]
      } else if isContent {
        ["Keys and orders have none.", "Drag or flick it, and let go."]
      } else {
        ["It rests where the hand leaves it."]
      }
    rows = words.map { Row(name: $0, value: "") }
    margins = []
  }

  private static func words(
    _ margin: ReleaseExplanation.Margin, _ choice: ReleaseExplanation.Choice
  ) -> String {
    let (old, new) = (choice.velocity, choice.velocity + margin.velocity)
    let isSameWay = old != 0 && new.sign == old.sign
    let condition =
      !isSameWay ? "from" : new.magnitude > old.magnitude ? "if faster than" : "if slower than"
    return "\(choice.item.rawValue) \(margin.index + 1) \(condition) "
      + speed(isSameWay ? new.magnitude : new)
  }

  private static func points(_ value: Double) -> String { value.grouped(decimals: 0) + " pt" }
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
      name: name(of: settings.estimator) + window, value: speed(explanation.velocity.pointer))
  }

  private static func name(of estimator: VelocityEstimator) -> String {
    switch estimator {
    case .leastSquares: "least squares"
    case .uikit: "UIKit's weights"
    case .macOS: "macOS's weights"
    case .impulse: "impulse"
    case .firstToLast: "first to last"
    case .lastPair: "last pair"
    case .meanOfPairs: "mean of pairs"
    }
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

  /// Where it may lie in what the stage has left, in points: right before left, up before down.
  package func corners(in stage: Rect) -> [Rect] {
    let lines = Double(rows.count + margins.count)
    let size = Size(
      min(Self.width, stage.width - 16),
      min(2 * Self.padding + 22 + lines * Self.line, stage.height - 16))
    let (left, right) = (stage.minX + 8, stage.maxX - 8 - size.width)
    let (top, bottom) = (stage.minY + 8, stage.maxY - 8 - size.height)
    return [
      Vector(right, top), Vector(right, bottom), Vector(left, top), Vector(left, bottom),
    ].map { Rect(origin: $0, size: size) }
  }

  /// How many lines are left out of a card of a height: the first ones, for the last say what came of them.
  package func cut(toHeight height: Double) -> Int {
    let room = Int(((height - 2 * Self.padding - 22) / Self.line).rounded(.down))
    let lines = rows.count + margins.count
    // One line says that others are missing.
    return lines <= room ? 0 : lines - max(0, room - 1)
  }

  /// Draws it; where it is too low for all lines the first steps are left out.
  func draw(into canvas: inout Canvas, in frame: Rect) {
    let theme = canvas.theme
    canvas.floating(frame, radius: 8)
    let (left, right) = (frame.minX + Self.padding, frame.maxX - Self.padding)
    var y = frame.minY + Self.padding + 8
    canvas.label(title, at: Vector(left, y), .strong, theme.text, maximumWidth: right - left)
    y += 22
    let cut = cut(toHeight: frame.height)
    if cut > 0 {
      canvas.label("…", at: Vector(left, y), .small, theme.secondaryText)
      y += Self.line
    }
    for row in rows.dropFirst(cut) {
      let value = canvas.fonts.layout(row.value, .small).width
      canvas.label(
        row.name, at: Vector(left, y), .small, theme.secondaryText,
        maximumWidth: right - left - value - 12)
      canvas.label(
        row.value, at: Vector(right, y), .small, theme.text, align: .trailing,
        maximumWidth: right - left)
      y += Self.line
    }
    for margin in margins.dropFirst(max(0, cut - rows.count)) {
      canvas.label(
        margin, at: Vector(left, y), TextStyle(size: 12, weight: .semibold), theme.prediction,
        maximumWidth: right - left)
      y += Self.line
    }
  }
}
