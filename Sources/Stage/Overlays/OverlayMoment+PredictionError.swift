internal import Feel
internal import Raster

extension OverlayMoment {
  /// How long a wrong forecast stays to be seen once all is at rest, in seconds.
  static let predictionErrorLasting = 1.5

  /// How far a motion goes from where it was said to when it was let go, in points on the stage; `nil` for no more than a point.
  static func predictionError(
    _ record: ReleaseRecord?, _ reading: MotionReading, source: Int?
  ) -> Double? {
    guard let record, let predicted = record.predicted, record.source == source else { return nil }
    let off = (reading.direction * (reading.rest - predicted)).length
    return off > 1 ? off : nil
  }

  /// Draws where the control was said to rest, and how far from there it does: a forecast that was wrong is worth seeing.
  func drawPredictionError(
    predicted: Double, off: Double, opacity: Double, _ tags: inout TagLayer,
    into canvas: inout Canvas
  ) {
    let color = canvas.theme.danger
    var (from, to) = (reading.location(of: predicted), reading.location(of: reading.rest))
    let inside = box.inset(by: min(8, box.width / 2), min(8, box.height / 2))
    func clamped(_ place: Vector) -> Vector {
      Vector(
        min(max(place.x, inside.minX), inside.maxX), min(max(place.y, inside.minY), inside.maxY))
    }
    (from, to) = (clamped(from), clamped(to))
    canvas.draw(.group(opacity: opacity))
    canvas.casedLine(from: from, to: to, dash: [6, 4], color)
    canvas.marker(.diamond, at: from, color, on: canvas.theme.stage, isHollow: true)
    canvas.marker(.diamond, at: to, color, on: canvas.theme.stage)
    canvas.draw(.pop)
    tags.add(
      "foretold wrong by \(off.grouped(decimals: 0)) pt", at: (from + to) * 0.5,
      isLevel ? .below(8) : .right(12), color, .predictionError, canvas.fonts)
  }
}
