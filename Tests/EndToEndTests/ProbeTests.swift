import FeelTrace
import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// Programs of other toolkits with a probe of Assets/probes, which report their own scrolling
  /// while `measure` drives them.
  ///
  /// A probe reports the times of the frames for which the toolkit moved the content, so it is
  /// exact even on a busy machine.
  @Suite(.enabled(if: InputTestServer.isInstalled, InputTestServer.advice)) struct ProbeTests {
    @Test(
      .enabled(
        if: Peer.hasGTK4, "GTK 4 for Python is not installed: ./run.sh test --with-peers"))
    func `the probe for GTK 4 reports a fling with a decay of 4 per second`() throws {
      let folder = try TemporaryFolder()
      try folder.write(Peer.gtkList, to: "list.py")
      let stream = folder.file("stream.jsonl")
      try measure(
        [Peer.python, folder.file("list.py"), Self.probes, stream], only: Self.script,
        in: folder)
      let told = try takes(in: stream, saidBy: folder)
      #expect(told.header["axis"]?.text == "y" && told.header["min"]?.number == 0)
      #expect(told.header["max"]?.number == 15300 && told.header["viewport"]?.number == 700)
      #expect(told.count(of: "pointer", "down") == told.count(of: "pointer", "up"))
      #expect(told.lines.count { $0["wheel"] != nil } > 0)

      let fling = try #require(told.fastest)
      let law = try #require(Self.law("exponential", in: fling))
      #expect(abs(try #require(law["decay"]) / 4 - 1) < 0.01, "\(law)")
      let nearest = try #require(fling["presets"]?.list?.first)
      #expect(nearest["preset"]?.text == "gtk4", "\(nearest)")
      #expect(try #require(nearest["rms"]?.number) < 1, "\(nearest)")
    }

    @Test(
      .enabled(
        if: Peer.qml != nil, "Qt Quick's qml is not installed: ./run.sh test --with-peers"))
    func `the probe for Qt Quick reports a fling braked by 1500 px per second squared`() throws {
      let folder = try TemporaryFolder()
      try folder.write(Peer.qtList(probes: Self.probes), to: "list.qml")
      let stream = folder.file("stream.jsonl")
      // As the probe's own comment describes.
      let command =
        "QT_FORCE_STDERR_LOGGING=1 QT_MESSAGE_PATTERN='%{message}' QT_QUICK_BACKEND=software "
        + "\"$0\" \"$1\" 2>&1 >/dev/null | grep --line-buffered '^{' >\"$2\""
      try measure(
        ["sh", "-c", command, try #require(Peer.qml), folder.file("list.qml"), stream],
        only: Self.script, in: folder)
      let told = try takes(in: stream, saidBy: folder)
      #expect(told.header["max"]?.number == 15300 && told.header["viewport"]?.number == 700)
      #expect(told.count(of: "pointer", "down") == told.count(of: "pointer", "up"))
      #expect(told.lines.count { $0["wheel"] != nil } > 0)

      let fling = try #require(told.fastest)
      let law = try #require(Self.law("braking", in: fling))
      #expect(abs(try #require(law["braking"]) / 1500 - 1) < 0.02, "\(law)")
    }

    @Test(
      .enabled(
        if: Peer.chromium != nil, "chromium is not installed: ./run.sh test --with-browsers"))
    func `the probe for web pages downloads the stream of a page in Chromium`() throws {
      let folder = try TemporaryFolder()
      try folder.write(Peer.page(probes: Self.probes), to: "page.html")
      try measure(
        [
          try #require(Peer.chromium), "--no-sandbox", "--test-type", "--touch-events=enabled",
          "--user-data-dir=\(folder.file("profile"))", "--no-first-run", "--disable-gpu",
          "--disable-dev-shm-usage", "--kiosk", "file://\(folder.file("page.html"))",
        ],
        // The page saves at the first wheel turn, while flicks to its start follow.
        only: "fast,notches,edge", in: folder)
      let told = try takes(in: folder.file("Downloads/page.jsonl"), saidBy: folder)
      #expect(told.header["source"]?.text == "probed" && told.header["axis"]?.text == "y")
      let length = try #require(told.header["viewport"]?.number)
      #expect(told.header["max"]?.number == 16000 - length)
      #expect(told.count(of: "pointer", "down") == told.count(of: "pointer", "up"))
      #expect(told.count(of: "pointer", "move") > 0)
      #expect(told.lines.count { $0["wheel"] != nil } == 1)
      // The finger alone moved this far.
      #expect(told.travel > 250)
    }

    // MARK: Helpers

    private static let probes: String = {
      let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
      return "/\(root)/Assets/probes"
    }()

    /// A flick, then the wheel; in between a finger that stops anything still running unseen.
    private static let script = "fast,steps,notches"

    /// The result of reading a probe's stream.
    private struct Told {
      let header: JSON
      let lines: [JSON]
      /// Each take as reported by `watch`.
      let takes: [JSON]

      func count(of kind: String, _ phase: String) -> Int {
        lines.count { $0[kind] != nil && $0["phase"]?.text == phase }
      }

      var fastest: JSON? {
        takes.max { Self.releaseVelocity($0) < Self.releaseVelocity($1) }
      }

      private static func releaseVelocity(_ take: JSON) -> Double {
        abs(take["presets"]?.list?.first?["releaseVelocity"]?.number ?? 0)
      }

      /// The distance between the content's extreme positions, in the stream's unit.
      var travel: Double {
        let offsets = lines.compactMap { $0["offset"]?.number }
        return (offsets.max() ?? 0) - (offsets.min() ?? 0)
      }
    }

    /// Drives a program.
    private func measure(_ command: [String], only: String, in folder: TemporaryFolder) throws {
      let variables = ["TMPDIR": folder.path, "HOME": folder.path, "DISPLAY": ":none"]
      let process = try Program.start(
        ["measure", "--wait", "60", "--only", only, "--"] + command, variables,
        errors: folder.file("errors"))
      let status = eventually { process.exitStatus }
      try #require(status == 0, "\(contents(of: folder.file("errors")))")
    }

    private func lines(of file: String) throws -> [JSON] {
      try contents(of: file).split(separator: "\n").map { try JSONReader.read(Array($0.utf8)) }
    }

    /// The contents of a stream, all of whose lines must be valid.
    private func takes(in stream: String, saidBy folder: TemporaryFolder) throws -> Told {
      let (output, errors) = (folder.file("takes"), folder.file("complaints"))
      let process = try ChildProcess(
        Program.path, ["watch", "--json", stream], output: output, errors: errors)
      // A busy machine drops frames, which is a fault of the motion but not of the stream.
      #expect([0, 1].contains(eventually { process.exitStatus }))
      #expect(contents(of: errors) == "")
      let lines = try lines(of: stream)
      return Told(
        header: try #require(lines.first), lines: Array(lines.dropFirst()),
        takes: try self.lines(of: output))
    }

    /// The parameters of the last law of a family that was fitted or considered in a take.
    private static func law(_ family: String, in take: JSON) -> [String: Double]? {
      let laws = (take["segments"]?.list ?? []).flatMap { segment in
        (segment["rejected"]?.list ?? []) + [segment["law"]].compactMap(\.self)
      }
      guard let last = laws.last(where: { $0["family"]?.text == family }) else { return nil }
      var numbers: [String: Double] = [:]
      for number in last["numbers"]?.list ?? [] {
        if let name = number["name"]?.text { numbers[name] = number["value"]?.number }
      }
      return numbers
    }
  }
}

