import Foundation
import TestSupport
import Testing

/// A pseudo-terminal: reads what a program writes to it, and types for the program.
final class Terminal {
  // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2).
  private static let unlock: UInt = 0x4004_5431
  private static let number: UInt = 0x8004_5430

  private let master: Int32
  private let process = Process()
  private var bytes: [UInt8] = []

  /// Whether this system has pseudo-terminals; without /dev/pts it does not.
  static var isAvailable: Bool {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer { close(master) }
    var number: Int32 = 0
    return master >= 0 && ioctl(master, Self.number, &number) == 0
      && access("/dev/pts/\(number)", F_OK) == 0
  }

  /// Starts a program in the terminal.
  ///
  /// - Parameters:
  ///   - output: a file for its standard output instead of the terminal.
  ///   - environment: variables in addition to those of this process.
  init(
    _ program: String, _ arguments: Words, output: String? = nil,
    environment: [String: String] = [:], in folder: String? = nil, columns: UInt16 = 80
  ) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (number, lock): (Int32, Int32) = (0, 0)
    try #require(
      master >= 0 && ioctl(master, Self.unlock, &lock) == 0
        && ioctl(master, Self.number, &number) == 0)
    let name = "/dev/pts/\(number)"
    let slave = FileHandle(fileDescriptor: open(name, O_RDWR | O_NOCTTY), closeOnDealloc: true)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments.list
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    var variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    variables["DISPLAY"] = nil
    process.environment = variables
    process.standardInput = slave
    process.standardError = slave
    process.standardOutput =
      try output.map {
        try Data().write(to: URL(fileURLWithPath: $0))
        return try #require(FileHandle(forWritingAtPath: $0))
      } ?? slave
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    close(master)
  }

  /// All output so far, unprocessed.
  var text: String {
    var piece = [UInt8](repeating: 0, count: 4096)
    while case let count = read(master, &piece, piece.count), count > 0 {
      bytes += piece.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = write(master, bytes, bytes.count)
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Runs a command, presses Ctrl+C once it has written `text`, and expects `words` on a line of
  /// their own and an end by the signal.
  ///
  /// Returns all that the terminal shows.
  @discardableResult static func expectGivingUp(
    _ command: Words, in folder: String? = nil, once text: String, saying words: String
  ) throws -> String {
    // Shells start background processes, such as these tests, with SIGINT ignored, and that is
    // inherited.
    let terminal = try Terminal("/usr/bin/env", "--default-signal=INT" + command, in: folder)
    #expect(eventually { terminal.text.contains(text) }, "\(terminal.text)")
    terminal.send(SIGINT)
    #expect(terminal.awaitEnd() == 128 + SIGINT)
    let said = ["\n", "\u{1B}[K"].map { "\($0)feellab: \(words)\r\n" }
    #expect(said.contains(where: terminal.text.hasSuffix), "\(terminal.text)")
    return terminal.text
  }

  /// The exit status, or 128 + the signal that ended the program, once it has ended and its output
  /// is read.
  func awaitEnd() -> Int32? {
    // Keep reading: the program would block on a full terminal.
    let isOver = eventually {
      _ = text
      return !process.isRunning
    }
    guard isOver else { return nil }
    process.waitUntilExit()
    let signal = process.terminationReason == .uncaughtSignal
    return process.terminationStatus + (signal ? 128 : 0)
  }
}
