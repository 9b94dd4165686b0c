import Glibc
import Testing

/// A file of the package's Assets folder.
enum AssetFile {
  /// The bytes of a file, located relative to this source file.
  static func read(_ name: String, sourceFile: String = #filePath) throws -> [UInt8] {
    let root = sourceFile.split(separator: "/").dropLast(3).joined(separator: "/")
    let file = try #require(fopen("/\(root)/Assets/\(name)", "rb"), "Assets/\(name) is there")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return bytes
  }
}
