internal import Feel
internal import FeelTrace

/// The laws of scrolling as parameters: every field of `ScrollPhysics`, law by law, each constant in its law's own unit.
///
/// One table of rows does it all: a row declares a parameter and says where in the laws it stands, by a key path that reads it off a preset and writes it into the laws that are used.
/// A new field is one more row. A new law is a case of its parts in `PhysicsParts.swift`, which the compiler asks for, and a row for each of its constants, under the condition that it is chosen. What has no row fails the test that looks through a preset's laws leaf by leaf.
public enum PhysicsParameters {
  /// The declarations, a choice before what depends on it.
  public static let all = rows.map(\.parameter)

  typealias Row = PhysicsRow

  static let rows =
    motion + pastTheEdge + edge + outside + release + landing + dragging + velocity + wheel

  private static let rowsByKey = Dictionary(
    uniqueKeysWithValues: rows.map { ($0.parameter.key, $0) })

  /// What laws say of a key, or `nil` for a key of something else.
  static func value(of key: String, in physics: ScrollPhysics) -> ParameterValue? {
    rowsByKey[key]?.read(physics)
  }

  /// Writes the value of a key into laws; a key of something else changes nothing.
  ///
  /// A choice is written before the constants of what it chooses. Of those of a law that is not chosen nothing is left,
  /// which is as it should be.
  static func write(_ value: ParameterValue, of key: String, to physics: inout ScrollPhysics) {
    rowsByKey[key]?.write(&physics, value)
  }

  // MARK: The table

  private typealias Place = PhysicsPlace

  private static func at<Value>(
    _ path: any WritableKeyPath<ScrollPhysics, Value> & Sendable
  ) -> Place<Value> {
    Place {
      $0[keyPath: path]
    } write: {
      $0[keyPath: path] = $1
    }
  }

