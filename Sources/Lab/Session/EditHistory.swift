internal import Stage

/// What a scene's parameters were before each edit, so that edits can be undone and done again.
struct EditHistory: Hashable, Sendable {
  /// How many edits can be undone.
  static let depth = 200

  private var past: [ParameterSet] = []
  private var future: [ParameterSet] = []

  /// Keeps what is about to be edited; what was undone can no longer be done again.
  mutating func record(_ parameters: ParameterSet) {
    future.removeAll()
    guard past.last != parameters else { return }
    past.append(parameters)
    if past.count > Self.depth { past.removeFirst() }
  }

  /// What the parameters were before the last edit that changed them, if one did.
  mutating func undo(from parameters: ParameterSet) -> ParameterSet? {
    while let last = past.popLast() {
      guard last != parameters else { continue }
      future.append(parameters)
      return last
    }
    return nil
  }

  /// What the parameters were before the last undoing.
  mutating func redo(from parameters: ParameterSet) -> ParameterSet? {
    guard let next = future.popLast() else { return nil }
    past.append(parameters)
    return next
  }

  /// Whether there is something to undo from these parameters.
  func canUndo(from parameters: ParameterSet) -> Bool { past.contains { $0 != parameters } }
  /// Whether there is something to do again.
  var canRedo: Bool { !future.isEmpty }
}
