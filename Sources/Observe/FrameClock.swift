/// The clock by which a program moved its content, recovered when even frames were seen at uneven
/// times.
///
/// An observer of a window sees a picture some milliseconds after its frame, later if there was
/// more to paint or the machine was busy. Most toolkits position content for the frame, not for the
/// picture, and at 3000 units a second a picture that is 4 ms late seems to be 12 units off. The
/// positions identify the frames: they lie on a smooth curve only with the right frame numbers.
///
/// No clock is assumed. A motion has one if it is much smoother on the clock than at the times
/// seen, and follows a law much better.
public struct FrameClock: Hashable, Sendable {
  /// The motion with each row at the time of its frame; on average no earlier or later than seen.
  public let observation: Observation
  /// The time between frames, in seconds.
  public let interval: Double
  /// The root mean square difference between rows' times seen and those of their frames, in
  /// seconds.
  public let lateness: Double

  /// The standard deviation of the remaining error of the clock's times, in seconds.
  let jitter: Double
  /// When each row was seen, in seconds.
  private let seen: [Double]

  /// Minimum number of rows to assign to frames.
  private static let fewest = 12
  /// With more rows than this a law needs no better times.
  private static let most = 20_000
  /// Frame rates of screens and of recordings of them, in frames a second.
  private static let rates = [240.0, 165, 144, 120, 100, 90, 75, 60, 50, 30, 25]
  /// Rows within this of an even beat, in seconds, already have the times of their frames.
  private static let even = 0.0005
  /// Times are better if they reduce the nearest law's residuals to this share.
  private static let nearer = 0.8
  /// Residuals within this factor are equal.
  private static let alike = 1.05
  /// Candidates for the wander of a clock per frame, as a share of the pictures' scatter: a timer's
  /// and a screen's.
  private static let drifts = [0.4, 0.03]

  /// Finds the clock; `nil` if the rows show none other than their own.
  init?(_ observation: Observation) {
    let rows = observation.rows
    guard (Self.fewest...Self.most).contains(rows.count) else { return nil }
    let runs = Self.runs(observation)
    guard let longest = runs.max(by: { $0.rows.count < $1.rows.count }),
      !Self.isEven(rows[longest.rows], observation.interval)
    else { return nil }
    let interval = Self.interval(rows[longest.rows], from: longest.seam, near: observation.interval)
    let frames = runs.map {
      FrameNumbers(rows[$0.rows], from: $0.seam, interval: interval)
    }
    let free = longest.rows.dropFirst(longest.seam)
    let rough = NoiseEstimate.roughness(Array(rows[free]))
    let candidates = Self.drifts.map { drift -> (drift: Double, rows: [Observation.Row]) in
      var moved = rows
      for (run, frames) in zip(runs, frames) {
        for (row, time) in zip(run.rows, frames.times(drift: drift)) {
          // Rows held by a hand keep their times.
          let last = row > 0 ? moved[row - 1].time : -.infinity
          moved[row].time = max(rows[run.rows.lowerBound].time + time, last + 1e-4)
        }
      }
      return (drift, moved)
    }.filter {
      NoiseEstimate.roughness(Array($0.rows[free])) <= rough
    }
    guard let best = Self.best(candidates, rows, Self.windows(runs)) else { return nil }
    let found = candidates[best].rows
    seen = rows.map(\.time)
    self.interval = interval
    let off = zip(rows, found).map { abs($0.time - $1.time) }
    lateness = (off.reduce(0) { $0 + $1 * $1 } / Double(off.count)).squareRoot()
    // The variance that smoothing with this drift leaves of the scatter.
    jitter = NoiseEstimate.deviation(off) * (candidates[best].drift / 2).squareRoot()
    self.observation = Observation(
      found, hand: observation.hand, turns: observation.turns, source: observation.source)
  }

  /// When a moment of the clock was seen, in seconds, interpolated between rows.
  func seen(_ time: Double) -> Double {
    let rows = observation.rows
    guard let next = rows.firstIndex(where: { $0.time >= time }) else {
      return time + seen[rows.count - 1] - rows[rows.count - 1].time
    }
    guard rows[next].time > time else { return seen[next] }
    guard next > 0 else { return time + seen[0] - rows[0].time }
    let share = (time - rows[next - 1].time) / (rows[next].time - rows[next - 1].time)
    return seen[next - 1] + share * (seen[next] - seen[next - 1])
  }

