import Glibc
import TestSupport

/// A cursor theme with single-colour cursors, in its own folder.
///
/// Source: Xcursor(3), "CURSOR FILES": a header, a table of contents, and pictures of 32-bit
/// pixels.
struct CursorThemeFile {
  /// The folder for XCURSOR_PATH.
  let folder = try? TemporaryFolder()

  /// Adds a theme whose cursors are single-colour squares in two nominal sizes.
  func add(_ name: String, _ cursors: [String: UInt32]) {
    guard let folder else { return }
    mkdir(folder.file(name), 0o700)
    mkdir(folder.file(name + "/cursors"), 0o700)
    for (cursor, color) in cursors {
      guard let file = fopen(folder.file("\(name)/cursors/\(cursor)"), "w") else { continue }
      let bytes = Self.file(color)
      fwrite(bytes, 1, bytes.count, file)
      fclose(file)
    }
  }

  /// The nominal sizes of each cursor, which are also the sides of its squares, in pixels.
  static let sizes: [UInt32] = [24, 48]

  private static func file(_ color: UInt32) -> [UInt8] {
    let picture: UInt32 = 0xfffd_0002
    var words: [UInt32] = [0x7275_6358, 16, 0x1_0000, UInt32(sizes.count)]
    var place = UInt32(16 + 12 * sizes.count)
    for size in sizes {
      words += [picture, size, place]
      place += 36 + 4 * size * size
    }
    for size in sizes {
      words += [36, picture, size, 1, size, size, 0, 0, 0]
      words += [UInt32](repeating: color, count: Int(size * size))
    }
    return words.flatMap { word in (0..<4).map { UInt8(word >> ($0 * 8) & 0xff) } }
  }
}
