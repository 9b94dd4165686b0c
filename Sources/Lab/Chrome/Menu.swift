internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// A list that floats over the window until one of its items is chosen or it is left.
struct Menu: Hashable, Sendable {
  static let rowHeight = 28.0
  // A list below a button has at most so many items and this share of the window's height, so that
  // most of the window stays in sight.
  private static let mostItems = 12.0
  private static let mostOfWindow = 0.6

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
  /// The items that cannot be chosen now.
  let disabled: Set<Int>
  /// The item that holds at present.
  var selected: Int?
  let frame: Rect
  /// The items that a line parts from what stands above them.
  var groups: Set<Int> = []
  private(set) var highlighted: Int?
  // The first item that is shown: a list that is longer than the window is high is turned through.
  private var first = 0
  private var turned = 0.0
  // The press that opened the menu ends in it only if it has been over an item.
  private var wasOver = false

  /// A list below what was pressed, or above it where there is more room.
  init(
    _ items: [String], notes: [String] = [], disabled: Set<Int> = [], selected: Int?,
    below anchor: Rect, in window: Size, _ fonts: FontBook? = nil
  ) {
    (self.items, self.selected, self.notes, self.disabled) = (items, selected, notes, disabled)
    // Where neither side has room for that much, it is on the larger one.
    let (above, below) = (anchor.minY - 12, window.height - 12 - anchor.maxY)
    let most = min(Self.mostItems * Self.rowHeight + 8, Self.mostOfWindow * window.height)
    let whole = Self.height(of: items.count, in: most)
    let isBelow = whole <= below || below >= above
    let height = min(whole, Self.height(of: items.count, in: isBelow ? below : above))
    let y = isBelow ? anchor.maxY + 4 : anchor.minY - 4 - height
    let least = max(anchor.width, notes.isEmpty ? 216 : 264)
    let width = Self.width(of: items, notes, atLeast: least, in: window, fonts)
    frame = Rect(
      x: max(8, min(anchor.maxX - width, window.width - 8 - width)), y: y, width: width,
      height: height)
    if let selected { highlight(selected) }
  }

  /// How high a list is: as high as its items, or as many of them as some room holds.
  private static func height(of count: Int, in room: Double) -> Double {
    let most = max(1, ((room - 8) / rowHeight).rounded(.down))
    return min(Double(count), most) * rowHeight + 8
  }

  /// How wide a list is: as its words are, where the fonts that it is drawn with are known.
  private static func width(
    of items: [String], _ notes: [String], atLeast least: Double, in window: Size,
    _ fonts: FontBook?
  ) -> Double {
    guard let fonts else { return least }
    let start = notes.isEmpty ? 28.0 : 12
    let widths = items.indices.map { index in
      let note = notes.indices.contains(index) ? notes[index] : ""
      let noteWidth = note.isEmpty ? 0 : fonts.layout(note, .small).width + 16
      return start + fonts.layout(items[index], .strong).width + noteWidth + 16
    }
    return max(least, min((widths.max() ?? 0).rounded(.up), window.width - 16))
  }

  /// A list that begins at a place, or ends there where the window does: no part of it lies outside, or over the place.
  init(
    _ items: [String], notes: [String], at place: Vector, in window: Size, _ fonts: FontBook?
  ) {
    (self.items, selected, self.notes, disabled) = (items, nil, notes, [])
    let least = notes.contains { !$0.isEmpty } ? ContextMenu.width : 216
    let width = Self.width(of: items, notes, atLeast: least, in: window, fonts)
    var height = Self.height(of: items.count, in: window.height - 16)
    // Beside the pointer, so that a click that shakes a little chooses nothing.
    let (right, down) = (place.x + 2, place.y + 4)
    let hasRight = right + width <= window.width - 8
    let x = hasRight ? right : place.x - 2 - width
    let (above, below) = (down - 16, window.height - 8 - down)
    if !hasRight, x < 8, height > max(above, below) {
      // Neither side has room for it: it is turned through above or below.
      height = Self.height(of: items.count, in: max(above, below))
    }
    let y = height <= below ? down : place.y - 4 - height
    frame = Rect(
      x: max(8, min(x, window.width - 8 - width)),
      y: max(8, min(y, window.height - 8 - height)), width: width, height: height)
  }

  /// How many items are shown at once.
  private var shownCount: Int { Int((frame.height - 8) / Self.rowHeight) }