  /// Whether the pictures confirm a jump: if they came evenly and moved evenly, the clock is off by
  /// a frame instead.
  func shows(_ jump: MotionFault) -> Bool {
    let rows = observation.rows
    guard let index = seen.firstIndex(where: { $0 >= jump.time - 1e-6 }),
      index > 3, index + 3 < rows.count
    else { return true }
    let steps = (index - 2...index + 2).map { rows[$0].offset - rows[$0 - 1].offset }
    let pauses = (index - 1...index + 1).map { seen[$0] - seen[$0 - 1] }
    let usual = steps.sorted()[2]
    return pauses.contains { $0 > 1.5 * interval }
      || steps.contains { abs($0 - usual) >= 0.4 * abs(jump.size) }
  }

  /// A stretch in which frames can be counted: it has no rest and no hand, which is followed at the
  /// rows' own times.
  private struct Run {
    let rows: Range<Int>
    /// The number of rows at its start that may still show a hand.
    let seam: Int
  }

  private static let seam = 3

  private static func runs(_ observation: Observation) -> [Run] {
    let (rows, presses) = (observation.rows, observation.presses)
    func isHeld(_ index: Int) -> Bool { presses.contains { $0.contains(rows[index].time) } }
    var runs: [Run] = []
    var start = 0
    for index in 1...rows.count
    where index == rows.count || rows[index].time - rows[index - 1].time >= Segmentation.gap
      || isHeld(index) != isHeld(index - 1)
    {
      let seam = start > 0 && isHeld(start - 1) ? Self.seam : 0
      if index - start >= fewest + seam, !isHeld(start) {
        runs.append(Run(rows: start..<index, seam: seam))
      }
      start = index
    }
    return runs
  }

  /// Whether rows are on a beat, some possibly missing.
  private static func isEven(_ rows: ArraySlice<Observation.Row>, _ interval: Double) -> Bool {
    zip(rows, rows.dropFirst()).allSatisfy { before, row in
      let gap = row.time - before.time
      return abs(gap - (gap / interval).rounded() * interval) <= even
    }
  }

  /// The frame interval that suits the rows best: the usual one, or a screen's near it.
  ///
  /// A shorter interval makes any rows smooth, and a longer one puts any rows in time, so the cost
  /// is the product of roughness and scatter.
  private static func interval(
    _ rows: ArraySlice<Observation.Row>, from seam: Int, near usual: Double
  ) -> Double {
    let nominal = rates.map { 1 / $0 }
    var best = (interval: usual, cost: Double.infinity)
    for guess in nominal.filter({ (0.75...1.33).contains(usual / $0) }) + [usual] {
      let told = FrameNumbers(rows, from: seam, interval: guess).interval
      // Pictures with a growing delay look like a slower screen.
      let interval = nominal.first { abs($0 - told) <= 0.01 * $0 } ?? told
      let frames = FrameNumbers(rows, from: seam, interval: interval)
      let moved = zip(rows, frames.times(drift: drifts[0])).dropFirst(seam).map {
        Observation.Row(time: $1, offset: $0.offset)
      }
      let cost = max(NoiseEstimate.roughness(moved), 0.1) * max(frames.scatter, 1e-4)
      if cost < best.cost { best = (interval, cost) }
    }
    return best.interval
  }

  /// Number of rows compared with a law at a time.
  private static let window = 32

  private static func windows(_ runs: [Run]) -> [Range<Int>] {
    runs.flatMap { run in
      let end = run.rows.upperBound
      return stride(from: run.rows.lowerBound + run.seam, through: end - fewest, by: window).map {
        $0..<min($0 + window, end)
      }
    }
  }

