package import FeelFiles
internal import Glibc

/// The temporary folder of a measurement, private to the user.
package enum RunFolder {
  /// Creates a new private folder.
  ///
  /// - Throws: `CommandFailure` naming the folder and the system's reason.
  package static func make() throws(CommandFailure) -> String {
    let folder = try UserFolder.makeTemporary("feellab-measure")
    try File.write(Array("\(getpid())".utf8), to: "\(folder)/\(mark)")
    return folder
  }

  /// The name of a file that marks a run's folder, containing the process id of its creator.
  private static let mark = ".feellab-measure"

  /// Refuses a folder that a process has not created for a run.
  ///
  /// - Throws: `CommandFailure` with its name.
  static func require(_ folder: String, of maker: pid_t) throws(CommandFailure) {
    guard FileName.last(of: folder).hasPrefix("feellab-measure."),
      bytes(of: "\(folder)/\(mark)") == Array("\(maker)".utf8)
    else {
      throw .usage("\(quoted(folder)) is not a folder of a measurement. Nothing was removed.")
    }
  }

  /// Ends every process of a run, and removes its leftovers: the server's lock and socket, and the
  /// folder.
  package static func clear(_ folder: String) {
    let lock = serverLock(folder)
    // A server ended by SIGTERM removes its own lock and socket.
    let ended = Descendants.end()
    if let lock, let owner = owner(of: lock.path), ended.contains(owner) {
      unsafe unlink(FileName.bytes(of: lock.path))
      unsafe unlink(FileName.bytes(of: lock.socket))
    }
    remove(folder)
  }

  /// The lock and the socket of the run's server, once it has a display.
  private static func serverLock(_ folder: String) -> (path: String, socket: String)? {
    let text = String(decoding: bytes(of: "\(folder)/display"), as: UTF8.self)
    guard let number = Int(text.prefix { $0 != "\n" }) else { return nil }
    return ("/tmp/.X\(number)-lock", "/tmp/.X11-unix/X\(number)")
  }

  /// The process named in a server's lock.
  private static func owner(of lock: String) -> pid_t? {
    pid_t(String(decoding: bytes(of: lock).filter { $0 > 0x20 }, as: UTF8.self))
  }

  /// The content of a small file; empty if it cannot be read.
  static func bytes(of path: String) -> [UInt8] { (try? File.read(path, atMost: 1 << 22)) ?? [] }

  private static func remove(_ folder: String) {
    for name in File.names(in: folder) {
      let path = "\(folder)/\(name)"
      if unsafe unlink(FileName.bytes(of: path)) != 0 { remove(path) }
    }
    unsafe rmdir(FileName.bytes(of: folder))
  }
}
