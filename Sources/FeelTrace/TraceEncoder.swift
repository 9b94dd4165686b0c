public import Feel

/// Writes a trace line by line, so that a recording can stream to its file as it happens.
///
/// Every line ends with a line feed and stands alone. What is typed is not recorded: see `line(for:isCommand:)`.
public struct TraceEncoder: Sendable {
  /// Creates an encoder.
  public init() {}

  /// The first line.
  public func line(for header: TraceHeader) -> String {
    let parameters = header.parameters.map { JSON.Member($0.key, $0.value.json) }
    return finish(
      .object([
        "feel": .integer(TraceHeader.formatVersion),
        "program": .text(header.program),
        "scene": .text(header.scene),
        "size": .list([.number(header.size.width), .number(header.size.height)]),
        "scale": .number(header.scale),
        "preset": .text(header.preset),
        "parameters": JSON(.object(parameters)),
        "theme": .text(header.theme),
        "reducedMotion": .flag(header.reducedMotion),
      ]))
  }

  /// The line of an event, or `nil` when it is not to be written.
  ///
  /// A key that types a character is written only when the session took it as a command, such as `P` for pause; so no typed text reaches the file. An event with a number that is not finite, which no input device gives and JSON cannot say, is not written.
  public func line(for event: SessionEvent, isCommand: Bool = false) -> String? {
    if case .input(.key(let sample)) = event, case .character = sample.key, !isCommand {
      return nil
    }
    if case .host = event { return nil }
    let body = event.members
    guard body.allSatisfy({ $0.value.number?.isFinite ?? true }) else { return nil }
    let time = JSON.Member("t", JSON(.integer(event.time.microseconds)))
    return finish(JSON(.object([time] + body)))
  }

  /// The line of a state.
  public func line(for state: [StateField], at time: Instant) -> String {
    finish(.object(["t": JSON(.integer(time.microseconds)), "state": state.json]))
  }

  private func finish(_ json: JSON) -> String {
    var line = json.description
    line.append("\n")
    return line
  }
}

extension Trace {
  /// The whole trace as a file's text; line numbers follow the order of the entries.
  ///
  /// Characters that were typed are kept: whoever holds the value chose to.
  public var text: String {
    let encoder = TraceEncoder()
    var text = encoder.line(for: header)
    for entry in entries {
      switch entry.content {
      case .event(let event): text += encoder.line(for: event, isCommand: true) ?? ""
      case .state(let time, let state): text += encoder.line(for: state, at: time)
      }
    }
    return text
  }
}
