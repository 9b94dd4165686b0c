/// Some rows of a motion, as they are fitted: counted from the first of them, which keeps numbers small.
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
    places = rows.map { $0.offset - first.offset }
    (self.interval, self.noise) = (interval, noise)
    guard noise.jitter > 0, rows.count > 2 else {
      weights = []
      return
    }
    let (times, places) = (times, places)
    weights = times.indices.map { index in
      let (before, after) = (max(0, index - 1), min(times.count - 1, index + 1))
      let speed = (places[after] - places[before]) / (times[after] - times[before])
      return noise.deviation / noise.deviation(atSpeed: speed)
    }
  }

  private init(_ other: ObservedRows, kept: [Int]) {
    (startTime, startPlace) = (other.startTime, other.startPlace)
    (interval, noise) = (other.interval, other.noise)
    times = kept.map { other.times[$0] }
    places = kept.map { other.places[$0] }
    weights = other.weights.isEmpty ? [] : kept.map { other.weights[$0] }
  }

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

/// How exact the places of a motion are.
struct NoiseEstimate: Hashable {
  /// What places are rounded to, or 0 where no rounding shows.
  let rounding: Double
  /// The standard deviation of a place, in the motion's unit: of rounding and scatter together.
  let deviation: Double

  /// The standard deviation of a row's time, in seconds, or 0 where none shows.
  let jitter: Double

  /// The standard deviation of the place of a row that moves by so much a second.
  func deviation(atSpeed speed: Double) -> Double {
    (deviation * deviation + speed * speed * jitter * jitter).squareRoot()
  }

  /// What is taken for exact: much less than any screen shows.
  static let least = 0.005

  /// Reads it off all rows of a motion.
  ///
  /// The scatter is the median of how far rows are from the parabola through the three before them: that is little for
  /// any motion that frames can show, except near the few moments at which something else takes over.
  init(_ rows: [Observation.Row]) {
    let candidates = [1, 0.5, 0.25, 0.125, 1.0 / 3]
    rounding =
      candidates.first { grid in
        rows.allSatisfy {
          let count = $0.offset / grid
          return abs(count - count.rounded()) < 1e-6
        }
      } ?? 0
    var misses: [Double] = []
    var speeds: [Double] = []
    for index in rows.indices.dropFirst(3) {
      let near = rows[index - 3...index - 1]
      var (due, squares) = (0.0, 1.0)
      for row in near {
        var weight = 1.0
        for other in near where other.time != row.time {
          weight *= (rows[index].time - other.time) / (row.time - other.time)
        }
        due += weight * row.offset
        squares += weight * weight
      }
      misses.append(abs(rows[index].offset - due) / squares.squareRoot())
      let way = rows[index].offset - rows[index - 3].offset
      speeds.append(abs(way) / (rows[index].time - rows[index - 3].time))
    }
    let scatter = Self.deviation(misses)
    let deviation = max(scatter, rounding / 12.0.squareRoot(), Self.least)
    self.deviation = deviation
    // A row whose time is late by a millisecond is elsewhere by as much as moves in one.
    let fast = zip(misses, speeds).filter { $1 * 0.001 > deviation }
    let ratio = Self.deviation(fast.map(\.0)) / deviation
    guard fast.count >= 6, ratio > 2.0.squareRoot() else {
      jitter = 0
      return
    }
    let late = fast.map { (max(0, $0 * $0 - deviation * deviation * 0.455)).squareRoot() / $1 }
    jitter = min(Self.deviation(late), Self.mostJitter)
  }

  /// Times are no worse, in seconds.
  private static let mostJitter = 0.003

  /// The standard deviation of what has such sizes, by their median: it is 0.6745 of a normal distribution's.
  private static func deviation(_ sizes: [Double]) -> Double {
    sizes.isEmpty ? 0 : sizes.sorted()[sizes.count / 2] / 0.6745
  }
}
