package import FeelFiles
internal import Glibc

/// What a measuring leaves on the machine while it goes on: a private folder, whose name every process that it starts has in its environment.
///
/// By that name they are found again, whatever they forked and whoever their parents are by now.
package enum RunFolder {
  /// The variable that holds the folder's name.
  static let variable = "FEELLAB_MEASURE"

  /// Makes a new folder for this user alone.
  ///
  /// - Throws: `CommandFailure` naming the folder and the system's reason.
  package static func make() throws(CommandFailure) -> String {
    let base = Environment.variable("TMPDIR") ?? "/tmp"
    var template = FileName.bytes(of: "\(base)/feellab-measure.XXXXXX")
    guard unsafe mkdtemp(&template) != nil else {
      throw .badFile("Cannot make a folder in \(quoted(base)): \(systemReason()).")
    }
    let folder = FileName.text(of: template.dropLast().map(UInt8.init(bitPattern:)))
    try File.write([], to: "\(folder)/\(mark)")
    return folder
  }

  /// The name of an empty file in every run's folder, and in no other.
  private static let mark = ".feellab-measure"

  /// Refuses a folder that no run has made.
  ///
  /// - Throws: `CommandFailure` with its name.
  static func require(_ folder: String) throws(CommandFailure) {
    guard FileName.last(of: folder).hasPrefix("feellab-measure."),
      File.isRegular("\(folder)/\(mark)")
    else {
      throw .usage("\(quoted(folder)) is no folder of a measuring; nothing was removed.")
    }
  }

  /// Ends every process of a run, politely first, and removes what it left: its server's lock and socket, and its folder.
  static func clear(_ folder: String) {
    let lock = serverLock(folder)
    var killed: Set<pid_t> = []
    // A server that is told to end removes its own lock and socket.
    for signal in [SIGTERM, SIGKILL] {
      for _ in 0..<200 {
        let left = processes(folder)
        guard !left.isEmpty else { break }
        for id in left where signal == SIGKILL || killed.insert(id).inserted {
          kill(id, signal)
        }
        usleep(10_000)
      }
    }
    if let lock, let owner = owner(of: lock.path), killed.contains(owner) {
      unsafe unlink(FileName.bytes(of: lock.path))
      unsafe unlink(FileName.bytes(of: lock.socket))
    }
    remove(folder)
  }

  /// The processes that were started in a run and are still there.
  private static func processes(_ folder: String) -> [pid_t] {
    let wanted = FileName.bytes(of: "\(variable)=\(folder)").dropLast().map {
      UInt8(bitPattern: $0)
    }
    return File.names(in: "/proc").compactMap { name in
      guard let id = pid_t(name), id != getpid() else { return nil }
      let variables = bytes(of: "/proc/\(id)/environ").split(separator: 0)
      return variables.contains { $0.elementsEqual(wanted) } ? id : nil
    }
  }

  /// The lock and the socket of the run's server, once it has a display.
  private static func serverLock(_ folder: String) -> (path: String, socket: String)? {
    let text = String(decoding: bytes(of: "\(folder)/display"), as: UTF8.self)
    guard let number = Int(text.prefix { $0 != "\n" }) else { return nil }
    return ("/tmp/.X\(number)-lock", "/tmp/.X11-unix/X\(number)")
  }

  /// The process that a server's lock names.
  private static func owner(of lock: String) -> pid_t? {
    pid_t(String(decoding: bytes(of: lock).filter { $0 > 0x20 }, as: UTF8.self))
  }

  /// What is in a small file; nothing where it cannot be read.
  static func bytes(of path: String) -> [UInt8] {
    (try? File.read(path, atMost: 1 << 22)) ?? []
  }

  private static func remove(_ folder: String) {
    for name in File.names(in: folder) where name != "." && name != ".." {
      let path = "\(folder)/\(name)"
      if unsafe unlink(FileName.bytes(of: path)) != 0 { remove(path) }
    }
    unsafe rmdir(FileName.bytes(of: folder))
  }
}
