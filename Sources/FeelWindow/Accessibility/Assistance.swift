internal import CAccessibility
internal import Feel
internal import FeelFiles
internal import Lab
internal import Stage
internal import XWindow

/// Shows a session to assistive technology, from when the desktop says that some is in use.
///
/// Until then it is one file that the window's loop waits for besides. From then on the libraries'
/// own loop is a part of the window's: what they wait for is one more file, and what they ask is
/// answered between two frames, on the thread that has the session.
final class Assistance {
  /// How often what moves is reported, in seconds.
  private static let interval = 0.1

  private let window: Window
  private var wanted: AssistiveSwitch?
  private var hasBegun = false
  private var tree: AccessibleTree?
  private var announcer = Announcer(isBesides: true)
  /// What was reported last, while somebody listens.
  private var reported: [Int64: AccessibleTree.Node]?
  private var lastReport = Instant.zero
  private var isReportDue = false
  /// Whether the window has the keyboard.
  var isActive = false {
    didSet { if isActive != oldValue { turnActive() } }
  }

  // Whether who listens was told so: a window has the keyboard before a reader comes.
  private var isToldActive = false

  init(_ window: Window) { self.window = window }

  /// When something is due, on the window's clock; `session` is due in the session's time.
  var deadline: (window: Instant?, session: Instant?) {
    guard tree != nil else { return (nil, nil) }
    let patience = Double(ca_patience()) / 1000
    let turn = patience >= 0 ? window.now.advanced(by: patience) : nil
    let report = isReportDue ? lastReport.advanced(by: Self.interval) : nil
    return ([turn, report].compactMap(\.self).min(), announcer.deadline)
  }

  /// Begins to follow what the desktop says; once.
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

  /// Says what has changed, where somebody hears it.
  func announce(_ session: Session, at time: Instant, _ effects: [Effect]) {
    guard tree != nil, ca_is_heard() else { return }
    for line in announcer.lines(for: session, at: time, effects) {
      // SAFETY: the text is copied.
      unsafe ca_announce(AccessibleTree.window, line)
    }
  }

  /// Answers what has been asked of a session, and reports what has changed of it; returns what its
  /// elements are to do.
  func turn(
    _ session: Session, at time: Instant, isChanged: Bool
  ) -> [(request: AssistiveRequest, id: String)] {
    let isReady = window.takeWatchedReady()
    guard let tree else {
      if isReady { follow(session, at: time) }
      return []
    }
    if isChanged { (tree.isBehind, isReportDue) = (true, true) }
    let (patience, isHeard) = (ca_patience(), ca_is_heard())
    if !isHeard { (reported, isToldActive) = (nil, false) }
    if isHeard, isActive, !isToldActive { turnActive() }
    let reports = isHeard && isReportDue && window.now - lastReport >= Self.interval
    guard isReady || patience >= 0 || reports else { return [] }
    tree.moment = AccessibleTree.Moment(session: session, time: time, isActive: isActive)
    defer { tree.moment = nil }
    ca_place(Int32(clamping: window.position.x), Int32(clamping: window.position.y))
    if reports { report(tree) }
    while tree.moment?.requests.isEmpty ?? false, ca_turn() {}
    return tree.moment?.requests ?? []
  }

  private func report(_ tree: AccessibleTree) {
    tree.refresh()
    if let reported { tree.report(since: reported) }
    (reported, lastReport, isReportDue) = (tree.nodes, window.now, false)
  }

  /// Follows what the desktop has said: joins the bus once it says that it is wanted.
  private func follow(_ session: Session, at time: Instant) {
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
    // SAFETY: the tree is held until the end, and the text is copied.
    guard unsafe ca_start(tree.host, programVersion) else {
      self.tree = nil
      return
    }
    window.watch(file: ca_file())
    while ca_turn() {}
  }

  private func stopFollowing() {
    window.watch(file: -1)
    wanted = nil
  }

  private func turnActive() {
    guard let tree, ca_is_heard() else { return }
    (tree.isBehind, isReportDue) = (true, true)
    tree.moment = nil
    isToldActive = isActive
    unsafe ca_window_event(AccessibleTree.window, isActive ? "activate" : "deactivate")
  }
}
