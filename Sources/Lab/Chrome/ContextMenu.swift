internal import Feel
internal import Stage

/// The list that a right click opens, and what each of its items does.
struct ContextMenu: Hashable, Sendable {
  /// What an item does.
  enum Choice: Hashable, Sendable {
    /// Copy a text.
    case copy(String)
    /// Put what can be pasted in the place of a parameter's value, on a line of the panel.
    case paste(row: Int)
    /// Give a parameter its default.
    case reset(key: String)
    /// Mark the moment that is shown.
    case mark
    /// Forget all marks.
    case removeMarks
    /// Run the last gesture again.
    case again
    /// Show the recorded session again.
    case recording
    /// Make a film of the last gesture.
    case filmGesture
    /// Keep a picture of the stage.
    case picture
    /// Start the scene afresh.
    case restart
    /// Copy the samples of the lanes.
    case copyLanes
    /// Keep a picture of the lanes, by its ending.
    case saveLanes(String)
    /// Make a film of what the lanes show, by its ending.
    case filmLanes(String)
    /// Show all in the lanes.
    case showAll
  }

  /// An item: what stands in it, what it does, and its key or its value.
  struct Item: Hashable, Sendable {
    let title: String
    let choice: Choice
    var note = ""

    init(_ title: String, _ choice: Choice, note: String = "") {
      (self.title, self.choice, self.note) = (title, choice, note)
    }
  }

  var menu: Menu
  private let choices: [Choice]

  /// A list at a place; one that a key opened has its first item chosen.
  init(_ items: [Item], at place: Vector, in window: Size, byKey: Bool) {
    choices = items.map(\.choice)
    menu = Menu(items.map(\.title), notes: items.map(\.note), at: place, in: window)
    if byKey { menu.highlightFirst() }
  }

  /// What an outcome of the list asks for.
  func choice(of outcome: Menu.Outcome) -> Choice? {
    guard case .chosen(let index) = outcome else { return nil }
    return choices[index]
  }
}
