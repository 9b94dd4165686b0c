package import Feel
package import FeelTrace

/// The stage's user-visible text, kept in one place for translation.
enum Words {
  /// Joins sentences, skipping empty ones.
  static func sentences(_ sentences: String...) -> String {
    sentences.filter { !$0.isEmpty }.joined(separator: say(" "))
  }

  // MARK: Numbers

  static let nothing = "–"

  static func points(_ length: Double, decimals: Int = 0) -> String {
    length.grouped(decimals: decimals) + " pt"
  }
  static func speed(_ speed: Double) -> String { speed.grouped(decimals: 0) + " pt/s" }
  static func seconds(_ time: Double) -> String { time.text(decimals: 2) + " s" }

  // MARK: Takes and comparisons

  static let setA = "A"
  static let setB = "B"
  static var edited: String { say("edited") }

  static func take(_ number: Int) -> String { say("Take \(number)") }

  static func differentControls(_ take: String, _ other: String) -> String {
    say("\(take) and \(other) belong to different controls")
  }

  static var clipTakes: String {
    say("A clip’s take is compared with a preset, not with another take")
  }

  static func hasNoRoom(_ take: String) -> String {
    say("No room for \(take) beside the pinned takes. Unpin one first.")
  }

  static func difference(
    rests: [String], rest: String, settle: String, overshoot: String, greatest: String
  ) -> String {
    (rests.isEmpty ? "" : rests.joined(separator: " → ") + " · ")
      + say("rest \(rest) · settle \(settle) ms · overshoot \(overshoot) · max |Δx| \(greatest)")
  }

  /// Label of a dashed outline, with what the shown run has at that place instead.
  static func instead(_ name: String, of other: String?) -> String {
    name + (other.map { say(", not \($0)") } ?? "")
  }

  // MARK: Overlays

  static var start: String { say("start") }
  static var end: String { say("end") }
  static var bandEnds: String { say("band ends") }
  static var freeRun: String { say("would coast to here") }
  static var ruleLooks: String { say("where its rule projects") }

  /// "→ 1 920 pt · card 37 · in 0.82 s".
  static func rest(at place: String?, named name: String?, in wait: Double?) -> String {
    let words = [place, name, wait.map { say("in \(seconds($0))") }].compactMap(\.self)
    return "→ " + words.joined(separator: " · ")
  }

  static func mispredicted(by length: Double) -> String {
    say("prediction off by \(points(length))")
  }

  /// Why samples do not count, with the ages of the oldest and newest in milliseconds.
  static func uncounted(
    _ fate: VelocitySample.Fate, count: Int, oldest: Int, newest: Int
  ) -> String {
    let times = count > 1 ? " ×\(count)" : ""
    return switch fate {
    case .used: ""
    case .old: oldest > newest ? say("old \(newest)…\(oldest) ms") : say("old \(newest) ms")
    case .beforeGap: say("before a pause\(times)")
    case .thinned: say("thinned\(times)")
    case .overCap: say("too many\(times)")
    case .press: say("press point")
    case .unneeded: say("not needed\(times)")
    case .rested: say("rested before the release")
    case .tooFew: say("too few\(times)")
    }
  }

  static var noAge: String { say("latency: none yet") }

  static func frames(p50: String, p95: String, p99: String, late: String) -> String {
    say("p50 \(p50) · p95 \(p95) · p99 \(p99) ms · late \(late)")
  }

  static func age(p50: String, p95: String) -> String { say("latency p50 \(p50) · p95 \(p95) ms") }

  // MARK: Comparison

  static var original: String { say("original") }
  static var now: String { say("now") }
  static var before: String { say("before") }
  static var same: String { say("same") }
  static let bMinusA = "B − A"
  static var landsOn: String { say("Lands on") }
  static var landedOn: String { say("Landed on") }
  static var rest: String { say("Rest") }
  static var positionNow: String { say("Position now") }
  static var velocityNow: String { say("Velocity now") }
  static var timeToRest: String { say("Time to rest") }
  static var released: String { say("Let go at") }
  static var offRMS: String { say("Off (rms)") }

  /// "−2 cards".
  static func counted(_ number: Int, _ noun: String) -> String {
    let sign = number > 0 ? "+" : "−"
    let isPlural = number.magnitude != 1 && Language.current == nil
    return "\(sign)\(number.magnitude) \(noun)\(isPlural ? "s" : "")"
  }

  // MARK: Release explanations

  static var whyUnknown: String { say("Flick to see why it lands where it does") }
  static var ruleTitle: String { say("Rule") }
  static var ruleOfRun: String { say("it rests where the coast ends") }
  static var ruleOfEdge: String { say("past the edge it springs back to the end") }

