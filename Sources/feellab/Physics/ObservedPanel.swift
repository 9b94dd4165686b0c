internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Lab
internal import Observe
internal import Raster
internal import Stage
internal import TextLayout

/// A take in the picture: its name and findings, its positions, and how long its frames were shown.
struct ObservedPanel {
  private let name: String
  private let report: ObservationReport
  private let frame: Rect
  private let preset: [Observation.Row]
  private let strip: ClipStrip?
  /// The place of a clip's frames.
  private let stripFrame: Rect
  /// The first press or turn of the wheel on the clock of the rows: time 0 of the plots.
  private let origin: Double
  /// The positions over time, and how long frames were shown, in usual intervals; `nil` without
  /// room for the latter.
  private let plot: Plot
  private let lane: Plot?

  /// Room before an axis for its numbers.
  private static let gutter = 44.0
  /// The heights of the name, and of a line of findings.
  private static let head = 23.0
  private static let line = 17.0
  /// Narrower panels put the preset on a line by itself.
  static let leastWithOneLine = 440.0
  /// The height of an axis title above its axis.
  private static let axisTitle = 20.0
  /// The height of the time axis's numbers and title.
  private static let foot = 18.0
  private static let laneHeight = 26.0
  /// The minimum height of a panel with a lane of frames.
  private static let leastWithLane = 240.0
  /// The number of usual intervals at which a frame's bar fills the lane.
  private static let longest = 4.0
  /// The minimum time shown before the hand, in seconds.
  private static let lead = 0.1
  /// Minimum number of steps for a usual interval.
  private static let fewestSteps = 4

  init(
    _ name: String, _ report: ObservationReport, _ frame: Rect, strip: ClipStrip?,
    stripHeight: Double
  ) {
    (self.name, self.report, self.frame, self.strip) = (name, report, frame, strip)
    let rows = report.observation.rows
    preset = Self.preset(report)
    let hasLane = frame.height - stripHeight >= Self.leastWithLane
    let lane = hasLane ? Self.axisTitle + Self.laneHeight + 6 : 0
    let words = Self.head + (frame.width < Self.leastWithOneLine ? 2 : 1) * Self.line
    let head = words + stripHeight + Self.axisTitle
    stripFrame = Rect(
      x: frame.minX, y: frame.minY + words, width: frame.width, height: stripHeight)
    let ground = Rect(
      x: frame.minX + Self.gutter, y: frame.minY + head, width: frame.width - Self.gutter,
      height: frame.height - head - lane - Self.foot)
    let first = rows.first?.time ?? 0
    let inputs =
      report.observation.presses.map(\.lowerBound) + report.observation.turns.map(\.time)
    origin = max(first, inputs.min() ?? first)
    // Content may have moved before the hand did.
    let moves = zip(rows, rows.dropFirst()).first { $0.offset != $1.offset }?.1.time ?? origin
    let lead = min(max(Self.lead, origin - moves + 0.02), origin - first)
    let end = max(rows.last?.time ?? 0, (inputs.max() ?? 0) + Self.lead)
    let span = max(end - origin, 1e-3)
    let time = PlotAxis(from: -lead, to: span, start: ground.minX, end: ground.maxX)
    let (low, high) = Self.range(rows.map(\.offset), preset.map(\.offset))
    plot = Plot(
      in: ground, across: time,
      up: PlotAxis(from: low, to: high, start: ground.maxY, end: ground.minY))
    let below = Rect(
      x: ground.minX, y: ground.maxY + 6 + Self.axisTitle, width: ground.width,
      height: Self.laneHeight)
    self.lane =
      lane > 0
      ? Plot(
        in: below, across: time,
        up: PlotAxis(from: 0, to: Self.longest, start: below.maxY, end: below.minY)) : nil
  }

