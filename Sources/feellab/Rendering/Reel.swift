internal import Feel
internal import Raster
internal import TextLayout

/// Pictures of a subject on their way into an output.
struct Reel {
  /// What is drawn.
  var subject: Subject
  /// The moments to draw, in their order; at least one.
  let times: [Instant]
  /// Where the pictures go.
  let path: String
  /// How fast they follow each other.
  let framesPerSecond: Double

  /// Moments of a stretch of time, one a frame, its end included if it is one of them.
  static func times(
    from first: Double, to last: Double, framesPerSecond: Double
  ) -> [Instant] {
    let count = Int(((last - first) * framesPerSecond + 1e-6).rounded(.down)) + 1
    return (0..<count).map { Instant(seconds: first + Double($0) / framesPerSecond) }
  }

  /// Draws the pictures and writes them; nothing half-written is left behind.
  ///
  /// - Parameters:
  ///   - isAbandoned: asked again and again; once it says so nothing comes of the output.
  ///   - tell: hears which share of the work is done, 0…1.
  /// - Throws: `CommandFailure` when the output cannot be written.
  mutating func write(
    fonts: FontBook, isAbandoned: @escaping () -> Bool = { false },
    tell: (Double) -> Void = { _ in }
  ) throws(CommandFailure) {
    let painter = Painter(size: subject.size, scale: subject.scale, fonts: fonts)
    let crop = Crop(
      subject.frame, scale: subject.scale, width: painter.width, height: painter.height)
    let shape = FrameShape(
      width: crop.columns.count, height: crop.rows.count, count: times.count,
      framesPerSecond: framesPerSecond)
    var sink = try OutputFormat(path: path).open(path, shape, isAbandoned: isAbandoned)
    let samples = sink.sampleCount
    // From all over the film, by a subject that goes ahead.
    var scout = subject
    for index in 0..<(samples + times.count) where !isAbandoned() {
      let isSample = index < samples
      let place =
        isSample ? index * (times.count - 1) / max(1, samples - 1) : index - samples
      painter.draw(
        isSample
          ? scout.picture(at: times[place], fonts: fonts)
          : subject.picture(at: times[place], fonts: fonts))
      try sink.append(crop.cut(painter.pixels, stride: painter.width))
      tell(Double(index + 1) / Double(samples + times.count))
    }
    if !isAbandoned() { try sink.finish() }
  }
}
