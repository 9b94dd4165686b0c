internal import FeelTrace

/// Some rows of a motion, as they are fitted: counted from the first of them, which keeps numbers
/// small.
struct ObservedRows {
  /// In seconds from the first row.
  let times: [Double]
  /// In the motion's unit, from the first row.
  let places: [Double]
  /// The first row's time, in seconds.
  let startTime: Double
  /// The first row's place.
  let startPlace: Double
  /// The usual time from row to row in the whole motion, in seconds.
  let interval: Double
  /// How exact places are.
  let noise: NoiseEstimate
  /// How exact each row is, as a share of the most exact ones; empty where all are alike.
  let weights: [Double]

  init(
    _ rows: ArraySlice<Observation.Row>, interval: Double, noise: NoiseEstimate
  ) {
    let first = rows.first ?? Observation.Row(time: 0, offset: 0)
    (startTime, startPlace) = (first.time, first.offset)
    times = rows.map { $0.time - first.time }
    places = Self.meant(Array(rows), interval: interval, rounding: noise.rounding).map {
      $0 - first.offset
    }
    (self.interval, self.noise) = (interval, noise)
    guard noise.jitter > 0 || !noise.repeated.isEmpty, rows.count > 2 else {
      weights = []
      return
    }
    let (times, places, shown) = (times, places, rows.map(\.time))
    weights = times.indices.map { index in
      let (before, after) = (max(0, index - 1), min(times.count - 1, index + 1))
      let speed = (places[after] - places[before]) / (times[after] - times[before])
      let weight = noise.deviation / noise.deviation(atSpeed: speed)
      return noise.repeated.contains(shown[index]) ? Self.none * weight : weight
    }
  }

  /// Where the content was, by the mean of what a row leaves open.
  ///
  /// A place that is rounded may be anywhere in its pixel. Where it stood for some frames and the
  /// next pixel is shown, content that goes so slowly has just come into it.
  private static func meant(
    _ rows: [Observation.Row], interval: Double, rounding: Double
  ) -> [Double] {
    var places = rows.map(\.offset)
    guard rounding > 0, interval > 0 else { return places }
    for index in rows.indices.dropFirst() {
      let step = rows[index].offset - rows[index - 1].offset
      let frames = (rows[index].time - rows[index - 1].time) / interval
      guard abs(abs(step) - rounding) < 0.1 * rounding, frames > 1.5 else { continue }
      places[index] -= step * (0.5 - 0.5 / frames)
    }
    return places
  }

  /// What a row counts that tells nothing.
  private static let none = 1e-6

  private init(_ other: ObservedRows, kept: some Collection<Int>) {
    let (time, place) = kept.first.map { (other.times[$0], other.places[$0]) } ?? (0, 0)
    (startTime, startPlace) = (other.startTime + time, other.startPlace + place)
    (interval, noise) = (other.interval, other.noise)
    times = kept.map { other.times[$0] - time }
    places = kept.map { other.places[$0] - place }
    weights = other.weights.isEmpty ? [] : kept.map { other.weights[$0] }
  }

  /// Some of the rows, counted from the first of them.
  func part(_ range: Range<Int>) -> ObservedRows { ObservedRows(self, kept: range) }

  /// The standard deviation of a row's place.
  func deviation(of index: Int) -> Double {
    weights.isEmpty ? noise.deviation : noise.deviation / weights[index]
  }

  /// A column in which each row counts as much as it is exact.
  func weighted(_ column: [Double]) -> [Double] {
    weights.isEmpty ? column : zip(column, weights).map { $0 * $1 }
  }

  var count: Int { times.count }

  /// The time of the last row, in seconds from the first.
  var span: Double { max(times.last ?? 0, 1e-6) }

  /// About so many of the rows, evenly, with the first and the last.
  func thinned(to wanted: Int) -> ObservedRows {
    guard count > 2 * wanted else { return self }
    let step = Double(count - 1) / Double(wanted - 1)
    return ObservedRows(self, kept: (0..<wanted).map { Int((Double($0) * step).rounded()) })
  }
}

