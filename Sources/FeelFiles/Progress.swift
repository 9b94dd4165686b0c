internal import Glibc
internal import Stage

/// The progress of long work, on the user's terminal.
///
/// One line, redrawn at most ten times a second and erased at the end. Nothing is printed if the
/// standard error is a file or a pipe.
package final class Progress {
  private static let patience = 0.4
  private static let pause = 0.1

  private let work: String
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var nextTime = Progress.patience
  private var isDrawn = false
  /// The shortest remaining time shown so far, in seconds: the estimate never grows.
  private var shortestLeft = Double.infinity

  /// Starts timing the work, which is described in a few words.
  package init(_ work: String) {
    self.work = work
    start = clock.now
  }

  deinit { clear() }

  /// Seconds since the work began.
  var elapsed: Double { (clock.now - start) / .seconds(1) }

  /// Redraws the line, if a terminal shows it and the last redraw is long enough ago.
  ///
  /// - Parameters:
  ///   - share: the share of the work done, 0…1.
  ///   - step: the current step, in a few words.
  ///   - left: the remaining time in seconds, if planned; otherwise estimated from the share.
  package func report(_ share: Double, _ step: String = "", left: Double? = nil) {
    let now = elapsed
    guard Terminal.showsWords, now >= nextTime, share < 1 else { return }
    nextTime = now + Self.pause
    var line = "\(work)  \(Int(share * 100)) %"
    if !step.isEmpty { line += "  \(step)" }
    if let left = left ?? (share > 0.02 && now > 1 ? now * (1 - share) / share : nil), left > 0 {
      shortestLeft = min(shortestLeft, left)
      let minutes = Int((shortestLeft / 60).rounded())
      let words = shortestLeft < 59.5 ? Self.words(seconds: shortestLeft) : "\(minutes) min"
      line += "  about \(words) left"
    }
    draw(String(shown(line).prefix(Terminal.columns(of: STDERR_FILENO) - 1)))
    isDrawn = true
  }

  /// Erases the line, so that others can be written.
  package func clear() {
    guard isDrawn else { return }
    isDrawn = false
    draw("")
  }

  /// Reports the outcome of the work and its duration on the terminal.
  package func close(_ sentence: String) {
    clear()
    guard Terminal.showsWords else { return }
    StandardError.say("\(sentence), in \(Self.words(seconds: elapsed))")
  }

  /// Returns to the start of the line, erases it, and writes the new one.
  ///
  /// Source: ECMA-48, 8.3.15 (CR) and 8.3.41 (EL).
  private func draw(_ line: String) {
    _ = FileDescriptor.write(Array("\r\u{1B}[K\(line)".utf8), to: 2)
  }

  /// A duration in words: "0.4 s", "12 s", "3 min 5 s".
  static func words(seconds: Double) -> String {
    guard seconds >= 9.95 else { return "\(seconds.text(decimals: 1)) s" }
    let whole = Int(seconds.rounded())
    return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
  }
}
