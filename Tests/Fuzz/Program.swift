internal import FeelTrace
internal import Glibc
internal import TestSupport

/// The program under test, run in a folder of its own without a display.
struct Program {
  struct Run {
    let arguments: [[UInt8]]
    /// Its exit status, or 128 + the signal that ended it.
    let status: Int32
    let output: [UInt8]
    let words: [UInt8]

    /// The first broken promise that applies to every command: it exits by itself with a documented
    /// status; it gives a reason under its own name without terminal controls; and invalid input
    /// produces no output.
    var flaw: String? {
      let said = String(decoding: words, as: UTF8.self)
      if !(0...5 ~= status) { return describe("ended with \(status)") }
      if status >= 2, !said.hasPrefix("feellab: ") { return describe("does not say why") }
      if status == 1, said.isEmpty && output.isEmpty { return describe("says nothing") }
      if !said.isEmpty, !said.hasSuffix("\n") { return describe("does not end its line") }
      if [2, 3, 5].contains(status), !output.isEmpty { return describe("gave data") }
      if !Self.isFit(said) { return describe("says what a terminal would obey") }
      return nil
    }

    /// The same, for a run whose output is text.
    var flawOfText: String? {
      if let flaw { return flaw }
      let text = String(decoding: output, as: UTF8.self)
      return Self.isFit(text) ? nil : describe("writes what a terminal would obey")
    }

    /// The same, for a run whose output is JSON.
    var flawOfJSON: String? {
      if let flaw = flawOfText { return flaw }
      guard status <= 1, !output.isEmpty else { return nil }
      do {
        _ = try JSONReader.read(output)
        return nil
      } catch {
        return describe("wrote no JSON: \(error)")
      }
    }

    /// Describes the command, its result, and what is wrong with it.
    func describe(_ flaw: String) -> String {
      let words = arguments.map { String(decoding: $0, as: UTF8.self) }
      return """
        feellab \(words) \(flaw).
        status \(status), \(output.count) bytes of output
        \(String(decoding: self.words.prefix(3000), as: UTF8.self))
        """
    }

    private static func isFit(_ text: String) -> Bool {
      text.unicodeScalars.allSatisfy {
        switch $0.value {
        case 0x09, 0x0A: true
        case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
      }
    }
  }

  /// The program's path, beside this one.
  let path: String
  /// Limit of a run's processor time, in seconds.
  private static let patience = 60

  init() throws {
    var name = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &name, name.count - 1)
    let own = String(
      decoding: name.prefix(max(0, length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    path = own.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/feellab"
    guard access(path, X_OK) == 0 else { throw Obstacle(what: path) }
  }

  /// Runs it in a folder, which is also its home.
  func run(_ words: [String], in folder: TemporaryFolder, display: String? = nil) throws -> Run {
    try run(words.map { Array($0.utf8) }, in: folder, display: display)
  }

  /// Runs it with arguments of any bytes.
  func run(
    _ arguments: [[UInt8]], in folder: TemporaryFolder, display: String? = nil,
    variables: [String] = []
  ) throws -> Run {
    let answers = try TemporaryFolder()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (name, descriptor) in [("output", 1 as Int32), ("words", 2)] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, answers.file(name), O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }
    var environment = [
      "HOME=\(folder.path)", "PATH=\(ChildProcess.environment["PATH"] ?? "/usr/bin:/bin")",
      "ASAN_OPTIONS=detect_leaks=0:abort_on_error=1", "UBSAN_OPTIONS=halt_on_error=1",
    ]
    environment += variables
    if let display { environment.append("DISPLAY=\(display)") }

    // The shell changes into the folder and execs the program, which keeps its process ID.
    let steps = ["/bin/sh", "-c", #"cd "$0" && ulimit -t "$1" && shift && exec "$@""#]
    let launcher = steps + [folder.path, "\(Self.patience)", path]
    var pointers = (launcher.map { Array($0.utf8) } + arguments).map { word in
      strdup(word.map(CChar.init(bitPattern:)) + [0])
    }
    var others = environment.map { strdup($0) }
    defer { for pointer in pointers + others { free(pointer) } }
    pointers.append(nil)
    others.append(nil)
    var id: pid_t = 0
    let failure = posix_spawn(&id, "/bin/sh", &actions, nil, pointers, others)
    guard failure == 0 else { throw Obstacle(what: path) }
    var raw: Int32 = 0
    while waitpid(id, &raw, 0) != id && errno == EINTR {}
    let signal = raw & 0x7f
    return Run(
      arguments: arguments, status: signal == 0 ? (raw >> 8) & 0xff : 128 + signal,
      output: answers.bytes("output"), words: answers.bytes("words"))
  }
}

/// The package's folder.
let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

/// The name of a temporary file left in a folder or its subfolders, if any.
func leftover(in folder: String) -> String? {
  for name in names(in: folder) {
    if name.hasPrefix(".feellab-") { return name }
    if let inner = leftover(in: "\(folder)/\(name)") { return "\(name)/\(inner)" }
  }
  return nil
}
