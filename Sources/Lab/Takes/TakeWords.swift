internal import Feel
internal import Stage

/// Which parameters a take had that are others now, in words.
struct TakeParameters {
  private let preset: String?
  private let values: [(parameter: Parameter, value: ParameterValue)]

  /// Compares what a take began with with the parameters as they are.
  init(_ take: Take, beside parameters: ParameterSet) {
    let its = take.before.stage.parameters
    guard its != parameters else {
      (preset, values) = (nil, [])
      return
    }
    preset = its.preset == parameters.preset ? nil : its.preset.title
    values = its.others(than: parameters)
  }

  /// In a few words, for a card: "GTK 4.8", "GTK 4.8 + 2", "Spacing 40 pt", "2 values of its own";
  /// nothing where all is the same.
  var short: String? {
    if let preset { return preset + (values.isEmpty ? "" : " + \(values.count)") }
    if values.count == 1 { return Self.text(values[0]) }
    return values.isEmpty ? nil : "\(values.count) values of its own"
  }

  /// All of them, each with what it was.
  var list: String? {
    let words = (preset.map { ["Preset \($0)"] } ?? []) + values.map(Self.text)
    return words.isEmpty ? nil : "with " + words.joined(separator: ", ")
  }

  private static func text(_ setting: (parameter: Parameter, value: ParameterValue)) -> String {
    let (parameter, value) = setting
    let word =
      if case .choice(let name) = value { parameter.names[name] ?? name } else {
        value.text(in: .words)
      }
    let hasUnit = if case .number = value { !parameter.unit.isEmpty } else { false }
    return "\(parameter.title) \(word)" + (hasUnit ? " \(parameter.unit)" : "")
  }
}

/// What is said of a take: "Take 3 · carousel 1 920.0 pt, card 8 · settled in 0.82 s · from Take 2 · with Spacing 40 pt".
struct TakeWords {
  private let take: Take
  private let takes: [Take]
  private let parameters: TakeParameters
  private let judgement: TakeJudgement?

  /// Words for one of some takes beside the parameters as they are, and for what is wrong with it
  /// where another program did it.
  init(
    _ take: Take, among takes: [Take], beside parameters: ParameterSet,
    _ judgement: TakeJudgement? = nil
  ) {
    (self.take, self.takes, self.judgement) = (take, takes, judgement)
    self.parameters = TakeParameters(take, beside: parameters)
  }

  /// What the take is called that it came from.
  private func title(_ number: Int) -> String {
    takes.first { $0.number == number }?.title ?? "Take \(number)"
  }

  var line: String { "\(take.title) · \(details)" }

  /// How long it took, from its beginning to its rest.
  var duration: String { "\(((take.span.rest ?? take.end) - take.span.start).text(decimals: 2)) s" }

  /// What can stand on its card, the longest first: where it landed, which parameters it had that are others now, and where it came from; without what is told by its curve as well where that is too long.
  var cards: [String] {
    let outcome = take.outcome
    let landed = outcome.restName ?? (outcome.control == nil ? "" : rest)
    let origin: String? =
      switch take.origin {
      case .hand: nil
      case .branch(let number, _): "from \(title(number))"
      case .rerun(let number): "\(title(number)) again"
      }
    func line(_ parts: [String?]) -> String {
      parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")
    }
    guard let short = parameters.short else { return [line([landed, origin]), landed] }
    return [line([landed, short, origin]), line([landed, short]), short]
  }

  private var rest: String {
    let outcome = take.outcome
    let unit = outcome.unit.isEmpty ? "" : " \(outcome.unit)"
    return outcome.rest.grouped(decimals: unit.isEmpty ? 3 : 1) + unit
  }

  /// The line without what the take is called.
  var details: String {
    let outcome = take.outcome
    var words: [String] = []
    if let control = outcome.control {
      words.append("\(control) \(rest)" + (outcome.restName.map { ", \($0)" } ?? ""))
    }
    words.append("settled in \(outcome.settle.text(decimals: 2)) s")
    if take.isPinned { words.append("pinned") }
    if outcome.jumps > 0 { words.append(outcome.jumps == 1 ? "a jump" : "\(outcome.jumps) jumps") }
    if let complaint = judgement?.complaint { words.append(complaint) }
    switch take.origin {
    case .hand: break
    case .branch(let number, let seconds):
      words.append("from \(title(number)) at \(seconds.text(decimals: 2)) s")
    case .rerun(let number): words.append("\(title(number)) again")
    }
    if let list = parameters.list { words.append(list) }
    return words.joined(separator: " · ")
  }
}
