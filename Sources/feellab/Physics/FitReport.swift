internal import Feel
internal import FeelFiles
internal import FeelWindow
internal import FeelTrace
internal import Measuring
internal import Observe
internal import Stage

/// The fit of flings with known duration and distance, in words and as JSON.
struct FitReport: Report {
  let fit: FlingFit

  init(_ flings: MeasuredFlings, fitsRate: Bool) throws(FitError) {
    fit = try FlingFit(rows: flings.rows, rate: fitsRate ? nil : .normal)
  }

  /// What is wrong with the fit, and what may help; `nil` if it is good.
  func complaint(fitsRate: Bool) -> String? {
    guard fit.isPoor else { return nil }
    return "The fit is poor: the durations are \(Self.milliseconds(fit.spread)) ms off. "
      + (fitsRate
        ? "These flings do not slow down exponentially, or were cut short. A fit of "
          + "the t,x of one motion shows more."
        : "Their rate may not be 0.998 per millisecond. Fit it too: --rate.")
  }

  /// The findings, one per line.
  var text: String {
    var text = "stop speed  \(Self.words(fit.stopSpeed)) pt/s\n"
    text += "decay       \(Self.words(fit.decayPerSecond)) /s\n"
    text += "spread      \(Self.milliseconds(fit.spread)) ms\n"
    for verdict in fit.verdicts {
      text += verdict.isRejected ? "rejected    " : "possible    "
      text += "\(Self.name(verdict.rule)): \((verdict.meanExcess * 1000).signed) ms on average, "
      text += "\(Self.milliseconds(verdict.spread)) ms off\n"
    }
    return text
  }

  /// A text chart with measurements as dots and the fit as a line, this many columns wide.
  func plot(_ flings: MeasuredFlings, columns: Int) -> String {
    let points = flings.rows.map { Vector(abs($0.distance), $0.duration) }
    let longest = points.map(\.x).max() ?? 0
    let line = (0...100).map { step in
      let distance = longest * Double(step) / 100
      return Vector(distance, fit.duration(of: distance))
    }
    let plot = Plot("duration, s", unit: "pt", line: line, dots: points)
    return Plot.text([(plot, 12)], columns: columns)
  }

  /// The findings as one object.
  var json: JSON {
    JSON.of([
      "stopSpeed": fit.stopSpeed, "decayPerSecond": fit.decayPerSecond,
      "spreadMs": fit.spread * 1000, "poor": fit.isPoor,
      "rules": fit.verdicts.map {
        JSON.of([
          "rule": Self.name($0.rule), "meanExcessMs": $0.meanExcess * 1000,
          "spreadMs": $0.spread * 1000, "rejected": $0.isRejected,
        ])
      },
    ])
  }

  private static func name(_ rule: StopRule) -> String {
    switch rule {
    case .speed(let speed): "speed < \(speed) pt/s"
    case .pixelSpeed(let speed): "speed < \(speed) px/s"
    case .remaining(let distance): "remaining distance < \(distance) pt"
    case .remainingPixels(let distance): "remaining distance < \(distance)/scale pt"
    }
  }

  /// A number with its error; an error of 0 means that it was given.
  private static func words(_ fitted: FittedValue) -> String {
    fitted.error == 0 ? "\(fitted.value.text(decimals: 4)), given" : Verdict.words(fitted)
  }

  private static func milliseconds(_ seconds: Double) -> String {
    (seconds * 1000).text(decimals: 1)
  }
}
