public import Feel

/// The queries about a part's motion at a moment; each answer is computed on demand.
///
/// A part with a motion to watch returns one from `probe(at:)`; anything the motion lacks is left
/// to the defaults.
public protocol MotionProbe {
  /// The state of the motion; same as the reading's, but queried on every pointer report.
  var state: ControlState { get }
  /// The motion in numbers and words; while a hand holds the part, it rests where it is, and
  /// predictions come from a released copy.
  var reading: MotionReading { get }
  /// The moving shape at the moment or, for scrolling content, the fixed shape under which it
  /// moves.
  var shape: MovingShape? { get }
  /// The limits of the motion.
  var limits: MotionLimits? { get }
  /// The outlines of what moves, most important first, for comparing another set of parameters with
  /// the shown one.
  var outlines: [MovingShape] { get }
  /// The velocity estimate of a release, while a press holds the part.
  var releaseEstimate: VelocityEstimate? { get }
  /// Whether the motion is only for show, as a playing video, so that no take waits for its end.
  var isForShow: Bool { get }
  /// Whether there is a motion yet: another program has none before its first frame, and a preset
  /// beside a clip none before its release.
  var hasBegun: Bool { get }
  /// When the rest began, if that is known only later: another program does not report that its
  /// content has come to rest.
  var restedSince: Instant? { get }
  /// The content's position in the observed program, in the reading's unit, whichever content is
  /// shown.
  var observedPosition: Double? { get }
  /// The frame of the screen recording it was measured in, and where that is shown.
  var clip: ClipMoment? { get }
  /// Explains where a release by this sample comes to rest, while a press holds the part.
  func explanation(of sample: PointerSample) -> ReleaseExplanation?
  /// The places that a release by this sample chooses from, and its rule, while a press holds the
  /// part.
  func choices(of sample: PointerSample) -> ReleaseChoices?
  /// Draws this part, with the other set of parameters, behind the shown part, and labels the
  /// outcome of the gesture in both; returns whether outlines are not needed.
  func drawOther(
    behind shown: any Part, _ sets: ComparedSets, into canvas: inout Canvas
  ) -> Bool
  /// Draws in the part's own way where the shown part, which this probe is of, will land by its
  /// reading; returns whether it did, so that no mark is drawn. While two sets are compared,
  /// `drawOther` has already done so.
  func drawLanding(
    _ reading: MotionReading, of part: any Part, isCompared: Bool, into canvas: inout Canvas
  ) -> Bool
  /// Draws the part's recent positions on a scale of its own; returns whether it did, so that no
  /// ghosts are drawn. Each trail entry holds the offset from the current position, in points on
  /// the stage, and an opacity, 0…1.
  func drawTrail(
    _ trail: [(way: Vector, opacity: Double)], of part: any Part, into canvas: inout Canvas
  ) -> Bool
  /// Draws over the same part with other parameters what outlines cannot show.
  func drawGhost(over shown: any Part, into canvas: inout Canvas)
}

extension MotionProbe {
  /// No shape, hence no ghosts.
  public var shape: MovingShape? { nil }
  /// No known limits.
  public var limits: MotionLimits? { nil }
  /// No outlines.
  public var outlines: [MovingShape] { [] }
  /// Not for show.
  public var isForShow: Bool { false }
  /// It has a motion.
  public var hasBegun: Bool { true }
  /// Known at once.
  public var restedSince: Instant? { nil }
  /// Not an observed program.
  public var observedPosition: Double? { nil }
  /// Not measured in a clip.
  public var clip: ClipMoment? { nil }
  /// No samples.
  public var releaseEstimate: VelocityEstimate? { nil }
  /// Nothing to explain.
  public func explanation(of sample: PointerSample) -> ReleaseExplanation? { nil }
  /// Nothing to choose from.
  public func choices(of sample: PointerSample) -> ReleaseChoices? { nil }
  /// Outlines are sufficient.
  public func drawOther(
    behind shown: any Part, _ sets: ComparedSets, into canvas: inout Canvas
  ) -> Bool {
    false
  }
  /// A mark is sufficient.
  public func drawLanding(
    _ reading: MotionReading, of part: any Part, isCompared: Bool, into canvas: inout Canvas
  ) -> Bool {
    false
  }
  /// No scale of its own.
  public func drawTrail(
    _ trail: [(way: Vector, opacity: Double)], of part: any Part, into canvas: inout Canvas
  ) -> Bool {
    false
  }
  /// Outlines are sufficient.
  public func drawGhost(over shown: any Part, into canvas: inout Canvas) {}
}

/// The names of two sets of parameters on one stage, and which of them is shown.
public struct ComparedSets: Hashable, Sendable {
  /// Whether set B is shown, and set A behind it.
  public let isFlipped: Bool
  /// The name of the shown set, and of the other one.
  public let shown, other: String
}
