public import Feel
internal import Kit
public import Stage

/// Reports changes in the window line by line, as a screen reader would.
///
/// Moving content is silent until it rests. A change made by hand is announced whenever its text
/// changes, but at most twice a second during a drag, a key repeat or an edit; the final value is
/// always announced.
public struct Announcer: Hashable, Sendable {
  private var scene: String?
  private var focused: String?
  private var stopped: String?
  private var item: String?
  private var guide: String?
  private var verdict: String?
  private var notice: Message?
  private var offer: Message?
  private var panels: [String] = []
  // Last text announced for each control and each inspector row, by element id.
  private var said: [String: String] = [:]
  private var rows: [String: String] = [:]
  // Times of the last two lines of each kind.
  private var limits: [Kind: [Instant]] = [:]
  /// Whether a screen reader runs as well and itself reports focus changes and the focused value.
  private let hasScreenReader: Bool
  /// The latest time to call `lines(for:at:_:)` again, for lines held back by the rate limit.
  public private(set) var deadline: Instant?

  /// Kinds of lines, each with its own rate limit.
  private enum Kind: Hashable { case stage, row, item, clock, guide, verdict }

  /// Creates an announcer that has reported nothing yet.
  public init(isBesides: Bool = false) { self.hasScreenReader = isBesides }

  /// The lines for everything that changed since the last call, and for the controls' effects.
  ///
  /// The first call only records the state, and returns the first-minute guide's line if there is
  /// one.
  public mutating func lines(
    for session: Session, at time: Instant, _ effects: [Effect]
  ) -> [String] {
    deadline = nil
    let time = max(time, session.now)
    let notices = notices(session)
    let (stage, panel) = (session.stageElements(at: time), session.panelRows(at: time))
    let docks = session.panels.elements(of: "takes", at: time) + session.timelineElements(at: time)
    let all = stage + panel + docks.flatMap(\.children)
    let stopLine = session.isPaused ? session.stageLine(at: time) : nil
    guard scene == session.sceneType.id else {
      let isFirst = scene == nil
      scene = session.sceneType.id
      focused = all.first { $0.states.contains(.focused) }?.id
      (stopped, panels) = (stopLine, session.openPanels)
      verdict = session.verdict?.first
      said = Self.words(stage)
      rows = Self.words(panel)
      guard isFirst else { return [session.sceneType.title] + notices }
      return news(session.guideLine, \.guide, .guide, at: time)
    }
    let focus = focusLine(all, panel)
    return outcomes(effects, stage) + panelLines(session.openPanels)
      + (hasScreenReader ? [] : focus)
      + changes(stage, isDragged: session.isDragging, at: time) + rowLines(panel, at: time)
      + news(session.highlightedItem, \.item, .item, at: time)
      + news(stopLine, \.stopped, .clock, at: time, gone: Words.Spoken.goingOn)
      + news(session.guideLine, \.guide, .guide, at: time)
      + news(session.verdict?.first, \.verdict, .verdict, at: time) + notices
  }

  private static func words(_ elements: [AccessibilityElement]) -> [String: String] {
    Dictionary(elements.map { ($0.id, $0.announced ?? "") }) { $1 }
  }

  /// Whether a line of this kind may be announced now; if not, it is held back until the deadline.
  ///
  /// At most two per second, so that neither a drag nor a held key floods the reader.
  private mutating func mayCome(_ kind: Kind, at now: Instant) -> Bool {
    var last = limits[kind] ?? []
    // Times in the future date from before the session was restarted.
    if let newest = last.last, newest > now { last = [] }
    if last.count == 2, case let next = last[0].advanced(by: 1), next > now {
      deadline = min(deadline ?? next, next)
      return false
    }
    limits[kind] = last.suffix(1) + [now]
    return true
  }

