internal import FeelTrace

/// The size of a clip's frames and their times, as reported by ffprobe.
struct ClipProbe {
  /// The size as displayed, in pixels.
  let width, height: Int
  /// In seconds, ascending.
  let times: [Double]
  /// Whether the file ends before its last frame.
  let isCut: Bool

  /// The maximum length of ffprobe's line for one frame.
  private static let lineBytes = 96

  /// Runs ffprobe.
  ///
  /// - Parameters:
  ///   - ofFrames: whether to decode frames for their times, which is slow, instead of using the
  ///     packets' times, which are the same unless the file is damaged.
  ///   - isAbandoned: polled to check whether to give up.
  /// - Throws: `CommandFailure` when the file cannot be read, or ffprobe is not installed.
  init(
    _ path: String, _ format: ClipFile.Format, ofFrames: Bool,
    _ isAbandoned: @escaping () -> Bool
  ) throws(CommandFailure) {
    guard let program = FFmpegProcess.prober else { throw ClipFile.missing(path, "ffprobe") }
    let times = ofFrames ? "frame=best_effort_timestamp_time" : "packet=pts_time,flags"
    let entries = "stream=width,height:stream_tags=rotate:stream_side_data=rotation:" + times
    let tool = try FFmpegProcess(
      [program, "-hide_banner", "-loglevel", "error"] + ClipFile.safe(path, format)
        + ["-select_streams", "v:0", "-show_entries", entries, "-of", "compact"],
      .fromTool, isAbandoned: isAbandoned)
    let bytes = tool.readAll(atMost: Self.lineBytes * (Limits.clipFrames + 1000))
    let reason = tool.end()
    isCut = ["partial file", "ended prematurely"].contains { reason?.contains($0) ?? false }
    var stream: [String: String] = [:]
    var found: [Double] = []
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "|")
      let pairs = parts.dropFirst().compactMap { part -> (String, String)? in
        guard let sign = part.firstIndex(of: "=") else { return nil }
        let name = part[..<sign].split(separator: ":").last ?? ""
        return (String(name), String(part[part.index(after: sign)...]))
      }
      let values = Dictionary(pairs) { first, _ in first }
      switch parts.first {
      case "stream": stream.merge(values) { first, _ in first }
      case "packet" where values["flags"]?.contains("D") ?? false: break
      case "packet", "frame":
        let word = values["pts_time"] ?? values["best_effort_timestamp_time"]
        if let time = word.flatMap(Double.init), time.isFinite { found.append(time) }
      default: break
      }
    }
    guard let width = stream["width"].flatMap({ Int($0) }),
      let height = stream["height"].flatMap({ Int($0) })
    else {
      throw reason.map { ClipFile.damaged(path, $0) }
        ?? .badFile("\(path) has no video in it. Record the screen, not only its sound.")
    }
    let angle = (stream["rotation"] ?? stream["rotate"]).flatMap { Int($0) } ?? 0
    (self.width, self.height) = angle % 180 == 0 ? (width, height) : (height, width)
    self.times = found.sorted()
  }
}
