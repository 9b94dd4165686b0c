/// Frames that repeat the previous one while the content runs, if there are at least three.
///
/// One or two are found as disturbances of a law. More would make a law of their own, so they are
/// found from neighbouring steps and excluded from fits.
struct RepeatedFrames {
  /// The indices of their rows, in order.
  let indices: [Int]

  private static let fewest = 3
  /// Content that stands still for more frames than this is held, or at rest.
  private static let longest = 3
  /// Positions nearer than this are equal, in the motion's unit.
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
