public import FeelTrace

/// One case of another project's own tests, or a value of its published formula, as numbers.
///
/// {source, case, kind, params, inputs, expected, tolerance}; the content of the last four depends
/// on the kind.
public struct PublishedCase: Sendable {
  /// The kind of check.
  public let kind: String
  /// The project and file of its origin.
  public let source: String
  /// Its name there.
  public let name: String

  let params: JSON
  let inputs: JSON
  let expected: JSON
  let tolerance: JSON

  /// Reads a case.
  ///
  /// - Throws: `JSONError` if `json` is no object or has no kind.
  public init(_ json: JSON) throws(JSONError) {
    guard let kind = json["kind"]?.text else {
      throw JSONError(json.position, expected: "a case with a kind", found: "none")
    }
    func member(_ name: String) -> JSON { json[name] ?? .null }
    (self.kind, source, name) = (kind, member("source").text ?? "", member("case").text ?? "")
    (params, inputs) = (member("params"), member("inputs"))
    (expected, tolerance) = (member("expected"), member("tolerance"))
  }

  /// Reads a table of cases.
  ///
  /// - Throws: `JSONError` if `json` is no list of cases.
  public static func list(_ json: JSON) throws(JSONError) -> [PublishedCase] {
    guard let list = json.list else {
      throw JSONError(json.position, expected: "a list of cases", found: "something else")
    }
    var cases: [PublishedCase] = []
    for element in list { cases.append(try PublishedCase(element)) }
    return cases
  }

  /// The inputs with their expected values.
  func pairs() throws(CaseError) -> [(input: JSON, wanted: JSON)] {
    guard let inputs = inputs.list else { throw CaseError("inputs") }
    guard let expected = expected.list, expected.count == inputs.count else {
      throw CaseError("expected")
    }
    return zip(inputs, expected).map { ($0, $1) }
  }

  func expectedNumbers() throws(CaseError) -> [(input: JSON, wanted: Double)] {
    var pairs: [(input: JSON, wanted: Double)] = []
    for (input, wanted) in try self.pairs() {
      guard let number = wanted.number else { throw CaseError("expected") }
      pairs.append((input, number))
    }
    return pairs
  }

  /// The numeric inputs with their expected numbers.
  func numberPairs() throws(CaseError) -> [(input: Double, wanted: Double)] {
    var pairs: [(input: Double, wanted: Double)] = []
    for (input, wanted) in try expectedNumbers() {
      guard let number = input.number else { throw CaseError("inputs") }
      pairs.append((number, wanted))
    }
    return pairs
  }
}