  static func why(_ place: String, _ tense: ReleaseTense) -> String {
    switch tense {
    case .past: say("Why \(place)?")
    case .edited: say("With these values: \(place)")
    case .predicted: say("Let go now: \(place)")
    }
  }
  static func why(_ place: String, _ other: String) -> String { say("Why \(place) and \(other)?") }
  static func whySame(_ place: String) -> String { say("Why \(place) both times?") }

  static func place(_ item: ReleaseExplanation.Item, _ index: Int) -> String {
    say("\(translated(item.rawValue)) \(index + 1)")
  }

  /// How it was released, at the beginning of a sentence.
  private static func released(_ velocity: Double) -> String {
    velocity.magnitude < 1 ? say("Held still") : say("Let go at \(speed(velocity.magnitude))")
  }

  static func coasts(_ velocity: Double, to place: Double, _ midpoint: String?) -> String {
    let (released, place) = (released(velocity), points(place))
    return midpoint.map { say("\(released), it would coast to \(place): \($0).") }
      ?? say("\(released), it would coast to \(place).")
  }
  static func coasts(_ midpoint: String) -> String { say("It would coast \(midpoint).") }

  /// "25 pt past the midpoint of cards 4 and 5".
  static func midpoint(
    of item: ReleaseExplanation.Item, _ index: Int, _ next: Int, off length: Double, isPast: Bool
  ) -> String {
    let (length, items) = (points(length), translated(item.rawValue + "s"))
    return isPast
      ? say("\(length) past the midpoint of \(items) \(index + 1) and \(next + 1)")
      : say("\(length) short of the midpoint of \(items) \(index + 1) and \(next + 1)")
  }

  static func runsOut(_ velocity: Double, to stops: Double, rests rest: Double) -> String {
    abs(stops - rest) < 1
      ? say("\(released(velocity)), it coasts to \(points(rest)).")
      : say(
        "\(released(velocity)), it would coast to \(points(stops)); the end is at \(points(rest)).")
  }

  /// Where a pager's rule projects to, with pages counted from 1.
  static func turn(_ velocity: Double, looksAt aim: Double) -> String {
    say("\(released(velocity)), its rule projects to page \((aim + 1).text(decimals: 2)).")
  }

  static func sameHand(
    coasts way: Double, _ name: String, _ other: Double, _ otherName: String
  ) -> String {
    say("The same flick coasts \(points(way)) on \(name), \(points(other)) on \(otherName).")
  }
  static func sameHand(
    lands place: String, _ name: String, _ other: String, _ otherName: String
  ) -> String {
    say("The same flick lands on \(place) on \(name), on \(other) on \(otherName).")
  }

  /// "From 592 pt behind", to begin a sentence.
  static func letGo(off length: Double, isBehind: Bool) -> String {
    isBehind ? say("From \(points(length)) behind") : say("From \(points(length)) ahead")
  }
  static func apart(_ apart: String, coasts way: Double, _ wayOfA: Double) -> String {
    say("\(apart), B coasts \(points(way)), A \(points(wayOfA)).")
  }
  static func apart(_ apart: String, lands place: String, _ placeOfA: String) -> String {
    say("\(apart), B lands on \(place), A on \(placeOfA).")
  }

  static func rule(
    _ rule: ReleaseExplanation.Rule, of item: ReleaseExplanation.Item, _ turn: Pager.TurnRule?
  ) -> String {
    let item = translated(item.rawValue)
    return switch rule {
    case .nearest: say("the \(item) nearest to \(turn?.words ?? say("the projected rest"))")
    case .atLeastNext: say("a flick goes at least to the next \(item)")
    case .atMostNext: say("a flick goes no further than the next \(item)")
    case .pastEdge: say("the last \(item)")
    }
  }

  static func forPlace(_ place: String) -> String { say("For \(place):") }
  static func place(_ place: String, on name: String) -> String { say("\(place) on \(name)") }

  /// The release velocity at which it would have rested elsewhere, relative to the actual one.
  static func reach(_ new: Double, insteadOf old: Double) -> String {
    if old == 0 {
      say("let go at \(speed(new.magnitude))")
    } else if new.sign != old.sign {
      say("flicked back at \(speed(new.magnitude))")
    } else {
      new.magnitude > old.magnitude
        ? say("above \(speed(new.magnitude))") : say("below \(speed(new.magnitude))")
    }
  }

  static func or(_ words: [String]) -> String { words.joined(separator: say(", or ")) }
  static var nothingLeadsThere: String { say("no deceleration rate or snap rule leads there") }

