import Feel
import Foundation
import TestSupport
import Testing

/// Code copied for other platforms, run by those platforms or compiled for them: within 0.5 px of
/// the engine over 1000 px.
struct CopyRunTests {
  /// Presets that together have laws of every kind.
  private static let presets = [
    "uikit", "android", "chromium", "chromium-windows", "qt6", "flutter-macos", "flutter-android",
    "motion",
  ]
  private static let count = 400

  private func copy(_ platform: String, _ preset: String) throws -> String {
    try Program.run(["list", "carousel", "--as", platform, "--preset", preset]).text
  }

  /// The progress 0…1 of a preset's law over time in seconds, by its name in copied code.
  private func course(_ name: String, _ id: String) throws -> (Double) -> Double {
    let physics = try physics(id)
    func release(from start: Double, _ velocity: Double, to end: Double) -> ScrollMotion {
      let extent = ScrollExtent(minimum: -1e13, maximum: end, viewport: 600)
      return physics.release(from: start, velocity: velocity, in: extent)
    }
    func course(of spring: Spring) -> (Double) -> Double {
      let motion = SpringMotion(spring, from: 0, to: 1, threshold: 1e-9)
      return { motion.value(at: $0) }
    }
    switch name {
    case "fling":
      let motion = release(from: 0, 2000, to: 1e13)
      return { motion.value(at: $0) / motion.restPosition }
    case "edgeOut", "edgeBack":
      let motion = release(from: 0, 2000, to: 0)
      var (peak, end) = (0.0, motion.duration)
      for _ in 0..<60 {
        let middle = (peak + end) / 2
        if motion.velocity(at: middle) > 0 { peak = middle } else { end = middle }
      }
      let reach = motion.value(at: peak)
      guard name == "edgeBack" else { return { motion.value(at: min($0, peak)) / reach } }
      return { 1 - motion.value(at: peak + $0) / reach }
    case "returnGlide":
      let motion = release(from: 100, 0, to: 0)
      return { 1 - motion.value(at: $0) / 100 }
    case "edgeSpring":
      guard case .spring(let law) = physics.bounce else { break }
      return course(of: law.spring)
    case "returnSpring":
      switch physics.releaseOutside {
      case .spring(let spring), .exponentialReturn(let spring, _): return course(of: spring)
      case .edgeSpring(let law): return course(of: law.spring)
      default: break
      }
    case "landingSpring": return course(of: physics.landingSpring)
    default: break
    }
    Issue.record("\(id) has no \(name)")
    return { $0 }
  }

  private func physics(_ id: String) throws -> ScrollPhysics {
    var physics = try #require(ScrollPreset.named(id)).physics
    (physics.pixelLanding, physics.paging) = (.none, nil)
    return physics
  }

  /// The distance in points of a fling at 2000 pt/s.
  private func way(_ id: String) throws -> Double {
    let extent = ScrollExtent(minimum: -1e13, maximum: 1e13, viewport: 600)
    return try physics(id).release(from: 0, velocity: 2000, in: extent).restPosition
  }

  /// Runs a program and returns its output.
  private func output(
    of program: String, _ arguments: [String], _ environment: [String: String] = [:],
    in folder: TemporaryFolder
  ) throws -> String {
    let (output, errors) = (folder.file("output"), folder.file("errors"))
    let variables = ["HOME": folder.path, "TMPDIR": folder.path].merging(environment) { $1 }
    let process = try ChildProcess(
      program, arguments, environment: ChildProcess.environment.merging(variables) { $1 },
      output: output, errors: errors)
    let status = eventually { process.exitStatus }
    try #require(status == 0, "\(contents(of: errors).suffix(2000))")
    return contents(of: output)
  }

  // MARK: Web

  private static let chromium = ChildProcess.find("chromium")