/// What is known of how exact rows are, from where they come.
struct KnownNoise: Hashable {
  /// Places are known no better, in the motion's unit.
  private(set) var place = 0.0
  /// By how much places drift: the variance for each unit of way.
  private(set) var drift = 0.0
  /// What places usually scatter by from row to row, in the motion's unit.
  private(set) var usual = 0.0
  /// The standard deviation of a time, in seconds.
  private(set) var jitter = 0.0

  /// Places scatter from row to row by this share of what they are known to: of clips of many
  /// encodings.
  private static let scattered = 0.35
  /// Places drift by this share of what they are known to, for each screen of way: a place is
  /// measured from pictures whose own places were.
  private static let share = 0.55
  /// The length of a screen that is not known, in the motion's unit.
  private static let screen = 800.0

  init() {}

  init(_ observation: Observation, jitter: Double) {
    place = observation.exactness
    let drifted = Self.share * observation.exactness
    drift = drifted * drifted / (observation.source.viewport ?? Self.screen)
    usual = Self.scattered * observation.exactness
    self.jitter = max(jitter, observation.timeScatter)
  }
}

/// How exact the places of a motion are.
struct NoiseEstimate: Hashable {
  /// What places are rounded to, or 0 where no rounding shows.
  let rounding: Double
  /// The standard deviation of a place, in the motion's unit: of rounding and scatter together.
  let deviation: Double
  /// The same by the rows alone, whatever is known of where they come from.
  let scatter: Double

  /// The times of rows that tell nothing of where the content was, for they show again what came
  /// before, in seconds.
  let repeated: Set<Double>

  /// The standard deviation of a row's time, in seconds, or 0 where none shows.
  let jitter: Double

  /// By how much places drift: the variance for each unit of way.
  let drift: Double

  /// What places usually scatter by from row to row, in the motion's unit, or 0 where that is not
  /// known.
  let usual: Double

  /// The standard deviation of the place of a row that moves by so much a second.
  func deviation(atSpeed speed: Double) -> Double {
    (deviation * deviation + speed * speed * jitter * jitter).squareRoot()
  }

  /// So many rows are not near whole places by chance.
  private static let many = 8

  /// What is taken for exact: much less than any screen shows.
  static let least = 0.02

  /// Reads it off all rows of a motion.
  ///
  /// The scatter is that of how far rows are from the polynomials through the nearest ones, of the
  /// degree that leaves the least: of any motion that frames can show that is little, except near
  /// the few moments at which something else takes over.
  ///
  /// - Parameters:
  ///   - all: the rows.
  ///   - repeated: the times of those that show again what came before.
  ///   - known: what is known of them besides.
  init(
    _ all: [Observation.Row], repeated: Set<Double> = [], _ known: KnownNoise = KnownNoise()
  ) {
    (self.repeated, drift, usual) = (repeated, known.drift, known.usual)
    let rows = repeated.isEmpty ? all : all.filter { !repeated.contains($0.time) }
    let candidates = [1, 0.5, 0.25, 0.125, 1.0 / 3]
    rounding =
      candidates.first { grid in
        // Pixels that are compared tell a whole one to a few hundredths.
        rows.allSatisfy {
          let count = $0.offset / grid
          return abs(count - count.rounded()) < (rows.count < Self.many ? 1e-6 : 0.05)
        }
      } ?? 0
    let misses = Self.leastMisses(rows)
    let scatter = Self.deviation(misses)
    let speeds = rows.indices.dropFirst(3).dropLast(3).map { index in
      abs(rows[index + 1].offset - rows[index - 1].offset)
        / (rows[index + 1].time - rows[index - 1].time)
    }
    let shown = max(rounding / 12.0.squareRoot(), Self.least)
    let exact = max(shown, known.place)
    if let wobble = Self.wobble(misses, speeds), scatter > 2 * exact {
      (deviation, self.scatter, jitter) = (exact, shown, max(known.jitter, wobble))
      return
    }
    let deviation = max(scatter, exact)
    (self.deviation, self.scatter) = (deviation, max(scatter, shown))
    // A row whose time is late by a millisecond is elsewhere by as much as moves in one.
    let fast = zip(misses, speeds).filter { $1 * 0.001 > deviation }
    let ratio = Self.deviation(fast.map(\.0)) / deviation
    guard fast.count >= 6, ratio > 2.0.squareRoot() else {
      jitter = known.jitter
      return
    }
    let late = fast.map { (max(0, $0 * $0 - deviation * deviation * 0.455)).squareRoot() / $1 }
    jitter = max(known.jitter, min(Self.deviation(late), Self.mostJitter))
  }

