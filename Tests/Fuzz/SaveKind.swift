internal import FeelTrace
internal import Glibc
internal import TestSupport

/// Everything a window writes while it runs (recording, state log, preferences, saved parameters
/// and pictures), while file calls fail or write half.
///
/// The window must stay open until it is closed, and report failures; its recording must verify;
/// saved files must be complete; and no partial file may stay.
struct SaveKind: FuzzKind {
  static let name = "saves"

  private let server: XServer
  private let program: Program
  private let shim: String
  private var ends: [Int32: Int] = [:]

  var figures: String {
    ", by end: "
      + ends.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
  }

  init() throws { (server, program, shim) = (try XServer(), try Program(), try FileKind.shim()) }

  mutating func flaw(of seed: UInt64) throws -> String? {
    var mutation = Mutation(seed: seed)
    let (folder, words) = (try TemporaryFolder(), try TemporaryFolder())
    let kind = mutation.pick(["fail", "rest", "short"])
    let fault = FileKind.fault(kind, at: 1 + mutation.pick(60), in: folder, shim: shim, &mutation)
    let open: OpenWindow
    do {
      open = try OpenWindow(
        on: server, ["--record", "r.feel", "--state-file", "states", "--accept-sent-events"],
        in: folder, words: words,
        environment: Dictionary(uniqueKeysWithValues: fault.map { ($0.name, $0.value) }))
    } catch let end as OpenWindow.Ended {
      ends[end.status, default: 0] += 1
      let isSaid = end.said.hasPrefix("feellab: ")
      if end.status == 4, isSaid { return leftover(in: folder.path) }
      return "with \(fault) it did not open: \(end)"
    }
    // H; Ctrl+S, Return for the proposed name, Escape if that failed; Ctrl+Shift+S; the key 5.
    let keys: [(UInt8, UInt8)] = [(43, 0), (39, 4), (36, 0), (9, 0), (39, 5), (14, 0)]
    for (code, state) in keys {
      try open.key(code, state: state)
      guard try open.answers() else { return "with \(fault) the window is gone: “\(open.said)”" }
    }
    let status = try open.close() ?? -1
    ends[status, default: 0] += 1
    func describe(_ flaw: String) -> String {
      "with \(fault) \(flaw), status \(status): “\(open.said)”"
    }
    if ![0, 4].contains(status) { return describe("it has another end") }
    let lines = open.said.split(separator: "\n")
    if !lines.allSatisfy({ $0.hasPrefix("feellab: ") }) {
      return describe("it says something else")
    }
    if status == 4, lines.isEmpty { return describe("it does not say why") }
    for name in names(in: folder.path) where name.hasSuffix(".png") {
      let isWhole = folder.bytes(name).suffix(8).starts(with: Array("IEND".utf8))
      if !isWhole { return describe("\(name) is cut") }
    }
    for name in [
      ".config/feellab/preferences.json", ".local/state/feellab/view.json",
      ".config/feellab/parameters/overview.json",
    ] where access(folder.file(name), F_OK) == 0 {
      let bytes = folder.bytes(name)
      guard (try? JSONReader.read(bytes)) != nil else { return describe("\(name) is cut") }
    }
    if access(folder.file("r.feel"), F_OK) == 0 {
      let verify = try program.run(["diff", "r.feel", "r.feel"], in: folder)
      if verify.status != 0 { return describe(verify.describe("does not verify")) }
    }
    return leftover(in: folder.path).map { describe("left \($0)") }
  }
}
