internal import Stage

/// The undo and redo history of a scene's parameters and takes, in the order of the edits.
struct EditHistory: Sendable {
  enum Step: Hashable, Sendable {
    /// An edit of parameters: their values on the other side of it.
    case parameters(ParameterSet)
    /// A take was named, pinned, removed or created, or the sets swapped: the changes that undo and
    /// redo it.
    case change(undo: SessionChange, redo: SessionChange)
  }

  /// Maximum number of steps.
  static let depth = 200

  private var past: [Step] = []
  private var future: [Step] = []

  /// Records the parameters before an edit; clears the redo history.
  mutating func record(_ parameters: ParameterSet) {
    future.removeAll()
    if past.last != .parameters(parameters) { append(.parameters(parameters)) }
  }

  /// Records the changes that undo and redo an edit.
  mutating func record(undo: SessionChange, redo: SessionChange) {
    future.removeAll()
    append(.change(undo: undo, redo: redo))
  }

  private mutating func append(_ step: Step) {
    past.append(step)
    if past.count > Self.depth { past.removeFirst() }
  }

  /// Removes a step that was already undone another way.
  mutating func forget(undo change: SessionChange) {
    past.removeAll { step in
      if case .change(let undo, _) = step { undo == change } else { false }
    }
  }

  /// The change that undoes the last step, or redoes the last one undone.
  ///
  /// Skips steps that would change nothing or whose take is gone.
  mutating func turn(
    back: Bool, from parameters: ParameterSet, where isPossible: (SessionChange) -> Bool
  ) -> SessionChange? {
    while let step = back ? past.popLast() : future.popLast() {
      guard step.changes(parameters, back: back, where: isPossible) else { continue }
      let turned = step.turned(from: parameters)
      if back { future.append(turned) } else { past.append(turned) }
      return step.change(back: back)
    }
    return nil
  }

  /// Whether anything can be undone (or redone) from these parameters.
  func canTurn(
    back: Bool, from parameters: ParameterSet, where isPossible: (SessionChange) -> Bool
  ) -> Bool {
    (back ? past : future).contains { $0.changes(parameters, back: back, where: isPossible) }
  }
}

extension EditHistory.Step {
  /// Whether undoing (or redoing) the step changes anything.
  fileprivate func changes(
    _ parameters: ParameterSet, back: Bool, where isPossible: (SessionChange) -> Bool
  ) -> Bool {
    switch self {
    case .parameters(let others): others != parameters
    case .change: isPossible(change(back: back))
    }
  }

  fileprivate func change(back: Bool) -> SessionChange {
    switch self {
    case .parameters(let others): .parameters(others)
    case .change(let undo, let redo): back ? undo : redo
    }
  }

  /// The step as seen from its other side.
  fileprivate func turned(from parameters: ParameterSet) -> Self {
    switch self {
    case .parameters: .parameters(parameters)
    case .change: self
    }
  }
}
