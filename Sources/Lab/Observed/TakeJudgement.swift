package import Feel
internal import FeelTrace
package import Observe
package import Stage

/// The faults in a take of another program and the evenness of its frames, as in `check`.
///
/// Creating one takes milliseconds to seconds, so a window does it on another thread after the
/// take.
public struct TakeJudgement: Hashable, Sendable {
  /// A frame shown by the program.
  struct Frame: Hashable, Sendable {
    /// What is notable about the step to this frame; later cases are drawn on top.
    enum Mark: Hashable, Sendable, CaseIterable { case none, unjudged, jank, missed, jump }

    /// When it was shown, in seconds of stage time.
    var time: Double
    /// Seconds since the previous frame.
    var gap: Double
    /// Distance from the content's position in the previous frame, in the program's unit.
    var step: Double
    var mark = Mark.none
  }

  /// Evenness of the frames over the whole take.
  package struct Evenness: Hashable, Sendable {
    /// Number of steps that moved the content, of missed frames, of those not judged, and of janks.
    package let steps, missed, unjudged, janks: Int
    /// Lateness of frames, in milliseconds per second of motion.
    package let hitches: Double
    /// Mean difference between successive steps, in the program's unit.
    let secondDifference: Double
    /// Delay of the content behind the hand with its standard error, in seconds.
    let lag: FittedValue?

    fileprivate init(_ all: [Smoothness]) {
      func sum<Number: AdditiveArithmetic>(_ number: (Smoothness) -> Number) -> Number {
        all.reduce(.zero) { $0 + number($1) }
      }
      (steps, missed, unjudged) = (sum(\.steps), sum(\.missed), sum(\.unjudged))
      janks = sum(\.janks)
      let (moving, late) = (sum(\.moving), sum { $0.hitchRatio * $0.moving })
      hitches = moving > 0 ? late / moving : 0
      let differences = sum { $0.meanSecondDifference * Double($0.steps) }
      secondDifference = steps > 0 ? differences / Double(steps) : 0
      lag = all.lazy.compactMap(\.lag).first
    }
  }

  /// Id of the take's scene.
  let scene: String
  let number: Int
  /// Unit of its positions.
  let unit: String
  /// All frames but the first, in order of time.
  let frames: [Frame]
  /// The usual interval between frames, in seconds.
  let interval: Double
  /// Events that no law explains, in order of time.
  package let faults: [MotionFault]
  /// The number of stretches that no law explains, and whether others are too short for one.
  private let unexplained: Int, hasShort: Bool
  /// The regular pattern of the stalls, if they have one.
  let pattern: StallPattern?
  /// The uneven steps, in order of time.
  let unevenSteps: [UnevenStep]
  /// Evenness of the frames.
  package let evenness: Evenness
  /// The law of the content's free motion, and the others that fit as well.
  let law: ObservedLaw?
  let otherLaws: [LawFamily]
  /// The spring that then returned the content from an edge, if one did.
  let spring: ObservedLaw?
  /// The presets whose runs are closest, for takes without a hand.
  package let run: PresetRun?
  /// Deviations of the presets on the same hand, by id, rms: for takes of a clip with a hand.
  private let onHand: [String: Double]
  /// Whether a preset can run beside the take.
  private let hasRun: Bool
  /// Whether the content of a clip was pushed again before it came to rest.
  private let isPushed: Bool

