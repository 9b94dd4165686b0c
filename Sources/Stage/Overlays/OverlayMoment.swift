internal import Feel
internal import Raster
internal import TextLayout

/// The input of the overlays: one moment of the control that was touched last.
struct OverlayMoment {
  let reading: MotionReading
  /// The numbers to display, for exactly this moment, to agree with those the scene's part shows.
  let figures: MotionLog.Sample
  /// Whether a pointer holds it, so that release values are estimates.
  let isHeld: Bool
  let time: Instant
  /// The control's area on the stage, in points.
  let box: Rect
  let stage: Rect

  var isLevel: Bool { abs(reading.direction.x) >= abs(reading.direction.y) }

  /// The time whose displacement the arrow shows, in seconds.
  private static let seconds = 0.06
  private static let lengths = 6.0...160.0

  /// Draws the velocity as an arrow from the moving thing, with a hollow head if it is an estimate.
  func drawVelocity(_ tags: inout TagLayer, into canvas: inout Canvas) {
    let velocity = reading.direction * (reading.velocity ?? 0)
    let speed = velocity.length
    guard speed >= 0.05 else { return }
    let color = canvas.theme.accent
    let start = reading.isContent ? box.center : reading.anchor
    let way = velocity * (1 / speed)
    let length = min(
      max(speed * Self.seconds, Self.lengths.lowerBound), Self.lengths.upperBound)
    let tip = start + way * length
    let head = min(12, length)
    if length > head {
      canvas.casedLine(from: start, to: tip - way * (head - 1), color)
    }
    canvas.arrowHead(tip: tip, along: way, length: head, color, isHollow: isHeld)
    // Use the number shown in the header: if the two differed, both would be doubted.
    let number = figures.velocity ?? reading.velocity ?? 0
    let told = abs(number) * (reading.unit == "pt" ? 1 : reading.direction.length)
    let middle = start + way * (length / 2)
    let isLevel = abs(way.x) >= abs(way.y)
    tags.keepFree(
      Rect(center: middle, size: Size(abs(way.x) * length + 12, abs(way.y) * length + 12)))
    tags.add(
      Words.speed(told), at: middle, isLevel ? .above(12) : .right(16), color, .velocity,
      canvas.fonts)
  }

  /// Draws where the control will rest: dashed and hollow while held, solid once only time is
  /// missing.
  func drawRest(_ color: Color, _ tags: inout TagLayer, into canvas: inout Canvas) {
    guard isHeld || reading.restTime != nil else { return }
    let words = restWords
    guard reading.direction != .zero else {
      let top = Vector(box.midX, box.minY)
      return tags.add(words, at: top, .above(6), color, .rest, canvas.fonts)
    }
    let place = reading.location(of: reading.rest)
    // If the marker is out of sight, an arrow at the edge points to it.
    let sight = box.inset(by: isLevel ? 12 : 0, isLevel ? 0 : 12)
    let shown = Vector(
      min(max(place.x, sight.minX), sight.maxX), min(max(place.y, sight.minY), sight.maxY))
    let isOut =
      isLevel ? !box.spansX(place.x) : !box.spansY(place.y)
    let end =
      isLevel
      ? Vector(isOut ? shown.x : place.x, box.minY) : Vector(box.maxX, isOut ? shown.y : place.y)
    if isOut {
      let way =
        isLevel ? Vector(place.x < shown.x ? -1 : 1, 0) : Vector(0, place.y < shown.y ? -1 : 1)
      canvas.arrowHead(tip: shown + way * 8, along: way, length: 12, color, isHollow: isHeld)
    } else {
      let start = isLevel ? Vector(place.x, box.maxY) : Vector(box.minX, place.y)
      canvas.casedLine(from: start, to: end, dash: isHeld ? [6, 4] : [], color)
      canvas.marker(.diamond, at: end, color, on: canvas.theme.stage, isHollow: isHeld)
    }
    guard isLevel else {
      return tags.add(
        words, at: Vector(box.maxX - 16, end.y - 16), .left(0), color, .rest, canvas.fonts)
    }
    // Content that fills the stage leaves no room above.
    if reading.isContent, box.minY - stage.minY < 28 {
      return tags.add(
        words, at: Vector(end.x, box.midY), .right(8), color, .rest, canvas.fonts)
    }
    // Small controls already have text above them.
    tags.add(words, at: end, .above(box.height < 60 ? 40 : 6), color, .rest, canvas.fonts)
  }

