import Feel
import Foundation
import TestSupport
import Testing

/// The output of `list --as` for other platforms, run where an interpreter is available.
struct CopyTests {
  private static let scene = ["list", "carousel", "--as"]

  private func copy(_ platform: String, _ flags: [String] = []) throws -> String {
    try Program.run(Words(Self.scene + [platform] + flags)).text
  }

  /// The values of expressions after some lines of JavaScript.
  private func evaluate(_ lines: String, _ expressions: [String]) throws -> [Double] {
    let folder = try TemporaryFolder()
    let list = expressions.joined(separator: ", ")
    let script = try folder.write(
      "\(lines)\nconsole.log(JSON.stringify([\(list)]));", to: "copy.js")
    let run = try Program.run([script], program: ChildProcess.find("node") ?? "node")
    return try JSONDecoder().decode([Double].self, from: Data(run.text.utf8))
  }

  @Test(
    .enabled(if: Tool.node.isInstalled, "node is not installed"), arguments: [0.2, 0.9, 1, 1.6])
  func `copied JavaScript matches the engine to a hundred-thousandth of a point`(ratio: Double)
    throws
  {
    let script = try copy("javascript", ["--set", "physics.edge.spring.ratio=\(ratio)"])
    let times = [0.05, 0.2, 0.7]
    let found = try evaluate(
      script,
      times.map { "fling(\($0), 10, 1500)" } + times.map { "edgeSpring(\($0), 300, -4000)" }
        + ["flingDuration(-1500)", "band(240, 600)"])
    let run = Deceleration(from: 10, velocity: 1500)
    let spring = SpringMotion(
      Spring(stiffness: 100, dampingRatio: ratio), from: 300, velocity: -4000, to: 0,
      threshold: 1e-9)
    let wanted =
      times.map(run.value) + times.map(spring.value)
      + [run.duration, RubberBand().offset(forTravel: 240, dimension: 600)]
    #expect(found.count == wanted.count)
    for (found, wanted) in zip(found, wanted) { #expect(abs(found - wanted) < 1e-5) }
  }

  @Test(.enabled(if: Tool.node.isInstalled, "node is not installed"))
  func `a copied Reanimated easing is within half a pixel over 1000`() throws {
    let script = try copy("reanimated").replacing(/import .*/, with: "")
    let shares = (0...400).map { Double($0) / 400 }
    let found = try evaluate(script, ["fling.duration"] + shares.map { "fling.easing(\($0))" })
    let run = Deceleration(from: 0, velocity: 2000)
    for (share, place) in zip(shares, found.dropFirst()) {
      let wanted = run.value(at: share * found[0] / 1000) / run.restPosition
      #expect(abs(place - wanted) <= 0.000_5)
    }
  }

  private static let bands: [(flags: [String], band: OverscrollBand)] = [
    ([], .rubberBand(RubberBand())),
    (
      ["physics.band=fixedRubberBand", "physics.band.length=90"],
      .fixedRubberBand(RubberBand(), dimension: 90)
    ),
    (["physics.band=linear", "physics.band.share=0.4"], .linear(share: 0.4, limit: .infinity)),
    (
      ["physics.band=linear", "physics.band.share=0.4", "physics.band.limit=30"],
      .linear(share: 0.4, limit: 30)
    ),
    (["physics.band=hyperbolic"], .hyperbolic(share: 0.1, steepness: 2)),
    (["physics.band=fading"], .fading(share: 1.0 / 16)),
  ]

  /// All languages share their expression syntax; the differences are replaced by JavaScript's.
  @Test(
    .enabled(if: Tool.node.isInstalled, "node is not installed"),
    arguments: [
      "swiftui", "uikit", "javascript", "compose", "android-views", "flutter", "gtk", "qml",
      "reanimated",
    ])
  func `a copied band matches the engine in every language`(platform: String) throws {
    for (settings, band) in Self.bands {
      let text = try copy(platform, settings.flatMap { ["--set", $0] })
      let code = text.split(separator: "\n").filter { !$0.hasPrefix("//") }
      let line = try #require(code.last { $0.contains(" band") })
      let body = try #require(
        line.firstMatch(of: /(?:return|=>|=|\{) ((?:[^={};]|=(?!>))*);? ?\}?;?$/))
      let expression = String(body.1).replacing("return ", with: "")
        .replacing("math.", with: "Math.")
        .replacing(/\b(exp|fmin|min)\(/) { "Math.\($0.1 == "exp" ? "exp" : "min")(" }
        .replacing("Math.Math.", with: "Math.").replacing(/(\d)f\b/) { "\($0.1)" }
      let found = try evaluate(
        "const band = (x, d) => \(expression);",
        [5.0, 80, 700].map { "band(\($0), 600)" })
      for (found, travel) in zip(found, [5.0, 80, 700]) {
        let wanted = band.offset(forTravel: travel, viewport: 600)
        #expect(abs(found - wanted) < 1e-5, "\(line)")
      }
    }
  }

  @Test func `copying refuses --json and unknown platforms`() throws {
    try Program.expectRefusal(
      ["list", "carousel", "--as", "flutter", "--json"], saying: "Leave out --json")
    try Program.expectRefusal(
      ["list", "carousel", "--as", "fluter"], saying: "Did you mean flutter?")
  }

  @Test func `a motion of another library is explained, and the flags for it are accepted`() throws
  {
    let told = try Program.run(["curve", "{ tension: 180, friction: 12 }"])
    #expect(told.text.contains("1. As read by: react-spring"))
    #expect(told.text.contains("damping ratio         0.4472"))
    let flags = try Program.run(["curve", "{ tension: 180, friction: 12 }", "--flags"])
    let words = flags.text.split(whereSeparator: \.isWhitespace).map(String.init)
    let file = try Program.run("list carousel --as file --preset android" + Words(words))
    #expect(file.text.contains("\"physics.edge.spring.stiffness\": 180"))
    try Program.expectRefusal(["curve", "cubic-bezier(2, 0, 0, 1)"], saying: "both x in 0 to 1")
    try Program.expectRefusal(["curve", "ease", "--flags"], saying: "no law of scrolling")
    try Program.expectRefusal(
      ["curve", "{ stiffness: 1e7, damping: 900 }", "--flags"],
      saying: "It cannot be set here: physics.edge.spring.stiffness")
    let soft = try Program.run(["curve", "config.molasses", "--flags"])
    try Program.run(
      "list carousel" + Words(soft.text.split(whereSeparator: \.isWhitespace).map(String.init)))
    try Program.expectRefusal(
      ["curve", "{ duration: 1, bounce: 0 }", "--reading", "GTK"],
      saying: "The readings are: SwiftUI; Motion, duration")
  }

  @Test func `a written motion is sampled at the given times`() throws {
    let run = try Program.run([
      "curve", "linear(0, 0.5 25%, 1)", "--at", "0,0.15,0.6", "--to", "80",
    ])
    #expect(
      run.text.split(separator: "\n").map { $0.split(separator: ",")[1] } == [
        "x", "0.0", "40.0", "80.0",
      ])
  }

