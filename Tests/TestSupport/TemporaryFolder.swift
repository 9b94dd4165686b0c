internal import Glibc

/// A new empty folder, deleted with its contents when the last reference is dropped.
public final class TemporaryFolder: Sendable {
  /// Its path.
  public let path: String

  /// Creates it in TMPDIR, or in /tmp if that is not set.
  ///
  /// - Throws: `StartError` if it cannot be created.
  public init() throws(StartError) {
    var template = Array(
      "\(ChildProcess.environment["TMPDIR"] ?? "/tmp")/feellab-test.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw StartError(program: "mkdtemp", code: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(Array(path.utf8CString)) }

  /// Deletes a folder with its contents.
  private static func remove(_ path: [CChar]) {
    for name in entries(of: path) {
      let inner = path.dropLast() + [CChar(UInt8(ascii: "/"))] + name
      if unlink(Array(inner)) != 0 { remove(Array(inner)) }
    }
    rmdir(path)
  }

  /// The path of a file in the folder.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a text file and returns its path.
  ///
  /// - Throws: `StartError` if it cannot be written.
  @discardableResult
  public func write(_ text: String, to name: String) throws(StartError) -> String {
    try write(Array(text.utf8), to: name)
  }

  /// Writes a binary file and returns its path.
  ///
  /// - Throws: `StartError` if it cannot be written.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws(StartError) -> String {
    let path = file(name)
    guard let file = fopen(path, "wb") else { throw StartError(program: path, code: errno) }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw StartError(program: path, code: errno)
    }
    return path
  }

  /// The bytes of a file in the folder; empty if it does not exist.
  public func bytes(_ name: String) -> [UInt8] { TestSupport.bytes(of: file(name)) }

  /// The names in the folder, or in a subfolder, sorted.
  public func names(_ folder: String = "") -> [String] { TestSupport.names(in: file(folder)) }
}

/// The bytes of a file, as far as it is written; empty if it does not exist.
public func bytes(of path: String) -> [UInt8] {
  guard let file = fopen(path, "rb") else { return [] }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
  return bytes
}

/// The text of a file, as far as it is written; empty if it does not exist.
public func contents(of path: String) -> String { String(decoding: bytes(of: path), as: UTF8.self) }

/// The names in a folder, sorted.
public func names(in folder: String) -> [String] {
  entries(of: Array(folder.utf8CString)).map { name in
    String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }.sorted()
}

/// The names in a folder as the system stores them, each with a terminating zero.
public func entries(of folder: [CChar]) -> [[CChar]] {
  guard let handle = opendir(folder) else { return [] }
  defer { closedir(handle) }
  var names: [[CChar]] = []
  while let entry = readdir(handle) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
    if name != [0x2E] && name != [0x2E, 0x2E] {
      names.append(name.map { CChar(bitPattern: $0) } + [0])
    }
  }
  return names
}
