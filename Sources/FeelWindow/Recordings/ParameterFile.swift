package import Feel
package import FeelFiles
internal import FeelTrace
internal import Scenes
package import Stage

/// A file of a scene's parameters: {"scene": "overview", "preset": "uikit", "parameters": {"key":
/// value, …}, "overrides": ["key"]}.
package struct ParameterFile {
  let path: String
  /// The scene they are for, if the file names one.
  package let scene: String?
  /// The laws of scrolling, if the file names them.
  package let preset: ScrollPreset?
  private let members: [JSON.Member]
  /// The parameters that it names, by their keys.
  package var keys: Set<String> { Set(members.map(\.name)) }
  /// The keys of those that stay set where the preset says the same, or where they mean nothing.
  private let overrides: Set<String>
  /// Whether the values are words as flags have them, each what its parameter makes of it.
  private let areWords: Bool
  /// What is to be known of a motion that was written for another library, and that leaves all
  /// other parameters as they are.
  var motion: MotionNotation?

  /// Reads a file.
  ///
  /// - Throws: `CommandFailure` with file, line and column of what is wrong.
  package static func read(_ path: String) throws(CommandFailure) -> ParameterFile {
    let bytes = try File.read(path)
    do throws(CommandFailure) { return try parse(bytes, path: path) } catch {
      // Any other object is meant to hold parameters.
      let beginning = FileBeginning(bytes)
      guard
        !beginning.isObject || beginning.hasMember("feel") || beginning.hasMember("feelstream")
      else { throw error }
      throw FileFormat.parameters.refusal(of: path, beginning: bytes) ?? error
    }
  }

  /// Reads what was copied or dropped: a file's text, or flags.
  ///
  /// - Parameter name: what it is called in messages.
  static func parse(text: String, name: String) throws(CommandFailure) -> ParameterFile {
    if let file = try motion(text, name: name) { return file }
    if text.first(where: { !$0.isWhitespace }) == "{" {
      return try parse(Array(text.utf8), path: name)
    }
    let words = text.split(whereSeparator: \.isWhitespace)
    var (preset, members): (ScrollPreset?, [JSON.Member]) = (nil, [])
    var (overrides, set): (Set<String>, Set<String>) = ([], [])
    var flag: Substring = ""
    for word in words {
      if ["--preset", "--set", "--keep"].contains(word) {
        flag = word
        continue
      }
      defer { flag = "" }
      guard flag != "--preset" else {
        preset = try self.preset(String(word), at: name)
        continue
      }
      guard let sign = word.firstIndex(of: "="), sign > word.startIndex else {
        throw .badFile("\(name) contains no parameters. Copy them as flags or JSON.")
      }
      let (key, value) = (String(word[..<sign]), String(word[word.index(after: sign)...]))
      members.append(JSON.Member(key, .text(value)))
      if flag == "--keep" { overrides.insert(key) } else { set.insert(key) }
      guard !overrides.contains(key) || !set.contains(key) else {
        throw .badFile("\(name): \(ParameterSet.namedTwice(key))")
      }
    }
    guard preset != nil || !members.isEmpty else {
      throw .badFile("\(name) contains no parameters. Copy them as flags or JSON.")
    }
    return ParameterFile(
      path: name, scene: nil, preset: preset, members: members, overrides: overrides, areWords: true
    )
  }

  /// A motion as another library writes it; `nil` for other text.
  private static func motion(
    _ text: String, name: String
  ) throws(CommandFailure) -> ParameterFile? {
    do throws(MotionNotationError) {
      guard let motion = try MotionNotation.read(text) else { return nil }
      return ParameterFile(
        path: name, scene: nil, preset: nil,
        members: (motion.readings[0].settings ?? []).map { JSON.Member($0.key, $0.value.json) },
        overrides: [],
        areWords: false, motion: motion)
    } catch {
      throw .badFile("\(name): \(error.message)")
    }
  }

  /// Reads a file's bytes.
  static func parse(
    _ bytes: [UInt8], path: String
  ) throws(CommandFailure) -> ParameterFile {
    let (scene, name): (String?, JSON?)
    let members: [JSON.Member]
    var overrides: Set<String> = []
    do throws(JSONError) {
      let walk = try JSONWalk(try JSONReader.read(bytes))
      scene = try walk.optional("scene", nil, .text)
      name = try walk.optional("preset", nil, .json)
      if let name, name.text == nil { throw name.error("the name of a preset") }
      let parameters = try walk.read("parameters", .json)
      guard case .object(let object) = parameters.value else {
        throw parameters.error("an object of parameters")
      }
      members = object
      if let list = try walk.optional("overrides", nil, .json) {
        guard let keys = list.list else { throw list.error("an array of keys of \"parameters\"") }
        for key in keys {
          guard let word = key.text, object.contains(where: { $0.name == word }) else {
            throw key.error("a key of \"parameters\"")
          }
          guard overrides.insert(word).inserted else {
            throw JSONError(
              key.position, expected: "each key once", found: "\(quoted(word)) again")
          }
        }
      }
      try walk.finish()
    } catch {
      throw .badFile("\(path):\(error).")
    }
    var preset: ScrollPreset?
    if let name, let id = name.text { preset = try self.preset(id, at: place(name, in: path)) }
    return ParameterFile(
      path: path, scene: scene, preset: preset, members: members, overrides: overrides,
      areWords: false)
  }

  private static func preset(_ id: String, at place: String) throws(CommandFailure) -> ScrollPreset
  {
    guard let preset = ScrollPreset.named(id) else {
      throw .badFile("\(place): \(ScrollPreset.unknown(id, besides: []))")
    }
    return preset
  }

  private static func place(_ json: JSON, in path: String) -> String {
    "\(path):\(json.position.line):\(json.position.column)"
  }

  /// Sets what the file says.
  ///
  /// - Throws: `CommandFailure` with the place of the first parameter that the scene does not have,
  ///   cannot have so, or has no use for: a constant of a law that is not chosen.
  package func apply(
    to parameters: inout ParameterSet, of scene: any Scene.Type
  ) throws(CommandFailure) {
    if let own = self.scene, own != scene.id {
      throw .badFile("\(path) is for scene \(quoted(own)), not \(quoted(scene.id)).")
    }
    if let preset { parameters.preset = preset }
    for member in members {
      try require(member, of: scene) { () throws(ParameterError) in
        try set(member, in: &parameters)
      }
    }
    // What a constant belongs to may be chosen after it.
    for member in members where !overrides.contains(member.name) {
      try require(member, of: scene) { () throws(ParameterError) in
        try parameters.requireUse(of: member.name)
      }
    }
  }

  /// The laws of the file as a preset of a name.
  ///
  /// - Throws: `CommandFailure` with the place of what cannot be.
  func ownPreset(_ name: String) throws(CommandFailure) -> OwnPreset {
    let type = try scene.map { id throws(CommandFailure) in try Catalog.all.named(id) }
    let parameters = type?.parameters ?? ScrollPhysics.parameters
    var set = ParameterSet(parameters, preset: preset ?? .uikit)
    try apply(to: &set, of: type ?? Catalog.all.scenes[0])
    return OwnPreset(
      name, over: set.preset, set.changed.map { ParameterSetting($0.key, $0.value) })
  }

  private func set(
    _ member: JSON.Member, in parameters: inout ParameterSet
  ) throws(ParameterError) {
    let parameter = try parameters.parameter(member.name)
    if areWords, let word = member.value.text {
      let value = try parameter.value(parsing: word)
      try parameters.set(member.name, to: value)
      if overrides.contains(member.name) { try parameters.override(member.name, with: value) }
      return
    }
    guard let value = try? ParameterValue(member.value) else {
      throw ParameterError.outOfDomain(
        key: member.name, value: member.value.kind, domain: parameter.domainText(in: .json))
    }
    try parameters.set(member.name, to: value, in: .json)
    if overrides.contains(member.name) { try parameters.override(member.name, with: value) }
  }

  private func require(
    _ member: JSON.Member, of scene: any Scene.Type, _ body: () throws(ParameterError) -> Void
  ) throws(CommandFailure) {
    do throws(ParameterError) {
      try body()
    } catch {
      let place = areWords || motion != nil ? path : Self.place(member.value, in: path)
      throw .badFile("\(place): \(error.message(of: scene))")
    }
  }
}