  /// "velocity kept ≥ 0.99855".
  static func bound(_ name: String, _ value: String, isLeast: Bool) -> String {
    "\(name.lowercased()) \(isLeast ? "≥" : "≤") \(value)"
  }
  static func exactly(_ name: String, _ value: String) -> String {
    "\(name.lowercased()) \(value)"
  }
  /// "cards per fling: any number".
  static func setting(_ name: String, _ value: String) -> String {
    "\(name.lowercased()): \(value)"
  }
  static func changed(_ count: Int) -> String { say("\(count) changed") }
  /// "velocity kept to 0.99855".
  static func set(_ name: String, to value: String) -> String {
    say("Set \(name.lowercased()) to \(value)")
  }

  static func releaseAndIts(_ item: ReleaseExplanation.Item) -> String {
    say("Release velocity and its \(translated(item.rawValue))")
  }
  static func whichReleaseLands(_ item: ReleaseExplanation.Item) -> String {
    say("Which release lands on which \(translated(item.rawValue)), pt/s")
  }
  static func yours(_ velocity: Double) -> String { say("Yours: \(speed(velocity))") }

  // MARK: Parameters and fields

  static var decimals: String { say("Use a point for decimals.") }
  static var listsParameters: String { say("“feellab list parameters” names them all.") }

  static func unknownParameter(_ key: String) -> String { say("No parameter is called \(key).") }

  static func noValue(_ key: String, domain: String) -> String {
    say("\(key) needs a value: \(domain).")
  }

  static func cannotBe(_ key: String, _ value: String, domain: String) -> String {
    say("\(key) cannot be \(value). It takes \(domain).")
  }

  static func notInUse(_ key: String, where condition: String, is word: String) -> String {
    say("\(key) would have no effect: it applies where \(condition), and that is \(word).")
  }

  static func raised(
    _ name: String, to value: String, from wanted: String, above other: String, _ least: String
  ) -> String {
    say("\(name) is \(value), not \(wanted): it must be above \(other), which is \(least)")
  }

  static func number(from low: Double, to high: Double, unit: String) -> String {
    unit.isEmpty
      ? say("a number from \(low) to \(high)")
      : say("a number from \(low) to \(high) \(unit)")
  }

  static func integer(from low: Int, to high: Int, unit: String) -> String {
    unit.isEmpty
      ? say("a whole number from \(low) to \(high)")
      : say("a whole number from \(low) to \(high) \(unit)")
  }

  static func orNoLimit(_ number: String, none: String) -> String {
    say("\(number), or \(none) for no limit")
  }

  static func one(of words: [String]) -> String {
    say("one of \(words.joined(separator: say(", ")))")
  }
  static func either(_ word: String, or other: String) -> String { say("\(word) or \(other)") }

  /// "Did you mean a, b or c?".
  static func didYouMean(_ words: some BidirectionalCollection<String>, or last: String) -> String {
    let others = words.joined(separator: say(", "))
    return others.isEmpty
      ? say("Did you mean \(last)?") : say("Did you mean \(others) or \(last)?")
  }

  static func notNumber(_ text: String, isWhole: Bool, hasComma: Bool) -> String {
    guard !isWhole else { return say("“\(text)” is not a whole number") }
    return hasComma
      ? say("“\(text)” is not a number: use a point for decimals")
      : say("“\(text)” is not a number")
  }

  static func outside(_ text: String, _ low: String, _ high: String) -> String {
    say("\(text) is outside \(low) to \(high)")
  }
}

extension VelocitySample.Fate {
  /// Why the sample does not count, or that it does.
  package var reason: String {
    switch self {
    case .used: say("used")
    case .old: say("older than the window")
    case .beforeGap: say("before a pause")
    case .thinned: say("too near a newer one")
    case .overCap: say("more than the cap")
    case .press: say("the press")
    case .unneeded: say("not needed")
    case .rested: say("before it rested at the end")
    case .tooFew: say("too few")
    }
  }
}

extension ReleaseVelocity.Limit {
  /// What the limit did to the velocity.
  package var reason: String {
    switch self {
    case .noDrag: say("let go without a drag")
    case .shortTravel: say("too short a drag for a fling")
    case .minimum: say("slower than a fling")
    case .maximum: say("capped at the limit")
    }
  }
}

extension Pager.TurnRule {
  /// Its display name.
  package var words: String {
    switch self {
    case .predictedEnd: say("doubled predicted end")
    case .quarterSecond: say("a quarter of a second on")
    case .direction: say("half a page on")
    case .free: say("a free run")
    case .swipe: say("libadwaita’s swipe")
    }
  }
}

