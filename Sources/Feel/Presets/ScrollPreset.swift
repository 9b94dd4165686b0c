/// The scroll physics of one system, as a named preset.
public struct ScrollPreset: Hashable, Sendable, Identifiable {
  /// The name on the command line and in files: lower case, words joined by hyphens.
  public let id: String
  /// The display name.
  public let title: String
  /// How it feels, and where it differs from its system.
  public let summary: String
  /// A known defect of the system, where the physics here model its intent instead.
  public let knownDefect: String?
  /// What it was compared with, and how close it came.
  public let evidence: PresetEvidence
  /// How far the system shows the content ahead of the newest sample at a release, in seconds; 0
  /// for most.
  ///
  /// A property of its frames rather than its physics: only comparisons with recordings use it.
  public let inputLead: Double
  /// The physics of scrolling content.
  public let physics: ScrollPhysics
  /// The rules by which a pager turns: the system's if known, otherwise the defaults of
  /// `Pager.Turn`.
  public let turn: Pager.Turn

  /// Creates a preset.
  @inline(never)
  public init(
    id: String, title: String, summary: String, knownDefect: String? = nil,
    evidence: PresetEvidence, inputLead: Double = 0, physics: ScrollPhysics,
    turn: Pager.Turn = Pager.Turn()
  ) {
    (self.id, self.title, self.summary) = (id, title, summary)
    (self.knownDefect, self.evidence) = (knownDefect, evidence)
    (self.inputLead, self.physics, self.turn) = (inputLead, physics, turn)
  }

  /// Every preset, the reference first.
  public static let all: [ScrollPreset] = [
    .uikit, .uikitFast, .scrollMechanics, .seed, .flutterIOS, .flutterMacOS, .flutterAndroid,
    .android, .chromium, .chromiumOldFling, .chromiumWindows, .firefox, .qt5, .qt5Mouse, .qt6,
    .qt6Mouse, .gtk4, .gtk4Stop1, .gtkStopFrame, .adwaitaCarousel, .motion, .composeIOS,
  ]

  /// The presets grouped by kind of system, the reference's first.
  public static let families: [(name: String, presets: [ScrollPreset])] = [
    ("Apple", [.uikit, .uikitFast, .scrollMechanics, .composeIOS, .flutterIOS, .flutterMacOS]),
    ("Android", [.android, .flutterAndroid]),
    ("Web", [.chromium, .chromiumOldFling, .chromiumWindows, .firefox, .motion]),
    (
      "Desktop",
      [.gtk4, .gtk4Stop1, .gtkStopFrame, .adwaitaCarousel, .qt5, .qt5Mouse, .qt6, .qt6Mouse]
    ),
    ("Origin", [.seed]),
  ]

  /// The preset with a given id, or `nil`.
  public static func named(_ id: String) -> ScrollPreset? {
    all.first { $0.id == id }
  }
}
