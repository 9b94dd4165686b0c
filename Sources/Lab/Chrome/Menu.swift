internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// A list that floats over the window until one of its items is chosen or it is left.
struct Menu: Hashable, Sendable {
  static let rowHeight = 28.0

  /// What an event did.
  enum Outcome: Hashable, Sendable {
    case none
    /// An item was chosen, by its place.
    case chosen(Int)
    /// It was left without a choice.
    case dismissed
  }

  let items: [String]
  /// What stands at the end of each item: its key, its value; there may be none.
  private let notes: [String]
  /// The item that holds at present.
  let selected: Int?
  let frame: Rect
  private(set) var highlighted: Int?
  // The press that opened the menu ends in it only if it has been over an item.
  private var wasOver = false

  /// A list below what was pressed, or above it where there is more room.
  init(_ items: [String], selected: Int?, below anchor: Rect, in window: Size) {
    (self.items, self.selected, notes) = (items, selected, [])
    let height = Double(items.count) * Self.rowHeight + 8
    let fits = anchor.maxY + 4 + height <= window.height - 8
    let y =
      fits ? anchor.maxY + 4 : max(8, min(anchor.minY - 4 - height, window.height - 8 - height))
    let width = max(anchor.width, 216)
    frame = Rect(
      x: max(8, min(anchor.maxX - width, window.width - 8 - width)), y: y, width: width,
      height: height)
    highlighted = selected
  }

  /// A list that begins at a place, or ends there where the window does: no part of it lies outside.
  init(_ items: [String], notes: [String], at place: Vector, in window: Size) {
    (self.items, selected, self.notes) = (items, nil, notes)
    let size = Size(
      notes.contains { !$0.isEmpty } ? 304 : 216, Double(items.count) * Self.rowHeight + 8)
    // Beside the pointer, so that a click that shakes a little chooses nothing.
    let (right, down) = (place.x + 2, place.y + 4)
    let x = right + size.width <= window.width - 8 ? right : place.x - 2 - size.width
    let y = down + size.height <= window.height - 8 ? down : place.y - 4 - size.height
    frame = Rect(
      x: max(8, min(x, window.width - 8 - size.width)),
      y: max(8, min(y, window.height - 8 - size.height)), width: size.width, height: size.height)
  }

  /// Chooses the first item, as a list does that a key opened.
  mutating func highlightFirst() { highlighted = 0 }

  /// Follows the pointer.
  mutating func handle(_ sample: PointerSample) -> Outcome {
    let row = item(at: sample.location)
    switch sample.phase {
    case .moved:
      if let row { (highlighted, wasOver) = (row, true) }
    case .down:
      wasOver = row != nil
      if !frame.contains(sample.location) { return .dismissed }
      highlighted = row ?? highlighted
    case .up:
      if let row, wasOver { return .chosen(row) }
    case .exited:
      break
    }
    return .none
  }

  /// Follows the keyboard: every key is the menu's while it is open.
  mutating func handle(_ sample: KeySample) -> Outcome {
    guard sample.phase == .down else { return .none }
    let last = items.count - 1
    switch sample.key {
    case .down: highlighted = min(last, (highlighted ?? -1) + 1)
    case .up: highlighted = max(0, (highlighted ?? items.count) - 1)
    case .home: highlighted = 0
    case .end: highlighted = last
    case .return, .space: return highlighted.map(Outcome.chosen) ?? .dismissed
    case .escape, .tab: return .dismissed
    default: break
    }
    return .none
  }

  /// The place of an item.
  func row(_ index: Int) -> Rect {
    Rect(
      x: frame.minX + 4, y: frame.minY + 4 + Double(index) * Self.rowHeight,
      width: frame.width - 8, height: Self.rowHeight)
  }

  private func item(at location: Vector) -> Int? {
    guard frame.contains(location) else { return nil }
    let row = Int(((location.y - frame.minY - 4) / Self.rowHeight).rounded(.down))
    return items.indices.contains(row) ? row : nil
  }

  func draw(into canvas: inout Canvas) {
    let theme = canvas.theme
    canvas.floating(frame, radius: 8)
    for (index, item) in items.enumerated() {
      let row = row(index)
      if index == highlighted { canvas.fill(row, radius: 6, theme.accentSoft) }
      let note = notes.indices.contains(index) ? notes[index] : ""
      let noteWidth =
        note.isEmpty ? 0 : min(canvas.fonts.layout(note, .small).width, row.width / 2) + 16
      let start = notes.isEmpty ? 28.0 : 12
      canvas.label(
        item, at: Vector(row.minX + start, row.midY), index == selected ? .strong : .body,
        theme.text, maximumWidth: row.width - start - 8 - noteWidth)
      canvas.label(
        note, at: Vector(row.maxX - 12, row.midY), .small, theme.secondaryText, align: .trailing,
        maximumWidth: row.width / 2)
      if index == selected {
        canvas.tick(at: Vector(row.minX + 14, row.midY), theme.text)
      }
    }
  }
}