  private static let motion: [Row] = {
    let group = "Motion"
    let isExponential = Parameter.Condition(
      "physics.decay", words([DecayParts.Law.exponential, .braked, .projection]))
    func measured(_ measure: DecelerationRate.Measure) -> Parameter.Condition {
      .init("physics.decay.measure", words([measure]))
    }
    func law(_ laws: DecayParts.Law...) -> Parameter.Condition {
      .init("physics.decay", words(laws))
    }
    func rule(_ rule: StopParts.Law) -> Parameter.Condition { .init("physics.stop", words([rule])) }
    return [
      Row.choice(
        "physics.decay", "Deceleration", at(\.decayParts.law), group: group,
        doc: "How a run loses its velocity."),
      Row.choice(
        "physics.decay.measure", "Given as", at(\.decayParts.rate.measure), group: group,
        title: "Deceleration, given as", where: isExponential,
        doc: "What the rate of deceleration is given by."),
      Row.number(
        "physics.decay.keptPerMillisecond", "Velocity kept", unit: "/ms", 0.9...0.9999,
        at(\.decayParts.rate.keptPerMillisecond), group: group,
        where: measured(.keptPerMillisecond),
        doc: "The share of its velocity that a run keeps each millisecond."),
      Row.number(
        "physics.decay.keptPerSecond", "Velocity kept", unit: "/s", 1e-6...0.905,
        at(\.decayParts.rate.keptPerSecond), group: group, where: measured(.keptPerSecond),
        doc: "The share of its velocity that a run keeps each second."),
      Row.number(
        "physics.decay.decayPerSecond", "Decay", unit: "/s", 0.1...110,
        at(\.decayParts.rate.decayPerSecond), group: group, where: measured(.decayPerSecond),
        doc: "k in e^(−kt), by which a run loses its velocity."),
      Row.number(
        "physics.decay.timeConstant", "Time constant", unit: "s", 0.009...10,
        at(\.decayParts.rate.timeConstant), group: group, where: measured(.timeConstant),
        doc: "The time in which a run's velocity falls to 37 %."),
      Row.number(
        "physics.decay.drift", "Drift", unit: "pt/s", 0...10_000, at(\.decayParts.drift),
        group: group, where: law(.braked), doc: "A steady velocity against the run."),
      Row.number(
        "physics.decay.braking", "Braking", unit: "pt/s²", 0...20_000, at(\.decayParts.braking),
        group: group, where: law(.braked), doc: "A steady deceleration besides the exponential."),
      Row.number(
        "physics.decay.friction", "Friction", 0.001...0.1, at(\.decayParts.friction), group: group,
        where: law(.power, .androidSpline), doc: "Android's friction of a fling."),
      Row.number(
        "physics.decay.inflexion", "Inflexion", 0.05...1, at(\.decayParts.inflexion), group: group,
        where: law(.power), doc: "Android's share of a fling at which its two tensions meet."),
      Row.number(
        "physics.decay.steadyBraking", "Braking", unit: "pt/s²", 50...20_000,
        at(\.decayParts.steadyBraking), group: group, where: law(.constant),
        doc: "What a run's speed loses each second."),
      Row.number(
        "physics.decay.curve.braking", "Braking", unit: "pt/s²", 50...20_000,
        at(\.decayParts.curve.braking), group: group, title: "Curve, braking",
        where: law(.bezier), doc: "The steady braking whose way a run leads."),
      Row.number(
        "physics.decay.curve.timeBraking", "Time's braking", unit: "pt/s²", 50...20_000,
        at(\.decayParts.curve.timeBraking), group: group, title: "Curve, time's braking",
        where: law(.bezier), doc: "The steady braking whose time a run takes."),
      Row.number(
        "physics.decay.curve.maximumDuration", "At most", unit: "s", 0.1...10,
        at(\.decayParts.curve.maximumDuration), group: group, title: "Curve, longest",
        where: law(.bezier), doc: "How long a run takes at most."),
      Row.number(
        "physics.decay.curve.limit", "Furthest", unit: "vp", 0.1...20,
        at(\.decayParts.curve.limit), group: group, title: "Curve, furthest",
        where: law(.bezier), doc: "How many viewport lengths a run leads at most."),
      Row.number(
        "physics.decay.curve.x1", "Curve x1", 0.01...1, at(\.decayParts.curve.x1), group: group,
        where: law(.bezier), doc: "x of the timing curve's first control point."),
      Row.number(
        "physics.decay.curve.x2", "Curve x2", 0...1, at(\.decayParts.curve.x2), group: group,
        where: law(.bezier), doc: "x of the timing curve's second control point."),
      Row.choice(
        "physics.stop", "Stops", at(\.stopParts.law), group: group,
        doc: "When a run has ended: at a speed, or when so little remains to where it tends."),
      Row.number(
        "physics.stop.speed", "Stop speed", unit: "pt/s", 0...200, at(\.stopParts.speed),
        group: group, where: rule(.speed),
        doc: "The speed at which a run ends; at 0, when nothing is left of its way."),
      Row.number(
        "physics.stop.pixelSpeed", "Stop speed", unit: "px/s", 0...200, at(\.stopParts.pixelSpeed),
        group: group, where: rule(.pixelSpeed),
        doc: "The speed in device pixels at which a run ends."),
      Row.number(
        "physics.stop.remaining", "Remaining", unit: "pt", 0...100, at(\.stopParts.remaining),
        group: group, where: rule(.remaining), doc: "What may be left of the way at its end."),
      Row.number(
        "physics.stop.remainingPixels", "Remaining", unit: "px", 0...100,
        at(\.stopParts.remainingPixels), group: group, where: rule(.remainingPixels),
        doc: "What may be left of the way at its end, in device pixels."),
    ]
  }()