  /// Evaluates a script in a Chromium page and decodes the value it leaves in `found`.
  private func evaluate<Found: Decodable>(_ head: String, _ script: String) throws -> Found {
    let folder = try TemporaryFolder()
    let page = """
      <!doctype html><meta charset="utf-8">\(head)
      <style>@keyframes go { from { left: 0 } to { left: 1000px } }</style>
      <div id="box" style="position: absolute"></div><pre id="out"></pre>
      <script>
      const count = \(Self.count), found = {};
      \(script)
      out.textContent = "<" + JSON.stringify(found) + ">";
      </script>
      """
    let path = try folder.write(page, to: "page.html")
    let text = try output(
      of: try #require(Self.chromium),
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--user-data-dir=\(folder.file("profile"))", "--dump-dom", "file://\(path)",
      ], in: folder)
    let json = try #require(text.firstMatch(of: /&lt;(\{.*\})&gt;/), "\(text.suffix(2000))").1
    return try JSONDecoder().decode(Found.self, from: Data(json.utf8))
  }

  @Test(
    .enabled(
      if: Self.chromium != nil, "chromium is not installed: ./run.sh test --with-browsers"),
    arguments: presets)
  func `copied CSS matches the engine when played by Chromium`(id: String) throws {
    let found: [String: [Double]] = try evaluate(
      "<style>\(try copy("css", id))</style>",
      """
      const root = getComputedStyle(document.documentElement);
      for (const [, name] of document.querySelector("style").textContent.matchAll(/--([a-z-]+)-duration:/g)) {
        const duration = parseFloat(root.getPropertyValue(`--${name}-duration`));
        box.style.animation = `go var(--${name}-duration) var(--${name}) both paused`;
        found[name] = [duration];
        for (let step = 0; step <= count; step++) {
          box.style.animationDelay = `${-duration * step / count}ms`;
          found[name].push(parseFloat(getComputedStyle(box).left));
        }
      }
      """)
    #expect(found["fling"] != nil && found.count >= 3)
    for (property, numbers) in found {
      let name = property.replacing(/-([a-z])/) { String($0.1).uppercased() }
      try expect(numbers.dropFirst(), lasting: numbers[0] / 1000, of: name, id)
    }
  }

  @Test(
    .enabled(
      if: Self.chromium != nil, "chromium is not installed: ./run.sh test --with-browsers"),
    arguments: presets)
  func `copied JavaScript matches the engine when run and animated by Chromium`(id: String) throws {
    let script = try copy("javascript", id)
    let names = script.matches(of: /const (\w+) = (?:\{|\(t, x0)/).map { String($0.1) }
    let found: [String: [Double]] = try evaluate(
      "",
      """
      \(script)
      for (const [name, law] of Object.entries({ \(names.joined(separator: ", ")) })) {
        const isFunction = typeof law === "function";
        const duration = isFunction ? 600 : law.duration;
        const run = isFunction ? null : box.animate([{ left: 0 }, { left: "1000px" }], { ...law, fill: "both" });
        found[name] = [duration];
        run?.pause();
        for (let step = 0; step <= count; step++) {
          const time = duration * step / count;
          if (run) run.currentTime = time;
          found[name].push(
            run ? parseFloat(getComputedStyle(box).left)
            : name === "fling" ? law(time / 1000, 0, 2000) : 1000 - law(time / 1000, 1000, 0));
        }
      }
      """)
    #expect(found["fling"] != nil && found.count >= 3)
    for (name, numbers) in found {
      guard name == "fling", script.contains("const fling = (t") else {
        try expect(numbers.dropFirst(), lasting: numbers[0] / 1000, of: name, id)
        continue
      }
      // In points rather than as a fraction of the distance.
      let scale = 1000 / (try way(id))
      try expect(numbers.dropFirst().map { $0 * scale }, lasting: 0.6, of: name, id)
    }
  }

  private func expect(
    _ places: some Collection<Double>, lasting duration: Double, of name: String, _ id: String
  ) throws {
    let course = try course(name, id)
    #expect(places.count == Self.count + 1)
    let errors = places.enumerated().map { step, place in
      abs(place - 1000 * course(duration * Double(step) / Double(Self.count)))
    }
    #expect(try #require(errors.max()) <= 0.52, "\(name) of \(id)")
  }

  // MARK: Toolkits

  private static let qml = ["/usr/lib/qt6/bin/qml", "/usr/lib64/qt6/bin/qml"].first {
    (path: String) in access(path, X_OK) == 0
  }

  @Test(
    .enabled(if: Self.qml != nil, "Qt Quick's qml is not installed: ./run.sh test --with-peers"),
    arguments: presets)
  func `copied QML matches the engine when run by Qt Quick`(id: String) throws {
    let folder = try TemporaryFolder()
    let laws = try copy("qml", id)
    let names = laws.matches(of: /(?:property var|function) (\w+)(?:: \(t, |\(time\))/).map {
      String($0.1)
    }
    let scene = try folder.write(
      """
      import QtQuick
      import QtQuick.Window
      Window {
        id: scene
        width: 100; height: 100; visible: true
        \(laws)
        Timer { running: true; interval: 50; onTriggered: Qt.quit() }
        Component.onCompleted: {
          for (const name of \(names)) {
            const duration = scene[name + "Times"] ? scene[name + "Duration"] : 600;
            for (let step = 0; step <= \(Self.count); step++) {
              const time = duration * step / \(Self.count);
              const place = scene[name + "Times"] ? 1000 * scene[name](step / \(Self.count))
                : name === "fling" ? scene[name](time / 1000, 0, 2000)
                : 1000 - scene[name](time / 1000, 1000, 0);
              console.log(name, time, place);
            }
          }
        }
      }
      """, to: "copy.qml")
    let text = try output(
      of: "/bin/sh", ["-c", "\"$0\" \"$1\" 2>&1", try #require(Self.qml), scene],
      [
        "QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software",
        "QT_FORCE_STDERR_LOGGING": "1", "QT_MESSAGE_PATTERN": "%{message}",
        "XDG_RUNTIME_DIR": folder.path,
      ], in: folder)
    let isExponential = laws.contains("property var fling: (t")
    let scale = isExponential ? 1000 / (try way(id)) : 1
    var counts: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 3, let time = Double(words[1]), let place = Double(words[2]) else {
        continue
      }
      let found = words[0] == "fling" ? place * scale : place
      let law = try course(words[0], id)
      #expect(abs(found - 1000 * law(time / 1000)) <= 0.52, "\(line) of \(id)")
      counts[words[0], default: 0] += 1
    }
    #expect(names.allSatisfy { counts[$0] ?? 0 >= Self.count } && counts.count >= 1, "\(text)")
  }

  private static let hasAdwaita: Bool = {
    let words = "import gi; gi.require_version('Adw', '1')"
    guard let process = try? ChildProcess("/usr/bin/python3", ["-c", words]) else { return false }
    return eventually { process.exitStatus } == 0
  }()

  @Test(
    .enabled(if: Self.hasAdwaita, "libadwaita is not installed: ./run.sh test --with-peers"),
    arguments: [0.2, 0.75, 1, 1.6])
  func `a spring copied for GTK matches the engine when played by libadwaita`(ratio: Double) throws
  {
    let folder = try TemporaryFolder()
    let copy = try Program.run(
      [
        "list", "carousel", "--as", "gtk", "--set", "physics.edge.spring.stiffness=170", "--set",
        "physics.edge.spring.ratio=\(ratio)",
      ]
    ).text
    let spring = try #require(
      copy.firstMatch(of: /edgeSpring = adw_spring_params_new \((.*?)\)/)?.1)
    // The frame clock gives the time of each position; the last one, where it ends by threshold, is
    // left out.
    let script = """
      import gi
      gi.require_version("Gtk", "4.0")
      gi.require_version("Adw", "1")
      from gi.repository import Adw, GLib, Gtk
      Adw.init()
      window = Gtk.Window(child=Gtk.Label())
      loop = GLib.MainLoop()
      def play(velocities):
          if not velocities:
              return loop.quit()
          clock = window.get_frame_clock()
          start = clock.get_frame_time() // 1000
          def show(place, *_):
              time = clock.get_frame_time() // 1000 - start
              if 0 < time < spring.get_estimated_duration():
                  print(velocities[0], time, place)
          spring = Adw.SpringAnimation.new(
              window.get_child(), 1000, 0, Adw.SpringParams.new(\(spring)),
              Adw.CallbackAnimationTarget.new(show))
          spring.set_initial_velocity(velocities[0])
          spring.connect("done", lambda _: play(velocities[1:]))
          spring.play()
      window.connect("map", lambda _: GLib.timeout_add(300, lambda: play([0, -3000])))
      window.present()
      loop.run()
      """
    let server = try XServer()
    let text = try output(
      of: "/usr/bin/python3", [try folder.write(script, to: "spring.py")],
      ["DISPLAY": server.display, "GDK_BACKEND": "x11"], in: folder)
    let rows = text.split(separator: "\n").map {
      $0.split(separator: " ").compactMap { Double($0) }
    }
    #expect(rows.count { $0[0] == 0 } >= 5 && rows.count { $0[0] < 0 } >= 5, "\(text)")
    for row in rows where row.count == 3 {
      let motion = SpringMotion(
        Spring(stiffness: 170, dampingRatio: ratio), from: 1000, velocity: row[0], to: 0,
        threshold: 1e-9)
      #expect(abs(motion.value(at: row[1] / 1000) - row[2]) <= 0.5, "\(row)")
    }
  }

  // MARK: Swift

  /// Declarations of what the copied code uses of SwiftUI and UIKit.
  private static let declarations = """
    struct CGPoint { var x: Double; var y: Double }
    struct CGVector { static var zero: CGVector { CGVector() } }
    struct Spring { init(duration: Double = 0.5, bounce: Double = 0) {} }
    struct Animation {
      static func timingCurve(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: Double = 0.35
      ) -> Animation { Animation() }
    }
    struct LinearKeyframe { init(_ to: Double, duration: Double) {} }
    @resultBuilder enum Keyframes {
      static func buildBlock(_ all: LinearKeyframe...) -> [LinearKeyframe] { all }
    }
    struct KeyframeTrack { init(@Keyframes content: () -> [LinearKeyframe]) {} }
    struct KeyframeTimeline { init(initialValue: Double, content: () -> KeyframeTrack) {} }
    enum UIScrollView { struct DecelerationRate { init(rawValue: Double) {} } }
    class UISpringTimingParameters {
      init(mass: Double, stiffness: Double, damping: Double, initialVelocity: CGVector) {}
    }
    class UICubicTimingParameters { init(controlPoint1: CGPoint, controlPoint2: CGPoint) {} }
    class CASpringAnimation {
      init(keyPath: String?) {}
      var (stiffness, damping, allowsOverdamping) = (100.0, 10.0, false)
    }
    class CAKeyframeAnimation {
      init(keyPath: String?) {}
      var keyTimes: [Double]?
      var (values, duration): ([Any]?, Double) = (nil, 0)
    }
    func exp(_ x: Double) -> Double { x }
    """

  private static let compiler = ChildProcess.find("swiftc")

  @Test(
    .enabled(if: Self.compiler != nil, "swiftc is not in PATH"), arguments: ["swiftui", "uikit"])
  func `Swift copied for Apple's platforms compiles`(platform: String) throws {
    let folder = try TemporaryFolder()
    var code = Self.declarations
    for (index, id) in Self.presets.enumerated() {
      let lines = try copy(platform, id).split(separator: "\n").filter { !$0.hasPrefix("import ") }
      let body = lines.map { "  \($0)" }.joined(separator: "\n")
      // As values of properties, long lists avoid slow type inference.
      code += "\n@MainActor func copy\(index)() {\n\(body)\n}\n"
    }
    _ = try output(
      of: try #require(Self.compiler),
      ["-typecheck", "-module-name", "Copies", try folder.write(code, to: "copies.swift")],
      in: folder)
  }
}
