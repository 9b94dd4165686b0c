import Foundation

/// One line of the state file: a state in which the session came to rest.
struct State: CustomStringConvertible {
  /// The line's text.
  let description: String
  /// Whether nothing is held, either.
  let isSettled: Bool
  private let fields: [String: Any]

  /// Parses a line; `nil` if it is no JSON object.
  init?(_ line: String) {
    guard let json = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
      let members = json as? [String: Any]
    else { return nil }
    description = line
    isSettled = members["settled"] as? Bool ?? false
    fields = members["state"] as? [String: Any] ?? [:]
  }

  /// A number by name; NaN, which equals nothing, if it is missing.
  subscript(name: String) -> Double { (fields[name] as? NSNumber)?.doubleValue ?? .nan }

  /// A text by name; empty if it is missing.
  func text(_ name: String) -> String { fields[name] as? String ?? "" }
}
