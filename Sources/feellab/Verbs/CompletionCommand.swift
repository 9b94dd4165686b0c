internal import ArgumentParser
internal import FeelFiles
internal import FeelTrace

/// `completion`: a shell's completion script, or the manual page.
struct CompletionCommand: ParsableCommand {
  /// The supported shells, and `man`.
  enum Form: String, CaseIterable { case bash, zsh, fish, man }

  static let configuration = CommandConfiguration(
    commandName: "completion",
    abstract: "Write a shell completion script, or the man page.",
    discussion: helpText(
      """
      Verbs, flags, scenes, presets, keys of parameters with their values, and files are \
      completed. The program has to be in the PATH. \
      Create the folder first if needed: mkdir -p ~/.zsh/completions.
      """,
      examples: [
        "bash, with “source ~/.feellab-completion.bash” in ~/.bashrc":
          "completion bash > ~/.feellab-completion.bash",
        "zsh, with “fpath+=(~/.zsh/completions)” before compinit in ~/.zshrc":
          "completion zsh > ~/.zsh/completions/_feellab",
        "fish": "completion fish > ~/.config/fish/completions/feellab.fish",
        "The page for “man ./feellab.1”": "completion man > feellab.1",
      ]))

  @Argument(
    help: "bash, zsh, fish or man.", completion: Completions.choices(Form.self),
    transform: Values.choice)
  var form: Form

  func run() throws {
    let (parser, own): (CompletionShell, String)
    switch form {
    case .bash: (parser, own) = (.bash, CompletionScript.bash)
    case .zsh: (parser, own) = (.zsh, CompletionScript.zsh)
    case .fish: (parser, own) = (.fish, CompletionScript.fish)
    case .man: return try StandardOutput.write(Self.page)
    }
    let script = CompletionScript.withoutStart(FeelLabCommand.completionScript(for: parser))
    try StandardOutput.write(script + "\n\n" + own)
  }

  /// The manual page made from the commands' declarations.
  private static var page: String {
    guard let declared = try? JSONReader.read(Array(FeelLabCommand._dumpHelp().utf8)),
      let program = declared["command"]
    else { preconditionFailure("what the commands declare is JSON") }
    return ManualPage(program).text
  }
}
