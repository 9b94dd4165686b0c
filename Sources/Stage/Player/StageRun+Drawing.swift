package import Feel
internal import Raster
internal import TextLayout

extension StageRun {
  /// Draws the scene, and while two sets are compared the one that is not shown over it, dashed, with what it is called; no outline's name leaves the frame.
  package func draw(
    into canvas: inout Canvas, in frame: Rect, at time: Instant, isFlipped: Bool,
    nameOfB: String?
  ) {
    let shown = isFlipped ? runB ?? self : self
    shown.scene.draw(into: &canvas, at: time)
    guard let runB, let nameOfB else { return }
    let (ghost, ghostName) = isFlipped ? (self, "A") : (runB, nameOfB)
    for (part, shown) in zip(ghost.scene.parts, shown.scene.parts) {
      part.probe(at: time)?.drawGhost(over: shown, into: &canvas)
    }
    for part in ghost.scene.parts {
      for outline in part.probe(at: time)?.outlines ?? [] {
        canvas.dashedOutline(outline.frame, radius: outline.radius, canvas.theme.text)
        let corner = Vector(outline.frame.minX + 36, outline.frame.minY + 18)
        // Kept on the stage, the names of what lies half outside would cover each other.
        guard let name = outline.name, outline.frame.minX >= frame.minX else { continue }
        let words = "\(ghostName) \(name)"
        let width = canvas.fonts.layout(words, .small).width + 16
        let tag = Rect(center: corner, size: Size(width, 20))
        canvas.fill(tag, radius: 6, canvas.theme.surface)
        canvas.edge(tag, radius: 6, canvas.theme.border)
        canvas.label(words, at: tag.center, .small, canvas.theme.text, align: .center)
      }
    }
  }
}
