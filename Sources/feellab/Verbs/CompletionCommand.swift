internal import ArgumentParser
internal import FeelFiles

/// `completion`: what makes a shell know the program's words.
struct CompletionCommand: ParsableCommand {
  /// The shells there are scripts for.
  enum Shell: String, CaseIterable { case bash, zsh, fish }

  static let configuration = CommandConfiguration(
    commandName: "completion",
    abstract: "Write the script that completes words in a shell.",
    discussion: helpText(
      """
      Verbs, flags, scenes, presets, keys of parameters with their values, and files are completed. \
      The program has to be in the PATH. \
      A folder that is not there yet is made first: mkdir -p ~/.zsh/completions.
      """,
      examples: [
        "bash, with “source ~/.feellab-completion.bash” in ~/.bashrc":
          "completion bash > ~/.feellab-completion.bash",
        "zsh, with “fpath+=(~/.zsh/completions)” before compinit in ~/.zshrc":
          "completion zsh > ~/.zsh/completions/_feellab",
        "fish": "completion fish > ~/.config/fish/completions/feellab.fish",
      ]))

  @Argument(
    help: "bash, zsh or fish.", completion: Completions.choices(Shell.self),
    transform: Values.choice)
  var shell: Shell

  func run() throws {
    let (parser, own): (CompletionShell, String) =
      switch shell {
      case .bash: (.bash, CompletionScript.bash)
      case .zsh: (.zsh, CompletionScript.zsh)
      case .fish: (.fish, CompletionScript.fish)
      }
    let script = CompletionScript.withoutStart(FeelLabCommand.completionScript(for: parser))
    try StandardOutput.write(script + "\n\n" + own)
  }
}
