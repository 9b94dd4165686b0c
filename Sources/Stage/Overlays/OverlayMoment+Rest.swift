internal import Feel
internal import Raster

extension OverlayMoment {
  /// Draws where the control will rest: dashed and hollow if it were let go now, solid once nothing but time is missing.
  func drawRest(_ tags: inout TagLayer, into canvas: inout Canvas) {
    guard isHeld || reading.restTime != nil else { return }
    let color = canvas.theme.prediction
    let words = restWords
    guard reading.direction != .zero else {
      let top = Vector(box.midX, box.minY)
      return tags.add(words, at: top, .above(6), color, .rest, canvas.fonts)
    }
    let place = reading.location(of: reading.rest)
    // Where the marker lies out of sight an arrow at the edge points to it.
    let sight = box.inset(by: isLevel ? 12 : 0, isLevel ? 0 : 12)
    let shown = Vector(
      min(max(place.x, sight.minX), sight.maxX), min(max(place.y, sight.minY), sight.maxY))
    let isOut =
      isLevel ? !box.spansX(place.x) : !box.spansY(place.y)
    let end =
      isLevel
      ? Vector(isOut ? shown.x : place.x, box.minY) : Vector(box.maxX, isOut ? shown.y : place.y)
    if isOut {
      let way =
        isLevel ? Vector(place.x < shown.x ? -1 : 1, 0) : Vector(0, place.y < shown.y ? -1 : 1)
      canvas.arrowHead(tip: shown + way * 8, along: way, length: 12, color, isHollow: isHeld)
    } else {
      let start = isLevel ? Vector(place.x, box.maxY) : Vector(box.minX, place.y)
      canvas.casedLine(from: start, to: end, dash: isHeld ? [6, 4] : [], color)
      canvas.marker(.diamond, at: end, color, on: canvas.theme.stage, isHollow: isHeld)
    }
    guard isLevel else {
      return tags.add(
        words, at: Vector(box.maxX - 16, end.y - 16), .left(0), color, .rest, canvas.fonts)
    }
    // Small controls say something above themselves already.
    tags.add(words, at: end, .above(box.height < 60 ? 40 : 6), color, .rest, canvas.fonts)
  }

  /// "→ 1 920 pt · card 37 · in 0.82 s".
  private var restWords: String {
    var words: [String] = []
    if !reading.unit.isEmpty || reading.restName == nil {
      let unit = reading.unit.isEmpty ? "" : " \(reading.unit)"
      words.append(reading.rest.grouped(decimals: unit.isEmpty ? 3 : 0) + unit)
    }
    if let name = reading.restName { words.append(name) }
    if let restTime = reading.restTime, restTime > time {
      words.append("in \((restTime - time).text(decimals: 2)) s")
    }
    return "→ " + words.joined(separator: " · ")
  }
}
