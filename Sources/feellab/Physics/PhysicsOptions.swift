internal import ArgumentParser
internal import Feel
internal import FeelTrace
internal import Lab
internal import Scenes

/// The flags that choose the laws of scrolling.
struct PhysicsOptions: ParsableArguments {
  @Option(help: "The system whose laws to start from; “list” names them.")
  var preset: String = "uikit"

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set one of the laws' parameters, physics.rate for one; repeat it for more.",
      valueName: "key=value"),
    transform: Values.setting)
  var settings: [(key: String, value: String)] = []

  /// The laws as the flags set them, without rounding to pixels.
  ///
  /// - Throws: `CommandFailure` naming the preset or parameter that there is not, or the range.
  func physics() throws(CommandFailure) -> ScrollPhysics {
    var physics = try ScrollPreset.required(preset).physics
    physics.landsOnPixels = false
    let declared = ParameterSet(
      Catalog.all.scenes.first?.parameters.filter { $0.key.hasPrefix("physics.") } ?? [])
    for setting in settings {
      do throws(ParameterError) {
        let value = try declared.parameter(setting.key).value(parsing: setting.value)
        if case .number(let number) = value { physics.set(setting.key, number) }
      } catch {
        throw CommandFailure(.usage, error.message)
      }
    }
    return physics
  }
}

extension ScrollPreset {
  /// The preset of an id from the command line.
  ///
  /// - Throws: `CommandFailure` naming the presets there are.
  static func required(_ id: String) throws(CommandFailure) -> ScrollPreset {
    guard let preset = named(id) else {
      throw CommandFailure(
        .usage,
        "There is no preset \(quoted(id)); the presets are "
          + all.map(\.id).joined(separator: ", ") + ".")
    }
    return preset
  }
}

extension ScrollPhysics {
  fileprivate mutating func set(_ key: String, _ number: Double) {
    switch key {
    case "physics.rate": decay = .exponential(DecelerationRate(keptPerMillisecond: number))
    case "physics.stop": stop = .speed(number)
    case "physics.band": band = .rubberBand(RubberBand(coefficient: number))
    case "physics.bounce":
      setSpring { Spring(angularFrequency: number, dampingRatio: $0.dampingRatio) }
    default: setSpring { Spring(angularFrequency: $0.angularFrequency, dampingRatio: number) }
    }
  }

  /// Changes the spring at the edge, or puts one there.
  private mutating func setSpring(_ change: (Spring) -> Spring) {
    var edge = EdgeSpring()
    if case .spring(let own) = bounce { edge = own }
    edge.spring = change(edge.spring)
    bounce = .spring(edge)
    var outside = Spring.edge
    if case .spring(let own) = releaseOutside { outside = own }
    releaseOutside = .spring(change(outside))
  }
}
