internal import FeelTrace

/// Rows of a motion prepared for a fit, relative to the first one to keep numbers small.
struct ObservedRows {
  /// In seconds from the first row.
  let times: [Double]
  /// Positions relative to the first row, in the motion's unit.
  let places: [Double]
  /// The first row's time, in seconds.
  let startTime: Double
  /// The first row's position.
  let startPlace: Double
  /// The usual time between rows in the whole motion, in seconds.
  let interval: Double
  /// The exactness of positions.
  let noise: NoiseEstimate
  /// Each row's exactness relative to the most exact; empty if all are equal.
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

  /// The expected positions of the content given the rounded ones.
  ///
  /// A rounded position may be anywhere in its pixel. If it stood for some frames and then moved by
  /// one pixel, slow content has only just entered that pixel.
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

  /// The weight of a row without information.
  private static let none = 1e-6

  private init(_ other: ObservedRows, kept: some Collection<Int>) {
    let (time, place) = kept.first.map { (other.times[$0], other.places[$0]) } ?? (0, 0)
    (startTime, startPlace) = (other.startTime + time, other.startPlace + place)
    (interval, noise) = (other.interval, other.noise)
    times = kept.map { other.times[$0] - time }
    places = kept.map { other.places[$0] - place }
    weights = other.weights.isEmpty ? [] : kept.map { other.weights[$0] }
  }

  /// A range of the rows, relative to its first row.
  func part(_ range: Range<Int>) -> ObservedRows { ObservedRows(self, kept: range) }

  /// The standard deviation of a row's position.
  func deviation(of index: Int) -> Double {
    weights.isEmpty ? noise.deviation : noise.deviation / weights[index]
  }

  /// A column weighted by each row's exactness.
  func weighted(_ column: [Double]) -> [Double] {
    weights.isEmpty ? column : zip(column, weights).map { $0 * $1 }
  }

  var count: Int { times.count }

  /// The time of the last row, in seconds from the first.
  var span: Double { max(times.last ?? 0, 1e-6) }

  /// An even sample of about this many rows, including the first and the last.
  func thinned(to wanted: Int) -> ObservedRows {
    guard count > 2 * wanted else { return self }
    let step = Double(count - 1) / Double(wanted - 1)
    return ObservedRows(self, kept: (0..<wanted).map { Int((Double($0) * step).rounded()) })
  }
}

/// The exactness of rows known from their origin.
struct KnownNoise: Hashable {
  /// A lower limit of the positions' error, in the motion's unit.
  private(set) var place = 0.0
  /// The drift of positions: variance per unit of distance.
  private(set) var drift = 0.0
  /// The usual scatter of positions from row to row, in the motion's unit.
  private(set) var usual = 0.0
  /// The standard deviation of a time, in seconds.
  private(set) var jitter = 0.0

  /// The scatter from row to row as a share of the stated exactness, from clips of many encodings.
  private static let scattered = 0.35
  /// The drift per screen of distance as a share of the stated exactness: positions are measured
  /// from pictures that were themselves measured.
  private static let share = 0.55
  /// The assumed length of a screen if unknown, in the motion's unit.
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

/// The exactness of a motion's positions.
struct NoiseEstimate: Hashable {
  /// The rounding of positions, or 0 if none shows.
  let rounding: Double
  /// The standard deviation of a position from rounding and scatter together, in the motion's unit.
  let deviation: Double
  /// As `deviation`, from the rows alone, without what is known of their origin.
  let scatter: Double

  /// The times of rows without information, as they repeat the frame before, in seconds.
  let repeated: Set<Double>

  /// The standard deviation of a row's time, in seconds, or 0 if none shows.
  let jitter: Double

  /// The drift of positions: variance per unit of distance.
  let drift: Double

  /// The usual scatter of positions from row to row, in the motion's unit, or 0 if unknown.
  let usual: Double

  /// The standard deviation of a row's position at a speed in units a second.
  func deviation(atSpeed speed: Double) -> Double {
    (deviation * deviation + speed * speed * jitter * jitter).squareRoot()
  }

  /// This many rows are not all near whole positions by chance.
  private static let many = 8

