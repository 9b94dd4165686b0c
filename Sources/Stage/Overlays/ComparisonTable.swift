package import Feel
internal import FeelTrace
internal import Glibc
internal import Raster
internal import TextLayout

/// A comparison in numbers: a gesture's outcome in two runs, and the difference.
///
/// The number of rows is constant, to keep its height: during a motion, position and velocity; at
/// rest, time to rest and release velocity. With a hand, a clip's distance from the preset follows.
package struct ComparisonTable: Sendable {
  package struct Row: Sendable {
    package let name, a, b, difference: String
  }

  /// The names of A and B.
  package let names: (a: String, b: String)
  package let rows: [Row]

  /// Compares the shown stage with its pair at a time; `nil` if nothing is compared.
  ///
  /// - Parameter off: the rms distance between a preset and another program's run without a hand,
  ///   in its unit.
  package init?(_ player: Player, _ run: StageRun, at time: Instant, off: Double? = nil) {
    guard let pair = player.pair else { return nil }
    let comparison: Comparison?
    // At rest before a clip's motion, nothing is over yet.
    let isBefore = pair.kind == .preset && player.sheet.span.map { time < $0.release } ?? false
    let isOver = !run.isBusy(at: time) && !isBefore || player.sheet.end.map { time >= $0 } ?? false
    // A preset just chosen is on the stage before its outcome is known: show that of one preset.
    let run = isOver && pair.kind == .preset ? player.sheet.run : run
    (names, comparison) = Self.compared(pair, player, run, at: time)
    let unit = comparison?.unit ?? run.watched(at: time)?.unit ?? ""
    let (place, speed) = (Self.place(unit), Self.speed(unit))
    // Without choices, as in a list, a rest position has no name.
    let choosesPlace = run.watched(at: time)?.snapPositions.isEmpty != true
    let clip = pair.kind == .preset ? player.shownTake?.before.stage.source?.clip : nil
    let cut = clip?.cut
    // A motion that did not come to rest has words instead of a number.
    let isOfA = names.a != run.stage.parameters.preset.shownTitle
    func told(_ row: Row, _ words: String?) -> Row {
      guard let words else { return row }
      return Row(
        name: row.name, a: isOfA ? words : row.a, b: isOfA ? row.b : words,
        difference: Words.nothing)
    }
    let distance = Row(
      name: Words.offRMS, a: Words.nothing, b: Words.nothing,
      difference: off.map(place.text) ?? Words.nothing)
    let hasHand = comparison?.a.velocity != nil
    let last = pair.kind == .preset && hasHand && off != nil ? [distance] : []
    guard !isOver else {
      let (a, b) = (comparison?.a, comparison?.b)
      // Without a run beside it, a program's outcome is its take's.
      let alone = pair.kind == .preset && a == nil ? player.shownTake?.outcome : nil
      let landed = Self.row(Words.landedOn, a?.restName, b?.restName)
      rows =
        (choosesPlace ? [landed] : []) + [
          told(Self.row(Words.rest, a?.rest ?? alone?.rest, b?.rest, place), cut?.words),
          told(
            Self.row(Words.timeToRest, a?.settle ?? alone?.settle, b?.settle, Self.seconds),
            cut.map { _ in Words.nothing }),
          pair.kind == .preset && !hasHand
            ? distance : Self.row(Words.released, a?.velocity, b?.velocity, speed),
        ] + last
      return
    }
    func reading(_ run: StageRun) -> MotionReading? {
      run.begun(at: time).flatMap { _ in run.reading(at: time) }
    }
    let (a, b) = (reading(run), run.runB.flatMap(reading))
    let sample = b == nil ? player.formerLog?.sample(at: time) : nil
    // An observed program's rest is known only once it rests.
    func rest(_ reading: MotionReading) -> Double? {
      let isKnown = reading.restTime != nil || reading.state == .idle && cut == nil
      return pair.kind == .preset && !isKnown ? nil : reading.rest
    }
    // Those of a clip's take are known throughout.
    let known = clip == nil ? nil : comparison
    let restOfA = known.map { cut == nil ? $0.a.rest : nil } ?? a.flatMap(rest)
    let restOfB =
      known?.b.rest ?? (b.map(rest) ?? (pair.kind == .preset ? nil : comparison?.b.rest))
    let lands = Self.row(Words.landsOn, a?.restName, b?.restName ?? comparison?.b.restName)
    rows =
      (choosesPlace ? [lands] : []) + [
        told(Self.row(Words.rest, restOfA, restOfB, place), known.flatMap { _ in cut?.words }),
        Self.row(Words.positionNow, a?.position, b?.position ?? sample?.position, place),
        Self.row(Words.velocityNow, a?.velocity, b?.velocity ?? sample?.velocity, speed),
      ] + last
  }

  /// The names of both, and their difference.
  private static func compared(
    _ pair: Pair, _ player: Player, _ run: StageRun, at time: Instant
  ) -> (names: (a: String, b: String), Comparison?) {
    let alone = (type(of: run.scene).nameBeside(run.stage), Words.nothing)
    var (names, comparison) = (player.names(on: run) ?? alone, pair.comparison)
    switch pair.kind {
    case .sets, .edited, .preset: break
    case .take(let number):
      let other = player.takes.store[number]
      names = (player.shownTake?.title ?? "", other?.title ?? "")
      comparison?.b.restName = other?.outcome.restName
    case .before:
      names = (Words.now, Words.before)
      let before = player.sheet.origin.number.flatMap { player.takes.store[$0] }
      comparison?.b.restName = before?.outcome.restName
    }
    // A log contains the rest position, but not its name.
    if comparison?.a.restName == nil {
      comparison?.a.restName =
        player.shownTake?.outcome.restName ?? run.watched(at: time)?.restName
    }
    let other = player.sheet.run
    if comparison?.b.restName == nil {
      comparison?.b.restName = other.runB?.watched(at: other.now)?.restName
    }
    return (names, comparison)
  }

  /// The format of one kind of number.
  private struct Value {
    let decimals: Int
    let unit: String

    func text(_ number: Double) -> String { number.grouped(decimals: decimals) + unit }
  }

  private static let seconds = Value(decimals: 2, unit: " s")

  private static func place(_ unit: String) -> Value {
    unit.isEmpty ? Value(decimals: 3, unit: "") : Value(decimals: 1, unit: " \(unit)")
  }

  private static func speed(_ unit: String) -> Value {
    unit.isEmpty ? Value(decimals: 3, unit: " /s") : Value(decimals: 0, unit: " \(unit)/s")
  }

  private static func row(_ name: String, _ a: Double?, _ b: Double?, _ value: Value) -> Row {
    var difference = Words.nothing
    if let a, let b {
      let way = b.difference(from: a, decimals: value.decimals)
      difference = way == 0 ? Words.same : (way > 0 ? "+" : "") + value.text(way)
    }
    return Row(
      name: name, a: a.map(value.text) ?? Words.nothing, b: b.map(value.text) ?? Words.nothing,
      difference: difference)
  }

  /// A row of names; for numbered ones, such as cards, the difference is a count.
  private static func row(_ name: String, _ a: String?, _ b: String?) -> Row {
    var difference = Words.nothing
    if let a, let b {
      if a == b {
        difference = Words.same
      } else if let one = Counted(a), let other = Counted(b), one.noun == other.noun {
        difference = Words.counted(other.number - one.number, one.noun)
      } else {
        difference = ""
      }
    }
    return Row(name: name, a: a ?? Words.nothing, b: b ?? Words.nothing, difference: difference)
  }

  /// A name ending in a number: "card 5".
  private struct Counted {
    let noun: String
    let number: Int

    init?(_ name: String) {
      let parts = name.split(separator: " ")
      guard parts.count == 2, let number = Int(parts[1]) else { return nil }
      (noun, self.number) = (String(parts[0]), number)
    }
  }

  // MARK: Drawing

  /// Draws the table on its card, enlarged for viewing from a distance.
  func draw(into canvas: inout Canvas, in frame: Rect, isLarge: Bool) {
    let theme = canvas.theme
    let rows = isLarge ? rows.dropLast() : rows[...]
    let box = frame.inset(by: 16, frame.height < 165 ? 10 : 12)
    let style = TextStyle(size: isLarge ? 18 : 13)
    let strong = TextStyle(size: style.size, weight: .semibold)
    let column = box.width * 0.7 / 3
    let ends = (1...3).map { box.minX + box.width * 0.3 + column * Double($0) }
    let badge = isLarge ? 22.0 : 18
    var head = TextStyle(size: isLarge ? 15 : 12, weight: .semibold)
    let words = [names.a, names.b].flatMap { $0.split(separator: " ") }
    func fits(_ room: Double) -> Bool {
      words.allSatisfy { canvas.fonts.layout(String($0), head).width <= room }
    }
    // A long word goes below its badge, in smaller type if it must.
    let isBelow = !fits(column - badge - 12)
    let room = column - (isBelow ? 6 : badge + 12)
    while !fits(room), head.size > 9 { head = TextStyle(size: head.size - 1, weight: .semibold) }
    // A long name takes two lines.
    let titles = [names.a, names.b].map { canvas.lines(of: $0, width: room, head).prefix(2) }
    let (line, most) = (head.size + 2, Double(titles.map(\.count).max() ?? 1))
    let headHeight = isBelow ? badge + most * line : most > 1 ? 2 * head.size + 6 : 0
    // Rows are as high as the frame allows.
    let even = (box.height - 2) / Double(rows.count + 1)
    let height = min(even, (box.height - 2 - headHeight) / Double(rows.count)).rounded(.down)
    let top = box.minY + max(height, headHeight) / 2
    for (isB, end, lines) in [(false, ends[0], titles[0]), (true, ends[1], titles[1])] {
      guard names.b != Words.nothing || !isB else {
        canvas.label(names.b, at: Vector(end, top), head, theme.secondaryText, align: .trailing)
        continue
      }
      let width = lines.map { min(room, canvas.fonts.layout($0, head).width) }.max() ?? 0
      let isAlone = width == 0 || isBelow
      let middle = Vector(
        end - badge / 2 - (isAlone ? 0 : width + 6), top - (isBelow ? most * line / 2 : 0))
      canvas.badge(isB: isB, in: Rect(center: middle, size: Size(badge, badge)))
      let first =
        isBelow ? top + badge / 2 - (most - 1) * line / 2 : top - Double(lines.count - 1) * line / 2
      for (index, words) in lines.enumerated() {
        canvas.label(
          words, at: Vector(end, first + Double(index) * line), head,
          isB ? theme.b : theme.accent, align: .trailing, maximumWidth: room)
      }
    }
    canvas.label(
      Words.bMinusA, at: Vector(ends[2], top), head, theme.secondaryText, align: .trailing)
    for (index, row) in rows.enumerated() {
      let y = top + max(height, headHeight) / 2 + height * (Double(index) + 0.5) + 2
      canvas.fill(
        Rect(x: box.minX, y: y - height / 2, width: box.width, height: canvas.snapped(1)),
        index == 0 ? theme.text.opacity(0.22) : theme.hair)
      canvas.label(
        row.name, at: Vector(box.minX, y), style, theme.secondaryText,
        maximumWidth: ends[0] - column - box.minX + 8)
      let isSame = row.difference == Words.same
      let values = [(row.a, strong), (row.b, strong), (row.difference, isSame ? style : strong)]
      for (end, (text, style)) in zip(ends, values) {
        canvas.label(
          text, at: Vector(end, y), style,
          isSame && text == Words.same ? theme.secondaryText : theme.text, align: .trailing,
          maximumWidth: column - 8)
      }
    }
  }
}

extension Double {
  /// The difference from another number, both as displayed, so that the three add up.
  package func difference(from other: Double, decimals: Int) -> Double {
    let scale = pow(10, Double(decimals))
    return ((self * scale).rounded() - (other * scale).rounded()) / scale
  }
}