  private static let dragging: [Row] = {
    let group = "Release velocity"
    let isOwn = Parameter.Condition("physics.drag.slop", words([SlopParts.Law.own]))
    return [
      Row.choice(
        "physics.drag.slop", "Slop", at(\.slopParts.law), group: group,
        doc: "How far a pointer may drift before it drags: as the control has it, or its own."),
      Row.number(
        "physics.drag.slop.mouse", "Mouse", unit: "pt", 0...60, at(\.slopParts.mouse),
        group: group, title: "Slop, mouse", where: isOwn, doc: "How far a mouse may drift."),
      Row.number(
        "physics.drag.slop.touch", "Finger", unit: "pt", 0...60, at(\.slopParts.touch),
        group: group, title: "Slop, finger", where: isOwn, doc: "How far a finger may drift."),
      Row.choice(
        "physics.drag.deduction", "Taken off", at(\.drag.deduction), group: group,
        title: "Drag, taken off",
        doc: "What of the travel does not move the content: the slop, nothing, or all up to the "
          + "sample before or after the one past the slop."),
      Row.number(
        "physics.drag.minimumFling", "Fling from", unit: "pt", 0...200,
        at(\.drag.minimumFlingTravel), group: group, title: "Drag, fling from",
        doc: "The least travel of the pointer with which a release flings."),
      Row.flag(
        "physics.drag.pastEdge", "Counts past edge", at(\.drag.countsTravelPastEdge), group: group,
        title: "Drag counts past the edge",
        doc: "Whether the pointer must come back as far as it went past an edge."),
    ]
  }()

  private static let pastTheEdge: [Row] = {
    let group = "Past the edge"
    func law(_ laws: BandParts.Law...) -> Parameter.Condition { .init("physics.band", words(laws)) }
    let glows = Parameter.Condition("physics.glow", words([GlowParts.Law.glow]))
    return [
      Row.choice(
        "physics.band", "Drag", at(\.bandParts.law), group: group, title: "Drag past the edge",
        doc: "How the content follows a drag past its end."),
      Row.number(
        "physics.band.coefficient", "Coefficient", 0.05...2, at(\.bandParts.coefficient),
        group: group, title: "Rubber band", where: law(.rubberBand, .fixedRubberBand),
        doc: "The share of a drag past the edge that is followed at first."),
      Row.number(
        "physics.band.length", "Length", unit: "pt", 1...1000, at(\.bandParts.length), group: group,
        title: "Rubber band, length", where: law(.fixedRubberBand),
        doc: "What shows past the edge at most."),
      Row.number(
        "physics.band.share", "Share", 0...1, at(\.bandParts.share), group: group,
        title: "Band, share", where: law(.linear),
        doc: "The share of a drag past the edge that is followed."),
      Row.limit(
        "physics.band.limit", "Limit", unit: "pt", 0...10_000, at(\.bandParts.limit), group: group,
        title: "Band, limit", where: law(.linear), doc: "What shows past the edge at most."),
      Row.number(
        "physics.band.reach", "Reach", 0.01...1, at(\.bandParts.reach), group: group,
        title: "Band, reach", where: law(.hyperbolic),
        doc: "What shows past the edge at most, as a share of the viewport."),
      Row.number(
        "physics.band.steepness", "Steepness", 0.1...10, at(\.bandParts.steepness), group: group,
        title: "Band, steepness", where: law(.hyperbolic),
        doc: "How soon it gets there: the share followed at first is the reach times this."),
      Row.number(
        "physics.band.fadingShare", "Share", 0.01...1, at(\.bandParts.fadingShare), group: group,
        title: "Band, share at first", where: law(.fading),
        doc: "The share of a drag past the edge that is followed at first; it fades further out."),
      Row.choice(
        "physics.glow", "Glow", at(\.glowParts.law), group: group,
        doc: "Whether an edge glows that the content cannot be moved past."),
      Row.number(
        "physics.glow.reach", "Reach", unit: "pt", 1...1000, at(\.glowParts.glow.reach),
        group: group, title: "Glow, reach", where: glows,
        doc: "The travel past the edge that gives the whole glow."),
    ] + Row.spring("physics.glow.spring", "Glow", at(\.glowParts.glow.spring), group, glows)
  }()

