internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Stage

/// Every preset with what it claims and what says so: for people, for programs, and as docs/presets.md.
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
    }.joined(separator: "\n")
  }

  /// One object a preset.
  static var json: [JSON] {
    ScrollPreset.all.map { preset in
      let evidence = preset.evidence
      let laws = ParameterSet(ScrollPhysics.parameters, preset: preset)
      return .object([
        "id": .text(preset.id), "title": .text(preset.title), "summary": .text(preset.summary),
        "knownDefect": preset.knownDefect.map(JSON.text) ?? .null,
        "system": .text(evidence.system), "version": .text(evidence.version),
        "date": .text(evidence.date), "heldAgainst": .text(evidence.heldAgainst),
        "notModelled": .text(evidence.notModelled),
        "largestError": evidence.largestError.map(JSON.text) ?? .null,
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
      systems named here that fit a parabola do that themselves. What Apple does is not published: UIKit's presets use the \
      weights that Flutter's team measured of iOS (flutter/flutter#60501), under which the same finger leaves 37.5 pt/s.

      Pager says how a page is turned. The articles' rule adds the end that SwiftUI predicts, travel + v/k, to the travel, \
      so that the travel counts twice and a page that is held still turns from a quarter on.

      Wheel says what a notch does. Fingers on a touchpad count as one on the content: they move it point by point, \
      and their lift flings it by the preset's own estimator and laws.

      """
    for preset in ScrollPreset.all {
      page += "\n## \(preset.title) (`\(preset.id)`)\n\n\(preset.summary)\n\n"
      for fact in facts(preset) { page += "- \(fact.name): \(fact.words)\n" }
      page += "- Largest error seen: \(preset.evidence.largestError ?? "not recorded")\n"
    }
    return page
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
      case .predictedEnd: "the articles' doubled predicted end, at most one page on"
      case .quarterSecond: "where the velocity leads in 0.25 s"
      case .direction:
        "half a page on in the direction of a release faster than "
          + "\(ParameterValue.number(leastVelocity).text) pt/s, then the nearest"
      case .free: "the page nearest to where a run would rest"
      case .swipe: "libadwaita's swipe, at most one page on"
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
      case .viewport: "the viewport's length in points to the power of 2/3,"
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
    return "\(self == WheelScroll() ? "this lab's own, " : "")\(way) \(manner)"
  }
}
