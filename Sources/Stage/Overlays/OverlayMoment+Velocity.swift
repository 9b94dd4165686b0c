internal import Feel
internal import Raster

extension OverlayMoment {
  /// How much of a second's way the arrow shows.
  private static let seconds = 0.06
  private static let lengths = 6.0...160.0

  /// Draws the velocity as an arrow from what moves, its head hollow while it is an estimate.
  func drawVelocity(_ tags: inout TagLayer, into canvas: inout Canvas) {
    let velocity = reading.direction * (reading.velocity ?? 0)
    let speed = velocity.length
    guard speed >= 0.05 else { return }
    let color = canvas.theme.velocity
    let start = reading.isContent ? box.center : reading.anchor
    let way = velocity * (1 / speed)
    let length = min(
      max(speed * Self.seconds, Self.lengths.lowerBound), Self.lengths.upperBound)
    let tip = start + way * length
    let head = min(12, length)
    if length > head {
      canvas.casedLine(from: start, to: tip - way * (head - 1), color)
    }
    canvas.arrowHead(tip: tip, along: way, length: head, color, isHollow: isHeld)
    // The number of the same moment as the chip's: two that differ would both be doubted.
    let number = figures.velocity ?? reading.velocity ?? 0
    let told = abs(number) * (reading.unit == "pt" ? 1 : reading.direction.length)
    let words = told.grouped(decimals: 0) + " pt/s"
    let middle = start + way * (length / 2)
    let isLevel = abs(way.x) >= abs(way.y)
    tags.keepFree(
      Rect(center: middle, size: Size(abs(way.x) * length + 12, abs(way.y) * length + 12)))
    tags.add(words, at: middle, isLevel ? .above(12) : .right(16), color, .velocity, canvas.fonts)
  }
}
