public import Feel
internal import Kit
public import Stage

/// Says what changes in the window, a line each time, as a screen reader would.
///
/// What moves is silent until it rests; what a hand changes is said as it changes, as often as the words for it do, but no more than twice a second while it is dragged, stepped or edited: then what it has become is said in the end.
public struct Announcer: Hashable, Sendable {
  private var scene: String?
  private var focused: String?
  private var stopped: String?
  private var item: String?
  private var notice: Message?
  private var offer: Message?
  private var panels: [String] = []
  // What was said last of each control and each line of the panel, by its id.
  private var said: [String: String] = [:]
  private var rows: [String: String] = [:]
  private var limits: [Kind: RateLimit] = [:]
  /// When `lines(for:at:_:)` has to be called at the latest, for what waits to be said.
  public private(set) var deadline: Instant?

  /// What is limited by itself.
  private enum Kind: Hashable { case stage, row, item, clock }

  /// Creates an announcer that has said nothing.
  public init() {}

  /// The lines for what has changed since the last call, and for what the controls did; the first call only looks around.
  public mutating func lines(
    for session: Session, at time: Instant, _ effects: [Effect]
  ) -> [String] {
    deadline = nil
    let time = max(time, session.now)
    let notices = notices(session)
    let tree = AccessibilityTree(session)
    let (stage, panel) = (tree.stageElements(at: time), tree.panelRows(at: time))
    let docks = session.panels.elements(of: "takes", at: time) + tree.timelineElements(at: time)
    let all = stage + panel + docks.flatMap(\.children)
    let stopLine = session.isPaused ? tree.stageLine(at: time) : nil
    guard scene == session.sceneType.id else {
      let isFirst = scene == nil
      scene = session.sceneType.id
      focused = all.first { $0.states.contains(.focused) }?.id
      (stopped, panels) = (stopLine, tree.openPanels)
      said = Self.words(stage)
      rows = Self.words(panel)
      return isFirst ? [] : [session.sceneType.title] + notices
    }
    return outcomes(effects, stage) + panelLines(tree.openPanels) + focusLine(all, panel)
      + changes(stage, isDragged: tree.isDragging, at: time) + rowLines(panel, at: time)
      + itemLine(tree.highlightedItem, at: time) + clockLine(stopLine, at: time) + notices
  }

  private static func words(_ elements: [AccessibilityElement]) -> [String: String] {
    Dictionary(elements.map { ($0.id, $0.announced ?? "") }) { $1 }
  }

  /// Whether a line of a kind may come now; if not, it waits.
  private mutating func mayCome(_ kind: Kind, at now: Instant) -> Bool {
    guard let wait = limits[kind, default: RateLimit()].wait(at: now) else {
      limits[kind, default: RateLimit()].count(at: now)
      return true
    }
    deadline = min(deadline ?? wait, wait)
    return false
  }

  /// What the window has begun to say of what it has done.
  private mutating func notices(_ session: Session) -> [String] {
    let (toast, offer) = (session.notices.toast, session.notices.offer)
    defer { (notice, self.offer) = (toast, offer) }
    var lines: [String] = []
    if let toast, toast.text != notice?.text || toast.since != notice?.since {
      lines.append(toast.text)
    }
    if let offer, offer.since != self.offer?.since {
      let canUndo = offer.choices.contains(where: \.command.isUndo)
      lines.append(offer.text + (canUndo ? ", \(Keymap.text(.undo)) takes it back" : ""))
    }
    return lines
  }

  /// What came of a press that could have been something else.
  private func outcomes(_ effects: [Effect], _ elements: [AccessibilityElement]) -> [String] {
    effects.compactMap { effect in
      guard let element = elements.first(where: { $0.id == effect.control }) else { return nil }
      switch effect.name {
      case "fired": return "\(element.name), 100 %, done"
      case "appeared", "disappeared":
        guard let place = effect.value.map({ Int($0) - 1 }),
          element.children.indices.contains(place)
        else { return nil }
        return "\(element.children[place].name), \(effect.name)"
      case "cancelled", "releasedEarly", "movedOff": return "\(element.name), cancelled"
      default: return nil
      }
    }
  }

  /// Which panels have been opened and closed.
  private mutating func panelLines(_ open: [String]) -> [String] {
    defer { panels = open }
    return panels.filter { !open.contains($0) }.map { "\($0), closed" }
      + open.filter { !panels.contains($0) }.map { "\($0), open" }
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
    return ["\(element.spoken), \(element.role.rawValue)"]
  }

  private mutating func changes(
    _ elements: [AccessibilityElement], isDragged: Bool, at now: Instant
  ) -> [String] {
    elements.compactMap { element in
      guard !element.states.contains(.busy), said[element.id] != element.announced,
        !isDragged || mayCome(.stage, at: now)
      else { return nil }
      said[element.id] = element.announced
      return element.announced
    }
  }

  /// The line of the panel that has another value, or how many have.
  private mutating func rowLines(_ elements: [AccessibilityElement], at now: Instant) -> [String] {
    let words = Self.words(elements)
    // Lines that have just come, with a panel or a switch, have nothing new to say.
    let changed = elements.filter { element in
      rows[element.id].map { $0 != words[element.id] } ?? false
    }
    guard !changed.isEmpty else {
      rows = words
      return []
    }
    guard mayCome(.row, at: now) else { return [] }
    rows = words
    // What has the keyboard, or changes how the others are shown, speaks for all.
    let first = changed.first { $0.states.contains(.focused) || $0.id.hasPrefix("view.") }
    let speaker = changed.count == 1 ? changed.first : first
    return [speaker?.announced ?? "\(changed.count) values changed"]
  }

  private mutating func itemLine(_ item: String?, at now: Instant) -> [String] {
    guard item != self.item, item == nil || mayCome(.item, at: now) else { return [] }
    self.item = item
    return item.map { [$0] } ?? []
  }

  private mutating func clockLine(_ line: String?, at now: Instant) -> [String] {
    guard line != stopped, line == nil || mayCome(.clock, at: now) else { return [] }
    stopped = line
    return [line ?? "going on"]
  }
}

/// Limits lines to two in any second: one line per change, and no flood while something is dragged or a key is held.
struct RateLimit: Hashable, Sendable {
  private static let interval = 1.0
  private var last: [Instant] = []

  /// When the next line may come, if that is not now.
  func wait(at now: Instant) -> Instant? {
    // Times that lie ahead are those of a session that was begun afresh since.
    guard last.count == 2, last[1] <= now else { return nil }
    let next = last[0].advanced(by: Self.interval)
    return next > now ? next : nil
  }

  /// Takes note of a line.
  mutating func count(at now: Instant) {
    last = last.suffix(1).filter { $0 <= now } + [now]
  }
}