  /// "→ 1 920 pt · card 37 · in 0.82 s".
  private var restWords: String {
    let unit = reading.unit.isEmpty ? "" : " \(reading.unit)"
    let place = reading.rest.grouped(decimals: unit.isEmpty ? 3 : 0) + unit
    return Words.rest(
      at: unit.isEmpty && reading.restName != nil ? nil : place, named: reading.restName,
      in: reading.restTime.flatMap { $0 > time ? $0 - time : nil })
  }

  /// How long a wrong prediction stays visible at rest, in seconds.
  static let predictionErrorLasting = 1.5

  /// How far a motion's rest is from the prediction at its release, in points on the stage; `nil`
  /// if at most 1 pt.
  static func predictionError(
    _ record: ReleaseRecord?, _ reading: MotionReading, source: Int?
  ) -> Double? {
    guard let record, let predicted = record.predicted, record.source == source else { return nil }
    let off = (reading.direction * (reading.rest - predicted)).length
    return off > 1 ? off : nil
  }

  /// Draws where the control was predicted to rest, and how far off that was: a wrong prediction is
  /// worth seeing.
  func drawPredictionError(
    predicted: Double, off: Double, opacity: Double, _ tags: inout TagLayer,
    into canvas: inout Canvas
  ) {
    let color = canvas.theme.text
    var (from, to) = (reading.location(of: predicted), reading.location(of: reading.rest))
    let inside = box.inset(by: min(8, box.width / 2), min(8, box.height / 2))
    func clamped(_ place: Vector) -> Vector {
      Vector(
        min(max(place.x, inside.minX), inside.maxX), min(max(place.y, inside.minY), inside.maxY))
    }
    (from, to) = (clamped(from), clamped(to))
    canvas.draw(.group(opacity: opacity))
    canvas.casedLine(from: from, to: to, dash: [6, 4], color)
    canvas.marker(.diamond, at: from, color, on: canvas.theme.stage, isHollow: true)
    canvas.marker(.diamond, at: to, color, on: canvas.theme.stage)
    canvas.draw(.pop)
    tags.add(
      Words.mispredicted(by: off), at: (from + to) * 0.5,
      isLevel ? .below(8) : .right(12), color, .predictionError, canvas.fonts)
  }

  /// Draws the pointer's newest samples in place: a dot for each that counts, a cross with the
  /// reason for each that does not, and the estimated velocity as a tangent.
  func drawSamples(
    _ record: ReleaseRecord, _ tags: inout TagLayer, into canvas: inout Canvas
  ) {
    guard let newest = record.entries.last?.sample else { return }
    let theme = canvas.theme
    let color = theme.text
    let path = Path(through: record.entries.map(\.sample.location))
    canvas.draw(.stroke(path, Stroke(width: 1), .solid(color.opacity(0.5))))
    let speed = record.velocity.length
    if speed >= 1 {
      let way = record.velocity * (1 / speed)
      let length = min(max(speed * 0.06, 12), 160)
      canvas.casedLine(
        from: newest.location - way * length, to: newest.location + way * length, width: 1.5,
        color)
    }
    for entry in record.entries { draw(entry, into: &canvas) }
    for reason in reasons(of: record) {
      tags.add(reason.words, at: reason.place, .below(10), color, .reason, canvas.fonts)
    }
  }

  private func draw(_ entry: VelocityEstimate.Entry, into canvas: inout Canvas) {
    let (place, color) = (entry.sample.location, canvas.theme.text)
    let ground = Paint.solid(canvas.theme.stage.opacity(0.85))
    guard entry.fate != .used else {
      canvas.draw(.circle(center: place, radius: 4.5, ground))
      canvas.draw(.circle(center: place, radius: 3, .solid(color)))
      return
    }
    var cross = Path()
    for side in [-3.0, 3] {
      cross.move(to: place + Vector(-3, -side))
      cross.line(to: place + Vector(3, side))
    }
    canvas.draw(.stroke(cross, Stroke(width: 3.5), ground))
    canvas.draw(.stroke(cross, Stroke(width: 1.5), .solid(color)))
  }

