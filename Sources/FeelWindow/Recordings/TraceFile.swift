package import Feel
package import FeelFiles
package import Lab
internal import Observe
internal import Scenes
package import Stage

/// A trace read from a file and validated against this program's scenes.
package struct TraceFile {
  package let path: String
  /// The part of the trace read so far.
  package var trace: Trace
  /// Device pixels per point of the window it is shown in; the stage's scale by default.
  package var windowScale: Double?

  /// The take it contains, if it does not start at a scene's start.
  package private(set) var take: Take?

  /// The content of its scenes: not recorded, because it does not affect the motion.
  package var content = Content.plain
  /// Whether the timeline is shown below the stage.
  package var showsTimeline = false
  /// The laws of a clip's takes, in their order; `nil` for takes that follow none.
  var laws: [LawFamily?] = []
  /// A notice for the end of its replay.
  var notice: String?

  init(path: String, header: TraceHeader) {
    (self.path, trace) = (path, Trace(header: header))
  }

  /// Whether it records an observed program rather than our own controls.
  package var isWatched: Bool { Catalog.all.scene(trace.header.scene)?.isObserved ?? false }

  /// Refuses a single take of an observed program's recording.
  ///
  /// - Throws: `CommandFailure` with the recording's name.
  package func requireWhole() throws(CommandFailure) {
    guard isWatched, take != nil else { return }
    throw .badFile(
      "\(path): it shows a watched program, which is judged as a whole. Name "
        + "\(RecordingName(path).path).")
  }

  /// Reads a trace, or one take of it written as `FILE#NAME`; reports a truncated last line and
  /// leaves it out.
  ///
  /// - Throws: `CommandFailure` with file, line and what was expected, or with the existing takes;
  ///   nothing is partially loaded.
  package static func read(_ word: String) throws(CommandFailure) -> TraceFile {
    let name = RecordingName(word)
    let file = try TraceLines(all: name.path).whole()
    guard let take = name.take else { return file }
    let found = try RecordedTakes(file).named(take)
    let trace = Trace(of: found.take, scene: found.scene, like: file.trace.header)
    return TraceFile(path: word, trace: trace, take: found.take)
  }

  private init(path: String, trace: Trace, take: Take) {
    (self.path, self.trace, self.take) = (path, trace, take)
  }

  /// The session started from the trace's header, in a window that exactly fits its stage.
  package func session(_ catalog: Catalog = .all) throws(CommandFailure) -> Session {
    let header = trace.header
    let scene = try catalog.named(header.scene)
    var parameters = ParameterSet(scene.parameters, preset: header.preset)
    for setting in header.parameters {
      do throws(ParameterError) {
        try parameters.set(setting.key, to: setting.value, in: .json)
        if header.overrides.contains(setting.key) {
          try parameters.override(setting.key, with: setting.value)
        }
      } catch {
        throw .badFile("\(path):1: \(error.message)")
      }
    }
    var session = Session(
      catalog: catalog, scene: scene, size: windowSize(for: header.place.size),
      scale: windowScale ?? header.place.scale, theme: header.theme,
      reducedMotion: header.reducedMotion, parameters: parameters, stage: header.place)
    session.handle(.host(.zero, .prefer(.content, .flag(content == .rich))))
    if let take { session.begin(as: take) }
    if showsTimeline { session.showTimelineBelow() }
    return session
  }

  /// All overlays shown at any time: a window with room for all of them keeps its size.
  private var overlays: Set<Overlay> {
    trace.entries.reduce(into: []) { all, entry in
      if case .event(.change(_, .overlays(let shown))) = entry.content { all.formUnion(shown) }
    }
  }

  /// The window size that exactly fits a stage and what is shown with it, in points.
  func windowSize(for stage: Size) -> Size {
    Session.windowSize(for: stage, overlays: overlays, showsTimeline: showsTimeline)
  }

  /// Shows the whole session in one theme.
  package mutating func setTheme(_ theme: Theme.Name) {
    trace.header.theme = theme
    changeEach { if case .theme = $0 { nil } else { $0 } }
  }

  /// Starts the session with these overlays; later recorded changes of overlays still happen.
  package mutating func show(_ overlays: Set<Overlay>) {
    trace.entries.removeAll {
      if case .event(.change(.zero, .overlays)) = $0.content { true } else { false }
    }
    let change = SessionEvent.change(.zero, .overlays(overlays))
    trace.entries.insert(Trace.Entry(line: 1, .event(change)), at: 0)
  }

  /// Warns that a moment given by a flag is past a recording's end, and of the consequence.
  package static func warn(of flag: String, _ moment: Double, past end: Double?, _ words: String) {
    guard let end, moment > end else { return }
    StandardError.say(
      "\(flag) \(moment.text(decimals: 3)) is past the recording’s end at "
        + "\(end.text(decimals: 3)) s: \(words).")
  }

  /// Moves the session to a stage of another size; the hand keeps its distance from the centre.
  ///
  /// The outcome may differ, so do not use this for a recording that is only to be watched.
  package mutating func move(to stage: Size) {
    let old = trace.header.place.size
    trace.header.place.size = stage
    let way = Vector((stage.width - old.width) / 2, (stage.height - old.height) / 2)
    for index in trace.entries.indices {
      guard case .event(.stage(let input)) = trace.entries[index].content else { continue }
      trace.entries[index].content = .event(.stage(input.moved(by: way)))
    }
  }

  package mutating func cut(at end: Instant) {
    trace.entries.removeAll { $0.time > end }
  }

  package mutating func changeEach(_ body: (SessionChange) -> SessionChange?) {
    trace.entries = trace.entries.compactMap { entry in
      guard case .event(.change(let time, let old)) = entry.content else { return entry }
      guard let change = body(old) else { return nil }
      var entry = entry
      entry.content = .event(.change(time, change))
      return entry
    }
  }
}
