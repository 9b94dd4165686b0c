internal import Feel
internal import FeelTrace
internal import Lab
internal import Stage

/// A file of a scene's parameters: {"scene": "overview", "preset": "uikit", "parameters": {"key": value, …}}.
struct ParameterFile {
  let path: String
  /// The scene they are for, if the file names one.
  let scene: String?
  /// The laws of scrolling, if the file names them.
  let preset: ScrollPreset?
  private let members: [JSON.Member]
  /// The parameters that it names, by their keys.
  var keys: Set<String> { Set(members.map(\.name)) }
  /// Whether the values are words as flags have them, each what its parameter makes of it.
  private let areWords: Bool

  /// Reads a file.
  ///
  /// - Throws: `CommandFailure` with file, line and column of what is wrong.
  static func read(_ path: String) throws(CommandFailure) -> ParameterFile {
    try parse(try File.read(path), path: path)
  }

  /// Reads what was copied: a file's text, or flags.
  ///
  /// - Throws: `CommandFailure` with what is wrong, and where.
  static func parse(copied text: String) throws(CommandFailure) -> ParameterFile {
    let name = "The clipboard"
    let words = text.split(whereSeparator: \.isWhitespace)
    if words.first?.hasPrefix("{") ?? false { return try parse(Array(text.utf8), path: name) }
    var (preset, members): (ScrollPreset?, [JSON.Member]) = (nil, [])
    var isPreset = false
    for word in words where word != "--set" {
      if word == "--preset" {
        isPreset = true
        continue
      }
      guard !isPreset else {
        guard let named = ScrollPreset.named(String(word)) else {
          throw CommandFailure(.badFile, "\(name): there is no preset \(quoted(String(word))).")
        }
        (preset, isPreset) = (named, false)
        continue
      }
      guard let sign = word.firstIndex(of: "="), sign > word.startIndex else {
        throw CommandFailure(
          .badFile, "\(name) holds no parameters: copy them as flags or as JSON.")
      }
      let value = String(word[word.index(after: sign)...])
      members.append(JSON.Member(String(word[..<sign]), .text(value)))
    }
    guard preset != nil || !members.isEmpty else {
      throw CommandFailure(
        .badFile, "\(name) holds no parameters: copy them as flags or as JSON.")
    }
    return ParameterFile(path: name, scene: nil, preset: preset, members: members, areWords: true)
  }

  private static func parse(
    _ bytes: [UInt8], path: String
  ) throws(CommandFailure) -> ParameterFile {
    do throws(JSONError) {
      var fields = try JSONFields(try JSONReader.read(bytes))
      let scene = try fields.optionalText("scene")
      let preset = try fields.optional("preset").map { json throws(JSONError) in
        guard let preset = json.text.flatMap(ScrollPreset.named) else {
          throw json.error("the name of a preset")
        }
        return preset
      }
      let parameters = try fields.required("parameters")
      guard case .object(let members) = parameters.value else {
        throw parameters.error("an object of parameters")
      }
      try fields.finish()
      return ParameterFile(
        path: path, scene: scene, preset: preset, members: members, areWords: false)
    } catch {
      throw CommandFailure(.badFile, "\(path):\(error).")
    }
  }

  /// Sets what the file says.
  ///
  /// - Throws: `CommandFailure` with the place of the first parameter that the scene does not have or cannot have so.
  func apply(
    to parameters: inout ParameterSet, of scene: any Scene.Type
  ) throws(CommandFailure) {
    if let own = self.scene, own != scene.id {
      throw CommandFailure(
        .badFile, "\(path) is for the scene \(quoted(own)), not for \(quoted(scene.id)).")
    }
    if let preset { parameters.preset = preset }
    for member in members {
      let position = "\(path):\(member.value.position.line):\(member.value.position.column)"
      let value: ParameterValue
      if areWords, let word = member.value.text {
        do throws(ParameterError) {
          let parameter = try parameters.parameter(member.name)
          try parameters.set(member.name, to: try parameter.value(parsing: word))
        } catch {
          throw CommandFailure(.badFile, "\(path): \(error.message)")
        }
        continue
      }
      do throws(JSONError) {
        value = try ParameterValue(member.value)
      } catch {
        throw CommandFailure(.badFile, "\(path):\(error).")
      }
      do throws(ParameterError) {
        try parameters.set(member.name, to: value)
      } catch {
        throw CommandFailure(.badFile, "\(position): \(error.message)")
      }
    }
  }
}
