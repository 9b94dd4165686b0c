internal import Feel
internal import FeelTrace
internal import Stage

/// What of the panel has the keyboard.
enum InspectorFocus: Sendable {
  case none
  case line(LineEdit)
  case button(InspectorFoot.Button)

  /// The line that has it, by its index.
  var row: Int? { edit?.row }

  /// What is done to the line that has it.
  var edit: LineEdit? {
    get { if case .line(let edit) = self { edit } else { nil } }
    set { self = newValue.map(Self.line) ?? .none }
  }

  var button: InspectorFoot.Button? { if case .button(let button) = self { button } else { nil } }
}

/// What keys and wheel do to the number of the line that has the keyboard.
struct LineEdit: Sendable {
  /// Turns of the wheel, one edit as long as they follow each other.
  private struct WheelTurn {
    var time: Instant
    /// The part of a notch that has not counted yet.
    var rest = 0.0
    /// Whether one has.
    var hasMoved = false
  }

  /// How soon a turn of the wheel belongs to the one before, in seconds.
  static let wheelRest = 0.5

  /// The line, by its index.
  let row: Int
  /// What is typed into its field, if something is.
  private(set) var typed: LineEditor?
  /// What was wrong with what was typed.
  private(set) var message: String?
  // What the value was before keys and wheel moved it, since the line has the keyboard or it was entered.
  private var start: ParameterValue?
  private var turn: WheelTurn?

  init(row: Int) { self.row = row }

  // MARK: Typing

  /// Gives a key to the field; answers `nil` if it is none of the field's.
  mutating func type(_ sample: KeySample, _ number: ShownNumber) -> Inspector.KeyOutcome? {
    // Until something is typed, arrows up and down, Home and End are the number's own.
    if typed == nil, [.home, .end].contains(sample.key) { return nil }
    var line = self.line(number)
    switch line.handle(sample) {
    case .edited:
      (typed, message) = (line, nil)
      return .typed
    case .entered: return enter(number)
    case .ignored: return nil
    }
  }

  private mutating func enter(_ number: ShownNumber) -> Inspector.KeyOutcome {
    guard let line = typed, line.isEdited, case let text = line.text, !text.isEmpty else {
      // What keys and wheel have set is entered; a number that was only looked at stays what it is, with all its digits.
      (typed, message) = (nil, nil)
      settle()
      return .orders([])
    }
    do throws(ParameterError) {
      let value = try number.value(parsing: text)
      (typed, message) = (nil, nil)
      return .entered(number.kept.key, value)
    } catch {
      message = error.message
      typed?.selectAll()
      return .typed
    }
  }

  /// What stands in the field: what is typed, or else the number that is shown, all of it selected until a press or a key says otherwise.
  func line(_ number: ShownNumber) -> LineEditor {
    if let typed, typed.isEdited || typed.text == number.text { return typed }
    var line = LineEditor(number.text)
    line.selectAll()
    return line
  }

  /// Puts a pasted text in the place of what is selected.
  mutating func insert(_ text: String, _ number: ShownNumber) {
    var line = self.line(number)
    line.insert(text)
    (typed, message) = (line, nil)
  }

  /// Selects all that stands in the field.
  mutating func selectAll() { typed?.selectAll() }

  /// Takes out what is selected in the field and answers it.
  mutating func cut(_ number: ShownNumber) -> String {
    var line = self.line(number)
    defer { (typed, message) = (line, nil) }
    return line.cut()
  }

  /// Takes back the last edit of what is typed; returns whether there was one.
  mutating func undo() -> Bool {
    message = nil
    let isUndone = typed?.undo() ?? false
    if !isUndone { typed = nil }
    return isUndone
  }

  // MARK: The pointer in the field

  /// Puts the caret where a field was pressed; a second press selects the word there, a third all.
  mutating func press(_ place: Int, count: Int, selects: Bool, _ number: ShownNumber) {
    var line = self.line(number)
    switch count {
    case 1: line.putCaret(before: place, selects: selects)
    case 2: line.selectWord(at: place)
    default: line.selectAll()
    }
    typed = line
  }

  /// Selects what a press was dragged over.
  mutating func select(from start: Int, to end: Int, _ number: ShownNumber) {
    var line = self.line(number)
    line.putCaret(before: start, selects: false)
    line.putCaret(before: end, selects: true)
    typed = line
  }

  // MARK: Stepping

  /// Steps the number by a key.
  mutating func step(
    _ sample: KeySample, _ shown: ShownNumber, _ parameters: ParameterSet
  ) -> Inspector.KeyOutcome {
    let (parameter, number) = (shown.parameter, shown.number)
    let next: Double
    switch sample.key {
    case .up: next = parameter.number(number, steppedBy: 1)
    case .down: next = parameter.number(number, steppedBy: -1)
    case .pageUp: next = parameter.number(number, steppedBy: 10)
    case .pageDown: next = parameter.number(number, steppedBy: -10)
    case .home: next = parameter.number(atShare: 0)
    case .end: next = parameter.number(atShare: 1)
    default: return .ignored
    }
    (typed, message) = (nil, nil)
    guard next != number else { return .orders([]) }
    start = start ?? parameters[shown.kept.key]
    let edit = Action.set(shown.kept.key, shown.value(next))
    // A held key is one edit, however often it repeats.
    return .orders(sample.isRepeat ? [edit] : [.begin, edit])
  }

  /// A step a notch, up or to the right for more; turns that follow each other are undone as a whole.
  mutating func handle(
    _ sample: WheelSample, _ number: ShownNumber, _ parameters: ParameterSet
  ) -> [Action] {
    let notches = sample.delta.x - sample.delta.y
    guard notches.isFinite, abs(notches) <= 1000 else { return [] }
    var turn = turn ?? WheelTurn(time: sample.time)
    if sample.time - turn.time > Self.wheelRest { turn = WheelTurn(time: sample.time) }
    let isNew = !turn.hasMoved
    turn.time = sample.time
    turn.rest += notches
    let whole = turn.rest.rounded(.towardZero)
    turn.rest -= whole
    turn.hasMoved = turn.hasMoved || whole != 0
    self.turn = turn
    guard whole != 0 else { return [] }
    start = start ?? parameters[number.kept.key]
    (typed, message) = (nil, nil)
    let next = number.parameter.number(number.number, steppedBy: whole)
    let edit = Action.set(number.kept.key, number.value(next))
    return isNew ? [.begin, edit] : [edit]
  }

  /// Takes note that the value is entered: Escape no longer gives back what it was before.
  mutating func settle() { start = nil }

  /// Gives back what the value was before keys and wheel moved it.
  func reverting(_ parameter: Parameter?, _ parameters: ParameterSet) -> [Action] {
    guard let start, let key = parameter?.key, parameters[key] != start else { return [] }
    return [.begin, .set(key, start)]
  }
}
