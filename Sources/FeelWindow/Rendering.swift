package import Feel
package import FeelFiles
internal import Raster
package import TextLayout

/// Renders pictures of a source at given moments into one output.
package struct Rendering {
  var source: PictureSource
  /// The moments to draw, in order; at least one.
  let times: [Instant]
  let path: String
  /// Whether to keep a file created at the path in the meantime, and write beside it.
  let keepsOthers: Bool
  let framesPerSecond: Double

  package init(
    source: PictureSource, times: [Instant], path: String, keepsOthers: Bool = false,
    framesPerSecond: Double
  ) {
    (self.source, self.times, self.path) = (source, times, path)
    (self.keepsOthers, self.framesPerSecond) = (keepsOthers, framesPerSecond)
  }

  /// The size of each picture, as text.
  package var pixels: String {
    let painter = (source.size.width * source.scale, source.size.height * source.scale)
    let crop = Crop(
      source.frame, scale: source.scale, width: Int(painter.0.rounded(.up)),
      height: Int(painter.1.rounded(.up)))
    return "\(crop.columns.count)×\(crop.rows.count) pixels"
  }

  /// The moments of the frames from `first` to `last`, in seconds; includes `last` if it falls on a
  /// frame.
  package static func times(
    from first: Double, to last: Double, framesPerSecond: Double
  ) -> [Instant] {
    // The millionth of a frame makes up for lengths rounded down a little.
    let count = Int(((last - first) * framesPerSecond + 1e-6).rounded(.down)) + 1
    return (0..<count).map { Instant(seconds: first + Double($0) / framesPerSecond) }
  }

  /// Draws and writes the pictures, and returns the output's path; no partial file is left behind.
  ///
  /// - Parameters:
  ///   - isAbandoned: polled during the work; once it is true, the work ends without an output.
  ///   - tell: receives the share of the work done, 0…1.
  @discardableResult package mutating func write(
    fonts: FontBook, isAbandoned: @escaping () -> Bool = { false },
    tell: (Double) -> Void = { _ in }
  ) throws(CommandFailure) -> String {
    let painter = Painter(size: source.size, scale: source.scale, fonts: fonts)
    let crop = Crop(
      source.frame, scale: source.scale, width: painter.width, height: painter.height)
    let shape = FrameShape(
      width: crop.columns.count, height: crop.rows.count, count: times.count,
      framesPerSecond: framesPerSecond)
    var sink = try OutputFormat(path: path).open(
      path, keepsOthers: keepsOthers, shape, isAbandoned: isAbandoned)
    let samples = sink.sampleCount
    // The encoder's samples come from all over the video, so they are drawn from a copy of the
    // source.
    var ahead = source
    for step in 0..<(samples + times.count) where !isAbandoned() {
      let list: DisplayList
      if step < samples {
        let index = step * (times.count - 1) / max(1, samples - 1)
        list = ahead.picture(at: times[index], fonts: fonts)
      } else {
        list = source.picture(at: times[step - samples], fonts: fonts)
      }
      painter.draw(list)
      try sink.append(crop.cut(painter.pixels, stride: painter.width))
      tell(Double(step + 1) / Double(samples + times.count))
    }
    if !isAbandoned() { try sink.finish() }
    return sink.path
  }
}
