internal import Feel
internal import FeelTrace
internal import Stage

extension Inspector {
  /// Turns the wheel over the lines: it scrolls them, or moves the number whose field has the keyboard.
  ///
  /// Lines that are scrolled along under the pointer are not touched: a scroll goes on until the wheel has rested.
  mutating func handle(
    _ sample: WheelSample, in panel: Rect, _ content: InspectorContent
  ) -> [Order] {
    let body = Self.body(in: panel)
    place(in: body, content, at: sample.time)
    guard body.contains(sample.location) else { return [] }
    let isScrolling = lastScroll.map { sample.time - $0 <= Self.turnTime } ?? false
    if !isScrolling, sample.unit == .notches, let row = focusedRow,
      rows[row].frame(in: body, offset: shownOffset).contains(sample.location),
      let number = number(of: row, content)
    {
      return turn(sample, row, number, content.parameters)
    }
    (lastScroll, destination) = (sample.time, nil)
    _ = scroll.handle(.wheel(sample))
    return []
  }

  /// A step a notch, up or to the right for more; turns that follow each other are undone as a whole.
  private mutating func turn(
    _ sample: WheelSample, _ row: Int, _ number: ShownNumber, _ parameters: ParameterSet
  ) -> [Order] {
    let notches = sample.delta.x - sample.delta.y
    guard notches.isFinite, abs(notches) <= 1000 else { return [] }
    var turn = turn ?? WheelTurn(row: row, time: sample.time)
    if turn.row != row || sample.time - turn.time > Self.turnTime {
      turn = WheelTurn(row: row, time: sample.time)
    }
    let isNew = !turn.hasMoved
    turn.time = sample.time
    turn.rest += notches
    let whole = turn.rest.rounded(.towardZero)
    turn.rest -= whole
    turn.hasMoved = turn.hasMoved || whole != 0
    self.turn = turn
    guard whole != 0 else { return [] }
    editStart = editStart ?? parameters[number.kept.key]
    (typed, message) = (nil, nil)
    let next = number.parameter.number(number.number, steppedBy: whole)
    let edit = Order.set(number.kept.key, number.value(next))
    return isNew ? [.begin, edit] : [edit]
  }

  /// Takes note that a value was entered: Escape no longer gives back what it was before.
  mutating func settle(_ key: String) {
    if focusedRow.flatMap({ rows[$0].parameter?.key }) == key { editStart = nil }
  }
}
