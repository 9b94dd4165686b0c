internal import Glibc
internal import Stage

/// How far long work is, on the terminal of whoever waits for it.
///
/// It is one line, drawn anew ten times a second at most, and gone at the end. Where the standard
/// error is a file or a pipe it says nothing.
package final class Progress {
  private static let patience = 0.4
  private static let pause = 0.1

  private let work: String
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var nextTime = Progress.patience
  private var isDrawn = false
  /// The shortest time left that was shown, in seconds: it never grows.
  private var shortestLeft = Double.infinity

  /// Begins to count the time of what is being done, in a few words.
  package init(_ work: String) {
    self.work = work
    start = clock.now
  }

  deinit { clear() }

  /// Seconds since the work began.
  var elapsed: Double { (clock.now - start) / .seconds(1) }

  /// Draws the line, if somebody sees it and the last one is a while ago.
  ///
  /// - Parameters:
  ///   - share: which share of the work is done, 0…1.
  ///   - step: what is being done now, in a few words.
  ///   - left: how long the rest takes, in seconds, where that is planned; else the share tells.
  package func tell(_ share: Double, _ step: String = "", left: Double? = nil) {
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

  /// Takes the line away, so that others can be written.
  package func clear() {
    guard isDrawn else { return }
    isDrawn = false
    draw("")
  }

  /// Says in the end what came of the work, to whoever has seen it.
  package func close(_ sentence: String) {
    clear()
    guard Terminal.showsWords else { return }
    StandardError.say("\(sentence), in \(Self.words(seconds: elapsed))")
  }

  /// Back to the line's start, the rest of it erased, then the new one.
  ///
  /// Source: ECMA-48, 8.3.15 (CR) and 8.3.41 (EL).
  private func draw(_ line: String) {
    _ = FileDescriptor.write(Array("\r\u{1B}[K\(line)".utf8), to: 2)
  }

  /// A time as one says it: "0.4 s", "12 s", "3 min 5 s".
  static func words(seconds: Double) -> String {
    guard seconds >= 9.95 else { return "\(seconds.text(decimals: 1)) s" }
    let whole = Int(seconds.rounded())
    return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
  }
}
