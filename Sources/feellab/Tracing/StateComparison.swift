internal import FeelTrace

/// Where a replayed state differs from the one that a trace holds.
enum StateComparison {
  /// One sentence for each observable that differs, is missing or is new.
  static func differences(written: [StateField], found: [StateField]) -> [String] {
    var rest = found
    var differences: [String] = []
    for field in written {
      guard let index = rest.firstIndex(where: { $0.name == field.name }) else {
        differences.append("\(field.name) is written as \(field.value.json), and missing now")
        continue
      }
      let value = rest.remove(at: index).value
      guard !field.value.agrees(with: value) else { continue }
      differences.append("\(field.name) is written as \(field.value.json), and \(value.json) now")
    }
    return differences + rest.map { "\($0.name) is not written, and \($0.value.json) now" }
  }
}
