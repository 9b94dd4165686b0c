internal import Feel
public import FeelTrace
internal import Stage

extension Trace {
  /// The whole trace as a file's text; line numbers follow the order of the entries.
  public var text: String {
    entries.reduce(into: header.line) { $0 += $1.content.line(unknown: $1.unknown) ?? "" }
  }
}

extension TraceHeader {
  /// The first line of a recording, with its line feed.
  public var line: String {
    let json = JSONWalk.json { (walk) throws(JSONError) in _ = try walked(by: walk, in: nil) }
    return "\(json)\n"
  }

  /// Walks over the first line of a recording of one of these scenes; `nil` while writing.
  func walked(by walk: JSONWalk, in catalog: Catalog?) throws(JSONError) -> TraceHeader {
    var header = self
    let version = Self.formatVersion
    _ = try walk.required(
      "feel", version, .integer(version...version, "format version \(version)"))
    header.program = try walk.required("program", program, .text)
    header.scene = try walk.required("scene", scene, .scene(of: catalog))
    let scene = catalog?.scene(header.scene)
    header.place = try place.walked(by: walk, size: "stage")
    header.preset = try walk.required("preset", preset, .preset)
    header.parameters = try walk.required("parameters", parameters, .settings(of: scene))
    header.theme = try walk.required("theme", theme, .word)
    header.reducedMotion = try walk.required("reducedMotion", reducedMotion, .flag)
    // Seldom is anything set to what the preset says, by a change of preset.
    header.overrides = try walk.optional(
      "overrides", overrides, usually: [], .list(of: .key(of: scene)))
    header.unknown = walk.rest(unknown)
    return header
  }
}

extension StagePlace {
  /// Walks over a size, under a name of its own, and a scale.
  func walked(by walk: JSONWalk, size name: String) throws(JSONError) -> StagePlace {
    let sides = try walk.required(name, [size.width, size.height], .size)
    return StagePlace(
      Size(sides[0], sides[1]), scale: try walk.required("scale", scale, .scale))
  }
}

extension Trace.Entry.Content {
  /// The line that says so, with its line feed; `nil` when it is not to be written: an event that is no recording's, or one with a number that is not finite, which no input device gives and JSON cannot say.
  public func line(unknown: [JSON.Member] = []) -> String? {
    switch self {
    case .event(.input), .event(.host): return nil
    default: break
    }
    let walk = JSONWalk()
    guard (try? walked(by: walk, in: nil)) != nil,
      walk.members.allSatisfy({ $0.value.number?.isFinite ?? true })
    else { return nil }
    return "\(JSON(.object(walk.members + unknown)))\n"
  }

  /// What a line that is to be read is about.
  static func kind(
    of walk: JSONWalk, in scenes: TraceScenes
  ) throws(JSONError) -> Trace.Entry.Content {
    if walk.has("state") { return .state(.zero, []) }
    if walk.has("take") {
      return .take(.zero, RecordedTake("", start: .zero, release: .zero, rest: .zero))
    }
    let word = try walk.read("e", .json)
    if let input = InputEvent.kind(word.text ?? "") { return .event(.stage(input)) }
    switch SessionChange.kinds[word.text ?? ""] {
    case .observe where !scenes.scene.isObserved:
      throw word.error("an event that the scene “\(scenes.scene.id)” has")
    case .observe: return .event(.change(.zero, .observe(try .kind(of: walk))))
    case let change?: return .event(.change(.zero, change))
    case nil: throw word.error("the name of an event, such as \"move\"")
    }
  }

  /// Walks over a line after the first.
  func walked(
    by walk: JSONWalk, in scenes: TraceScenes?, notBefore last: Instant = .zero
  ) throws(JSONError) -> Trace.Entry.Content {
    let time = try walk.required("t", time, .instant(from: last))
    switch self {
    case .event(.stage(let input)):
      var input = try input.walked(by: walk)
      input.time = time
      return .event(.stage(input))
    case .event(.change(_, let change)):
      return .event(.change(time, try change.walked(by: walk, in: scenes)))
    case .event: return self
    case .state(_, let state): return .state(time, try walk.required("state", state, .state))
    case .take(_, let take): return .take(time, try take.walked(by: walk))
    }
  }
}

extension RecordedTake {
  fileprivate func walked(by walk: JSONWalk) throws(JSONError) -> RecordedTake {
    var take = self
    take.name = try walk.required("take", name, .text)
    take.start = try walk.required("start", start, .instant)
    take.release = try walk.required("release", release, .instant)
    let (start, release) = (take.start, take.release)
    take.rest = try walk.required(
      "rest", rest,
      .instant.when("\"start\", \"release\" and \"rest\" in order of time") {
        start <= release && release <= $0
      })
    return take
  }
}
