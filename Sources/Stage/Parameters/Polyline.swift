/// A polyline near a course from 0 to 1, with the fewest possible corners on a grid.
///
/// A corner lies on the course or on either side of it, so that a line can cut across a bend.
package struct Polyline: Hashable, Sendable {
  /// The maximum distance between course and lines, relative to the way: half a pixel in 1000.
  package static let tolerance = 0.0005

  /// The duration in seconds; a whole number of milliseconds, as some platforms require.
  let duration: Double
  package let corners: [CourseCorner]

  /// Creates the polyline; `progress` takes times up to `duration` and is 1 at its end.
  package init(duration: Double, progress: (Double) -> Double) {
    self.duration = max(1, (duration * 1000).rounded(.up)) / 1000
    let length = self.duration
    // Halvings of 1/400 are short decimals, so rounding moves no corner in time.
    var count = 400
    var values = Self.samples(count, length, progress)
    while count < 12_800, Self.bend(values) > Self.greatestBend {
      count *= 2
      values = Self.samples(count, length, progress)
    }
    (values[0], values[count]) = (0, 1)
    corners = Self.corners(of: values, room: Self.tolerance - Self.bend(values) - Self.rounding)
  }

  // The limit of the deviation from the grid's own lines, and the error of rounding a corner.
  private static let (greatestBend, rounding) = (0.000_08, 0.000_03)

  private static func samples(
    _ count: Int, _ length: Double, _ progress: (Double) -> Double
  ) -> [Double] {
    (0...count).map { progress(length * Double($0) / Double(count)) }
  }

  /// The maximum deviation from the grid's lines, from second differences.
  private static func bend(_ values: [Double]) -> Double {
    var most = 0.0
    for place in 1..<values.count - 1 {
      most = max(most, abs(values[place - 1] - 2 * values[place] + values[place + 1]))
    }
    return min(most / 8, tolerance / 2)
  }

  /// The best way to reach a corner: the number of lines, and the corner before.
  private struct Stop {
    var count = Int.max
    var before = (place: 0, side: 0)
  }

  /// The shortest path over the grid from the first place to the last; steps from each place and
  /// side reach as far as a line stays within tolerance.
  private static func corners(of values: [Double], room: Double) -> [CourseCorner] {
    let sides = [0, -0.95 * room, 0.95 * room]
    let range = (values.min() ?? 0)...(values.max() ?? 1)
    let last = values.count - 1
    var stops = [Stop](repeating: Stop(), count: values.count * sides.count)
    stops[0].count = 0
    for place in 0..<last {
      for side in sides.indices where stops[place * sides.count + side].count < .max {
        let start = values[place] + sides[side]
        let count = stops[place * sides.count + side].count + 1
        var (low, high) = (-Double.infinity, Double.infinity)
        var end = place + 1
        while end <= last {
          let run = Double(end - place)
          for other in sides.indices where stops[end * sides.count + other].count > count {
            let value = values[end] + sides[other]
            let slope = (value - start) / run
            guard slope >= low, slope <= high, range.contains(value) else { continue }
            stops[end * sides.count + other] = Stop(count: count, before: (place, side))
          }
          low = max(low, (values[end] - room - start) / run)
          high = min(high, (values[end] + room - start) / run)
          if low > high { break }
          end += 1
        }
      }
    }
    var (way, stop) = ([(place: last, side: 0)], (place: last, side: 0))
    while stop.place > 0 {
      stop = stops[stop.place * sides.count + stop.side].before
      way.append(stop)
    }
    return way.reversed().map { stop in
      let value = ((values[stop.place] + sides[stop.side]) * 1e5).rounded() / 1e5
      return CourseCorner(time: Double(stop.place) / Double(last), value: value + 0)
    }
  }
}
