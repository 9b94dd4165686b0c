/// The possible targets of a release, and the control's own rule for choosing among them, which can
/// be evaluated for any velocity.
///
/// It captures the control just before the release, which is up to the caller.
public struct ReleaseChoices {
  /// The outcome for a velocity, in the unit of the axis.
  struct Answer {
    let index: Int
    let rule: ReleaseExplanation.Rule
    /// Where the run would lead if there were no targets.
    let aim: Double
  }

  /// A range of velocities that lead to one target.
  public struct Stretch: Hashable, Sendable {
    /// The target's number: a card's or a page's, from 0.
    public let index: Int
    /// The velocities, in points per second.
    public let velocities: ClosedRange<Double>
  }

  /// The kind of targets.
  public let item: ReleaseExplanation.Item
  /// The velocity that decides the release, in points per second.
  public let velocity: Double
  /// The number of targets.
  let count: Int
  /// The position of a target, in the unit of the axis.
  let place: (Int) -> Double
  /// The target nearest to a position, in the unit of the axis.
  let nearest: (Double) -> Int
  /// The outcome for a velocity in points per second: the control's own rule.
  let answer: (Double) -> Answer
  /// The number of a target as reported, for its index from 0.
  var number: (Int) -> Int = { $0 }

  // Precision in the search for the end of a stretch, in points per second.
  private static let grain = 0.01
  /// The highest velocity considered, in points per second: no hand is faster.
  private static let greatest = 1e5

  /// The number of the target for a velocity, in points per second.
  public func index(at velocity: Double) -> Int { number(answer(velocity).index) }

  /// The side of a target to which a velocity in points per second leads: negative before it,
  /// positive past it.
  ///
  /// If another target is chosen, the difference of the two numbers; if this one, how far past it
  /// the run would lead without targets, in the unit of the axis.
  public func side(of index: Int, at velocity: Double) -> Double {
    let answer = answer(velocity)
    let chosen = number(answer.index)
    return chosen == index ? answer.aim - place(answer.index) : Double(chosen - index)
  }

  /// The velocity ranges of the targets, in order, over a range of velocities; an interval whose
  /// ends share a target is assumed to lead to it throughout.
  public func stretches(in range: ClosedRange<Double>) -> [Stretch] {
    var starts = [(velocity: range.lowerBound, index: index(at: range.lowerBound))]
    func search(_ low: Double, _ first: Int, _ high: Double, _ last: Int) {
      guard first != last else { return }
      guard high - low > Self.grain else { return starts.append((high, last)) }
      let middle = (low + high) / 2
      let found = index(at: middle)
      search(low, first, middle, found)
      search(middle, found, high, last)
    }
    search(range.lowerBound, starts[0].index, range.upperBound, index(at: range.upperBound))
    let ends = starts.dropFirst().map(\.velocity) + [range.upperBound]
    return zip(starts, ends).map { Stretch(index: $0.index, velocities: $0.velocity...$1) }
  }

  /// Explains the choice.
  func choice(
    _ unit: PlaceUnit, turn: ReleaseExplanation.PageTurn? = nil
  ) -> ReleaseExplanation.Choice {
    let chosen = answer(velocity)
    let nearest = nearest(chosen.aim)
    let indices = Set([chosen.index - 1, chosen.index, chosen.index + 1, nearest])
    return ReleaseExplanation.Choice(
      item: item, index: number(chosen.index), rule: chosen.rule, turn: turn,
      aim: unit.place(chosen.aim), velocity: velocity,
      candidates: indices.filter { $0 >= 0 && $0 < count }.sorted()
        .map { ReleaseExplanation.Candidate(index: number($0), place: unit.place(place($0))) },
      margins: [-1, 1].compactMap { margin(around: velocity, chosen, towards: $0, unit) })
  }

  /// The nearest velocity in a direction that leads to another target: the rule itself is
  /// evaluated, first further and further out, then by bisection.
  private func margin(
    around velocity: Double, _ chosen: Answer, towards direction: Double, _ unit: PlaceUnit
  ) -> ReleaseExplanation.Margin? {
    var (same, other) = (0.0, 1e-6)
    while answer(velocity + direction * other).index == chosen.index {
      guard other < Self.greatest else { return nil }
      (same, other) = (other, other * 1.5)
    }
    while case let middle = same + (other - same) / 2, middle > same, middle < other {
      if answer(velocity + direction * middle).index == chosen.index {
        same = middle
      } else {
        other = middle
      }
    }
    let found = answer(velocity + direction * other)
    return ReleaseExplanation.Margin(
      index: number(found.index), velocity: direction * other,
      distance: (found.aim - chosen.aim) * unit.points)
  }
}