/// Programs of other toolkits that a probe is put into, each a list of 400 rows of 40 pixels.
private enum Peer {
  /// Debian's Python: another one earlier in PATH may lack the system's modules.
  static let python = "/usr/bin/python3"

  /// Whether GTK 4 can be used from Python.
  static let hasGTK4: Bool = {
    let words = "import gi; gi.require_version('Gtk', '4.0')"
    guard let process = try? ChildProcess(python, ["-c", words]) else { return false }
    return eventually { process.exitStatus } == 0
  }()

  /// Qt Quick's own runtime, which distributions keep out of PATH.
  static let qml = ["/usr/lib/qt6/bin/qml", "/usr/lib64/qt6/bin/qml"].first {
    (path: String) in access(path, X_OK) == 0
  }

  static let chromium = ChildProcess.find("chromium")

  /// Arguments: the folder of the probes, and the stream's file.
  static let gtkList = """
    import random, sys
    sys.path.insert(0, sys.argv[1])
    import gi
    gi.require_version("Gtk", "4.0")
    from gi.repository import Gtk
    from gtk4_probe import probe

    def activate(app):
        window = Gtk.ApplicationWindow(
            application=app, title="probed", default_width=600, default_height=700)
        rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        source = random.Random(5)
        for index in range(400):
            words = "".join(source.choice("abcdefgh ijklm nopqrs tuvw") for _ in range(60))
            rows.append(Gtk.Label(label=f"{index} {words}", xalign=0, height_request=40))
        scrolled = Gtk.ScrolledWindow(child=rows)
        window.set_child(scrolled)
        probe(scrolled, out=open(sys.argv[2], "w"))
        window.present()

    app = Gtk.Application()
    app.connect("activate", activate)
    app.run([])
    """

  static func qtList(probes: String) -> String {
    """
    import QtQuick
    import QtQuick.Window
    import "file://\(probes)"

    Window {
        width: 600; height: 700; visible: true; title: "probed"
        ListView {
            id: list
            anchors.fill: parent
            model: 400
            delegate: Item {
                required property int index
                width: 600; height: 40
                Text {
                    x: 12
                    text: index + " " + (index * 7919 * 7919 % 1000003).toString(36).repeat(6)
                }
            }
        }
        FeelProbe { flickable: list }
    }
    """
  }

  static func page(probes: String) -> String {
    """
    <!doctype html><meta charset="utf-8"><title>probed</title>
    <style>body { margin: 0 } div { height: 40px; overflow: hidden; white-space: nowrap }</style>
    <body><script>
    let seed = 5
    for (let row = 0; row < 400; row++) {
      let words = row + " "
      for (let letter = 0; letter < 200; letter++) {
        seed = (seed * 16807) % 2147483647
        words += "abcdefgh ijklm nopqrs tuvw"[seed % 26]
      }
      document.body.append(Object.assign(document.createElement("div"), { textContent: words }))
    }
    </script><script src="file://\(probes)/probe.js"></script>
    <script>addEventListener("wheel", () => feelProbe.save(), { once: true })</script>
    """
  }
}
