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

  init(
    _ rows: ArraySlice<Observation.Row>, interval: Double, noise: NoiseEstimate
  ) {
    let first = rows.first ?? Observation.Row(time: 0, offset: 0)
    (startTime, startPlace) = (first.time, first.offset)
    times = rows.map { $0.time - first.time }
    places = rows.map { $0.offset - first.offset }
    (self.interval, self.noise) = (interval, noise)
  }

  private init(_ other: ObservedRows, kept: [Int]) {
    (startTime, startPlace) = (other.startTime, other.startPlace)
    (interval, noise) = (other.interval, other.noise)
    times = kept.map { other.times[$0] }
    places = kept.map { other.places[$0] }
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
    }
    misses.sort()
    // 0.6745 is the median of a normal distribution's sizes.
    let scatter = (misses.isEmpty ? 0 : misses[misses.count / 2]) / 0.6745
    deviation = max(scatter, rounding / 12.0.squareRoot(), Self.least)
  }
}
