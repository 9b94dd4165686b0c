internal import Glibc

/// The response of a law to a push by a velocity of 1: p with p″ + α·p′ + β·p = 0, p(0) = 0, p′(0)
/// = 1.
struct PushResponse {
  /// p and p′ at a time.
  typealias State = (place: Double, velocity: Double)

  /// α, per second.
  let damping: Double
  /// β, per second squared.
  let stiffness: Double

  /// The state at a time after the push, in seconds.
  func state(at time: Double) -> State {
    let middle = damping / 2
    let discriminant = middle * middle - stiffness
    if abs(discriminant) <= 1e-9 * (middle * middle + abs(stiffness)) {
      let fall = exp(-middle * time)
      return (fall * time, fall * (1 - middle * time))
    }
    let root = abs(discriminant).squareRoot()
    guard discriminant > 0 else {
      let (fall, sine) = (exp(-middle * time), sin(root * time) / root)
      return (fall * sine, fall * (cos(root * time) - middle * sine))
    }
    // Compute the slower root from the product of both, as the difference would lose digits.
    let fast = middle + root
    let slow = stiffness / fast
    let (a, b) = (exp(-slow * time), exp(-fast * time))
    return ((a - b) / (2 * root), (fast * b - slow * a) / (2 * root))
  }

  /// The response of a spring to moving its target by 1, after a time in seconds: 1 − p′ − α·p.
  func approach(at time: Double) -> Double {
    let (place, velocity) = state(at: time)
    return 1 - velocity - damping * place
  }

  /// Σ q·p(t − b) over the rows after b, updated in constant time as b moves back from row to row.
  ///
  /// p of a sum of times follows from p and p′ of both, so the sums for an earlier b follow from
  /// those for a later one.
  struct Sums {
    private let response: PushResponse
    /// Σ q·p and Σ q·p′ for each column.
    private var places: [Double]
    private var velocities: [Double]
    /// Σ p², Σ p·p′ and Σ p′², with squared row weights.
    private var squares = (0.0, 0.0, 0.0)

    init(_ response: PushResponse, columns: Int) {
      self.response = response
      places = [Double](repeating: 0, count: columns)
      velocities = places
    }

    /// Moves b back in time.
    mutating func goBack(by time: Double) {
      let (p, v) = response.state(at: time)
      // The other fundamental solution: c(0) = 1, c′(0) = 0.
      let (c, d) = (v + response.damping * p, -response.stiffness * p)
      for index in places.indices {
        let (place, velocity) = (places[index], velocities[index])
        places[index] = place * c + velocity * p
        velocities[index] = place * d + velocity * v
      }
      let (pp, pv, vv) = squares
      squares = (
        pp * c * c + 2 * pv * c * p + vv * p * p,
        pp * c * d + pv * (c * v + d * p) + vv * p * v,
        pp * d * d + 2 * pv * d * v + vv * v * v
      )
    }

    /// Adds the row at b.
    ///
    /// - Parameters:
    ///   - values: q of each column, times the row's weight.
    ///   - weight: the row's weight.
    mutating func add(_ values: some Sequence<Double>, weight: Double) {
      for (index, value) in values.enumerated() { velocities[index] += value }
      squares.2 += weight * weight
    }

    /// Σ q·p for each column.
    var products: [Double] { places }
    /// Σ p², with squared row weights.
    var square: Double { squares.0 }
  }
}
