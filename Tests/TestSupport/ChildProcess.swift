public import Glibc
internal import Synchronization

/// A program started by a test, killed when the last reference is dropped.
public final class ChildProcess: Sendable {
  // Programs that every system has.
  private static let everywhere: Set = ["bash", "true"]

  /// Its process ID.
  public let id: pid_t
  private let end: End
  private let reaper: pthread_t

  /// Starts a program with empty standard input and no inherited files.
  ///
  /// - Parameters:
  ///   - path: the program's file, or its name in `PATH`.
  ///   - arguments: the arguments after its name.
  ///   - environment: all of its variables; `nil` inherits those of this process.
  ///   - folder: its working directory; `nil` inherits that of this process.
  ///   - output: the file for its standard output; `nil` discards it.
  ///   - errors: the file for its standard error; `nil` discards it.
  /// - Precondition: a name in `PATH` is one of `Tool`'s, or one that every system has.
  /// - Throws: `StartError` if there is no such program.
  public init(
    _ path: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    in folder: String? = nil, output: String? = nil, errors: String? = nil
  ) throws(StartError) {
    // Ensures that every tool a test needs is in the list.
    precondition(
      path.contains("/") || Tool(rawValue: path) != nil || Self.everywhere.contains(path),
      "\(path) is in the list of tools")
    // A shell changes into the folder and execs the program, which keeps the shell's process ID.
    let shell = folder.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0] } ?? []
    let words = shell + [path] + arguments
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (file, descriptor) in [(output, 1 as Int32), (errors, 2)] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, file ?? "/dev/null", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }
    // Closing a descriptor that is not open is no error.
    for descriptor: Int32 in 3..<256 { posix_spawn_file_actions_addclose(&actions, descriptor) }

    // Worker threads block every signal; a child that inherited the mask would not receive SIGTERM.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    let variables = (environment ?? Self.environment).map { "\($0)=\($1)" }
    var id: pid_t = 0
    let failure = Self.withPointers(words) { arguments in
      Self.withPointers(variables) { variables in
        posix_spawnp(&id, words[0], &actions, &attributes, arguments, variables)
      }
    }
    guard failure == 0 else { throw StartError(program: path, code: failure) }
    self.id = id
    end = End(of: id)
    reaper = end.reap()
  }

  deinit {
    send(SIGKILL)
    pthread_join(reaper, nil)
  }

  /// Its exit status, or 128 + the signal that ended it; `nil` while it runs.
  public var exitStatus: Int32? {
    let status = end.status.load(ordering: .acquiring)
    return status == End.running ? nil : status
  }

  /// Sends it a signal, unless it has ended.
  public func send(_ signal: Int32) {
    // The lock prevents reaping, so the process ID cannot have been reused.
    end.reaping.withLock { _ in if exitStatus == nil { kill(id, signal) } }
  }

  /// Reaps a child as soon as it ends, on a separate thread.
  ///
  /// Swift Testing waits for any child of this process to detect the ends of its exit tests. A
  /// child that has ended and is never reaped would be reported to it for ever.
  private final class End: Sendable {
    static let running: Int32 = -1

    let id: pid_t
    let reaping = Mutex(())
    // Not the lock's value: a contended lock is handed over by the kernel, where the thread
    // sanitizer sees no ordering.
    let status = Atomic<Int32>(running)

    init(of id: pid_t) { self.id = id }

    func reap() -> pthread_t {
      var thread = pthread_t()
      let failure = pthread_create(
        &thread, nil,
        { context in
          guard let context else { return nil }
          Unmanaged<End>.fromOpaque(context).takeRetainedValue().wait()
          return nil
        }, Unmanaged.passRetained(self).toOpaque())
      precondition(failure == 0, "there is a thread for each child")
      return thread
    }

    private func wait() {
      var info = siginfo_t()
      while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
      reaping.withLock { _ in
        var raw: Int32 = 0
        while waitpid(id, &raw, 0) != id && errno == EINTR {}
        let signal = raw & 0x7f
        status.store(signal == 0 ? (raw >> 8) & 0xff : 128 + signal, ordering: .releasing)
      }
    }
  }

  /// The environment of this process.
  public static var environment: [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let words = String(cString: entry).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if words.count == 2 { variables[String(words[0])] = String(words[1]) }
      next += 1
    }
    return variables
  }

  /// The path of a program in `PATH`; `nil` if it is not there.
  public static func find(_ name: String) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }

  private static func withPointers<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = strings.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("it holds a nil at least") }
      return body(base)
    }
  }
}

/// A program could not be started.
public struct StartError: Error, Hashable, CustomStringConvertible {
  /// The program's file or name.
  public let program: String
  /// The system's error number.
  public let code: Int32

  /// One sentence describing the failure.
  public var description: String { "\(program) does not start: \(String(cString: strerror(code)))" }
}
