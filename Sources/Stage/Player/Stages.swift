package import Feel

/// The stages of all scenes opened so far; one is shown, the others are suspended.
package struct Stages: Sendable {
  package var shown: Player
  // The suspended stages, by scene id.
  private var left: [String: Player] = [:]

  package init(_ type: any Scene.Type, on stage: Stage) {
    shown = Player(type, on: stage, at: .zero)
  }

  /// Shows another scene: resumes it where it was left, or starts it with its clock at zero and
  /// running.
  ///
  /// `hand` is the pointer on the new stage, or `nil` if it is elsewhere.
  package mutating func open(_ type: any Scene.Type, on stage: Stage, hand: Vector?) {
    shown.endCancelled()
    let now = shown.now
    let next = left.removeValue(forKey: type.id)
    // Report effects now, not when the scene is shown again.
    let effects = shown.takeEffects()
    left[Swift.type(of: shown.run.scene).id] = shown
    let number = shown.takes.next
    shown = next ?? Player(type, on: stage, at: now)
    shown.emit(effects)
    // Take numbers are unique across scenes.
    shown.takes.next = max(number, shown.takes.next)
    guard next != nil else { return }
    shown.resume(at: now)
    if shown.run.stage != stage { shown.place(on: stage) }
    shown.meetHand(at: hand)
  }

  package var nextTake: Int { shown.takes.next }

  /// The stages of all opened scenes, the shown one first.
  package var all: [Player] { [shown] + left.values }

  /// Whether any scene has a take with this number or a later one, finished or under way.
  package func hasTake(from number: Int) -> Bool {
    all.contains { player in
      player.openTake.map { $0.number >= number } ?? false
        || player.finishedTakes.contains { $0.number >= number }
    }
  }

  /// Whether a suspended scene has takes.
  package var haveOtherTakes: Bool { left.values.contains { !$0.finishedTakes.isEmpty } }

  /// The clock settings of the stages, by scene id.
  package var clocks: [String: ClockSetting] {
    left.mapValues(\.clockSetting).merging(
      [type(of: shown.run.scene).id: shown.clockSetting]) { $1 }
  }

  /// Sets the clocks of the stages; those not listed run at real speed.
  package mutating func set(clocks: [String: ClockSetting]) {
    for id in left.keys { left[id]?.clockSetting = clocks[id] ?? ClockSetting() }
    shown.clockSetting = clocks[type(of: shown.run.scene).id] ?? ClockSetting()
  }
}

/// The user's setting of a stage's clock.
package struct ClockSetting: Hashable, Sendable {
  package var isPaused = false
  /// Stage seconds per second while nothing is held, 0.01…4.
  package var speed = 1.0

  package init() {}

  /// Stage seconds per second while nothing is held; 0 while paused.
  package var rate: Double { isPaused ? 0 : speed }
}
