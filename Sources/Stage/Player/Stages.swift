package import Feel

/// The stages of the scenes that were opened: one is shown, and the others stand still until they
/// are shown again.
package struct Stages: Sendable {
  package var shown: Player
  // The stages that were left, by the ids of their scenes.
  private var left: [String: Player] = [:]

  package init(_ type: any Scene.Type, on stage: Stage) {
    shown = Player(type, on: stage, at: .zero)
  }

  /// Shows another scene: one that was left goes on where it stood, with what a hand did to it;
  /// another one starts, its clock at zero and running.
  ///
  /// `hand` is where on the new stage the pointer is, if it is there.
  package mutating func open(_ type: any Scene.Type, on stage: Stage, hand: Vector?) {
    shown.endCancelled()
    let now = shown.now
    let next = left.removeValue(forKey: type.id)
    // What was done is told now, and not when somebody comes back.
    let effects = shown.takeEffects()
    left[Swift.type(of: shown.run.scene).id] = shown
    let number = shown.takes.next
    shown = next ?? Player(type, on: stage, at: now)
    shown.note(effects)
    // No two takes have one number, whichever scene they are of.
    shown.takes.next = max(number, shown.takes.next)
    guard next != nil else { return }
    shown.resume(at: now)
    if shown.run.stage != stage { shown.place(on: stage) }
    shown.meetHand(at: hand)
  }

  package var nextTake: Int { shown.takes.next }

  /// Whether any scene has a take of a number or a later one, finished or under way.
  package func hasTake(from number: Int) -> Bool {
    ([shown] + left.values).contains { player in
      player.openTake.map { $0.number >= number } ?? false
        || player.finishedTakes.contains { $0.number >= number }
    }
  }

  /// Whether a scene that was left has takes.
  package var haveOtherTakes: Bool { left.values.contains { !$0.finishedTakes.isEmpty } }

  /// How the clocks of the stages are set, by the ids of their scenes.
  package var clocks: [String: ClockSetting] {
    left.mapValues(\.clockSetting).merging(
      [type(of: shown.run.scene).id: shown.clockSetting]) { $1 }
  }

  /// Sets the clocks of the stages; those that are not named run at real speed.
  package mutating func set(clocks: [String: ClockSetting]) {
    for id in left.keys { left[id]?.clockSetting = clocks[id] ?? ClockSetting() }
    shown.clockSetting = clocks[type(of: shown.run.scene).id] ?? ClockSetting()
  }
}

/// How a hand has set the clock of a stage.
package struct ClockSetting: Hashable, Sendable {
  package var isPaused = false
  /// Stage seconds a second while nothing is held, 0.01…4.
  package var speed = 1.0

  package init() {}

  /// Stage seconds a second while nothing is held.
  package var rate: Double { isPaused ? 0 : speed }
}
