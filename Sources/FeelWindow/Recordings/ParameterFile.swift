package import Feel
package import FeelFiles
internal import FeelTrace
internal import Scenes
package import Stage

/// A file of a scene's parameters: {"scene": "overview", "preset": "uikit", "parameters": {"key":
/// value, …}, "overrides": ["key"]}.
package struct ParameterFile {
  let path: String
  /// Id of the scene, if the file names one.
  package let scene: String?
  /// The preset, if the file names one.
  package let preset: ScrollPreset?
  private let members: [JSON.Member]
  /// Keys of the parameters in the file.
  package var keys: Set<String> { Set(members.map(\.name)) }
  /// Keys that stay set even if equal to the preset's value or not applicable.
  private let overrides: Set<String>
  /// Whether the values are unparsed words from flags.
  private let areWords: Bool
  /// A motion in another library's notation, which leaves all other parameters unchanged.
  var motion: MotionNotation?

  /// Reads a file.
  ///
  /// - Throws: `CommandFailure` with file, line and column of what is wrong.
  package static func read(_ path: String) throws(CommandFailure) -> ParameterFile {
    let bytes = try File.read(path)
    do throws(CommandFailure) { return try parse(bytes, path: path) } catch {
      // Treat any other JSON object as a faulty parameter file.
      let beginning = FileBeginning(bytes)
      guard
        !beginning.isObject || beginning.hasMember("feel") || beginning.hasMember("feelstream")
      else { throw error }
      throw FileFormat.parameters.refusal(of: path, beginning: bytes) ?? error
    }
  }

  /// Parses copied or dropped text: a file's content, or flags.
  ///
  /// - Parameter name: the text's name in messages.
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

  /// Parses a motion in another library's notation; `nil` for other text.
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

  /// Applies the file's values.
  ///
  /// - Throws: `CommandFailure` with the position of the first parameter that the scene does not
  ///   have, whose value is invalid, or that does not apply: a constant of a law that is not
  ///   chosen.
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
    // Check after all are set: the law that a constant belongs to may be chosen later in the file.
    for member in members where !overrides.contains(member.name) {
      try require(member, of: scene) { () throws(ParameterError) in
        try parameters.requireUse(of: member.name)
      }
    }
  }

  /// The file's preset and values as a preset with this name.
  ///
  /// - Throws: `CommandFailure` with the position of anything invalid.
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
