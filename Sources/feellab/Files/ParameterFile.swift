internal import Feel
internal import FeelTrace
internal import Lab

/// A file of a scene's parameters: {"scene": "overview", "preset": "uikit", "parameters": {"key": value, …}}.
struct ParameterFile {
  let path: String
  /// The scene they are for, if the file names one.
  let scene: String?
  /// The laws of scrolling, if the file names them.
  let preset: ScrollPreset?
  private let members: [JSON.Member]

  /// Reads a file.
  ///
  /// - Throws: `CommandFailure` with file, line and column of what is wrong.
  static func read(_ path: String) throws(CommandFailure) -> ParameterFile {
    let bytes = try File.read(path)
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
        path: path, scene: scene, preset: preset, members: members)
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