  /// By how much times scatter, in seconds, where rows scatter the more the faster they go; `nil`
  /// where they do not.
  ///
  /// It is told by rows of which none is slow: the others show it by themselves.
  private static func wobble(_ misses: [Double], _ speeds: [Double]) -> Double? {
    let order = misses.indices.sorted { speeds[$0] < speeds[$1] }
    guard order.count >= 24 else { return nil }
    let (slow, fast) = (order.prefix(order.count / 2), order.suffix(order.count / 2))
    func usual(_ values: [Double], _ rows: ArraySlice<Int>) -> Double {
      let own = rows.map { values[$0] }.sorted()
      return own[own.count / 2]
    }
    let speed = (usual(speeds, slow), usual(speeds, fast))
    let (least, most) = (speeds[order[order.count / 20]], speeds[order[order.count * 19 / 20]])
    guard least > 0.08 * most, least > 100, speed.1 > 1.5 * speed.0 else { return nil }
    let scatter = (deviation(slow.map { misses[$0] }), deviation(fast.map { misses[$0] }))
    let times = (scatter.0 / speed.0, scatter.1 / speed.1)
    let middle = (times.0 + times.1) / 2
    guard scatter.1 > 1.3 * scatter.0, abs(times.1 - times.0) < 0.4 * middle, middle <= mostWobble
    else { return nil }
    return middle
  }

  /// Frames that are even and shown at their times do not scatter by more, in seconds.
  private static let mostWobble = 0.004

  private init(_ other: NoiseEstimate, jitter: Double) {
    (rounding, deviation, scatter) = (other.rounding, other.deviation, other.scatter)
    (repeated, self.jitter, drift) = (other.repeated, jitter, other.drift)
    usual = other.usual
  }

  /// The same where all rows are at their times.
  var withEvenTimes: NoiseEstimate { NoiseEstimate(self, jitter: 0) }

  /// How far rows usually are from the polynomials through the nearest ones, in the motion's unit.
  static func roughness(_ rows: [Observation.Row]) -> Double { deviation(leastMisses(rows)) }

  private static func leastMisses(_ rows: [Observation.Row]) -> [Double] {
    let all = (1...3).map { misses(rows, reach: $0) }
    return all.min { deviation($0) < deviation($1) } ?? []
  }

  /// Times are no worse, in seconds.
  private static let mostJitter = 0.003

  /// How far rows are from the polynomial through so many on either side, in units of what scatter
  /// makes of it.
  private static func misses(_ rows: [Observation.Row], reach: Int) -> [Double] {
    // As many for each reach, so that they are the same rows'.
    rows.indices.dropFirst(3).dropLast(3).map { index in
      let near = rows[index - reach...index + reach].filter { $0.time != rows[index].time }
      var (due, squares) = (0.0, 1.0)
      for row in near {
        var weight = 1.0
        for other in near where other.time != row.time {
          weight *= (rows[index].time - other.time) / (row.time - other.time)
        }
        due += weight * row.offset
        squares += weight * weight
      }
      return abs(rows[index].offset - due) / squares.squareRoot()
    }
  }

  /// The standard deviation of what has such sizes, by the mean of the middle half: it is 0.6933 of
  /// a normal distribution's.
  ///
  /// The few that something else has made do not count, and those of whole pixels, which are few
  /// different ones, do so evenly.
  static func deviation(_ sizes: [Double]) -> Double {
    guard !sizes.isEmpty else { return 0 }
    let sorted = sizes.sorted()
    let middle = sorted[sizes.count / 4..<max(sizes.count / 4 + 1, sizes.count * 3 / 4)]
    return middle.reduce(0, +) / Double(middle.count) / 0.6933
  }
}
