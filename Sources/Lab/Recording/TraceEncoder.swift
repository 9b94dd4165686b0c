internal import Feel
public import FeelTrace
internal import Stage

/// Writes a trace line by line, so that a recording can stream to its file as it happens.
///
/// Every line ends with a line feed and stands alone.
public struct TraceEncoder: Sendable {
  /// Creates an encoder.
  public init() {}

  /// The first line.
  public func line(for header: TraceHeader) -> String {
    var members = [
      JSON.Member("feel", .integer(TraceHeader.formatVersion)),
      JSON.Member("program", .text(header.program)),
      JSON.Member("scene", .text(header.scene)),
      JSON.Member("stage", header.place.size.json),
      JSON.Member("scale", .number(header.place.scale)),
      JSON.Member("preset", .text(header.preset.id)),
      JSON.Member("parameters", header.parameters.json),
      JSON.Member("theme", .text(header.theme.rawValue)),
      JSON.Member("reducedMotion", .flag(header.reducedMotion)),
    ]
    // Seldom is anything set to what the preset says, by a change of preset.
    if !header.overrides.isEmpty {
      members.append(JSON.Member("overrides", .list(header.overrides.map(JSON.text))))
    }
    return finish(members + header.unknown)
  }

  /// The line of an entry, or `nil` when it is not to be written: an event that is no recording's, or one with a number that is not finite, which no input device gives and JSON cannot say.
  public func line(for content: Trace.Entry.Content, unknown: [JSON.Member] = []) -> String? {
    switch content {
    case .event(let event):
      guard let members = event.members else { return nil }
      guard members.allSatisfy({ $0.value.number?.isFinite ?? true }) else { return nil }
      return finish(stamp(event.time) + members + unknown)
    case .state(let time, let state):
      return finish(stamp(time) + [JSON.Member("state", state.json)] + unknown)
    case .take(let time, let take):
      let members = [
        JSON.Member("take", .text(take.name)), JSON.Member("start", take.start.json),
        JSON.Member("release", take.release.json), JSON.Member("rest", take.rest.json),
      ]
      return finish(stamp(time) + members + unknown)
    }
  }

  private func stamp(_ time: Instant) -> [JSON.Member] { [JSON.Member("t", time.json)] }

  private func finish(_ members: [JSON.Member]) -> String {
    var line = JSON(.object(members)).description
    line.append("\n")
    return line
  }
}

extension Trace {
  /// The whole trace as a file's text; line numbers follow the order of the entries.
  public var text: String {
    let encoder = TraceEncoder()
    return entries.reduce(into: encoder.line(for: header)) { text, entry in
      text += encoder.line(for: entry.content, unknown: entry.unknown) ?? ""
    }
  }
}

extension SessionEvent {
  /// What its line says besides the time; `nil` where no recording holds it.
  fileprivate var members: [JSON.Member]? {
    switch self {
    case .stage(let input): input.members
    case .change(_, let change): change.members
    case .input, .host: nil
    }
  }
}

extension SessionChange {
  fileprivate var members: [JSON.Member] {
    func line(_ word: String, _ members: KeyValuePairs<String, JSON> = [:]) -> [JSON.Member] {
      [JSON.Member("e", .text(word))] + members.map { JSON.Member($0.key, $0.value) }
    }
    return switch self {
    case .stage(let place):
      line("stage", ["size": place.size.json, "scale": .number(place.scale)])
    case .scene(let scene): line("open-scene", ["scene": .text(scene)])
    case .restart: line("restart")
    case .parameter(let key, let value):
      line("set", ["key": .text(key)]) + (value.map { [JSON.Member("value", $0.json)] } ?? [])
    case .preset(let preset): line("preset", ["preset": .text(preset.id)])
    case .parameters(let preset, let values):
      line("parameters", ["preset": .text(preset.id), "values": values.json])
    case .resetEverything: line("reset-everything")
    case .undoReset: line("undo-reset")
    case .compare(let preset, let values):
      line("compare", ["preset": .text(preset.id), "values": values.json])
    case .endComparison: line("end-comparison")
    case .swap: line("swap")
    case .flip(let isOn): line("flip", ["on": .flag(isOn)])
    case .theme(let theme): line("theme", ["theme": .text(theme.rawValue)])
    case .overlays(let overlays):
      line(
        "overlays",
        ["overlays": .list(Overlay.allCases.filter(overlays.contains).map { .text($0.rawValue) })])
    case .reducedMotion(let isOn): line("reduced-motion", ["on": .flag(isOn)])
    case .pause(let isOn): line("pause", ["on": .flag(isOn)])
    case .speed(let speed): line("speed", ["speed": .number(speed)])
    case .show(let moment): line("show", ["moment": moment.json])
    case .frameCap(let rate): line("frame-cap", ["rate": rate.map(JSON.integer) ?? .null])
    case .showTake(let number): line("show-take", ["number": number.map(JSON.integer) ?? .null])
    case .nameTake(let number, let name):
      line("name-take", ["number": .integer(number), "name": name.map(JSON.text) ?? .null])
    case .pinTake(let number, let isOn):
      line("pin-take", ["number": .integer(number), "on": .flag(isOn)])
    case .removeTakes: line("remove-takes")
    case .removeTake(let number): line("remove-take", ["number": .integer(number)])
    case .restoreTake(let number):
      line("restore-take") + (number.map { [JSON.Member("number", .integer($0))] } ?? [])
    case .compareTake(let number):
      line("compare-take", ["number": number.map(JSON.integer) ?? .null])
    case .mark: line("mark")
    case .removeMarks: line("remove-marks")
    case .keepEdit: line("keep-edit")
    case .rerun: line("rerun")
    case .endRerun: line("end-rerun")
    case .command(let command):
      line("command", ["name": .text(command.name)])
        + (command.number.map { [JSON.Member("number", .number($0))] } ?? [])
    case .focus(let focus):
      line(
        "focus",
        ["part": focus.part.map(JSON.text) ?? .null, "ring": .flag(focus.isVisible)])
    case .track(let track): line("track") + track.members
    case .watch(let source): line("watch") + source.members
    case .observe(let content): line("observe") + content.members
    }
  }
}

extension Instant {
  fileprivate var json: JSON { JSON(.integer(microseconds)) }
}

extension Size {
  fileprivate var json: JSON { .list([.number(width), .number(height)]) }
}
