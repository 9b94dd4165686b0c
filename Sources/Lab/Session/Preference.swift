public import Feel
public import FeelTrace
internal import Stage

/// A setting of the window that is stored for the next time.
///
/// The raw value is its name in files. Its valid values, its row in the panel and its default are
/// defined here; its effect is implemented where it is read.
public enum Preference: String, Hashable, Sendable, CaseIterable {
  /// The theme.
  case theme
  /// Reduced motion: decorative motion is off.
  case motion = "reducedMotion"
  /// Letters, digits and signs are window keys without Control or Alt.
  case letters = "letterKeys"
  /// Held keys repeat, at the desktop's rate.
  case repeats = "keyRepeat"
  /// Maximum time between the presses of a double click in seconds, or the desktop’s.
  case doubleClick = "doubleClickTime"
  /// Zoom factor over the desktop's scale.
  case zoom
  /// Scenes show covers, an inbox and pages that differ, instead of hues and numbers.
  case content = "richContent"
  /// The inspector describes springs by frequency and damping instead of duration and bounce.
  case springs = "physicalSprings"
  /// The visible overlays, as the letters of their keys.
  case overlays
  /// Whether the panel is open.
  case inspector, timeline
  /// Width of the inspector, in points.
  case inspectorWidth
  /// Height of the timeline in points, or as much as the window has room for.
  case timelineHeight
  /// Folded parameter groups, or folded lanes: names separated by commas.
  case folded, foldedLanes
  /// Id of the scene shown; applied only at startup.
  case scene

  /// Whether it has a row in the panel and is reset there; the others record how the window was
  /// left.
  public var isSetting: Bool { label != nil }

  /// Label of its row in the panel, if it has one.
  var label: String? { info.words?.label }
  var help: String { info.words?.help ?? "" }
  /// Valid values, in list order; a switch has off and on.
  var values: [ParameterValue] { info.values }
  /// The default.
  var standard: ParameterValue { info.standard }
  /// Whether it is chosen from a list, not switched off or on.
  var isChoice: Bool { values.count > 2 }

  private var info:
    (words: (label: String, help: String)?, values: [ParameterValue], standard: ParameterValue)
  {
    let isSwitch = [false, true].map(ParameterValue.flag)
    let (off, on) = (isSwitch[0], isSwitch[1])
    return switch self {
    case .theme: (Words.Preferences.theme, Theme.Name.allCases.map { .choice($0.rawValue) }, off)
    case .motion: (Words.Preferences.motion, isSwitch, off)
    case .letters: (Words.Preferences.letters, isSwitch, on)
    case .repeats: (Words.Preferences.repeats, isSwitch, on)
    case .doubleClick:
      (
        Words.Preferences.doubleClick,
        [.choice("desktop")] + [0.25, 0.4, 0.6, 1, 1.5, 2].map(ParameterValue.number),
        .choice("desktop")
      )
    case .zoom: (Words.Preferences.zoom, Self.zooms.map(ParameterValue.number), .number(1))
    case .content: (Words.Preferences.content, isSwitch, on)
    case .springs: (Words.Preferences.springs, isSwitch, off)
    case .inspector, .timeline: (nil, isSwitch, off)
    case .inspectorWidth: (nil, [], .number(Layout.inspectorWidth))
    case .timelineHeight: (nil, [], .unlimited)
    case .overlays, .folded, .foldedLanes, .scene: (nil, [], .choice(""))
    }
  }

  /// The zoom levels.
  public static let zooms = [0.75, 1, 1.25, 1.5, 1.75, 2]

  /// A value as text for its row.
  func words(_ value: ParameterValue) -> String {
    switch value {
    case .number(let time) where self == .doubleClick: "\(time) s"
    // A zoom as people write it: 125 %.
    case .number(let number): Words.percent("\(Int((number * 100).rounded()))")
    default: translated(value.text)
    }
  }
}

extension Preference {
  func accepts(_ value: ParameterValue) -> Bool {
    switch (self, value) {
    case (.overlays, .choice(let letters)): Set<Overlay>(letters: letters) != nil
    case (.folded, .choice), (.scene, .choice): true
    case (.foldedLanes, .choice(let names)): Set<TimelineLayout.Lane>(names: names) != nil
    case (.inspectorWidth, .number(let width)): Layout.inspectorWidths.contains(width)
    case (.timelineHeight, .number(let height)): Layout.timelineHeights.contains(height)
    case (.timelineHeight, .unlimited): true
    default: values.contains(value)
    }
  }

  /// Reads a value as stored in a file.
  ///
  /// - Throws: `JSONError` that lists the valid values.
  public func value(_ json: JSON) throws(JSONError) -> ParameterValue {
    if let value = try? ParameterValue(json), accepts(value) { return value }
    switch self {
    case .overlays: throw json.error("some of the letters \"\(Set(Overlay.allCases).letters)\"")
    case .inspectorWidth, .timelineHeight:
      let range = self == .inspectorWidth ? Layout.inspectorWidths : Layout.timelineHeights
      throw json.error(
        "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound)) for \"\(rawValue)\"")
    case .foldedLanes:
      let names = Set(TimelineLayout.Lane.curves).names
      throw json.error("some of \"\(names)\" with a comma between them")
    case .folded: throw json.error("names with commas between them for \"\(rawValue)\"")
    case .scene: throw json.error("a scene’s id for \"\(rawValue)\"")
    default: break
    }
    let words = values.map { $0.text(in: .json) }
    throw json.error("one of \(words.joined(separator: ", ")) for \"\(rawValue)\"")
  }
}
