import FeelTrace
import Foundation
import TestSupport
import Testing

/// The help pages: their examples work, and their vocabulary is consistent.
struct HelpTests {
  private static let verbs = [
    [], ["open"], ["render"], ["check"], ["explain"], ["diff"], ["fit"], ["watch"], ["measure"],
    ["list"], ["curve"], ["doctor"], ["completion"],
  ]

  /// A fake ffmpeg that writes as many frames as it is given, of a byte each.
  ///
  /// FilmTests run the real one.
  private static let encoder: String = {
    // Nested boxes with their sizes; the last one, with the video's data, has no size limit.
    let boxes = [
      (16, "ftypisom\\0\\0\\2\\0"), (60, "moov"), (52, "trak"), (44, "mdia"), (36, "minf"),
      (28, "stbl"), (20, "stsz\\0\\0\\0\\0\\0\\0\\0\\1"),
    ].map { "\\0\\0\\0\\\(String($0, radix: 8))\($1)" }.joined()
    return """
      #!/bin/sh
      for last; do :; done
      while [ "$1" != -s ]; do shift; done
      frames=$(($(wc -c) / (${2%x*} * ${2#*x} * 4)))
      count=$(printf '\\\\0\\\\0\\\\%o\\\\%o' $((frames / 256)) $((frames % 256)))
      { printf '\(boxes)'; printf "$count"; printf '\\0\\0\\0\\0mdat'; head -c "$frames" /dev/zero
      } > "${last#file:}"

      """
  }()

