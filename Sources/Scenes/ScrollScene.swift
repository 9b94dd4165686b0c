internal import Feel
internal import Stage

/// The rubber-band scroll view alone, with the table of its flings and orders.
struct ScrollScene: Scene {
  static let id = "scroll-view"
  static var title: String { Words.scroll.title }
  static var hint: String { Words.scroll.hint }
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
    let column = 240.0
    // Where the list would be narrow, the dial gives way to it.
    let room = frame.width - column - 48
    let dialled = SheetDial.width + 16
    let gap = room - dialled >= ScrollPart.leastDialled ? dialled : 32
    let width = min(520 * stage.breadth, room - gap)
    let margin = frame.height < 240 ? 10.0 : 24
    let list = Rect(
      x: (frame.midX - (width + gap + column) / 2).rounded(), y: frame.minY + margin,
      width: width, height: frame.height - 2 * margin)
    parts["list"].place(in: list, stage, at: now)
    let edge = list.maxX + gap
    let table = Rect(x: edge, y: list.minY, width: column, height: list.height - 120)
    parts["flings"].place(in: table, stage, at: now)
    let button = Size((column - 8) / 2, 32)
    var y = list.maxY - 112
    for (left, right) in [("copy", "save"), ("top", "middle"), ("end", "flick")] {
      let place = Rect(origin: Vector(edge, y), size: button)
      parts[left].place(in: place, stage, at: now)
      parts[right].place(in: place.offset(by: Vector(button.width + 8, 0)), stage, at: now)
      y += 40
    }
  }
}
