internal import Feel
internal import Stage
internal import TextLayout

/// The projection view: any motion as position and velocity over time, for reading, zooming and
/// playing.
struct CurvesScene: Scene {
  static let id = "curves"
  static var title: String { Words.curves.title }
  static var hint: String { Words.curves.hint }
  static let isUnderTest = false
  static let parameters = CurveSettings().parameters + ScrollPhysics.parameters
  static let code = CurveParameters.code

  var parts: PartList
  var focus = Focus()

  init(_ stage: Stage) {
    parts = CurvesParts.list(on: stage) { CurveSource($0) }
    place(on: stage, at: .zero)
  }

  mutating func place(on stage: Stage, at now: Instant) {
    CurvesParts.place(&parts, on: stage, at: now)
  }

  var idleParameters: Set<String> {
    (parts["plots"] as? CurvesPart)?.chart.source.idleParameters ?? []
  }
}
