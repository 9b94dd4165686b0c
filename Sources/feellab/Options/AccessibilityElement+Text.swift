internal import Feel
internal import FeelTrace
internal import Stage

extension AccessibilityElement {
  /// A line an element, what it consists of further to the right below it.
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

  /// The element and what it consists of, by stable names.
  var json: JSON {
    let actions = actions.map { action -> JSON in
      .object(["keys": .text(action.keys), "effect": .text(action.effect)])
    }
    let states = states.map(\.rawValue).sorted().map(JSON.text)
    let frame = JSON.object([
      "x": .number(frame.minX), "y": .number(frame.minY), "width": .number(frame.width),
      "height": .number(frame.height),
    ])
    return .object([
      "id": .text(id), "role": .text(role.rawValue), "name": .text(name), "value": .text(value),
      "spoken": .text(spoken), "details": .text(details),
      "number": number.map(JSON.number) ?? .null,
      "min": range.map { JSON.number($0.lowerBound) } ?? .null,
      "max": range.map { JSON.number($0.upperBound) } ?? .null,
      "states": .list(states), "actions": .list(actions), "frame": frame,
      "children": .list(children.map(\.json)),
    ])
  }
}
