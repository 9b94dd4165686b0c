internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Observe
internal import Raster
internal import Stage

/// Frames of a clip at the most informative moments of a take.
///
/// Lines over each frame mark positions of the content: measured ones over one half, the law's over
/// the other. The two halves meet where both agree.
struct ClipStrip {
  private struct Moment {
    let name: String
    let row: Observation.Row
    /// The law's position of the content.
    let law: Double?
    var image: Image?
  }

  private let moments: [Moment]
  /// The size of the clip's frames, and the scrolling region, in pixels of the clip.
  private let size: Size
  private let region: Rect
  private let isVertical: Bool

  /// The distance between two lines, as a share of the region's length.
  private static let spacing = 1.0 / 3
  /// The margin shown around the region, as a share of its longer side.
  private static let around = 0.15
  /// The height of the caption below a frame.
  private static let caption = 20.0

  /// The strips of all takes; empty if there are too many takes for readable frames.
  ///
  /// - Throws: `CommandFailure` if the clip cannot be read.
  static func all(
    _ reports: [ObservationReport], _ clip: Clip, _ measured: Clip.Measured
  ) throws(CommandFailure) -> [ClipStrip] {
    guard reports.count <= ObservedPicture.mostWithFrames else {
      StandardError.say(
        "The picture has no frames of the clip: of more than \(ObservedPicture.mostWithFrames) "
          + "takes they would be too small. Choose a stretch with --from and --to.")
      return []
    }
    let regions = measured.stretches.flatMap { stretch in
      [PixelRect](repeating: stretch.region, count: stretch.motions.count)
    }
    let moments = reports.map(Self.moments)
    var images = try clip.frames(at: moments.joined().map(\.row.time))[...]
    return zip(moments, zip(reports, regions)).map { moments, take in
      let (report, region) = take
      let pictured = moments.map { moment in
        var moment = moment
        moment.image = images.popFirst() ?? nil
        return moment
      }
      return ClipStrip(
        moments: pictured, size: Size(Double(measured.width), Double(measured.height)),
        region: Rect(
          x: Double(region.x0), y: Double(region.y0), width: Double(region.width),
          height: Double(region.height)),
        isVertical: report.observation.source.axis == .y)
    }
  }

  /// The press or the first frame that moved, the fastest frame, half the distance, and the rest.
  private static func moments(_ report: ObservationReport) -> [Moment] {
    let (rows, presses) = (report.observation.rows, report.observation.presses)
    guard let first = rows.first,
      let begin = rows.indices.first(where: { rows[$0].offset != first.offset }),
      let end = rows.indices.last(where: { $0 > 0 && rows[$0].offset != rows[$0 - 1].offset })
    else { return [] }
    func speed(_ index: Int) -> Double {
      abs(rows[index].offset - rows[index - 1].offset) / (rows[index].time - rows[index - 1].time)
    }
    let fastest = (begin...end).max { speed($0) < speed($1) } ?? begin
    let way = rows.map { abs($0.offset - first.offset) }.max() ?? 0
    let half = rows.indices.first { abs(rows[$0].offset - first.offset) >= way / 2 } ?? end
    let press = presses.first.flatMap { press in
      rows.indices.last { rows[$0].time <= press.lowerBound }
    }
    let start = press.map { ("press", $0) } ?? ("first move", begin)
    var named: [Int: String] = [:]
    for (name, index) in [
      start, (end + 1 < rows.count ? "rest" : "last move", end),
      ("fastest", fastest), ("half way", half),
    ] {
      named[index] = named[index] ?? name
    }
    let fitted = Dictionary(
      report.analysis.segments.flatMap(\.fitted).map { ($0.time, $0.offset) }
    ) { first, _ in first }
    return named.sorted { $0.key < $1.key }.map { index, name in
      Moment(name: name, row: rows[index], law: fitted[rows[index].time])
    }
  }

  // MARK: Drawing

