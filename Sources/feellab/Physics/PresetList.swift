internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Stage

/// Every preset with what it claims and what says so: for people, for programs, and as
/// docs/presets.md.
enum PresetList {
  /// What is told of a preset, but for the largest error.
  private static func facts(_ preset: ScrollPreset) -> [(name: String, words: String)] {
    let evidence = preset.evidence
    return [
      ("System", "\(evidence.system), \(evidence.version)"),
      ("Held against", "\(evidence.heldAgainst), \(evidence.date)"),
      ("Not modelled", evidence.notModelled), ("Velocity", preset.physics.velocity.manner),
      ("Pager", preset.turn.words), ("Wheel", preset.physics.wheel.words),
    ] + (preset.knownDefect.map { [("Known defect", $0)] } ?? [])
  }

  /// A paragraph a preset.
  static var text: String {
    ScrollPreset.all.map { preset in
      let lines =
        ["\(preset.id) – \(preset.summary)"]
        + facts(preset).map { $0.name.lowercased().padded(to: 14) + $0.words }
        + ["largest error \(preset.evidence.largestError ?? "not recorded")"]
      return lines.joined(separator: "\n  ") + "\n"
    }.joined(separator: "\n") + own
  }

  /// Those that the user has kept, and what is wrong with files that are none.
  private static var own: String {
    let (presets, problems) = OwnPresets.read()
    problems.forEach(StandardError.say)
    return presets.map { preset in
      let values = preset.settings.map { "\($0.key)=\($0.value.text)" }.joined(separator: " ")
      let rest = values.isEmpty ? "" : "\n  \(values)"
      return "\n\(shown(preset.name)) – \(preset.preset.summary)\(rest)\n"
    }.joined()
  }

  /// One object a preset.
  static var json: [JSON] {
    (ScrollPreset.all + OwnPresets.read().presets.map(\.preset)).map { preset in
      let evidence = preset.evidence
      let laws = ParameterSet(ScrollPhysics.parameters, preset: preset)
      return JSON.of([
        "id": preset.id, "title": preset.title, "summary": preset.summary,
        "knownDefect": preset.knownDefect, "system": evidence.system, "version": evidence.version,
        "date": evidence.date, "heldAgainst": evidence.heldAgainst,
        "notModelled": evidence.notModelled, "largestError": evidence.largestError,
        "parameters": JSON(.object(laws.shown.map { JSON.Member($0.key, $0.value.json) })),
      ])
    }
  }

  /// The page docs/presets.md.
  static var markdown: String {
    var page = """
      # Presets

      Made by `feellab list presets --markdown`; a test holds it. How a preset is compared with a recorded program: \
      `feellab fit --help`. The recordings lie in `Tests/FeelTests/Data/Recordings`.

      Velocity says how a release is read off the pointer. A parabola swings back where a fast finger stops within its \
      window: let go after 48 ms of rest with a point of jitter, a drag at 1500 pt/s throws the list back at 590 pt/s. The \
      systems named here that fit a parabola do that themselves. What Apple does is not published: UIKit’s presets use the \
      weights that Flutter’s team measured of iOS (flutter/flutter#60501), under which the same finger leaves 37.5 pt/s.

      Pager says how a page is turned. The articles’ rule adds the end that SwiftUI predicts, travel + v/k, to the travel, \
      so that the travel counts twice and a page that is held still turns from a quarter on.

      Wheel says what a notch does. Fingers on a touchpad count as one on the content: they move it point by point, \
      and their lift flings it by the preset’s own estimator and laws.

      """
    for preset in ScrollPreset.all {
      page += "\n## \(preset.title) (`\(preset.id)`)\n\n\(preset.summary)\n\n"
      for fact in facts(preset) { page += "- \(fact.name): \(fact.words)\n" }
      page += "- Largest error seen: \(preset.evidence.largestError ?? "not recorded")\n"
    }
    return page + "\n" + copies
  }

