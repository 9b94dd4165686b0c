internal import Feel
internal import FeelTrace
internal import Lab
internal import Scenes
internal import Stage
internal import TestSupport

/// Recordings as texts, and sessions as recordings start them.
enum Recorded {
  /// The session described by a recording's header, in a window that exactly fits its stage.
  static func session(_ header: TraceHeader) throws -> Session {
    guard let scene = Catalog.all.scene(header.scene) else { throw Obstacle(what: header.scene) }
    var parameters = ParameterSet(scene.parameters, preset: header.preset)
    for setting in header.parameters {
      try parameters.set(setting.key, to: setting.value, in: .json)
      if header.overrides.contains(setting.key) {
        try parameters.override(setting.key, with: setting.value)
      }
    }
    return Session(
      catalog: .all, scene: scene, size: Session.windowSize(for: header.place.size),
      scale: header.place.scale, theme: header.theme, reducedMotion: header.reducedMotion,
      parameters: parameters, stage: header.place)
  }

  /// The recordings that come with the program, as bytes.
  static func assets() -> [[UInt8]] {
    let folder = root + "/Assets"
    return names(in: folder).filter { $0.hasSuffix(".feel") }
      .map { bytes(of: "\(folder)/\($0)") }
  }
}
