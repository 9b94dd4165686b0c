internal import Feel
internal import FeelFiles
internal import Observe
internal import Stage
internal import TextLayout

/// Observed takes as a picture that fits a screen, with a panel for each, side by side.
///
/// A panel shows the content's position with its laws over the nearest preset, and below, on the
/// same time axis, how long each frame was shown. Takes of a clip have some of its frames above
/// that.
struct ObservedPicture {
  /// The room that a 1920 × 1080 screen leaves beside a window's frame and a desktop panel.
  private static let largest = Size(1600, 1000)
  private static let margin = 24.0
  private static let gap = Size(32, 24)
  /// The maximum size of a panel.
  private static let largestPanel = Size(760, 380)
  /// The maximum height of a clip's frames with captions, and their maximum share of a panel.
  private static let (largestStrip, stripShare) = (230.0, 0.43)

  private let title: String
  private let subtitle: String?
  private let takes: [(name: String, report: ObservationReport)]
  /// One per take if they are from a clip.
  private let strips: [ClipStrip]
  /// The number of takes left out, as panels would become too small.
  private let leftOut: Int

  private static let mostTakes = 30
  /// With more takes than this, a clip's frames would be too small.
  static let mostWithFrames = 6

  /// Prepares the picture of named takes, with an optional summary below the title.
  init(
    _ title: String, _ takes: [(name: String, report: ObservationReport)],
    strips: [ClipStrip] = [], subtitle: String? = nil
  ) {
    (self.title, self.strips, self.subtitle) = (title, strips, subtitle)
    self.takes = Array(takes.prefix(Self.mostTakes))
    leftOut = takes.count - self.takes.count
  }

  // MARK: Layout

  /// As many columns as rows, or one more.
  private var columns: Int {
    let count = max(1, takes.count)
    return (1...count).first { $0 * $0 >= count } ?? 1
  }

  private var rows: Int { (max(1, takes.count) + columns - 1) / columns }

  /// The height of title, subtitle and legend.
  private var head: Double { subtitle == nil ? 68 : 102 }

  private var panel: Size {
    let (columns, rows) = (Double(columns), Double(rows))
    let room = Size(
      Self.largest.width - 2 * Self.margin - (columns - 1) * Self.gap.width,
      Self.largest.height - 2 * Self.margin - head - (rows - 1) * Self.gap.height)
    let width = min(Self.largestPanel.width, (room.width / columns).rounded(.down))
    // Wider than high, to suit flings; narrow panels need the height for their text.
    let most = width * (width < ObservedPanel.leastWithOneLine ? 0.75 : 0.62)
    let strip = strips.isEmpty ? 0 : Self.largestStrip
    let height = min(
      min(Self.largestPanel.height, most) + strip, (room.height / rows).rounded(.down))
    return Size(width, height.rounded(.down))
  }

  private var stripHeight: Double {
    strips.isEmpty ? 0 : min(Self.largestStrip, (Self.stripShare * panel.height).rounded(.down))
  }

  private var size: Size {
    Size(
      2 * Self.margin + Double(columns) * (panel.width + Self.gap.width) - Self.gap.width,
      2 * Self.margin + head + Double(rows) * (panel.height + Self.gap.height) - Self.gap.height)
  }

  /// Draws the picture.
  ///
  /// - Throws: `CommandFailure` if there is no font, or the file cannot be written.
  func write(to picture: PictureFile) throws(CommandFailure) {
    try picture.write(size) { draw(on: &$0) }
  }

  private func draw(on canvas: inout Canvas) {
    drawHead(on: &canvas)
    let panel = panel
    for (index, take) in takes.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      let frame = Rect(
        x: Self.margin + Double(column) * (panel.width + Self.gap.width),
        y: Self.margin + head + Double(row) * (panel.height + Self.gap.height),
        width: panel.width, height: panel.height)
      ObservedPanel(
        take.name, take.report, frame, strip: strips.isEmpty ? nil : strips[index],
        stripHeight: stripHeight
      ).draw(on: &canvas)
    }
  }

  private func drawHead(on canvas: inout Canvas) {
    let theme = canvas.theme
    let width = size.width - 2 * Self.margin
    canvas.label(
      title, at: Vector(Self.margin, Self.margin + 8), .title, theme.text, maximumWidth: width)
    var y = Self.margin + 34
    if let subtitle {
      canvas.paragraph(subtitle, at: Vector(Self.margin, y), width: width, lines: 2, theme.text)
      y += 34
    }
    var x = Self.margin
    for entry in legend {
      entry.draw(at: Vector(x, y), on: &canvas)
      x += 20 + canvas.fonts.layout(entry.words, .caption).width + 18
    }
    guard leftOut > 0 else { return }
    canvas.label(
      "\(counted(leftOut, "more take")) left out", at: Vector(size.width - Self.margin, y),
      .caption, theme.secondaryText, align: .trailing)
  }

  /// The entries that occur in at least one panel.
  private var legend: [LegendEntry] {
    let observations = takes.map(\.report.observation)
    var legend: [LegendEntry] = [.frames, .law]
    if takes.contains(where: { !$0.report.ranking.places.isEmpty }) { legend.append(.preset) }
    if observations.contains(where: { !$0.presses.isEmpty }) { legend.append(.press) }
    if observations.contains(where: { !$0.turns.isEmpty }) { legend.append(.turn) }
    if takes.contains(where: { !$0.report.faults.isEmpty }) { legend.append(.fault) }
    legend.append(.late)
    return strips.isEmpty ? legend : legend + [.line, .lawLine]
  }

  private enum LegendEntry {
    case frames, law, preset, press, turn, fault, late, line, lawLine

    var words: String {
      switch self {
      case .frames: "frame"
      case .law: "law"
      case .preset: "closest preset on the same hand"
      case .press: "finger or button down"
      case .turn: "notch of the wheel"
      case .fault: "fault"
      case .late: "late frame"
      case .line: "content as measured"
      case .lawLine: "as the law has it"
      }
    }

    func draw(at place: Vector, on canvas: inout Canvas) {
      let theme = canvas.theme
      let middle = place + Vector(7, 0)
      switch self {
      case .frames:
        for x in [0.0, 5, 10] {
          let dot = Rect(x: place.x + x, y: place.y - 1.75, width: 3.5, height: 3.5)
          canvas.fill(dot, radius: 1.75, theme.text)
        }
      case .law:
        canvas.fill(Rect(x: place.x, y: place.y - 1, width: 14, height: 2), theme.accent)
      case .preset:
        for x in [0.0, 8] {
          canvas.fill(Rect(x: place.x + x, y: place.y - 1, width: 6, height: 2), theme.accent)
        }
      case .press:
        canvas.fill(Rect(x: place.x, y: place.y - 5, width: 14, height: 10), theme.accentSoft)
      case .turn:
        canvas.fillTriangle(pointingRightAt: middle, side: 8, theme.secondaryText)
      case .fault:
        canvas.fill(Rect(x: middle.x - 0.5, y: place.y - 6, width: 1.5, height: 12), theme.danger)
      case .late:
        canvas.fill(Rect(x: middle.x - 3, y: place.y - 5, width: 6, height: 10), theme.danger)
      case .line: ClipStrip.line(from: place, to: place + Vector(14, 0), on: &canvas)
      case .lawLine:
        ClipStrip.lawLine(from: place, to: place + Vector(14, 0), on: &canvas)
      }
      canvas.label(words, at: place + Vector(20, 0), .caption, theme.text)
    }
  }
}
