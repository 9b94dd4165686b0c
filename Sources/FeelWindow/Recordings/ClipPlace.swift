internal import Feel
internal import FeelTrace
internal import Lab
internal import Stage

/// What is shown of a clip, to show the same after the clip was measured again.
struct ClipPlace {
  /// When the shown take was, in seconds of the clip.
  private let take: ClosedRange<Double>
  /// The frozen moment, in seconds of the clip; `nil` while time passes.
  private let frozen: Double?
  /// The preset beside the take, with its parameters.
  private let parameters: ParameterSet
  /// Whether the user chose it, instead of the nearest.
  private let isChosen: Bool

  /// Reads it from a session; `nil` if that shows no take of a clip.
  init?(_ session: Session) {
    let sheet = session.takeSheet
    guard let shown = session.takes.first(where: { $0.number == sheet.number }),
      let (take, shift) = shown.inClip
    else { return nil }
    (self.take, parameters) = (take, sheet.run.stage.parameters)
    isChosen = shown.chosen.map { $0 != shown.before.stage.parameters } ?? false
    frozen = session.isPaused ? session.stageTime(at: session.now).seconds + shift : nil
  }

  /// The events that show the take nearest in time, frozen at the same moment or played from its
  /// start.
  ///
  /// - Parameter isSame: whether the takes are the same, so that the preset stays beside it.
  func events(in session: Session, isSame: Bool) -> [SessionEvent] {
    let takes = session.takes.compactMap { take in take.inClip.map { (take, $0.range, $0.shift) } }
    func overlap(_ range: ClosedRange<Double>) -> Double {
      min(range.upperBound, take.upperBound) - max(range.lowerBound, take.lowerBound)
    }
    guard let (take, range, shift) = takes.max(by: { overlap($0.1) < overlap($1.1) }) else {
      return []
    }
    let moment = frozen.map {
      Instant(seconds: min(max($0, range.lowerBound), range.upperBound) - shift)
    }
    let preset = isSame || isChosen ? [SessionChange.parameters(parameters)] : []
    let changes =
      [.showTake(take.number)] + preset
      + [.show(moment ?? take.span.start), .pause(moment != nil)]
    return changes.map { .change(session.now, $0) }
  }
}

extension Take {
  /// Its times in seconds of its clip, and the clip's time at stage time 0; `nil` without a clip.
  fileprivate var inClip: (range: ClosedRange<Double>, shift: Double)? {
    guard let shift = before.stage.source?.clip?.shift else { return nil }
    return (span.start.seconds + shift...max(span.start, end).seconds + shift, shift)
  }
}
