internal import Feel
internal import FeelTrace
internal import Lab
internal import Scenes
internal import Stage
internal import TestSupport

/// Damaged springs, easings and decelerations in the notation of libraries: each must be rejected
/// with a reason, be no motion, or give finite numbers, both in `curve` and when pasted or dropped
/// into the window.
struct SpringKind: FuzzKind {
  static let name = "springs"

  private static let corpus = [
    "{ mass: 1, stiffness: 170, damping: 26 }", #"{"mass": 3, "stiffness": 1000, "damping": 500}"#,
    "withSpring(100, { mass: 1, damping: 10, stiffness: 100 })", "{ stiffness: 400 }",
    ".interpolatingSpring(mass: 1, stiffness: 170, damping: 15)", "config.molasses",
    "{ tension: 180, friction: 12 }", ".spring(response: 0.5, dampingFraction: 0.825)",
    "stiffness = 400f, damping = 20f, mass = 1f", "Spring(response: 0.25, dampingRatio: 0.7)",
    "{ duration: 0.5, bounce: 0.3 }", "{ duration: 800, bounce: 0.25 }", ".snappy",
    "{ visualDuration: 0.5, bounce: 0.3 }", "duration: 500ms, bounce: -0.2", "ease-in-out 0.3s",
    "{ duration: 550, dampingRatio: 1 }", "spring(dampingRatio = 0.75f, stiffness = 200f)",
    "cubic-bezier(0.34, 1.56, 0.64, 1)", "linear(0, 0.5 25% 75%, 1)", "FrictionSimulation(0.135)",
    "exponentialDecay(frictionMultiplier = 1f)", "withDecay({ deceleration: 0.998 })",
    "restDelta: 0.01, restSpeed: 2, stiffness: 300, damping: 20",
  ].map { Array($0.utf8) }

  private let program: Program
  private var read = 0

  var figures: String { ", \(read) of them motions" }

  init() throws { program = try Program() }

  mutating func flaw(of seed: UInt64) throws -> String? {
    var mutation = Mutation(seed: seed)
    let bytes = mutation.mutated(mutation.pick(Self.corpus), with: mutation.pick(Self.corpus))
    // Command-line arguments cannot contain zero bytes, and one that starts like a flag is no
    // motion.
    let text = String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
    if let flaw = Self.flawOfReading(text, &read) { return "\(text.debugDescription) \(flaw)" }
    if let flaw = Self.flawOfPasting(text) { return "\(text.debugDescription) \(flaw)" }
    guard mutation.pick(16) == 0 else { return nil }
    let folder = try TemporaryFolder()
    for flags in [["--json"], ["--at", "0,0.1,1000", "--json"], ["--flags"]] {
      let run = try program.run(["curve"] + flags + ["--", text], in: folder)
      if let flaw = flags.contains("--json") ? run.flawOfJSON : run.flawOfText { return flaw }
      if ![0, 2, 4].contains(run.status) { return run.describe("has another status") }
    }
    return nil
  }

  private static func flawOfReading(_ text: String, _ read: inout Int) -> String? {
    do throws(MotionNotationError) {
      guard let notation = try MotionNotation.read(text) else { return nil }
      read += 1
      for reading in notation.readings {
        for fact in reading.facts where !(fact.number ?? 0).isFinite {
          return "has no finite \(fact.name) as \(reading.library) reads it"
        }
        if reading.refusal?.isEmpty ?? false { return "is refused without a reason" }
      }
      return nil
    } catch {
      return error.message.isEmpty ? "is refused without a reason" : nil
    }
  }

  /// Applies it to a stage as the window does after pasting or dropping.
  private static func flawOfPasting(_ text: String) -> String? {
    guard let readings = (try? MotionNotation.read(text))?.readings,
      let scene = Catalog.all.scene("overview")
    else { return nil }
    for reading in readings where reading.refusal == nil {
      var session = Session(catalog: .all, scene: scene, size: Size(1200, 800))
      for setting in reading.settings ?? [] {
        session.handle(.change(session.now, .parameter(setting.key, setting.value)))
        if session.parameters[setting.key] != setting.value { return "is not set: \(setting.key)" }
      }
      _ = session.takeRequests()
    }
    return nil
  }
}
