internal import FeelTrace
package import Stage

extension Session {
  /// A finished take of the program that is watched that has not been judged, the one that is shown first, then the newest; `nil` where there is none.
  package var unjudgedTake: Take? {
    guard sceneType.isObserved else { return nil }
    let known = judgements
    if let shown = player.shownTake, known[shown.number] == nil { return shown }
    return player.finishedTakes.last { known[$0.number] == nil }
  }

  /// What is wrong with the takes of the scene that is shown, by their numbers.
  var judgements: [Int: TakeJudgement] { shownMotion.judgements[sceneType.id] ?? [:] }

  /// What is wrong with the take that is shown.
  var shownJudgement: TakeJudgement? {
    sceneType.isObserved ? player.sheet.number.flatMap { judgements[$0] } : nil
  }

  /// Keeps what is wrong with a take, as long as that is kept.
  mutating func keep(_ judgement: TakeJudgement) {
    var kept = shownMotion.judgements[judgement.scene] ?? [:]
    if judgement.scene == sceneType.id {
      let numbers = Set(player.finishedTakes.map(\.number))
      kept = kept.filter { numbers.contains($0.key) }
    }
    kept[judgement.number] = judgement
    shownMotion.judgements[judgement.scene] = kept
  }
}

extension Session {
  /// Takes note of what the program that is watched did while nobody could see it; it is said once.
  mutating func noteUnseen(_ content: ObservedLine.Content) {
    guard !shownMotion.isUnseen, shownMotion.source != nil, isNews(content) else { return }
    shownMotion.isUnseen = true
    say(
      sceneType.isObserved
        ? "What the program does while the stage stands is not seen"
        : "The program that is watched goes on: only its own tab sees it")
  }

  /// Whether a line tells of anything new: a program may tell the same place with every frame.
  private func isNews(_ content: ObservedLine.Content) -> Bool {
    guard case .offset(let offset) = content else { return true }
    guard sceneType.isObserved else { return true }
    let probes = player.run.scene.parts.lazy.compactMap { $0.probe(at: player.run.now) }
    return probes.compactMap(\.observedPosition).first != offset
  }
}
