internal import Feel
internal import FeelTrace
internal import Lab
internal import Raster
internal import Scenes
internal import Stage
internal import TestSupport
internal import TextLayout

/// A random hand on every control, panel, list, field and key of a window, with the host's answers.
///
/// Nothing may trap, and no deadline may be in the past or stay; drawing and announcing must change
/// nothing; and the recording must verify and show no jump.
struct EventKind: FuzzKind {
  static let name = "events"

  private let fonts: FontBook
  private let renderer: Renderer
  private var events = 0
  private var motions = 0

  var figures: String { ", \(events) events, \(motions) motions" }

  init() throws {
    let fonts = try FontBook()
    (self.fonts, renderer) = (fonts, Renderer(outline: fonts.outline))
  }

  mutating func flaw(of seed: UInt64) throws -> String? {
    var hand = WildHand(seed: seed)
    let scene = Catalog.all.scenes[Int(seed % UInt64(Catalog.all.scenes.count))]
    let scale = hand.pick([1, 1, 1.25, 2])
    var live = Session(catalog: .all, scene: scene, size: Size(1200, 800), scale: scale)
    var trace = Trace(header: TraceHeader(of: live, program: "0"))
    func add(_ content: Trace.Entry.Content) {
      trace.entries.append(Trace.Entry(line: trace.entries.count + 2, content))
    }
    var announcer = Announcer()
    for step in 0..<120 {
      for event in hand.act(on: live) {
        let before = live.now
        live.handle(event)
        events += 1
        if live.now < before { return "time went back at \(event)" }
        if let flaw = Self.flawOfDeadline(live) { return "after \(event) \(flaw)" }
        live.takeJournal().forEach { add(.event($0)) }
      }
      for fact in hand.answers(to: live.takeRequests(), of: live) { live.handle(fact) }
      live.takeJournal().forEach { add(.event($0)) }
      _ = announcer.lines(for: live, at: live.now, live.takeEffects())
      add(.state(live.now, live.state))
      if step % 40 == 39 { draw(live) }
    }
    let text = trace.text
    let read = try Trace(Array(text.utf8), file: "r.feel", catalog: .all)
    return flaw(playing: read)
  }

  /// A deadline may request an immediate call if a call could not report everything; a few calls
  /// must suffice.
  private static func flawOfDeadline(_ session: Session) -> String? {
    guard let deadline = session.deadline, deadline <= session.now else { return nil }
    guard deadline == session.now else {
      return "the deadline \(deadline) lies before \(session.now)"
    }
    var called = session
    for _ in 0..<16 {
      guard let next = called.deadline, next <= called.now else { return nil }
      called.advance(to: next)
    }
    return "the deadline stays at \(deadline)"
  }

  /// Draws the window at a quarter of its size.
  private func draw(_ session: Session) {
    var list = session.displayList(at: session.now, fonts: fonts)
    list.scale = 0.25
    var pixels = [UInt32](repeating: 0, count: 300 * 200)
    var span = pixels.mutableSpan
    renderer.draw(list, into: &span, width: 300, height: 200, stride: 300)
  }

  /// The same checks as in `verify` and `check`.
  private mutating func flaw(playing trace: Trace) -> String? {
    guard let session = try? Recorded.session(trace.header) else { return "its header is refused" }
    var watch = HandOffWatch(session)
    for entry in trace.entries {
      switch entry.content {
      case .event(let event): watch.handle(event)
      case .take: break
      case .state(let time, let written):
        watch.advance(to: time)
        let found = watch.session.state
        guard found != written else { continue }
        let differing = zip(found, written).first { $0 != $1 }
        return
          "line \(entry.line), at \(time.seconds) s: replayed it is \(differing.map { "\($0)" } ?? "another state")"
      }
    }
    motions += watch.motions
    return watch.jumps.first.map { "with \($0.cause) the \($0.control) jumps: \($0)" }
  }
}
