internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import XWindow

/// Writes a JSON line with the reason for each frame that missed its vblank, and a summary at the
/// end.
struct FrameLog {
  private let file: OutputFile
  private var frames = 0
  private var late = 0
  private var missed = 0
  private var causes: [FrameReport.Cause: Int] = [:]
  private var drawing = Histogram()
  private var slack = Histogram()
  private var age = Histogram()

  init(_ path: String) throws(CommandFailure) {
    file = try OutputFile(path)
    try file.commit()
  }

  /// Counts a frame, with the time of the newest input it shows, and logs it if it was late.
  mutating func write(_ frame: FrameReport, newest input: Instant?) throws(CommandFailure) {
    frames += 1
    // Measured to the vblank that shows it, or to when it was sent if that is later.
    if let input { age.add((max(frame.due, frame.sent) - input) * 1000) }
    drawing.add((frame.sent - frame.begun) * 1000)
    slack.add(-frame.lateness * 1000)
    guard let cause = frame.cause else { return }
    late += 1
    missed += frame.missed
    causes[cause, default: 0] += 1
    let line = JSON.object([
      "t": .integer(Int(frame.due.microseconds)), "frame": .integer(frames),
      "cause": .text(cause.rawValue), "missed": .integer(frame.missed),
      "lateMs": Self.milliseconds(frame.lateness),
      "begunLateMs": Self.milliseconds(frame.begun - frame.latch),
      "drawMs": Self.milliseconds(frame.sent - frame.begun),
      "workMs": Self.milliseconds(frame.worked), "queuedMs": Self.milliseconds(frame.queued),
      "hadMs": Self.milliseconds(frame.due - frame.latch),
    ])
    try file.append("\(line)\n")
  }

  /// Writes the summary line: number of frames and of late ones, the reasons, drawing times, slack
  /// and input age.
  func finish() throws(CommandFailure) {
    let causes = FrameReport.Cause.allCases.map {
      JSON.Member($0.rawValue, .integer(self.causes[$0] ?? 0))
    }
    let line = JSON.object([
      "frames": .integer(frames), "late": .integer(late), "missed": .integer(missed),
      "causes": JSON(.object(causes)), "drawMs": drawing.json, "slackMs": slack.json,
      "ageMs": age.json,
    ])
    try file.append("\(line)\n")
  }

  /// Converts seconds to milliseconds, rounded to the microsecond.
  private static func milliseconds(_ seconds: Double) -> JSON {
    .number((seconds * 1e6).rounded() / 1000)
  }
}
