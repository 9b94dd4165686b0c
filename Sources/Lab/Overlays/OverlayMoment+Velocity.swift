internal import Feel
internal import Raster

extension OverlayMoment {
  /// How much of a second's way the arrow shows.
  private static let seconds = 0.06
  private static let lengths = 6.0...160.0

  /// Draws the velocity as an arrow from what moves, its head hollow while it is an estimate.
  func drawVelocity(into canvas: inout Canvas) {
    let velocity = reading.direction * (reading.velocity ?? 0)
    let speed = velocity.length
    guard speed >= 0.05 else { return }
    let color = canvas.theme.velocity
    let way = velocity * (1 / speed)
    let length = min(
      max(speed * Self.seconds, Self.lengths.lowerBound), Self.lengths.upperBound)
    let tip = reading.anchor + way * length
    let head = min(12, length)
    if length > head {
      canvas.casedLine(from: reading.anchor, to: tip - way * (head - 1), color)
    }
    canvas.arrowHead(tip: tip, along: way, length: head, color, isHollow: isHeld)
    let words = self.velocity(of: figures).length.grouped(decimals: 1) + " pt/s"
    let middle = reading.anchor + way * (length / 2)
    let isLevel = abs(way.x) >= abs(way.y)
    let aside = isLevel ? Vector(0, -22) : Vector(16 + canvas.tagWidth(words) / 2, 0)
    canvas.tag(words, at: middle + aside, color, within: stage)
  }
}
