internal import Feel
internal import Stage

/// The rubber-band scroll view alone, with the table of its flings and its commands.
struct ScrollScene: Scene {
  static let id = "scroll-view"
  static var title: String { Words.scroll.title }
  static var hint: String { Words.scroll.hint }
  static let choosesPlaces = false
  static let parameters = ScrollSettings().parameters + ScrollPhysics.parameters
  static let code = ScrollPart.code + [.physics, "_ = view.setPhysics(physics, at: .zero)"]

  var parts: PartList = [
    "list": ScrollPart(), "flings": FlingTable(),
    "copy": ButtonPart(Words.copyCSV, .order(Command("copy-csv"))),
    "save": ButtonPart(Words.saveCSV, .order(Command("save-csv"))),
    "top": ButtonPart(Words.toTop, .order(Command("scroll-to", 0))),
    "middle": ButtonPart(Words.toMiddle, .order(Command("scroll-to", 2500))),
    "end": ButtonPart(Words.toEnd, .order(Command("scroll-to", 1e9))),
    // A reproducible flick, to compare one feel with another.
    "flick": ButtonPart(Words.flick, .order(Command("flick", 2000))),
  ]
  var focus = Focus()

  init(_ stage: Stage) { place(on: stage, at: .zero) }

  mutating func place(on stage: Stage, at now: Instant) {
    let frame = stage.frame
    let margin = frame.height < 240 ? 10.0 : 24
    let height = frame.height - 2 * margin
    // On a narrow stage, drop the table and one column of buttons in favour of the list.
    let isNarrow = frame.width < 560
    let column = isNarrow ? 124.0 : 240
    // If the list would be too narrow, drop the dial.
    let room = frame.width - column - 48
    let isDialled = room - SheetDial.width - 16 >= ScrollPart.leastDialled
    let gap = isDialled ? SheetDial.width + 16 : isNarrow ? 20 : 32
    let most = isDialled ? 520 * stage.widthScale : ScrollPart.leastDialled - 1
    let width = min(most, room - gap)
    let list = Rect(
      x: (frame.midX - (width + gap + column) / 2).rounded(), y: frame.minY + margin,
      width: width, height: height)
    parts["list"].place(in: list, stage, at: now)
    let edge = list.maxX + gap
    // Its heading is beside the first row, below the numbers overlay.
    let table = Rect(x: edge, y: list.minY + 16, width: column, height: height - 136)
    parts["flings"].place(in: isNarrow ? .zero : table, stage, at: now)
    let columns = isNarrow ? 1 : 2
    // On the lowest stages, only the buttons that move the list fit.
    let names = ["copy", "save", "top", "middle", "end", "flick"]
      .suffix(isNarrow && height < 168 ? 4 : 6)
    for name in ["copy", "save"] { parts[name].place(in: .zero, stage, at: now) }
    let step = min(40, height / Double(names.count / columns))
    let size = Size((column - 8 * Double(columns - 1)) / Double(columns), max(24, step - 8))
    let top = list.maxY + step - size.height - step * Double(names.count / columns)
    for (index, name) in names.enumerated() {
      let way = Vector(Double(index % columns) * (size.width + 8), Double(index / columns) * step)
      parts[name].place(in: Rect(origin: Vector(edge, top) + way, size: size), stage, at: now)
    }
  }
}
