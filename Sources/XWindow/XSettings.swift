/// The desktop's settings as published by the XSETTINGS manager.
///
/// Source: XSETTINGS protocol 0.5, freedesktop.org: byte order, serial, count; each setting a type,
/// a padded name, a serial and a value.
package struct XSettings: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    case integer(Int)
    case string(String)
    case color([UInt16])
  }

  package private(set) var values: [String: Value] = [:]

  /// Empty settings.
  package init() {}

  /// Parses the property, up to the first invalid entry.
  package init(_ bytes: [UInt8]) {
    guard bytes.count >= 12 else { return }
    var reader = Reader(bytes: bytes, isBig: bytes[0] == 1)
    reader.position = 8
    guard let count = reader.integer(4), count < 4096 else { return }
    for _ in 0..<count {
      guard let (name, value) = reader.setting() else { return }
      values[name] = value
    }
  }

  /// An integer setting, or `nil`.
  package func integer(_ name: String) -> Int? {
    guard case .integer(let value) = values[name] else { return nil }
    return value
  }

  /// A text setting, or `nil`.
  package func string(_ name: String) -> String? {
    guard case .string(let value) = values[name] else { return nil }
    return value
  }

  private struct Reader {
    let bytes: [UInt8]
    let isBig: Bool
    var position = 0

    mutating func integer(_ size: Int) -> Int? {
      guard position + size <= bytes.count else { return nil }
      var value = 0
      for index in 0..<size {
        let byte = Int(bytes[position + (isBig ? index : size - 1 - index)])
        value = value << 8 | byte
      }
      position += size
      return value
    }

    mutating func text(_ length: Int) -> String? {
      guard length >= 0, position + length <= bytes.count else { return nil }
      let text = String(decoding: bytes[position..<position + length], as: UTF8.self)
      position += (length + 3) & ~3
      return text
    }

    mutating func setting() -> (String, Value)? {
      guard let type = integer(1), integer(1) != nil, let length = integer(2),
        let name = text(length), integer(4) != nil
      else { return nil }
      switch type {
      case 0:
        guard let value = integer(4) else { return nil }
        return (name, .integer(Int(Int32(truncatingIfNeeded: value))))
      case 1:
        guard let length = integer(4), let value = text(length) else { return nil }
        return (name, .string(value))
      case 2:
        var parts: [UInt16] = []
        for _ in 0..<4 {
          guard let part = integer(2) else { return nil }
          parts.append(UInt16(truncatingIfNeeded: part))
        }
        return (name, .color(parts))
      default: return nil
      }
    }
  }
}