  /// Judges a take of an observed program.
  package init(_ take: Take) {
    let observations = take.observations
    let analyses = observations.map(MotionAnalysis.init)
    (scene, number) = (type(of: take.before.scene).id, take.number)
    unit = observations.first?.source.unit ?? ""
    hasRun = take.before.stage.source?.hasRun ?? true
    isPushed = take.before.stage.source?.clip?.cut == .push
    faults = analyses.flatMap(\.faults)
    unexplained = analyses.reduce(0) { $0 + $1.unexplained }
    unevenSteps = analyses.flatMap(\.smoothness.unevenSteps)
    interval = analyses.map(\.interval).max() ?? 1.0 / 60
    pattern = analyses.lazy.compactMap(\.stallPattern).first
    let segments = analyses.flatMap(\.segments)
    hasShort = segments.contains(where: \.isTooShort)
    let telling = segments.mostInformative()
    (law, otherLaws) = (telling?.told, telling?.alike ?? [])
    // The law, the spring and the run are of the same stretch.
    let next = segments.drop { $0 != telling }.dropFirst().first
    spring = telling?.kind == .fling && next?.kind == .bounce ? next?.told : nil
    let handless = zip(observations, analyses).filter { $0.0.hand == nil && $0.0.turns.isEmpty }
    run = handless.first { $0.1.segments.mostInformative() == telling }
      .flatMap { PresetRun($0, $1) }
    let held = zip(observations, analyses).first { $0.0.hand != nil && $0.0.source.clip != nil }
    let places = held.map { PresetRanking($1.clock?.observation ?? $0).places } ?? []
    onHand = Dictionary(places.map { ($0.preset, $0.comparison.rms) }) { first, _ in first }
    evenness = Evenness(analyses.map(\.smoothness))
    frames = zip(observations, analyses).flatMap(Self.frames)
  }

  private static func frames(_ observation: Observation, _ analysis: MotionAnalysis) -> [Frame] {
    let steps = analysis.smoothness.unevenSteps
    let missed = steps.filter { $0.kind != .jank }.map(\.times)
    let pairs = zip(observation.rows, observation.rows.dropFirst())
    // A missed interval begins with a repeated frame or ends with a late one.
    let repeated = Set(pairs.filter { $0.offset == $1.offset }.map(\.1.time))
    let again = Set(missed.map(\.lowerBound)).intersection(repeated)
    let gaps = Set(missed.filter { !again.contains($0.lowerBound) })
    let janks = Set(steps.filter { $0.kind == .jank }.map(\.times))
    let unjudged = Set(steps.filter { !$0.isJudged }.map(\.times))
    let jumps = Set(analysis.faults.filter { $0.kind == .jump }.map(\.time))
    return pairs.map { before, row in
      let (times, step) = (before.time...row.time, row.offset - before.offset)
      let isMissed = gaps.contains(times) || again.contains(row.time)
      let mark: Frame.Mark =
        jumps.contains(row.time)
        ? .jump
        : unjudged.contains(times)
          ? .unjudged : isMissed ? .missed : janks.contains(times) ? .jank : .none
      return Frame(time: row.time, gap: row.time - before.time, step: step, mark: mark)
    }
  }

  // MARK: Words

