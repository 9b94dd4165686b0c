import Glibc
import TestSupport
import Testing

/// A private headless Xorg whose devices the test controls: a mouse with a smooth wheel, a tablet
/// and a touch screen.
///
/// It uses Xorg's dummy and inputtest drivers, and no graphics card, console or device of the
/// machine.
final class InputTestServer {
  private static let modules = "/usr/lib/xorg/modules"
  private static let program = "/usr/lib/xorg/Xorg"

  /// Whether the server and both drivers are installed.
  static var isInstalled: Bool {
    let drivers = ["\(modules)/drivers/dummy_drv.so", "\(modules)/input/inputtest_drv.so"]
    return access(program, X_OK) == 0 && drivers.allSatisfy { access($0, R_OK) == 0 }
  }

  /// Shown where tests are skipped because it is not.
  static let advice: Comment =
    "Xorg with the dummy and inputtest drivers is not installed: ./run.sh test --with-xorg"

  let display: String
  let mouse: InjectedDevice
  let tablet: InjectedDevice
  let touchScreen: InjectedDevice
  let process: ChildProcess
  private let folder: TemporaryFolder

  /// Starts the server with additional arguments, and waits for its devices.
  init(_ arguments: [String] = []) throws {
    let folder = try TemporaryFolder()
    let configuration = try folder.write(Self.configuration(folder.path), to: "xorg.conf")
    let answer = folder.file("display")
    process = try ChildProcess(
      Self.program,
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
    mouse = try InjectedDevice(folder.file("mouse"))
    tablet = try InjectedDevice(folder.file("tablet"))
    touchScreen = try InjectedDevice(folder.file("touch"))
    self.folder = folder
  }

  deinit {
    process.send(SIGTERM)
    _ = eventually(within: 10) { process.exitStatus }
  }

  private static func configuration(_ folder: String) -> String {
    func device(_ name: String, _ type: String, _ more: String = "") -> String {
      """
      Section "InputDevice"
        Identifier "\(name)"
        Driver "inputtest"
        Option "SocketPath" "\(folder)/\(name)"
        Option "DeviceType" "\(type)"
        \(more)
      EndSection

      """
    }
    return """
      Section "ServerFlags"
        Option "AutoAddDevices" "false"
        Option "AutoAddGPU" "false"
        Option "DontVTSwitch" "true"
        Option "BlankTime" "0"
      EndSection
      Section "Module"
        Disable "glx"
        Disable "dri"
        Disable "dri2"
      EndSection
      Section "Device"
        Identifier "dummy"
        Driver "dummy"
        VideoRam 65536
      EndSection
      Section "Monitor"
        Identifier "monitor"
        HorizSync 5-1000
        VertRefresh 5-240
        Modeline "1280x800" 83.50 1280 1352 1480 1680 800 803 809 831 -hsync +vsync
      EndSection
      Section "Screen"
        Identifier "screen"
        Device "dummy"
        Monitor "monitor"
        DefaultDepth 24
        SubSection "Display"
          Depth 24
          Modes "1280x800"
        EndSubSection
      EndSection

      """
        + device(
          "mouse", "Pointer",
          "Option \"PointerButtonCount\" \"11\"\n  Option \"AccelerationScheme\" \"none\"")
        + device("tablet", "PointerAbsolute")
        + device("touch", "Touch", "Option \"TouchCount\" \"10\"")
        + device("keys", "Keyboard", "Option \"xkb_layout\" \"us\"") + """
          Section "ServerLayout"
            Identifier "layout"
            Screen "screen"
            InputDevice "mouse" "CorePointer"
            InputDevice "tablet" "SendCoreEvents"
            InputDevice "touch" "SendCoreEvents"
            InputDevice "keys" "CoreKeyboard"
          EndSection

          """
  }
}

/// The server or one of its devices did not start.
struct ServerError: Error {
  /// Which one, or its output.
  let what: String
}