  /// New messages of the status line, and offers with a button.
  private mutating func notices(_ session: Session) -> [String] {
    let (toast, offer) = (session.notices.toast, session.notices.offer)
    defer { (notice, self.offer) = (toast, offer) }
    var lines: [String] = []
    if let toast, toast.text != notice?.text || toast.since != notice?.since {
      lines.append(toast.text)
    }
    if let offer, offer.since != self.offer?.since {
      let canUndo = offer.choices.contains(where: \.command.isUndo)
      lines.append(canUndo ? Words.Spoken.undo(offer.text, Keymap.text(.undo)) : offer.text)
    }
    return lines
  }

  /// The outcome of a press that could have ended differently.
  private func outcomes(_ effects: [Effect], _ elements: [AccessibilityElement]) -> [String] {
    effects.compactMap { effect in
      guard let element = elements.first(where: { $0.id == effect.control }) else { return nil }
      switch effect.name {
      case "fired": return Words.Spoken.done(element.name)
      case "appeared", "disappeared":
        guard let place = effect.value.map({ Int($0) - 1 }),
          element.children.indices.contains(place)
        else { return nil }
        let name = element.children[place].name
        return effect.name == "appeared"
          ? Words.Spoken.appeared(name) : Words.Spoken.disappeared(name)
      case "cancelled", "releasedEarly", "movedOff": return Words.Spoken.cancelled(element.name)
      default: return nil
      }
    }
  }

  /// Panels opened or closed since the last call.
  private mutating func panelLines(_ open: [String]) -> [String] {
    defer { panels = open }
    return panels.filter { !open.contains($0) }.map(Words.Spoken.closed)
      + open.filter { !panels.contains($0) }.map(Words.Spoken.opened)
  }

  private mutating func focusLine(
    _ elements: [AccessibilityElement], _ panel: [AccessibilityElement]
  ) -> [String] {
    let element = elements.first { $0.states.contains(.focused) }
    defer { focused = element?.id }
    guard let element, element.id != focused else { return [] }
    if panel.contains(where: { $0.id == element.id }) {
      rows[element.id] = element.announced ?? ""
    } else {
      said[element.id] = element.announced
    }
    return [Words.Spoken.focused(element.spoken, element.role)]
  }

  private mutating func changes(
    _ elements: [AccessibilityElement], isDragged: Bool, at now: Instant
  ) -> [String] {
    elements.compactMap { element in
      guard !element.states.contains(.busy), said[element.id] != element.announced,
        !isDragged || mayCome(.stage, at: now)
      else { return nil }
      said[element.id] = element.announced
      return hasScreenReader && element.states.contains(.focused) ? nil : element.announced
    }
  }

  /// The row whose value changed, or the number of changed rows.
  private mutating func rowLines(_ elements: [AccessibilityElement], at now: Instant) -> [String] {
    let words = Self.words(elements)
    // Rows that have just appeared, with a panel or a switch, are not changes.
    let changed = elements.filter { element in
      rows[element.id].map { $0 != words[element.id] } ?? false
    }
    guard !changed.isEmpty else {
      rows = words
      return []
    }
    guard mayCome(.row, at: now) else { return [] }
    rows = words
    // The focused row, or a setting that changes how the others are shown, speaks for all.
    let first = changed.first { $0.states.contains(.focused) || $0.id.hasPrefix("view.") }
    let speaker = changed.count == 1 ? changed.first : first
    if hasScreenReader, speaker?.states.contains(.focused) ?? false { return [] }
    return [speaker?.announced ?? Words.Spoken.values(changed.count)]
  }

  /// The line if it changed, or `gone` once there is none.
  private mutating func news(
    _ line: String?, _ last: WritableKeyPath<Self, String?>, _ kind: Kind, at now: Instant,
    gone: String? = nil
  ) -> [String] {
    guard line != self[keyPath: last], line == nil || mayCome(kind, at: now) else { return [] }
    self[keyPath: last] = line
    return [line ?? gone].compactMap(\.self)
  }
}