  private static let edge: [Row] = {
    let group = "At the edge"
    func law(_ law: EdgeParts.Law) -> Parameter.Condition { .init("physics.edge", words([law])) }
    return [
      Row.choice(
        "physics.edge", "Run", at(\.edgeParts.law), group: group, title: "Run into the edge",
        doc: "What happens when a run reaches the edge.")
    ]
      + Row.spring(
        "physics.edge.spring", "Edge spring", at(\.edgeParts.spring.spring), group, law(.spring))
      + [
        Row.number(
          "physics.edge.gain", "Gain", 0.05...5, at(\.edgeParts.spring.velocityGain), group: group,
          title: "Edge spring, gain", where: law(.spring),
          doc: "What the velocity is multiplied by before it goes into the spring."),
        Row.limit(
          "physics.edge.maximumVelocity", "Fastest", unit: "pt/s", 0...100_000,
          at(\.edgeParts.spring.maximumVelocity), group: group, title: "Edge spring, fastest",
          where: law(.spring), doc: "The greatest velocity that counts; the gain comes after it."),
        Row.limit(
          "physics.edge.maximumViewports", "Fastest by size", unit: "vp/s", 0...100,
          at(\.edgeParts.spring.maximumViewports), group: group,
          title: "Edge spring, fastest in viewports", where: law(.spring),
          doc:
            "The greatest velocity that counts, in viewport lengths a second; the gain comes after it."
        ),
        Row.number(
          "physics.edge.deceleration", "Deceleration", unit: "pt/s²", 100...20_000,
          at(\.edgeParts.deceleration), group: group, title: "Edge, deceleration",
          where: law(.ballistic), doc: "What stops the content past the edge, at least."),
        Row.number(
          "physics.edge.reach", "Reach", 0...2, at(\.edgeParts.reach), group: group,
          title: "Edge, reach", where: law(.ballistic),
          doc: "How far past the edge a run gets at most, as a share of the viewport."),
      ] + Row.curves("physics.edge.curves", "Edge", at(\.edgeParts.curves), group, law(.curves))
      + Row.overshoot(
        "physics.edge.overshoot", "Edge", at(\.edgeParts.overshoot), group, law(.overshoot))
  }()

  private static let outside: [Row] = {
    let group = "Let go outside"
    func law(_ laws: OutsideParts.Law...) -> Parameter.Condition {
      .init("physics.outside", words(laws))
    }
    return [
      Row.choice(
        "physics.outside", "Way back", at(\.outsideParts.law), group: group,
        title: "Let go outside",
        doc: "What takes back content let go past an edge; exponential is e^(−ωt).")
    ]
      + Row.spring(
        "physics.outside.spring", "Return spring", at(\.outsideParts.spring), group,
        law(.spring, .exponentialReturn, .edgeSpring))
      + [
        Row.number(
          "physics.outside.velocityShare", "Velocity share", 0...1,
          at(\.outsideParts.velocityShare),
          group: group, title: "Return, velocity share", where: law(.exponentialReturn),
          doc: "The share of the release velocity that the way back takes over."),
        Row.number(
          "physics.outside.gain", "Gain", 0.05...5, at(\.outsideParts.entry.velocityGain),
          group: group, title: "Return, gain", where: law(.edgeSpring),
          doc: "What the velocity is multiplied by before it goes into the spring."),
        Row.limit(
          "physics.outside.maximumVelocity", "Fastest", unit: "pt/s", 0...100_000,
          at(\.outsideParts.entry.maximumVelocity), group: group, title: "Return, fastest",
          where: law(.edgeSpring),
          doc: "The greatest velocity that counts; the gain comes after it."),
        Row.limit(
          "physics.outside.maximumViewports", "Fastest by size", unit: "vp/s", 0...100,
          at(\.outsideParts.entry.maximumViewports), group: group,
          title: "Return, fastest in viewports", where: law(.edgeSpring),
          doc:
            "The greatest velocity that counts, in viewport lengths a second; the gain comes after it."
        ),
        Row.number(
          "physics.outside.deceleration", "Deceleration", unit: "pt/s²", 100...20_000,
          at(\.outsideParts.deceleration), group: group, title: "Return, deceleration",
          where: law(.glide), doc: "How hard the content is pulled back."),
      ]
      + Row.curves(
        "physics.outside.curves", "Return", at(\.outsideParts.curves), group, law(.curves))
      + Row.overshoot(
        "physics.outside.overshoot", "Return", at(\.outsideParts.overshoot), group, law(.overshoot))
      + [
        Row.flag(
          "physics.outside.pointerVelocity", "Pointer's velocity", at(\.releasesPointerVelocity),
          group: group, title: "Return with the pointer's velocity",
          doc: "Whether content let go outside has the pointer's whole velocity, not the share "
            + "that the band lets through."),
        Row.choice(
          "physics.inward", "Thrown in", at(\.inwardThrow), group: group,
          title: "Thrown back in",
          doc:
            "Content thrown back in runs on from the edge, returns and rests there, or runs at once."
        ),
      ]
  }()

