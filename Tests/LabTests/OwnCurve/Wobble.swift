import Feel
import Glibc
import Scenes
import Stage

/// An oscillation about 0 whose amplitude decreases linearly to 0.
struct Wobble: Projector, Hashable {
  let width: Double
  let duration: Double
  /// Frequency in hertz.
  let frequency = 2.0

  func value(at elapsed: Double) -> Double {
    let time = min(max(0, elapsed), duration)
    return (1 - time / duration) * sin(2 * .pi * frequency * time) * width
  }

  func velocity(at elapsed: Double) -> Double {
    guard elapsed >= 0, elapsed < duration else { return 0 }
    let slope = 2 * Double.pi * frequency * cos(2 * .pi * frequency * elapsed)
    return width
      * ((1 - elapsed / duration) * slope - sin(2 * .pi * frequency * elapsed) / duration)
  }

  var finalVelocity: Double { -width * sin(2 * .pi * frequency * duration) / duration }
}

/// The scene that shows it: `Catalog([ProjectorScene<WobbleSource>.self])`.
enum WobbleSource: ProjectorSource {
  static let id = "wobble"
  static let title = "Wobble"
  static let parameters = [
    Parameter(
      "curve.width", "Width", unit: "pt", .number(1...500), default: .number(100),
      doc: "How far it swings at first."),
    Parameter(
      "curve.duration", "Duration", unit: "s", .number(0.1...10), default: .number(2),
      doc: "How long it takes to die down."),
  ]

  static func projector(_ parameters: ParameterSet) -> Wobble {
    Wobble(
      width: parameters.number("curve.width"), duration: parameters.number("curve.duration"))
  }
}
