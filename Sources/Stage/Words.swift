package import Feel

/// What the stage says, for another language to say it otherwise.
enum Words {
  /// Sentences one after the other; empty ones are left out.
  static func sentences(_ sentences: String...) -> String {
    sentences.filter { !$0.isEmpty }.joined(separator: " ")
  }

  // MARK: Numbers

  static let nothing = "–"

  static func points(_ length: Double, decimals: Int = 0) -> String {
    length.grouped(decimals: decimals) + " pt"
  }
  static func speed(_ speed: Double) -> String { speed.grouped(decimals: 0) + " pt/s" }
  static func seconds(_ time: Double) -> String { time.text(decimals: 2) + " s" }

  // MARK: Takes and what they are compared with

  static let setA = "A"
  static let setB = "B"
  static let edited = "edited"

  static func take(_ number: Int) -> String { "Take \(number)" }

  static func differentControls(_ take: String, _ other: String) -> String {
    "\(take) and \(other) are of different controls"
  }

  static func hasNoRoom(_ take: String) -> String {
    "\(take) does not fit beside the takes that are pinned: unpin one first"
  }

  static func difference(
    rests: [String], rest: String, settle: String, overshoot: String, greatest: String
  ) -> String {
    (rests.isEmpty ? "" : rests.joined(separator: " → ") + " · ")
      + "rest \(rest) · settle \(settle) ms · overshoot \(overshoot) · max |Δx| \(greatest)"
  }

  /// What a dashed outline is of, and what the run that is shown has there instead.
  static func outline(of run: String, _ name: String, instead: String?) -> String {
    "\(run): \(name)" + (instead.map { ", not \($0)" } ?? "")
  }

  // MARK: Overlays

  static let rate = "rate"
  static let position = "x"
  static let velocity = "v"
  static let start = "start"
  static let end = "end"
  static let bandEnds = "band ends"
  static let freeRun = "the free run"
  static let ruleLooks = "where its rule looks"

  /// "→ 1 920 pt · card 37 · in 0.82 s".
  static func rest(at place: String?, named name: String?, in wait: Double?) -> String {
    let words = [place, name, wait.map { "in \(seconds($0))" }].compactMap(\.self)
    return "→ " + words.joined(separator: " · ")
  }

  static func foretoldWrong(by length: Double) -> String { "foretold wrong by \(points(length))" }

  /// Why samples do not count; the ages of the oldest and the newest are in milliseconds.
  static func uncounted(
    _ fate: VelocitySample.Fate, count: Int, oldest: Int, newest: Int
  ) -> String {
    let times = count > 1 ? " ×\(count)" : ""
    return switch fate {
    case .used: ""
    case .old: oldest > newest ? "old \(newest)…\(oldest) ms" : "old \(newest) ms"
    case .beforeGap: "before a pause\(times)"
    case .thinned: "thinned\(times)"
    case .overCap: "too many\(times)"
    case .press: "press point"
    case .unneeded: "not needed\(times)"
    case .rested: "rested before the release"
    case .tooFew: "too few\(times)"
    }
  }

  static let noAge = "input age: none yet"

  static func frames(p50: String, p95: String, p99: String, late: String) -> String {
    "p50 \(p50) · p95 \(p95) · p99 \(p99) ms · late \(late)"
  }

  static func age(p50: String, p95: String) -> String { "input age p50 \(p50) · p95 \(p95) ms" }

  // MARK: Why what was let go rests where it does

  static let whyUnknown = "Why: drag or flick it, and let go"
  static let runStops = "a free run stops at"
  static let restsAt = "rests at"
  static let chosen = "chosen"
  static let letGoAt = "let go at"
  static let allCount = "all count"
  static let gained = "with the gain"
  static let pastEdge = "past the edge"
  static let released = "released with"

  static func why(_ place: String, _ tense: ReleaseTense) -> String {
    switch tense {
    case .past: "Why \(place)"
    case .edited: "With these values: \(place)"
    case .foretold: "Let go now: \(place)"
    }
  }

  static func place(_ item: ReleaseExplanation.Item, _ index: Int) -> String {
    "\(item.rawValue) \(index + 1)"
  }

  static func page(_ place: Double) -> String { "page \((place + 1).text(decimals: 2))" }

  static func rest(_ place: Double, after time: Double) -> String {
    "\(points(place, decimals: 1)), after \(seconds(time))"
  }

  /// With what velocity it would have rested at another place than with the one that it had.
  static func margin(_ place: String, at new: Double, insteadOf old: Double) -> String {
    if old == 0 {
      "\(place) if let go at \(speed(new))"
    } else if new.sign != old.sign {
      "\(place) if thrown back at \(speed(new.magnitude))"
    } else if new.magnitude > old.magnitude {
      "\(place) if faster than \(speed(new.magnitude))"
    } else {
      "\(place) if slower than \(speed(new.magnitude))"
    }
  }