  private static let release: [Row] = {
    let group = "Release"
    func adds(_ law: AccumulationParts.Law) -> Parameter.Condition {
      .init("physics.momentum", words([law]))
    }
    let turns = Parameter.Condition("physics.paging", words([PagingParts.Law.pages]))
    return [
      Row.limit(
        "physics.velocity.maximum", "Fastest", unit: "pt/s", 0...100_000, at(\.maximumVelocity),
        group: group, title: "Fastest release",
        doc: "The greatest velocity that a release takes over."),
      Row.number(
        "physics.velocity.minimum", "Slowest", unit: "pt/s", 0...2000, at(\.minimumVelocity),
        group: group, title: "Slowest release", doc: "The least velocity that counts as any."),
      Row.number(
        "physics.travel.minimum", "Least travel", unit: "pt", 0...500, at(\.minimumTravel),
        group: group, doc: "A run whose predicted way is shorter is none."),
      Row.number(
        "physics.duration.minimum", "Least time", unit: "s", 0...2, at(\.minimumDuration),
        group: group, doc: "A run that would end sooner is none."),
      Row.number(
        "physics.velocity.gain", "Gain", 0...5, at(\.velocityGain), group: group,
        title: "Release, gain", doc: "What the pointer's velocity is multiplied by."),
      Row.choice(
        "physics.momentum", "Momentum", at(\.accumulationParts.law), group: group,
        doc: "What a second flick in the same direction adds: nothing, part of the velocity that "
          + "was caught, what the first would have left by a share, or all it set out with."),
      Row.number(
        "physics.momentum.floor", "Floor", 0...0.9, at(\.accumulationParts.floor), group: group,
        title: "Momentum, floor", where: adds(.proportional),
        doc: "A flick slower than this share of what is left adds nothing."),
      Row.number(
        "physics.momentum.ceiling", "Ceiling", 1...5, at(\.accumulationParts.ceiling),
        group: group, title: "Momentum, ceiling", where: adds(.proportional),
        doc: "A flick at this share of what is left adds all of it."),
      Row.number(
        "physics.momentum.maximum", "At most", 0...20, at(\.accumulationParts.maximum),
        group: group, title: "Momentum, at most", where: adds(.proportional),
        doc: "How many times what is left a flick adds at most."),
      Row.number(
        "physics.momentum.slowest", "Slowest", unit: "pt/s", 0...5000,
        at(\.accumulationParts.slowest), group: group, title: "Momentum, slowest",
        where: adds(.sum), doc: "The velocity that both flicks must have."),
      Row.number(
        "physics.momentum.pause", "Pause", unit: "s", 0...1, at(\.accumulationParts.pause),
        group: group, title: "Momentum, pause", where: adds(.sum),
        doc: "How soon after the press the second drag must begin."),
      Row.choice(
        "physics.paging", "Pages", at(\.pagingParts.law), group: group,
        doc: "Whether a release goes to a page of the viewport's length."),
      Row.number(
        "physics.paging.threshold", "Turns from", unit: "pt/s", 0...5000,
        at(\.pagingParts.rule.threshold), group: group, title: "Pages, turned from",
        where: turns, doc: "Up to this speed a release goes to the nearest page."),
      Row.number(
        "physics.paging.reach", "Reach", 0.01...5, at(\.pagingParts.rule.reach), group: group,
        title: "Pages, reach", where: turns,
        doc: "How many pages a point per millisecond leads."),
      Row.number(
        "physics.paging.bend", "Bend", 0...5, at(\.pagingParts.rule.bend), group: group,
        title: "Pages, bend", where: turns, doc: "How the reach grows beyond the knee."),
      Row.number(
        "physics.paging.knee", "Knee", unit: "pt/s", 0...20_000, at(\.pagingParts.rule.knee),
        group: group, title: "Pages, knee", where: turns,
        doc: "The speed beyond which the reach grows."),
      Row.flag(
        "physics.paging.velocity", "Keeps velocity", at(\.pagingParts.rule.keepsVelocity),
        group: group, title: "Pages, keep velocity", where: turns,
        doc: "Whether the turn sets out with the release velocity, or from rest."),
    ]
  }()

