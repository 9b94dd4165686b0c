internal import Feel
internal import FeelTrace
public import Stage

/// Reads a whole trace, or refuses it with file, line, column and what was expected there.
///
/// It refuses what a session would have to ignore, such as a parameter that a scene has not: a replay would silently go another way.
public struct TraceDecoder {
  private let file: String
  private let catalog: Catalog

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - file: The name that errors mention.
  ///   - catalog: The scenes that a trace may be of.
  public init(file: String, catalog: Catalog) {
    (self.file, self.catalog) = (file, catalog)
  }

  /// The trace that a file's bytes hold; a last line that was cut off is left out.
  ///
  /// - Throws: The first thing that is wrong; nothing is half-loaded.
  public func decode(_ bytes: some Sequence<UInt8>) throws(TraceError) -> Trace {
    var reader = TraceReader(self)
    reader.take(bytes)
    reader.end()
    guard let header = try reader.header() else { throw emptyFile }
    var trace = Trace(header: header)
    while let entry = try reader.entry() { trace.entries.append(entry) }
    trace.cutLine = reader.cutLine
    return trace
  }

  /// That there is not a byte to read.
  public var emptyFile: TraceError {
    TraceError(file: file, .start, expected: "a recording's first line", found: "an empty file")
  }

  /// Whether a line stops in its middle, or in the zeros that some file systems leave of what never arrived.
  static func isCut(_ line: ArraySlice<UInt8>) -> Bool {
    do throws(JSONError) {
      _ = try JSONReader.read(line)
      return false
    } catch {
      return error.found == JSONReader.foundEnd || line.last == 0
    }
  }

  /// What the lines after a header are read with.
  func changes(after header: TraceHeader) throws(TraceError) -> ChangeReader {
    do throws(JSONError) {
      return try ChangeReader(catalog, header.scene, at: .start)
    } catch {
      throw named(error)
    }
  }

  /// Reads the first line.
  func header(_ line: ArraySlice<UInt8>) throws(TraceError) -> TraceHeader {
    do throws(JSONError) {
      var fields = try JSONFields(try JSONReader.read(line))
      let version = try fields.required("feel")
      guard version.value == .integer(Int64(TraceHeader.formatVersion)) else {
        throw version.error("format version \(TraceHeader.formatVersion)")
      }
      let program = try fields.text("program")
      let scene = try fields.required("scene")
      let reader = try ChangeReader(catalog, scene.text ?? "", at: scene.position)
      let place = StagePlace(
        try fields.size("stage"), scale: try fields.number("scale", in: Limits.windowScale))
      let preset = try fields.preset()
      var header = TraceHeader(
        program: program, scene: reader.scene.id, place: place, preset: preset,
        parameters: try reader.settings(try fields.required("parameters")),
        theme: try fields.requiredChoice("theme", Theme.Name.self),
        reducedMotion: try fields.flag("reducedMotion"))
      if let list = fields.optional("overrides") { header.overrides = try reader.keys(list) }
      header.unknown = fields.rest
      return header
    } catch {
      var error = error
      // What does not even begin like one is a file of another kind.
      if error.position == .start, line.first != UInt8(ascii: "{") {
        error.expected = "a recording's first line"
      }
      throw named(error)
    }
  }

  /// Reads a line after the first one.
  func entry(
    _ line: ArraySlice<UInt8>, number: Int, notBefore last: Instant, _ changes: inout ChangeReader
  ) throws(TraceError) -> Trace.Entry {
    do throws(JSONError) {
      return try Self.entry(line, number, notBefore: last, &changes)
    } catch {
      throw named(error)
    }
  }

  private static func entry(
    _ line: ArraySlice<UInt8>, _ number: Int, notBefore last: Instant,
    _ changes: inout ChangeReader
  ) throws(JSONError) -> Trace.Entry {
    var fields = try JSONFields(try JSONReader.read(line, firstLine: number))
    let stamp = try fields.required("t")
    let time = try Instant(stamp, "t")
    guard time >= last else {
      throw stamp.error("a time of \(last.microseconds) µs or later")
    }
    let content: Trace.Entry.Content
    if let state = fields.optional("state") {
      content = .state(time, try Self.state(state))
    } else if fields.has("take") {
      content = .take(time, try RecordedTake(&fields))
    } else {
      content = .event(try changes.event(&fields, at: time))
    }
    return Trace.Entry(line: number, content, unknown: fields.rest)
  }

