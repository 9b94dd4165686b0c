import Glibc
import TestSupport

/// A device of Xorg's inputtest driver, which accepts one connection in its lifetime.
///
/// A message consists of its length, its kind and its fields, in native byte order. Axis values are
/// a mask and 64 doubles; another 64, for unaccelerated values, are left empty here.
///
/// Source: xorg-server 21.1, `hw/xfree86/drivers/inputtest/xf86-input-inputtest-protocol.h`.
final class InjectedDevice {
  private let socket: Int32

  init(_ path: String) throws {
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      for (index, byte) in path.utf8.enumerated() where index < bytes.count - 1 {
        bytes[index] = byte
      }
    }
    let socket = socket
    let isConnected = eventually {
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
      }
    }
    guard isConnected else { throw ServerError(what: path) }
    // Send our protocol version; the driver answers with its own.
    send(kind: 0, [1, 0, 0, 0])
    receive(12)
  }

  deinit { close(socket) }

  /// Moves by a distance in pixels.
  func move(by x: Double, _ y: Double) { motion(isAbsolute: false, [0: x, 1: y]) }

  /// Moves to a position in fractions of the screen, 0…1.
  func move(to x: Double, _ y: Double) { motion(isAbsolute: true, [0: x * 65535, 1: y * 65535]) }

  func press() {
    send(kind: 4, words([0, 1, 1, 0]) + axes([:]))
    synchronise()
  }

  /// Turns the wheel by 120ths of a notch, positive down.
  func scroll(_ amount: Double) { motion(isAbsolute: false, [3: amount]) }

  /// A finger goes down, moves or lifts, at a position in fractions of the screen.
  func touch(_ finger: UInt32, _ phase: TouchPhase, _ x: Double, _ y: Double) {
    send(kind: 6, words([finger, phase.rawValue]) + axes([0: x * 65535, 1: y * 65535]))
    synchronise()
  }

  /// Touch phases, with the event numbers of XInput 2.
  enum TouchPhase: UInt32 {
    case began = 18
    case moved = 19
    case ended = 20
  }

  private func motion(isAbsolute: Bool, _ values: [Int: Double]) {
    send(kind: 2, words([isAbsolute ? 1 : 0, 0]) + axes(values))
    synchronise()
  }

  /// Waits until the server has processed everything sent, to keep the order across devices.
  private func synchronise() {
    send(kind: 1, [])
    receive(8)
  }

  private func words(_ list: [UInt32]) -> [UInt8] {
    list.flatMap { word in withUnsafeBytes(of: word) { Array($0) } }
  }

  private func axes(_ values: [Int: Double]) -> [UInt8] {
    var mask = [UInt8](repeating: 0, count: 8)
    for axis in values.keys { mask[axis / 8] |= 1 << UInt8(axis % 8) }
    let readings = (0..<64).flatMap { axis in
      withUnsafeBytes(of: values[axis] ?? 0) { Array($0) }
    }
    return words([0]) + mask + words([0]) + readings + [UInt8](repeating: 0, count: 512)
  }

  private func send(kind: UInt32, _ body: [UInt8]) {
    let message = words([UInt32(body.count + 8), kind]) + body
    var sent = 0
    while sent < message.count {
      let count = message[sent...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  private func receive(_ count: Int) {
    var buffer = [UInt8](repeating: 0, count: count)
    var got = 0
    while got < count {
      let read = Glibc.recv(socket, &buffer, count - got, 0)
      guard read > 0 else { return }
      got += read
    }
  }
}
