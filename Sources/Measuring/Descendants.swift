internal import CX11
internal import FeelFiles
internal import Glibc

/// The processes started by this one, and all their descendants.
enum Descendants {
  /// Makes orphaned descendants children of this process, whatever their session and environment.
  static func adopt() { cx_adopt_orphans() }

  /// Ends them all, with SIGTERM and then SIGKILL; returns their ids.
  @discardableResult
  static func end() -> Set<pid_t> {
    var ended: Set<pid_t> = []
    for signal in [SIGTERM, SIGKILL] {
      for _ in 0..<200 {
        let left = running
        guard !left.isEmpty else { return ended }
        for id in left where signal == SIGKILL || ended.insert(id).inserted { kill(id, signal) }
        usleep(10_000)
      }
    }
    return ended
  }

  /// The running descendants, after reaping ended children.
  private static var running: [pid_t] {
    while waitpid(-1, nil, WNOHANG) > 0 {}
    var children: [pid_t: [pid_t]] = [:]
    for name in File.names(in: "/proc") {
      guard let id = pid_t(name), let parent = parent(of: id) else { continue }
      children[parent, default: []].append(id)
    }
    var found: [pid_t] = []
    var next = [getpid()]
    while let id = next.popLast() {
      let own = children[id] ?? []
      found += own
      next += own
    }
    return found
  }

  /// The parent of a running process; `nil` for one that has ended.
  ///
  /// Source: proc(5): number, name in brackets, state, parent. The name may contain anything.
  private static func parent(of id: pid_t) -> pid_t? {
    let status = RunFolder.bytes(of: "/proc/\(id)/stat")
    guard let bracket = status.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = status[(bracket + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 1, fields[0].first != UInt8(ascii: "Z") else { return nil }
    return pid_t(String(decoding: fields[1], as: UTF8.self))
  }
}
