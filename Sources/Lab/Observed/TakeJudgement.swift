package import Feel
internal import FeelTrace
package import Observe
package import Stage

/// What is wrong with a take of another program, and how even its frames were, as in `check`.
///
/// Making one takes milliseconds to seconds: a window does it on another thread, after the take.
public struct TakeJudgement: Hashable, Sendable {
  /// A frame that the program showed.
  struct Frame: Hashable, Sendable {
    /// What stands out about the step that led to it; what is drawn later comes later.
    enum Mark: Hashable, Sendable, CaseIterable { case none, jank, missed, jump }

    /// When it was shown, in seconds of the stage.
    var time: Double
    /// How long after the frame before it, in seconds.
    var gap: Double
    /// How far the content was from where that one had shown it, in the program's unit.
    var step: Double
    var mark = Mark.none
  }

  /// How evenly the frames came, over all of the take.
  package struct Evenness: Hashable, Sendable {
    /// How many steps moved the content, how many frames were missed, how many steps stood out.
    package let steps, missed, janks: Int
    /// By how much frames were late, in milliseconds a second of motion.
    package let hitches: Double
    /// The mean of what a step differs from the one before, in the program's unit.
    let secondDifference: Double
    /// How long after the hand the content followed it, with its standard error, in seconds.
    let lag: FittedValue?

    fileprivate init(_ all: [Smoothness]) {
      func sum<Number: AdditiveArithmetic>(_ number: (Smoothness) -> Number) -> Number {
        all.reduce(.zero) { $0 + number($1) }
      }
      (steps, missed, janks) = (sum(\.steps), sum(\.missed), sum(\.janks))
      let (moving, late) = (sum(\.moving), sum { $0.hitchRatio * $0.moving })
      hitches = moving > 0 ? late / moving : 0
      let differences = sum { $0.meanSecondDifference * Double($0.steps) }
      secondDifference = steps > 0 ? differences / Double(steps) : 0
      lag = all.lazy.compactMap(\.lag).first
    }
  }

  /// The scene that has the take.
  let scene: String
  /// The number of the take.
  let number: Int
  /// The unit of its places.
  let unit: String
  /// Every frame after the first, in order of time.
  let frames: [Frame]
  /// The usual time from frame to frame, in seconds.
  let interval: Double
  /// What no law explains, in order of time.
  package let faults: [MotionFault]
  /// In which step stalls come, if they do.
  let pattern: StallPattern?
  /// The steps that are not even, in order of time.
  let unevenSteps: [UnevenStep]
  /// How evenly the frames came.
  package let evenness: Evenness
  /// The law that the content followed by itself, and how many others fit as well.
  let law: ObservedLaw?
  let otherLaws: Int
  /// The spring that took it back from an edge after that, if one did.
  let spring: ObservedLaw?
  /// Which presets' runs come nearest, where no hand was seen.
  let run: PresetRun?

  /// Judges a take of a program that is watched.
  package init(_ take: Take) {
    let observations = take.observations
    let analyses = observations.map(MotionAnalysis.init)
    (scene, number) = (type(of: take.before.scene).id, take.number)
    unit = observations.first?.source.unit ?? ""
    faults = analyses.flatMap(\.faults)
    unevenSteps = analyses.flatMap(\.smoothness.unevenSteps)
    interval = analyses.map(\.interval).max() ?? 1.0 / 60
    pattern = analyses.lazy.compactMap(\.stallPattern).first
    let segments = analyses.flatMap(\.segments)
    let telling = segments.telling()
    (law, otherLaws) = (telling?.law, telling?.alike.count ?? 0)
    spring =
      telling?.kind == .fling ? segments.last { $0.kind == .bounce && $0.law != nil }?.law : nil
    let handless = zip(observations, analyses).filter { $0.0.hand == nil && $0.0.turns.isEmpty }
    run = handless.compactMap { PresetRun($0, $1.segments) }.max { $0.duration < $1.duration }
    evenness = Evenness(analyses.map(\.smoothness))
    frames = zip(observations, analyses).flatMap(Self.frames)
  }

