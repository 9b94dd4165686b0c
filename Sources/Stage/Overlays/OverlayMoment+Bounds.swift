internal import Feel
internal import Raster
internal import TextLayout

extension OverlayMoment {
  /// Draws the ends of what moves, how far they can be pulled, the places to rest, how far a press may drift, and where a drag goes finer.
  func drawBounds(
    _ limits: MotionLimits, press: Vector?, _ tags: inout TagLayer, into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    for (index, zone) in limits.zones.enumerated() { draw(zone, index, into: &canvas) }
    for place in limits.reach { drawEdge(place, "band ends", dash: [3, 3], &tags, into: &canvas) }
    for (index, place) in limits.edges.enumerated() {
      drawEdge(place, index == 0 ? "start" : "end", dash: [], &tags, into: &canvas)
    }
    for position in reading.snapPositions { drawSnapPoint(position, into: &canvas) }
    if let leash = limits.leash {
      let frame = Path.roundedRect(leash.frame, radius: leash.radius)
      canvas.draw(.stroke(frame, Stroke(width: 1.5, dash: [3, 3]), .solid(theme.warning)))
    }
    if let raw = limits.raw {
      let width = canvas.snapped(1)
      canvas.fill(
        Rect(x: raw.x - width / 2, y: raw.y - 14, width: width, height: 28), theme.text)
    }
    guard isHeld, let press else { return }
    for slop in limits.slops {
      canvas.draw(
        .arc(
          center: press, radius: slop, width: 3.5, start: 0, sweep: 1, cap: .butt,
          .solid(theme.stage.opacity(0.75))))
      canvas.draw(
        .arc(
          center: press, radius: slop, width: 1.5, start: 0, sweep: 1, cap: .butt,
          .solid(theme.input)))
    }
  }

  private func drawEdge(
    _ place: Double, _ words: String, dash: [Double], _ tags: inout TagLayer,
    into canvas: inout Canvas
  ) {
    let color = canvas.theme.warning
    let extent = box.inset(by: -6)
    if isLevel {
      guard stage.spansX(place) else { return }
      canvas.casedLine(
        from: Vector(place, extent.minY), to: Vector(place, extent.maxY), dash: dash, color)
      tags.add(words, at: Vector(place, extent.maxY), .below(4), color, .bound, canvas.fonts)
    } else {
      guard box.inset(by: -1).spansY(place) else { return }
      canvas.casedLine(
        from: Vector(extent.minX, place), to: Vector(extent.maxX, place), dash: dash, color)
      tags.add(words, at: Vector(extent.minX, place), .left(4), color, .bound, canvas.fonts)
    }
  }

  /// A place to rest: on the far side of content from where the rest marker is, or in the way of a thumb.
  private func drawSnapPoint(_ position: Double, into canvas: inout Canvas) {
    var place = reading.location(of: position)
    if reading.isContent {
      if isLevel { place.y = box.maxY } else { place.x = box.minX }
    }
    guard stage.contains(place) else { return }
    canvas.marker(
      .diamond, at: place, radius: 3, canvas.theme.prediction, on: canvas.theme.stage,
      isHollow: true)
  }

  /// The last zones lie closer than a line of text is high, so their labels take turns at the two ends.
  private func draw(_ zone: MotionLimits.Zone, _ index: Int, into canvas: inout Canvas) {
    guard stage.spansY(zone.y) else { return }
    let color = canvas.theme.accent
    canvas.dashedLine(
      from: Vector(box.minX + 36, zone.y), to: Vector(box.maxX - 36, zone.y), color)
    let isLeft = index.isMultiple(of: 2)
    canvas.label(
      zone.label, at: Vector(isLeft ? box.minX + 30 : box.maxX - 30, zone.y), .caption, color,
      align: isLeft ? .trailing : .leading)
  }
}
