internal import Feel
internal import FeelFiles
internal import Lab
internal import Stage
internal import XWindow

/// How a window is set, between the desktop, the hand and the files that keep it: what each says of
/// it as events for the session.
struct PreferenceKeeper {
  private let settings: FrameLoopSettings
  var memory: PreferenceMemory
  // The theme that was taken from the desktop last.
  private var desktopTheme: Theme.Name

  /// Keeps the preferences of a window that has just been opened.
  init(_ settings: FrameLoopSettings, theme: Theme.Name) {
    (self.settings, memory, desktopTheme) = (settings, settings.memory, theme)
  }

  /// What sets a session that has just begun as its window was set the last time; what a recording
  /// needs of it is in its events.
  func beginning(of session: Session) -> [SessionEvent] {
    var kept = memory.kept
    if !settings.overlays.isEmpty { kept[.overlays] = .choice(settings.overlays.letters) }
    if let content = settings.content { kept[.content] = .flag(content == .rich) }
    // Flags and the desktop had a say in those, before the window was opened.
    return Self.events(setting: session, as: kept, but: [.theme, .motion, .zoom])
  }

  /// What sets a session as preferences are.
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

  /// What follows whoever takes a replay over: how it looks is the recording's, how it is used is
  /// theirs.
  func takeover(of session: Session) -> [SessionEvent] {
    Self.events(
      setting: session, as: memory.kept, but: [.theme, .zoom, .overlays, .inspector, .timeline])
  }

  /// Follows the desktop's theme and motion where neither a flag nor a hand said otherwise.
  mutating func follow(
    _ desktop: DesktopSettings, _ session: Session, isReplaying: Bool
  ) -> [SessionEvent] {
    var events: [SessionEvent] = []
    if settings.followsDesktop.contains(.theme), memory.kept[.theme] == nil,
      let theme = desktop.theme
    {
      // Only a change of the desktop's: a replay, and who opened with another one, keep theirs.
      if theme != desktopTheme, session.theme == desktopTheme {
        events.append(.change(session.now, .theme(theme)))
      }
      desktopTheme = theme
    }
    // A replay moves as it did when it was recorded.
    if settings.followsDesktop.contains(.motion), memory.kept[.motion] == nil, !isReplaying,
      let isReduced = desktop.reducesMotion, isReduced != session.reducedMotion
    {
      events.append(.change(session.now, .reducedMotion(isReduced)))
    }
    return events
  }

  /// Leaves look, motion and keys to the desktop again.
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

  /// Writes what is to be kept; what is wrong is told once, and answered.
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
