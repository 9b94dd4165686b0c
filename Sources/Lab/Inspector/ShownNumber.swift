internal import Feel
internal import FeelTrace
internal import Stage

/// A number as a line of the panel shows it and a hand sets it there; what is set is always what is kept.
struct ShownNumber {
  /// What is kept.
  let kept: Parameter
  /// As what it is shown: its name, unit and range.
  let parameter: Parameter
  private let form: SpringForm?

  /// A parameter that is a number; physical springs are shown as they are kept.
  init?(_ parameter: Parameter, isPhysical: Bool) {
    guard let range = parameter.range, case .number(let start) = parameter.defaultValue else {
      return nil
    }
    kept = parameter
    guard let form = parameter.form, !isPhysical else {
      (self.parameter, self.form) = (parameter, nil)
      return
    }
    self.form = form
    // Both forms turn the range around.
    let ends = form.shown(range.upperBound)...form.shown(range.lowerBound)
    self.parameter = Parameter(
      form.label(parameter), form.label(parameter), unit: form.unit, .number(ends),
      default: .number(form.shown(start)), doc: form.doc)
  }

  /// The number that is shown of what a set keeps.
  func number(in parameters: ParameterSet) -> Double {
    let number = parameters.number(kept.key)
    return form?.shown(number) ?? number
  }

  /// Where it lies between the ends of the slider, 0…1.
  func share(in parameters: ParameterSet) -> Double {
    min(1, max(0, parameter.share(of: number(in: parameters))))
  }

  /// What is to be kept of a shown number: what is kept already, or the default, where either shows it.
  func value(_ shown: Double, in parameters: ParameterSet) -> ParameterValue {
    guard let form, let range = kept.range, case .number(let start) = kept.defaultValue else {
      return .number(shown)
    }
    let present = parameters.number(kept.key)
    if form.shown(present) == shown { return .number(present) }
    if form.shown(start) == shown { return .number(start) }
    return .number(min(range.upperBound, max(range.lowerBound, form.kept(shown))))
  }

  /// What it is for, what it may be and what it is unless set.
  func helpText(in parameters: ParameterSet) -> String {
    guard let form = kept.form, self.form == nil else { return parameter.helpText }
    let spring = form.spring(parameters.number(kept.key), in: parameters)
    let (stiffness, damping) = (
      spring.stiffness.text(decimals: 1), spring.damping.text(decimals: 1)
    )
    return "\(parameter.helpText) At mass 1: stiffness \(stiffness), damping \(damping)."
  }
}

extension SpringForm {
  fileprivate func label(_ kept: Parameter) -> String {
    switch self {
    case .duration: kept.label.replacingWord("frequency", by: "duration")
    case .bounce: kept.label.replacingWord("damping", by: "bounce")
    }
  }

  fileprivate var unit: String {
    switch self {
    case .duration: "s"
    case .bounce: ""
    }
  }

  fileprivate var doc: String {
    switch self {
    case .duration: "How long the spring at the edge seems to take."
    case .bounce: "How far it overshoots: 0 does not, below 0 it creeps back."
    }
  }
}

extension String {
  fileprivate func replacingWord(_ word: String, by other: String) -> String {
    split(separator: " ").map { $0 == word ? other : String($0) }.joined(separator: " ")
  }
}