  /// A summary of the faults, or `nil`: "1 jump, 12 stalls, every 5th frame shown again".
  package var complaint: String? {
    let words = Words.Faults.counts(faults) + patternWords
    return faults.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// Whether nothing is wrong: no faults, and a law for every stretch that is long enough.
  package var isGood: Bool { faults.isEmpty && unexplained == 0 }

  /// The law, the distance to a preset's, what is wrong or uneven, and numbers: "an exponential",
  /// "decay 0.2 % from UIKit’s 2.002", "2 frames missed", "decay 1.998 ± 0.002 per s".
  ///
  /// Most important first, because a line may not have room for all of it.
  package func verdict(beside preset: ScrollPreset) -> [String] {
    let open = law == nil ? nil : Words.Faults.unexplained(unexplained)
    let wrong = ([open, complaint] + Words.Faults.uneven(evenness)).compactMap(\.self)
    let faults = wrong.isEmpty ? [] : [wrong.joined(separator: ", ")]
    let unjudged = [Words.Faults.unjudged(evenness)].compactMap(\.self)
    let words = lawWords + nearWords(preset) + faults + unjudged + numberWords(beside: preset)
    return wrong.isEmpty && isGood ? words + [Words.Faults.none] : words
  }

  var lawName: String { law.map { translated($0.family.words) } ?? whyNoLaw }
  /// The law's name in one or two words.
  var shortLawName: String { law.map { translated($0.family.shortName) } ?? whyNoLaw }

  private var whyNoLaw: String {
    unexplained > 0 ? Words.Faults.noLaw : hasShort ? Words.Faults.tooShort : Words.Faults.noRun
  }

  private var lawWords: [String] {
    let family = law.map { Words.Faults.family(of: $0, orOthers: otherLaws.count) }
    return [family ?? whyNoLaw] + (hasRun ? [] : [Words.Faults.noRelease])
  }

  /// How far off a preset is, which one is nearer or nearest, and whether the run was caught.
  private func nearWords(_ preset: ScrollPreset) -> [String] {
    guard let run else {
      let off = off(preset).map { Words.Faults.off(preset, by: $0, in: unit) }
      let near = law?.decay(beside: preset).map { Words.Faults.near(preset, $0) }
      return [off, near].compactMap(\.self)
    }
    let off = run.deviation(of: preset).map { Words.Faults.off(preset, by: $0, in: unit) }
    let near =
      run.isNear
      ? [off, isAsNear(preset) ? nil : Words.Faults.nearer(run.preset)]
      : [preset == run.preset ? nil : off, Words.Faults.nearest(run, in: unit)]
    return (near + [Words.Faults.end(of: run, isPushed: isPushed)]).compactMap(\.self)
  }

  /// Deviation of a preset's run in the program's unit, rms; unknown for a stream with a hand.
  func off(_ preset: ScrollPreset) -> Double? {
    run?.deviation(of: preset)?.whole
      ?? onHand[preset.id]
  }

  /// The law's number, the edge spring's, and how many other presets are equally close.
  private func numberWords(beside preset: ScrollPreset) -> [String] {
    guard let law else { return [] }
    let others = isAsNear(preset) ? run?.alike.count ?? 0 : 0
    return [
      Words.Faults.number(of: law, in: unit),
      spring.map { Words.Faults.springsBack(Words.Faults.brief($0, in: unit)) },
      others > 0 ? Words.Faults.alike(others) : nil,
    ].compactMap(\.self)
  }

  /// Whether a preset is close and no other is closer.
  private func isAsNear(_ preset: ScrollPreset) -> Bool {
    run.map { $0.isNear && (preset == $0.preset || $0.alike.contains(preset)) } ?? false
  }

  /// The laws that fit as well, and the presets as near as the one that the verdict beside a
  /// preset names as near; only a tooltip has room for them.
  package func others(beside preset: ScrollPreset) -> [String] {
    let presets = run.flatMap {
      Words.Faults.alike($0, beside: isAsNear(preset) ? preset : $0.preset)
    }
    return [Words.Faults.alike(otherLaws), presets].compactMap(\.self)
  }

  /// What cannot be judged without a hand.
  var unjudged: String? { run == nil ? nil : Words.Faults.withoutHand }

  private var patternWords: [String] { pattern.map { [Words.Faults.brief($0)] } ?? [] }

  /// Figures shown beside the lane, one per line.
  var figures: [String] {
    Words.Faults.figures(
      missed: evenness.missed, janks: evenness.janks, hitches: evenness.hitches)
  }

  /// Everything known, in one line; `shift` is from stage time to the shown clock, in seconds.
  func line(shiftedBy shift: Double) -> String {
    let lag = evenness.lag.map { [Words.Faults.lag($0.value)] } ?? []
    let mean = Words.Faults.secondDifference(evenness.secondDifference, in: unit)
    let first = [Words.Faults.steps(evenness.steps)] + figures + [mean] + lag + patternWords
    return (first + faults.prefix(8).map { Words.Faults.sentence($0, in: unit, shiftedBy: shift) })
      .joined(separator: ", ")
  }

  /// Stage times of the faults.
  var faultTimes: [Instant] { faults.map { Instant(seconds: $0.time) } }

  /// The frame due or shown at a moment, in seconds of stage time.
  func frame(at seconds: Double) -> Frame? {
    let index = firstFrame(from: seconds)
    guard index < frames.count, seconds > frames[index].time - frames[index].gap else { return nil }
    return frames[index]
  }

  /// Index of the first frame shown at or after a moment, in seconds of stage time.
  func firstFrame(from seconds: Double) -> Int {
    var (low, high) = (0, frames.count)
    while low < high {
      let middle = (low + high) / 2
      if frames[middle].time < seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Take {
  /// The program's and its hand's events, split into gestures as `watch` does, on stage time.
  fileprivate var observations: [Observation] {
    var collector = GestureCollector()
    var observations: [Observation] = []
    func handle(_ event: ObservationReader.Event) {
      collector.handle(event) { observations.append($0) }
    }
    let source = before.stage.source ?? ObservedSource()
    handle(.source(source))
    // A program that reports only changes reported its last position before the take. A clip's take
    // has all its frames.
    let probes = before.scene.parts.lazy.compactMap { $0.probe(at: before.now) }
    if source.clip == nil, let place = probes.compactMap(\.observedPosition).first {
      handle(.line(ObservedLine(time: before.now.seconds, .offset(place))))
    }
    for case .observe(let time, let content) in events {
      handle(.line(ObservedLine(time: time.seconds, content)))
    }
    collector.finish { observations.append($0) }
    return observations
  }
}

extension Session {
  /// A finished take of the observed program not yet judged: the shown one first, then the newest.
  package var unjudgedTake: Take? {
    guard sceneType.isObserved else { return nil }
    let known = judgements
    if let shown = player.shownTake, known[shown.number] == nil { return shown }
    return player.finishedTakes.last { known[$0.number] == nil }
  }

  /// Judgements of the shown scene's takes, by number.
  var judgements: [Int: TakeJudgement] { shownMotion.judgements[sceneType.id] ?? [:] }

  var shownJudgement: TakeJudgement? {
    sceneType.isObserved ? player.sheet.number.flatMap { judgements[$0] } : nil
  }

  /// The parts of the shown take's verdict beside a preset; `nil` if there is no such take.
  var verdict: [String]? {
    guard sceneType.isObserved, player.pair?.kind == .preset, let shown = player.shownTake else {
      return nil
    }
    let title = Words.Takes.title(of: shown, among: player.finishedTakes)
    let found =
      shownJudgement?.verdict(beside: player.parameters(beside: shown).preset)
      ?? [Words.Faults.analysing]
    return [Words.Hints.wrong(title, found[0])] + found.dropFirst()
  }

  /// All of the verdict on the shown take in one line, for a tooltip.
  var wholeVerdict: String? {
    guard let judgement = shownJudgement, let shown = player.shownTake else { return nil }
    let others = judgement.others(beside: player.parameters(beside: shown).preset)
    return Words.line((verdict ?? []) + others + [judgement.unjudged])
  }

  /// Stores a judgement for as long as its take exists.
  mutating func keep(_ judgement: TakeJudgement) {
    var kept = shownMotion.judgements[judgement.scene] ?? [:]
    if judgement.scene == sceneType.id {
      let numbers = Set(player.finishedTakes.map(\.number))
      kept = kept.filter { numbers.contains($0.key) }
    }
    kept[judgement.number] = judgement
    shownMotion.judgements[judgement.scene] = kept
  }

  /// Reports once that the observed program did something while it was not visible.
  mutating func noteUnseen(_ content: ObservedLine.Content) {
    guard !shownMotion.hasMissedEvents, shownMotion.source != nil, isNews(content) else { return }
    shownMotion.hasMissedEvents = true
    say(sceneType.isObserved ? Words.Faults.unseenHere : Words.Faults.unseenElsewhere)
  }

  /// Whether a line contains anything new: a program may report an unchanged offset every frame.
  private func isNews(_ content: ObservedLine.Content) -> Bool {
    guard case .offset(let offset, _) = content else { return true }
    guard sceneType.isObserved else { return true }
    let probes = player.run.scene.parts.lazy.compactMap { $0.probe(at: player.run.now) }
    return probes.compactMap(\.observedPosition).first != offset
  }
}
