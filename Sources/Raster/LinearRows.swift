internal import FeelGeometry

/// Rows of a linear gradient, in device pixels.
///
/// All rows of a linear gradient are the same, shifted sideways. Where colours change slowly along
/// the row, the shift is rounded to 1, 1/2 or 1/4 of a pixel, which changes no channel by more than
/// 0.4; a few long rows, computed once, then serve for all rows of a shape.
final class LinearRows {
  private let colors: GradientColors
  /// The position along the gradient at a pixel is `at` + x·`dx` + y·`dy`: 0 at its start, 1 at its
  /// end.
  private var at = 0.0
  private var dx = 0.0
  private var dy = 0.0
  /// Subpixel phases of the shift: 1, 2 or 4, or 0 if every row is computed separately.
  private var phases = 0
  /// The shift in columns from one row to the next.
  private var shift = 0.0
  private let long = Scratch<UInt32>(1 << 13, filledWith: 0)
  /// The number of precomputed columns per phase, from `origin` on; 0 if there are none.
  private var columns = 0
  private var origin = 0
  /// The colours of a vertical gradient, one per row, and the rows precomputed.
  private let column = Scratch<UInt32>(1 << 10, filledWith: 0)
  private var heldRows = 0..<0

  init(_ colors: GradientColors) { self.colors = colors }

  /// Sets the gradient's position.
  func set(at: Double, dx: Double, dy: Double) {
    (self.at, self.dx, self.dy) = (at, dx, dy)
    shift = dy / dx
    // Depends on the gradient alone, so that a pixel's colour does not depend on the clip.
    let change = abs(dx) * colors.steepness
    phases = abs(shift) <= 16 ? (change <= 0.8 ? 1 : change <= 1.6 ? 2 : change <= 3.2 ? 4 : 0) : 0
    (columns, heldRows) = (0, 0..<0)
  }

  /// Precomputes the long rows that contain every row of a rectangle, if that is less work than
  /// computing each; for a vertical gradient, one colour per row.
  func prepare(for box: PixelRect) {
    columns = 0
    guard !box.isEmpty else { return }
    if dx == 0 { prepareColumn(box.y0..<box.y1) }
    guard phases > 0 else { return }
    let (first, last) = (place(box.y0).column, place(box.y1 - 1).column)
    origin = box.x0 + min(first, last)
    let wanted = box.width + abs(last - first) + 1
    guard wanted * phases * 2 <= box.area else { return }
    // Round up to whole vectors: a partial one costs more.
    columns = (wanted + 7) / 8 * 8
    let rows = long.reserve(columns * phases)
    for phase in 0..<phases {
      colors.fill(
        rows.dropping(phase * columns), start: start(phase), step: dx, x: origin, count: columns)
    }
  }

  private func prepareColumn(_ rows: Range<Int>) {
    let column = self.column.reserve(rows.count)
    for (index, y) in rows.enumerated() {
      colors.fill(
        column.dropping(index), start: at + Double(y) * dy, step: 0, x: 0, count: 1)
    }
    heldRows = rows
  }

  /// The colours of these rows, one each, or `nil` if a row may have several.
  func column(_ rows: Range<Int>) -> BufferView<UInt32>? {
    guard heldRows.contains(rows.lowerBound), rows.upperBound <= heldRows.upperBound else {
      return nil
    }
    return column.view.dropping(rows.lowerBound - heldRows.lowerBound)
  }

  /// The precomputed colours of `count` pixels of a row, or `nil`.
  @inline(__always) func held(x: Int, y: Int, count: Int) -> BufferView<UInt32>? {
    guard columns > 0 else { return nil }
    let (column, phase) = place(y)
    let from = x + column - origin
    guard from >= 0, from + count <= columns else { return nil }
    return long.view.dropping(phase * columns + from)
  }

  /// Finds the precomputed colours of `count` pixels of several rows; returns whether they exist.
  func held(
    _ rows: Range<Int>, x: Int, count: Int, into places: BufferView<UnsafePointer<UInt32>?>
  ) -> Bool {
    guard columns > 0, !rows.isEmpty else { return false }
    // All rows start between the starts of the first and the last.
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
    if let pixel = column(y..<y + 1)?[0] {
      row.fill(0, count, with: pixel)
    } else if let held = held(x: x, y: y, count: count) {
      row.copy(0, from: held, 0, count: count)
    } else if phases > 0 {
      let (column, phase) = place(y)
      colors.fill(row, start: start(phase), step: dx, x: x + column, count: count)
    } else {
      colors.fill(row, start: at + Double(y) * dy, step: dx, x: x, count: count)
    }
  }

  /// The offset of a row along the gradient, in whole columns and phases.
  @inline(__always) private func place(_ y: Int) -> (column: Int, phase: Int) {
    let exact = Double(y) * shift * Double(phases)
    // Calling the C library's rounding would cost a tenth of a row.
    let steps = Int(exact + (exact < 0 ? -0.5 : 0.5))
    let phase = steps & (phases - 1)
    return (steps >> phases.trailingZeroBitCount, phase)
  }

  private func start(_ phase: Int) -> Double { at + dx * Double(phase) / Double(phases) }
}
