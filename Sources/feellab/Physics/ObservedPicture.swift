internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Lab
internal import Observe
internal import Raster
internal import Stage
internal import TextLayout

/// Observed takes as a picture: for each, where the content was with the laws and the nearest preset behind it, and below how long each frame was shown.
struct ObservedPicture {
  private static let width = 760.0
  private static let margin = 16.0
  private static let places = 150.0
  private static let frames = 34.0
  private static let words = 40.0
  private static let take = words + places + 22 + frames + 40
  /// A frame that was shown for so many usual times fills its lane.
  private static let longest = 4.0

  private let takes: [(name: String, report: ObservationReport)]

  /// More takes than this are left out: a picture has an end.
  private static let mostTakes = 40

  /// Prepares the picture of some takes, each with its name.
  init(_ takes: [(name: String, report: ObservationReport)]) {
    self.takes = Array(takes.prefix(Self.mostTakes))
  }

  private var size: Size {
    Size(Self.width, 2 * Self.margin + 22 + Self.take * Double(max(1, takes.count)))
  }

  /// Draws it.
  ///
  /// - Throws: `CommandFailure` when there is no font, or the file cannot be written.
  func write(to picture: PictureFile) throws(CommandFailure) {
    try picture.write(size) { draw(on: &$0) }
  }

  private func draw(on canvas: inout Canvas) {
    drawLegend(on: &canvas)
    var y = Self.margin + 22
    for (name, report) in takes {
      draw(name, report, from: y, on: &canvas)
      y += Self.take
    }
  }

  private func drawLegend(on canvas: inout Canvas) {
    let theme = canvas.theme
    var x = Self.margin
    for (words, color) in [
      ("frames", theme.input), ("their laws", theme.accent),
      ("the nearest preset on the same hand", theme.velocity), ("faults", theme.danger),
    ] {
      canvas.fill(Rect(x: x, y: Self.margin + 3, width: 10, height: 4), radius: 2, color)
      canvas.label(words, at: Vector(x + 15, Self.margin + 5), .caption, theme.text)
      x += 40 + 6.5 * Double(words.count)
    }
  }

  private func draw(
    _ name: String, _ report: ObservationReport, from top: Double, on canvas: inout Canvas
  ) {
    let theme = canvas.theme
    let observation = report.observation
    guard let first = observation.rows.first, let last = observation.rows.last else { return }
    canvas.label(
      name, at: Vector(Self.margin, top + 12), .body, theme.text,
      maximumWidth: Self.width - 2 * Self.margin)
    canvas.label(
      Self.findings(report), at: Vector(Self.margin, top + 28), .caption, theme.secondaryText,
      maximumWidth: Self.width - 2 * Self.margin)
    let preset = Self.preset(report)
    let offsets = (observation.rows + preset).map(\.offset)
    let (low, high) = (offsets.min() ?? 0, offsets.max() ?? 0)
    let frame = Rect(
      x: Self.margin, y: top + Self.words, width: Self.width - 2 * Self.margin,
      height: Self.places)
    let (span, time) = (max(high - low, 1), max(last.time - first.time, 1e-3))
    func place(_ row: Observation.Row) -> Vector {
      Vector(
        frame.minX + (row.time - first.time) / time * frame.width,
        frame.maxY - (row.offset - low) / span * frame.height)
    }
    canvas.fill(Rect(x: frame.minX, y: frame.maxY, width: frame.width, height: 1), theme.border)
    for press in observation.presses {
      let (from, to) = (
        place(Observation.Row(time: press.lowerBound, offset: low)).x,
        place(Observation.Row(time: press.upperBound, offset: low)).x
      )
      canvas.fill(
        Rect(x: from, y: frame.minY, width: max(1, to - from), height: frame.height),
        theme.accentSoft)
    }
    for fault in report.analysis.faults {
      let x = place(Observation.Row(time: fault.time, offset: low)).x
      canvas.fill(Rect(x: x - 0.5, y: frame.minY, width: 1, height: frame.height), theme.danger)
    }
    Self.line(preset.map(place), theme.velocity, dash: [5, 4], on: &canvas)
    for (segment, rows) in zip(report.analysis.segments, Self.rows(of: report)) {
      let fitted = zip(rows, segment.fitted).map {
        place(Observation.Row(time: $0.time, offset: $1))
      }
      Self.line(fitted, theme.accent, on: &canvas)
    }
    for row in observation.rows {
      canvas.draw(.circle(center: place(row), radius: 1.3, .solid(theme.input)))
    }
    let unit = observation.source.unit
    let below = frame.maxY + 10
    canvas.label(
      "\(low.text(decimals: 0)) … \(high.text(decimals: 0)) \(unit)",
      at: Vector(frame.minX, below), .caption, theme.secondaryText)
    canvas.label(
      "\(time.text(decimals: 2)) s", at: Vector(frame.maxX, below), .caption, theme.secondaryText,
      align: .trailing)
    drawFrames(report, place, below: below + 12, on: &canvas)
  }

