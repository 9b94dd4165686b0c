internal import Feel
internal import Raster

extension OverlayMoment {
  /// Draws what a release chose between: dashed lines where neighbouring places meet, and where the free run would have led or a pager's rule looked.
  func drawChoice(
    of explanation: ReleaseExplanation, _ tags: inout TagLayer, into canvas: inout Canvas
  ) {
    guard let choice = explanation.choice, reading.isContent, reading.direction != .zero,
      isLevel == (explanation.axis == .horizontal)
    else { return }
    let theme = canvas.theme
    for midpoint in choice.midpoints {
      let place = reading.location(of: midpoint)
      guard isLevel ? box.spansX(place.x) : box.spansY(place.y) else { continue }
      canvas.dashedLine(
        from: isLevel ? Vector(place.x, box.minY) : Vector(box.minX, place.y),
        to: isLevel ? Vector(place.x, box.maxY) : Vector(box.maxX, place.y), theme.secondaryText)
    }
    var place = reading.location(of: choice.aim)
    guard isLevel ? box.spansX(place.x) : box.spansY(place.y) else { return }
    if isLevel { place.y = box.maxY - 28 } else { place.x = box.minX + 28 }
    canvas.marker(.circle, at: place, theme.prediction, on: theme.stage, isHollow: true)
    // A pager has no run of its own: its rule looks for a page.
    let words = choice.turn == nil ? "the free run" : "where its rule looks"
    tags.add(words, at: place, .below(8), theme.prediction, .aim, canvas.fonts)
  }
}
