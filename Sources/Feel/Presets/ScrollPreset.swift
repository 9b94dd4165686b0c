/// The scroll physics of one system, under its name.
public struct ScrollPreset: Hashable, Sendable, Identifiable {
  /// Its name on the command line and in files: lower case, words joined by hyphens.
  public let id: String
  /// Its name as people see it.
  public let title: String
  /// What it feels like, and where it differs from the system it is named for.
  public let summary: String
  /// What the system is known to get wrong; the physics here are what it intends.
  public let knownDefect: String?
  /// What it was held against, and how near it came.
  public let evidence: PresetEvidence
  /// How far ahead of the newest sample the system shows the content at a release, in seconds; 0
  /// for most.
  ///
  /// A matter of its frames, not of its laws: only a comparison with a recording looks at it.
  public let inputLead: Double
  /// The laws by which content scrolls.
  public let physics: ScrollPhysics
  /// The laws by which a pager turns its pages: the system's where they are known, else the
  /// defaults of `Pager.Turn`.
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

  /// The presets by the kind of system that they are of; the reference's kind first.
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