  private static func frames(_ observation: Observation, _ analysis: MotionAnalysis) -> [Frame] {
    let steps = analysis.smoothness.unevenSteps
    let missed = steps.filter { $0.kind != .jank }.map(\.times)
    let pairs = zip(observation.rows, observation.rows.dropFirst())
    // A frame that is shown again begins what is missed, one that comes late ends it.
    let repeated = Set(pairs.filter { $0.offset == $1.offset }.map(\.1.time))
    let again = Set(missed.map(\.lowerBound)).intersection(repeated)
    let gaps = Set(missed.filter { !again.contains($0.lowerBound) })
    let janks = Set(steps.filter { $0.kind == .jank }.map(\.times))
    let jumps = Set(analysis.faults.filter { $0.kind == .jump }.map(\.time))
    return pairs.map { before, row in
      let (times, step) = (before.time...row.time, row.offset - before.offset)
      let isMissed = gaps.contains(times) || again.contains(row.time)
      let mark: Frame.Mark =
        jumps.contains(row.time)
        ? .jump : isMissed ? .missed : janks.contains(times) ? .jank : .none
      return Frame(time: row.time, gap: row.time - before.time, step: step, mark: mark)
    }
  }

  // MARK: Words

  /// What is wrong, if anything: "1 jump, 12 stalls, every 5th frame shown again".
  package var complaint: String? {
    let words = Words.Faults.counts(faults) + patternWords
    return faults.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// The law, how near a preset's is, what is wrong or uneven, and numbers: "an exponential",
  /// "decay 0.2 % from UIKit’s 2.002", "2 frames missed", "decay 1.998 ± 0.002 per s".
  ///
  /// What matters most comes first: a line may not have room for all of it.
  package func verdict(beside preset: ScrollPreset) -> [String] {
    let wrong = ([complaint] + Words.Faults.uneven(evenness)).compactMap(\.self)
    let faults = wrong.isEmpty ? [] : [wrong.joined(separator: ", ")]
    let words = lawWords + nearWords(preset) + faults + numberWords(beside: preset)
    return wrong.isEmpty ? words + [Words.Faults.none] : words
  }

  /// What its law is called.
  var lawName: String { law.map { translated($0.family.words) } ?? Words.Faults.noLaw }

  private var lawWords: [String] {
    [law.map { Words.Faults.family(of: $0, orOthers: otherLaws) } ?? Words.Faults.noLaw]
  }

  /// How near a preset is, and which is nearer, or that none is near.
  private func nearWords(_ preset: ScrollPreset) -> [String] {
    guard let law else { return [] }
    guard let run else {
      return law.decay(beside: preset).map { [Words.Faults.near(preset, $0)] } ?? []
    }
    guard run.isNear, !isAsNear(preset) else { return [Words.Faults.nearest(run, in: unit)] }
    let off = run.deviation(of: preset).map { Words.Faults.off(preset, by: $0, in: unit) }
    return [off, Words.Faults.nearer(run.preset)].compactMap(\.self)
  }

  /// How far a preset is off where no hand was seen, on average, in the program's unit.
  func off(_ preset: ScrollPreset) -> Double? { run?.deviation(of: preset) }

  /// The law's number, that of the edge's spring, and how many other presets are as near as one.
  private func numberWords(beside preset: ScrollPreset) -> [String] {
    guard let law else { return [] }
    let others = isAsNear(preset) ? run?.alike.count ?? 0 : 0
    return [
      Words.Faults.number(of: law, in: unit),
      spring.map { Words.Faults.springsBack(Words.Faults.brief($0, in: unit)) },
      others > 0 ? Words.Faults.alike(others) : nil,
    ].compactMap(\.self)
  }

  /// Whether a preset is near, and none is nearer.
  private func isAsNear(_ preset: ScrollPreset) -> Bool {
    run.map { $0.isNear && (preset == $0.preset || $0.alike.contains(preset)) } ?? false
  }

  /// What only a card's tip has room for: which presets fit as well.
  var others: String? { run.flatMap(Words.Faults.alike) }

  /// What cannot be judged, as no hand was seen.
  var unjudged: String? { run == nil ? nil : Words.Faults.withoutHand }

  private var patternWords: [String] { pattern.map { [Words.Faults.brief($0)] } ?? [] }

  /// The numbers of its frames, beside the lane, a line each.
  var figures: [String] {
    Words.Faults.figures(
      missed: evenness.missed, janks: evenness.janks, hitches: evenness.hitches)
  }

  /// All that is known, in one line.
  var line: String {
    let lag = evenness.lag.map { [Words.Faults.lag($0.value)] } ?? []
    let mean = Words.Faults.secondDifference(evenness.secondDifference, in: unit)
    let first = [Words.Faults.steps(evenness.steps)] + figures + [mean] + lag + patternWords
    return (first + faults.prefix(8).map { Words.Faults.sentence($0, in: unit) })
      .joined(separator: ", ")
  }

  /// When something is wrong, in the stage's time.
  var faultTimes: [Instant] { faults.map { Instant(seconds: $0.time) } }

  /// The frame that was awaited or shown at a time, if there was one, in seconds of the stage.
  func frame(at seconds: Double) -> Frame? {
    let index = firstFrame(from: seconds)
    guard index < frames.count, seconds > frames[index].time - frames[index].gap else { return nil }
    return frames[index]
  }

  /// The first frame that was shown at a time or later, in seconds of the stage.
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
  /// What the program and its hand did, cut as `watch` cuts a stream, by the stage's clock.
  fileprivate var observations: [Observation] {
    var collector = GestureCollector()
    var observations: [Observation] = []
    func take(_ event: ObservationReader.Event) {
      collector.take(event) { observations.append($0) }
    }
    take(.source(before.stage.source ?? ObservedSource()))
    // A program that tells only of what changes has told its last place before the take.
    let probes = before.scene.parts.lazy.compactMap { $0.probe(at: before.now) }
    if let place = probes.compactMap(\.observedPosition).first {
      take(.line(ObservedLine(time: before.now.seconds, .offset(place))))
    }
    for case .observe(let time, let content) in events {
      take(.line(ObservedLine(time: time.seconds, content)))
    }
    collector.finish { observations.append($0) }
    return observations
  }
}

extension Session {
  /// A finished take of the watched program to be judged: the shown one first, then the newest.
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

