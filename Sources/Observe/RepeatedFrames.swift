/// Frames that show again what the one before them had shown while the content ran, three of them
/// at least.
///
/// One or two are found by the law that they disturb. More of them would make a law of their own,
/// so that they are found from the steps next to them, and no law is asked to go through them.
struct RepeatedFrames {
  /// Their rows, in order.
  let indices: [Int]

  private static let fewest = 3
  /// Content that stands for more frames than this is held, or rests.
  private static let longest = 3
  /// Places that are nearer are the same, in the motion's unit.
  private static let same = 0.01

  init(_ observation: Observation) {
    let (rows, interval, presses) = (observation.rows, observation.interval, observation.presses)
    func way(_ index: Int) -> Double { rows[index].offset - rows[index - 1].offset }
    func isEven(_ index: Int) -> Bool {
      abs(rows[index].time - rows[index - 1].time - interval) <= 0.5 * interval
    }
    var found: [Int] = []
    var index = 2
    while index < rows.count - 1 {
      guard abs(way(index)) <= Self.same else {
        index += 1
        continue
      }
      let start = index
      while index < rows.count, abs(way(index)) <= Self.same { index += 1 }
      guard index < rows.count, index - start <= Self.longest,
        (start - 1...index).allSatisfy(isEven),
        min(abs(way(start - 1)), abs(way(index))) >= Smoothness.due,
        way(start - 1) * way(index) > 0,
        !presses.contains(where: { $0.overlaps(rows[start - 1].time...rows[index].time) })
      else { continue }
      found += start..<index
    }
    indices = found.count >= Self.fewest ? found : []
  }
}
