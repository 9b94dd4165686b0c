internal import ArgumentParser
internal import Feel
internal import FeelTrace
internal import Lab
internal import Scenes
internal import Stage

/// The flags that choose the laws of scrolling.
struct PhysicsOptions: ParsableArguments {
  @Option(
    name: .customLong("preset"),
    help: "The preset to start from; “list presets” names them. uikit unless named.",
    completion: Completions.presets)
  var named: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set a parameter of the physics, such as physics.stop.speed; repeat it for more.",
      valueName: "key=value"),
    completion: Completions.lawSettings,
    transform: Values.setting)
  var settings: [(key: String, value: String)] = []

  /// The id of the preset to start from.
  var preset: String { named ?? "uikit" }

  /// The laws as the flags set them, without rounding to pixels.
  ///
  /// - Throws: `CommandFailure` naming the preset or parameter that there is not, or the range.
  func physics() throws(CommandFailure) -> ScrollPhysics {
    var parameters = ParameterSet(
      PhysicsParameters.all, preset: try ScrollPreset.required(preset))
    try parameters.set(settings)
    var physics = parameters.physics
    physics.pixelLanding = .none
    return physics
  }
}

extension ScrollPreset {
  /// The preset of an id from the command line.
  ///
  /// - Throws: `CommandFailure` naming the presets there are.
  static func required(_ id: String) throws(CommandFailure) -> ScrollPreset {
    guard let preset = named(id) else { throw CommandFailure(.usage, unknown(id)) }
    return preset
  }

  /// Says that there is no preset of an id, which may have been meant, and which there are.
  static func unknown(_ id: String) -> String { unknownWord("preset", id, among: all.map(\.id)) }
}