  /// A folder with the files that the examples name.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("feellab"), withDestinationPath: Program.path)
    chmod(try folder.write(Self.encoder, to: "ffmpeg"), 0o755)
    for path in [".zsh/completions", ".config/fish/completions"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(path), withIntermediateDirectories: true)
    }
    let drag = [("down", 300), ("move", 260), ("move", 200), ("up", 200)].enumerated().map {
      #"{"t": \#(10_000 * ($0 + 1)), "e": "\#($1.0)", "x": 300, "y": \#($1.1)}"# + "\n"
    }
    var session = FlingsTests.session([2000, 600, 300, 1200], every: 4)
    let events = try #require(session.firstIndex(of: "\n"))
    session.insert(contentsOf: drag.joined(), at: session.index(after: events))
    session = try VerifyTests.ended(session, at: 20_000_000)
    for name in ["session.feel", "other.feel"] { try folder.write(session, to: name) }
    try folder.write("{\"scene\": \"carousel\", \"parameters\": {}}", to: "carousel.json")
    try folder.write("{\"parameters\": {\"physics.stop.speed\": 25}}", to: "soft.json")
    let run = (0...120).map { frame in
      let time = Double(frame) / 60
      return (time, (250 * (1 - exp(-4 * time))).rounded())
    }
    let rows = run.map { "\($0.0),\($0.1)\n" }.joined()
    try folder.write("t,x\n\(rows)", to: "motion.csv")
    let lines = run.map { "{\"t\": \($0.0), \"offset\": \($0.1)}\n" }.joined()
    let press = zip([(-0.04, 90), (-0.02, 50), (0, 20)], ["down", "move", "up"]).map {
      "{\"t\": \($0.0), \"pointer\": [0, \($0.1)], \"phase\": \"\($1)\"}\n"
    }.joined()
    for name in ["stream.jsonl", "before.jsonl", "after.jsonl"] {
      try folder.write("{\"feelstream\": 1}\n\(press)\(lines)", to: name)
    }
    let objects = run.map { "{\"t_ms\": \($0.0 * 1000), \"scrollY\": \($0.1)}" }
    let log = run.map { "D/Scroll: t_ms=\($0.0 * 1000) offset=\($0.1)\n" }.joined()
    for name in ["before", "after"] {
      try folder.write("[\(objects.joined(separator: ","))]", to: "\(name).json")
      try folder.write(log, to: "\(name).log")
    }
    // Its content is an animated PNG, which needs no ffmpeg.
    try Data(SmallClip.apng()).write(to: URL(fileURLWithPath: folder.file("clip.mp4")))
    let touch = [("0039", "1"), ("0035", "300"), ("0036", "900"), ("0039", "ffffffff")].enumerated()
      .map { "[ 100.\($0)00000] 0003 \($1.0) \($1.1)\n[ 100.\($0)00000] 0000 0000 00000000\n" }
    try folder.write(touch.joined(), to: "drag.getevent")
    let hand = "t_ms,phase,x,y\n-40,begin,0,90\n-20,update,0,50\n-5,update,0,20\n0,end,0,20\n"
    try folder.write(hand, to: "hand.csv")
    let published = """
      [{"source": "a tracker's test", "case": "no data", "kind": "velocity_lsq2", "params": {},
      "inputs": [], "expected": {"vx": 0, "vy": 0}, "tolerance": 0}]
      """
    try folder.write(published, to: "cases.json")
    try folder.write("t_ms,x,y\n0,0,0\n8,4,0\n16,9,0\n24,15,0\n", to: "samples.csv")
    try FileManager.default.copyItem(
      atPath: "\(Program.root)/Assets/flings-uiscrollview.csv", toPath: folder.file("flings.csv"))
    return folder
  }

  private func pages() throws -> [String] {
    try Self.verbs.map { verb in
      let run = try Program.run(["help"] + Words(verb), environment: ["COLUMNS": "80"])
      return run.text
    }
  }

  @Test func `the examples in help, README and docs run unchanged`() throws {
    let folder = try folder()
    var commands: [String] = []
    for (verb, page) in zip(Self.verbs, try pages()) {
      let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
      let start = try #require(lines.firstIndex(of: "EXAMPLES:"), "\(verb)")
      let examples = lines[start...].dropFirst().prefix { !$0.isEmpty }
      let own = examples.filter { !$0.hasPrefix("  # ") }
      #expect(!own.isEmpty && own.allSatisfy { $0.hasPrefix("  feellab") }, "\(verb)")
      commands += own.map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let documented = try Self.documentedCommands()
    #expect(documented.count > 10)
    var seen: Set<String> = []
    for command in commands + documented where seen.insert(command).inserted {
      // Recording commands run in a folder where the recording does not exist yet.
      guard command.contains("--record") else {
        try run(command, in: folder)
        continue
      }
      let other = try self.folder()
      try FileManager.default.removeItem(atPath: other.file("session.feel"))
      try run(command, in: other)
    }
    #expect(folder.bytes("flick.apng").count > 1000 && folder.bytes("bounce.png").count > 1000)
  }

  /// The command lines in the README and the docs, except those that build, test, install, or make
  /// the README's picture.
  private static func documentedCommands() throws -> [String] {
    let root = Program.root
    let pages = try FileManager.default.contentsOfDirectory(atPath: "\(root)/docs").sorted()
      .filter { $0.hasSuffix(".md") }.map { "\(root)/docs/\($0)" }
    var commands: [String] = []
    for page in ["\(root)/README.md"] + pages {
      let text = try String(contentsOfFile: page, encoding: .utf8)
      for block in text.components(separatedBy: "```sh\n").dropFirst() {
        for line in block.components(separatedBy: "\n```")[0].split(separator: "\n") {
          let command = line.hasPrefix("./run.sh") ? "feellab\(line.dropFirst(8))" : String(line)
          if isOfProgram(command), !command.contains(" Assets/") { commands.append(command) }
        }
      }
    }
    return commands
  }

  private static func isOfProgram(_ line: String) -> Bool {
    let ofScript = ["test", "install", "uninstall"].map { "feellab \($0)" }
    return line.hasPrefix("feellab") && !ofScript.contains { line.hasPrefix($0) }
  }

  /// A command that needs a window must fail with the status for a missing display, after accepting
  /// its arguments.
  private func run(_ command: String, in folder: TemporaryFolder) throws {
    // These start other programs on a server; MeasureTests run them.
    if command.hasPrefix("feellab measure") { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-o", "pipefail", "-c", command]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    var variables = ProcessInfo.processInfo.environment
    variables["DISPLAY"] = nil
    variables["HOME"] = folder.path
    variables["PATH"] = folder.path + ":" + (variables["PATH"] ?? "/usr/bin:/bin")
    process.environment = variables
    let words = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = words
    try process.run()
    let said = String(decoding: words.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let needsWindow = said.contains("DISPLAY is not set")
    // Without a display, the doctor reports a problem that prevents a window.
    let status: Int32 = needsWindow ? 3 : command.hasPrefix("feellab doctor") ? 1 : 0
    #expect(process.terminationStatus == status, "\(command): \(said)")
  }

  @Test func `every verb is on the first help page`() throws {
    let listed = try pages()[0].split(separator: "\n").filter { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    let known = Set(Self.verbs.compactMap(\.first))
    #expect(known.isSubset(of: listed))
  }

  @Test func `help and lists keep to the vocabulary`() throws {
    for words: Words in ["list", "list parameters"] {
      let list = try Program.run(words)
      #expect(Vocabulary.offences(in: list.text).isEmpty)
    }
    for (verb, page) in zip(Self.verbs, try pages()) {
      #expect(Vocabulary.offences(in: page).isEmpty, "\(verb)")
      #expect(
        page.split(separator: "\n").allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") }, "\(verb)")
    }
  }

  @Test func `the first help page fits on a screen`() throws {
    #expect(try pages()[0].split(separator: "\n", omittingEmptySubsequences: false).count <= 60)
  }
}