  private static let landing: [Row] = {
    let group = "Landing"
    return Row.spring("physics.landing.spring", "Landing spring", at(\.landingSpring), group, nil)
      + [
        Row.choice(
          "physics.landing.pixels", "On pixels", at(\.pixelLanding), group: group,
          title: "Landing on pixels",
          doc: "How a run comes to rest on a whole device pixel: bent to it, rounded, or not."),
        Row.number(
          "physics.landing.threshold", "At rest", unit: "px", 0.01...10, at(\.restThresholdPixels),
          group: group, title: "Landing, at rest",
          doc: "How near its rest the content counts as there, in device pixels."),
      ]
  }()

  private static let velocity: [Row] = {
    let group = "Release velocity"
    return [
      Row.choice(
        "physics.estimator", "Estimator", at(\.velocity.estimator), group: group,
        doc: "How the release velocity is read off the pointer's last samples. A parabola (lsq2) "
          + "throws content back where a fast finger rests for less than 0.1 s; uikit does not."),
      Row.number(
        "physics.estimator.window", "Window", unit: "s", 0.01...1, at(\.velocity.window),
        group: group,
        doc: "How far back from the newest sample or the release the estimator looks."),
      Row.flag(
        "physics.estimator.fromRelease", "From release", at(\.velocity.windowEndsAtRelease),
        group: group, title: "Window from the release",
        doc: "Whether the window ends at the release, not at the newest sample."),
      Row.flag(
        "physics.estimator.before", "One before", at(\.velocity.reachesBeforeWindow),
        group: group, title: "One before the window",
        doc: "Whether the newest sample older than the window counts too."),
      Row.integer(
        "physics.estimator.cap", "Samples", 2...64, at(\.velocity.cap), group: group,
        doc: "How many samples the estimator takes at most."),
      Row.integer(
        "physics.estimator.minimumSamples", "Least samples", 2...64, at(\.velocity.minimumSamples),
        group: group,
        doc: "With fewer samples there is no velocity: 3 where a single pair is not to fling."),
      Row.number(
        "physics.estimator.spacing", "Spacing", unit: "s", 0...0.02, at(\.velocity.minimumSpacing),
        group: group,
        doc:
          "How far apart samples are to count both, where lsq2, impulse, uikit or mean-pairs reads them."
      ),
      Row.limit(
        "physics.estimator.gap", "Gap", unit: "s", 0.001...0.5, at(\.velocity.gap), group: group,
        doc: "A rest so long between two samples cuts off what was before it."),
      Row.limit(
        "physics.estimator.releaseGap", "Hold", unit: "s", 0.001...0.5, at(\.velocity.releaseGap),
        group: group, doc: "A rest so long before the release leaves no velocity."),
      Row.flag(
        "physics.estimator.release", "Counts release", at(\.velocity.countsRelease), group: group,
        doc: "Whether the release counts as a sample, at the place of the newest."),
      Row.choice(
        "physics.estimator.press", "Counts press", at(\.velocity.press), group: group,
        doc: "Whether the press counts as a sample: where there are few others, always, or never."),
      Row.flag(
        "physics.estimator.wholePoints", "Whole points", at(\.velocity.countsWholePoints),
        group: group, doc: "Whether places count in whole points only, cut down."),
      Row.number(
        "physics.estimator.grouping", "Grouping", unit: "s", 0...0.05,
        at(\.velocity.grouping), group: group,
        doc: "Samples that come sooner after the first of a group replace each other: for the "
          + "beginning of a drag, and in the mean of pairs."),
      Row.number(
        "physics.estimator.smoothing", "Smoothing", 0...1, at(\.velocity.smoothing),
        group: group,
        doc: "How much of a new pair's velocity counts in the mean of pairs; the rest is that of "
          + "the pairs before."),
      Row.limit(
        "physics.estimator.pairLimit", "Pair at most", unit: "pt/s", 0...100_000,
        at(\.velocity.pairLimit), group: group,
        doc: "The greatest speed that a pair counts with in the mean of pairs."),
    ]
  }()

