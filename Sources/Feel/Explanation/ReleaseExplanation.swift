/// Explains where released content comes to rest: every step from the pointer's samples to the
/// rest, with its numbers.
///
/// They are the very numbers with which the control plans the release. Positions are content
/// offsets in points, velocities points per second, positive for a growing offset; a pager's strip
/// measures positions from its first page.
public struct ReleaseExplanation: Hashable, Sendable {
  /// Where a run would lead without edges, snap points and device pixels.
  public struct Projection: Hashable, Sendable {
    /// The asymptote, without a stop rule.
    public let tends: Double
    /// The stop.
    public let stops: Double
  }

  /// The rule that decided the target of a release.
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    /// The target nearest to where the run would come to rest.
    case nearest
    /// A flick goes at least to the next target in its direction.
    case atLeastNext = "at-least-next"
    /// A release goes no further than the adjacent target.
    case atMostNext = "at-most-next"
    /// There is no target beyond the edge.
    case pastEdge = "past-edge"
  }

  /// How a pager's rule finds the page to turn to: `aim` = `start` + (`travel` +
  /// `momentum`)/`length`, in slots on its strip.
  public struct PageTurn: Hashable, Sendable {
    /// The rule; `nil` for a release without a drag, which goes to the nearest page.
    public let rule: Pager.TurnRule?
    /// The origin: the page where the drag began for `predictedEnd`, otherwise the strip's
    /// position.
    public let start: Double
    /// The pointer's travel as counted, in points: twice the travel for `predictedEnd`, otherwise
    /// 0, because the strip has already followed it.
    public let travel: Double
    /// The contribution of the velocity, in points.
    public let momentum: Double
    /// The length per page, in points: the viewport's width, or the distance from one page to the
    /// next.
    public let length: Double

    /// The position aimed at, in slots.
    public var aim: Double { start + (travel + momentum) / length }
  }

  /// The kind of target.
  public enum Item: String, Hashable, Sendable, CaseIterable {
    /// The cards of a carousel.
    case card
    /// The pages of a pager, or of content with paging.
    case page
  }

  /// A possible target.
  public struct Candidate: Hashable, Sendable {
    /// Its number: a card's or a page's, from 0.
    public let index: Int
    /// Its position.
    public let place: Double
  }

  /// The smallest change of velocity that would have led to another target.
  public struct Margin: Hashable, Sendable {
    /// The number of the other target.
    public let index: Int
    /// The change of the release velocity, in points per second: any more leads to the other
    /// target.
    public let velocity: Double
    /// The change of the distance that the run would lead with that velocity, in points.
    public let distance: Double
  }

  /// The choice of a target.
  public struct Choice: Hashable, Sendable {
    /// The kind of targets.
    public let item: Item
    /// The number of the chosen target.
    public let index: Int
    /// The rule that decided it.
    public let rule: Rule
    /// The derivation in a pager; `nil` for other controls.
    public let turn: PageTurn?
    /// Where the run would lead if there were no targets, edges and device pixels included: the
    /// targets are compared with this.
    public fileprivate(set) var aim: Double
    /// The deciding velocity: the pointer's for a pager's turn, otherwise the release velocity.
    public let velocity: Double
    /// The targets near it, in order; the nearer of two neighbours changes at their midpoint.
    public fileprivate(set) var candidates: [Candidate]
    /// The smallest changes that would lead to an earlier and to a later target, if such a target
    /// exists and a velocity up to 100,000 points per second leads there.
    public let margins: [Margin]

    /// The midpoints between adjacent targets, in order.
    public var midpoints: [Double] {
      zip(candidates, candidates.dropFirst()).filter { $0.index + 1 == $1.index }
        .map { ($0.place + $1.place) / 2 }
    }
  }

  /// A segment of the motion: one law over a time interval.
  public struct Piece: Hashable, Sendable {
    /// The law, in the unit of the control: points, or pages of a pager's strip.
    public let law: Motion
    /// The content's phase during the segment.
    public let phase: ScrollMotion.Phase
    /// Its start and end, in seconds since the release.
    public let time: ClosedRange<Double>
    /// The state at its start.
    public let start: MotionState
    /// The state just before its end.
    public let end: MotionState
  }

  /// The time of the release.
  public let time: Instant
  /// The axis along which the content scrolls.
  public let axis: DragAxis
  /// The pointer's samples, used and ignored, and the velocity estimated from them.
  public let estimate: VelocityEstimate
  /// The settings of that estimate.
  public let settings: VelocityTracker.Settings
  /// From the estimate to the initial velocity of the motion.
  public let velocity: ReleaseVelocity
  /// The content's position at the release.
  public private(set) var offset: Double
  /// Where a free run would lead.
  public private(set) var projection: Projection
  /// The chosen target; `nil` if there are none.
  public private(set) var choice: Choice?
  /// The segments of the motion.
  public private(set) var pieces: [Piece]
  /// The content's rest position.
  public private(set) var rest: Double
  /// The time from the release to the rest, in seconds.
  public let duration: Double

  /// The explanation with positions relative to `origin` instead of the content's start, in points;
  /// the laws of the pieces stay in the control's unit.
  public func counted(from origin: Double) -> ReleaseExplanation {
    func moved(_ state: MotionState) -> MotionState {
      MotionState(value: state.value - origin, velocity: state.velocity)
    }
    var counted = self
    counted.offset -= origin
    counted.projection = Projection(
      tends: projection.tends - origin, stops: projection.stops - origin)
    counted.choice?.aim -= origin
    counted.choice?.candidates =
      choice?.candidates.map { Candidate(index: $0.index, place: $0.place - origin) } ?? []
    counted.pieces = pieces.map {
      Piece(law: $0.law, phase: $0.phase, time: $0.time, start: moved($0.start), end: moved($0.end))
    }
    counted.rest -= origin
    return counted
  }

  /// Explains a release as planned by a control.
  init(
    _ release: Release, _ projection: Projection, _ choice: Choice?, _ motion: ScrollMotion,
    _ unit: PlaceUnit
  ) {
    (time, axis) = (release.time, release.axis)
    (estimate, settings) = (release.estimate, release.settings)
    velocity = release.velocity
    offset = unit.place(release.offset)
    self.projection = Projection(
      tends: unit.place(projection.tends), stops: unit.place(projection.stops))
    self.choice = choice
    pieces = Self.pieces(of: motion, unit)
    rest = unit.place(motion.restPosition)
    duration = motion.duration
  }

  private static func pieces(of motion: ScrollMotion, _ unit: PlaceUnit) -> [Piece] {
    let sequence = motion.sequence
    return (0..<sequence.count).map { index in
      let isLast = index == sequence.count - 1
      let start = sequence.startTime(of: index)
      let end = isLast ? sequence.duration : sequence.startTime(of: index + 1)
      let law = sequence[index]
      let first = law.state(at: 0)
      let last = MotionState(
        value: isLast ? sequence.finalValue : sequence.value(before: index + 1),
        velocity: isLast ? sequence.finalVelocity : sequence.velocity(before: index + 1))
      func inPoints(_ state: MotionState) -> MotionState {
        MotionState(value: unit.place(state.value), velocity: state.velocity * unit.points)
      }
      return Piece(
        law: law, phase: motion.phase(at: start), time: start...end, start: inPoints(first),
        end: inPoints(last))
    }
  }
}

/// The input of an explanation: the offset in the unit of the moving axis, the velocity in points
/// per second.
struct Release {
  let time: Instant
  let axis: DragAxis
  let estimate: VelocityEstimate
  let settings: VelocityTracker.Settings
  let velocity: ReleaseVelocity
  let offset: Double

  init(
    of drag: ContentDrag, along axis: DragAxis, at time: Instant, velocity: ReleaseVelocity,
    offset: Double
  ) {
    (self.time, self.axis, estimate) = (time, axis, drag.tracker.estimate(at: time))
    settings = drag.tracker.settings
    (self.velocity, self.offset) = (velocity, offset)
  }
}

/// Points of content offset per unit of an axis, and the axis's zero in that offset.
struct PlaceUnit {
  var points = 1.0
  var origin = 0.0

  func place(_ value: Double) -> Double { value * points - origin }
}
