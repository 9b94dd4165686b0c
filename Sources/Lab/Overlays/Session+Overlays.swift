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
    if overlays.contains(.rest) { moment.drawRest(into: &canvas) }
    if overlays.contains(.velocity) { moment.drawVelocity(into: &canvas) }
    if overlays.contains(.hud) { moment.drawFigures(into: &canvas) }
  }
}
