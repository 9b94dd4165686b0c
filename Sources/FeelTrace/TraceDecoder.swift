internal import Feel

/// Reads a whole trace, or refuses it with file, line, column and what was expected there.
public struct TraceDecoder: Sendable {
  private let file: String

  /// Creates a decoder.
  ///
  /// - Parameter file: The name that errors mention.
  public init(file: String) {
    self.file = file
  }

  /// The trace that a file's bytes hold.
  ///
  /// - Throws: The first thing that is wrong; nothing is half-loaded.
  public func decode(_ bytes: some RandomAccessCollection<UInt8>) throws(TraceError) -> Trace {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    // The line feed at the end of the last line begins no other.
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    guard let first = lines.first else {
      throw TraceError(
        file: file, .start, expected: "a trace's first line", found: "an empty file")
    }
    var trace = Trace(header: try header(first))
    trace.entries.reserveCapacity(lines.count - 1)
    var last = Instant.zero
    for (index, line) in lines.enumerated().dropFirst() {
      trace.entries.append(try entry(line, number: index + 1, notBefore: last))
      last = trace.entries[index - 1].time
    }
    return trace
  }

  private func header(_ line: some RandomAccessCollection<UInt8>) throws(TraceError) -> TraceHeader
  {
    do throws(JSONError) {
      let json = try JSONReader.read(line)
      var fields = try JSONFields(json)
      let version = try fields.required("feel")
      guard version.value == .integer(Int64(TraceHeader.formatVersion)) else {
        throw version.error("format version \(TraceHeader.formatVersion)")
      }
      let header = TraceHeader(
        program: try fields.text("program"), scene: try fields.text("scene"),
        size: try size(try fields.required("size")),
        scale: try positive(try fields.required("scale")),
        preset: try fields.text("preset"),
        parameters: try settings(try fields.required("parameters")),
        theme: try fields.text("theme"), reducedMotion: try fields.flag("reducedMotion"))
      try fields.finish()
      return header
    } catch {
      var error = error
      // What does not even begin like one is a file of another kind.
      if error.position == .start, line.first != UInt8(ascii: "{") {
        error.expected = "a trace's first line"
      }
      throw named(error)
    }
  }

  private func size(_ json: JSON) throws(JSONError) -> Size {
    guard let sides = json.list, sides.count == 2 else {
      throw json.error("[width, height] in points")
    }
    return Size(try positive(sides[0]), try positive(sides[1]))
  }

  private func positive(_ json: JSON) throws(JSONError) -> Double {
    guard let number = json.number, number > 0 else { throw json.error("a number above 0") }
    return number
  }

  private func settings(_ json: JSON) throws(JSONError) -> [ParameterSetting] {
    guard case .object(let members) = json.value else {
      throw json.error("an object of parameters")
    }
    var settings: [ParameterSetting] = []
    for member in members {
      settings.append(ParameterSetting(member.name, try ParameterValue(member.value)))
    }
    return settings
  }

  private func entry(
    _ line: some RandomAccessCollection<UInt8>, number: Int, notBefore last: Instant
  ) throws(TraceError) -> Trace.Entry {
    do throws(JSONError) {
      let json = try JSONReader.read(line, firstLine: number)
      var fields = try JSONFields(json)
      let stamp = try fields.required("t")
      guard case .integer(let microseconds) = stamp.value, microseconds >= 0 else {
        throw stamp.error("whole microseconds from 0 for \"t\"")
      }
      let time = Instant(microseconds: microseconds)
      guard time >= last else {
        throw stamp.error("a time of \(last.microseconds) µs or later")
      }
      let content: Trace.Entry.Content
      if let state = fields.optional("state") {
        content = .state(time, try self.state(state))
      } else {
        content = .event(try SessionEvent(&fields, at: time))
      }
      try fields.finish()
      return Trace.Entry(line: number, content)
    } catch {
      throw named(error)
    }
  }

  private func state(_ json: JSON) throws(JSONError) -> [StateField] {
    guard case .object(let members) = json.value else {
      throw json.error("an object of observables")
    }
    var state: [StateField] = []
    for member in members {
      state.append(StateField(member.name, try StateValue(member.value)))
    }
    return state
  }

  private func named(_ error: JSONError) -> TraceError {
    TraceError(file: file, error.position, expected: error.expected, found: error.found)
  }
}
