internal import FeelFiles
internal import Glibc
internal import XWindow

extension AnswerPatience {
  /// The message if the user's own display does not answer.
  static let silence =
    "The display does not answer: another program holds it for itself, or it hangs."

  /// The patience of a measurement, which a signal ends.
  ///
  /// - Parameters:
  ///   - limit: how long one answer may take, in seconds.
  ///   - end: when to stop waiting for any, in microseconds of CLOCK_MONOTONIC; `nil` for never.
  static func measuring(limit: Double, until end: Int64?) -> AnswerPatience {
    AnswerPatience(limit: limit, end: end, isOver: { StopSignals.arrived }) {
      StopSignals.obey { "the display did not answer, and measuring was given up" }
      StandardError.say(silence)
      _exit(ExitStatus.noDisplay.rawValue)
    }
  }
}
