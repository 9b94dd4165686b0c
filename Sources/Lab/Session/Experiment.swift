internal import Feel
internal import Stage

/// Every scene's parameters, their edit history, and set B.
struct Experiment: Sendable {
  /// Set A: the values of the scene's parameters.
  var parameters: ParameterSet
  /// The last set B of each scene, by scene id.
  var formerB: [String: ParameterSet] = [:]
  /// Whether set B is shown as the stage and set A dashed.
  var isFlipped = false
  // Edit histories of all scenes and parameters of the hidden ones, by scene id.
  private var edits: [String: EditHistory] = [:]
  private var parametersByScene: [String: ParameterSet] = [:]
  // The shown scene, its stage time, and all parameters and clock settings before the last reset.
  private var beforeReset: BeforeReset?

  struct BeforeReset: Sendable {
    let scene: String
    let moment: Instant
    fileprivate var parameters: [String: ParameterSet]
    let clocks: [String: ClockSetting]
  }

  init(_ parameters: ParameterSet) { self.parameters = parameters }

  subscript(scene: String) -> EditHistory {
    get { edits[scene, default: EditHistory()] }
    _modify { yield &edits[scene, default: EditHistory()] }
  }

  /// Records the parameters before an edit.
  mutating func recordEdit(_ scene: String) { self[scene].record(parameters) }

  /// Switches to another scene's parameters, with the current preset.
  mutating func open(_ scene: any Scene.Type, from old: String) {
    parametersByScene[old] = parameters
    let preset = parameters.preset
    parameters = parametersByScene[scene.id] ?? ParameterSet(scene.parameters)
    parameters.preset = preset
    isFlipped = false
  }

  /// Stores all parameters and clock settings for undo, and resets the hidden scenes to their
  /// defaults.
  mutating func resetAll(
    shown scene: String, at moment: Instant, clocks: [String: ClockSetting]
  ) {
    let all = parametersByScene.merging([scene: parameters]) { $1 }
    beforeReset = BeforeReset(scene: scene, moment: moment, parameters: all, clocks: clocks)
    recordEdit(scene)
    parametersByScene.removeAll()
  }

  /// Undoes the last reset of everything, if any; returns the shown scene's parameters, and what
  /// was shown before.
  mutating func undoReset(
    shown scene: any Scene.Type
  ) -> (parameters: ParameterSet, before: BeforeReset)? {
    guard let before = beforeReset else { return nil }
    beforeReset = nil
    recordEdit(scene.id)
    parametersByScene = before.parameters
    let parameters = parametersByScene.removeValue(forKey: scene.id)
    return (parameters ?? ParameterSet(scene.parameters), before)
  }
}
