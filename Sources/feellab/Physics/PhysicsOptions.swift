internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelWindow
internal import Stage

/// The flags that choose the laws of scrolling.
struct PhysicsOptions: ParsableArguments {
  @Option(
    name: .customLong("preset"),
    help: "The preset to start from; “list presets” names them. Default uikit.",
    completion: Completions.presets)
  var named: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set a parameter of the physics, such as physics.stop.speed; repeat for more.",
      valueName: "key=value"),
    completion: Completions.lawSettings,
    transform: Values.setting)
  var settings: [(key: String, value: String)] = []

  /// The id of the preset to start from.
  var preset: String { named ?? "uikit" }

  /// The physics set by the flags, without rounding to pixels.
  ///
  /// - Throws: `CommandFailure` naming an unknown preset or parameter, or the permitted range.
  func physics() throws(CommandFailure) -> ScrollPhysics {
    var parameters = ParameterSet(ScrollPhysics.parameters)
    try parameters.use(preset: preset)
    try parameters.set(settings)
    var physics = parameters.physics
    physics.pixelLanding = .none
    return physics
  }
}
