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

  /// In a few words, for a card: "GTK 4.8", "GTK 4.8 + 2", "Spacing 40 pt", "2 values of its own"; nothing where all is the same.
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