  private static let wheel: [Row] = {
    let group = "Wheel"
    func goes(_ by: WheelParts.Smoothing) -> Parameter.Condition {
      .init("physics.wheel.smoothing", words([by]))
    }
    let inPoints = Parameter.Condition("physics.wheel", words([WheelParts.Notch.points]))
    return [
      Row.choice(
        "physics.wheel", "Notch by", at(\.wheelParts.notch), group: group,
        doc: "What a notch's way is measured by: points, or the viewport's length to the ⅔."),
      Row.number(
        "physics.wheel.notch", "Notch", unit: "pt", 1...1000, at(\.wheelParts.points),
        group: group, where: inPoints, doc: "How far a notch scrolls."),
      Row.choice(
        "physics.wheel.smoothing", "Goes by", at(\.wheelParts.smoothing), group: group,
        title: "Wheel goes by",
        doc: "How the content gets there: at once, by a spring, or by an ease."),
      Row.number(
        "physics.wheel.duration", "Duration", unit: "s", 0.01...2, at(\.wheelParts.duration),
        group: group, title: "Wheel, duration", where: goes(.spring),
        doc: "How long it takes from rest, about."),
      Row.number(
        "physics.wheel.shortDuration", "For short ways", unit: "s", 0.01...2,
        at(\.wheelParts.ease.duration), group: group, title: "Wheel, for short ways",
        where: goes(.ease), doc: "How long the ease takes for short ways."),
      Row.number(
        "physics.wheel.longDuration", "For long ways", unit: "s", 0.01...2,
        at(\.wheelParts.ease.longDuration), group: group, title: "Wheel, for long ways",
        where: goes(.ease), doc: "How long the ease takes for long ways."),
      Row.number(
        "physics.wheel.shortWay", "Short way", unit: "pt", 0...5000,
        at(\.wheelParts.ease.shortWay), group: group, title: "Wheel, short way",
        where: goes(.ease), doc: "Up to this way the ease takes the time of short ways."),
      Row.number(
        "physics.wheel.longWay", "Long way", unit: "pt", 0...5000,
        at(\.wheelParts.ease.longWay), group: group, title: "Wheel, long way",
        where: goes(.ease), doc: "From this way on the ease takes that of long ways."),
      Row.choice(
        "physics.wheel.departure", "Sets out", at(\.wheelParts.ease.departure), group: group,
        title: "Wheel sets out", where: goes(.ease),
        doc: "How the ease takes over a velocity: its first point keeps its time, or its distance."
      ),
      Row.number(
        "physics.wheel.start", "First point", 0.01...1, at(\.wheelParts.ease.start),
        group: group, title: "Wheel, first point", where: goes(.ease),
        doc: "How far the ease's first control point lies from its beginning."),
      Row.number(
        "physics.wheel.arrival", "Second point", 0...1, at(\.wheelParts.ease.arrival),
        group: group, title: "Wheel, second point", where: goes(.ease),
        doc: "How far the ease's second control point lies from its end."),
    ]
  }()

  private static func words<Word: RawRepresentable>(_ words: [Word]) -> [String]
  where Word.RawValue == String {
    words.map(\.rawValue)
  }
}