  private struct Reason {
    let words: String
    let place: Vector
  }

  /// The reasons why samples do not count: one for all that share it, at the newest of them.
  private func reasons(of record: ReleaseRecord) -> [Reason] {
    guard let newest = record.entries.last?.sample.time else { return [] }
    return VelocitySample.Fate.allCases.compactMap { fate in
      let dropped = record.entries.filter { $0.fate == fate }
      guard fate != .used, let last = dropped.last?.sample, let first = dropped.first?.sample
      else { return nil }
      func age(_ sample: VelocitySample) -> Int { Int(((newest - sample.time) * 1000).rounded()) }
      let words = Words.uncounted(
        fate, count: dropped.count, oldest: age(first), newest: age(last))
      return Reason(words: words, place: last.location)
    }
  }

  /// Draws ends, band reach, snap positions, slop, and the zones of finer drags.
  func drawBounds(
    _ limits: MotionLimits, press: Vector?, _ tags: inout TagLayer, into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    for (index, zone) in limits.zones.enumerated() { draw(zone, index, into: &canvas) }
    for place in limits.reach {
      drawEdge(place, Words.bandEnds, dash: [3, 3], &tags, into: &canvas)
    }
    for (index, place) in limits.edges.enumerated() {
      drawEdge(
        place, index == 0 ? Words.start : Words.end, dash: [], &tags, into: &canvas)
    }
    for position in reading.snapPositions { drawSnapPoint(position, into: &canvas) }
    if let leash = limits.leash {
      let frame = Path.roundedRect(leash.frame, radius: leash.radius)
      canvas.draw(.stroke(frame, Stroke(width: 1.5, dash: [3, 3]), .solid(theme.text)))
    }
    if let raw = limits.raw {
      let width = canvas.snapped(1)
      canvas.fill(
        Rect(x: raw.x - width / 2, y: raw.y - 14, width: width, height: 28), theme.text)
    }
    guard isHeld, let press else { return }
    for slop in limits.slops {
      for (width, color) in [(3.5, theme.stage.opacity(0.75)), (1.5, theme.text)] {
        canvas.draw(
          .arc(
            center: press, radius: slop, width: width, start: 0, sweep: 1, cap: .butt,
            .solid(color)))
      }
    }
  }

  private func drawEdge(
    _ place: Double, _ words: String, dash: [Double], _ tags: inout TagLayer,
    into canvas: inout Canvas
  ) {
    let color = canvas.theme.text
    let extent = box.inset(by: -6)
    guard isLevel ? stage.spansX(place) : box.inset(by: -1).spansY(place) else { return }
    let start = isLevel ? Vector(place, extent.minY) : Vector(extent.minX, place)
    let end = isLevel ? Vector(place, extent.maxY) : Vector(extent.maxX, place)
    canvas.casedLine(from: start, to: end, dash: dash, color)
    tags.add(
      words, at: isLevel ? end : start, isLevel ? .below(4) : .left(4), color, .bound, canvas.fonts)
  }

  /// A snap position, on the far side of content from the rest marker, or in a thumb's track.
  private func drawSnapPoint(_ position: Double, into canvas: inout Canvas) {
    var place = reading.location(of: position)
    if reading.isContent {
      if isLevel { place.y = box.maxY } else { place.x = box.minX }
    }
    guard stage.contains(place) else { return }
    canvas.marker(
      .diamond, at: place, radius: 3, canvas.theme.text, on: canvas.theme.stage,
      isHollow: true)
  }

  /// The last zones are closer together than a line of text, so labels alternate between the two
  /// ends.
  private func draw(_ zone: MotionLimits.Zone, _ index: Int, into canvas: inout Canvas) {
    guard stage.spansY(zone.y) else { return }
    let color = canvas.theme.secondaryText
    canvas.dashedLine(
      from: Vector(box.minX + 36, zone.y), to: Vector(box.maxX - 36, zone.y), color)
    let isLeft = index.isMultiple(of: 2)
    canvas.label(
      zone.label, at: Vector(isLeft ? box.minX + 30 : box.maxX - 30, zone.y), .caption, color,
      align: isLeft ? .trailing : .leading)
  }

