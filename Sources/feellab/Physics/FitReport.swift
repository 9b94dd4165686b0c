internal import Feel
internal import FeelTrace

/// What a fit found, in words and as JSON.
enum FitReport {
  case flings(FlingFit)
  case trajectory(TrajectoryFit)
  /// The table's columns are none that can be fitted.
  case unknownColumns

  /// Fits a table by the names of its columns.
  init(_ table: Table, fitsRate: Bool) throws(FitError) {
    switch table.names {
    case ["duration_s", "distance_pt"], Fling.columns:
      let rows = table.rows.map { FlingFit.Row(duration: $0[0], distance: $0[1]) }
      self = .flings(try FlingFit(rows: rows, rate: fitsRate ? nil : .normal))
    case ["t", "x"]:
      let rows = table.rows.map { TrajectoryFit.Row(time: $0[0], position: $0[1]) }
      self = .trajectory(try TrajectoryFit(rows: rows))
    default: self = .unknownColumns
    }
  }

  /// The findings, a line each, or `nil` without any.
  var text: String? {
    switch self {
    case .flings(let fit): Self.text(fit)
    case .trajectory(let fit): Self.text(fit)
    case .unknownColumns: nil
    }
  }

  /// The findings as one object, or `nil` without any.
  var json: JSON? {
    switch self {
    case .flings(let fit): Self.json(fit)
    case .trajectory(let fit): Self.json(fit)
    case .unknownColumns: nil
    }
  }

  /// What is wrong with the fit, and what may help, or `nil` where it is good.
  func complaint(fitsRate: Bool) -> String? {
    switch self {
    case .flings(let fit) where fit.isPoor:
      return "The fit is poor: the durations are \(Self.milliseconds(fit.spread)) ms off. "
        + (fitsRate
          ? "These flings do not lose their velocity exponentially, or do not all run out; a fit of "
            + "one motion's t,x shows more."
          : "Their rate may not be 0.998 a millisecond: fit it too, with --rate.")
    case .trajectory(let fit) where fit.isPoor:
      return "The fit is poor: the positions are \(Self.rounded(fit.residual)) pt off. The rows "
        + "are no exponential run with at most one critically damped bounce, or more than one motion: "
        + "leave out those before its release and after another one begins."
    case .flings, .trajectory, .unknownColumns: return nil
    }
  }

  // MARK: Flings

  private static func text(_ fit: FlingFit) -> String {
    var text = "stop speed  \(words(fit.stopSpeed)) pt/s\n"
    text += "decay       \(words(fit.decayPerSecond)) /s\n"
    text += "spread      \(milliseconds(fit.spread)) ms\n"
    for verdict in fit.verdicts {
      text += verdict.isRejected ? "rejected    " : "possible    "
      text += "\(name(verdict.rule)): \(signed(verdict.meanExcess)) ms on average, "
      text += "\(milliseconds(verdict.spread)) ms off\n"
    }
    return text
  }

  private static func json(_ fit: FlingFit) -> JSON {
    .object([
      "stopSpeed": json(fit.stopSpeed), "decayPerSecond": json(fit.decayPerSecond),
      "spreadMs": .number(fit.spread * 1000), "poor": .flag(fit.isPoor),
      "rules": .list(
        fit.verdicts.map {
          .object([
            "rule": .text(name($0.rule)), "meanExcessMs": .number($0.meanExcess * 1000),
            "spreadMs": .number($0.spread * 1000), "rejected": .flag($0.isRejected),
          ])
        }),
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

  // MARK: A trajectory

  private static func text(_ fit: TrajectoryFit) -> String {
    var text = "decay       \(words(fit.decayPerSecond)) /s\n"
    text += "velocity    \(words(fit.velocity)) pt/s\n"
    text += "start       \(words(fit.start)) pt\n"
    if let edge = fit.edge {
      text += "edge        \(words(edge.position)) pt\n"
      text += "spring      \(words(edge.angularFrequency)) /s, ratio \(fit.dampingRatio)\n"
    } else {
      text += "edge        none met\n"
      text += "stop speed  \(fit.stopSpeed == 0 ? "none met" : "\(rounded(fit.stopSpeed)) pt/s")\n"
    }
    return text + "residual    \(rounded(fit.residual)) pt\n"
  }

  private static func json(_ fit: TrajectoryFit) -> JSON {
    .object([
      "decayPerSecond": json(fit.decayPerSecond), "velocity": json(fit.velocity),
      "start": json(fit.start), "stopSpeed": .number(fit.stopSpeed),
      "edge": fit.edge.map { json($0.position) } ?? .null,
      "angularFrequency": fit.edge.map { json($0.angularFrequency) } ?? .null,
      "residual": .number(fit.residual), "poor": .flag(fit.isPoor),
    ])
  }

  // MARK: Numbers

  private static func json(_ fitted: FittedValue) -> JSON {
    .object(["value": .number(fitted.value), "error": .number(fitted.error)])
  }

  private static func words(_ fitted: FittedValue) -> String {
    fitted.error == 0
      ? "\(rounded(fitted.value)), given"
      : "\(rounded(fitted.value)) ± \(rounded(fitted.error))"
  }

  private static func milliseconds(_ seconds: Double) -> Double {
    (seconds * 10_000).rounded() / 10
  }

  private static func signed(_ seconds: Double) -> String {
    let number = milliseconds(seconds)
    return number < 0 ? "\(number)" : "+\(number)"
  }

  private static func rounded(_ number: Double) -> Double {
    (number * 10_000).rounded() / 10_000
  }
}
