internal import ArgumentParser
internal import FeelFiles
internal import FeelTrace

/// A manual page made from the declarations of a command and its verbs, and from what applies to
/// all verbs.
///
/// Source: man-pages(7) for the sections, groff_man(7) for the requests.
struct ManualPage {
  /// The page, as man(7) source.
  private(set) var text = ""

  private static let environment: KeyValuePairs = [
    "DISPLAY": "The X server.",
    "FEELLAB_SCALE": "Device pixels per point of the window, 1 to 4; --scale comes first.",
    "FEELLAB_ASSETS":
      "The program’s Assets folder, if it is not found automatically.",
    "XDG_CONFIG_HOME": "Folder for preferences; default ~/.config.",
    "XDG_STATE_HOME": "Folder for window state; default ~/.local/state.",
  ]

  /// Writes the page of a command from the parser's description of it.
  init(_ program: JSON) {
    let name = program["commandName"]?.text ?? ""
    add("'\\\" -*- coding: utf-8 -*-")
    add(".TH \(name.uppercased()) 1 \"\" \"FeelLab \(programVersion)\" \"User Commands\"")
    section("NAME")
    add("\(escaped(name)) \\- \(escaped(program["abstract"]?.text ?? ""))")
    section("SYNOPSIS")
    literally(FeelLabCommand.configuration.usage ?? "")
    let (words, examples) = parts(of: program)
    section("DESCRIPTION")
    paragraphs(words)
    section("EXAMPLES")
    literally(examples)
    section("COMMANDS")
    for verb in displayed(program["subcommands"]) where verb["commandName"]?.text != "help" {
      describe(verb)
    }
    section("EXIT STATUS")
    for status in ExitStatus.allCases { entry("\\fB\(status.rawValue)\\fR", status.meaning) }
    section("ENVIRONMENT")
    for (name, meaning) in Self.environment { entry("\\fB\(escaped(name))\\fR", meaning) }
  }

  private mutating func describe(_ verb: JSON) {
    let name = verb["commandName"]?.text ?? ""
    let arguments = displayed(verb["arguments"]).filter { argument in
      // These apply to all verbs; the first page of help has them.
      !["help", "version"].contains(argument["valueName"]?.text)
    }
    add(".SS \(escaped(name))")
    let operands = arguments.filter { $0["kind"]?.text == "positional" }.map { operand in
      let name = "\\fI\(escaped(operand["valueName"]?.text ?? ""))\\fR"
      let repeated = operand["isRepeating"] == .flag(true) ? "\(name) ..." : name
      return operand["isOptional"] == .flag(true) ? "[\(repeated)]" : repeated
    }
    let options = operands.count < arguments.count ? ["[\\fIoptions\\fR]"] : []
    add((["\\fBfeellab \(escaped(name))\\fR"] + operands + options).joined(separator: " "))
    add(".PP")
    let (words, examples) = parts(of: verb)
    paragraphs([verb["abstract"]?.text ?? "", words].joined(separator: "\n"))
    for argument in arguments { describe(argument: argument) }
    if !examples.isEmpty {
      add(".PP")
      literally(examples)
    }
  }

  private mutating func describe(argument: JSON) {
    let value = "\\fI\(escaped(argument["valueName"]?.text ?? ""))\\fR"
    let flags = (argument["names"]?.list ?? []).map { name in
      (name["kind"]?.text == "long" ? "--" : "-") + (name["name"]?.text ?? "")
    }
    // Short names first, as in help.
    let names = flags.sorted { $0.count < $1.count }.map { "\\fB\(escaped($0))\\fR" }
    let title =
      switch argument["kind"]?.text {
      case "positional": value
      case "option": "\(names.joined(separator: ", ")) \(value)"
      default: names.joined(separator: ", ")
      }
    let standard = argument["defaultValue"]?.text.map { " Default: \($0)." } ?? ""
    entry(title, (argument["abstract"]?.text ?? "") + standard)
  }

  private func displayed(_ declared: JSON?) -> [JSON] {
    (declared?.list ?? []).filter { $0["shouldDisplay"] == .flag(true) }
  }

  /// A command's discussion, split into sentences and the examples added by `helpText`.
  private func parts(of command: JSON) -> (words: String, examples: String) {
    let lines = (command["discussion"]?.text ?? "").split(
      separator: "\n", omittingEmptySubsequences: false)
    let start = lines.firstIndex(of: "EXAMPLES:") ?? lines.endIndex
    return (
      lines[..<start].joined(separator: "\n"), lines[start...].dropFirst().joined(separator: "\n")
    )
  }

  private mutating func add(_ line: String) { text += line + "\n" }

  private mutating func section(_ title: String) { add(".SH \(title)") }

  /// A title with its meaning indented below it.
  private mutating func entry(_ title: String, _ meaning: String) {
    add(".TP")
    add(title)
    add(escaped(meaning))
  }

  /// Filled text, with paragraphs at empty lines.
  private mutating func paragraphs(_ words: String) {
    var isPending = false
    for line in words.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        isPending = true
      } else {
        if isPending { add(".PP") }
        isPending = false
        add(escaped(line))
      }
    }
  }

  /// Lines without filling.
  private mutating func literally(_ lines: String) {
    add(".nf")
    for line in lines.split(separator: "\n") { add(escaped(line)) }
    add(".fi")
  }

  /// Text without requests: dashes stay copyable, and no line starts with a dot or a quote.
  private func escaped(_ text: some StringProtocol) -> String {
    var escaped = text.first == "." || text.first == "'" ? "\\&" : ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "~": escaped += "\\(ti"
      case "^": escaped += "\\(ha"
      case "`": escaped += "\\(ga"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
