internal import Feel
internal import FeelTrace
internal import Lab
internal import Scenes
internal import Stage
internal import TestSupport

/// Random hands on a scene: every take must be kept, and replay bit for bit as it happened live.
package struct TakeCheck {
  /// Identifies a take of a scene.
  private struct Key: Hashable {
    let scene: String
    let number: Int
  }

  /// The live states of a stage during a take.
  private struct Lived {
    let start: Instant
    var readings: [(time: Instant, readings: [MotionReading])] = []
  }

  /// The first violation, if any.
  package private(set) var fault: String?
  /// Number of moments compared with their live states.
  package private(set) var moments = 0
  /// Number of takes compared.
  package private(set) var takes = 0

  private var session: Session
  private var lived: [Key: Lived] = [:]
  private var finished: Set<Key> = []
  private var journal: [SessionEvent] = []
  private var isRunningAgain = false

  /// Plays random events on one of the scenes, and checks every take when it ends and at the end.
  package init(seed: UInt64, steps: Int = 900) {
    let scenes = Catalog.all.scenes.filter { $0.isUnderTest }
    self.init(scenes[Int(seed % UInt64(scenes.count))], seed: seed, steps: steps)
  }

  private init(_ scene: any Scene.Type, seed: UInt64, steps: Int) {
    session = Session(catalog: .all, scene: scene, size: Size(1200, 800))
    var (hand, random) = (Gestures(seed: seed), SeededGenerator(seed: seed))
    for step in 0..<steps where fault == nil {
      handle(hand.next())
      guard step % 40 == 39 else { continue }
      let keys: [(KeySample.Key, Modifiers)] = [
        (.character("p"), []), (.character(","), []), (.return, .control), (.pageUp, .alt),
        (.pageDown, .alt), (.character("r"), []), (.function(8), []),
      ]
      let (key, modifiers) = keys.randomElement(using: &random) ?? (.tab, [])
      handle(
        .input(.key(KeySample(time: session.now, phase: .down, key: key, modifiers: modifiers))))
    }
    handle(.input(.cancel(CancelSample(time: session.now.advanced(by: 0.1), reason: .focusLost))))
    session.advance(to: session.now.advanced(by: 20))
    look()
    replay(of: scene)
  }

  private mutating func fail(_ message: String) {
    if fault == nil { fault = message }
  }

  private mutating func handle(_ event: SessionEvent) {
    session.advance(to: event.time)
    look()
    let scene = session.sceneType.id
    session.handle(event)
    // Leaving a scene releases what is held there, so the reading just made at that time is
    // obsolete.
    if session.sceneType.id != scene {
      for key in lived.keys where key.scene == scene { _ = lived[key]?.readings.popLast() }
    }
    journal += session.takeJournal()
    compareFinished()
    // A rerun goes back in time, possibly to before the take awaited last.
    if session.isRunningAgain != isRunningAgain || Self.runsAgain(event) { lived = [:] }
    isRunningAgain = session.isRunningAgain
    look()
  }

  private static func runsAgain(_ event: SessionEvent) -> Bool {
    guard case .input(.key(let sample)) = event else { return false }
    return sample.key == .return && sample.modifiers.contains(.control)
  }

  /// Records the stage's current state.
  private mutating func look() {
    compareFinished()
    let (sheet, scene) = (session.takeSheet, session.sceneType.id)
    if sheet.end == nil, let number = sheet.number, !session.isShowingPast {
      let (key, time) = (Key(scene: scene, number: number), session.liveStageTime)
      let last = lived[key]?.readings.last?.time
      // The number of a take that came to nothing is reused for the next.
      if lived[key]?.start != sheet.start || last.map({ $0 > time }) ?? false {
        lived[key] = Lived(start: sheet.start)
      }
      // Of several events at the same time, the last determines the state.
      if lived[key]?.readings.last?.time == time { lived[key]?.readings.removeLast() }
      lived[key]?.readings.append((time, session.readings(at: session.now)))
    }
    // Changes to a stage whose past is shown are not visible.
    if session.isShowingPast {
      for key in lived.keys where lived[key]?.readings.last?.time == session.liveStageTime {
        lived[key]?.readings.removeLast()
      }
    }
  }

  /// Compares finished takes with the states recorded for them.
  private mutating func compareFinished() {
    let scene = session.sceneType.id
    for take in session.takes {
      let key = Key(scene: scene, number: take.number)
      if finished.insert(key).inserted {
        // Discard the states of a take that came to nothing and had the same number.
        let noted = lived.removeValue(forKey: key)
        compare(take, noted?.start == TakeSheet(take).start ? noted?.readings ?? [] : [])
      }
    }
    let kept = Set(session.takes.map { Key(scene: scene, number: $0.number) })
    let gone = finished.filter { $0.scene == scene }.subtracting(kept)
    if session.takes.count < TakeStore.most, !gone.isEmpty {
      fail("gone are \(gone.map(\.number).sorted()) of \(scene)")
    }
  }

  private mutating func compare(
    _ take: Take, _ lived: [(time: Instant, readings: [MotionReading])]
  ) {
    let sheet = TakeSheet(take)
    takes += 1
    for (time, readings) in lived where time > take.before.now && time <= take.end {
      moments += 1
      let played = sheet.history.moment(at: time).run.readings(at: time)
      for (played, lived) in zip(played, readings) where played != lived {
        return fail(
          "take \(take.number), \(take.origin), at \(time.seconds) s: "
            + "\(played.control) is at \(played.position), \(played.state), \(played.anchor), "
            + "and was at \(lived.position), \(lived.state), \(lived.anchor)")
      }
    }
    let end = sheet.run.readings(at: take.end)
    if TakeSheet(take).run.readings(at: take.end) != end {
      fail("take \(take.number) does not end twice at the same place")
    }
  }

  /// Expects a replay of the journal to make the same takes.
  private mutating func replay(of scene: any Scene.Type) {
    var replayed = Session(catalog: .all, scene: scene, size: Size(1200, 800))
    for event in journal { replayed.handle(event) }
    replayed.advance(to: session.now)
    if replayed.takes.map(\.number) != session.takes.map(\.number)
      || replayed.takes.map(\.span) != session.takes.map(\.span)
      || replayed.takes.map(\.origin) != session.takes.map(\.origin)
      || replayed.takes.map(\.outcome) != session.takes.map(\.outcome)
    {
      fail("the recording makes other takes")
    }
  }
}
