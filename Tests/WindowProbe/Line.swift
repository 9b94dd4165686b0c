internal import Glibc

/// One line on the standard output, written at once.
enum Line {
  static func write(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(1, $0.baseAddress, $0.count) }
  }
}
