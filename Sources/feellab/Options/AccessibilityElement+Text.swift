internal import Feel
internal import FeelTrace
internal import Stage

extension AccessibilityElement {
  /// One line per element, with its children indented below it.
  var lines: String { lines(depth: 0) }

  private func lines(depth: Int) -> String {
    let states = states.map(\.rawValue).sorted()
    let about = ([role.rawValue] + states).joined(separator: ", ")
    let words = spoken == value ? "\(name): \(value)" : spoken
    let keys = actions.map { "\($0.keys) = \($0.effect)" }.joined(separator: " · ")
    let line =
      String(repeating: "  ", count: depth) + "\(words) (\(about))"
      + (details.isEmpty ? "" : ", \(details)") + (keys.isEmpty ? "\n" : " \(keys)\n")
    return line + children.map { $0.lines(depth: depth + 1) }.joined()
  }

  /// The element and its children, as JSON.
  var json: JSON {
    JSON.of([
      "id": id, "role": role.rawValue, "name": name, "value": value, "spoken": spoken,
      "details": details, "number": number, "min": range?.lowerBound,
      "max": range?.upperBound, "states": states.map(\.rawValue).sorted(),
      "actions": actions.map { JSON.of(["keys": $0.keys, "effect": $0.effect]) },
      "frame": JSON.of([
        "x": frame.minX, "y": frame.minY, "width": frame.width, "height": frame.height,
      ]), "children": children.map(\.json),
    ])
  }
}
