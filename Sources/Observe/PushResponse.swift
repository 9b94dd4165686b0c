internal import Glibc

/// What a push of 1 a second adds to a law: p with p″ + α·p′ + β·p = 0, p(0) = 0 and p′(0) = 1.
struct PushResponse {
  /// How p and p′ are at a time.
  typealias State = (place: Double, velocity: Double)

  /// α, per second.
  let damping: Double
  /// β, per second squared.
  let stiffness: Double

  /// The state, some seconds after the push.
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
    // The slower of the two by the product of both, as the difference would lose digits.
    let fast = middle + root
    let slow = stiffness / fast
    let (a, b) = (exp(-slow * time), exp(-fast * time))
    return ((a - b) / (2 * root), (fast * b - slow * a) / (2 * root))
  }

  /// What a spring's going to a place 1 further adds, some seconds later: 1 − p′ − α·p.
  func approach(at time: Double) -> Double {
    let (place, velocity) = state(at: time)
    return 1 - velocity - damping * place
  }

  /// Σ q·p(t − b) over the rows after a moment b, which goes back from row to row: for any b in as
  /// much time.
  ///
  /// p of a sum of times follows from p and p′ of both, so that the sums for an earlier b follow
  /// from those for a later.
  struct Sums {
    private let response: PushResponse
    /// Σ q·p and Σ q·p′, of each column.
    private var places: [Double]
    private var velocities: [Double]
    /// Σ p², Σ p·p′ and Σ p′², each row with the square of its weight.
    private var squares = (0.0, 0.0, 0.0)

    init(_ response: PushResponse, columns: Int) {
      self.response = response
      places = [Double](repeating: 0, count: columns)
      velocities = places
    }

    /// Moves b back.
    mutating func goBack(by time: Double) {
      let (p, v) = response.state(at: time)
      // The other solution: 1 with no velocity at first.
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

    /// Σ q·p of each column.
    var products: [Double] { places }
    /// Σ p², each row with the square of its weight.
    var square: Double { squares.0 }
  }
}
