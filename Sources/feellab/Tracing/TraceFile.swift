internal import Feel
internal import FeelTrace
internal import Lab
internal import Scenes
internal import Stage

/// A trace read from a file and checked against the scenes that this program has.
struct TraceFile {
  /// Where it was read.
  let path: String
  /// What it holds.
  private(set) var trace: Trace

  /// Reads a trace.
  ///
  /// - Throws: `CommandFailure` with file, line and what was expected; nothing is half-loaded.
  static func read(_ path: String) throws(CommandFailure) -> TraceFile {
    let bytes = try File.read(path)
    let trace: Trace
    do throws(TraceError) {
      trace = try TraceDecoder(file: path).decode(bytes)
    } catch {
      throw CommandFailure(.badFile, "\(error).")
    }
    let file = TraceFile(path: path, trace: trace)
    try file.check(Catalog.all)
    return file
  }

  /// The session as the trace's header starts it.
  func session(_ catalog: Catalog = .all) throws(CommandFailure) -> Session {
    let header = trace.header
    let scene = try scene(header.scene, catalog, line: 1)
    let preset = try preset(header.preset, line: 1)
    var parameters = ParameterSet(scene.parameters, preset: preset)
    for setting in header.parameters {
      try set(setting.key, setting.value, in: &parameters, line: 1)
    }
    return Session(
      catalog: catalog, scene: scene, size: header.size, scale: header.scale,
      theme: try theme(header.theme, line: 1), reducedMotion: header.reducedMotion,
      parameters: parameters)
  }

  /// Shows the session in another look, or with other parameters, than it was recorded with.
  ///
  /// - Throws: `CommandFailure` when the scene has no such parameters.
  mutating func change(
    look: LookOptions, parameters options: ParameterOptions
  ) throws(CommandFailure) {
    if let theme = look.theme { setTheme(theme) }
    if let scale = look.scale { setScale(scale) }
    if !look.overlays.isEmpty { show(look.overlays) }
    if look.reducedMotion { trace.header.reducedMotion = true }
    let scene = try scene(trace.header.scene, .all, line: 1)
    // What was set over the preset is set over another one, too.
    var parameters = try session().parameters
    let recorded = parameters.preset
    let keys = try options.apply(to: &parameters, of: scene)
    trace.header.preset = parameters.preset.id
    trace.header.parameters = parameters.shown.map { ParameterSetting($0.key, $0.value) }
    if options.preset != nil || parameters.preset != recorded {
      remove { if case .preset = $0 { true } else { false } }
    }
    remove { if case .parameter(let key, _) = $0 { keys.contains(key) } else { false } }
  }

  /// Shows the session in one look throughout.
  mutating func setTheme(_ theme: Theme.Name) {
    trace.header.theme = theme.rawValue
    remove { if case .theme = $0 { true } else { false } }
  }

  /// Shows the session at one scale throughout.
  mutating func setScale(_ scale: Double) {
    trace.header.scale = scale
    remove { if case .scale = $0 { true } else { false } }
  }

  /// Starts the session with these overlays; keys and clicks in the trace still show and hide them.
  mutating func show(_ overlays: Set<Overlay>) {
    remove { if case .overlays = $0 { true } else { false } }
    let change = SessionEvent.change(.zero, .overlays(overlays.letters))
    trace.entries.insert(Trace.Entry(line: 1, .event(change)), at: 0)
  }

  /// Leaves out all that comes after a moment.
  mutating func cut(at end: Instant) {
    trace.entries.removeAll { $0.time > end }
  }

  private mutating func remove(_ isUnwanted: (SessionChange) -> Bool) {
    trace.entries.removeAll {
      guard case .event(.change(_, let change)) = $0.content else { return false }
      return isUnwanted(change)
    }
  }

  /// Refuses names and values that a session would have to ignore: a replay would silently go another way.
  private func check(_ catalog: Catalog) throws(CommandFailure) {
    var parameters = try session(catalog).parameters
    for entry in trace.entries {
      guard case .event(.change(_, let change)) = entry.content else { continue }
      switch change {
      case .scene(let id):
        parameters = ParameterSet(try scene(id, catalog, line: entry.line).parameters)
      case .parameter(let key, let value):
        try set(key, value, in: &parameters, line: entry.line)
      case .preset(let id): _ = try preset(id, line: entry.line)
      case .theme(let name):
        _ = try theme(name, line: entry.line)
      case .overlays(let letters) where Set(letters: letters) == nil:
        throw failure(entry.line, "there are no overlays \(quoted(letters))")
      case .speed(let speed) where !(0.01...4).contains(speed):
        throw failure(entry.line, "a speed is 0.01 to 4, not \(speed)")
      default: break
      }
    }
  }

  private func scene(
    _ id: String, _ catalog: Catalog, line: Int
  ) throws(CommandFailure) -> any Scene.Type {
    guard let scene = catalog.scene(id) else {
      throw failure(line, "there is no scene \(quoted(id))")
    }
    return scene
  }

  private func preset(_ id: String, line: Int) throws(CommandFailure) -> ScrollPreset {
    guard let preset = ScrollPreset.named(id) else {
      throw failure(line, "there is no preset \(quoted(id))")
    }
    return preset
  }

  private func theme(_ name: String, line: Int) throws(CommandFailure) -> Theme.Name {
    guard let theme = Theme.Name(rawValue: name) else {
      throw failure(line, "there is no theme \(quoted(name))")
    }
    return theme
  }

  private func set(
    _ key: String, _ value: ParameterValue, in parameters: inout ParameterSet, line: Int
  ) throws(CommandFailure) {
    do throws(ParameterError) {
      try parameters.set(key, to: value)
    } catch {
      throw failure(line, error.message)
    }
  }

  private func failure(_ line: Int, _ sentence: String) -> CommandFailure {
    let end = sentence.hasSuffix(".") ? "" : "."
    return CommandFailure(.badFile, "\(path):\(line): \(sentence)\(end)")
  }
}