  /// What was found in the take that is shown beside a preset, in parts; `nil` where none is.
  var verdict: [String]? {
    guard sceneType.isObserved, player.pair?.kind == .preset, let shown = player.shownTake else {
      return nil
    }
    let title = Words.Takes.title(of: shown, among: player.finishedTakes)
    let found = shownJudgement?.verdict(beside: parameters.preset) ?? [Words.Faults.analysing]
    return [Words.Hints.wrong(title, found[0])] + found.dropFirst()
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

  /// Takes note of what the program that is watched did while nobody could see it; it is said once.
  mutating func noteUnseen(_ content: ObservedLine.Content) {
    guard !shownMotion.isUnseen, shownMotion.source != nil, isNews(content) else { return }
    shownMotion.isUnseen = true
    say(sceneType.isObserved ? Words.Faults.unseenHere : Words.Faults.unseenElsewhere)
  }

  /// Whether a line tells of anything new: a program may tell the same place with every frame.
  private func isNews(_ content: ObservedLine.Content) -> Bool {
    guard case .offset(let offset) = content else { return true }
    guard sceneType.isObserved else { return true }
    let probes = player.run.scene.parts.lazy.compactMap { $0.probe(at: player.run.now) }
    return probes.compactMap(\.observedPosition).first != offset
  }
}
