internal import ArgumentParser
internal import FeelFiles
internal import FeelTrace

/// `manual`: the program's page for `man`.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Write the page for man.",
    discussion: helpText(
      "It is made of what the commands declare, as this help is.",
      examples: ["“man ./feellab.1” then shows it": "manual > feellab.1"]))

  func run() throws {
    guard let declared = try? JSONReader.read(Array(FeelLabCommand._dumpHelp().utf8)),
      let program = declared["command"]
    else { preconditionFailure("what the commands declare is JSON") }
    try StandardOutput.write(ManualPage(program).text)
  }
}
