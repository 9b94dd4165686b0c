internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelWindow
internal import Lab
internal import Scenes
internal import Stage

/// The flag that loads a measured motion, for the scene that shows it.
struct DataOption: ParsableArguments {
  @Option(
    name: .customLong("data"),
    "Show a measured motion in the scene curves: a CSV file with columns t and x or shown, or the "
      + "last take of a recording.", value: "file", completion: .file(extensions: ["csv", "feel"]))
  var path: String?

  /// The scene to show: the one for data if there is data.
  ///
  /// - Throws: `CommandFailure` if another scene is requested.
  func scene(_ id: String?) throws(CommandFailure) -> (any Scene.Type)? {
    guard path != nil else {
      return try id.map { id throws(CommandFailure) in try Catalog.all.named(id) }
    }
    guard id.map({ Catalog.all.called($0)?.id == DataTrack.sceneID }) ?? true else {
      throw .usage("--data works only in scene \(DataTrack.sceneID). Name that one.")
    }
    return try Catalog.all.named(DataTrack.sceneID)
  }

  /// The initial events that load the data into a session.
  ///
  /// - Throws: `CommandFailure` with the line of the first row that is not a measurement, or whose
  ///   time is before the one above it.
  func events(_ parameters: ParameterOptions) throws(CommandFailure) -> [SessionEvent] {
    guard let path else { return [] }
    var events: [SessionEvent] = [.change(.zero, .track(try DataTrack.read(path)))]
    if !(parameters.settings + parameters.kept).contains(where: { $0.key == DataTrack.sourceKey }) {
      events.append(.change(.zero, .parameter(DataTrack.sourceKey, .choice("data"))))
    }
    return events
  }
}
