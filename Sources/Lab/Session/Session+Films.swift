internal import Feel
internal import Stage

extension Session {
  /// Seconds of the stage that a film of a gesture shows before it and after it.
  private static let filmMargins = (before: 0.25, after: 0.5)

  /// Asks for a film of what the lanes show.
  mutating func filmLanes(_ ending: String) {
    guard let content = timelineContent(at: now) else { return }
    let first = max(Instant(seconds: content.axis.lower), history.start)
    film(from: first, to: min(Instant(seconds: content.axis.upper), content.end), ending)
  }

  /// Asks for a film of the last gesture, up to its rest.
  mutating func filmGesture() {
    guard let start = lastDeed else { return say(Self.nothingMoved) }
    let live = liveStageTime
    let changes = log(at: now).changes
    let rest = changes.last { $0.time > start && $0.state == .idle }?.time ?? live
    let first = max(start.advanced(by: -Self.filmMargins.before), history.start)
    film(from: first, to: min(rest.advanced(by: Self.filmMargins.after), live), "mp4")
  }

  private mutating func film(from start: Instant, to end: Instant, _ ending: String) {
    guard end > start else { return say(Self.nothingMoved) }
    guard chrome.progress == nil else { return say("A film is being made already: Esc ends it") }
    request(.saveFilm(from: start, to: end, name: "\(sceneType.id).\(ending)"))
  }

  private static let nothingMoved = "Nothing has moved yet: there is nothing to film"

  /// Says in the window how much of a long piece of work is done, 0…1, or that it goes on no longer: `nil`.
  ///
  /// It is the host's work: what is done to what is shown of it is in no recording.
  public mutating func showProgress(of title: String, _ share: Double?) {
    guard let share else {
      chrome.progress = nil
      return
    }
    if chrome.progress?.title != title { chrome.progress = ProgressPanel(title) }
    chrome.progress?.share = share
  }

  /// Gives what says how far the host's work is the pointer; returns whether that was its.
  mutating func takeProgress(_ sample: PointerSample) -> Bool {
    guard var panel = chrome.progress else { return false }
    // A hand that holds something passes over it without touching it.
    guard panel.strip.isHeld || !isHandBusy else { return false }
    let outcome = panel.strip.handle(sample, above: layout.stage)
    chrome.progress = panel
    if outcome == .clicked { request(.endFilm) }
    return outcome != .passed
  }

  /// Ends the host's work by Escape, unless a hand holds something that it gives up; returns whether it did.
  mutating func takeProgress(_ sample: KeySample) -> Bool {
    guard chrome.progress != nil, sample.phase == .down, sample.key == .escape,
      contextMenu == nil, inspector.list == nil, !isHandBusy
    else { return false }
    request(.endFilm)
    return true
  }
}
