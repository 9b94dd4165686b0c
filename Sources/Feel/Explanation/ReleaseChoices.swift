/// The places that a release chooses from, and how it chooses: the control's own rule, which can be
/// asked what any velocity leads to.
///
/// It holds the control as it is just before the release; whoever has asked it lets it go.
public struct ReleaseChoices {
  /// What comes of a velocity, in the unit of the axis.
  struct Answer {
    let index: Int
    let rule: ReleaseExplanation.Rule
    /// Where the run would lead without the places.
    let aim: Double
  }

  /// The velocities that lead to one place.
  public struct Stretch: Hashable, Sendable {
    /// The number of the place: a card's or a page's, from 0.
    public let index: Int
    /// In points per second.
    public let velocities: ClosedRange<Double>
  }

  /// What is chosen from.
  public let item: ReleaseExplanation.Item
  /// The velocity by which the release chooses, in points per second.
  public let velocity: Double
  /// How many there are, counted from 0.
  let count: Int
  /// Where one of them is, in the unit of the axis.
  let place: (Int) -> Double
  /// Which is the nearest to a place, in the unit of the axis.
  let nearest: (Double) -> Int
  /// What a velocity leads to, in points per second: the control's own rule.
  let answer: (Double) -> Answer
  /// What one of them is called, a number from 0.
  var number: (Int) -> Int = { $0 }

  // How close the end of a stretch is looked for, in points per second.
  private static let grain = 0.01
  /// Past this no velocity is looked at, in points per second: no hand moves so fast.
  private static let greatest = 1e5

  /// The number of the place that a velocity leads to, in points per second.
  public func index(at velocity: Double) -> Int { number(answer(velocity).index) }

  /// On which side of a place a velocity, in points per second, leads: below 0 before it, above 0
  /// past it.
  ///
  /// Where another place is chosen, the difference of the two numbers; where this one is, how far
  /// past it the run would lead without the places, in the unit of the axis.
  public func side(of index: Int, at velocity: Double) -> Double {
    let answer = answer(velocity)
    let chosen = number(answer.index)
    return chosen == index ? answer.aim - place(answer.index) : Double(chosen - index)
  }

  /// Which velocities lead to which place, in order, from one end of a range to the other: where
  /// the place at both ends of a piece is the same one, it is the same within.
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
    _ unit: PlaceUnit, turn: ReleaseExplanation.Turn? = nil
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

  /// The nearest velocity in a direction at which another place is chosen: found by asking the rule
  /// itself, ever further out and then ever closer.
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
