internal import Glibc

/// Looks for the best fit from several first guesses.
struct TrajectorySearch {
  struct Candidate {
    let fit: LeastSquares
    let hasEdge: Bool
    let stopSpeed: Double
    let score: Double
  }

  private let times: [Double]
  private let positions: [Double]
  private let dampingRatio: Double
  private let stopSpeed: Double

  /// First guesses are tried on so many rows; the best of each kind then on all.
  private static let searchCount = 64

  init(rows: [TrajectoryFit.Row], dampingRatio: Double, stopSpeed: Double) {
    self.init(
      times: rows.map { $0.time - rows[0].time }, positions: rows.map(\.position),
      dampingRatio: dampingRatio, stopSpeed: stopSpeed)
  }

  private init(times: [Double], positions: [Double], dampingRatio: Double, stopSpeed: Double) {
    (self.times, self.positions) = (times, positions)
    (self.dampingRatio, self.stopSpeed) = (dampingRatio, stopSpeed)
  }

  var best: Candidate? {
    let thin = thinned
    let firsts = [
      thin.free(stop: 0), thin.free(stop: stopSpeed), thin.bounced(),
    ].map { $0.min { $0.score < $1.score } }
    let refined = firsts.compactMap { first -> Candidate? in
      guard let first else { return nil }
      return first.hasEdge
        ? bounced(from: first.fit.parameters)
        : free(from: first.fit.parameters, stop: first.stopSpeed)
    }
    // What the rows leave open, such as the spring of an edge at the very rest, explains nothing.
    return (refined + stopped()).filter { $0.fit.errors != nil }.min { $0.score < $1.score }
  }

  /// The rows up to where they begin to stay where they end, and a few of the rest.
  ///
  /// More of it would outweigh the run and its bounce, and make any model that only comes to rest there look true.
  var untilRest: TrajectorySearch {
    guard let moving = lastMoving(within: 6 * noise) else { return self }
    return prefix(moving + 1 + max(8, moving / 8))
  }

  /// How many rows.
  var count: Int { times.count }

  /// How many rows there are up to the first of a rest at their end, that one included; `nil` where they do not end in a rest.
  var rowsBeforeRest: Int? {
    guard let moving = lastMoving(within: 6 * noise) else { return nil }
    // The last rows of a motion that is cut off are near the very last, too, but do not stay there.
    let drift = abs(positions[moving + 1] - positions[positions.count - 1])
    return drift <= 3 * noise ? moving + 2 : nil
  }

  /// How much the rows scatter at their end, one σ, in points.
  private var noise: Double {
    let tail = positions.suffix(max(4, positions.count / 10))
    let steps = zip(tail, tail.dropFirst()).map { ($1 - $0) * ($1 - $0) }
    return (steps.reduce(0, +) / Double(steps.count) / 2).squareRoot()
  }

  /// The last row that is further from the last of all than that, in points; `nil` where the rest after it is none.
  private func lastMoving(within tolerance: Double) -> Int? {
    let last = positions[positions.count - 1]
    let moving = positions.lastIndex { abs($0 - last) > tolerance }
    // One row alone is no rest.
    return moving.flatMap { $0 < positions.count - 2 ? $0 : nil }
  }

  /// The same rows, every so many of them only.
  private var thinned: TrajectorySearch {
    let step = max(1, times.count / TrajectorySearch.searchCount)
    let kept = Array(stride(from: 0, to: times.count, by: step))
    return TrajectorySearch(
      times: kept.map { times[$0] }, positions: kept.map { positions[$0] },
      dampingRatio: dampingRatio, stopSpeed: stopSpeed)
  }

  /// The first rows only.
  private func prefix(_ count: Int) -> TrajectorySearch {
    TrajectorySearch(
      times: Array(times.prefix(count)), positions: Array(positions.prefix(count)),
      dampingRatio: dampingRatio, stopSpeed: stopSpeed)
  }

  /// n·ln(Σ/n) + p·ln n: smaller is better.
  ///
  /// The floor keeps a perfect fit finite.
  /// An edge is searched for along the whole run, so that noise has many chances to look like one: it pays for that.
  private func score(_ fit: LeastSquares, hasEdge: Bool) -> Double {
    let count = Double(times.count)
    let mean = max(fit.sum / count, 1e-18)
    let fine = Double(fit.parameters.count) * log(count) + (hasEdge ? 12 : 0)
    return count * log(mean) + fine
  }

  private func free(stop: Double) -> [Candidate] {
    [1.0, 2.5, 8].compactMap { free(from: guess(decay: $0), stop: stop) }
  }

