/// Why content that is let go comes to rest where it does: every step from the pointer's samples to
/// the rest, with its numbers.
///
/// They are the numbers by which the control itself plans the release, not others like them. Places
/// are content offsets in points, velocities points per second, positive for a growing offset; a
/// pager's strip counts its pages from the first.
public struct ReleaseExplanation: Hashable, Sendable {
  /// Where a run would lead without edges, snap points and device pixels.
  public struct Projection: Hashable, Sendable {
    /// Where it would tend to, had it no stop.
    public let tends: Double
    /// Where it would stop.
    public let stops: Double
  }

  /// What decided which place a release goes to.
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    /// The place nearest to where the run would rest.
    case nearest
    /// A release in a direction goes at least to the next place there.
    case atLeastNext = "at-least-next"
    /// A release goes no further than one place.
    case atMostNext = "at-most-next"
    /// There is no place beyond the edge.
    case pastEdge = "past-edge"
  }

  /// Where a pager's rule looks for the page to turn to: `aim` = `start` + (`travel` +
  /// `momentum`)/`length`, in places on its strip.
  public struct Turn: Hashable, Sendable {
    /// The rule; `nil` where nothing was dragged, so that the nearest page is gone to.
    public let rule: Pager.TurnRule?
    /// Where it counts from: the page that the drag began on for `predictedEnd`, else where the
    /// strip is.
    public let start: Double
    /// What it counts of the pointer's travel, in points: twice the travel for `predictedEnd`, else
    /// none, since the strip has followed it.
    public let travel: Double
    /// What it adds for the velocity, in points.
    public let momentum: Double
    /// What it takes for a page, in points: the viewport's width, or the way from one page to the
    /// next.
    public let length: Double

    /// Where it looks.
    public var aim: Double { start + (travel + momentum) / length }
  }

  /// What there is to rest on.
  public enum Item: String, Hashable, Sendable, CaseIterable {
    /// The cards of a carousel.
    case card
    /// The pages of a pager, or those that content rests on by its laws.
    case page
  }

  /// A place to rest on.
  public struct Candidate: Hashable, Sendable {
    /// Its number: a card's or a page's, from 0.
    public let index: Int
    /// Where it is.
    public let place: Double
  }

  /// How little it would have taken to rest on another place.
  public struct Margin: Hashable, Sendable {
    /// The number of the other place.
    public let index: Int
    /// What the release velocity would have had to be more or less, in points per second: with any
    /// more of it the other place is chosen.
    public let velocity: Double
    /// How much further or less far the run would have led by then, in points.
    public let distance: Double
  }

  /// Which of several places a release goes to.
  public struct Choice: Hashable, Sendable {
    /// What is chosen from.
    public let item: Item
    /// The number of the place.
    public let index: Int
    /// What decided it.
    public let rule: Rule
    /// How a pager found it; `nil` for what is no pager's page.
    public let turn: Turn?
    /// Where the run would lead were there no places to choose from, edges and device pixels
    /// included: what the places are held against.
    public fileprivate(set) var aim: Double
    /// The velocity by which it is chosen: the pointer's where a pager turns, else that of the
    /// release.
    public let velocity: Double
    /// The places near it, in order; between two that follow each other the nearer one is found at
    /// the midpoint.
    public fileprivate(set) var candidates: [Candidate]
    /// How little it would have taken to rest before it and after it, as far as there is another
    /// place and a velocity up to a hundred thousand points per second that leads there.
    public let margins: [Margin]

    /// Where the places that are neighbours meet, in order.
    public var midpoints: [Double] {
      zip(candidates, candidates.dropFirst()).filter { $0.index + 1 == $1.index }
        .map { ($0.place + $1.place) / 2 }
    }
  }

  /// A piece of the motion: one law from a time to another.
  public struct Piece: Hashable, Sendable {
    /// The law, in the unit of the control: points, or pages of a pager's strip.
    public let law: Motion
    /// What the content does meanwhile.
    public let phase: ScrollMotion.Phase
    /// When it takes over and when it ends, in seconds since the release.
    public let time: ClosedRange<Double>
    /// Where it begins, and how fast.
    public let start: MotionState
    /// Where it ends, and how fast: just before it does.
    public let end: MotionState
  }

  /// When it is let go.
  public let time: Instant
  /// Which way the content scrolls.
  public let axis: DragAxis
  /// The pointer's samples, used and dropped, and the velocity read off them.
  public let estimate: VelocityEstimate
  /// How it was read off them.
  public let settings: VelocityTracker.Settings
  /// From that velocity to the one that the motion sets out with.
  public let velocity: ReleaseVelocity
  /// Where the content is let go.
  public private(set) var offset: Double
  /// Where a free run would lead.
  public private(set) var projection: Projection
  /// Which place it goes to; `nil` where there are none to choose from.
  public private(set) var choice: Choice?
  /// The motion, piece by piece.
  public private(set) var pieces: [Piece]
  /// Where the content comes to rest.
  public private(set) var rest: Double
  /// How long after the release, in seconds.
  public let duration: Double

  /// The same with places counted from another than the content's beginning, in points; the laws of
  /// the pieces stay in the control's unit.
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

  /// Explains a release that a control has planned.
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

/// A release in the making: where it begins, in the unit of the axis that moves, and how fast, in
/// points per second.
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

/// What a control's own unit is worth, and where its zero is, in points of the content's offset.
struct PlaceUnit {
  var points = 1.0
  var origin = 0.0

  func place(_ value: Double) -> Double { value * points - origin }
}
