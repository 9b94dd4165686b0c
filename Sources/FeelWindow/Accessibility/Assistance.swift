internal import CAccessibility
internal import Feel
internal import FeelFiles
internal import Lab
internal import Stage
internal import XWindow

/// Exposes a session to assistive technology, once the desktop reports that some is in use.
///
/// Until then it costs one more file in the window loop's wait. From then on the accessibility
/// libraries' main loop runs inside the window's: it adds another file to wait for, and its
/// requests are answered between two frames, on the session's thread.
final class Assistance {
  /// Minimum interval between reports of changes, in seconds.
  private static let interval = 0.1

  private let window: Window
  private var wanted: AssistiveSwitch?
  private var hasBegun = false
  private var tree: AccessibleTree?
  private var announcer = Announcer(isBesides: true)
  /// The elements reported last, while there is a listener.
  private var reported: [Int64: AccessibleTree.Node]?
  private var lastReport = Instant.zero
  private var isReportDue = false
  /// Whether the window has the focus.
  var isActive = false {
    didSet { if isActive != oldValue { turnActive() } }
  }

  // Whether the listener was told so: the window may get the focus before a reader starts.
  private var isReportedActive = false

  init(_ window: Window) { self.window = window }

  /// When something is due on the window's clock; `session` is due in session time.
  var deadline: (window: Instant?, session: Instant?) {
    guard tree != nil else { return (nil, nil) }
    let patience = Double(ca_patience()) / 1000
    let turn = patience >= 0 ? window.now.advanced(by: patience) : nil
    let report = isReportDue ? lastReport.advanced(by: Self.interval) : nil
    return ([turn, report].compactMap(\.self).min(), announcer.deadline)
  }

  /// Starts to follow the desktop's setting, once.
  func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    guard Environment.variable("NO_AT_BRIDGE") != "1", let wanted = AssistiveSwitch() else {
      return
    }
    self.wanted = wanted
    window.watch(file: wanted.file)
  }

  /// Leaves the bus.
  func end() {
    if tree != nil { ca_stop() }
    tree?.moment = nil
  }

  /// Announces what has changed, if there is a listener.
  func announce(_ session: Session, at time: Instant, _ effects: [Effect]) {
    guard tree != nil, ca_is_heard() else { return }
    for line in announcer.lines(for: session, at: time, effects) {
      // SAFETY: the text is copied.
      unsafe ca_announce(AccessibleTree.window, line)
    }
  }

  /// Answers requests about a session and reports its changes; returns the actions requested of
  /// elements.
  func turn(
    _ session: Session, at time: Instant, isChanged: Bool
  ) -> [(request: AssistiveRequest, id: String)] {
    let isReady = window.takeWatchedReady()
    guard let tree else {
      if isReady { update(session, at: time) }
      return []
    }
    if isChanged { (tree.isBehind, isReportDue) = (true, true) }
    let (patience, isHeard) = (ca_patience(), ca_is_heard())
    if !isHeard { (reported, isReportedActive) = (nil, false) }
    if isHeard, isActive, !isReportedActive { turnActive() }
    let reports = isHeard && isReportDue && window.now - lastReport >= Self.interval
    guard isReady || patience >= 0 || reports else { return [] }
    tree.moment = AccessibleTree.Moment(session: session, time: time, isActive: isActive)
    defer { tree.moment = nil }
    ca_place(Int32(clamping: window.position.x), Int32(clamping: window.position.y))
    if reports { report(tree) }
    while tree.moment?.requests.isEmpty ?? false, ca_iterate() {}
    return tree.moment?.requests ?? []
  }

  private func report(_ tree: AccessibleTree) {
    tree.refresh()
    if let reported { tree.report(since: reported) }
    (reported, lastReport, isReportDue) = (tree.nodes, window.now, false)
  }

  /// Reads the desktop's setting, and joins the bus once assistive technology is in use.
  private func update(_ session: Session, at time: Instant) {
    guard let wanted else { return }
    guard wanted.news() ?? false else {
      if wanted.isGone { stopFollowing() }
      return
    }
    stopFollowing()
    let tree = AccessibleTree()
    tree.moment = AccessibleTree.Moment(session: session, time: time, isActive: isActive)
    defer { tree.moment = nil }
    self.tree = tree
    // SAFETY: the tree is retained until the end, and the text is copied.
    guard unsafe ca_start(tree.host, programVersion) else {
      self.tree = nil
      return
    }
    window.watch(file: ca_file())
    while ca_iterate() {}
  }

  private func stopFollowing() {
    window.watch(file: -1)
    wanted = nil
  }

  private func turnActive() {
    guard let tree, ca_is_heard() else { return }
    (tree.isBehind, isReportDue) = (true, true)
    tree.moment = nil
    isReportedActive = isActive
    unsafe ca_window_event(AccessibleTree.window, isActive ? "activate" : "deactivate")
  }
}
