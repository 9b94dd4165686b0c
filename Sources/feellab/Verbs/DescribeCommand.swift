internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Lab
internal import Scenes
internal import Stage

/// `describe`: the window's contents in words, as assistive technology gets them.
struct DescribeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract: "Say what is in the window, for assistive technology.",
    usage: "feellab describe [<options>]",
    discussion: helpText(
      """
      Roles, names, values, keys and places: the accessibility tree of the window. What stands on \
      the stage has the values that it starts with.
      """,
      examples: [
        "What is in a scene": "describe --scene carousel",
        "All of the window, for a program": "describe --scene carousel --panels --json",
      ]))

  @Option(help: "The scene; “list scenes” names them.", completion: Completions.scenes)
  var scene: String = "overview"

  @Flag(help: "As JSON.")
  var json = false

  @Flag(help: "With the parameters and the timeline open.")
  var panels = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The window's size in points; 1200x800 unless named.", valueName: "WxH"),
    transform: Values.size)
  var size = Size(1200, 800)

  @OptionGroup var options: ParameterOptions

  func run() throws {
    let scene = try Catalog.all.named(scene)
    var session = Session(
      catalog: .all, scene: scene, size: size, parameters: try options.parameters(of: scene))
    if panels {
      for key in [8, 9] {
        session.handle(
          .input(.key(KeySample(time: .zero, phase: .down, key: .function(key)))))
      }
    }
    let tree = session.accessibility(at: session.now)
    try StandardOutput.write(json ? "\(tree.json)\n" : Self.text(tree))
  }

  /// A line an element, what it consists of further to the right below it.
  private static func text(_ element: AccessibilityElement, depth: Int = 0) -> String {
    let states = element.states.map(\.rawValue).sorted()
    let about = ([element.role.rawValue] + states).joined(separator: ", ")
    let words =
      element.spoken == element.value ? "\(element.name): \(element.value)" : element.spoken
    let keys = element.actions.map { "\($0.keys) = \($0.effect)" }.joined(separator: " · ")
    let line =
      String(repeating: "  ", count: depth) + "\(words) (\(about))"
      + (element.details.isEmpty ? "" : ", \(element.details)")
      + (keys.isEmpty ? "\n" : " \(keys)\n")
    return line + element.children.map { text($0, depth: depth + 1) }.joined()
  }
}

extension AccessibilityElement {
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