  static func samples(_ count: Int) -> String { count == 1 ? "1 sample" : "\(count) samples" }
  static func dropped(_ count: Int) -> String { "\(count) dropped" }

  static func estimator(_ title: String, window: Double) -> String {
    window.isFinite ? "\(title), \((window * 1000).text(decimals: 0)) ms" : title
  }

  static func carried(_ velocity: Double) -> String { "with \(speed(velocity)) of before" }

  static func midpoints(_ sides: [String]) -> String {
    "midpoints " + sides.joined(separator: " · ")
  }

  static func nearest(_ rule: String, off length: Double) -> String {
    "\(rule), \(points(length)) off"
  }

  static func moreLines(_ count: Int) -> String {
    count == 1 ? "1 more line" : "\(count) more lines"
  }

  // MARK: Parameters and fields

  static let decimals = "Decimals follow a point."
  static let listsParameters = "“feellab list parameters” names them all."

  static func unknownParameter(_ key: String) -> String { "No parameter is called \(key)." }

  static func noValue(_ key: String, domain: String) -> String {
    "The value of \(key) is missing: it is \(domain)."
  }

  static func cannotBe(_ key: String, _ value: String, domain: String) -> String {
    "\(key) cannot be \(value): it is \(domain)."
  }

  static func notInUse(_ key: String, where condition: String, is word: String) -> String {
    "\(key) would change nothing: it counts where \(condition), and that is \(word)."
  }

  static func raised(
    _ name: String, to value: String, from wanted: String, above other: String, _ least: String
  ) -> String {
    "\(name) is \(value), not \(wanted): it must be above \(other), which is \(least)"
  }

  static func number(from low: Double, to high: Double, unit: String) -> String {
    "a number from \(low) to \(high)\(unit.isEmpty ? "" : " \(unit)")"
  }

  static func integer(from low: Int, to high: Int, unit: String) -> String {
    "a whole number from \(low) to \(high)\(unit.isEmpty ? "" : " \(unit)")"
  }

  static func orNoLimit(_ number: String, none: String) -> String {
    "\(number), or \(none) for no limit"
  }

  static func one(of words: [String]) -> String { "one of " + words.joined(separator: ", ") }
  static func either(_ word: String, or other: String) -> String { "\(word) or \(other)" }

  /// "Did you mean a, b or c?".
  static func didYouMean(_ words: some BidirectionalCollection<String>, or last: String) -> String {
    let others = words.joined(separator: ", ")
    return "Did you mean \(others.isEmpty ? "" : others + " or ")\(last)?"
  }

  static func notNumber(_ text: String, isWhole: Bool, hasComma: Bool) -> String {
    let comma = hasComma && !isWhole ? ": write its decimals after a point" : ""
    return "“\(text)” is not a \(isWhole ? "whole " : "")number\(comma)"
  }

  static func outside(_ text: String, _ low: String, _ high: String) -> String {
    "\(text) is outside \(low) to \(high)"
  }
}

extension VelocitySample.Fate {
  /// Why a sample of it does not count, if it does not.
  package var reason: String {
    switch self {
    case .used: "used"
    case .old: "older than the window"
    case .beforeGap: "before a pause"
    case .thinned: "too near a newer one"
    case .overCap: "more than the cap"
    case .press: "the press"
    case .unneeded: "not looked at"
    case .rested: "before the rest at the end"
    case .tooFew: "fewer than the least"
    }
  }
}

extension ReleaseVelocity.Limit {
  /// What it did to the velocity.
  package var reason: String {
    switch self {
    case .noDrag: "let go without a drag"
    case .shortTravel: "too short a drag for a fling"
    case .minimum: "slower than a fling"
    case .maximum: "held to the limit"
    }
  }
}

extension Pager.TurnRule {
  /// What it is called.
  package var words: String {
    switch self {
    case .predictedEnd: "doubled predicted end"
    case .quarterSecond: "a quarter of a second on"
    case .direction: "half a page on"
    case .free: "a free run"
    case .swipe: "libadwaita's swipe"
    }
  }
}

extension ReleaseExplanation.Rule {
  /// Which of the places it takes.
  package var reason: String {
    switch self {
    case .nearest: "the nearest"
    case .atLeastNext: "at least the next one"
    case .atMostNext: "at most the next one"
    case .pastEdge: "the last one there is"
    }
  }
}

extension Overlay {
  private var words: (title: String, word: String) {
    switch self {
    case .hud: ("Numbers", "Numbers")
    case .velocity: ("Velocity", "Velocity")
    case .rest: ("Where it will rest", "Rest")
    case .explanation: ("Why it rests there", "Why")
    case .ghosts: ("Ghosts", "Ghosts")
    case .bounds: ("Bounds and snap points", "Bounds")
    case .samples: ("Samples", "Samples")
    case .frames: ("Frame times", "Frames")
    case .age: ("Input age", "Age")
    }
  }

  /// Its name on screen.
  public var title: String { words.title }

  /// Its name in one word, for a row of all of them.
  public var word: String { words.word }
}
