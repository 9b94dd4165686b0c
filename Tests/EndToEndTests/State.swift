import Foundation

/// One line of the state file: a state in which the session came to rest.
struct State: CustomStringConvertible {
  /// The line.
  let description: String
  /// Whether nothing is held either.
  let isSettled: Bool
  private let fields: [String: Any]

  /// Reads a line; `nil` if it is no JSON object.
  init?(_ line: String) {
    guard let json = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
      let members = json as? [String: Any]
    else { return nil }
    description = line
    isSettled = members["settled"] as? Bool ?? false
    fields = members["state"] as? [String: Any] ?? [:]
  }

  /// A number by its name; NaN, which is equal to nothing, if it is not there.
  subscript(name: String) -> Double { (fields[name] as? NSNumber)?.doubleValue ?? .nan }

  /// A word by its name, or an empty one.
  func text(_ name: String) -> String { fields[name] as? String ?? "" }
}
