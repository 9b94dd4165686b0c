public import Feel
public import FeelTrace
internal import Stage

/// What a window keeps of how it is set, for the next time.
///
/// The raw value is its name in files. What it can be, how its line in the panel reads and what it
/// is unless somebody sets it stand here; what it does stands with whoever asks the session for it.
public enum Preference: String, Hashable, Sendable, CaseIterable {
  /// The look.
  case theme
  /// What moves only for show stands still.
  case motion = "reducedMotion"
  /// Letters, digits and signs work as keys of the window without Control or Alt.
  case letters = "letterKeys"
  /// A held key repeats, as fast as the desktop has set it.
  case repeats = "keyRepeat"
  /// The longest time between the presses of a double click, in seconds, or the desktop’s.
  case doubleClick = "doubleClickTime"
  /// How much larger than the desktop asks for everything is.
  case zoom
  /// Scenes are filled with covers, an inbox and pages that differ, instead of hues and numbers.
  case content = "richContent"
  /// The inspector shows springs by frequency and damping instead of duration and bounce.
  case springs = "physicalSprings"
  /// What is drawn over the stage, as the letters of its keys.
  case overlays
  /// The panel is open.
  case inspector, timeline
  /// How wide the parameters are, in points.
  case inspectorWidth
  /// How high the timeline is, in points, or as high as the window has room for.
  case timelineHeight
  /// The groups of parameters, or the lanes, that are folded: names with commas between them.
  case folded, foldedLanes
  /// The scene that was shown, by its id; only a start opens it.
  case scene

  /// Whether it is set in the panel, and forgotten there; the others are how the window was left.
  public var isSetting: Bool { label != nil }

  /// The name of its line in the panel, if it has one.
  var label: String? { info.words?.label }
  var help: String { info.words?.help ?? "" }
  /// What it can be, in the order of its list; a switch is off or on.
  var values: [ParameterValue] { info.values }
  /// What it is unless somebody sets it.
  var standard: ParameterValue { info.standard }
  /// Whether it is one of a list, not off or on.
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

  /// How much larger or smaller everything can be made, in steps.
  public static let zooms = [0.75, 1, 1.25, 1.5, 1.75, 2]

  /// A value as its line says it.
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

  /// Reads a value as it stands in a file.
  ///
  /// - Throws: `JSONError` that says what it can be.
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
