import Glibc
import Measuring
import TestSupport
import Testing

/// A private headless Xorg whose devices the test controls: a mouse with a smooth wheel, a tablet
/// and a touch screen.
///
/// It uses Xorg's dummy and inputtest drivers, and no graphics card, console or device of the
/// machine.
final class InputTestServer {
  /// Whether the server and both drivers are installed.
  static var isInstalled: Bool { OwnServer.hasXorg }

  /// Shown where tests are skipped because it is not.
  static let advice: Comment =
    "Xorg with the dummy and inputtest drivers is not installed: ./run.sh test --with-xorg"

  let display: String
  let mouse: InputDevice
  let tablet: InputDevice
  let touchScreen: InputDevice
  let process: ChildProcess
  private let folder: TemporaryFolder

  /// Starts the server with additional arguments, and waits for its devices.
  init(_ arguments: [String] = []) throws {
    let folder = try TemporaryFolder()
    let configuration = try folder.write(OwnServer.configuration(folder.path), to: "xorg.conf")
    let answer = folder.file("display")
    process = try ChildProcess(
      OwnServer.xorg,
      [
        "-displayfd", "1", "-config", configuration, "-configdir", folder.file("none.d"),
        "-logfile", folder.file("log"), "-logverbose", "0", "-verbose", "0", "-noreset",
        "-nolisten", "tcp", "-novtswitch", "-sharevts", "-ac",
      ] + arguments, output: answer, errors: folder.file("errors"))
    let process = process
    let number = eventually { () -> Int? in
      if process.exitStatus != nil { return -1 }
      let text = contents(of: answer)
      return text.last == "\n" ? Int(text.dropLast()) : nil
    }
    guard let number, number >= 0 else {
      throw ServerError(what: contents(of: folder.file("errors")))
    }
    display = ":\(number)"
    mouse = try InputDevice(folder.file("mouse"))
    tablet = try InputDevice(folder.file("tablet"))
    touchScreen = try InputDevice(folder.file("touch"))
    self.folder = folder
  }

  deinit {
    process.send(SIGTERM)
    _ = eventually(within: 10) { process.exitStatus }
  }
}

extension InputDevice {
  /// Moves by a distance in pixels.
  func move(by x: Double, _ y: Double) { play(kind: 2, [0, 0], [0: x, 1: y]) }

  func press() { play(kind: 4, [0, 1, 1, 0], [:]) }

  /// Turns the wheel by 120ths of a notch, positive down.
  func scroll(_ amount: Double) { scroll(amount, isVertical: true) }
}

/// A server did not start.
struct ServerError: Error {
  /// Its output, or the reason.
  let what: String
}