  /// The range of the position axis: the content, and the preset as far as the content stays
  /// readable.
  private static func range(
    _ content: [Double], _ preset: [Double]
  ) -> (low: Double, high: Double) {
    var (low, high) = (content.min() ?? 0, content.max() ?? 0)
    let most = max(high - low, 20)
    low = min(low, max(preset.min() ?? low, low - most))
    high = max(high, min(preset.max() ?? high, high + most))
    // Content at rest has no extent of its own; the margin also keeps lines from being cut in half.
    let room = max(0.05 * (high - low), (10 - (high - low)) / 2)
    return (low - room, high + room)
  }

  private func point(_ row: Observation.Row) -> Vector { Vector(row.time - origin, row.offset) }

  // MARK: Drawing

  func draw(on canvas: inout Canvas) {
    drawWords(on: &canvas)
    guard !report.observation.rows.isEmpty else { return }
    strip?.draw(in: stripFrame, from: origin, on: &canvas)
    drawAxes(on: &canvas)
    drawMotion(on: &canvas)
    guard let lane, report.analysis.smoothness.steps >= Self.fewestSteps else { return }
    lane.draw(frames(canvas.theme), into: &canvas)
  }

  private func drawWords(on canvas: inout Canvas) {
    let theme = canvas.theme
    let (state, isWrong) = state
    let room = canvas.fonts.layout(state, .caption).width
    let top = frame.minY + 8
    canvas.label(
      name, at: Vector(frame.minX, top), .strong, theme.text,
      maximumWidth: max(40, frame.width - room - 12))
    canvas.label(
      state, at: Vector(frame.maxX, top), .caption, isWrong ? theme.danger : theme.secondaryText,
      align: .trailing)
    let lines =
      frame.width < Self.leastWithOneLine ? findings : [findings.joined(separator: " · ")]
    for (index, words) in lines.enumerated() {
      canvas.label(
        words, at: Vector(frame.minX, top + Double(index + 1) * Self.line), .caption,
        theme.secondaryText, maximumWidth: frame.width)
    }
  }

  private func drawAxes(on canvas: inout Canvas) {
    let theme = canvas.theme
    func caption(_ words: String, _ x: Double, _ y: Double, _ align: Canvas.Alignment = .leading) {
      canvas.label(words, at: Vector(x, y), .caption, theme.secondaryText, align: align)
    }
    let plots = [plot, lane].compactMap(\.self)
    let (frames, left) = (plots.map(\.frame), plot.frame.minX - 8)
    caption("position, \(report.observation.source.unit)", frame.minX, plot.frame.minY - 12)
    let (times, positions) = (plot.across.ticks(spacing: 56), plot.up.ticks(spacing: 24))
    plot.draw(Plot.grid(across: times, up: positions, theme), into: &canvas)
    plot.drawNumbers(up: positions, into: &canvas)
    let foot = (frames.last ?? frame).maxY + 11
    let title = "time, s"
    let titleStart = frame.maxX - canvas.fonts.layout(title, .caption).width
    for value in times.values {
      let (x, words) = (plot.across.place(of: value), value.text(decimals: times.decimals))
      let width = canvas.fonts.layout(words, .caption).width
      if x + width / 2 + 8 < titleStart { caption(words, x, foot, .center) }
    }
    caption(title, frame.maxX, foot, .trailing)
    for part in frames {
      canvas.fill(Rect(x: part.minX, y: part.maxY, width: part.width, height: 1), theme.edge)
    }
    guard let lane else { return }
    caption("frame shown for, ms", frame.minX, lane.frame.minY - 10)
    lane.draw(Plot.grid(across: times, theme), into: &canvas)
    guard report.analysis.smoothness.steps >= Self.fewestSteps else {
      return caption("too few frames", lane.frame.midX, lane.frame.midY, .center)
    }
    lane.draw([.level(1, Plot.Line(theme.grid))], into: &canvas)
    let usual = (report.analysis.interval * 1000).text(decimals: 0)
    caption(usual, left, lane.up.place(of: 1), .trailing)
  }

