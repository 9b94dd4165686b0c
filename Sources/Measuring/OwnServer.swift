internal import FeelFiles
internal import Glibc

/// A private X server without a screen: Xorg with input devices that programs see as real if its
/// drivers are installed, else Xvfb with a mouse.
package final class OwnServer {
  /// The kind of server, which determines how input is played.
  package enum Kind {
    /// Xorg with the dummy and inputtest drivers.
    case xorg
    /// Xvfb, with a mouse by XTEST.
    case xvfb

    /// The best kind installed.
    static var installed: Kind? {
      if OwnServer.hasXorg { return .xorg }
      return Program.path(of: "Xvfb") == nil ? nil : .xvfb
    }
  }

  /// Whether Xorg and both drivers are installed.
  package static var hasXorg: Bool {
    let drivers = ["drivers/dummy_drv.so", "input/inputtest_drv.so"]
    return unsafe access(xorg, X_OK) == 0
      && drivers.allSatisfy { File.exists("/usr/lib/xorg/modules/\($0)") }
  }

  /// The server itself: the script of that name refuses users without a console.
  package static let xorg = "/usr/lib/xorg/Xorg"

  let kind: Kind
  /// The display name, such as ":7".
  let display: String
  private let folder: String
  private let program: StartedProgram

  /// Starts a server and waits until it accepts connections.
  ///
  /// Only processes with the cookie in the run's folder may connect, including this one.
  ///
  /// - Parameter wanted: the kind of server, or `nil` for the best one installed.
  /// - Throws: `CommandFailure` if none is installed, or it does not start.
  init(in folder: String, _ wanted: Kind?) throws(CommandFailure) {
    guard let kind = wanted ?? Kind.installed else {
      throw .missingTool(
        "Measuring needs an X server of its own. Install "
          + "xserver-xorg-core with xserver-xorg-video-dummy, or xvfb.")
    }
    (self.kind, self.folder) = (kind, folder)
    let authority = "\(folder)/authority"
    let cookie = (0..<16).map { _ in UInt8.random(in: 0...255) }
    // The display is not known yet, but the server checks only the cookie.
    try File.write(Self.entry(of: nil, cookie), to: authority)
    unsafe setenv("XAUTHORITY", FileName.bytes(of: authority), 1)
    var words = ["-displayfd", "1", "-auth", authority, "-noreset", "-nolisten", "tcp"]
    switch kind {
    case .xorg:
      let configuration = "\(folder)/xorg.conf"
      try File.write(Array(Self.configuration(folder).utf8), to: configuration)
      words =
        [
          Self.xorg, "-config", configuration, "-configdir", "\(folder)/none.d", "-logfile",
          "\(folder)/log", "-logverbose", "0", "-verbose", "0", "-novtswitch", "-sharevts",
        ] + words
    case .xvfb: words = ["Xvfb", "-screen", "0", "1280x800x24", "-dpi", "96"] + words
    }
    program = try StartedProgram(words, environment: Self.environment, output: "\(folder)/display")
    var name: String?
    for _ in 0..<2000 where name == nil {
      let answer = String(decoding: RunFolder.bytes(of: "\(folder)/display"), as: UTF8.self)
      if answer.last == "\n" { name = ":\(answer.dropLast())" }
      if let end = program.end { throw .noDisplay("The private X server, \(words[0]), \(end).") }
      guard !StopSignals.arrived else { break }
      usleep(10_000)
    }
    guard let name else { throw .noDisplay("The private X server did not start.") }
    display = name
    try File.write(
      Self.entry(of: String(name.dropFirst()), cookie) + Self.entry(of: nil, cookie), to: authority)
  }

  /// How it ended, in words; `nil` while it runs.
  var end: String? { program.end }

  /// A device by its name: "touch", "tablet" or "mouse".
  func device(_ name: String) throws(CommandFailure) -> InputDevice {
    try InputDevice("\(folder)/\(name)")
  }

  /// The environment for a program that must appear only on this server.
  ///
  /// On the user's own bus it might raise an existing window on the user's desktop instead.
  var programEnvironment: [String: String] {
    var variables = Self.environment
    for name in ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DESKTOP_STARTUP_ID", "SESSION_MANAGER"] {
      variables[name] = nil
    }
    variables.merge([
      "DISPLAY": display, "XAUTHORITY": "\(folder)/authority",
      "XDG_RUNTIME_DIR": folder, "DBUS_SESSION_BUS_ADDRESS": "disabled:",
      "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1", "GDK_BACKEND": "x11",
      "QT_QPA_PLATFORM": "xcb", "XDG_SESSION_TYPE": "x11", "MOZ_USE_XINPUT2": "1",
    ]) { $1 }
    return variables
  }

  private static var environment: [String: String] {
    var variables: [String: String] = [:]
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      let words = unsafe FileName.text(of: entry).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if words.count == 2 { variables[String(words[0])] = String(words[1]) }
      unsafe next += 1
    }
    return variables
  }

  /// An entry of an authority file, for a display of this machine by its number, or for any
  /// display.
  ///
  /// Some programs read the file themselves, and look only for their host's name.
  ///
  /// Source: libXau, `AuWrite.c`: family, address, number, name and data, each but the first after
  /// its length, in 16 bits, big-endian; `Xauth.h`: 256 is a local host by its name, 65535 any.
  private static func entry(of number: String?, _ cookie: [UInt8]) -> [UInt8] {
    var name = [CChar](repeating: 0, count: 256)
    unsafe gethostname(&name, name.count - 1)
    let host = name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    let fields: [[UInt8]] = [
      number == nil ? [] : host, Array((number ?? "").utf8), Array("MIT-MAGIC-COOKIE-1".utf8),
      cookie,
    ]
    var entry: [UInt8] = number == nil ? [0xFF, 0xFF] : [1, 0]
    for field in fields {
      entry.append(UInt8(field.count >> 8))
      entry.append(UInt8(field.count & 0xFF))
      entry += field
    }
    return entry
  }

  /// Xorg's configuration file: a screen, and devices whose sockets lie in a folder.
  package static func configuration(_ folder: String) -> String {
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
