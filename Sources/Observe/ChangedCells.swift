public import Feel

/// A picture reduced to one number per cell, used to find changed parts of a window.
public struct CellPicture: Hashable, Sendable {
  /// The side of a cell, in pixels.
  public static let side = 8

  /// The number of cells per row.
  public let columns: Int
  /// The number of rows of cells.
  public let rows: Int
  let values: [UInt64]

  /// Whether all cells look the same, so that nothing has been drawn yet.
  public var isPlain: Bool { values.allSatisfy { $0 == values[0] } }

  /// Reads a picture; pixels beyond the last whole cell are left out.
  ///
  /// The pixels are row after row without gaps, `width` times `height` of them.
  public init(_ pixels: Span<UInt32>, width: Int, height: Int) {
    (columns, rows) = (width / Self.side, height / Self.side)
    var values = [UInt64](repeating: 0xCBF2_9CE4_8422_2325, count: columns * rows)
    for y in 0..<rows * Self.side {
      for x in 0..<columns * Self.side {
        let cell = y / Self.side * columns + x / Self.side
        values[cell] = (values[cell] ^ UInt64(pixels[y * width + x])) &* 0x100_0000_01B3
      }
    }
    self.values = values
  }
}

/// The cells of a window that changed, and which of them belong together.
public struct ChangedCells: Sendable {
  private var columns = 0
  private var rows = 0
  private var changed: [Bool] = []

  /// Creates an empty set.
  public init() {}

  /// Adds the cells in which two pictures differ; pictures of different sizes are ignored.
  public mutating func add(_ first: CellPicture, _ second: CellPicture) {
    guard first.columns == second.columns, first.rows == second.rows else { return }
    if changed.count != first.values.count {
      (columns, rows) = (first.columns, first.rows)
      changed = [Bool](repeating: false, count: first.values.count)
    }
    for index in changed.indices where first.values[index] != second.values[index] {
      changed[index] = true
    }
  }

  /// Removes the cells of another set, which change anyway.
  public mutating func subtract(_ other: ChangedCells) {
    guard other.changed.count == changed.count else { return }
    for index in changed.indices where other.changed[index] { changed[index] = false }
  }

  /// The share of the cells that changed, 0…1.
  public var share: Double {
    changed.isEmpty ? 0 : Double(changed.count(where: \.self)) / Double(changed.count)
  }

  /// Cells within this distance, in cells, belong together: between lines of text nothing changes.
  private static let reach = 4

  /// The bounding rectangle of the connected changed cells around a place, in pixels; `nil` if none
  /// changed near it.
  public func region(aroundX x: Int, y: Int) -> PixelRect? {
    let side = CellPicture.side
    guard (0..<columns * side).contains(x), (0..<rows * side).contains(y) else { return nil }
    var seen = [Bool](repeating: false, count: changed.count)
    var open: [(x: Int, y: Int)] = []
    func visit(_ x: Int, _ y: Int, _ reach: Int) {
      for row in max(0, y - reach)..<min(rows, y + reach + 1) {
        for column in max(0, x - reach)..<min(columns, x + reach + 1) {
          let index = row * columns + column
          guard changed[index], !seen[index] else { continue }
          seen[index] = true
          open.append((column, row))
        }
      }
    }
    // The finger may be in a gap.
    visit(x / side, y / side, 2 * Self.reach)
    var found: PixelRect?
    while let cell = open.popLast() {
      let place = PixelRect(x: cell.x * side, y: cell.y * side, width: side, height: side)
      found = found.map { $0.union(place) } ?? place
      visit(cell.x, cell.y, Self.reach)
    }
    return found
  }
}
