public import Feel
public import Stage

/// A motion of your own, for `ProjectorScene` to show: its names, its parameters, and the projector
/// that they make.
public protocol ProjectorSource: Sendable {
  /// The projector's type.
  associatedtype Shown: Projector & Hashable

  /// The scene's name on the command line and in files: lower case, words joined by hyphens.
  static var id: String { get }
  /// What its tab says.
  static var title: String { get }
  /// What the projector is made of; keys have the form `curve.NAME`, as `curve.steps` does that
  /// every such scene has. None unless given.
  static var parameters: [Parameter] { get }
  /// The unit of its values; points unless given.
  static var unit: String { get }
  /// The projector for some parameters, which lie in their ranges.
  static func projector(_ parameters: ParameterSet) -> Shown
}

extension ProjectorSource {
  /// None.
  public static var parameters: [Parameter] { [] }
  /// Points.
  public static var unit: String { "pt" }
}

/// Any projector as position and velocity over time, to be scrubbed, zoomed, played, copied and
/// saved as in Curves.
///
/// `Catalog([ProjectorScene<Wobble>.self])` shows what a `Wobble: ProjectorSource` makes of its
/// parameters. It asks the projector for any time from 0 to its duration, in any order and as often
/// as it likes.
public struct ProjectorScene<Source: ProjectorSource>: Scene {
  /// That of the source.
  public static var id: String { Source.id }
  /// That of the source.
  public static var title: String { Source.title }
  /// What Curves says.
  public static var hint: String { CurvesScene.hint }
  /// A curve is looked at; no hand sets it going.
  public static var isUnderTest: Bool { false }
  /// Those of the source, and the steps in which the curve is copied and saved.
  public static var parameters: [Parameter] { Source.parameters + CurveSteps().parameters }

  /// The plots and the buttons above them.
  public var parts: PartList
  /// What has the keyboard.
  public var focus = Focus()

  /// Creates the scene on a stage.
  public init(_ stage: Stage) {
    parts = CurvesParts.list(on: stage) { stage in
      let parameters = stage.parameters
      var source = CurveSource(
        Source.title, CurveMotion(Source.projector(parameters)), unit: Source.unit)
      source.steps = parameters.settings(CurveSteps()).count
      return source
    }
    place(on: stage, at: .zero)
  }

  /// Places its parts on a stage.
  public mutating func place(on stage: Stage, at now: Instant) {
    CurvesParts.place(&parts, on: stage, at: now)
  }
}
