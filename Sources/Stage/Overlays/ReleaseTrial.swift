package import Feel
internal import Glibc

/// One parameter by which the same hand would have led elsewhere.
package struct ReleaseTrial: Hashable, Sendable {
  /// The parameter's key.
  package let key: String
  /// What it is to be.
  package let value: ParameterValue
  /// "velocity kept ≥ 0.99855".
  package let words: String
  /// "Set velocity kept to 0.99855".
  package let deed: String
}

extension StageRun {
  // What decides how far a run leads. Only one of the laws is chosen, and only its own count.
  private static let rates = [
    "physics.decay.keptPerMillisecond", "physics.decay.keptPerSecond",
    "physics.decay.decayPerSecond", "physics.decay.timeConstant", "physics.decay.friction",
    "physics.decay.steadyBraking", "physics.decay.curve.braking", "physics.decay.braking",
    "physics.paging.reach", "pager.rate",
  ]
  // What chooses the place. How a carousel snaps is left out: that acts before the release too.
  private static let rules = [
    "carousel.flick", "carousel.limit", "pager.leastVelocity", "physics.paging.threshold",
    "pager.turn",
  ]
  /// What else decides: what the laws make of the hand's velocity.
  private static let others = [
    "physics.velocity.gain", "physics.velocity.maximum", "physics.velocity.minimum",
  ]

  /// The one parameter by which the last release would lead to another place: the deceleration, or
  /// else the rule that chooses; `nil` where neither does.
  ///
  /// - Parameters:
  ///   - index: the number of the place.
  ///   - own: the number of the place that it leads to.
  ///   - isAimed: whether the projected rest is to lie on the place, as near as the parameter's
  ///     digits allow. Otherwise the value is the nearest that leads there, and what else decides
  ///     is looked at too.
  func releaseTrial(
    to index: Int, insteadOf own: Int, isAimed: Bool = false
  ) -> ReleaseTrial? {
    let keys = Self.rates + Self.rules + (isAimed ? [] : Self.others)
    let search = TrialSearch(run: self, index: index, isLater: index > own, isAimed: isAimed)
    return keys.lazy.compactMap(search.trial).first
  }
}

/// The search for the value of a parameter that leads a release to a place.
private struct TrialSearch {
  let run: StageRun
  let index: Int
  /// Whether the place has a greater number than the one that the release leads to.
  let isLater: Bool
  let isAimed: Bool

  /// What the release chooses from under a value.
  private func choices(_ key: String, _ value: ParameterValue) -> ReleaseChoices? {
    var tried = run.stage.parameters
    guard (try? tried.set(key, to: value)) != nil else { return nil }
    return run.releaseChoices(under: tried)
  }

  private func leads(_ key: String, _ value: ParameterValue) -> Bool {
    choices(key, value).map { $0.index(at: $0.velocity) == index } ?? false
  }

  func trial(_ key: String) -> ReleaseTrial? {
    let set = run.stage.parameters
    guard let parameter = try? set.parameter(key), set.applies(key) else { return nil }
    switch parameter.domain {
    case .choice(let words):
      let word = words.first { .choice($0) != set[key] && leads(key, .choice($0)) }
      return word.map {
        let said = parameter.said(.choice($0))
        return ReleaseTrial(
          key: key, value: .choice($0), words: Words.setting(translated(parameter.label), said),
          deed: Words.set(translated(parameter.label), to: said))
      }
    case .number(let range), .limit(let range):
      let now = min(set.number(key), range.upperBound)
      return [range.upperBound, range.lowerBound].lazy
        .compactMap { number(parameter, from: now, to: $0, in: range) }.first
    case .integer, .flag: return nil
    }
  }

  /// Looks between what a number is and an end of its range: what it leads to is assumed to grow or
  /// to fall with it.
  private func number(
    _ parameter: Parameter, from now: Double, to end: Double, in range: ClosedRange<Double>
  ) -> ReleaseTrial? {
    func isPast(_ value: Double, _ centers: Bool) -> Bool {
      guard let choices = choices(parameter.key, .number(value)) else { return false }
      let way =
        centers
        ? choices.side(of: index, at: choices.velocity)
        : Double(choices.index(at: choices.velocity) - index)
      return isLater ? way >= 0 : way <= 0
    }
    // Where no value leads the run onto the place, the first that chooses it is enough.
    guard let centers = [isAimed, false].first(where: { isPast(end, $0) }) else { return nil }
    var (near, far) = (now, end)
    while abs(far - near) > (range.upperBound - range.lowerBound) * 1e-9 {
      let middle = (near + far) / 2
      if isPast(middle, centers) { far = middle } else { near = middle }
    }
    let isMore = end > now
    guard let value = rounded(far, parameter.key, up: centers ? nil : isMore, in: range)
    else { return nil }
    let (title, said) = (translated(parameter.title), parameter.said(.number(value)))
    return ReleaseTrial(
      key: parameter.key, value: .number(value),
      words: centers
        ? Words.exactly(title, said) : Words.bound(title, said, isLeast: isMore),
      deed: Words.set(title, to: said))
  }

  /// A value with as few digits as lead to the place, a thousandth of its range at first, rounded
  /// up, down, or to the nearest: so that what is written does what is said.
  private func rounded(
    _ value: Double, _ key: String, up: Bool?, in range: ClosedRange<Double>
  ) -> Double? {
    let digits = 3 - Int(log10(range.upperBound - range.lowerBound).rounded(.down))
    let first = up == nil ? digits + 1 : digits
    return (first...digits + 4).lazy.map { decimals in
      let scale = pow(10, Double(decimals))
      let steps = value * scale
      let whole = steps.rounded(up.map { $0 ? .up : .down } ?? .toNearestOrEven)
      return whole / scale
    }.first { range.contains($0) && leads(key, .number($0)) }
  }
}
