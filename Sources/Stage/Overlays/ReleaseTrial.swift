package import Feel
internal import Glibc

/// A change of one parameter with which the same gesture would have led elsewhere.
package struct ReleaseTrial: Hashable, Sendable {
  /// The parameter's key.
  package let key: String
  /// The new value.
  package let value: ParameterValue
  /// "velocity kept ≥ 0.99855".
  package let words: String
  /// "Set velocity kept to 0.99855".
  package let deed: String
}

extension StageRun {
  // Determine how far a run leads; only the parameters of the chosen law apply.
  private static let rates = [
    "physics.decay.keptPerMillisecond", "physics.decay.keptPerSecond",
    "physics.decay.decayPerSecond", "physics.decay.timeConstant", "physics.decay.friction",
    "physics.decay.steadyBraking", "physics.decay.curve.braking", "physics.decay.braking",
    "physics.paging.reach", "pager.rate",
  ]
  // Choose the place. How a carousel snaps is excluded: it acts before the release, too.
  private static let rules = [
    "carousel.flick", "carousel.limit", "pager.leastVelocity", "physics.paging.threshold",
    "pager.turn",
  ]
  /// Other influences: how the laws transform the hand's velocity.
  private static let others = [
    "physics.velocity.gain", "physics.velocity.maximum", "physics.velocity.minimum",
  ]

  /// The one parameter change with which the last release would lead to another place: of the
  /// deceleration, or else of the choosing rule; `nil` if neither does.
  ///
  /// - Parameters:
  ///   - index: the index of the wanted place.
  ///   - own: the index of the place it leads to.
  ///   - isAimed: whether the projected rest should lie on the place, as near as the parameter's
  ///     digits allow. Otherwise the value is the nearest that leads there, and other influences
  ///     are tried too.
  func releaseTrial(
    to index: Int, insteadOf own: Int, isAimed: Bool = false
  ) -> ReleaseTrial? {
    let keys = Self.rates + Self.rules + (isAimed ? [] : Self.others)
    let search = TrialSearch(run: self, index: index, isLater: index > own, isAimed: isAimed)
    return keys.lazy.compactMap(search.trial).first
  }
}

/// The search for a parameter value that leads a release to a place.
private struct TrialSearch {
  let run: StageRun
  let index: Int
  /// Whether the place has a greater index than the one that the release leads to.
  let isLater: Bool
  let isAimed: Bool

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

  /// Bisects between the current value and an end of the range, assuming that the result is
  /// monotonic.
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
    // If no value aims the run at the place, the first that chooses it is enough.
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

  /// The value with the fewest digits that still leads to the place, from a thousandth of its
  /// range, rounded up, down or to nearest, so that the displayed value works.
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
