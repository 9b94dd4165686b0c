internal import Feel
internal import Raster

extension Session {
  /// Draws the overlays that are shown over a stage.
  func drawOverlays(
    of run: StageRun, at stageTime: Instant, _ time: Instant, into canvas: inout Canvas
  ) {
    guard !overlays.isEmpty, let moment = overlayMoment(of: run, at: stageTime, time) else {
      return
    }
    var tags = TagLayer(in: layout.openStage)
    FrameMeter.frame(of: overlays, in: layout.openStage).map { tags.keepFree($0) }
    if overlays.contains(.bounds), let limits = run.watchedPart?.limits(at: stageTime) {
      moment.drawBounds(limits, press: run.press, &tags, into: &canvas)
    }
    if overlays.contains(.ghosts), let shape = run.watchedPart?.movingShape(at: stageTime),
      let trail = ghosts(of: run, at: stageTime)
    {
      moment.drawGhosts(trail, of: shape, into: &canvas)
    }
    if overlays.contains(.rest) {
      if let wrong = surprise(of: run, at: stageTime), wrong.opacity > 0 {
        moment.drawSurprise(
          told: wrong.told, off: wrong.off, opacity: wrong.opacity, &tags, into: &canvas)
      }
      moment.drawRest(&tags, into: &canvas)
    }
    if overlays.contains(.samples), let record = run.releaseRecord(at: stageTime) {
      moment.drawSamples(record, &tags, into: &canvas)
    }
    if overlays.contains(.velocity) { moment.drawVelocity(&tags, into: &canvas) }
    if overlays.contains(.hud) { moment.drawFigures(&tags, into: &canvas) }
    tags.draw(into: &canvas)
  }
}