  /// Errors below this are ignored: no screen shows as little.
  static let least = 0.02

  /// Estimates the exactness from all rows of a motion.
  ///
  /// The scatter is how far rows are from polynomials through their neighbours, of the degree that
  /// leaves the least: for any motion that frames can show this is little, except near seams.
  ///
  /// - Parameters:
  ///   - all: the rows.
  ///   - repeated: the times of those that repeat the frame before.
  ///   - known: what is known from their origin.
  init(
    _ all: [Observation.Row], repeated: Set<Double> = [], _ known: KnownNoise = KnownNoise()
  ) {
    (self.repeated, drift, usual) = (repeated, known.drift, known.usual)
    let rows = repeated.isEmpty ? all : all.filter { !repeated.contains($0.time) }
    let candidates = [1, 0.5, 0.25, 0.125, 1.0 / 3]
    rounding =
      candidates.first { grid in
        // Positions found by comparing pixels are whole only to a few hundredths.
        rows.allSatisfy {
          let count = $0.offset / grid
          return abs(count - count.rounded()) < (rows.count < Self.many ? 1e-6 : 0.05)
        }
      } ?? 0
    let byReach = Self.misses(rows)
    let misses = Self.least(byReach)
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
    // A row that is late by a millisecond is displaced by the distance moved in one. Fast rows
    // curve more than the others, and so may need polynomials of another degree.
    let isFast = speeds.map { $0 * 0.001 > deviation }
    func ofFast(_ values: [Double]) -> [Double] { zip(values, isFast).filter(\.1).map(\.0) }
    let fast = Array(zip(Self.least(byReach.map(ofFast)), ofFast(speeds)))
    let ratio = Self.deviation(fast.map(\.0)) / deviation
    guard fast.count >= 6, ratio > 2.0.squareRoot() else {
      jitter = known.jitter
      return
    }
    let late = fast.map { (max(0, $0 * $0 - deviation * deviation * 0.455)).squareRoot() / $1 }
    jitter = max(known.jitter, min(Self.deviation(late), Self.mostJitter))
  }

  /// The scatter of times in seconds, if rows scatter in proportion to their speed; `nil` if not.
  ///
  /// This is for motions without slow rows, which would show the difference directly.
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

  /// The largest scatter of times attributed to frames at even times, in seconds.
  private static let mostWobble = 0.004

  private init(_ other: NoiseEstimate, jitter: Double) {
    (rounding, deviation, scatter) = (other.rounding, other.deviation, other.scatter)
    (repeated, self.jitter, drift) = (other.repeated, jitter, other.drift)
    usual = other.usual
  }

  /// The same estimate with exact times.
  var withEvenTimes: NoiseEstimate { NoiseEstimate(self, jitter: 0) }

  /// The typical distance of rows from polynomials through their neighbours, in the motion's unit.
  static func roughness(_ rows: [Observation.Row]) -> Double { deviation(least(misses(rows))) }

  /// The misses of polynomials of each degree.
  private static func misses(_ rows: [Observation.Row]) -> [[Double]] {
    (1...3).map { misses(rows, reach: $0) }
  }

  /// The misses of the degree that leaves the least.
  private static func least(_ misses: [[Double]]) -> [Double] {
    misses.min { deviation($0) < deviation($1) } ?? []
  }

  /// Upper limit of the scatter of times, in seconds.
  private static let mostJitter = 0.003

  /// Each row's distance from the polynomial through this many rows on either side, normalised to
  /// the scatter of one row.
  private static func misses(_ rows: [Observation.Row], reach: Int) -> [Double] {
    // The same rows for each reach.
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

  /// The standard deviation for given absolute values, from the mean of the middle half, which is
  /// 0.6933 σ for a normal distribution.
  ///
  /// This ignores outliers, and changes smoothly with rounded values, of which there are few
  /// different ones.
  static func deviation(_ sizes: [Double]) -> Double {
    guard !sizes.isEmpty else { return 0 }
    let sorted = sizes.sorted()
    let middle = sorted[sizes.count / 4..<max(sizes.count / 4 + 1, sizes.count * 3 / 4)]
    return middle.reduce(0, +) / Double(middle.count) / 0.6933
  }
}
