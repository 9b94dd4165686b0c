internal import FeelTrace

/// An observable in which two states differ; where one of them has it not, that value is missing.
struct StateDifference: Hashable {
  let name: String
  let a: StateValue?
  let b: StateValue?

  /// It in words, of a written state and the one that was found.
  var sentence: String {
    let now = b.map { "\($0.json) now" } ?? "missing now"
    guard let a else { return "\(name) is not recorded, \(now)" }
    return "\(name) was recorded as \(a.json), \(now)"
  }

  /// How far two numbers are apart; `nil` where they are none.
  var distance: Double? {
    switch (a, b) {
    case (.number(let a)?, .number(let b)?): abs(a - b)
    case (.integer(let a)?, .integer(let b)?): abs(Double(a) - Double(b))
    default: nil
    }
  }

  /// Each observable that differs by more than the last bits of machines, or that only one of two
  /// states has: the first state's order, then what is only in the second.
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
