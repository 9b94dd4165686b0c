internal import Stage
package import XWindow

extension Drop {
  /// The path of the only file dropped.
  ///
  /// - Throws: `CommandFailure` if it is not exactly one local file, with the reason.
  package static func file(_ addresses: [DroppedAddress]) throws(CommandFailure) -> String {
    guard addresses.count == 1, let address = addresses.first else {
      throw .usage(say("\(addresses.count) files were dropped. Drop one at a time."))
    }
    switch address {
    case .file(let bytes): return FileName.text(of: bytes)
    case .remote(let host):
      throw .badFile(
        say("The file is on another machine, \(quoted(host)). Copy it to this one first."))
    case .other(let scheme):
      throw .badFile(say("An address that begins with \(quoted(scheme + ":")) is not a file."))
    case .malformed:
      throw .badFile(say("What was dropped is not a file: its address is not valid."))
    }
  }
}
