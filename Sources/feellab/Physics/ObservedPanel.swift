internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Lab
internal import Observe
internal import Raster
internal import Stage
internal import TextLayout

/// One take of a picture: its name and findings, its positions, and how long its frames were shown.
struct ObservedPanel {
  private let name: String
  private let report: ObservationReport
  private let frame: Rect
  private let preset: [Observation.Row]
  /// Seconds from the first press or turn of the wheel, and positions.
  private let time, position: PlotAxis
  /// When that was, on the clock of the rows.
  private let origin: Double
  /// Where the positions are drawn, and the frames; `nil` where there is no room for these.
  private let plot: Rect
  private let lane: Rect?

  /// Room for an axis' numbers, before it.
  private static let gutter = 44.0
  /// The name, and each line of findings.
  private static let head = 23.0
  private static let line = 17.0
  /// Narrower panels have the preset in a line of its own.
  static let leastWithOneLine = 440.0
  /// An axis' title, above it.
  private static let axisTitle = 20.0
  /// The numbers and the title of the time axis.
  private static let foot = 18.0
  private static let laneHeight = 26.0
  /// Lower panels have no lane of frames.
  private static let leastWithLane = 240.0
  /// A frame that was shown for so many usual times fills its lane.
  private static let longest = 4.0
  /// So much of the rest before the hand is shown at least, in seconds.
  private static let lead = 0.1
  /// Fewer steps from frame to frame have no usual time.
  private static let fewestSteps = 4

  init(_ name: String, _ report: ObservationReport, _ frame: Rect) {
    (self.name, self.report, self.frame) = (name, report, frame)
    let rows = report.observation.rows
    preset = Self.preset(report)
    let lane = frame.height >= Self.leastWithLane ? Self.axisTitle + Self.laneHeight + 6 : 0
    let head =
      Self.head + (frame.width < Self.leastWithOneLine ? 2 : 1) * Self.line + Self.axisTitle
    plot = Rect(
      x: frame.minX + Self.gutter, y: frame.minY + head, width: frame.width - Self.gutter,
      height: frame.height - head - lane - Self.foot)
    self.lane =
      lane > 0
      ? Rect(
        x: plot.minX, y: plot.maxY + 6 + Self.axisTitle, width: plot.width,
        height: Self.laneHeight) : nil
    let first = rows.first?.time ?? 0
    let inputs =
      report.observation.presses.map(\.lowerBound) + report.observation.turns.map(\.time)
    origin = max(first, inputs.min() ?? first)
    // Content may have moved before the hand did.
    let moves = zip(rows, rows.dropFirst()).first { $0.offset != $1.offset }?.1.time ?? origin
    let lead = min(max(Self.lead, origin - moves + 0.02), origin - first)
    let end = max(rows.last?.time ?? 0, (inputs.max() ?? 0) + Self.lead)
    let span = max(end - origin, 1e-3)
    time = PlotAxis(from: -lead, to: span, start: plot.minX, end: plot.maxX)
    let (low, high) = Self.range(rows.map(\.offset), preset.map(\.offset))
    position = PlotAxis(from: low, to: high, start: plot.maxY, end: plot.minY)
  }

  /// What the position axis shows: the content, and the preset while the content stays readable.
  private static func range(
    _ content: [Double], _ preset: [Double]
  ) -> (low: Double, high: Double) {
    var (low, high) = (content.min() ?? 0, content.max() ?? 0)
    let most = max(high - low, 20)
    low = min(low, max(preset.min() ?? low, low - most))
    high = max(high, min(preset.max() ?? high, high + most))
    // Content that stands has no span of its own; lines at both ends are not cut in half.
    let room = max(0.05 * (high - low), (10 - (high - low)) / 2)
    return (low - room, high + room)
  }

  private func place(_ row: Observation.Row) -> Vector {
    Vector(x(row.time), position.place(of: row.offset))
  }

  private func x(_ moment: Double) -> Double {
    time.place(of: moment - origin)
  }

  // MARK: Drawing

