internal import Feel
internal import FeelTrace
internal import Stage

/// What is said of a take: "Take 3 · carousel 1 920.0 pt, card 8 · settled in 0.82 s".
struct TakeWords {
  private let take: Take
  private let takes: [Take]
  private let parameters: ParameterSet
  private let judgement: TakeJudgement?
  // What it began with that is different now.
  private var preset: String?
  private var values: [(parameter: Parameter, value: ParameterValue)] = []

  /// Words for one of some takes beside the parameters as they are, and for what is wrong with it
  /// where another program did it.
  init(
    _ take: Take, among takes: [Take], beside parameters: ParameterSet,
    _ judgement: TakeJudgement? = nil
  ) {
    (self.take, self.takes, self.parameters, self.judgement) = (
      take, takes, parameters, judgement
    )
    let its = take.before.stage.parameters
    // What another program did was done under none of ours.
    guard !isObserved, its != parameters else { return }
    preset = its.preset == parameters.preset ? nil : its.preset.shownTitle
    values = its.others(than: parameters)
  }

  var line: String { Words.Takes.line(take.title, details) }

  private var isObserved: Bool { type(of: take.before.scene).isObserved }

  /// How long it took, from its beginning to its rest.
  var duration: String { Words.Takes.duration((take.span.rest ?? take.end) - take.span.start) }

  /// What its card says first: its name, or where it landed.
  var head: String {
    guard take.name == nil, take.outcome.control != nil else { return take.title }
    if cut != nil { return way }
    // What has no velocity, such as a hold, is back where it began.
    let outcome = take.outcome
    return Words.sentence(
      outcome.restName ?? (outcome.peak == nil ? take.title : rest(decimals: 0)))
  }

  /// What can stand on its card below that, the longest first: whose laws it had or which law was
  /// found, or which parameters that are different now, and where it came from.
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
    return [Words.line([cut, settings, origin]), cut ?? settings]
  }

  /// Why the content of a clip did not come to rest, if it did not.
  private var cut: ObservedClip.Cut? { take.before.stage.source?.clip?.cut }

  /// How far the content went.
  private var way: String {
    let before = take.before
    let places = before.scene.parts.lazy.compactMap { $0.probe(at: before.now)?.observedPosition }
    let told = take.events.lazy.compactMap { event -> Double? in
      if case .observe(_, .offset(let offset)) = event { offset } else { nil }
    }
    let rest = take.outcome.rest
    return length(abs(rest - (places.first ?? told.first ?? rest)), decimals: 1)
  }

  /// The line without what the take is called.
  var details: String {
    let outcome = take.outcome
    var words: [String] = []
    if let cut {
      words.append(Words.Takes.cut(cut, after: way))
    } else {
      if let control = outcome.control {
        words.append(Words.Takes.rest(control, at: rest(decimals: 1), outcome.restName))
      }
      words.append(Words.Takes.settled(in: outcome.settle))
    }
    if take.isPinned { words.append(Words.Takes.pinned) }
    if outcome.jumps > 0 { words.append(Words.Takes.jumps(outcome.jumps)) }
    if let judgement {
      words += judgement.verdict(beside: parameters.preset)
      words += [judgement.others, judgement.unjudged].compactMap(\.self)
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

  /// What the take is called that it came from.
  private func title(_ number: Int) -> String {
    takes.first { $0.number == number }?.title ?? Words.Takes.title(number)
  }

  /// Where it came to rest, with as many decimals of a place in a unit.
  private func rest(decimals: Int) -> String { length(take.outcome.rest, decimals: decimals) }

  private func length(_ length: Double, decimals: Int) -> String {
    let unit = take.outcome.unit.isEmpty ? "" : " \(take.outcome.unit)"
    // Of a clip, large numbers are large steps from frame to frame, and a card is narrow.
    let isLong = take.before.stage.source?.clip != nil && abs(length) >= 1000
    return length.grouped(decimals: unit.isEmpty ? 3 : isLong ? 0 : decimals) + unit
  }

  /// What is different now, in a few words: "GTK 4.8", "GTK 4.8 + 2", "Spacing 40 pt".
  private var settings: String? {
    if let preset { return values.isEmpty ? preset : "\(preset) + \(values.count)" }
    if values.count == 1 { return Self.text(values[0]) }
    return values.isEmpty ? nil : Words.Takes.ownValues(values.count)
  }

  private static func text(_ setting: (parameter: Parameter, value: ParameterValue)) -> String {
    let (parameter, value) = setting
    return "\(translated(parameter.title)) \(parameter.said(value))"
  }
}