  @Test func `a user's preset is saved, listed, used, removed and restored`() throws {
    let folder = try TemporaryFolder()
    let home = ["XDG_CONFIG_HOME": folder.file("config")]
    func run(_ words: String..., status: Int32 = 0) throws -> Program.Run {
      try Program.run(Words(words), environment: home, status: status)
    }
    let saved = try run(
      "list", "carousel", "--preset", "gtk4", "--set", "physics.stop.speed=33", "--set",
      "carousel.count=7", "--save", "my feel")
    #expect(saved.words.contains("feellab carousel --preset 'my feel'"), "\(saved.words)")
    #expect(try run("list", "presets").text.contains("my feel – Yours: GTK 4, with 1 value set."))
    // The laws are included, the scene's own values are not.
    let used = try run("list", "scroll-view", "--preset", "my feel").text
    #expect(used.contains("physics.stop.speed = 33"))
    let other = try run("list", "carousel", "--preset", "my feel").text
    #expect(other.contains("carousel.count = 100"))
    let fling = try run("curve", "--velocity", "1000", "--preset", "my feel", "--json").text
    let bare = try run(
      "curve", "--velocity", "1000", "--preset", "gtk4", "--set", "physics.stop.speed=33", "--json")
    #expect(fling == bare.text && !fling.isEmpty)
    _ = try run("list", "carousel", "--save", "my feel", status: 2)
    _ = try run("list", "presets", "--remove", "my feel")
    _ = try run("list", "carousel", "--preset", "my feel", status: 2)
    _ = try run("list", "presets", "--restore", "my feel")
    _ = try run("list", "carousel", "--preset", "my feel")
  }

  @Test(arguments: ["uikit", "UIKit", "../up", ".hidden", "", "a/b", "all"])
  func `an invalid preset name is refused`(name: String) throws {
    let folder = try TemporaryFolder()
    try Program.expectRefusal(
      ["list", "carousel", "--save", name], environment: ["XDG_CONFIG_HOME": folder.file("config")],
      saying: "name")
  }

  @Test func `a broken preset file is reported, and the other presets still work`() throws {
    let folder = try TemporaryFolder()
    let home = ["XDG_CONFIG_HOME": folder.file("config")]
    try Program.run("list carousel --save good", environment: home)
    let place = "config/feellab/parameters/bad.json"
    _ = try folder.write("{\"preset\": \"nothing\", \"parameters\": {}}", to: place)
    let run = try Program.run(["list", "presets"], environment: home)
    #expect(run.text.contains("good – Yours"))
    #expect(run.words.contains("bad.json:1:12"), "\(run.words)")
    try Program.expectRefusal(
      ["list", "carousel", "--preset", "bad"], environment: home, status: 4, saying: "bad.json:1:12"
    )
  }
}
