internal import Feel
internal import FeelTrace
internal import Stage

/// What a press on the panel's lines holds.
enum InspectorGrip: Sendable {
  case none
  case name(NameDrag)
  /// A line's slider, and what the value was.
  case slider(row: Int, start: ParameterValue)
  /// The text of the field that has the keyboard: a drag selects.
  case field(FieldDrag)

  /// The line whose slider is held, by its index.
  var slider: Int? { if case .slider(let row, _) = self { row } else { nil } }

  var isHolding: Bool { if case .none = self { false } else { true } }
}

/// A press in a field that selects what it is dragged over.
struct FieldDrag: Hashable, Sendable {
  /// Where it began, in points.
  let x: Double
  /// The place in the text there: how many characters stand before it.
  let place: Int
  /// Whether it has been dragged: until then the press alone counts.
  var hasMoved = false
}

/// A press on a line's name: a drag of it moves its number finely.
struct NameDrag: Hashable, Sendable {
  /// The line, by its index.
  let row: Int
  /// What the line's parameter was, if it is one's.
  let start: ParameterValue?
  private(set) var hasMoved = false
  private var x: Double
  // The part of a step that has not counted yet.
  private var rest = 0.0

  init(row: Int, start: ParameterValue?, x: Double) {
    (self.row, self.start, self.x) = (row, start, x)
  }

  /// Follows the hand to a place.
  mutating func move(
    to sample: PointerSample, _ number: ShownNumber, _ settings: PointerSettings
  ) -> [Action] {
    let way = sample.location.x - x
    guard hasMoved || abs(way) >= settings.dragThreshold else { return [] }
    let begins = !hasMoved
    // Two points a step; with Shift twenty.
    rest += way / (sample.modifiers.contains(.shift) ? 20 : 2)
    (x, hasMoved) = (sample.location.x, true)
    let whole = rest.rounded(.towardZero)
    rest -= whole
    let next = number.parameter.number(number.number, steppedBy: whole)
    let edit = Action.set(number.kept.key, number.value(next))
    return (begins ? [.begin] : []) + (whole == 0 ? [] : [edit])
  }
}