  /// Draws the frames side by side.
  ///
  /// - Parameters:
  ///   - frame: the room for frames and captions.
  ///   - origin: the time from which captions count, in seconds of the clip.
  ///   - canvas: the drawing's target.
  func draw(in frame: Rect, from origin: Double, on canvas: inout Canvas) {
    let slot = frame.width / Double(max(1, moments.count))
    let room = Size(slot - 12, frame.height - Self.caption - 12)
    let part =
      region.inset(by: -Self.around * max(region.width, region.height))
      .intersection(Rect(origin: .zero, size: size)) ?? region
    let scale = min(room.width / part.width, room.height / part.height)
    guard scale > 0 else { return }
    for (index, moment) in moments.enumerated() {
      let middle = frame.minX + (Double(index) + 0.5) * slot
      let plate = canvas.onPixels(
        Rect(
          x: middle - part.width * scale / 2,
          y: frame.minY + 4 + (room.height - part.height * scale) / 2, width: part.width * scale,
          height: part.height * scale))
      let whole = Rect(
        x: plate.minX - part.minX * scale, y: plate.minY - part.minY * scale,
        width: size.width * scale, height: size.height * scale)
      canvas.fill(plate, canvas.theme.track)
      canvas.clipped(to: plate) { canvas in
        if let image = moment.image { canvas.draw(.image(image, whole)) }
        drawRegion(of: moment, in: whole, scale, on: &canvas)
      }
      canvas.label(
        "\(moment.name), \((moment.row.time - origin).text(decimals: 2)) s",
        at: Vector(middle, plate.maxY + 11), .caption, canvas.theme.secondaryText, align: .center,
        maximumWidth: slot - 4)
    }
  }

  private func drawRegion(
    of moment: Moment, in plate: Rect, _ scale: Double, on canvas: inout Canvas
  ) {
    let part = Rect(
      x: plate.minX + region.minX * scale, y: plate.minY + region.minY * scale,
      width: region.width * scale, height: region.height * scale)
    let length = isVertical ? region.height : region.width
    let step = Self.spacing * length
    let base = moments[0].row.offset
    canvas.clipped(to: part) { canvas in
      // In the first frame, the first line is half a step from the edge.
      func draw(_ offset: Double, _ half: ClosedRange<Double>, isLaw: Bool) {
        let shift = (step / 2 - (offset - base)).truncatingRemainder(dividingBy: step)
        for place in stride(from: shift < 0 ? shift + step : shift, to: length, by: step) {
          let ends = [half.lowerBound, half.upperBound].map { share in
            isVertical
              ? Vector(part.minX + share * part.width, part.minY + place * scale)
              : Vector(part.minX + place * scale, part.minY + share * part.height)
          }
          if isLaw {
            Self.lawLine(from: ends[0], to: ends[1], on: &canvas)
          } else {
            Self.line(from: ends[0], to: ends[1], on: &canvas)
          }
        }
      }
      draw(moment.row.offset, 0...0.5, isLaw: false)
      if let law = moment.law { draw(law, 0.5...1, isLaw: true) }
    }
    canvas.edge(part, radius: 0, canvas.theme.accent)
  }

  /// Draws a line at a measured position.
  static func line(from start: Vector, to end: Vector, on canvas: inout Canvas) {
    draw(start, end, [], canvas.theme.text, &canvas)
  }

  /// Draws a line at a position of the law.
  static func lawLine(from start: Vector, to end: Vector, on canvas: inout Canvas) {
    draw(start, end, [4, 2.5], canvas.theme.accent, &canvas)
  }

  /// Draws a line with a light border, to be visible on dark content too.
  private static func draw(
    _ start: Vector, _ end: Vector, _ dash: [Double], _ color: Color, _ canvas: inout Canvas
  ) {
    let path = Path([.move(start), .line(end)])
    canvas.draw(.stroke(path, Stroke(width: 3.5), .solid(canvas.theme.card)))
    canvas.draw(.stroke(path, Stroke(width: 1.5, dash: dash), .solid(color)))
  }
}