  /// A bar for each frame until the content was elsewhere, as high as it was shown long; none for a rest.
  private func drawFrames(
    _ report: ObservationReport, _ place: (Observation.Row) -> Vector, below top: Double,
    on canvas: inout Canvas
  ) {
    let theme = canvas.theme
    let rows = report.observation.rows
    let interval = report.analysis.interval
    let ground = top + Self.frames
    for (before, row) in zip(rows, rows.dropFirst()) where row.offset != before.offset {
      let gap = row.time - before.time
      let times = gap / interval
      // Nothing is late that stood until a press, or a turn of the wheel, moved it.
      let observation = report.observation
      let begins = (observation.presses.map(\.lowerBound) + observation.turns)
        .contains { before.time <= $0 && $0 <= row.time }
      let isLate =
        !begins && times > 1.5 && abs(row.offset - before.offset) * interval >= Smoothness.due * gap
      guard isLate || times < Self.longest else { continue }
      let height = Self.frames * min(1, times / Self.longest)
      let (from, to) = (place(before).x, place(row).x)
      let color = isLate ? theme.danger : theme.ghost
      canvas.fill(
        Rect(x: from, y: ground - height, width: max(1, to - from - 0.5), height: height), color)
    }
    canvas.fill(
      Rect(
        x: Self.margin, y: ground - Self.frames * 1.5 / Self.longest,
        width: Self.width - 2 * Self.margin, height: 0.5), theme.border)
    canvas.label(
      "how long each frame was shown, red where the next one came late",
      at: Vector(Self.margin, ground + 10), .caption, theme.secondaryText)
    canvas.fill(
      Rect(x: Self.margin, y: ground, width: Self.width - 2 * Self.margin, height: 1), theme.border
    )
  }

  private static func line(
    _ points: [Vector], _ color: Color, dash: [Double] = [], on canvas: inout Canvas
  ) {
    guard let first = points.first, points.count > 1 else { return }
    var path = Path()
    path.move(to: first)
    for point in points.dropFirst() { path.line(to: point) }
    canvas.draw(
      .stroke(path, Stroke(width: 1.5, join: .round, cap: .butt, dash: dash), .solid(color)))
  }

  // MARK: What is in it

  /// What the take comes to, in a line.
  private static func findings(_ report: ObservationReport) -> String {
    let unit = report.observation.source.unit
    // What is wrong comes first: a long line is cut at its end.
    var parts = MotionFault.Kind.allCases.compactMap { kind -> String? in
      let count = report.analysis.faults.count { $0.kind == kind }
      return count == 0 ? nil : kind.words(for: count)
    }
    let smooth = report.analysis.smoothness
    parts.append("\(smooth.missed) missed, hitches \(smooth.hitchRatio.text(decimals: 1)) ms/s")
    if let law = report.telling?.law {
      parts.append("\(law.brief(unit)), \(law.deviation.text(decimals: 2)) \(unit) off")
    }
    if let nearest = report.ranking.places.first {
      let off = nearest.comparison.rms.text(decimals: 2)
      parts.append("nearest \(nearest.preset), \(off) \(unit) off")
    }
    return parts.joined(separator: " · ")
  }

  /// The nearest preset's motion on the same hand, while the take lasts; empty without a hand.
  private static func preset(_ report: ObservationReport) -> [Observation.Row] {
    let observation = report.observation
    guard let nearest = report.ranking.places.first,
      let preset = ScrollPreset.all.first(where: { $0.id == nearest.preset }),
      let last = observation.rows.last,
      let replay = PresetReplay(observation, by: preset)
    else { return [] }
    return replay.observation(like: observation).rows.filter { $0.time <= last.time }
  }

  /// The rows of each segment, as many as it was fitted to.
  private static func rows(of report: ObservationReport) -> [ArraySlice<Observation.Row>] {
    let rows = report.observation.rows
    return report.analysis.segments.map { segment in
      let first = rows.firstIndex { $0.time >= segment.start } ?? rows.endIndex
      return rows[first..<min(rows.endIndex, first + segment.fitted.count)]
    }
  }
}