  private static var copies: String {
    """
    ## Copies for other platforms

    What `list SCENE --as PLATFORM` writes of a law, with the constants of a preset. *Exact*: the platform’s own law, for any \
    velocity. *Exact curve*: its own timing curve, from 2000 pt/s. *Points*: so many, the fewest, within 0.5 px of 1000; \
    flings and bounces from 2000 pt/s, springs from rest. A dash: the copy says in a sentence what the platform lacks.

    \(Platform.table)
    What proves it:

    | command | platforms | how |
    | - | - | - |
    | `./run.sh test --filter PlatformCopyTests` | all | numbers in the formulas that the platforms publish, and points, against the engine |
    | `./run.sh test --filter CopyTests` | JavaScript, Reanimated’s easings, all rubber bands | run in Node |
    | `./run.sh test --filter CopyRunTests` | SwiftUI, UIKit | compiled, with declarations of theirs |
    | `./run.sh test --with-browsers --filter CopyRunTests` | CSS, JavaScript | played in Chromium |
    | `./run.sh test --with-peers --filter CopyRunTests` | QML, GTK and libadwaita | played by Qt Quick and by `AdwSpringAnimation` |

    - SwiftUI: `Spring(duration:bounce:)`, ζ = 1 − bounce, below 0 1/(1 + bounce); it has no fling.
    - UIKit: `UIScrollView.DecelerationRate` per millisecond, with its own stop at 10 pt/s; `UISpringTimingParameters`; \
    `CASpringAnimation`, which allows overdamping only if told.
    - CSS: `linear()` and `cubic-bezier()` as custom properties, with their durations. Springs are from rest.
    - JavaScript: the solutions themselves, or options of `Element.animate`.
    - Jetpack Compose: `exponentialDecay`, 4.2 times its multiplier per second; `spring`. Android views: `FlingAnimation`, \
    4.2 times its friction, ending at 62.5 × 0.75 of the least visible change per second; `SpringForce`; `OverScroller`.
    - Flutter: `FrictionSimulation`, whose drag is kept per second; `SpringDescription`; `ClampingScrollSimulation`.
    - GTK and libadwaita: `AdwSpringParams`. Scrolled windows decelerate by 4 per second, and nothing sets that.
    - QML: `Flickable.flickDeceleration`. `SpringAnimation` adds up steps of 16 ms and is no spring of a known law, and a \
    spline of more than ten cubics crashes Qt 6.4: springs are functions of the time, and points one of its share.
    - Reanimated: `withSpring`, which takes overdamped springs as critical. `withDecay` multiplies the velocity anew in each \
    frame by what has passed since the start: no exponential, and another at each frame rate.

    """
  }
}

extension VelocityTracker.Settings {
  /// How a release is read off the pointer, in words.
  fileprivate var manner: String {
    minimumSamples > 2 ? "\(words), \(minimumSamples) samples at least" : words
  }
}

extension Pager.Turn {
  /// How a page is turned, in words.
  fileprivate var words: String {
    let manner =
      switch rule {
      case .predictedEnd: "the articles’ doubled predicted end, at most one page on"
      case .quarterSecond: "where the velocity leads in 0.25 s"
      case .direction:
        "half a page on in the direction of a release faster than "
          + "\(ParameterValue.number(leastVelocity).text) pt/s, then the nearest"
      case .free: "the page nearest to where a run would rest"
      case .swipe: "libadwaita’s swipe, at most one page on"
      }
    let way =
      switch landing {
      case .easeOut: "eased out in \(ParameterValue.number(duration).text) s"
      case .spring: "by a spring"
      }
    return "\(manner); \(way)"
  }
}

extension WheelScroll {
  /// What a notch does, in words.
  fileprivate var words: String {
    func text(_ number: Double) -> String { ParameterValue.number(number).text }
    let way =
      switch notch {
      case .points(let notch): "\(text(notch)) pt"
      case .viewport: "the viewport’s length in points to the power of 2/3,"
      }
    let manner =
      switch smoothing {
      case .none: "at once"
      case .spring(let duration): "by a spring in about \(text(duration)) s"
      case .ease(let ease) where ease.duration == ease.longDuration:
        "by an ease of \(text(ease.duration)) s"
      case .ease(let ease):
        "by an ease of \(text(ease.duration)) s, \(text(ease.longDuration)) s for \(text(ease.longWay)) pt and more"
      }
    return "\(self == WheelScroll() ? "this lab’s own, " : "")\(way) \(manner)"
  }
}
