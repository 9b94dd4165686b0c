internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Stage

/// Every preset with its claims and their evidence, as text and as JSON.
enum PresetList {
  private static func facts(_ preset: ScrollPreset) -> [(name: String, words: String)] {
    let evidence = preset.evidence
    return [
      ("System", "\(evidence.system), \(evidence.version)"),
      ("Compared with", "\(evidence.comparedWith), \(evidence.date)"),
      ("Not modelled", evidence.notModelled), ("Velocity", preset.physics.velocity.manner),
      ("Pager", preset.turn.words), ("Wheel", preset.physics.wheel.words),
    ] + (preset.knownDefect.map { [("Known defect", $0)] } ?? [])
      + [("Largest error", evidence.largestError ?? "not recorded")]
  }

  /// One paragraph per preset.
  static var text: String {
    ScrollPreset.all.map { preset in
      let lines =
        ["\(preset.id) – \(preset.summary)"]
        + facts(preset).map { $0.name.lowercased().padded(to: 14) + $0.words }
      return lines.joined(separator: "\n  ") + "\n"
    }.joined(separator: "\n") + own
  }

  /// The user's presets; invalid files are reported.
  private static var own: String {
    let (presets, problems) = OwnPresets.read()
    problems.forEach(StandardError.say)
    return presets.map { preset in
      let values = preset.settings.map { "\($0.key)=\($0.value.text)" }.joined(separator: " ")
      let rest = values.isEmpty ? "" : "\n  \(values)"
      return "\n\(shown(preset.name)) – \(preset.preset.summary)\(rest)\n"
    }.joined()
  }

  /// One object per preset.
  static var json: [JSON] {
    (ScrollPreset.all + OwnPresets.read().presets.map(\.preset)).map { preset in
      let evidence = preset.evidence
      let laws = ParameterSet(ScrollPhysics.parameters, preset: preset)
      return JSON.of([
        "id": preset.id, "title": preset.title, "summary": preset.summary,
        "knownDefect": preset.knownDefect, "system": evidence.system, "version": evidence.version,
        "date": evidence.date, "comparedWith": evidence.comparedWith,
        "notModelled": evidence.notModelled, "largestError": evidence.largestError,
        "parameters": JSON(.object(laws.shown.map { JSON.Member($0.key, $0.value.json) })),
      ])
    }
  }
}

extension VelocityTracker.Settings {
  /// How a release velocity is estimated, in words.
  fileprivate var manner: String {
    minimumSamples > 2 ? "\(words), at least \(minimumSamples) samples" : words
  }
}

extension Pager.Turn {
  /// How a page is turned, in words.
  fileprivate var words: String {
    let manner =
      switch rule {
      case .predictedEnd: "the articles’ doubled predicted end, at most one page away"
      case .quarterSecond: "the position that the release velocity reaches in 0.25 s"
      case .direction:
        "the nearest page; above \(ParameterValue.number(leastVelocity).text) pt/s, "
          + "the one nearest to half a page further in the release’s direction"
      case .free: "the page nearest to where a fling would rest"
      case .swipe: "libadwaita’s swipe, at most one page away"
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
  /// The effect of a notch, in words.
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
        "eased in \(text(ease.duration)) s"
      case .ease(let ease):
        "eased in \(text(ease.duration)) s, "
          + "or in \(text(ease.longDuration)) s from \(text(ease.longWay)) pt"
      }
    return "\(self == WheelScroll() ? "FeelLab’s own, " : "")\(way) \(manner)"
  }
}