  func draw(on canvas: inout Canvas) {
    drawWords(on: &canvas)
    guard !report.observation.rows.isEmpty else { return }
    drawAxes(on: &canvas)
    canvas.clipped(to: plot) { drawMotion(on: &$0) }
    guard let lane, report.analysis.smoothness.steps >= Self.fewestSteps else { return }
    canvas.clipped(to: lane) { drawFrames(in: lane, on: &$0) }
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
    func number(_ value: Double, _ decimals: Int, at y: Double) {
      caption(value.text(decimals: decimals), plot.minX - 6, y, .trailing)
    }
    caption("position, \(report.observation.source.unit)", frame.minX, plot.minY - 12)
    let positions = position.ticks(spacing: 24)
    for value in positions.values {
      let y = position.place(of: value)
      canvas.fill(Rect(x: plot.minX, y: y, width: plot.width, height: 1), theme.grid)
      number(value, positions.decimals, at: y)
    }
    let ground = lane ?? plot
    let title = "time, s"
    let titleStart = frame.maxX - canvas.fonts.layout(title, .caption).width
    let times = time.ticks(spacing: 56)
    for value in times.values {
      let x = time.place(of: value)
      for part in [plot, lane].compactMap(\.self) {
        canvas.fill(Rect(x: x, y: part.minY, width: 1, height: part.height), theme.grid)
      }
      let words = value.text(decimals: times.decimals)
      let width = canvas.fonts.layout(words, .caption).width
      guard x + width / 2 + 8 < titleStart else { continue }
      caption(words, x, ground.maxY + 11, .center)
    }
    caption(title, frame.maxX, ground.maxY + 11, .trailing)
    for part in [plot, lane].compactMap(\.self) {
      canvas.fill(
        Rect(x: part.minX, y: part.maxY, width: part.width, height: 1), theme.controlBorder)
    }
    guard let lane else { return }
    caption("frame shown for, ms", frame.minX, lane.minY - 10)
    guard report.analysis.smoothness.steps >= Self.fewestSteps else {
      caption("too few frames", lane.minX + lane.width / 2, lane.minY + lane.height / 2, .center)
      return
    }
    let usual = lane.maxY - lane.height / Self.longest
    canvas.fill(Rect(x: lane.minX, y: usual, width: lane.width, height: 1), theme.grid)
    number(report.analysis.interval * 1000, 0, at: usual)
  }

  private func drawMotion(on canvas: inout Canvas) {
    let theme = canvas.theme
    let observation = report.observation
    for press in observation.presses {
      let (from, to) = (x(press.lowerBound), x(press.upperBound))
      canvas.fill(
        Rect(x: from, y: plot.minY, width: max(1, to - from), height: plot.height),
        theme.accentSoft)
    }
    for turn in observation.turns {
      canvas.fillTriangle(
        pointingRightAt: Vector(x(turn.time), plot.maxY - 6), side: 8, theme.ghost)
    }
    for fault in report.faults {
      canvas.fill(
        Rect(x: x(fault.time) - 0.5, y: plot.minY, width: 1.5, height: plot.height), theme.danger)
    }
    Self.line(preset.map(place), theme.velocity, dash: [6, 3], on: &canvas)
    // Below the law: dense dots would hide it.
    for row in observation.rows {
      canvas.draw(.circle(center: place(row), radius: 1.8, .solid(theme.input)))
    }
    for segment in report.analysis.segments {
      Self.line(segment.fitted.map(place), theme.accent, width: 1, on: &canvas)
    }
  }

  /// A bar for each frame that moved the content, as high as it was shown long; none for a rest.
  private func drawFrames(in lane: Rect, on canvas: inout Canvas) {
    let theme = canvas.theme
    let observation = report.observation
    let rows = observation.rows
    let interval = report.analysis.interval
    let inputs = observation.presses.map(\.lowerBound) + observation.turns.map(\.time)
    for (before, row) in zip(rows, rows.dropFirst()) where row.offset != before.offset {
      let gap = row.time - before.time
      let times = gap / interval
      // Nothing is late that stood until a press, or a turn of the wheel, moved it.
      let begins = inputs.contains { before.time <= $0 && $0 <= row.time }
      let isLate =
        !begins && times > 1.5 && abs(row.offset - before.offset) * interval >= Smoothness.due * gap
      guard isLate || times < Self.longest else { continue }
      let height = lane.height * min(1, times / Self.longest)
      let (from, to) = (x(before.time), x(row.time))
      canvas.fill(
        Rect(x: from, y: lane.maxY - height, width: max(1, to - from - 0.5), height: height),
        isLate ? theme.danger : theme.ghost)
    }
  }

  private static func line(
    _ points: [Vector], _ color: Color, width: Double = 1.5, dash: [Double] = [],
    on canvas: inout Canvas
  ) {
    guard let first = points.first, points.count > 1 else { return }
    var path = Path()
    path.move(to: first)
    for point in points.dropFirst() { path.line(to: point) }
    canvas.draw(
      .stroke(path, Stroke(width: width, join: .round, cap: .butt, dash: dash), .solid(color)))
  }

  // MARK: What is in it

  /// What is wrong, in a few words, and whether anything is.
  private var state: (words: String, isWrong: Bool) {
    guard !report.observation.rows.isEmpty else { return ("no frames", true) }
    let faults = Words.Faults.counts(report.faults)
    let smooth = report.analysis.smoothness
    let missed = smooth.missed == 0 ? [] : ["\(counted(smooth.missed, "frame")) missed"]
    let words = faults + missed
    return (words.isEmpty ? "nothing wrong" : words.joined(separator: ", "), !faults.isEmpty)
  }

  /// Its law and its preset, in a few words each.
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
}
