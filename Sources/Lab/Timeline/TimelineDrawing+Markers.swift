internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

extension TimelineDrawing {
  /// Draws the moments that a hand marked: a line over all lanes, with the marker's number, and its time where there is room for it.
  func drawMarkers(into canvas: inout Canvas) {
    let theme = canvas.theme
    let plot = content.layout.plot
    let line = canvas.snapped(1.5)
    var free = -Double.infinity
    for (index, marker) in markers.enumerated() {
      let x = column(marker.seconds, canvas)
      guard x >= plot.minX, x <= plot.maxX else { continue }
      canvas.fill(
        Rect(x: x - line / 2, y: plot.minY, width: line, height: plot.height), theme.warning)
      let (number, time) = ("\(index + 1)", "\(marker.seconds.text(decimals: 3)) s")
      let next = markers.dropFirst(index + 1).first.map { column($0.seconds, canvas) }
      for words in ["\(number) · \(time)", number] {
        let width = canvas.fonts.layout(words, .caption).width + 10
        // Beside the line, on the side that is free: neither over the marker before nor over the next.
        let end = min(plot.maxX, next ?? .infinity)
        let left = x + width <= end ? x : max(plot.minX, x - width)
        guard left >= free, words == number || left == x || next == nil else { continue }
        let flag = Rect(
          x: left, y: plot.maxY - 15, width: width, height: 15)
        canvas.fill(flag, radius: 3, theme.warning)
        canvas.label(words, at: flag.center, .caption, theme.surface, align: .center)
        free = max(flag.maxX, x)
        break
      }
    }
  }
}
