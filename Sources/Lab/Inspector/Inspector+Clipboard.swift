internal import FeelTrace
internal import Stage

extension Inspector {
  /// A parameter's value as its line shows it, in words that `change(pasting:in:_:)` reads.
  func valueText(of row: Int, _ content: InspectorContent) -> String? {
    guard let parameter = rows[row].parameter else { return nil }
    return number(of: row, content)?.words ?? content.parameters[parameter.key].text
  }

  /// What a pasted text makes of a line's parameter.
  func change(
    pasting text: String, in row: Int, _ content: InspectorContent
  ) throws(ParameterError) -> SessionChange? {
    guard let parameter = rows[row].parameter else { return nil }
    let words = text.split(whereSeparator: \.isWhitespace)
    // A number's unit may come along.
    let word = words.first.map(String.init) ?? ""
    guard let number = number(of: row, content) else {
      return .parameter(parameter.key, try parameter.value(parsing: word))
    }
    var value = try number.parameter.value(parsing: word)
    if case .number(let shown) = value { value = number.value(shown) }
    return .parameter(parameter.key, value)
  }
}