extension ReleaseExplanation.Rule {
  /// Which of the candidate places it picks.
  package var reason: String {
    switch self {
    case .nearest: say("the nearest")
    case .atLeastNext: say("at least the next one")
    case .atMostNext: say("at most the next one")
    case .pastEdge: say("the last one")
    }
  }
}

extension ControlState {
  /// What the control is doing, in one everyday word.
  package var phase: String {
    switch self {
    case .idle: say("at rest")
    case .pressed: say("pressed")
    case .tracking: say("drag")
    case .rubber: say("stretched")
    case .decelerating: say("coasting")
    case .snapping: say("landing")
    case .bouncing: say("springing back")
    case .programmatic: say("moving")
    case .cancelled: say("cancelled")
    }
  }
}

extension Overlay {
  /// Its name on screen.
  public var title: String { translated(name) }

  /// Its English name.
  package var name: String {
    switch self {
    case .hud: "Numbers"
    case .velocity: "Velocity"
    case .rest: "Landing"
    case .explanation: "Why it rests there"
    case .ghosts: "Trail"
    case .bounds: "Snap points"
    case .samples: "Samples"
    case .frames: "Frames"
    case .age: "Latency"
    }
  }

  /// A title short enough for a row of all overlays.
  public var word: String { self == .explanation ? say("Why") : title }
}

// MARK: Copies for other platforms

extension Words {
  /// "100 pt/s".
  static func value(_ number: Double, _ unit: String) -> String {
    "\(ParameterValue.number(number.significant).text) \(unit)"
  }

  /// Comments in code that is copied for another platform.
  enum Copies {
    static let exact = "exact"
    static let none = "none"
    static let stopsDead = "stops dead"
    static let fromRest = "from rest"
    static let ownBand = "UIScrollView already has this band; this is for your own views."

    static func changed(_ preset: String) -> String { "\(preset) (changed)" }
    static func head(_ source: String, _ platform: String) -> String {
      "\(source) for \(platform), from FeelLab: lengths in points, times in seconds."
    }
    static func law(_ name: String) -> String {
      [
        "fling": "Fling", "edgeSpring": "Edge spring", "edge": "Edge",
        "edgeOut": "Edge, way out", "edgeBack": "Edge, way back",
        "returnSpring": "Return from past the edge",
        "returnGlide": "Return from past the edge",
        "landingSpring": "Landing spring", "band": "Drag past the edge",
      ][name] ?? name
    }
    static func missing(_ law: String, _ kind: String, _ platform: String) -> String {
      "\(law): no \(kind) in \(platform)."
    }
    static func flight(_ velocity: Double, _ distance: Double) -> String {
      let start = velocity == 0 ? fromRest : say("from \(value(velocity, "pt/s"))")
      return say("\(start) over \(value((distance * 10).rounded() / 10, "pt"))")
    }
    static func sampled(_ start: String, _ count: Int) -> String {
      "\(start), \(count) points, within 0.5 px of 1000"
    }
    static func otherStop(_ speed: String) -> String {
      "exact until UIScrollView stops at 10 pt/s; here it stops at \(speed)"
    }
    static func gain(_ gain: Double) -> String {
      "Multiply the incoming velocity by \(ParameterValue.number(gain.significant).text)."
    }
    static func maximum(_ speed: String) -> String {
      "Limit the incoming velocity to \(speed)."
    }
    static func exponentialReturn(_ omega: String, share: Double) -> String {
      let part = share == 0 ? "" : " plus \(ParameterValue.number(share).text) of the velocity"
      return "Start it with −\(omega) times the distance\(part)."
    }
  }
}

// MARK: Imported motions

extension Words {
  /// Messages about a spring, an easing or a deceleration written for another library.
  enum Notation {
    static var every: String { say("everywhere") }
    static let usualDefaults = "Motion, React Native, Reanimated 3"
    static let criticalOnes = "Reanimated, Core Animation, SwiftUI"
    static let stiffness = "stiffness / mass"
    static var damping: String { say("The damping ratio") }
    static var gentle: String { say("Values left out are mass 4, stiffness 900, damping 120.") }
    static var criticalNote: String {
      say("They treat an overdamped spring as critically damped unless told otherwise.")
    }
    static var perceptual: String {
      say("duration is perceived: the energy is down to 6e-9 after 1.5 times that.")
    }
    static var timeToRest: String {
      say(
        "duration is the time until it is within 0.001 of the way, by its envelope; bounce from 0.")
    }
    static var webDecay: String {
      say("e^(−(1 − d)·t) with t in milliseconds; it stops when a frame moves less than 0.1 px.")
    }
    static var reanimatedDecay: String {
      say(
        """
        Roughly: each frame multiplies the velocity by e^(−(1 − d)·t/10), t milliseconds since the \
        start, so it depends on the frame rate.
        """)
    }
    static var clamp: String {
      say("It stops where it reaches the target: no overshoot. The engine has no such clamp.")
    }
    static var share: String {
      say("It rests within 0.1 % of the way, unless precision says otherwise.")
    }
    static var restsDiffer: String { say("Each library has its own rest thresholds.") }

