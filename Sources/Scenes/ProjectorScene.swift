public import Feel
public import Stage

/// A motion of your own for `ProjectorScene`: its names, its parameters, and its projector.
public protocol ProjectorSource: Sendable {
  /// The projector's type.
  associatedtype Shown: Projector & Hashable

  /// The scene's name on the command line and in files: lower case, words joined by hyphens.
  static var id: String { get }
  /// The title of its tab.
  static var title: String { get }
  /// The projector's parameters, none by default; keys have the form `curve.NAME`, like
  /// `curve.steps`, which every such scene has.
  static var parameters: [Parameter] { get }
  /// The unit of its values; points by default.
  static var unit: String { get }
  /// The projector for some parameters, which are within their ranges.
  static func projector(_ parameters: ParameterSet) -> Shown
}

extension ProjectorSource {
  /// None.
  public static var parameters: [Parameter] { [] }
  /// Points.
  public static var unit: String { "pt" }
}

/// Any projector as position and velocity over time, for reading, zooming, playing, copying and
/// saving as in Curves.
///
/// `Catalog([ProjectorScene<Wobble>.self])` shows the projector of a `Wobble: ProjectorSource`. It
/// queries the projector at any time from 0 to its duration, in any order and number.
public struct ProjectorScene<Source: ProjectorSource>: Scene {
  /// The id of the source.
  public static var id: String { Source.id }
  /// The title of the source.
  public static var title: String { Source.title }
  /// The hint of Curves.
  public static var hint: String { CurvesScene.hint }
  /// Not under test: a curve is only viewed.
  public static var isUnderTest: Bool { false }
  /// The source's parameters, and the number of steps in which the curve is copied and saved.
  public static var parameters: [Parameter] { Source.parameters + CurveSteps().parameters }

  /// The plots and the buttons above them.
  public var parts: PartList
  /// The focused part.
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

  /// Lays out its parts on a stage.
  public mutating func place(on stage: Stage, at now: Instant) {
    CurvesParts.place(&parts, on: stage, at: now)
  }
}
