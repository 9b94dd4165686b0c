internal import Feel
internal import FeelTrace
internal import Lab
internal import Scenes
internal import TestSupport
internal import TextLayout

/// Damaged recordings.
///
/// Each must be rejected with a position, or be played and drawn to its end and written unchanged.
/// One in sixteen is also passed to the program itself.
struct RecordingKind: FuzzKind {
  static let name = "recordings"

  private let corpus = Recorded.assets()
  private let fonts: FontBook
  private let program: Program
  private var played = 0

  var figures: String { ", \(played) of them read and played" }

  init() throws { (fonts, program) = (try FontBook(), try Program()) }

  mutating func flaw(of seed: UInt64) throws -> String? {
    var mutation = Mutation(seed: seed)
    let bytes = mutation.mutated(excerpt(&mutation), with: excerpt(&mutation))
    let trace: Trace?
    do throws(TraceError) {
      trace = try Trace(bytes, file: "r.feel", catalog: .all)
    } catch {
      trace = nil
      if "\(error)".isEmpty { return "it is refused without a word" }
    }
    if let trace {
      played += 1
      if let flaw = try flaw(playing: trace) { return flaw }
    }
    guard seed % 16 == 0 else { return nil }
    return try flaw(asking: program, bytes, isWhole: trace != nil)
  }

  /// The first line of a recording, and some of the following ones.
  private func excerpt(_ mutation: inout Mutation) -> [UInt8] {
    let lines = mutation.pick(corpus).split(separator: 0x0A)
    let first = 1 + mutation.pick(lines.count - 1)
    let count = 1 + mutation.pick(mutation.pick(8) == 0 ? 400 : 40)
    let excerpt = lines[..<1] + lines[first..<min(lines.count, first + count)]
    return Array(excerpt.joined(separator: [0x0A])) + [0x0A]
  }

  private func flaw(playing trace: Trace) throws -> String? {
    var session = try Recorded.session(trace.header)
    for entry in trace.entries {
      switch entry.content {
      case .event(let event):
        session.handle(event)
        if case .change(let time, .stage(let place)) = event {
          session.handle(.host(time, .scale(place.scale)))
          session.handle(.host(time, .size(Session.windowSize(for: place.size))))
        }
      case .state(let time, _): session.advance(to: time)
      case .take: break
      }
      if let deadline = session.deadline, deadline <= session.now {
        return "line \(entry.line): the deadline \(deadline) is not after \(session.now)"
      }
    }
    _ = session.displayList(at: session.now, fonts: fonts)
    var whole = trace
    whole.cutLine = nil
    let again = try Trace(Array(trace.text.utf8), file: "again", catalog: .all)
    return again == whole ? nil : "written and read again it is another recording"
  }

  private func flaw(asking program: Program, _ bytes: [UInt8], isWhole: Bool) throws -> String? {
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: "r.feel")
    for verb in ["check", "fit"] {
      let run = try program.run([verb, "r.feel"], in: folder)
      if let flaw = run.flawOfText { return flaw }
      // A readable recording may contain no fling, and nothing to check.
      let verdicts: Set<Int32> = !isWhole ? [4] : [0, 1, 4]
      if !verdicts.contains(run.status) { return run.describe("has another verdict") }
      guard isWhole else { return nil }
    }
    let drawing = try program.run(["render", "r.feel", "-o", "r.svg"], in: folder)
    if let flaw = drawing.flaw { return flaw }
    // A drawing may exceed the size limit of pictures.
    if drawing.status != 0, !String(decoding: drawing.words, as: UTF8.self).contains("at most") {
      return drawing.describe("does not draw it")
    }
    return leftover(in: folder.path).map { "\($0) is left" }
  }
}
