/// Tries every disturbance at every row in a linear approximation, by how much of a law's residuals
/// it explains.
///
/// Sums over all rows after a disturbance are accumulated from the last row backwards, so the time
/// is proportional to the number of rows times the dimension of the law's own space.
struct CandidateSearch {
  /// A disturbance, and how much it lowers the sum of squares to first order.
  struct Candidate {
    let gain: Double
    let disturbance: Disturbance
  }

  /// A kind of disturbance, for each of which the best is found.
  enum Slot: Hashable, CaseIterable { case step, late, push, single }

  private(set) var best: [Slot: Candidate] = [:]

  private let fit: LawFit
  private let rows: ObservedRows
  private let weights: [Double]
  /// The residuals, then a basis of what the law could explain by itself, all weighted.
  private let columns: [[Double]]
  /// The dot products of the residuals with each basis vector.
  private let overlaps: [Double]
  private let taken: Set<Int>

  init(_ fit: LawFit, basis: [[Double]]) {
    (self.fit, rows) = (fit, fit.rows)
    weights = rows.weights.isEmpty ? [Double](repeating: 1, count: rows.count) : rows.weights
    let residuals = fit.rows.weighted(zip(fit.rows.places, fit.fitted).map { $0 - $1 })
    columns = [residuals] + basis
    overlaps = basis.map { LinearLeastSquares.dot($0, residuals) }
    taken = Set(fit.disturbances.map(\.index))
  }

  /// The reduction the law could achieve by itself, if it changed a little.
  var ownGain: Double { LinearLeastSquares.dot(overlaps, overlaps) }

  /// Sums from a row to the end: products with each column, and squares.
  private struct Sums {
    var products: [Double]
    var square = 0.0

    init(_ columns: Int) { products = [Double](repeating: 0, count: columns) }

    mutating func add(_ values: [Double], times factor: Double, weight: Double) {
      for index in values.indices { products[index] += values[index] * factor }
      square += weight * weight * factor * factor
    }
  }

  /// Visits all rows, from last to first.
  mutating func run() {
    let count = rows.count
    guard count > 2 else { return }
    let velocities = fit.velocities
    var (step, late) = (Sums(columns.count), Sums(columns.count))
    let response = fit.family.push(fit.shape)
    var push = response.map { PushResponse.Sums($0, columns: columns.count) }
    var values = [Double](repeating: 0, count: columns.count)
    for index in (1..<count).reversed() {
      for column in columns.indices { values[column] = columns[column][index] * weights[index] }
      step.add(values, times: 1, weight: weights[index])
      late.add(values, times: -velocities[index], weight: weights[index])
      let gap = rows.times[index] - rows.times[index - 1]
      push?.add(values, weight: weights[index])
      if !taken.contains(index) {
        if index < count - 1 {
          consider(.single, index, values, square: weights[index] * weights[index])
        }
        if index > 1, index < count - 1 {
          consider(.step, index, step.products, square: step.square)
          // A program that counts frames instead of time is late by one after a missed frame.
          consider(.late, index, late.products, square: late.square)
          for share in [0, 0.5] {
            guard var sums = push else { break }
            sums.goBack(by: gap * (1 - share))
            consider(.push, index, sums.products, square: sums.square, share: share)
          }
        }
      }
      push?.goBack(by: gap)
    }
  }

  /// Keeps a disturbance if it explains more than the best of its kind so far.
  ///
  /// - Parameters:
  ///   - slot: its kind.
  ///   - index: the first row affected.
  ///   - products: of its effect on the rows with each column.
  ///   - square: the sum of squares of its effect on the rows.
  ///   - share: when it begins, as a share of the time from the row before.
  private mutating func consider(
    _ slot: Slot, _ index: Int, _ products: [Double], square: Double, share: Double = 0
  ) {
    var (own, explained) = (square, products[0])
    for (overlap, product) in zip(overlaps, products.dropFirst()) {
      own -= product * product
      explained -= product * overlap
    }
    guard square > 0, own > 1e-6 * square else { return }
    let gain = explained * explained / own
    guard gain > best[slot]?.gain ?? 0 else { return }
    var kind: Disturbance.Kind
    switch slot {
    case .step: kind = .step
    case .single: kind = .single
    case .push: kind = .push
    case .late:
      let lag = explained / own / rows.interval
      guard (0.6..<3.4).contains(lag), abs(lag - lag.rounded()) < 0.4 else { return }
      kind = .late(Int(lag.rounded()))
    }
    let time =
      slot == .push
      ? rows.times[index - 1] + share * (rows.times[index] - rows.times[index - 1])
      : DisturbanceSearch.time(kind, index, rows)
    best[slot] = Candidate(
      gain: gain, disturbance: Disturbance(kind: kind, index: index, time: time))
  }
}
