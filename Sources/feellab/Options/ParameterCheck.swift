internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Scenes
internal import Stage

/// What `check` reports about a valid file of parameters.
struct ParameterCheck: Check {
  private let path: String
  private let scene: any Scene.Type
  private let values: ParameterSet
  let isGood = true

  /// Applies a file.
  ///
  /// - Throws: `CommandFailure` with the line and column of the error.
  init(_ file: ParameterFile, path: String) throws(CommandFailure) {
    self.path = path
    let id = file.scene ?? "overview"
    guard let scene = Catalog.all.scene(id) else {
      let known = Catalog.all.scenes.map { $0.id }
      throw .badFile("\(path): \(unknownWord("scene", id, among: known))")
    }
    var values = ParameterSet(scene.parameters)
    try file.apply(to: &values, of: scene)
    values.reportRaised(in: path)
    (self.scene, self.values) = (scene, values)
  }

  /// A one-line summary.
  var text: String {
    "\(shown(path)): \(scene.id), \(counted(values.changed.count, "parameter")) changed over "
      + "\(values.preset.id)\n"
  }

  /// The summary as JSON, without the file.
  var json: JSON {
    JSON.of(["scene": scene.id, "preset": values.preset.id, "changed": values.changed.map(\.key)])
  }
}
