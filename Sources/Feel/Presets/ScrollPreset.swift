/// The scroll physics of one system, under its name.
public struct ScrollPreset: Hashable, Sendable, Identifiable {
  /// Its name on the command line and in files, in lower case with hyphens.
  public let id: String
  /// Its name for people.
  public let title: String
  /// What it feels like, and where it differs from the system it is named for.
  public let summary: String
  /// What the system is known to get wrong; the physics here are what it intends.
  public let knownDefect: String?
  /// The laws.
  public let physics: ScrollPhysics

  /// Creates a preset.
  public init(
    id: String, title: String, summary: String, knownDefect: String? = nil, physics: ScrollPhysics
  ) {
    (self.id, self.title, self.summary) = (id, title, summary)
    (self.knownDefect, self.physics) = (knownDefect, physics)
  }

  /// Every preset, the reference first.
  public static let all: [ScrollPreset] = [
    .uikit, .uikitFast, .scrollMechanics, .seed, .flutterIOS, .flutterMacOS, .flutterAndroid,
    .android, .chromium, .chromiumWindows, .gtk4, .adwaitaCarousel, .motion, .composeIOS,
  ]

  /// The preset with a given id, or `nil`.
  public static func named(_ id: String) -> ScrollPreset? {
    all.first { $0.id == id }
  }
}
