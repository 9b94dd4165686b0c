import CX11
import TestSupport
import Testing

/// A desktop's settings manager, whose settings all programs on the display follow.
///
/// Source: XSETTINGS protocol 0.5, freedesktop.org.
final class SettingsManager {
  enum Value {
    case integer(Int)
    case text(String)
  }

  private let client: XClient
  private let window: UInt

  /// Acquires the first screen's selection and announces itself, by the conventions for managers.
  init(_ display: String, _ settings: [(String, Value)]) throws {
    client = try XClient(display)
    window = client.makeWindow()
    publish(settings)
    let selection = client.atom("_XSETTINGS_S0")
    XSetSelectionOwner(client.connection, selection, window, UInt(CurrentTime))
    let root = XDefaultRootWindow(client.connection)
    client.message(
      "MANAGER", about: root, [0, Int(selection), Int(window)], to: root,
      mask: StructureNotifyMask)
    XSync(client.connection, 0)
  }

  /// Publishes settings, replacing the previous ones.
  func publish(_ settings: [(String, Value)]) {
    var bytes: [UInt8] = [0, 0, 0, 0] + word(1) + word(settings.count)
    for (name, value) in settings {
      let length = [UInt8(name.utf8.count & 0xff), UInt8(name.utf8.count >> 8)]
      switch value {
      case .integer(let number):
        bytes += [0, 0] + length + padded(name) + word(0) + word(number)
      case .text(let text):
        bytes += [1, 0] + length + padded(name) + word(0) + word(text.utf8.count) + padded(text)
      }
    }
    let property = client.atom("_XSETTINGS_SETTINGS")
    client.set(property, property, bytes, on: window)
    XSync(client.connection, 0)
  }

  /// Ends without a successor.
  func end() throws { try client.destroy(window) }

  private func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> ($0 * 8) & 0xff) } }

  private func padded(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }
}
