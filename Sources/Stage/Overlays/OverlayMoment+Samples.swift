internal import Feel
internal import Raster
internal import TextLayout

extension OverlayMoment {
  /// Draws the pointer's newest samples where they were: a dot for each that counts, a cross with the reason for the others, and the velocity that was read off them as a tangent.
  func drawSamples(
    _ record: ReleaseRecord, _ tags: inout TagLayer, into canvas: inout Canvas
  ) {
    guard let newest = record.entries.last?.sample else { return }
    let theme = canvas.theme
    let color = theme.input
    var path = Path()
    for (index, entry) in record.entries.enumerated() {
      let place = entry.sample.location
      if index == 0 { path.move(to: place) } else { path.line(to: place) }
    }
    canvas.draw(.stroke(path, Stroke(width: 1), .solid(color.opacity(0.5))))
    let speed = record.velocity.length
    if speed >= 1 {
      let way = record.velocity * (1 / speed)
      let length = min(max(speed * 0.06, 12), 160)
      canvas.casedLine(
        from: newest.location - way * length, to: newest.location + way * length, width: 1.5,
        color)
    }
    for entry in record.entries { draw(entry, into: &canvas) }
    for reason in reasons(of: record) {
      tags.add(reason.words, at: reason.place, .below(10), color, .reason, canvas.fonts)
    }
  }

  private func draw(_ entry: VelocityEstimate.Entry, into canvas: inout Canvas) {
    let (place, color) = (entry.sample.location, canvas.theme.input)
    let ground = Paint.solid(canvas.theme.stage.opacity(0.85))
    guard entry.fate != .used else {
      canvas.draw(.circle(center: place, radius: 4.5, ground))
      canvas.draw(.circle(center: place, radius: 3, .solid(color)))
      return
    }
    var cross = Path()
    for side in [-3.0, 3] {
      cross.move(to: place + Vector(-3, -side))
      cross.line(to: place + Vector(3, side))
    }
    canvas.draw(.stroke(cross, Stroke(width: 3.5), ground))
    canvas.draw(.stroke(cross, Stroke(width: 1.5), .solid(color)))
  }

  /// Why some samples do not count, and where one of them is.
  private struct Reason {
    let words: String
    let place: Vector
  }

  /// The reasons, one for all samples that share it, at the newest of them.
  private func reasons(of record: ReleaseRecord) -> [Reason] {
    guard let newest = record.entries.last?.sample.time else { return [] }
    return VelocitySample.Fate.allCases.compactMap { fate in
      let dropped = record.entries.filter { $0.fate == fate }
      guard fate != .used, let last = dropped.last?.sample, let first = dropped.first?.sample
      else { return nil }
      func age(_ sample: VelocitySample) -> Int {
        Int(((newest - sample.time) * 1000).rounded())
      }
      let count = dropped.count > 1 ? " ×\(dropped.count)" : ""
      let words =
        switch fate {
        case .used: ""
        case .old:
          age(first) > age(last) ? "old \(age(last))…\(age(first)) ms" : "old \(age(last)) ms"
        case .beforeGap: "before a pause" + count
        case .thinned: "thinned" + count
        case .overCap: "too many" + count
        case .press: "press point"
        case .unneeded: "not needed" + count
        case .rested: "rested before the release"
        case .tooFew: "too few" + count
        }
      return Reason(words: words, place: last.location)
    }
  }
}
