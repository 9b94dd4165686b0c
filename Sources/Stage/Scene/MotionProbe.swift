public import Feel

/// What can be asked about the motion of a part at a moment; each answer is worked out only when it
/// is asked for.
///
/// A part answers `probe(at:)` with one if it has a motion to watch. Whatever a motion does not
/// have is left to the defaults.
public protocol MotionProbe {
  /// What the motion is doing: the reading's state, which is asked for with every report of a
  /// pointer.
  var state: ControlState { get }
  /// The motion in numbers and words; while a hand holds the part it rests where it is, for a
  /// release is asked of a copy.
  var reading: MotionReading { get }
  /// What moves, or what would move at the fixed place under which content goes; where it is at the
  /// moment.
  var shape: MovingShape? { get }
  /// What the motion meets.
  var limits: MotionLimits? { get }
  /// The outlines of what moves, the one that matters most first: how another set of parameters is
  /// compared with the one shown.
  var outlines: [MovingShape] { get }
  /// What a release would make of the pointer's samples, while a press holds the part.
  var releaseEstimate: VelocityEstimate? { get }
  /// Whether it moves by itself for show, as a video that plays: no take waits for its end.
  var isForShow: Bool { get }
  /// Since when it rests, where that is known only some time later: nobody tells of another
  /// program's content that it will not move on.
  var restedSince: Instant? { get }
  /// Where another program has the content, in the reading's unit, whatever is shown as the
  /// content.
  var observedPosition: Double? { get }
  /// The moment of the screen recording that it was measured in, and where that is shown.
  var clip: ClipMoment? { get }
  /// Why the release that a sample is comes to rest where it does, while a press holds the part.
  func explanation(of sample: PointerSample) -> ReleaseExplanation?
  /// The places that the release which a sample is chooses from, and how, while a press holds the
  /// part.
  func choices(of sample: PointerSample) -> ReleaseChoices?
  /// Draws this part with the other set of parameters behind the one shown, of the same scene, and
  /// says of both what comes of the hand; answers whether no outlines are needed besides.
  func drawOther(
    behind shown: any Part, _ sets: ComparedSets, into canvas: inout Canvas
  ) -> Bool
  /// Draws where the part that is shown, which this probe is of, will land by its reading, in the
  /// part's own way; answers whether it does, so that no mark stands there. Where two sets are
  /// compared, `drawOther` has said it already.
  func drawLanding(
    _ reading: MotionReading, of part: any Part, isCompared: Bool, into canvas: inout Canvas
  ) -> Bool
  /// Draws where the part was in the last moments on a scale of its own; answers whether it does,
  /// so that nothing is drawn over what moves. A trail says how far from where it is, in points on
  /// the stage, and how strong that is drawn, 0…1.
  func drawTrail(
    _ trail: [(way: Vector, opacity: Double)], of part: any Part, into canvas: inout Canvas
  ) -> Bool
  /// Draws over the same part with other parameters what outlines cannot say.
  func drawGhost(over shown: any Part, into canvas: inout Canvas)
}

extension MotionProbe {
  /// Nothing that could leave ghosts.
  public var shape: MovingShape? { nil }
  /// Nothing is known of any limits.
  public var limits: MotionLimits? { nil }
  /// No outlines.
  public var outlines: [MovingShape] { [] }
  /// In earnest.
  public var isForShow: Bool { false }
  /// As is seen at the time.
  public var restedSince: Instant? { nil }
  /// It is no other program's.
  public var observedPosition: Double? { nil }
  /// It was measured in none.
  public var clip: ClipMoment? { nil }
  /// No samples.
  public var releaseEstimate: VelocityEstimate? { nil }
  /// Nothing that is let go and chooses where to rest.
  public func explanation(of sample: PointerSample) -> ReleaseExplanation? { nil }
  /// Nothing to choose from.
  public func choices(of sample: PointerSample) -> ReleaseChoices? { nil }
  /// Outlines are enough.
  public func drawOther(
    behind shown: any Part, _ sets: ComparedSets, into canvas: inout Canvas
  ) -> Bool {
    false
  }
  /// A mark is enough.
  public func drawLanding(
    _ reading: MotionReading, of part: any Part, isCompared: Bool, into canvas: inout Canvas
  ) -> Bool {
    false
  }
  /// It has no scale.
  public func drawTrail(
    _ trail: [(way: Vector, opacity: Double)], of part: any Part, into canvas: inout Canvas
  ) -> Bool {
    false
  }
  /// The outlines say it all.
  public func drawGhost(over shown: any Part, into canvas: inout Canvas) {}
}

/// Two sets of parameters on one stage: what each is called, and which of them is shown.
public struct ComparedSets: Hashable, Sendable {
  /// Whether set B is shown, and set A behind it.
  public let isFlipped: Bool
  /// What the set that is shown is called, and the other one.
  public let shown, other: String
}
