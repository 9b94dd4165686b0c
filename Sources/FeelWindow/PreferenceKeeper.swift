internal import Feel
internal import FeelFiles
internal import Lab
internal import Stage
internal import XWindow

/// Reconciles a window's preferences between the desktop, the user and the files that store them;
/// the results are events for the session.
struct PreferenceKeeper {
  private let settings: FrameLoopSettings
  var memory: PreferenceMemory
  // The theme last adopted from the desktop.
  private var desktopTheme: Theme.Name

  init(_ settings: FrameLoopSettings, theme: Theme.Name) {
    (self.settings, memory, desktopTheme) = (settings, settings.memory, theme)
  }

  /// Events that restore a window's stored settings in a new session; a recording contains what it
  /// needs of them in its own events.
  func beginning(of session: Session) -> [SessionEvent] {
    var kept = memory.kept
    if !settings.overlays.isEmpty { kept[.overlays] = .choice(settings.overlays.letters) }
    if let content = settings.content { kept[.content] = .flag(content == .rich) }
    // Flags and the desktop decided these before the window opened.
    return Self.events(setting: session, as: kept, but: [.theme, .motion, .zoom])
  }

  /// Events that give a session the wanted preferences.
  static func events(
    setting session: Session, as wanted: Preferences, but others: Set<Preference> = []
  ) -> [SessionEvent] {
    Preference.allCases.compactMap { preference in
      guard !others.contains(preference), let value = wanted[preference],
        value != session.value(of: preference)
      else { return nil }
      return .host(session.now, .prefer(preference, value))
    }
  }

  /// The preferences that apply after taking over a replay: the appearance stays as recorded, all
  /// else becomes the user's.
  func takeover(of session: Session) -> [SessionEvent] {
    Self.events(
      setting: session, as: memory.kept, but: [.theme, .zoom, .overlays, .inspector, .timeline])
  }

  /// Follows the desktop's theme and motion, unless a flag or the user has set them.
  mutating func apply(
    _ desktop: DesktopSettings, _ session: Session, isReplaying: Bool
  ) -> [SessionEvent] {
    var events: [SessionEvent] = []
    if settings.followsDesktop.contains(.theme), memory.kept[.theme] == nil,
      let theme = desktop.theme
    {
      // Only if the desktop's theme changed: a replay, or a window opened with another theme, keeps
      // its own.
      if theme != desktopTheme, session.theme == desktopTheme {
        events.append(.change(session.now, .theme(theme)))
      }
      desktopTheme = theme
    }
    // A replay moves as it did when recorded.
    if settings.followsDesktop.contains(.motion), memory.kept[.motion] == nil, !isReplaying,
      let isReduced = desktop.reducesMotion, isReduced != session.reducedMotion
    {
      events.append(.change(session.now, .reducedMotion(isReduced)))
    }
    return events
  }

  /// Events that reset theme and motion to the desktop's.
  mutating func forget(_ desktop: DesktopSettings, _ session: Session) -> [SessionEvent] {
    let theme = desktop.theme ?? .light
    desktopTheme = theme
    var events: [SessionEvent] = []
    if session.theme != theme { events.append(.change(session.now, .theme(theme))) }
    let isReduced = desktop.reducesMotion ?? false
    if session.reducedMotion != isReduced {
      events.append(.change(session.now, .reducedMotion(isReduced)))
    }
    return events
  }

  /// Writes the preferences; an error is reported once, and returned.
  mutating func save(isLast: Bool) -> String? {
    do throws(CommandFailure) {
      try memory.save(isLast: isLast)
      return nil
    } catch {
      StandardError.say("\(error.message) Preferences are not saved.")
      return error.message
    }
  }
}