    static var uikit: String {
      say(
        """
        UIKit does not say how a duration and a damping ratio make a spring. Give its mass, \
        stiffness and damping.
        """)
    }
    static func number(_ name: String) -> String { say("\(name) needs a number: \(name): 0.5.") }
    static func point(_ name: String) -> String {
      say("Write the decimals of \(name) with a point: 0.5.")
    }
    static func leftOut(_ defaults: [String]) -> String {
      say("Left out, so by default: \(defaults.joined(separator: say(", "))).")
    }
    static func unused(_ names: [String]) -> String {
      say("Not used: \(names.joined(separator: say(", "))).")
    }

    static var duration: String { say("duration must be above 0 and at most 60 s.") }
    static var bounce: String { say("bounce must be above −1 and below 1.") }
    static var kept: String {
      say("deceleration must be above 0 and below 1: the share kept per millisecond.")
    }
    static var drag: String { say("drag must be above 0 and below 1: the share kept per second.") }
    static var controlPoints: String {
      say("cubic-bezier() needs x1, y1, x2, y2, with both x in 0 to 1 and y within 1000.")
    }
    static var linear: String {
      say(
        """
        linear() needs at least two numbers within 1000, each with or without a percentage: \
        linear(0, 0.8 30%, 1).
        """)
    }

    static func line(_ corners: Int) -> String { say("linear(), \(corners) points") }
    static var noLaw: String { say("An easing is no law of scrolling: the Curves scene shows it.") }
    static func beyond(_ reason: String) -> String { say("It cannot be set here: \(reason)") }

    static func use(_ motion: MotionNotation.Motion, isEdge: Bool) -> String {
      switch motion {
      case .spring: isEdge ? say("Edge spring") : say("Spring")
      case .decay: say("Deceleration")
      case .ease, .line: say("Curve")
      }
    }
    static func summary(
      _ use: String, _ library: String, _ facts: String, others: [String]
    ) -> String {
      let rest =
        others.isEmpty ? "" : say(" Others differ: \(others.joined(separator: say("; "))).")
      return say("\(use) as read by \(library): \(facts).\(rest)")
    }
    static func fourNumbers(_ function: String) -> String {
      say("\(function)() needs four numbers: 0.42, 0, 0.58, 1.")
    }
    static func above(_ number: Int, _ name: String) -> String {
      say("\(name) must be above \(number).")
    }
    static func velocity(_ velocity: Double) -> String {
      say("Its own starting velocity, \(ParameterValue.number(velocity).text), is ignored.")
    }
    static func power(_ power: Double, gain: Double) -> String {
      let (power, gain) = (ParameterValue.number(power).text, gain.text(decimals: 2))
      return say(
        "power \(power) makes the velocity \(gain) times the hand’s; here it is the hand’s.")
    }
    static func rest(_ distance: Double?, _ speed: Double?) -> String {
      let place = distance.map { say("within \(ParameterValue.number($0).text) of the target") }
      let pace = speed.map { say("below \(ParameterValue.number($0).text) per second") }
      return say("It rests \([place, pace].compactMap(\.self).joined(separator: say(" and "))).")
    }
  }
}

extension ObservedClip.Cut {
  /// Label shown instead of the place where the content came to rest.
  package var words: String {
    switch self {
    case .push: say("moved on")
    case .caught: say("cut short")
    case .end: say("clip ends")
    }
  }
}

// MARK: User presets

extension Words {
  static var badPresetName: String {
    say(
      """
      A preset’s name has 1 to 60 letters, digits, spaces, hyphens and dots, and starts with a \
      letter or digit.
      """)
  }
  static func namesASystem(_ name: String) -> String {
    say("\(name) is a preset of this program. Choose another name.")
  }
  static func ownPreset(over title: String, _ count: Int) -> String {
    count == 1
      ? say("Yours: \(title), with \(count) value set.")
      : say("Yours: \(title), with \(count) values set.")
  }
}
