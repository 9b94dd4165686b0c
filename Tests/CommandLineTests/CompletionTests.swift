import Foundation
import TestSupport
import Testing

/// Shell completion, tested in bash and zsh with a Tab typed at a terminal.
struct CompletionTests {
  /// A folder in which the program is a command, with files to be completed.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("feellab"), withDestinationPath: Program.path)
    try FileManager.default.createDirectory(
      atPath: folder.file("kept"), withIntermediateDirectories: true)
    try folder.write(TakeNameTests.text, to: "named.feel")
    let presets = folder.file(".config/feellab/parameters")
    try FileManager.default.createDirectory(atPath: presets, withIntermediateDirectories: true)
    for name in ["own-feel", "my feel"] {
      try folder.write(#"{"parameters": {}}"#, to: ".config/feellab/parameters/\(name).json")
    }
    for name in ["session.feel", "series.odt", "kept/cards.json", "motion.csv"] {
      try folder.write("", to: name)
    }
    return folder
  }

  private static let lines: KeyValuePairs<String, String> = [
    "rende": "render", "carou": "carousel", "sess": "session.feel",
    "render se": "render session.feel",
    "render carous": "render carousel", "check s": "check session.feel",
    "--preset flutter-i": "--preset flutter-ios", "--preset=flutter-i": "--preset=flutter-ios",
    "diff session.feel --b flutter-i": "diff session.feel --b flutter-ios",
    "carousel --set carousel.cou": "carousel --set carousel.count=",
    "--set slider.fine=para": "--set slider.fine=parabola",
    "curve --set physics.stop.sp": "curve --set physics.stop.speed=",
    "--params kept/c": "--params kept/cards.json", "carousel --them": "carousel --theme",
    "render carousel --theme contr": "render carousel --theme contrast",
    "--overlay hud,vel": "--overlay hud,velocity", "list prese": "list presets",
    "list --as fi": "list --as file", "open --scene pag": "open --scene pager",
    "fit mo": "fit motion.csv", "completion fi": "completion fish", "tou": "tour",
    "help rend": "help render", "help dif": "help diff", "list sess": "list session.feel",
    "measure --only slow,tw": "measure --only slow,two",
    "curve --motion ease --ease smo": "curve --motion ease --ease smoothstep",
    "--preset own": "--preset own-feel",
    "list presets --remove ow": "list presets --remove own-feel",
    "diff session.feel --b own": "diff session.feel --b own-feel",
    "measure -- feel": "measure -- feellab", "list named.feel#th": "list named.feel#there",
  ]

  /// A shell that a line is typed into.
  enum Shell: String, CaseIterable {
    case bash, zsh

    var path: String { "/bin/\(rawValue)" }

    var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// Options that skip the user's configuration.
    var arguments: Words {
      switch self {
      case .bash: "--noprofile --norc -i"
      case .zsh: "-f -i"
      }
    }

    /// The setup its completion needs besides the script.
    var preparation: String {
      switch self {
      case .bash: ":"
      case .zsh: "autoload -U compinit; compinit -u -D"
      }
    }

    /// Whether completion continues after the `=` of an option; the argument parser's zsh script
    /// does not support that.
    var takesSigns: Bool { self == .bash }
  }

  /// A terminal with a shell in a folder, after running a line.
  private func terminal(
    _ shell: Shell, in folder: TemporaryFolder, _ line: String
  ) throws -> Terminal {
    let terminal = try Terminal(
      shell.path, shell.arguments,
      environment: [
        "PATH": folder.path + ":/usr/bin:/bin", "PS1": "> ", "INPUTRC": "/dev/null",
        "TERM": "dumb", "HISTFILE": "", "HOME": folder.path, "LC_ALL": "C.UTF-8",
      ],
      in: folder.path)
    terminal.type("\(line); echo ready=$?\r")
    #expect(eventually { terminal.text.contains("ready=0\r\n") }, "\(terminal.text)")
    return terminal
  }

  @Test(
    .enabled(if: Terminal.isAvailable, "this system makes no terminals"),
    arguments: Shell.allCases.filter(\.isInstalled))
  func `shells complete verbs, scenes, presets, keys, values and files`(shell: Shell) throws {
    let folder = try folder()
    let terminal = try terminal(
      shell, in: folder, "\(shell.preparation); source <(feellab completion \(shell))")
    for (typed, wanted) in Self.lines where shell.takesSigns || !typed.hasPrefix("--preset=") {
      let before = terminal.text.count
      // Instead of running the completed line, turn it into the arguments of printf.
      terminal.type("feellab \(typed)\t\u{1}printf '<%s>' \r")
      let words = wanted.split(separator: " ").map { "<\($0)>" }.joined()
      let isDone = eventually {
        String(terminal.text.dropFirst(before)).contains("<feellab>\(words)")
      }
      #expect(isDone, "\(typed): \(terminal.text.dropFirst(before).debugDescription)")
    }
    terminal.type("exit\r")
    #expect(terminal.awaitEnd() == 0)
  }

  @Test(
    .enabled(if: Terminal.isAvailable, "this system makes no terminals"),
    .enabled(if: Shell.zsh.isInstalled, "zsh is not installed"))
  func `zsh finds the script in its fpath and completes from the first Tab on`() throws {
    let folder = try folder()
    try folder.write(try Program.run("completion zsh").text, to: "kept/_feellab")
    let terminal = try terminal(.zsh, in: folder, "fpath+=($PWD/kept); \(Shell.zsh.preparation)")
    terminal.type("feellab carou\t\u{1}printf '<%s>' \r")
    #expect(eventually { terminal.text.contains("<feellab><carousel>") }, "\(terminal.text)")
    terminal.type("exit\r")
    #expect(terminal.awaitEnd() == 0)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `each shell has a script that contains verbs, scenes, presets, themes and estimators`(
    shell: String
  ) throws {
    let run = try Program.run("completion \(shell)")
    #expect(run.words.isEmpty)
    for word in ["render", "progress-slider", "flutter-ios", "contrast", "lsq2"] {
      #expect(run.text.contains(word), "\(word)")
    }
    let parsers = try Program.run("--generate-completion-script \(shell)").text
    #expect(parsers.contains("render") && parsers.contains("check"))
    try Program.expectRefusal("completion csh", saying: "csh", "fish")
  }
}
