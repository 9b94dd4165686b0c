import Glibc
import TestSupport
import Testing

/// A private X server of a test.
protocol DisplayServer {
  var display: String { get }
  var process: ChildProcess { get }
}

extension XServer: DisplayServer {}
extension InputTestServer: DisplayServer {}

/// The real program with its window on a private server.
final class Program {
  /// The window's initial size, in points and, at scale 1, pixels.
  static let size = (width: 1200, height: 800)

  /// Flags that let a flick rest within a second, for tests that only need some motion.
  static let settlesSoon = ["--preset", "uikit-fast"]

  enum Start {
    /// The window is shown.
    case window
    /// The window is at rest, and transient notices have disappeared.
    case rest
  }

  let server: any DisplayServer
  let process: ChildProcess
  let xdotool: Xdotool
  /// Its working directory.
  let folder: TemporaryFolder

  /// The program built with these tests, or the one named by FEELLAB_PROGRAM.
  static var path: String {
    if let path = ChildProcess.environment["FEELLAB_PROGRAM"] { return path }
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    let tests = String(decoding: buffer.prefix(max(0, length)), as: UTF8.self)
    return tests.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/feellab"
  }

  /// Opens the window and waits for it.
  ///
  /// - Parameters:
  ///   - verb: the command, if not to open the window.
  ///   - arguments: flags in addition to those that isolate the program from the user's files.
  ///   - theme: the theme's name, or `nil` for the desktop's.
  ///   - home: the folder for its state, or `nil` to keep no state.
  ///   - launcher: a program with its arguments that execs this one, such as `prlimit`.
  ///   - start: what to wait for.
  init(
    on server: (any DisplayServer)? = nil, verb: [String] = [], _ arguments: [String] = [],
    theme: String? = "light",
    environment: [String: String] = [:], home: TemporaryFolder? = nil, launcher: [String] = [],
    awaits start: Start = .rest,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let server: any DisplayServer = try server ?? XServer()
    xdotool = Xdotool(display: server.display)
    // A server's pointer starts in the middle, where it would eventually highlight a card.
    try xdotool("mousemove 5 5", sourceLocation: sourceLocation)
    let folder = try TemporaryFolder()
    var variables = ChildProcess.environment
    variables["DISPLAY"] = server.display
    variables["HOME"] = home?.path ?? folder.path
    variables["XDG_STATE_HOME"] = nil
    variables["XDG_CONFIG_HOME"] = nil
    variables["FEELLAB_SCALE"] = nil
    variables.merge(environment) { $1 }
    var words = launcher + [Self.path] + verb + (verb.isEmpty ? ["--no-intro"] : [])
    words += ["--state-file", folder.file("states")]
    words += ["--geometry", "\(Self.size.width)x\(Self.size.height)+0+0"]
    // Plain cards can be found on the screen by their colours.
    words += home == nil && verb.isEmpty ? ["--content", "plain"] : []
    words += (home == nil ? ["--no-state"] : []) + (theme.map { ["--theme", $0] } ?? [])
    process = try ChildProcess(
      words.removeFirst(), words + arguments,
      environment: variables,
      in: folder.path, output: folder.file("output"),
      errors: folder.file("errors"))
    (self.server, self.folder) = (server, folder)
    switch start {
    case .window:
      try xdotool(
        "search --sync --onlyvisible --name ^FeelLab", while: process,
        sourceLocation: sourceLocation)
    case .rest: try awaitState(sourceLocation: sourceLocation) { _ in true }
    }
  }

  /// The program's standard error.
  var errors: String { contents(of: folder.file("errors")) }

  /// The states at rest that it has written so far.
  var states: [State] {
    let text = contents(of: folder.file("states"))
    // The last line may be incomplete.
    guard let end = text.lastIndex(of: "\n") else { return [] }
    return text[..<end].split(separator: "\n").compactMap { State(String($0)) }
  }

  /// Waits for a matching state at rest after the first `count` ones.
  @discardableResult
  func awaitState(
    after count: Int = 0, sourceLocation: SourceLocation = #_sourceLocation,
    where condition: (State) -> Bool
  ) throws -> State {
    let state = eventually { () -> State?? in
      if let state = states.dropFirst(count).last(where: condition) { return state }
      return process.exitStatus == nil ? nil : .some(nil)
    }
    return try #require(
      state ?? nil,
      "the program \(process.exitStatus.map { "ended with \($0)" } ?? "runs"), said “\(errors)” and was last in \(states.last.map { "\($0)" } ?? "no state")",
      sourceLocation: sourceLocation)
  }

  /// Opens a scene by its key, and waits for it.
  func open(
    _ scene: String, by key: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let count = states.count
    try xdotool("key \(key)", sourceLocation: sourceLocation)
    try awaitState(after: count, sourceLocation: sourceLocation) { $0.text("scene") == scene }
  }

  /// Waits until the display's picture matches.
  func awaitPicture(
    sourceLocation: SourceLocation = #_sourceLocation, where condition: (String) throws -> Bool
  ) throws {
    let isShown = try eventually { try condition(server.display) }
    #expect(isShown, "the display never showed it", sourceLocation: sourceLocation)
  }

  /// Flicks the cards to the left, in eight steps of `step` points, until they land on a later one.
  ///
  /// On a busy machine a flick may become a slow drag, after which the card goes back.
  @discardableResult
  func flickCards(
    from place: (x: Int, y: Int), step: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> State {
    let moves = String(repeating: " mousemove_relative -- -\(step) 0 sleep 0.01", count: 8)
    for _ in 0..<8 {
      let count = states.count
      try xdotool("mousemove \(place.x) \(place.y) mousedown 1 sleep 0.02\(moves) mouseup 1")
      let landed = try awaitState(after: count, sourceLocation: sourceLocation, where: \.isSettled)
      if landed["carousel.nearest"] > 1 { return landed }
    }
    return try #require(nil, "no flick turned a card", sourceLocation: sourceLocation)
  }

  /// Waits until the program has exited, and returns its status.
  func awaitEnd(sourceLocation: SourceLocation = #_sourceLocation) throws -> Int32 {
    try #require(
      eventually { process.exitStatus }, "the program is still there",
      sourceLocation: sourceLocation)
  }

  /// The ID of its window.
  func window(sourceLocation: SourceLocation = #_sourceLocation) throws -> UInt {
    let id = try eventually {
      let found = try xdotool(
        "search --onlyvisible --name ^FeelLab", sourceLocation: sourceLocation)
      return found.split(separator: "\n").first.flatMap { UInt($0) }
    }
    return try #require(id, "there is no visible window", sourceLocation: sourceLocation)
  }
}
