internal import FeelFiles
internal import FeelWindow
internal import Lab
internal import Scenes
internal import Stage

extension TraceFile {
  /// Replaces the look or the parameters with which the session was recorded.
  ///
  /// - Throws: `CommandFailure` if the scene has no such parameters.
  mutating func change(
    look: LookOptions, parameters options: ParameterOptions
  ) throws(CommandFailure) {
    if let theme = look.theme { setTheme(theme) }
    windowScale = look.scale
    content = look.content ?? .rich
    if !look.overlays.isEmpty { show(look.overlays) }
    if look.reducedMotion { trace.header.reducedMotion = true }
    // Values set over the recorded preset are also set over another one.
    var parameters = try session().parameters
    let recorded = parameters.preset
    let keys = try options.apply(to: &parameters, of: try Catalog.all.named(trace.header.scene))
    let preset = parameters.preset
    trace.header.adopt(parameters)
    let isOther = options.preset != nil || preset != recorded
    changeEach { change in
      switch change {
      case .preset where isOther: nil
      case .parameter(let key, _) where keys.contains(key): nil
      case .parameters(let old, let values):
        .parameters(
          isOther ? preset : old,
          values.filter { !keys.contains($0.key) }
            + parameters.changed.filter { keys.contains($0.key) }
            .map { ParameterSetting($0.key, $0.value) })
      default: change
      }
    }
  }
}
