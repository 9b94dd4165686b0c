package import FeelFiles
internal import Glibc

/// A device of Xorg's inputtest driver, over the only connection that the driver ever accepts.
///
/// Each message is its length and its kind, then its fields, all in the machine's byte order.
/// Readings of axes are a mask and 64 doubles; 64 more, for readings without acceleration, are left
/// empty here.
///
/// Source: xorg-server 21.1, `hw/xfree86/drivers/inputtest/xf86-input-inputtest-protocol.h`.
package final class InputDevice {
  /// The phase of a touch, by the numbers of XInput 2.
  package enum TouchPhase: UInt32 {
    case began = 18
    case moved = 19
    case ended = 20
  }

  private let socket: Int32

  /// Waits for a device's socket, and connects to it.
  ///
  /// - Throws: `CommandFailure` if it does not appear within five seconds.
  package init(_ path: String) throws(CommandFailure) {
    socket = SocketAddress.socket()
    let address = SocketAddress(path)
    var isConnected = false
    for _ in 0..<500 where !isConnected {
      isConnected = address?.connect(socket) ?? false
      if !isConnected { usleep(10_000) }
    }
    guard isConnected else { throw .noDisplay("The private X server has no input devices.") }
    // A server that hangs must not block this process.
    var patience = timeval(tv_sec: 2, tv_usec: 0)
    unsafe setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    // The protocol version; the driver answers with its own.
    send(kind: 0, [1, 0, 0, 0])
    receive(12)
  }

  deinit { close(socket) }

  /// Presses, moves or lifts a finger, at a position in shares of the screen.
  package func touch(_ finger: UInt32, _ phase: TouchPhase, _ x: Double, _ y: Double) {
    play(kind: 6, [finger, phase.rawValue], [0: x * 65535, 1: y * 65535])
  }

  /// Moves the pointer to a position, in shares of the screen.
  package func move(to x: Double, _ y: Double) {
    play(kind: 2, [1, 0], [0: x * 65535, 1: y * 65535])
  }

  /// Turns the wheel by 120ths of a notch, positive down or to the right.
  package func scroll(_ amount: Double, isVertical: Bool) {
    play(kind: 2, [0, 0], [isVertical ? 3 : 2: amount])
  }

  /// Sends an event of a kind, its fields and readings of its axes, and waits until the server has
  /// processed it.
  package func play(kind: UInt32, _ fields: [UInt32], _ values: [Int: Double]) {
    send(kind: kind, words(fields) + axes(values))
    send(kind: 1, [])
    receive(8)
  }

  private func words(_ list: [UInt32]) -> [UInt8] {
    list.flatMap { word in unsafe withUnsafeBytes(of: word) { unsafe Array($0) } }
  }

  private func axes(_ values: [Int: Double]) -> [UInt8] {
    var mask = [UInt8](repeating: 0, count: 8)
    for axis in values.keys { mask[axis / 8] |= 1 << UInt8(axis % 8) }
    let readings = (0..<64).flatMap { axis in
      unsafe withUnsafeBytes(of: values[axis] ?? 0) { unsafe Array($0) }
    }
    return words([0]) + mask + words([0]) + readings + [UInt8](repeating: 0, count: 512)
  }

  private func send(kind: UInt32, _ body: [UInt8]) {
    let message = words([UInt32(body.count + 8), kind]) + body
    var sent = 0
    while sent < message.count {
      let count = unsafe message[sent...].withUnsafeBytes {
        unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  private func receive(_ count: Int) {
    var buffer = [UInt8](repeating: 0, count: count)
    var got = 0
    while got < count {
      let read = unsafe recv(socket, &buffer, count - got, 0)
      guard read > 0 else { return }
      got += read
    }
  }
}
