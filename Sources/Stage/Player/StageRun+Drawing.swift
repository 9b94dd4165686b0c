package import Feel
internal import Raster
internal import TextLayout

extension StageRun {
  /// Draws the scene, and while two sets are compared the one that is not shown over it, dashed, with what it is called; the name does not leave the frame.
  package func draw(
    into canvas: inout Canvas, in frame: Rect, at time: Instant, isFlipped: Bool,
    nameOfB: String?
  ) {
    let shown = isFlipped ? runB ?? self : self
    shown.scene.draw(into: &canvas, at: time)
    guard let runB, let nameOfB else { return }
    let nameOfA = stage.parameters.name(beside: runB.stage.parameters, or: "A")
    let (ghost, ghostName) = isFlipped ? (self, nameOfA) : (runB, nameOfB)
    for (part, shown) in zip(ghost.scene.parts, shown.scene.parts) {
      part.probe(at: time)?.drawGhost(over: shown, into: &canvas)
    }
    for (part, shownPart) in zip(ghost.scene.parts, shown.scene.parts) {
      let outlines = part.probe(at: time)?.outlines ?? []
      for outline in outlines {
        canvas.dashedOutline(outline.frame, radius: outline.radius, canvas.theme.text)
      }
      // The one that matters most tells for all; kept on the stage, a name would belong to nothing.
      guard let first = outlines.first(where: { $0.name != nil && $0.frame.minX >= frame.minX }),
        let name = first.name
      else { continue }
      // The outline runs around what is shown there, which may be another one than it is of.
      let there = shownPart.probe(at: time)?.outlines
        .first { $0.name != nil && $0.frame.contains(first.frame.center) }?.name
      let contrast = there.flatMap { $0 == name ? nil : ", not \($0)" } ?? ""
      let words = "\(ghostName): \(name)\(contrast)"
      let width = canvas.fonts.layout(words, .small).width + 16
      // On the line itself: what it runs around has words of its own.
      let y = max(frame.minY + 2, first.frame.minY - 10)
      let tag = Rect(x: first.frame.minX + 18, y: y, width: width, height: 20)
      canvas.fill(tag, radius: 6, canvas.theme.surface)
      canvas.edge(tag, radius: 6, canvas.theme.border)
      canvas.label(words, at: tag.center, .small, canvas.theme.text, align: .center)
    }
  }
}
