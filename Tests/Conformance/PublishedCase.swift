public import FeelTrace

/// One case of another project's own tests, or a value of its published formula, as numbers.
///
/// {source, case, kind, params, inputs, expected, tolerance}; what the last four hold depends on the kind.
public struct PublishedCase: Sendable {
  /// What is asked.
  public let kind: String
  /// The project and file that it is from.
  public let source: String
  /// Its name there.
  public let name: String

  let params: JSON
  let inputs: JSON
  let expected: JSON
  let tolerance: JSON

  /// Reads a case.
  ///
  /// - Throws: where `json` is no object or has no kind.
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
  /// - Throws: where `json` is no list of cases.
  public static func list(_ json: JSON) throws(JSONError) -> [PublishedCase] {
    guard let list = json.list else {
      throw JSONError(json.position, expected: "a list of cases", found: "something else")
    }
    var cases: [PublishedCase] = []
    for element in list { cases.append(try PublishedCase(element)) }
    return cases
  }

  /// A number among the parameters.
  func parameter(_ name: String) throws(CaseError) -> Double {
    guard let number = params[name]?.number else { throw CaseError("params.\(name)") }
    return number
  }

  /// The inputs with what is expected of each.
  func pairs() throws(CaseError) -> [(input: JSON, wanted: JSON)] {
    guard let inputs = inputs.list else { throw CaseError("inputs") }
    guard let expected = expected.list, expected.count == inputs.count else {
      throw CaseError("expected")
    }
    return zip(inputs, expected).map { ($0, $1) }
  }
}

/// What a case lacks or has in a form that its kind does not know.
struct CaseError: Error {
  let member: String

  init(_ member: String) { self.member = member }
}

extension JSON {
  /// The numbers of a list.
  var numbers: [Double] { list?.compactMap(\.number) ?? [] }

  var flag: Bool? {
    guard case .flag(let flag) = value else { return nil }
    return flag
  }

  /// A number that a kind needs.
  func number(_ name: String) throws(CaseError) -> Double {
    guard let number = self[name]?.number else { throw CaseError(name) }
    return number
  }

  /// Where an edge is, in points; one at infinity is far.
  func edge(_ name: String, else far: Double) -> Double { self[name]?.number ?? far }
}
