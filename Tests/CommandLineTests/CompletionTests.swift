import Foundation
import TestSupport
import Testing

/// What shells complete: bash itself, at a terminal, with a tabulator typed into it.
struct CompletionTests {
  /// A folder in which the program is a command, with files to be named.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("feellab"), withDestinationPath: Program.path)
    try FileManager.default.createDirectory(
      atPath: folder.path("kept"), withIntermediateDirectories: true)
    for name in ["session.feel", "series.txt", "kept/cards.json", "motion.csv"] {
      _ = try folder.write("", to: name)
    }
    return folder
  }

  private static let lines: KeyValuePairs<String, String> = [
    "rende": "render", "carou": "carousel", "sess": "session.feel",
    "render se": "render session.feel",
    "render carous": "render carousel", "verify s": "verify session.feel",
    "--preset flutter-i": "--preset flutter-ios", "--preset=flutter-i": "--preset=flutter-ios",
    "diff session.feel --b flutter-i": "diff session.feel --b flutter-ios",
    "carousel --set carousel.cou": "carousel --set carousel.count=",
    "--set slider.fine=para": "--set slider.fine=parabola",
    "curve --set physics.stop.sp": "curve --set physics.stop.speed=",
    "--params kept/c": "--params kept/cards.json", "carousel --them": "carousel --theme",
    "render carousel --theme contr": "render carousel --theme contrast",
    "--overlay hud,vel": "--overlay hud,velocity", "list prese": "list presets",
    "params du": "params dump", "record --scene pag": "record --scene pager",
    "fit mo": "fit motion.csv", "completion fi": "completion fish",
  ]

  @Test(.enabled(if: Terminal.isAvailable, "this system makes no terminals"))
  func `bash completes verbs, scenes, presets, keys, values and files`() throws {
    let folder = try folder()
    let terminal = try Terminal(
      "/bin/bash", ["--noprofile", "--norc", "-i"],
      environment: [
        "PATH": folder.path("") + ":/usr/bin:/bin", "PS1": "> ", "INPUTRC": "/dev/null",
        "TERM": "dumb", "HISTFILE": "", "HOME": folder.path(""), "LC_ALL": "C.UTF-8",
      ], in: folder.path(""))
    terminal.type("source <(feellab completion bash); echo ready=$?\r")
    #expect(eventually { terminal.text.contains("ready=0\r\n") }, "\(terminal.text)")
    for (typed, wanted) in Self.lines {
      let before = terminal.text.count
      // The line as it stands then is not run: it becomes the words of another command.
      terminal.type("feellab \(typed)\t")
      let rest = String(wanted.dropFirst(typed.count))
      let isShown = eventually(within: 10) {
        String(terminal.text.dropFirst(before)).contains("feellab \(typed)\(rest)")
      }
      terminal.type("\u{1}printf '<%s>' \r")
      let words = wanted.split(separator: " ").map { "<\($0)>" }.joined()
      let isDone = eventually(within: 10) {
        String(terminal.text.dropFirst(before)).contains("<feellab>\(words)")
      }
      #expect(isShown && isDone, "\(typed): \(terminal.text.dropFirst(before).debugDescription)")
    }
    terminal.type("exit\r")
    #expect(terminal.awaitEnd() == 0)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `each shell has its script, with what is known from the start in it`(shell: String) throws {
    let run = try Program.run(["completion", shell])
    #expect(run.status == 0 && run.words.isEmpty)
    for word in ["render", "progress-slider", "flutter-ios", "contrast", "lsq2"] {
      #expect(run.text.contains(word), "\(word)")
    }
    try Program.expectRefusal(["completion", "csh"], status: 2, saying: "csh", "fish")
  }
}
