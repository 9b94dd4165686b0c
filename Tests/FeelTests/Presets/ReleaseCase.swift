import Feel
import TestSupport

/// A random release: position, velocity and edges.
struct ReleaseCase {
  let offset: Double
  let velocity: Double
  let extent: ScrollExtent

  /// A random case: inside, on an edge or past it, slow or fast, with and without room to scroll.
  init(using generator: inout SeededGenerator) {
    let scale = Self.pick([1, 1.5, 2, 3], using: &generator)
    let minimum = Double.random(in: -3000...3000, using: &generator)
    let room = Self.pick([0, 30, 900, 20_000], using: &generator)
    let viewport = Double.random(in: 50...2000, using: &generator)
    extent = ScrollExtent(
      minimum: minimum, maximum: minimum + room, viewport: viewport, scale: scale)
    let past = Double.random(in: 0...viewport / 2, using: &generator)
    offset =
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: extent.minimum - past
      case 1: extent.maximum + past
      case 2: extent.minimum
      case 3: extent.maximum
      default: Double.random(in: extent.minimum...extent.maximum, using: &generator)
      }
    let size = Self.pick([3, 60, 800, 4000, 30_000], using: &generator)
    velocity = Double.random(in: -size...size, using: &generator)
  }

  private static func pick(_ choices: [Double], using generator: inout SeededGenerator) -> Double {
    choices[Int.random(in: 0..<choices.count, using: &generator)]
  }

  init(offset: Double, velocity: Double, extent: ScrollExtent) {
    (self.offset, self.velocity, self.extent) = (offset, velocity, extent)
  }

  var mirrored: ReleaseCase {
    ReleaseCase(
      offset: -offset, velocity: -velocity,
      extent: ScrollExtent(
        minimum: -extent.maximum, maximum: -extent.minimum, viewport: extent.viewport,
        scale: extent.scale))
  }

  func shifted(by distance: Double) -> ReleaseCase {
    ReleaseCase(
      offset: offset + distance, velocity: velocity,
      extent: ScrollExtent(
        minimum: extent.minimum + distance, maximum: extent.maximum + distance,
        viewport: extent.viewport, scale: extent.scale))
  }

  func release(_ physics: ScrollPhysics) -> ScrollMotion {
    physics.release(from: offset, velocity: velocity, in: extent)
  }
}
