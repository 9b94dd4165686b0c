internal import Feel
internal import FeelTrace
internal import Stage

/// Text about a take: "Take 3 · carousel 1 920.0 pt, card 8 · settled in 0.82 s".
struct TakeWords {
  private let take: Take
  private let takes: [Take]
  private let parameters: ParameterSet
  private let judgement: TakeJudgement?
  // Parameters of the take that have changed since.
  private var preset: String?
  private var values: [(parameter: Parameter, value: ParameterValue)] = []

  /// Text about one of several takes beside the current parameters, with the judgement of an
  /// observed one.
  init(
    _ take: Take, among takes: [Take], beside parameters: ParameterSet,
    _ judgement: TakeJudgement? = nil
  ) {
    (self.take, self.takes, self.parameters, self.judgement) = (
      take, takes, parameters, judgement
    )
    let its = take.before.stage.parameters
    // An observed take has none of our parameters.
    guard !isObserved, its != parameters else { return }
    preset = its.preset == parameters.preset ? nil : its.preset.shownTitle
    values = its.others(than: parameters)
  }

  var line: String { Words.Takes.line(take.title, details) }

  private var isObserved: Bool { type(of: take.before.scene).isObserved }

  /// The time from the take's start to its rest; for a clip from its release, like the way and the
  /// comparison table, if it came to rest.
  var duration: String {
    let start = clip == nil ? take.span.start : take.span.release
    return Words.Takes.duration(cut == nil ? (take.span.rest ?? take.end) - start : nil)
  }

  /// The card's first line: the take's name, or its resting place.
  var head: String {
    guard take.name == nil, take.outcome.control != nil else { return take.title }
    if clip != nil { return way(decimals: 0) }
    // A control without velocity, such as a hold button, is back where it started.
    let outcome = take.outcome
    return Words.sentence(
      outcome.restName ?? (outcome.peak == nil ? take.title : rest(decimals: 0)))
  }

  /// Alternatives for the card's second line, longest first: the preset, the law found, or
  /// parameters changed since, and the source take.
  var cards: [String] {
    let origin: String? =
      switch take.origin {
      case .hand: nil
      case .branch(let number, _): Words.Takes.from(title(number))
      case .rerun(let number): Words.Takes.again(title(number))
      }
    let law = isObserved ? judgement?.lawName ?? "" : take.before.stage.parameters.preset.shownTitle
    let settings = settings ?? law
    let cut = cut?.words
    let short = isObserved ? judgement?.shortLawName ?? "" : shortSettings ?? settings
    return [Words.line([cut, settings, origin]), cut ?? settings, cut ?? short]
  }

  private var clip: ObservedClip? { take.before.stage.source?.clip }

  /// Why the content of a clip did not come to rest, if it did not.
  private var cut: ObservedClip.Cut? { clip?.cut }

  /// The release found in a clip, if the take has one.
  private var fling: ObservedClip.Fling? {
    clip?.releaseOnStage == take.span.release ? clip?.fling : nil
  }

  /// How far the content of a clip moved from its release or, without one, from the take's start.
  private func way(decimals: Int) -> String {
    let (before, end) = (take.before, take.outcome.rest)
    if let fling { return length(end - fling.place, decimals: decimals) }
    let places = before.scene.parts.lazy.compactMap { $0.probe(at: before.now)?.observedPosition }
    let told = take.events.lazy.compactMap { event -> Double? in
      if case .observe(_, .offset(let offset, _)) = event { offset } else { nil }
    }
    return length(end - (places.first ?? told.first ?? end), decimals: decimals)
  }

  /// The line without the take's name.
  var details: String {
    let outcome = take.outcome
    var words: [String] = []
    if let cut {
      let way = way(decimals: 1)
      words.append(
        Words.Takes.cut(cut, after: fling == nil ? way : Words.Takes.fromRelease(way)))
    } else {
      if let control = outcome.control {
        words.append(Words.Takes.rest(control, at: rest(decimals: 1), outcome.restName))
      }
      words.append(
        clip?.hasRun == true
          ? Words.Takes.ranOut(after: way(decimals: 1), in: outcome.settle)
          : Words.Takes.settled(in: outcome.settle))
    }
    if take.isPinned { words.append(Words.Takes.pinned) }
    if outcome.jumps > 0 { words.append(Words.Takes.jumps(outcome.jumps)) }
    if let judgement {
      let preset = parameters.preset
      words += judgement.verdict(beside: preset) + judgement.others(beside: preset)
      words += [judgement.unjudged].compactMap(\.self)
    }
    switch take.origin {
    case .hand: break
    case .branch(let number, let seconds):
      words.append(Words.Takes.from(title(number), at: seconds))
    case .rerun(let number): words.append(Words.Takes.again(title(number)))
    }
    let all = (preset.map { [Words.Takes.preset($0)] } ?? []) + values.map(Self.text)
    if !all.isEmpty { words.append(Words.Takes.with(all)) }
    return Words.line(words)
  }

  /// Title of the source take.
  private func title(_ number: Int) -> String {
    takes.first { $0.number == number }?.title ?? Words.Takes.title(number)
  }

  /// The resting place; `decimals` applies to values with a unit.
  private func rest(decimals: Int) -> String { length(take.outcome.rest, decimals: decimals) }

  private func length(_ length: Double, decimals: Int) -> String {
    let unit = take.outcome.unit.isEmpty ? "" : " \(take.outcome.unit)"
    return length.grouped(decimals: unit.isEmpty ? 3 : decimals) + unit
  }

  /// Parameters changed since, in brief: "GTK 4.8", "GTK 4.8 + 2", "Spacing 40 pt".
  private var settings: String? {
    if let preset { return values.isEmpty ? preset : "\(preset) + \(values.count)" }
    if values.count == 1 { return Self.text(values[0]) }
    return values.isEmpty ? nil : Words.Takes.ownValues(values.count)
  }

  /// The same where there is no room for it.
  private var shortSettings: String? {
    guard preset == nil, values.count == 1 else { return preset }
    return values[0].parameter.brief(values[0].value)
  }

  private static func text(_ setting: (parameter: Parameter, value: ParameterValue)) -> String {
    let (parameter, value) = setting
    return "\(translated(parameter.title)) \(parameter.said(value))"
  }
}