  /// Draws what a release chose between: dashed lines halfway between neighbouring places, and
  /// where the free run would have ended or a pager's rule projected to.
  ///
  /// While two sets are compared, only the lines are drawn; the scales show the places of both.
  func drawChoice(
    of explanation: ReleaseExplanation, isCompared: Bool, _ tags: inout TagLayer,
    into canvas: inout Canvas
  ) {
    guard let choice = explanation.choice, reading.isContent, reading.direction != .zero,
      isLevel == (explanation.axis == .horizontal)
    else { return }
    let theme = canvas.theme
    for midpoint in choice.midpoints {
      let place = reading.location(of: midpoint)
      guard isLevel ? box.spansX(place.x) : box.spansY(place.y) else { continue }
      canvas.dashedLine(
        from: isLevel ? Vector(place.x, box.minY) : Vector(box.minX, place.y),
        to: isLevel ? Vector(place.x, box.maxY) : Vector(box.maxX, place.y), theme.secondaryText)
    }
    var place = reading.location(of: choice.aim)
    guard !isCompared, isLevel ? box.spansX(place.x) : box.spansY(place.y) else { return }
    // Avoid the text along the lower edge if there is room above.
    let isAbove = isLevel && box.minY - stage.minY >= 28
    if isLevel { place.y = isAbove ? box.minY : box.maxY - 28 } else { place.x = box.minX + 28 }
    canvas.marker(.circle, at: place, theme.accent, on: theme.stage, isHollow: true)
    // A pager's rule does not coast: it projects to a page.
    let words = choice.turn == nil ? Words.freeRun : Words.ruleLooks
    tags.add(
      words, at: place, isAbove ? .above(6) : .below(8), theme.accent, .aim, canvas.fonts)
  }

  /// The column widths of the numbers, in points: fixed, so that only digits change.
  private static let columns = (phase: 96.0, velocity: 92.0, position: 92.0)

  /// Draws rate, position, velocity and phase on one line, right-aligned to a point.
  func drawNumbers(endingAt end: Vector, into canvas: inout Canvas) {
    let unit = reading.unit.isEmpty ? "" : " \(reading.unit)"
    var x = end.x
    canvas.label(
      figures.state.phase, at: end, .smallStrong, canvas.theme.text, align: .trailing)
    x -= Self.columns.phase
    let velocity = figures.velocity.map { Self.text($0, decimals: unit.isEmpty ? 3 : 0) }
    canvas.number(
      velocity ?? Words.nothing, "\(unit.isEmpty ? " " : unit)/s", endingAt: Vector(x, end.y))
    x -= Self.columns.velocity
    let position = figures.position.map { Self.text($0, decimals: unit.isEmpty ? 3 : 1) }
    canvas.number(position ?? Words.nothing, unit, endingAt: Vector(x, end.y))
    guard let rate = figures.rate else { return }
    canvas.number(
      (rate * 100).text(decimals: rate < 0.1 ? 1 : 0), " %",
      endingAt: Vector(x - Self.columns.position, end.y))
  }

  /// A number that fits its column, in millions if it would be too long.
  private static func text(_ number: Double, decimals: Int) -> String {
    if abs(number) >= 1e8 { return (number / 1e6).grouped(decimals: 1) + " M" }
    return number.grouped(decimals: abs(number) >= 1e5 ? 0 : decimals)
  }
}

extension Canvas {
  /// Draws a right-aligned number, with its unit in small type.
  fileprivate mutating func number(_ number: String, _ unit: String, endingAt end: Vector) {
    label(unit, at: end, .caption, theme.secondaryText, align: .trailing)
    let width = fonts.layout(unit, .caption).width
    label(number, at: end - Vector(width, 0), .smallStrong, theme.text, align: .trailing)
  }
}

/// Not via ranges: a rectangle without room may have a negative side, which would trap.
extension Rect {
  /// Whether an x lies between the left and right edges, inclusive.
  func spansX(_ x: Double) -> Bool { x >= minX && x <= maxX }

  /// Whether a y lies between the top and bottom edges, inclusive.
  func spansY(_ y: Double) -> Bool { y >= minY && y <= maxY }
}