  /// The index of the candidate times that laws follow best, if much better than the times seen.
  private static func best(
    _ candidates: [(drift: Double, rows: [Observation.Row])], _ rows: [Observation.Row],
    _ windows: [Range<Int>]
  ) -> Int? {
    let noise = NoiseEstimate(rows).withEvenTimes
    func squares(_ rows: [Observation.Row]) -> [Double] {
      windows.map { window in
        LawChoice.glance(ObservedRows(rows[window], interval: 0, noise: noise))?.mean ?? 0
      }
    }
    let all = ([rows] + candidates.map(\.rows)).map(squares)
    // Windows with a seam or a disturbance fit no law, and so do not count.
    let told = windows.indices.filter { window in
      let least = all.map { $0[window] }.min() ?? 0
      let places = rows[windows[window]].map(\.offset)
      let way = places.extent
      return least.squareRoot() <= max(1, 0.005 * way)
    }
    let deviations = all.map { squares in
      told.reduce(0) { $0 + squares[$1] }.squareRoot()
    }
    guard let least = deviations.min(), least <= nearer * deviations[0] else { return nil }
    // Prefer the clock that wanders least: one that wanders more fits anything a little better.
    return deviations.dropFirst().lastIndex { $0 <= alike * least }.map { $0 - 1 }
  }
}

/// The frame number of each row, counted from the first.
struct FrameNumbers {
  private(set) var numbers: [Double]
  /// Each row's delay from its frame relative to the first row's, in seconds.
  private let late: [Double]
  private let length: Double

  /// The candidate frames per row: the nearest by time, and one either way.
  private static let choices = 3
  /// States are the choices for three rows, the last one in the lowest digit.
  private static let states = 27
  /// The assumed error of positions, in the motion's unit: that of rounding to pixels.
  private static let deviation = 0.3
  /// The assumed error of times, as a share of a frame.
  private static let usual = 1.0 / 3
  /// Upper limit of a position's squared error: a worse one belongs to another motion.
  private static let worst = 25.0

  /// Finds the frame numbers that put the rows on the smoothest curve, each near the time at which
  /// it was seen.
  ///
  /// Viterbi's algorithm finds the cheapest path, where each row costs its distance from the
  /// parabola through the three before it and from its own frame.
  ///
  /// - Parameters:
  ///   - rows: at least three.
  ///   - seam: the first row of the curve; those before it are only put near their times.
  ///   - interval: the time between frames, in seconds.
  init(_ rows: ArraySlice<Observation.Row>, from seam: Int, interval: Double) {
    length = interval
    let times = rows.map { $0.time - rows[rows.startIndex].time }
    let places = rows.map(\.offset)
    var numbers = times.map { ($0 / interval).rounded() }
    for _ in 0..<4 {
      let late = zip(times, numbers).map { $0 - $1 * interval }
      let about = Self.smooth(late, drift: 0.03)
      let base = zip(times, about).map { (($0 - $1) / interval).rounded() }
      let found = Self.path(base, places, from: seam) { index, number in
        let off = (times[index] - about[index] - number * interval) / (Self.usual * interval)
        return off * off
      }
      guard found != numbers else { break }
      numbers = found
    }
    self.numbers = numbers.map { $0 - numbers[0] }
    late = zip(times, self.numbers).map { $0 - $1 * interval }
  }

  private static func path(
    _ base: [Double], _ places: [Double], from seam: Int, _ cost: (Int, Double) -> Double
  ) -> [Double] {
    func number(_ index: Int, _ choice: Int) -> Double { base[index] + Double(choice - 1) }
    var costs = [Double](repeating: .infinity, count: states)
    for state in 0..<states {
      let three = [(0, state / 9), (1, state / 3 % 3), (2, state % 3)].map { number($0.0, $0.1) }
      guard three[0] < three[1], three[1] < three[2] else { continue }
      costs[state] = (0..<3).reduce(0) { $0 + cost($1, three[$1]) }
    }
    // The choice dropped on the way to each state.
    var left: [[UInt8]] = []
    for index in base.indices.dropFirst(3) {
      var next = [Double](repeating: .infinity, count: states)
      var from = [UInt8](repeating: 0, count: states)
      for state in 0..<states where costs[state] < .infinity {
        let (a, b, c) = (
          number(index - 3, state / 9), number(index - 2, state / 3 % 3),
          number(index - 1, state % 3)
        )
        for choice in 0..<choices {
          let d = number(index, choice)
          guard d > c else { continue }
          let weights = (
            (d - b) * (d - c) / ((a - b) * (a - c)), (d - a) * (d - c) / ((b - a) * (b - c)),
            (d - a) * (d - b) / ((c - a) * (c - b))
          )
          let due =
            weights.0 * places[index - 3] + weights.1 * places[index - 2]
            + weights.2 * places[index - 1]
          let squares =
            1 + weights.0 * weights.0 + weights.1 * weights.1 + weights.2 * weights.2
          let off = (places[index] - due) / deviation
          let miss = index - 3 < seam ? 0 : min(off * off / squares, worst)
          let sum = costs[state] + miss + cost(index, d)
          let reached = state % 9 * 3 + choice
          if sum < next[reached] { (next[reached], from[reached]) = (sum, UInt8(state / 9)) }
        }
      }
      costs = next
      left.append(from)
    }
    guard var state = costs.indices.min(by: { costs[$0] < costs[$1] }), costs[state] < .infinity
    else { return base }
    var chosen = [state % 3, state / 3 % 3, state / 9]
    for from in left.reversed() {
      let choice = Int(from[state])
      chosen.append(choice)
      state = choice * 9 + state / 3
    }
    return chosen.reversed().enumerated().map { number($0.offset, $0.element) }
  }