  private func free(from guess: [Double], stop: Double) -> Candidate? {
    let fit = LeastSquares(times: times, values: positions, start: guess) { parameters, time in
      TrajectorySearch.run(parameters, at: time, stopSpeed: stop)
    }
    return fit.map {
      Candidate(fit: $0, hasEdge: false, stopSpeed: stop, score: score($0, hasEdge: false))
    }
  }

  /// Runs that stop at a moment of their own; guesses of it: where the rows begin to stay where they end, exactly or within their noise.
  private func stopped() -> [Candidate] {
    [0, 3 * noise].compactMap { tolerance in
      guard let moving = lastMoving(within: tolerance), moving >= 4 else { return nil }
      let start = prefix(moving + 1)
      guard let run = start.free(stop: 0).min(by: { $0.score < $1.score }) else { return nil }
      let middle = (times[moving] + times[moving + 1]) / 2
      return stopped(from: run.fit.parameters + [middle])
    }
  }

  private func stopped(from guess: [Double]) -> Candidate? {
    let fit = LeastSquares(times: times, values: positions, start: guess) { parameters, time in
      guard parameters[3] > 0 else { return .nan }
      return TrajectorySearch.run(parameters, at: min(time, parameters[3]), stopSpeed: 0)
    }
    return fit.map {
      let speed = abs($0.parameters[1]) * exp(-$0.parameters[2] * $0.parameters[3])
      return Candidate(
        fit: $0, hasEdge: false, stopSpeed: speed, score: score($0, hasEdge: false))
    }
  }

  /// First guesses: the edge where the run ends, or at a share of its greatest way; the run from the rows before it.
  private func bounced() -> [Candidate] {
    let first = positions[0]
    let furthest = positions.max { abs($0 - first) < abs($1 - first) } ?? first
    let tail = positions.suffix(max(1, positions.count / 20))
    let end = tail.reduce(0, +) / Double(tail.count)
    let guesses = [end] + [0.65, 0.8, 0.92].map { first + $0 * (furthest - first) }
    return guesses.flatMap { edge -> [Candidate] in
      let outward: Double = furthest < first ? -1 : 1
      let crossing = positions.firstIndex { ($0 - edge) * outward > 0 } ?? 0
      guard crossing >= 4 else { return [] }
      let start = prefix(crossing)
      let run = start.free(stop: 0).min { $0.score < $1.score }
      let guess = run?.fit.parameters ?? start.guess(decay: 2)
      return [6.0, 16].compactMap { bounced(from: guess + [edge, $0]) }
    }
  }

  private func bounced(from guess: [Double]) -> Candidate? {
    let ratio = dampingRatio
    let fit = LeastSquares(times: times, values: positions, start: guess) { parameters, time in
      TrajectorySearch.bounce(parameters, at: time, dampingRatio: ratio)
    }
    return fit.map {
      Candidate(fit: $0, hasEdge: true, stopSpeed: 0, score: score($0, hasEdge: true))
    }
  }

  /// x0, v0 and k for a given k: a straight line in 1 − e^(−kt).
  private func guess(decay: Double) -> [Double] {
    var (n, sx, sy, sxx, sxy) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (time, position) in zip(times, positions) {
      let share = -expm1(-decay * time) / decay
      n += 1
      sx += share
      sy += position
      sxx += share * share
      sxy += share * position
    }
    let slope = (n * sxy - sx * sy) / max(n * sxx - sx * sx, 1e-12)
    return [(sy - slope * sx) / n, slope, decay]
  }

  private static func run(_ p: [Double], at time: Double, stopSpeed: Double) -> Double {
    let (start, velocity, decay) = (p[0], p[1], p[2])
    guard decay > 1e-6, decay < 1e4 else { return .nan }
    var time = time
    if stopSpeed > 0 {
      time = min(time, max(0, log(abs(velocity) / stopSpeed) / decay))
    }
    return start - velocity / decay * expm1(-decay * time)
  }

  private static func bounce(_ p: [Double], at time: Double, dampingRatio: Double) -> Double {
    let (velocity, decay, edge, frequency) = (p[1], p[2], p[3], p[4])
    guard decay > 1e-6, decay < 1e4, frequency > 1.5, frequency < 1e3, velocity != 0 else {
      return .nan
    }
    let share = decay * (edge - p[0]) / velocity
    // An edge that the run never reaches leaves the run free.
    guard share < 1 else { return run(p, at: time, stopSpeed: 0) }
    let crossing = max(0, -log1p(-max(0, share)) / decay)
    guard time > crossing else { return run(p, at: time, stopSpeed: 0) }
    let spring = Spring(angularFrequency: frequency, dampingRatio: dampingRatio)
    let wave = SpringWave(
      .init(spring), offset: 0, speed: velocity * exp(-decay * crossing))
    return edge + wave.value(at: time - crossing)
  }
}
