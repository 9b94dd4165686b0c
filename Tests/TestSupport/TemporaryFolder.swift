internal import Glibc

/// A new empty folder, removed with all that is in it when nobody holds it any more.
public final class TemporaryFolder: Sendable {
  /// Its path.
  public let path: String

  /// Makes it in the folder that TMPDIR names, or /tmp.
  ///
  /// - Throws: `StartError` if it cannot be made.
  public init() throws(StartError) {
    var template = Array(
      "\(ChildProcess.environment["TMPDIR"] ?? "/tmp")/feellab-test.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw StartError(program: "mkdtemp", code: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// Removes a folder with all that is in it.
  private static func remove(_ path: String) {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard name != "." && name != ".." else { continue }
        let inner = "\(path)/\(name)"
        if unlink(inner) != 0 { remove(inner) }
      }
      closedir(folder)
    }
    rmdir(path)
  }

  /// The path of a file in it.
  public func file(_ name: String) -> String { "\(path)/\(name)" }
}

/// The text of a file as far as it is written; empty if there is none.
public func contents(of path: String) -> String {
  guard let file = fopen(path, "r") else { return "" }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
    bytes += chunk[..<count]
  }
  return String(decoding: bytes, as: UTF8.self)
}
