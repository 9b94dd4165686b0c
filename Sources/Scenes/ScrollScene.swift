internal import Feel
internal import Stage

/// The rubber-band scroll view alone, with its read-outs, the table of its flings and orders.
struct ScrollScene: Scene {
  static let id = "scroll-view"
  static let title = Words.scroll.title
  static let hint = Words.scroll.hint
  static let parameters = ScrollSettings().parameters + ScrollPhysics.parameters
  static let code = ScrollPart.code + [.physics, "_ = view.setPhysics(physics, at: .zero)"]

  var parts: PartList = [
    "list": ScrollPart(), "flings": FlingTable(),
    "copy": ButtonPart(Words.copyCSV, .order(Command("copy-csv"))),
    "save": ButtonPart(Words.saveCSV, .order(Command("save-csv"))),
    "top": ButtonPart(Words.toTop, .order(Command("scroll-to", 0))),
    "middle": ButtonPart(Words.toMiddle, .order(Command("scroll-to", 2500))),
    "end": ButtonPart(Words.toEnd, .order(Command("scroll-to", 1e9))),
    // The same each time, to compare one feel with another.
    "flick": ButtonPart(Words.flick, .order(Command("flick", 2000))),
  ]
  var focus = Focus()

  init(_ stage: Stage) { place(on: stage, at: .zero) }

  mutating func place(on stage: Stage, at now: Instant) {
    let frame = stage.frame
    let column = ScrollPart.columnWidth
    let width = min(420 * stage.breadth, frame.width - column - 80)
    let margin = frame.height < 240 ? 10.0 : 24
    let list = Rect(
      x: (frame.midX - (width + 32 + column) / 2).rounded(), y: frame.minY + margin,
      width: width, height: frame.height - 2 * margin)
    parts["list"].place(in: list, stage, at: now)
    let top = list.minY + ScrollPart.readoutsHeight(beside: list.height)
    let table = Rect(x: list.maxX + 32, y: top, width: column, height: list.maxY - 120 - top)
    parts["flings"].place(in: table, stage, at: now)
    let button = Size((column - 8) / 2, 32)
    var y = list.maxY - 112
    for (left, right) in [("copy", "save"), ("top", "middle"), ("end", "flick")] {
      let place = Rect(origin: Vector(list.maxX + 32, y), size: button)
      parts[left].place(in: place, stage, at: now)
      parts[right].place(in: place.offset(by: Vector(button.width + 8, 0)), stage, at: now)
      y += 40
    }
  }
}