  /// Puts the choice on an item, and shows it.
  mutating func highlight(_ index: Int) {
    highlighted = index
    first = min(max(first, index - shownCount + 1), index)
  }

  /// Turns through a list that is longer than it shows.
  mutating func turn(_ sample: WheelSample) {
    guard frame.contains(sample.location), items.count > shownCount else { return }
    turned += sample.unit == .notches ? sample.delta.y : sample.delta.y / Self.rowHeight
    let whole = turned.rounded(.towardZero)
    guard abs(whole) < 1000 else { return turned = 0 }
    turned -= whole
    first = min(max(0, first + Int(whole)), items.count - shownCount)
    highlighted = item(at: sample.location) ?? highlighted
  }

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
      if let row, wasOver, !disabled.contains(row) { return .chosen(row) }
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
    case .down: highlight(min(last, (highlighted ?? -1) + 1))
    case .up: highlight(max(0, (highlighted ?? items.count) - 1))
    case .home: highlight(0)
    case .end: highlight(last)
    case .return, .space:
      guard let highlighted else { return .dismissed }
      return disabled.contains(highlighted) ? .none : .chosen(highlighted)
    case .escape, .tab: return .dismissed
    case .character(let letter) where sample.modifiers.isDisjoint(with: [.control, .alt]):
      // From the one after, so that the same letter goes through all that begin with it.
      let start = (highlighted ?? -1) + 1
      let order = Array(start..<max(start, items.count)) + Array(0..<min(start, items.count))
      let next = order.first { items[$0].lowercased().hasPrefix(letter.lowercased()) }
      if let next { highlight(next) }
    default: break
    }
    return .none
  }

  /// Whether an item is among those that are shown.
  private func isShown(_ index: Int) -> Bool { index >= first && index < first + shownCount }

  /// What is true of an item, for assistive technology.
  func states(of index: Int) -> Set<AccessibilityElement.State> {
    var states: Set<AccessibilityElement.State> = index == selected ? [.selected] : []
    if disabled.contains(index) { states.insert(.disabled) }
    if !isShown(index) { states.insert(.offscreen) }
    return states
  }

  /// The place of an item.
  func row(_ index: Int) -> Rect {
    Rect(
      x: frame.minX + 4, y: frame.minY + 4 + Double(index - first) * Self.rowHeight,
      width: frame.width - 8, height: Self.rowHeight)
  }

  private func item(at location: Vector) -> Int? {
    guard frame.contains(location) else { return nil }
    let row = first + Int(((location.y - frame.minY - 4) / Self.rowHeight).rounded(.down))
    guard isShown(row) else { return nil }
    return items.indices.contains(row) ? row : nil
  }

  func draw(into canvas: inout Canvas) {
    let theme = canvas.theme
    canvas.floating(frame, radius: 8)
    for (index, item) in items.enumerated() where isShown(index) {
      let row = row(index)
      let isEnabled = !disabled.contains(index)
      if groups.contains(index), index > first {
        canvas.fill(
          Rect(x: row.minX + 8, y: row.minY, width: row.width - 16, height: canvas.snapped(1)),
          theme.border)
      }
      if index == highlighted, isEnabled { canvas.selected(row, radius: 6) }
      let note = notes.indices.contains(index) ? notes[index] : ""
      let noteWidth =
        note.isEmpty ? 0 : min(canvas.fonts.layout(note, .small).width, row.width / 2) + 16
      let start = notes.isEmpty || selected != nil ? 28.0 : 12
      canvas.label(
        item, at: Vector(row.minX + start, row.midY), index == selected ? .strong : .body,
        isEnabled ? theme.text : theme.disabledText,
        maximumWidth: row.width - start - 8 - noteWidth)
      canvas.label(
        note, at: Vector(row.maxX - 12, row.midY), .small, theme.secondaryText, align: .trailing,
        maximumWidth: row.width / 2)
      if index == selected {
        canvas.tick(at: Vector(row.minX + 14, row.midY), theme.text)
      }
    }
    guard shownCount < items.count else { return }
    let track = Rect(x: frame.maxX - 6, y: frame.minY + 6, width: 4, height: frame.height - 12)
    let (from, share) = (
      Double(first) / Double(items.count), Double(shownCount) / Double(items.count)
    )
    canvas.fill(
      Rect(
        x: track.minX, y: track.minY + from * track.height, width: 4,
        height: share * track.height), radius: 2, theme.secondaryText)
  }
}
