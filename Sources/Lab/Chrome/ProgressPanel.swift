internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// What a long piece of work says in the window while it goes on: what it is, how far it is, and a button that ends it.
struct ProgressPanel: Hashable, Sendable {
  /// What is being made.
  let title: String
  /// The share that is done, 0…1.
  var share = 0.0
  /// Its place, and the button that ends the work.
  var strip = FloatingStrip(height: 60, buttons: ["Cancel"])

  init(_ title: String) {
    self.title = title
  }

  /// Draws it above the hint line, in the middle of the stage.
  func draw(into canvas: inout Canvas, above stage: Rect, at now: Instant) {
    let theme = canvas.theme
    let room = strip.draw(into: &canvas, above: stage, at: now)
    canvas.label(
      title, at: Vector(room.minX, room.minY + 20), .body, theme.text,
      maximumWidth: room.width - 44)
    canvas.label(
      "\(Int(share * 100)) %", at: Vector(room.maxX, room.minY + 20), .strong, theme.text,
      align: .trailing)
    let bar = Rect(x: room.minX, y: room.maxY - 22, width: room.width, height: 8)
    canvas.fill(bar, radius: 4, theme.track)
    canvas.edge(bar, radius: 4, theme.controlBorder)
    var done = bar
    done.size.width = bar.width * min(1, max(0, share))
    canvas.clipped(to: done) { $0.fill(bar, radius: 4, theme.accent) }
  }
}