  /// The times of the frames, in seconds from the first row, for a clock that wanders by this share
  /// of the pictures' scatter per frame.
  func times(drift: Double) -> [Double] {
    zip(numbers, Self.smooth(late, drift: drift)).map { $0 * length + $1 }
  }

  /// The times for a clock with a constant rate: the given interval unless the rows clearly show
  /// another.
  var evenTimes: [Double] {
    let line = line
    let slope = abs(line.slope) > Self.clear * line.error ? line.slope : 0
    return numbers.map { $0 * (length + slope) + line.middle - slope * line.mean }
  }

  /// A rate differs clearly from the given one by this many standard errors.
  private static let clear = 3.0

  /// The frame interval fitted to the rows, in seconds.
  var interval: Double { length + line.slope }

  /// The regression of the rows' delays on their frame numbers.
  private var line: (mean: Double, middle: Double, slope: Double, error: Double) {
    let count = Double(numbers.count)
    let (mean, middle) = (numbers.reduce(0, +) / count, late.reduce(0, +) / count)
    let square = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let product = zip(numbers, late).reduce(0) { $0 + ($1.0 - mean) * $1.1 }
    guard square > 0, count > 2 else { return (mean, middle, 0, 0) }
    let slope = product / square
    let left = zip(numbers, late).reduce(0) { sum, row in
      let off = row.1 - middle - slope * (row.0 - mean)
      return sum + off * off
    }
    return (mean, middle, slope, (left / (count - 2) / square).squareRoot())
  }

  /// The standard deviation of the rows' delays, in seconds.
  var scatter: Double {
    let usual = late.sorted()[late.count / 2]
    return NoiseEstimate.deviation(late.map { abs($0 - usual) })
  }

  /// Smooths values of something that wanders by this share of their scatter per step; outliers
  /// count little.
  static func smooth(_ values: [Double], drift: Double) -> [Double] {
    guard values.count > 2 else { return values }
    let stiffness = 1 / (drift * drift)
    var weights = [Double](repeating: 1, count: values.count)
    var smooth = values
    for _ in 0..<12 {
      // Solve the tridiagonal system by elimination and back substitution.
      var (factors, right) = ([Double](), [Double]())
      for index in values.indices {
        let links = index == 0 || index == values.count - 1 ? 1.0 : 2.0
        let before = factors.last ?? 0
        let pivot = weights[index] + links * stiffness - (index == 0 ? 0 : stiffness * before)
        factors.append(index == values.count - 1 ? 0 : stiffness / pivot)
        right.append(
          (weights[index] * values[index] + (index == 0 ? 0 : stiffness * right[index - 1])) / pivot
        )
      }
      smooth = right
      for index in values.indices.dropLast().reversed() {
        smooth[index] += factors[index] * smooth[index + 1]
      }
      let off = zip(values, smooth).map { abs($0 - $1) }
      let usual = NoiseEstimate.deviation(off) + 1e-9
      weights = off.map { 1 / max(1, $0 / (1.5 * usual)) }
    }
    return smooth
  }
}