  private static func state(_ json: JSON) throws(JSONError) -> [StateField] {
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

/// Reads the changes of a trace, knowing the scene that each is for.
struct ChangeReader {
  private let catalog: Catalog
  private(set) var scene: any Scene.Type

  init(_ catalog: Catalog, _ id: String, at position: SourcePosition) throws(JSONError) {
    self.catalog = catalog
    guard let scene = catalog.scene(id) else {
      let known = catalog.scenes.map { $0.id }.joined(separator: ", ")
      throw JSONError(position, expected: "a scene: one of \(known)", found: "“\(id)”")
    }
    self.scene = scene
  }

  mutating func event(
    _ fields: inout JSONFields, at time: Instant
  ) throws(JSONError) -> SessionEvent {
    let word = try fields.required("e")
    if let input = try InputEvent(word.text ?? "", &fields, at: time) { return .stage(input) }
    return .change(time, try change(word, &fields))
  }

  private mutating func change(
    _ word: JSON, _ fields: inout JSONFields
  ) throws(JSONError) -> SessionChange {
    switch word.text {
    case "stage":
      return .stage(
        StagePlace(
          try fields.size("size"), scale: try fields.number("scale", in: Limits.windowScale)))
    case "open-scene":
      let json = try fields.required("scene")
      self = try ChangeReader(catalog, json.text ?? "", at: json.position)
      return .scene(scene.id)
    case "restart": return .restart
    case "set":
      let key = try fields.required("key")
      let parameter = try parameter(key.text ?? "", at: key.position)
      guard let value = fields.optional("value") else { return .parameter(parameter.key, nil) }
      return .parameter(parameter.key, try self.value(value, of: parameter))
    case "preset": return .preset(try fields.preset())
    case "parameters":
      return .parameters(try fields.preset(), try settings(try fields.required("values")))
    case "reset-everything": return .resetEverything
    case "undo-reset": return .undoReset
    case "compare":
      return .compare(try fields.preset(), try settings(try fields.required("values")))
    case "end-comparison": return .endComparison
    case "swap": return .swap
    case "flip": return .flip(try fields.flag("on"))
    case "theme": return .theme(try fields.requiredChoice("theme", Theme.Name.self))
    case "overlays": return .overlays(try fields.overlays())
    case "reduced-motion": return .reducedMotion(try fields.flag("on"))
    case "pause": return .pause(try fields.flag("on"))
    case "speed":
      let json = try fields.required("speed")
      guard let speed = json.number, SessionChange.speeds.contains(speed) else {
        throw json.error("0.01 to 4, stage seconds a second")
      }
      return .speed(speed)
    case "show": return .show(try Instant(try fields.required("moment"), "moment"))
    case "frame-cap": return .frameCap(try fields.frameCap())
    case "show-take": return .showTake(try fields.takeNumber())
    case "name-take": return .nameTake(try fields.requiredTakeNumber(), try fields.takeName())
    case "pin-take": return .pinTake(try fields.requiredTakeNumber(), try fields.flag("on"))
    case "remove-takes": return .removeTakes
    case "remove-take": return .removeTake(try fields.requiredTakeNumber())
    case "restore-take": return .restoreTake(try fields.optionalTakeNumber())
    case "compare-take": return .compareTake(try fields.takeNumber())
    case "mark": return .mark
    case "remove-marks": return .removeMarks
    case "keep-edit": return .keepEdit
    case "rerun": return .rerun
    case "end-rerun": return .endRerun
    case "command":
      let name = try fields.text("name")
      guard let json = fields.optional("number") else { return .command(Command(name)) }
      guard let number = json.number else { throw json.error("a number for \"number\"") }
      return .command(Command(name, number))
    case "focus": return .focus(try focus(&fields))
    case "track": return .track(try MotionTrack(&fields))
    case "watch": return .watch(try ObservedSource(&fields, of: word))
    case "observe":
      guard scene.isObserved else {
        throw word.error("an event that the scene “\(scene.id)” has")
      }
      return .observe(try ObservedLine.Content(&fields, of: word))
    default: throw word.error("the name of an event, such as \"move\"")
    }
  }

  func settings(_ json: JSON) throws(JSONError) -> [ParameterSetting] {
    guard case .object(let members) = json.value else {
      throw json.error("an object of parameters")
    }
    var settings: [ParameterSetting] = []
    for member in members {
      settings.append(try setting(member.name, member.value, keyAt: member.value.position))
    }
    return settings
  }

  private func setting(
    _ key: String, _ json: JSON, keyAt position: SourcePosition
  ) throws(JSONError) -> ParameterSetting {
    ParameterSetting(key, try value(json, of: try parameter(key, at: position)))
  }

  private func parameter(
    _ key: String, at position: SourcePosition
  ) throws(JSONError) -> Parameter {
    guard let parameter = scene.parameters.first(where: { $0.key == key }) else {
      throw JSONError(
        position, expected: "a parameter of the scene “\(scene.id)”", found: "“\(key)”")
    }
    return parameter
  }

  private func value(
    _ json: JSON, of parameter: Parameter
  ) throws(JSONError) -> ParameterValue {
    let value = try ParameterValue(json)
    guard parameter.accepts(value) else {
      throw json.error("\(parameter.domainText(in: .json)) for \"\(parameter.key)\"")
    }
    return value
  }

  /// The keys of parameters of the scene that a list holds.
  func keys(_ json: JSON) throws(JSONError) -> [String] {
    guard let list = json.list else { throw json.error("an array of parameters' keys") }
    var keys: [String] = []
    for item in list { keys.append(try parameter(item.text ?? "", at: item.position).key) }
    return keys
  }

  private func focus(_ fields: inout JSONFields) throws(JSONError) -> Focus {
    let (json, isVisible) = (try fields.required("part"), try fields.flag("ring"))
    guard json.value != .null else { return Focus(on: nil, isVisible: isVisible) }
    let names = scene.partNames
    guard let part = json.text, names.contains(part) else {
      throw json.error("null, or a part of the scene: one of \(names.joined(separator: ", "))")
    }
    return Focus(on: part, isVisible: isVisible)
  }
}

extension Scene {
  /// The names of the scene's parts.
  fileprivate static var partNames: [String] {
    let stage = Stage(
      frame: Rect(x: 0, y: 0, width: 1200, height: 732), scale: 1, reducedMotion: false,
      parameters: ParameterSet(parameters))
    return Self(stage).parts.names
  }
}

extension RecordedTake {
  fileprivate init(_ fields: inout JSONFields) throws(JSONError) {
    let name = try fields.text("take")
    let (release, rest) = (try fields.required("release"), try fields.required("rest"))
    self.init(
      name, start: try Instant(try fields.required("start"), "start"),
      release: try Instant(release, "release"), rest: try Instant(rest, "rest"))
    guard start <= self.release, self.release <= self.rest else {
      throw rest.error("\"start\", \"release\" and \"rest\" in order of time")
    }
  }
}

extension JSONFields {
  fileprivate func has(_ name: String) -> Bool { rest.contains { $0.name == name } }

  fileprivate mutating func number(
    _ name: String, in range: ClosedRange<Double>
  ) throws(JSONError) -> Double {
    let json = try required(name)
    guard let number = json.number, range.contains(number) else {
      throw json.error(
        "a number from \(range.lowerBound) to \(range.upperBound) for \"\(name)\"")
    }
    return number
  }

  fileprivate mutating func size(_ name: String) throws(JSONError) -> Size {
    let json = try required(name)
    let range = Limits.windowSide
    let expected =
      "[width, height] in points, both from \(range.lowerBound) to \(range.upperBound), for \"\(name)\""
    guard let sides = json.list, sides.count == 2 else { throw json.error(expected) }
    for side in sides {
      guard let number = side.number, range.contains(number) else { throw side.error(expected) }
    }
    return Size(sides[0].number ?? 0, sides[1].number ?? 0)
  }

  fileprivate mutating func preset() throws(JSONError) -> ScrollPreset {
    let json = try required("preset")
    guard let preset = json.text.flatMap(ScrollPreset.named) else {
      let known = ScrollPreset.all.map(\.id).joined(separator: ", ")
      throw JSONError(
        json.position, expected: "a preset: one of \(known)",
        found: json.text.map { "“\($0)”" } ?? json.kind)
    }
    return preset
  }

  fileprivate mutating func overlays() throws(JSONError) -> Set<Overlay> {
    let json = try required("overlays")
    guard let words = json.list else { throw json.error("an array of overlays") }
    var overlays: Set<Overlay> = []
    for word in words {
      guard let overlay = word.text.flatMap(Overlay.init(rawValue:)) else {
        let known = Overlay.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        throw word.error("one of \(known)")
      }
      overlays.insert(overlay)
    }
    return overlays
  }

  fileprivate mutating func takeNumber() throws(JSONError) -> Int? {
    let json = try required("number")
    guard json.value != .null else { return nil }
    guard case .integer(let number) = json.value, number > 0, let number = Int(exactly: number)
    else { throw json.error("null, or a take's number from 1 on") }
    return number
  }

  fileprivate mutating func optionalTakeNumber() throws(JSONError) -> Int? {
    guard let json = optional("number") else { return nil }
    return try json.takeNumber
  }

  fileprivate mutating func requiredTakeNumber() throws(JSONError) -> Int {
    try required("number").takeNumber
  }

  fileprivate mutating func takeName() throws(JSONError) -> String? {
    let json = try required("name")
    guard json.value != .null else { return nil }
    guard let name = json.text, Take.isName(name) else {
      throw json.error("null, or a name of 1 to \(Take.longestName) characters that can be seen")
    }
    return name
  }

  fileprivate mutating func frameCap() throws(JSONError) -> Int? {
    let json = try required("rate")
    guard json.value != .null else { return nil }
    guard case .integer(let rate) = json.value, SessionChange.frameCaps.contains(Int(rate)) else {
      let range = SessionChange.frameCaps
      throw json.error("null, or \(range.lowerBound)…\(range.upperBound) moments a second")
    }
    return Int(rate)
  }
}

extension Instant {
  fileprivate init(_ json: JSON, _ name: String) throws(JSONError) {
    guard case .integer(let microseconds) = json.value, microseconds >= 0 else {
      throw json.error("whole microseconds from 0 for \"\(name)\"")
    }
    let end = Limits.recordingEnd
    guard microseconds <= end.microseconds else {
      throw json.error("\(end.microseconds) µs at most, a week, for \"\(name)\"")
    }
    self.init(microseconds: microseconds)
  }
}

extension JSON {
  fileprivate var takeNumber: Int {
    get throws(JSONError) {
      guard case .integer(let number) = value, number > 0, let number = Int(exactly: number)
      else { throw error("a take's number from 1 on") }
      return number
    }
  }
}
