internal import FeelGeometry

/// Rows of a linear gradient, in device pixels.
///
/// Every row of a linear gradient is every other one, shifted sideways. Where colours change slowly
/// along the row the shift is held to 1, 1/2 or 1/4 of a pixel, which changes no channel by more
/// than 0.4; a few long rows, written once, then serve for all rows of a shape.
final class LinearRows {
  private let colors: GradientColors
  /// Position along the gradient at a pixel: `at` + x·`dx` + y·`dy`, 0 at its start and 1 at its
  /// end.
  private var at = 0.0
  private var dx = 0.0
  private var dy = 0.0
  /// Shifts a pixel that are told apart: 1, 2, 4, or 0 where every row is computed by itself.
  private var phases = 0
  /// Columns from one row to the next.
  private var shift = 0.0
  private let long = Scratch<UInt32>(1 << 13, filledWith: 0)
  /// Columns held for each phase, from `origin` on; 0 where no rows are held.
  private var columns = 0
  private var origin = 0

  init(_ colors: GradientColors) { self.colors = colors }

  /// Takes where the gradient lies.
  func set(at: Double, dx: Double, dy: Double) {
    (self.at, self.dx, self.dy) = (at, dx, dy)
    shift = dy / dx
    // What is decided here is decided by the gradient alone, so that a pixel's colour does not
    // depend on the clip.
    let change = abs(dx) * colors.steepness
    phases = abs(shift) <= 16 ? (change <= 0.8 ? 1 : change <= 1.6 ? 2 : change <= 3.2 ? 4 : 0) : 0
    columns = 0
  }

  /// Writes the long rows that all rows of a rectangle are parts of, where that is less work than
  /// writing each.
  func prepare(for box: PixelRect) {
    columns = 0
    guard phases > 0, !box.isEmpty else { return }
    let (first, last) = (place(box.y0).column, place(box.y1 - 1).column)
    origin = box.x0 + min(first, last)
    let wanted = box.width + abs(last - first) + 1
    guard wanted * phases * 2 <= box.area else { return }
    // Whole vectors: the last part of one costs more than it holds.
    columns = (wanted + 7) / 8 * 8
    let rows = long.reserve(columns * phases)
    for phase in 0..<phases {
      colors.fill(
        rows.dropping(phase * columns), start: start(phase), step: dx, x: origin, count: columns)
    }
  }

  /// The colours of `count` pixels of a row where they stand already, or `nil`.
  @inline(__always) func held(x: Int, y: Int, count: Int) -> BufferView<UInt32>? {
    guard columns > 0 else { return nil }
    let (column, phase) = place(y)
    let from = x + column - origin
    guard from >= 0, from + count <= columns else { return nil }
    return long.view.dropping(phase * columns + from)
  }

  /// Finds where the colours of `count` pixels of rows stand; returns whether they stand anywhere.
  func held(
    _ rows: Range<Int>, x: Int, count: Int, into places: BufferView<UnsafePointer<UInt32>?>
  ) -> Bool {
    guard columns > 0, !rows.isEmpty else { return false }
    // A row begins between where the first and the last do.
    let ends = (place(rows.lowerBound).column, place(rows.upperBound - 1).column)
    guard x + min(ends.0, ends.1) >= origin, x + max(ends.0, ends.1) + count <= origin + columns
    else { return false }
    let long = self.long.view
    for (index, y) in rows.enumerated() {
      let (column, phase) = place(y)
      unsafe places[index] = UnsafePointer(long.base + (phase * columns + x + column - origin))
    }
    return true
  }

  /// Writes the colours of `count` pixels of a row.
  func fill(_ row: BufferView<UInt32>, x: Int, y: Int, count: Int) {
    if let held = held(x: x, y: y, count: count) {
      row.copy(0, from: held, 0, count: count)
    } else if phases > 0 {
      let (column, phase) = place(y)
      colors.fill(row, start: start(phase), step: dx, x: x + column, count: count)
    } else {
      let start = at + Double(y) * dy
      colors.fill(row, start: start, step: dx, x: x, count: dx == 0 ? 1 : count)
      if dx == 0 { row.fill(1, count - 1, with: row[0]) }
    }
  }

  /// How many columns, and how many phases, further along the gradient a row begins.
  @inline(__always) private func place(_ y: Int) -> (column: Int, phase: Int) {
    let exact = Double(y) * shift * Double(phases)
    // A call of the C library's rounding is a tenth of writing a row.
    let steps = Int(exact + (exact < 0 ? -0.5 : 0.5))
    let phase = steps & (phases - 1)
    return (steps >> phases.trailingZeroBitCount, phase)
  }

  private func start(_ phase: Int) -> Double { at + dx * Double(phase) / Double(phases) }
}
