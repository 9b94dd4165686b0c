internal import Feel

/// Scroll states of lists, pages and columns, by id.
struct Scrolls: Sendable {
  // Maximum interval between wheel turns of one scroll, in seconds.
  static let wheelRest = 0.5

  private var views: [String: ScrollView] = [:]
  // When the wheel last scrolled anything.
  private var lastTurn: Instant?

  var ids: [String] { Array(views.keys) }

  var isBarPressed: Bool { views.values.contains(where: \.isBarPressed) }

  var deadline: Instant? { views.values.compactMap(\.deadline).min() }

  func isMoving(at now: Instant) -> Bool { views.values.contains { $0.isMoving(at: now) } }

  /// Whether a scroll by the wheel is in progress: until the wheel rests.
  func isTurning(at now: Instant) -> Bool {
    lastTurn.map { now - $0 <= Self.wheelRest } ?? false
  }

  func offset(of id: String, at now: Instant) -> Double { views[id]?.contentOffset(at: now) ?? 0 }

  func offsets(at now: Instant) -> [String: Double] {
    views.mapValues { $0.contentOffset(at: now) }
  }

  /// Content lengths, in points.
  var lengths: [String: Double] { views.mapValues(\.contentLength) }

  /// Whether any is more than a viewport away from an earlier offset.
  func areFar(from offsets: [String: Double], at now: Instant) -> Bool {
    views.contains { abs($1.contentOffset(at: now) - offsets[$0, default: 0]) > $1.frame.height }
  }

  /// Number of rows of a list in view.
  func page(of id: String, _ list: List) -> Int {
    max(1, Int(((views[id]?.frame.height ?? 0) - 2 * List.padding) / list.rowHeight))
  }

  mutating func layOut(_ id: String, in frame: Rect, length: Double, at now: Instant) {
    if views[id] == nil {
      views[id] = ScrollView(frame: frame, contentLength: 1)
      views[id]?.isMouseDragEnabled = false
    }
    _ = views[id]?.layout(frame: frame, contentLength: length, scale: 1, at: now)
  }

  mutating func remove(_ id: String) { views[id] = nil }

  /// Scrolls to an offset at once, clamped to the content.
  mutating func move(_ id: String, to offset: Double, at now: Instant) {
    guard let most = views[id]?.layout.maximumOffset else { return }
    _ = views[id]?.scroll(to: min(max(0, offset), most), animated: false, at: now)
  }

  /// Scrolls a row into view at once.
  mutating func reveal(_ row: Int, of id: String, _ list: List, at now: Instant) {
    guard let view = views[id] else { return }
    let (top, offset) = (Double(row) * list.rowHeight, view.contentOffset(at: now))
    let least = top + list.rowHeight + 2 * List.padding - view.frame.height
    let wanted = min(max(offset, least), top)
    if wanted != offset { move(id, to: wanted, at: now) }
  }

  /// Scrolls a page by a line or by a viewport; returns whether the key does that.
  mutating func turn(page id: String, _ key: KeySample.Key, at now: Instant) -> Bool {
    guard let view = views[id] else { return false }
    let (line, room) = (24.0, view.frame.height)
    let steps: [KeySample.Key: Double] = [
      .up: -line, .down: line, .pageUp: -room, .pageDown: room,
    ]
    guard let step = steps[key] else { return false }
    move(id, to: view.contentOffset(at: now) + step, at: now)
    return true
  }

  /// Passes a pointer event to the scroll bars; returns whether a press holds one.
  mutating func handle(_ sample: PointerSample, _ ids: [String]) -> Bool {
    var isHeld = false
    for id in ids {
      isHeld = isHeld || views[id]?.isBarPressed ?? false
      _ = views[id]?.handle(.pointer(sample))
      isHeld = isHeld || views[id]?.isBarPressed ?? false
    }
    return isHeld
  }

  mutating func handle(_ sample: WheelSample, _ id: String) {
    guard views[id]?.handle(.wheel(sample)) != nil else { return }
    lastTurn = sample.time
  }

  mutating func cancel() {
    for (id, view) in views where view.isBarPressed {
      _ = views[id]?.handle(.cancel(CancelSample(time: .zero, reason: .user)))
    }
  }

  mutating func advance(to now: Instant) {
    for (id, view) in views where view.deadline.map({ $0 <= now }) ?? false {
      _ = views[id]?.advance(to: now)
    }
  }
}
