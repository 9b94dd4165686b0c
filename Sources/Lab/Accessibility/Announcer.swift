public import Feel

/// Says what changes on the stage, a line each time, as a screen reader would.
///
/// What moves is silent until it rests; what a hand changes is said as it changes, as often as the words for it do.
public struct Announcer: Hashable, Sendable {
  private var scene: String?
  private var focused: String?
  private var stopped: String?
  private var notice: Toast?
  // What was said last of each control, by its id.
  private var said: [String: String] = [:]

  /// Creates an announcer that has said nothing.
  public init() {}

  /// The lines for what has changed since the last call, and for what the controls did; the first call only looks around.
  public mutating func lines(
    for session: Session, at time: Instant, _ effects: [Effect]
  ) -> [String] {
    let notices = notices(session.chrome.toast)
    let elements = session.stageElements(at: time)
    guard scene == session.sceneType.id else {
      let isFirst = scene == nil
      scene = session.sceneType.id
      focused = elements.first { $0.states.contains(.focused) }?.id
      said = [:]
      stopped = session.isPaused ? session.stageLine(at: max(time, session.now)) : nil
      for element in elements { said[element.id] = element.announced }
      return isFirst ? [] : [session.sceneType.title] + notices
    }
    return outcomes(effects, elements) + focusLine(elements) + changes(elements)
      + clockLine(session.isPaused ? session.stageLine(at: max(time, session.now)) : nil) + notices
  }

  /// What the window has begun to say of what it has done.
  private mutating func notices(_ toast: Toast?) -> [String] {
    defer { notice = toast }
    guard let toast, toast.text != notice?.text || toast.since != notice?.since else { return [] }
    return [toast.text]
  }

  /// What came of a press that could have been something else.
  private func outcomes(_ effects: [Effect], _ elements: [AccessibilityElement]) -> [String] {
    effects.compactMap { effect in
      guard let element = elements.first(where: { $0.id == effect.control }) else { return nil }
      switch effect.name {
      case "fired": return "\(element.name), 100 %, done"
      case "cancelled", "releasedEarly": return "\(element.name), cancelled"
      default: return nil
      }
    }
  }

  private mutating func focusLine(_ elements: [AccessibilityElement]) -> [String] {
    let element = elements.first { $0.states.contains(.focused) }
    defer { focused = element?.id }
    guard let element, element.id != focused else { return [] }
    said[element.id] = element.announced
    return ["\(element.spoken), \(element.role.rawValue)"]
  }

  private mutating func clockLine(_ line: String?) -> [String] {
    defer { stopped = line }
    guard line != stopped else { return [] }
    return [line ?? "going on"]
  }

  private mutating func changes(_ elements: [AccessibilityElement]) -> [String] {
    elements.compactMap { element in
      guard !element.states.contains(.busy), said[element.id] != element.announced else {
        return nil
      }
      said[element.id] = element.announced
      return element.announced
    }
  }
}
