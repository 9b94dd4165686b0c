internal import Stage

/// The parameters of every scene, what was edited of them, and set B.
struct Experiment: Sendable {
  /// Set A: the values of the scene's parameters.
  var parameters: ParameterSet
  /// Set B as it was when it was compared with last, by the ids of the scenes.
  var formerB: [String: ParameterSet] = [:]
  /// Whether set B is shown as the stage, and the stage as B.
  var isFlipped = false
  // What can be undone, and the parameters of the scenes that are not shown, by their ids.
  private var edits: [String: EditHistory] = [:]
  private var parametersByScene: [String: ParameterSet] = [:]
  // What everything was before it was reset.
  private var beforeReset: (parameters: [String: ParameterSet], clocks: [String: ClockSetting])?

  init(_ parameters: ParameterSet) { self.parameters = parameters }

  subscript(scene: String) -> EditHistory {
    get { edits[scene, default: EditHistory()] }
    _modify { yield &edits[scene, default: EditHistory()] }
  }

  /// Keeps what the parameters are, before they are edited.
  mutating func recordEdit(_ scene: String) { self[scene].record(parameters) }

  /// Turns to another scene's parameters; the preset stays.
  mutating func open(_ scene: any Scene.Type, from old: String) {
    parametersByScene[old] = parameters
    let preset = parameters.preset
    parameters = parametersByScene[scene.id] ?? ParameterSet(scene.parameters)
    parameters.preset = preset
    isFlipped = false
  }

  /// Keeps every scene's parameters with how their clocks are set, and gives the scenes that are
  /// not shown their defaults.
  mutating func resetAll(shown scene: String, clocks: [String: ClockSetting]) {
    let all = parametersByScene.merging([scene: parameters]) { $1 }
    beforeReset = (all, clocks)
    recordEdit(scene)
    parametersByScene.removeAll()
  }

  /// Takes a reset of everything back, if there was one; answers the shown scene's parameters and
  /// how the clocks were set.
  mutating func undoReset(
    shown scene: any Scene.Type
  ) -> (parameters: ParameterSet, clocks: [String: ClockSetting])? {
    guard let before = beforeReset else { return nil }
    beforeReset = nil
    recordEdit(scene.id)
    parametersByScene = before.parameters
    let parameters = parametersByScene.removeValue(forKey: scene.id)
    return (parameters ?? ParameterSet(scene.parameters), before.clocks)
  }
}
