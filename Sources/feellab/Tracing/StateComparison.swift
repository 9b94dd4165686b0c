internal import FeelTrace

/// An observable in which two states differ; a value is missing if its state lacks it.
struct StateDifference: Hashable {
  let name: String
  let a: StateValue?
  let b: StateValue?

  /// The difference in words, between a recorded state and the current one.
  var sentence: String {
    let now = b.map { "\($0.json) now" } ?? "missing now"
    guard let a else { return "\(name) is not recorded, \(now)" }
    return "\(name) was recorded as \(a.json), \(now)"
  }

  /// The distance of two numbers; `nil` for other values.
  var distance: Double? {
    switch (a, b) {
    case (.number(let a)?, .number(let b)?): abs(a - b)
    case (.integer(let a)?, .integer(let b)?): abs(Double(a) - Double(b))
    default: nil
    }
  }

  /// Each observable that differs by more than rounding errors of machines, or is in only one
  /// state: in the first state's order, then those only in the second.
  static func all(_ a: [StateField], _ b: [StateField]) -> [StateDifference] {
    var rest = b
    var differences: [StateDifference] = []
    for field in a {
      guard let index = rest.firstIndex(where: { $0.name == field.name }) else {
        differences.append(StateDifference(name: field.name, a: field.value, b: nil))
        continue
      }
      let value = rest.remove(at: index).value
      guard !field.value.agrees(with: value) else { continue }
      differences.append(StateDifference(name: field.name, a: field.value, b: value))
    }
    return differences + rest.map { StateDifference(name: $0.name, a: nil, b: $0.value) }
  }
}
