internal import CRaster

/// Rows of a linear gradient, in device pixels.
///
/// Every row of a linear gradient is every other one, shifted sideways. Where colours change slowly along the row the shift is held to 1, 1/2 or 1/4 of a pixel, less than half an entry of the gradient's table; a few long rows, written once, then serve for all rows of a shape.
final class LinearRows {
  private var ramp: View<UInt32>?
  /// Position along the gradient at a pixel: `at` + x·`dx` + y·`dy`, in entries of the table.
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

  /// Takes a gradient; `ramp` holds `Ramps.size` + 1 colours.
  func set(_ ramp: View<UInt32>, at: Double, dx: Double, dy: Double) {
    (self.ramp, self.at, self.dx, self.dy) = (ramp, at, dx, dy)
    shift = dy / dx
    // What is decided here is decided by the gradient alone, so that a pixel's colour does not depend on the clip.
    phases = abs(shift) <= 16 ? (abs(dx) <= 1 ? 1 : abs(dx) <= 2 ? 2 : abs(dx) <= 4 ? 4 : 0) : 0
    columns = 0
  }

  /// Writes the long rows that all rows of a rectangle are parts of, where that is less work than writing each.
  func prepare(for box: PixelRect) {
    columns = 0
    guard phases > 0, !box.isEmpty else { return }
    let (first, last) = (place(box.y0).column, place(box.y1 - 1).column)
    origin = box.x0 + min(first, last)
    let wanted = box.width + abs(last - first) + 1
    guard wanted * phases * 4 <= box.area else { return }
    columns = wanted
    let rows = long.reserve(columns * phases)
    for phase in 0..<phases {
      compute(rows.dropping(phase * columns), start(phase), origin, columns)
    }
  }

  /// Writes the colours of `count` pixels of a row.
  func fill(_ row: View<UInt32>, x: Int, y: Int, count: Int) {
    guard phases > 0 else {
      compute(row, at + Double(y) * dy, x, count)
      return
    }
    let (column, phase) = place(y)
    let from = x + column - origin
    guard columns > 0, from >= 0, from + count <= columns else {
      compute(row, start(phase), x + column, count)
      return
    }
    row.copy(0, from: long.view, phase * columns + from, count: count)
  }

  /// How many columns, and how many phases, further along the gradient a row begins.
  private func place(_ y: Int) -> (column: Int, phase: Int) {
    let steps = Int((Double(y) * shift * Double(phases)).rounded())
    let phase = steps & (phases - 1)
    return ((steps - phase) / phases, phase)
  }

  private func start(_ phase: Int) -> Double { at + dx * Double(phase) / Double(phases) }

  /// Writes a row; positions are counted in 65,536ths of an entry from column 0, so that a pixel's colour does not depend on where the row begins.
  private func compute(_ row: View<UInt32>, _ start: Double, _ x: Int, _ count: Int) {
    guard let ramp else { return }
    let (first, step) = ((start * 65536).rounded(), (dx * 65536).rounded())
    let (from, to) = (first + step * Double(x), first + step * Double(x + count))
    let limit = Double(Int32.max) / 2
    if abs(from) < limit, abs(to) < limit, abs(step) < limit {
      unsafe cr_ramp(row.base, ramp.base, Int32(Ramps.size), Int32(from), Int32(step), count)
      return
    }
    let top = Double(Ramps.size)
    for index in 0..<count {
      let t = (first + step * Double(x &+ index)) / 65536
      // A product of two large numbers may not be one: that counts as the start.
      row[index] = ramp[Int(t > 0 ? (t < top ? t : top) : 0)]
    }
  }
}
