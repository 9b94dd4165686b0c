internal import Glibc
internal import TestSupport

/// Everything written without a window, while system calls fail or write less, or the program is
/// killed.
///
/// Afterwards each file must be the complete old or new one; a failure is reported in a sentence;
/// and no partial file stays, after a kill only until the next run.
struct FileKind: FuzzKind {
  static let name = "files"

  /// A command and the files that it writes.
  private struct Order {
    let words: [String]
    let names: [String]
  }

  private static let orders = [
    Order(words: ["render", "carousel", "--size", "200x120", "-o", "o.png"], names: ["o.png"]),
    Order(words: ["render", "r.feel", "-o", "o.svg"], names: ["o.svg"]),
    Order(
      words: ["render", "overview", "--size", "120x80", "--to", "0.05", "-o", "o.apng"],
      names: ["o.apng"]),
    Order(
      words: ["render", "pager", "--size", "120x80", "--to", "0.05", "-o", "f/"],
      names: ["f/frame-00000.png", "f/frame-00001.png", "f/frame-00002.png", "f/frame-00003.png"]),
    Order(words: ["curve", "--velocity", "2000", "-o", "o.csv"], names: ["o.csv"]),
    Order(words: ["fit", "--flings", "s.feel", "-o", "o.json"], names: ["o.json"]),
  ]
  private static let errors = [ENOSPC, EIO, EDQUOT, EROFS, EACCES, EMFILE, ENOMEM]

  private static let fling = """
    {"feel": 2, "program": "0", "scene": "scroll-view", "stage": [1200, 732], "scale": 1, \
    "preset": "uikit", "parameters": {}, "theme": "light", "reducedMotion": false}
    {"t": 1000000, "e": "command", "name": "flick", "number": 2000}
    {"t": 9000000, "e": "move", "x": 9, "y": 9}

    """

  private let program: Program
  private let shim: String
  private let recording: [UInt8]
  private let expected: [[[UInt8]]]
  private var ends: [Int32: Int] = [:]

  var figures: String {
    ", by end: "
      + ends.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
  }

  init() throws {
    shim = try Self.shim()
    let program = try Program()
    self.program = program
    let lines = (Recorded.assets().min { $0.count < $1.count } ?? []).split(separator: 0x0A)
    let recording = Array(lines.prefix(30).joined(separator: [0x0A])) + [0x0A]
    self.recording = recording
    expected = try Self.orders.map { order in
      let folder = try TemporaryFolder()
      try folder.write(recording, to: "r.feel")
      try folder.write(Self.fling, to: "s.feel")
      let run = try program.run(order.words, in: folder)
      guard run.status == 0 else { throw Obstacle(what: run.describe("does not work")) }
      return order.names.map { folder.bytes($0) }
    }
  }

  /// The path of the fault-injecting library.
  static func shim() throws -> String {
    guard let shim = ChildProcess.environment["FUZZ_SHIM"], access(shim, R_OK) == 0 else {
      throw Obstacle(what: "the library of faults that FUZZ_SHIM names")
    }
    return shim
  }

  /// The environment that configures the fault-injecting library.
  static func fault(
    _ kind: String, at number: Int, in folder: TemporaryFolder, shim: String,
    _ mutation: inout Mutation
  ) -> [(name: String, value: String)] {
    [
      ("LD_PRELOAD", shim), ("FAULT_KIND", kind), ("FAULT_AT", "\(number)"),
      ("FAULT_FOLDER", folder.path), ("FAULT_ERROR", "\(mutation.pick(errors))"),
    ]
  }

  mutating func flaw(of seed: UInt64) throws -> String? {
    var mutation = Mutation(seed: seed)
    let folder = try TemporaryFolder()
    try folder.write(recording, to: "r.feel")
    try folder.write(Self.fling, to: "s.feel")
    let index = mutation.pick(Self.orders.count)
    let order = Self.orders[index]
    let old = Array("what was there".utf8)
    let isThere = mutation.pick(2) == 0
    if isThere {
      mkdir(folder.file("f"), 0o755)
      for name in order.names { try folder.write(old, to: name) }
    }
    let kind = mutation.pick(["fail", "fail", "rest", "short", "kill", "kill"])
    let fault = Self.fault(kind, at: 1 + mutation.pick(24), in: folder, shim: shim, &mutation)
      .map { "\($0.name)=\($0.value)" }
    let run = try program.run(order.words.map { Array($0.utf8) }, in: folder, variables: fault)
    ends[run.status, default: 0] += 1
    func describe(_ flaw: String) -> String { run.describe("with \(fault) \(flaw)") }
    let isKilled = kind == "kill" && run.status == 128 + SIGKILL
    if !isKilled, let flaw = run.flaw { return describe(flaw) }
    if !isKilled, ![0, 4].contains(run.status) { return describe("has another status") }
    for (name, whole) in zip(order.names, expected[index]) {
      let found = access(folder.file(name), F_OK) == 0 ? folder.bytes(name) : nil
      let isOld = found == (isThere ? old : nil)
      if found != whole, !isOld || run.status == 0 {
        return describe("left \(name) with \(found?.count ?? -1) bytes")
      }
    }
    if !isKilled {
      return leftover(in: folder.path).map { describe("left \($0)") }
    }
    // The next run cleans up, without any limits.
    let next = try program.run(order.words, in: folder)
    if next.status != 0 { return next.describe("fails after a kill") }
    for (name, whole) in zip(order.names, expected[index])
    where folder.bytes(name) != whole { return next.describe("wrote half") }
    return leftover(in: folder.path).map { next.describe("leaves \($0) of a kill") }
  }
}
