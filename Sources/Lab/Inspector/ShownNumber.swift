internal import Feel
internal import Stage

/// A number as the panel shows and edits it, which may differ from the stored parameter (duration
/// instead of stiffness).
///
/// Only the stored parameter is ever set. “Unlimited” is an infinite number.
struct ShownNumber: Sendable {
  /// The parameter as stored.
  let kept: Parameter
  /// The parameter as shown, with its own name, unit and range.
  let parameter: Parameter
  let number: Double
  private let parameters: ParameterSet
  private let form: Parameter.Form?

  /// `nil` unless the parameter is a number; with `isPhysical`, springs are shown as stored.
  init?(_ parameter: Parameter, in parameters: ParameterSet, isPhysical: Bool) {
    guard let range = parameter.range else { return nil }
    (kept, self.parameters) = (parameter, parameters)
    let present = parameters.number(parameter.key)
    guard let form = parameter.form, form != .constant, !isPhysical else {
      (self.parameter, self.form, number) = (parameter, nil, present)
      return
    }
    (self.form, number) = (form, form.shown(present, in: parameters))
    // The forms are decreasing functions, so a range's ends swap.
    func turned(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
      form.shown(range.upperBound, in: parameters)...form.shown(range.lowerBound, in: parameters)
    }
    let (ends, shown) = (turned(range), form.shown)
    self.parameter = Parameter(
      parameter.key, shown.label, unit: shown.unit, .number(ends),
      offered: parameter.offered.map(turned), default: .number(ends.lowerBound),
      doc: shown.doc, group: parameter.group)
  }

  /// The number, or `nil` if unlimited.
  var finite: Double? { number < .infinity ? number : nil }

  /// Title for use outside its heading: Edge spring, duration.
  var title: String {
    guard form != nil else { return translated(kept.title) }
    let spring = translated(kept.title).prefix { $0 != "," && $0 != "、" }
    return Words.Inspector.title(translated(parameter.label), of: String(spring))
  }

  /// Position along the slider, 0…1.
  var share: Double { min(1, max(0, parameter.share(of: number))) }

  /// Position of the inherited value along the slider, 0…1.
  var inheritedShare: Double { min(1, max(0, parameter.share(of: inherited))) }

  /// The number with as many digits as the panel has room for, and a true minus sign.
  var text: String {
    let digits = Self.text(abs(number))
    let whole = digits.prefix { $0.isWholeNumber }
    let isPlain = whole.count > 4 && !digits.contains("e")
    let apart = isPlain ? (Double(whole) ?? 0).grouped(decimals: 0) : String(whole)
    return (number < 0 ? "−" : "") + apart + digits.dropFirst(whole.count)
  }

  var inheritedText: String { withUnit(inherited) }

  private var inherited: Double {
    switch parameters.inherited(kept.key) {
    case .number(let number): form?.inherited(number, in: parameters) ?? number
    case .unlimited, .choice, .flag: .infinity
    }
  }

  /// Whether the value shown differs from the inherited one only because another constant of its
  /// spring was changed.
  var isMoved: Bool { !parameters.isChanged(kept.key) && number != inherited }

  /// The number in full, with its unit: 4 /s.
  var words: String { withUnit(number) }

  private func withUnit(_ number: Double) -> String {
    guard number < .infinity else { return ParameterValue.unlimited.text }
    let text = ParameterValue.number(number).text
    return parameter.unit.isEmpty ? text : "\(text) \(parameter.unit)"
  }

  private static func text(_ number: Double) -> String {
    guard number < .infinity else { return ParameterValue.unlimited.text }
    let whole = ParameterValue.number(number).text
    guard whole.count > 8 else { return whole }
    let decimals = max(0, 6 - "\(Int(min(abs(number), 1e15)))".count)
    var text = number.text(decimals: decimals)
    if decimals > 0 {
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
    return text
  }

  /// The value to store for a shown number; if the current, the inherited or an end value displays
  /// the same, that one exactly.
  func value(_ shown: Double) -> ParameterValue {
    guard shown < .infinity else { return .unlimited }
    let ends = [kept.offered, kept.range].compactMap(\.self)
      .flatMap { [ParameterValue.number($0.lowerBound), .number($0.upperBound)] }
    for known in [parameters[kept.key], parameters.inherited(kept.key)] + ends {
      guard case .number(let number) = known else { continue }
      let again = form?.shown(number, in: parameters) ?? number
      if again == shown || Self.text(again) == ParameterValue.number(shown).text { return known }
    }
    guard let form, let range = kept.range else { return .number(shown) }
    return .number(
      min(range.upperBound, max(range.lowerBound, form.kept(shown, in: parameters))))
  }

  /// The value to store for a number typed as shown.
  func value(parsing text: String) throws(ParameterError) -> ParameterValue {
    let value = try parameter.value(parsing: bare(text), as: translated(parameter.label))
    guard case .number(let shown) = value else { return value }
    return self.value(shown)
  }

  /// Typed text without what the panel adds: unit, thousands separators and true minus sign.
  private func bare(_ text: String) -> String {
    var bare = text.filter { !$0.isWhitespace }
    let unit = parameter.unit.filter { !$0.isWhitespace }
    if bare.hasPrefix("−") { bare = "-" + bare.dropFirst() }
    if !unit.isEmpty, bare.hasSuffix(unit), Double(bare.dropLast(unit.count)) != nil {
      bare.removeLast(unit.count)
    } else if unit == "s", bare.hasSuffix("ms"), let millis = Double(bare.dropLast(2)) {
      bare = ParameterValue.number(millis / 1000).text
    }
    return bare
  }

  /// Tooltip: purpose, allowed values and inherited value.
  var helpText: String {
    let help = parameter.helpText(unless: inheritedText)
    let moved = isMoved ? [help, Words.Inspector.isMoved] : [help]
    guard case .duration(let mass) = form else { return moved.joined(separator: say(" ")) }
    let stiffness = parameters.number(kept.key).text(decimals: 1)
    let spring = Words.Inspector.spring(stiffness: stiffness, mass: parameters[mass].text)
    return (moved + [spring]).joined(separator: say(" "))
  }
}

extension Parameter.Form {
  /// The panel's name for the form, its unit and its help.
  fileprivate var shown: (label: String, unit: String, doc: String) {
    if case .duration = self {
      return (Words.Inspector.duration, "s", Words.Inspector.durationHelp)
    }
    return (Words.Inspector.bounce, "", Words.Inspector.bounceHelp)
  }
}