  private func drawMotion(on canvas: inout Canvas) {
    let (theme, observation, ground) = (canvas.theme, report.observation, plot.frame)
    func x(_ moment: Double) -> Double { plot.across.place(of: moment - origin) }
    let presses: [Plot.Layer] = observation.presses.map {
      .band($0.lowerBound - origin...$0.upperBound - origin, theme.accentSoft)
    }
    plot.draw(presses, into: &canvas)
    canvas.clipped(to: ground) { canvas in
      for turn in observation.turns {
        canvas.fillTriangle(
          pointingRightAt: Vector(x(turn.time), ground.maxY - 6), side: 8, theme.secondaryText)
      }
      for fault in report.faults {
        canvas.fill(
          Rect(x: x(fault.time) - 0.5, y: ground.minY, width: 1.5, height: ground.height),
          theme.danger)
      }
    }
    let laws: [Plot.Layer] = report.analysis.segments.map { segment in
      let places = segment.fitted.map { Vector($0.time - origin, $0.offset) }
      return .trace(places, Stroke(width: 1, join: .round), theme.accent)
    }
    // Dots are drawn below the law, which dense ones would hide.
    plot.draw(
      [
        .trace(
          preset.map(point), Stroke(width: 1.5, join: .round, dash: [6, 3]), theme.accent),
        .dots(observation.rows.map(point), radius: 1.8, theme.text),
      ] + laws, into: &canvas)
  }

  /// A bar for each frame that moved the content, as high as the time it was shown; none for a
  /// rest.
  private func frames(_ theme: Theme) -> [Plot.Layer] {
    let observation = report.observation
    let interval = report.analysis.interval
    let inputs = observation.presses.map(\.lowerBound) + observation.turns.map(\.time)
    var bars: [Bool: [Plot.Bar]] = [:]
    for (before, row) in zip(observation.rows, observation.rows.dropFirst())
    where row.offset != before.offset {
      let gap = row.time - before.time
      let times = gap / interval
      // Content at rest until a press or a turn of the wheel is not late.
      let begins = inputs.contains { before.time <= $0 && $0 <= row.time }
      let isLate =
        !begins && times > 1.5 && abs(row.offset - before.offset) * interval >= Smoothness.due * gap
      guard isLate || times < Self.longest else { continue }
      bars[isLate, default: []].append(
        Plot.Bar(from: before.time - origin, to: row.time - origin, times))
    }
    return [.bars(bars[false] ?? [], theme.secondaryText), .bars(bars[true] ?? [], theme.danger)]
  }

  // MARK: Contents

  /// What is wrong, in a few words, and whether anything is.
  private var state: (words: String, isWrong: Bool) {
    guard !report.observation.rows.isEmpty else { return ("no frames", true) }
    let faults = Words.Faults.counts(report.faults)
    let smooth = report.analysis.smoothness
    let missed = smooth.missed == 0 ? [] : ["\(counted(smooth.missed, "frame")) missed"]
    let words = faults + missed
    return (words.isEmpty ? "nothing wrong" : words.joined(separator: ", "), !faults.isEmpty)
  }

  /// The law and the preset, in a few words each.
  private var findings: [String] {
    let unit = report.observation.source.unit
    let law = report.telling?.law.map {
      "\(Words.Faults.brief($0, in: unit)), \($0.deviation.text(decimals: 2)) \(unit) off"
    }
    let closest = report.ranking.places.first.map { place in
      let off = "\(place.comparison.rms.text(decimals: 2)) \(unit) off"
      return report.match == nil
        ? "no preset: \(place.preset) is \(off)" : "preset \(place.preset), \(off)"
    }
    return [law ?? "no law", closest].compactMap(\.self)
  }

  /// The nearest preset's motion for the same hand, for the duration of the take; empty without a
  /// hand.
  private static func preset(_ report: ObservationReport) -> [Observation.Row] {
    let observation = report.observation
    guard let nearest = report.ranking.places.first,
      let preset = ScrollPreset.all.first(where: { $0.id == nearest.preset }),
      let last = observation.rows.last,
      let replay = PresetReplay(observation, by: preset)
    else { return [] }
    return replay.observation(like: observation).rows.filter { $0.time <= last.time }
  }
}
