internal import ArgumentParser
internal import FeelFiles
internal import FeelTrace

/// `doctor`: the program's environment on this machine, and what is wrong with it.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Report what the program finds, what is wrong, and how to fix it.",
    discussion: helpText(
      """
      Checks fonts, display, libraries, folders and encoder. Exit status 1 when something \
        keeps the window from opening. A window appears briefly.
      """,
      examples: ["For a bug report": "doctor", "For a program": "doctor --json"]))

  @Flag(help: "As JSON; repeated findings are lists.")
  var json = false

  func run() throws {
    let found = Examination()
    try StandardOutput.write(json ? "\(Self.json(found))\n" : Self.text(found))
    if found.problems.contains(where: \.blocksWindow) { throw CommandFailure.checkFailed("") }
  }

  private static func text(_ found: Examination) -> String {
    let facts = found.facts.map { name, value in
      "\((name == "keeps" ? "stored in" : name).padded(to: 14, gap: 1))\(value)\n"
    }
    let problems = found.problems.map { "\($0.blocksWindow ? "blocks" : "lacks ")  \($0.words)\n" }
    return facts.joined() + "\n" + (problems.isEmpty ? "Nothing is wrong.\n" : problems.joined())
  }

  private static func json(_ found: Examination) -> JSON {
    var members: [JSON.Member] = []
    for (name, _) in found.facts where !members.contains(where: { $0.name == name }) {
      let values = found.facts.filter { $0.name == name }.map { JSON.text($0.value) }
      let isList = ["font", "keeps"].contains(name)
      members.append(JSON.Member(name, isList ? .list(values) : values[0]))
    }
    let problems = found.problems.map { problem in
      JSON.of(["stops": problem.blocksWindow, "says": problem.words])
    }
    members.append(JSON.Member("problems", .list(problems)))
    return JSON(.object(members))
  }
}
