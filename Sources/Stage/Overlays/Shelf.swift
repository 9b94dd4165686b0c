package import Feel
internal import Raster

/// What stands below a stage and never over it: the numbers of a motion, a window's frames, and why
/// what was let go rests where it does.
///
/// Its height depends on its width and on what is wanted, not on what it says: the stage above it
/// keeps its size while something moves.
package struct Shelf: Hashable, Sendable {
  // Not as a set: where the regions of the window lie is asked very often.
  private var hasNumbers = false
  private var hasWhy = false
  private var hasFrameTimes = false
  private var hasAge = false

  private static let row = 32.0
  /// How wide a shelf is at least that has numbers and one or two words on frames in one row, in
  /// points.
  private static let leastJoined = (one: 860.0, two: 1160.0)
  /// How narrow a shelf may be that has an explanation, in points.
  private static let leastExplained = 200.0
  /// How many lines a full explanation has at most, and a shortened one at least.
  private static let lines = (most: 12, least: 3)
  private static let margin = 8.0
  /// The widths of the numbers' chips, in points: fixed, so that nothing moves but the digits.
  private static let chips = [84.0, 108, 116, 100]

  /// - Parameters:
  ///   - overlays: those that are on; the shelf has some of them.
  ///   - explains: whether the scene has releases that can be explained.
  package init(_ overlays: Set<Overlay>, explains: Bool) {
    hasNumbers = overlays.contains(.hud)
    hasWhy = explains && overlays.contains(.explanation)
    hasFrameTimes = overlays.contains(.frames)
    hasAge = overlays.contains(.age)
  }

  private init() {}

  private var hasFrames: Bool { hasFrameTimes || hasAge }

  /// Whether frames and numbers stand in one row.
  private func isJoined(_ width: Double) -> Bool {
    let least =
      hasFrameTimes && hasAge ? Self.leastJoined.two : Self.leastJoined.one
    return width >= least && hasFrames && hasNumbers
  }

  private func rows(_ width: Double) -> Double {
    let numbers = hasNumbers && !isJoined(width) ? Self.row : 0
    return numbers + (hasFrames ? Self.row : 0)
  }

  /// The least height of what is wanted, in points: of the explanation, a line.
  package func leastHeight(_ width: Double) -> Double {
    rows(width) + (hasWhy ? Self.row : 0)
  }

  package func has(_ overlay: Overlay) -> Bool {
    switch overlay {
    case .hud: hasNumbers
    case .explanation: hasWhy
    case .frames: hasFrameTimes
    case .age: hasAge
    case .velocity, .rest, .ghosts, .bounds, .samples: false
    }
  }

  /// What of it has room, and how high that is, in points: the numbers come first, then the
  /// explanation, then the frames.
  ///
  /// - Parameters:
  ///   - width: how wide it is, in points.
  ///   - room: the height of stage and shelf together, in points.
  ///   - stage: how much of that the stage keeps, in points.
  package func fitted(
    _ width: Double, in room: Double, leaving stage: Double
  ) -> (shelf: Shelf, height: Double) {
    var fitted = (shelf: Shelf(), height: 0.0)
    func add(_ change: (inout Shelf) -> Void) {
      var next = fitted.shelf
      change(&next)
      let height = next.height(width, in: room, leaving: stage)
      if height > fitted.height, room - height >= stage { fitted = (next, height) }
    }
    if hasNumbers { add { $0.hasNumbers = true } }
    if hasWhy, width >= Self.leastExplained { add { $0.hasWhy = true } }
    if hasFrames {
      add { ($0.hasFrameTimes, $0.hasAge) = (hasFrameTimes, hasAge) }
    }
    return fitted
  }

  private func height(_ width: Double, in room: Double, leaving stage: Double) -> Double {
    let rows = rows(width)
    guard hasWhy else { return rows }
    let columns = ReleaseCard.columns(in: width - 2 * Self.margin)
    let wanted = (Self.lines.most + columns - 1) / columns
    let fitting = ReleaseCard.lines(inHeight: room - rows - stage - Self.margin)
    guard fitting >= min(wanted, Self.lines.least) else { return rows + Self.row }
    return rows + ReleaseCard.height(min(wanted, fitting)) + Self.margin
  }

  /// Draws it.
  ///
  /// - Parameters:
  ///   - reader: of the stage above it.
  ///   - meter: what a window knows of its own frames.
  ///   - frame: where it lies, in points.
  package func draw(
    _ reader: inout OverlayReader, _ meter: FrameMeter?, in frame: Rect, into canvas: inout Canvas
  ) {
    canvas.fill(frame, canvas.theme.stage)
    var y = frame.minY
    if hasFrames {
      let isJoined = isJoined(frame.width)
      let numbers = isJoined ? Self.chips.reduce(Self.margin) { $0 + $1 + 4 } : 0
      meter?.draw(
        hasFrameTimes, hasAge,
        in: Rect(
          x: frame.minX + Self.margin, y: y, width: frame.width - numbers - 2 * Self.margin,
          height: Self.row), into: &canvas)
      if !isJoined { y += Self.row }
    }
    if hasNumbers {
      let y = y + Self.row / 2
      var right = frame.maxX - Self.margin
      for (width, number) in zip(Self.chips, reader.figures(canvas.theme)).reversed() {
        let box = Rect(x: right - width, y: y - 11, width: width, height: 22)
        right -= width + 4
        number.map { Self.chip($0, in: box, into: &canvas) }
      }
    }
    y = frame.minY + rows(frame.width)
    guard hasWhy else { return }
    let card = Rect(
      x: frame.minX + Self.margin, y: y, width: frame.width - 2 * Self.margin,
      height: frame.maxY - y)
    reader.card.draw(into: &canvas, in: card, isFolded: card.height <= Self.row)
  }

  /// A number of a motion: what it is, unless it says so itself, and how it is written.
  typealias Figure = (name: String?, text: String, color: Color)

  private static func chip(_ figure: Figure, in box: Rect, into canvas: inout Canvas) {
    canvas.fill(box, radius: 6, canvas.theme.surface)
    canvas.edge(box, radius: 6, canvas.theme.border)
    guard let name = figure.name else {
      return canvas.label(figure.text, at: box.center, .small, figure.color, align: .center)
    }
    canvas.label(name, at: Vector(box.minX + 8, box.midY), .small, canvas.theme.secondaryText)
    canvas.label(
      figure.text, at: Vector(box.maxX - 8, box.midY), .small, figure.color, align: .trailing)
  }
}
