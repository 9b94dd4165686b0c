internal import Feel
internal import FeelTrace
internal import Lab
internal import Stage
internal import XWindow

extension FrameLoop {
  /// Sets a session that has just begun as its window was set the last time; what a recording needs of it is in its events.
  func applyPreferences() throws(CommandFailure) {
    guard replay == nil else { return }
    let kept = memory.kept
    if kept.letterKeys == false { try handle(.change(session.now, .letterKeys(false))) }
    if kept.physicalSprings == true { try handle(.change(session.now, .physicalSprings(true))) }
    let overlays = settings.overlays.isEmpty ? kept.overlays ?? [] : settings.overlays
    if !overlays.isEmpty { try handle(.change(session.now, .overlays(overlays.letters))) }
    if kept.showsTimeline ?? false { try press(.function(8)) }
    if kept.showsInspector ?? false { try press(.function(9)) }
  }

  /// Follows what somebody has set who takes a replay over: how it looks is the recording's, how it is used is theirs.
  func applyHabitsOfUse() throws(CommandFailure) {
    let kept = memory.kept
    if let letters = kept.letterKeys, letters != session.hasLetterKeys {
      try handle(.change(session.now, .letterKeys(letters)))
    }
    if let isReduced = kept.reducedMotion, isReduced != session.reducedMotion {
      try handle(.change(session.now, .reducedMotion(isReduced)))
    }
  }

  /// Follows the desktop's theme and motion where neither a flag nor a hand said otherwise.
  func follow(_ desktop: DesktopSettings, at now: Instant) throws(CommandFailure) {
    if settings.followsDesktopTheme, memory.kept.theme == nil, let isDark = desktop.isDark {
      let theme = isDark ? Theme.Name.dark : .light
      // Only a change of the desktop's: a replay, and who opened with another one, keep theirs.
      if theme != desktopTheme, session.theme == desktopTheme {
        try handle(.change(now, .theme(theme.rawValue)))
      }
      desktopTheme = theme
    }
    // A replay moves as it did when it was recorded.
    guard settings.followsDesktopMotion, memory.kept.reducedMotion == nil, replay == nil,
      let isReduced = desktop.reducesMotion, isReduced != session.reducedMotion
    else { return }
    try handle(.change(now, .reducedMotion(isReduced)))
  }

  /// Leaves look, motion, keys and zoom to the desktop again.
  func forgetPreferences() throws(CommandFailure) {
    let now = sessionTime(window.now)
    let theme = window.settings.isDark ?? false ? Theme.Name.dark : .light
    desktopTheme = theme
    if session.theme != theme { try handle(.change(now, .theme(theme.rawValue))) }
    let isReduced = window.settings.reducesMotion ?? false
    if session.reducedMotion != isReduced { try handle(.change(now, .reducedMotion(isReduced))) }
    if session.zoom != 1 { try zoom(to: 1) }
    memory.forgetSettings()
    session.say("The desktop says again how the window looks and moves")
  }

  /// Shows everything a step larger or smaller, or as the desktop asks for: 1, −1, 0.
  func zoom(by step: Int) throws(CommandFailure) {
    let steps = Preferences.zooms
    let next = step > 0 ? steps.first { $0 > session.zoom } : steps.last { $0 < session.zoom }
    try zoom(to: step == 0 ? 1 : next ?? session.zoom)
    session.say("\(Int(session.zoom * 100)) %")
  }

  /// Shows everything so many times as large as the desktop asks for.
  func zoom(to zoom: Double) throws(CommandFailure) {
    session.zoom = zoom
    memory.look(at: session.preferences, byHand: replay == nil)
    for event in window.setZoom(zoom) { try take(event) }
  }

  /// Writes what is to be kept; that it cannot be is said once.
  func savePreferences(isLast: Bool = false) {
    do throws(CommandFailure) {
      try memory.save(isLast: isLast)
    } catch {
      StandardError.write("feellab: \(error.message) What was set is not kept.\n")
      session.say(error.message)
    }
  }

  private func press(_ key: KeySample.Key) throws(CommandFailure) {
    try handle(.input(.key(KeySample(time: session.now, phase: .down, key: key))))
  }
}
