package import FeelFiles
package import FeelTrace
internal import Glibc
package import Observe
package import XWindow

/// The measurement of a program.
package struct MeasuredProgram {
  package let server: OwnServer.Kind
  package let window: ForeignWindow
  package let target: ScrollTarget
  package let gestures: [MeasuredGesture]
  package let source: ObservedSource
  /// Everything shown and played, in order of time.
  package let lines: [ObservedLine]
  /// Why pictures could not be used, with counts.
  package let refusals: [FrameRegistration.Refusal: Int]
  /// What could not be measured, one clause each.
  package let unknown: [String]
}

/// Starts a program on a private server, makes it scroll, and watches it.
package final class Measurement {
  private let server: OwnServer
  private let watch: ScreenWatch
  private let program: StartedProgram
  private let player: GesturePlayer
  /// The measured window, once it is known what scrolls in it.
  private var window: ForeignWindow?
  private var gestures: [MeasuredGesture] = []
  private var untold: [String] = []
  private let progress: Progress
  /// The duration of the rest of the script; `nil` during the search for what scrolls.
  private var plan: PlayPlan?
  /// The current step, in a few words.
  private var step = ""
  /// The number of lines played before tracking began.
  private var firstLine = 0

  private static let nothingNew = "its window shows nothing new, whatever is done to it"
  /// Content that has not moved for this long is at rest, in seconds.
  private static let rest = GestureCollector.rest + 0.15
  /// A server without an answer for this long is blocked by the program, or hangs, in seconds.
  private static let patience = 5.0
  /// Maximum number of flicks towards the start.
  private static let mostFlicks = 12

  /// Starts a server and the program on it.
  ///
  /// - Parameter kind: the kind of server, or `nil` for the best one installed.
  /// - Throws: `CommandFailure` if one of them does not start.
  package init(
    _ command: [String], in folder: String, _ kind: OwnServer.Kind?, _ progress: Progress
  ) throws(CommandFailure) {
    self.progress = progress
    server = try OwnServer(in: folder, kind)
    do throws(WindowError) {
      watch = try ScreenWatch(
        display: server.display, patience: .measuring(limit: Self.patience, until: nil))
    } catch {
      throw .noDisplay("The server of its own cannot be used: \(error).")
    }
    program = try StartedProgram(command, environment: server.programEnvironment)
    player = try GesturePlayer(server, watch, program)
    if server.kind == .xvfb {
      untold.append(
        "what a finger does: Xvfb has only a mouse, and GTK, Chromium and Firefox fling by touch alone"
      )
    }
    if !watch.tellsDamage {
      untold.append("when a picture was drawn to less than 2 ms: libXdamage is not installed")
    }
  }

  /// Measures the program.
  ///
  /// - Parameters:
  ///   - wanted: the gestures to play, or `nil` for all.
  ///   - patience: how long to wait for the program's window, in seconds.
  /// - Throws: `CommandFailure` stating why it could not be measured.
  package func run(_ wanted: [String]?, patience: Double) throws(CommandFailure) -> MeasuredProgram
  {
    guard player.canPlay else {
      throw .missingTool("Playing a mouse on Xvfb needs XTEST. Install libxtst6.")
    }
    let search = TargetSearch(watch, player, program)
    beginStep("waiting for its window")
    let window = try search.window(within: patience)
    beginStep("looking for what scrolls")
    let target = try search.target(in: window)
    self.window = window
    var tracker = FrameTracker(region: target.region, isVertical: target.isVertical)
    capture(&tracker, at: player.now)
    // The search has played gestures too, but nothing was tracked then, so no take includes them.
    firstLine = player.lines.count
    let names = wanted ?? ScriptedGesture.names
    let script = ScriptedGesture.script(
      length: target.length, hasFinger: target.isDragged, hasWheel: true
    ).filter { names.contains($0.name) }
    let hasEdge = names.contains("edge") && target.isDragged
    plan = PlayPlan(script, edge: hasEdge ? .back(length: target.length) : nil, rest: Self.rest)
    try play(script, target, &tracker)
    let minimum = hasEdge ? try playEdge(after: script.count, target, &tracker) : nil
    try player.checkAnswer(window)
    try checkWindow(window)
    let source = ObservedSource(
      name: window.title, axis: target.isVertical ? .y : .x, minimum: minimum,
      viewport: target.length)
    let shown = tracker.rows.map { ObservedLine(time: $0.time, .offset($0.offset)) }
    return MeasuredProgram(
      server: server.kind, window: window, target: target,
      gestures: gestures.map { $0.with(source) }, source: source,
      lines: (shown + player.lines[firstLine...]).sorted { $0.time < $1.time },
      refusals: tracker.refusals, unknown: untold)
  }

  private func checkWindow(_ window: ForeignWindow) throws(CommandFailure) {
    let windows = watch.windows
    try player.checkProgram()
    guard let now = windows.first(where: { $0.id == window.id }) else {
      throw .checkFailed("\(program.name) closed the window while it was measured.")
    }
    guard now.place == window.place else {
      throw .checkFailed("\(program.name) changed the window’s size while it was measured.")
    }
    if let other = windows.last(where: { $0.id != window.id }) {
      untold.append(
        "what happens in another window, \(quoted(other.title)): only the largest was measured")
    }
  }

  /// Begins a step of the plan, or one before it.
  private func beginStep(_ words: String, _ index: Int = 0) {
    step = words
    plan?.begin(index, at: player.now)
    reportProgress()
  }

  private func reportProgress() {
    let now = player.now
    // If the last step takes longer than planned, do not report completion.
    progress.report(min(0.99, plan?.share(at: now) ?? 0), step, left: plan?.left(at: now))
  }

  @discardableResult
  private func capture(_ tracker: inout FrameTracker, at time: Double) -> Bool {
    watch.picture(of: tracker.region) { tracker.add($0, at: time) } ?? false
  }

  // MARK: Script

  private func play(
    _ script: [ScriptedGesture], _ target: ScrollTarget, _ tracker: inout FrameTracker
  ) throws(CommandFailure) {
    var hasMoved = false
    for (index, gesture) in script.enumerated() {
      beginStep(gesture.name, index)
      var measured = try play(gesture, target, &tracker)
      // If the content reaches its end too soon, return to the start and repeat.
      if target.isDragged, let hand = gesture.samples.first,
        let last = gesture.samples.last, measured.travel < 0.3 * abs(last.place - hand.place)
      {
        _ = try goToStart(target, &tracker)
        measured = try play(gesture, target, &tracker)
        // Content at its start can move, so a lack of change means a hang even if pings are
        // unsupported.
        if !player.hasSeenChange { throw player.hung(Self.nothingNew) }
      }
      hasMoved = hasMoved || player.hasSeenChange
      gestures.append(measured)
    }
    if !hasMoved, !script.isEmpty { throw player.hung(Self.nothingNew) }
  }

  /// Flicks the content against its start; returns the start's position if it was reached.
  private func playEdge(
    after index: Int, _ target: ScrollTarget, _ tracker: inout FrameTracker
  ) throws(CommandFailure) -> Double? {
    beginStep("edge", index)
    guard let start = try goToStart(target, &tracker) else {
      untold.append(
        "what happens at the edge: \(Self.mostFlicks) flicks towards the start did not reach it")
      return nil
    }
    // If the content did not come back to where it began, tracking lost it on the way.
    guard let first = tracker.rows.first, start <= first.offset + 2 else {
      untold.append("what happens at the edge: the content could not be followed on its way there")
      return nil
    }
    _ = try play(.away(length: target.length), target, &tracker)
    gestures.append(try play(.back(length: target.length), target, &tracker))
    return start
  }

  /// Flicks back until nothing moves any further; returns the content's position then.
  private func goToStart(
    _ target: ScrollTarget, _ tracker: inout FrameTracker
  ) throws(CommandFailure) -> Double? {
    for _ in 0..<Self.mostFlicks {
      let before = tracker.rows.last?.offset
      _ = try play(.back(length: target.length), target, &tracker)
      if let before, let after = tracker.rows.last?.offset, abs(after - before) < 2 { return after }
    }
    return nil
  }

  private func play(
    _ gesture: ScriptedGesture, _ target: ScrollTarget, _ tracker: inout FrameTracker
  ) throws(CommandFailure) -> MeasuredGesture {
    let first = max(0, tracker.rows.count - 1)
    let played = player.lines.count
    let rests = try player.play(
      gesture, in: target.region, isVertical: target.isVertical, rest: Self.rest
    ) {
      reportProgress()
      return capture(&tracker, at: $0)
    }
    if !player.hasSeenChange, let window { try player.checkAnswer(window) }
    return MeasuredGesture(
      gesture, lines: Array(player.lines[played...]), rows: Array(tracker.rows[first...]),
      rests: rests)
  }
}
