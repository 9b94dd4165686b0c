/// Cuts a clip's rows at rests, and where coasting content was pushed again.
///
/// Without a known pointer, what a finger does between two flings follows no law: each fling is
/// best analysed separately.
package enum ClipTakes {
  /// Content has slowed down once its speed has fallen to this share of the greatest.
  private static let slowed = 0.7
  /// Minimum time it must take for that, in seconds.
  private static let shortest = 0.12
  /// A push makes it this many times faster, and at least this much, in pixels a second.
  private static let (faster, least) = (1.4, 300.0)
  /// Content below this share of its greatest speed for this long, in seconds, has come to rest: a
  /// reversal is slow for less.
  private static let creeping = (share: 0.04, time: 0.2)
  /// Minimum increase of speed at a push, as a factor; a late frame only doubles a step.
  private static let sudden = 3.0

  /// The rows of each take, in order, with one position per rest.
  package static func cut(_ rows: [ClipTrack.Row]) -> [ArraySlice<ClipTrack.Row>] {
    guard rows.count > 2 else { return [rows[...]] }
    var takes: [ArraySlice<ClipTrack.Row>] = []
    var (start, still) = (0, 0)
    for index in rows.indices.dropFirst() where rows[index].offset != rows[index - 1].offset {
      if rows[index - 1].time - rows[still].time >= ClipTrack.rest {
        // The one take ends with the rest, and the other begins with half of it: both need enough
        // rows at rest to be analysed.
        takes += pushes(rows[start..<index])
        start = (still + index) / 2
      }
      still = index
    }
    return takes + pushes(rows[start...])
  }

  /// Whether content still moves at the end of a take, given its velocity there in units a second.
  static func isCut(_ rows: [Observation.Row], at velocity: Double) -> Bool {
    let peak = zip(rows, rows.dropFirst()).map {
      abs($1.offset - $0.offset) / max($1.time - $0.time, 1e-9)
    }.max()
    return peak.map { abs(velocity) > creeping.share * $0 } ?? false
  }

  /// The rows of each press, with some before it, and of each push without a press.
  ///
  /// - Parameter presses: in seconds, in order.
  package static func cut(
    _ rows: [ClipTrack.Row], at presses: [ClosedRange<Double>]
  ) -> [[ClipTrack.Row]] {
    var takes: [[ClipTrack.Row]] = []
    var start = 0
    for (number, press) in presses.enumerated() {
      let next = number + 1 < presses.count ? presses[number + 1].lowerBound : .infinity
      let before = next.isFinite ? rowsBefore : 0
      let lift = rows.firstIndex(after: min(press.upperBound, next), \.time)
      let end = max(lift, rows.firstIndex(after: next, \.time) - before)
      let pieces = cut(Array(rows[lift..<end]))
      takes.append(Array(rows[start..<lift]) + Array(pieces.first ?? []))
      takes += pieces.dropFirst().map(Array.init)
      start = end
    }
    return takes
  }

  /// Number of rows kept from before a press or a motion: they give the content's position and
  /// velocity.
  private static let rowsBefore = 2

  /// Cuts where coasting content was pushed again.
  private static func pushes(
    _ rows: ArraySlice<ClipTrack.Row>
  ) -> [ArraySlice<ClipTrack.Row>] {
    var takes: [ArraySlice<ClipTrack.Row>] = []
    var start = rows.startIndex
    var (fastest, slowest) = ((index: start, speed: 0.0), (index: start, speed: 0.0))
    // The greatest speed of the take, and when the content was last faster than a share of it.
    var (peak, lastFast) = (0.0, rows[start].time)
    // Where it last reversed, and its greatest speed before that.
    var turn: (index: Int, speed: Double)?
    // The speeds of the last row and of the one before it.
    var (last, before) = (0.0, 0.0)
    for index in rows.indices.dropFirst().dropLast() {
      let velocity =
        (rows[index + 1].offset - rows[index - 1].offset)
        / (rows[index + 1].time - rows[index - 1].time)
      let speed = abs(velocity)
      if peak > 0, speed > max(least, creeping.share * peak), speed > sudden * before,
        rows[index].time - lastFast > creeping.time
      {
        takes.append(rows[start...index - 1])
        // Two rows at one position show where it began; a single row shows nothing.
        start = rows[index - 2].offset == rows[index - 1].offset ? index - 2 : index
        (fastest, slowest, peak, turn) = ((index, velocity), (index, speed), 0, nil)
      }
      (last, before) = (speed, last)
      peak = max(peak, speed)
      if speed > creeping.share * peak { lastFast = rows[index].time }
      // A reversal, as of a spring, does not begin a new take.
      guard velocity * fastest.speed > 0 else {
        let isLast = (rows[index].offset - rows[index - 1].offset) * fastest.speed > 0
        turn = abs(fastest.speed) > least ? (isLast ? index : index - 1, abs(fastest.speed)) : nil
        (fastest, slowest) = ((index, velocity), (index, speed))
        continue
      }
      // Unless it becomes faster than before: then a hand has pulled it back.
      if let pulled = turn, speed > faster * pulled.speed, speed > pulled.speed + least {
        takes.append(rows[start...pulled.index])
        start = pulled.index + 1
        (fastest, slowest, peak, turn) = ((index, velocity), (index, speed), speed, nil)
        continue
      }
      let hasSlowed =
        slowest.speed < slowed * abs(fastest.speed)
        && rows[slowest.index].time - rows[fastest.index].time > shortest
      if hasSlowed, speed > faster * slowest.speed, speed > slowest.speed + least {
        takes.append(rows[start...slowest.index])
        start = slowest.index + 1
        (fastest, slowest, peak, turn) = ((index, velocity), (index, speed), speed, nil)
      } else if speed > abs(fastest.speed) {
        (fastest, slowest) = ((index, velocity), (index, speed))
      } else if speed <= slowest.speed {
        slowest = (index, speed)
      }
    }
    return takes + [rows[start...]]
  }
}
