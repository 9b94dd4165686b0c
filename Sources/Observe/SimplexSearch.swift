/// The minimum of a function of a few numbers, by the Nelder–Mead method.
///
/// Source: Nelder and Mead, "A simplex method for function minimization", The Computer Journal
/// 1965.
enum SimplexSearch {
  /// Searches within the ranges; the function is never evaluated outside them.
  ///
  /// - Parameter effort: roughly the maximum number of evaluations.
  static func minimum(
    from start: [Double], within ranges: [ClosedRange<Double>], _ effort: Int,
    _ function: ([Double]) -> Double
  ) -> (shape: [Double], sum: Double) {
    var asked = 0
    func value(_ place: [Double]) -> Double {
      for (number, range) in zip(place, ranges) where !range.contains(number) { return .infinity }
      asked += 1
      return function(place)
    }
    var corners = [(shape: start, sum: value(start))]
    for index in start.indices {
      var corner = start
      let step = 0.04 * (ranges[index].upperBound - ranges[index].lowerBound)
      corner[index] += corner[index] + step > ranges[index].upperBound ? -step : step
      corners.append((corner, value(corner)))
    }
    while asked < effort {
      corners.sort { $0.sum < $1.sum }
      let (best, worst) = (corners[0], corners[corners.count - 1])
      let isFlat = worst.sum - best.sum <= 1e-11 * best.sum
      let isSmall = zip(best.shape, worst.shape).allSatisfy { abs($0 - $1) < 1e-7 }
      if isFlat || isSmall { break }
      let others = corners.dropLast()
      let middle = start.indices.map { index in
        others.reduce(0) { $0 + $1.shape[index] } / Double(others.count)
      }
      func point(_ factor: Double) -> (shape: [Double], sum: Double) {
        let place = zip(middle, worst.shape).map { $0 + factor * ($1 - $0) }
        return (place, value(place))
      }
      let mirrored = point(-1)
      if mirrored.sum < best.sum {
        let further = point(-2)
        corners[corners.count - 1] = further.sum < mirrored.sum ? further : mirrored
      } else if mirrored.sum < (others.last?.sum ?? .infinity) {
        corners[corners.count - 1] = mirrored
      } else {
        let nearer = mirrored.sum < worst.sum ? point(-0.5) : point(0.5)
        if nearer.sum < min(worst.sum, mirrored.sum) {
          corners[corners.count - 1] = nearer
        } else {
          for index in corners.indices.dropFirst() {
            let place = zip(corners[index].shape, best.shape).map { ($0 + $1) / 2 }
            corners[index] = (place, value(place))
          }
          asked += 1
        }
      }
    }
    corners.sort { $0.sum < $1.sum }
    return corners[0]
  }
}
