internal import Stage

/// What was done to a scene's parameters and to its takes, in the order in which it was done, so
/// that it can be undone and done again.
struct EditHistory: Sendable {
  enum Step: Hashable, Sendable {
    /// Parameters were edited: what they were on the other side of the edit.
    case parameters(ParameterSet)
    /// A take was named, pinned, taken out or made: what takes that back, and what does it again.
    case take(undo: SessionChange, redo: SessionChange)
  }

  /// How many steps can be undone.
  static let depth = 200

  private var past: [Step] = []
  private var future: [Step] = []

  /// Keeps what parameters are about to be edited; what was undone can no longer be done again.
  mutating func record(_ parameters: ParameterSet) {
    future.removeAll()
    if past.last != .parameters(parameters) { append(.parameters(parameters)) }
  }

  /// Keeps what takes back what was just done to a take, and what does it again.
  mutating func record(undo: SessionChange, redo: SessionChange) {
    future.removeAll()
    append(.take(undo: undo, redo: redo))
  }

  private mutating func append(_ step: Step) {
    past.append(step)
    if past.count > Self.depth { past.removeFirst() }
  }

  /// Forgets what a change takes back, as it was taken back otherwise.
  mutating func forget(undo change: SessionChange) {
    past.removeAll { step in
      if case .take(let undo, _) = step { undo == change } else { false }
    }
  }

  /// What takes back what was done last, or does again what was undone last.
  ///
  /// A step that changed nothing, or whose take is gone, is left out.
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

  /// Whether there is something to undo from these parameters, or to do again.
  func canTurn(
    back: Bool, from parameters: ParameterSet, where isPossible: (SessionChange) -> Bool
  ) -> Bool {
    (back ? past : future).contains { $0.changes(parameters, back: back, where: isPossible) }
  }
}

extension EditHistory.Step {
  /// Whether anything is another by the step, or by the way back.
  fileprivate func changes(
    _ parameters: ParameterSet, back: Bool, where isPossible: (SessionChange) -> Bool
  ) -> Bool {
    switch self {
    case .parameters(let others): others != parameters
    case .take: isPossible(change(back: back))
    }
  }

  fileprivate func change(back: Bool) -> SessionChange {
    switch self {
    case .parameters(let others): .parameters(others)
    case .take(let undo, let redo): back ? undo : redo
    }
  }

  /// The step as it is seen from its other side.
  fileprivate func turned(from parameters: ParameterSet) -> Self {
    switch self {
    case .parameters: .parameters(parameters)
    case .take: self
    }
  }
}
