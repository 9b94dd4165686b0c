/// Cuts what a clip shows where the content rested, and where it ran out and was pushed on again.
///
/// Where no pointer is known, what a finger does between two flings follows no law: judged alone,
/// each fling tells its law best.
package enum ClipTakes {
  /// Content that has lost so much of its speed has run out, as a share of the greatest.
  private static let slowed = 0.7
  /// It took as long for that, in seconds.
  private static let shortest = 0.12
  /// A push makes it so many times faster, and by so much, in pixels a second.
  private static let (faster, least) = (1.4, 300.0)
  /// Content that went at a lower share of its greatest speed for so long, in seconds, has come to
  /// rest: what turns round goes so slowly for less.
  private static let creeping = (share: 0.04, time: 0.2)
  /// A frame that comes late shows two steps at once; a push makes a row so many times faster.
  private static let sudden = 3.0

  /// The rows of each take, in order; those of rests are at one place.
  package static func cut(_ rows: [ClipTrack.Row]) -> [ArraySlice<ClipTrack.Row>] {
    guard rows.count > 2 else { return [rows[...]] }
    var takes: [ArraySlice<ClipTrack.Row>] = []
    var (start, still) = (0, 0)
    for index in rows.indices.dropFirst() where rows[index].offset != rows[index - 1].offset {
      if rows[index - 1].time - rows[still].time >= ClipTrack.rest {
        // A part of the rest shows where each take ends, and where the next one begins.
        takes += pushes(rows[start..<index])
        start = (still + index) / 2
      }
      still = index
    }
    return takes + pushes(rows[start...])
  }

  /// Whether content still moves at the end of a take, by its places and their times.
  package static func isCut(_ rows: [(time: Double, offset: Double)]) -> Bool {
    let speeds = zip(rows, rows.dropFirst()).map {
      abs($1.offset - $0.offset) / max($1.time - $0.time, 1e-9)
    }
    guard let last = speeds.last, let peak = speeds.max() else { return false }
    return last > creeping.share * peak
  }

  /// The rows of each press of a hand, with some before it, and of each push that no press made.
  ///
  /// - Parameter presses: from its beginning to its end, in seconds, in order.
  package static func cut(
    _ rows: [ClipTrack.Row], at presses: [ClosedRange<Double>]
  ) -> [[ClipTrack.Row]] {
    var takes: [[ClipTrack.Row]] = []
    var start = 0
    for (number, press) in presses.enumerated() {
      let next = number + 1 < presses.count ? presses[number + 1].lowerBound : .infinity
      let end = rows.firstIndex(after: next, \.time)
      let lift = min(end, rows.firstIndex(after: press.upperBound, \.time))
      let pieces = cut(Array(rows[lift..<end]))
      takes.append(Array(rows[start..<lift]) + Array(pieces.first ?? []))
      takes += pieces.dropFirst().map(Array.init)
      start = max(lift, end - rowsBefore)
    }
    return takes
  }

  /// So many show where the content was when it was pressed, and how fast.
  private static let rowsBefore = 2

  /// Cuts where content that ran out was pushed on.
  private static func pushes(
    _ rows: ArraySlice<ClipTrack.Row>
  ) -> [ArraySlice<ClipTrack.Row>] {
    var takes: [ArraySlice<ClipTrack.Row>] = []
    var start = rows.startIndex
    var (fastest, slowest) = ((index: start, speed: 0.0), (index: start, speed: 0.0))
    // The greatest speed of the take, and when it last went at a share of that.
    var (peak, lastFast) = (0.0, rows[start].time)
    // Where it last turned round, and the greatest speed with which it came there.
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
        // Two rows at one place show where it began; one shows nothing.
        start = rows[index - 2].offset == rows[index - 1].offset ? index - 2 : index
        (fastest, slowest, peak, turn) = ((index, velocity), (index, speed), 0, nil)
      }
      (last, before) = (speed, last)
      peak = max(peak, speed)
      if speed > creeping.share * peak { lastFast = rows[index].time }
      // What turns round, as a spring does, is no other take.
      guard velocity * fastest.speed > 0 else {
        let isLast = (rows[index].offset - rows[index - 1].offset) * fastest.speed > 0
        turn = abs(fastest.speed) > least ? (isLast ? index : index - 1, abs(fastest.speed)) : nil
        (fastest, slowest) = ((index, velocity), (index, speed))
        continue
      }
      // Unless it gets faster than it came: a hand has pulled it back.
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
