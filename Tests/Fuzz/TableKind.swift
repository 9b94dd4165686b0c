internal import Foundation
internal import TestSupport

/// Damaged tables of measurements and observation streams, passed to every command that reads them:
/// each must be rejected with its line, or answered with finite numbers.
struct TableKind: FuzzKind {
  static let name = "tables"

  private let program: Program
  private var corpus: [[UInt8]] = []
  private var answered = 0

  var figures: String { ", \(answered) of them answered" }

  init() throws {
    program = try Program()
    let folder = try TemporaryFolder()
    corpus.append(bytes(of: root + "/Assets/flings-uiscrollview.csv"))
    for flags in [["--velocity", "3000"], ["--velocity", "-900", "--from", "80", "--max", "400"]] {
      let run = try program.run(
        ["curve", "--dt", "0.05", "--format", "csv", "-o", "-"] + flags, in: folder)
      guard run.status == 0 else { throw Obstacle(what: "curve") }
      corpus.append(run.output)
    }
    corpus.append(Array("t_ms,x,y\n0,100,100\n8,104,99.5\n16,112,99\n24,123,98\n33,135,97\n".utf8))
    corpus.append(Array("duration_s,distance_pt\n1.5,499\n2.1,1210.5\n0.4,20\n2.6,2400\n".utf8))
    let run = try program.run(
      ["fit", "--flings", root + "/Assets/tour.feel", "--format", "csv"], in: folder)
    corpus.append(run.output)
    corpus += Self.others.map { Array($0.utf8) }
    // Also in Latin-1, if it has all the characters.
    corpus += Self.others.filter { !$0.utf8.allSatisfy { $0 < 0x80 } }.map { text in
      text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }
  }

  /// Members of an answer that may be null.
  private static let unknown: Set = [
    "clock", "fault", "law", "presetRun", "program", "programError", "skipped", "snapRule",
    "stallPeriod", "startsAfter", "turn", "velocity", "wheel",
  ]

  private static let motion = "t,offset\n0,0\n0.016,29\n0.033,58\n0.05,80\n0.066,96\n0.08,104\n"

  /// Tables as people have them: other separators, JSON, logs, touch recordings, streams.
  private static let others = [
    "sep=;\nZeit;Position\n0,000;0,0\n0,016;1.029,5\n0,033;1.058,0\n0,050;2.085,6\n0,066;9\n0,08;9\n",
    "| t (ms) | x | y |\n|---|---|---|\n| 0 | 0 | 0 |\n| 16 | 0 | 29 |\n| 33 | 0 | 58 |\n| 50 | 0 | 8 |\n",
    "time,x\n2026-11-26T09:00:00.000Z,0\n2026-11-26T09:00:00.016Z,\n2026-11-26T09:00:00.033Z,58px\n",
    "[{\"t\": 0, \"o\": {\"x\": 0, \"y\": 1}}, {\"t\": 16, \"o\": {\"x\": 0, \"y\": 9}}, [1, 2]]",
    "{\"columns\": [\"t\", \"x\"], \"data\": [[0, 0], [0.016, 29.5], [0.033, 58]]}",
    "{\"type\": 3, \"data\": {\"source\": 3, \"id\": 1, \"x\": 0, \"y\": 5}, \"timestamp\": 17641500}\n"
      + "{\"type\": 3, \"data\": {\"source\": 3, \"id\": 1, \"x\": 0, \"y\": 9}, \"timestamp\": 17641516}\n",
    "D/Scroll t=0.016 scrollY=29.5\nD/Scroll t=0.033 scrollY=58\nD/Scroll t=0.05 scrollY=85\n",
    "# 120 Hz\n09:00:01.016 scroll {\"t\":16,\"y\":29.5}\n LOG  {\"t\": 33, \"e\": {\"y\": 58}}\n[09:00:01.050] {\"y\":85}\n",
    "t,offset\n0,\"{0, 0}\"\n16,{0, 29.5}\n33,CGPoint(x: 0.0, y: 58.0)\n50,Offset(0.0, 85.0)\n66,{\"x\":0,\"y\":111}\n",
    "t\ttransform\n0\tnone\n16\ttranslateY(-29px) translateZ(0)\n33\ttranslate3d(0px, -58px, 0px)\n"
      + "50\tmatrix(1, 0, 0, 1, 0, -85)\n66\ttranslate(0, -111px)\n",
    "\"t\" \"y\"\n\"1\" 0 0\n\"2\" 0.016 29.5\n\"3\" 0.033 58\n\"4\" 0.05 85\n",
    "      t     y\n0   0.0   0.0\n1  16.7  29.5\n2  33.3  58.0\n3  50.0  85.0\n\n[4 rows x 2 columns]\n",
    "  t   |  y\n------+------\n 0.0  | 0.0\n 16.7 | 29.5\n 33.3 | 58\n(3 rows)\n",
    "{\"t\":{\"0\":0,\"1\":16,\"2\":33},\"y\":{\"0\":0,\"1\":29.5,\"2\":58}}",
    "time,y\n9:00:01.000 AM,0\n9:00:01.016 AM,29.5\n12:00:01.033 PM,58\n",
    "Zeit (\u{B5}s);H\u{F6}he\n0;0\n16000;29,5\n33000;58\n",
    "tv_sec,tv_nsec,y\n5,984000000,0\n6,400000,29.5\n6,17000000,58\n6,33000000,85\n",
    "frame,dt,scrollY\n0,,0\n1,16.7,29.5\n2,16.6,58\n3,16.7,85\n",
    "# rate: 120 Hz\nscrollY\n0\n29.5\n58\n85\n111\n",
    "[ 1411.748191] EV_ABS ABS_MT_POSITION_X 00000273\n[ 1411.748201] EV_ABS ABS_MT_POSITION_Y 00000306\n"
      + "[ 1411.748214] EV_ABS ABS_MT_TRACKING_ID 00000000\n[ 1411.748217] EV_SYN SYN_MT_REPORT 0\n"
      + "[ 1411.748223] EV_SYN SYN_REPORT 00000000\n[ 1411.792640] EV_SYN SYN_MT_REPORT 00000000\n"
      + "[ 1411.792680] EV_SYN SYN_REPORT 00000000\n",
    "# EVEMU 1.3\nA: 35 0 799 0 0 12\nE: 0.000001 0003 002f 0\nE: 0.000001 0003 0039 6\n"
      + "E: 0.000001 0003 0035 361\nE: 0.000001 0003 0036 379\nE: 0.000001 0000 0000 0\n"
      + "E: 0.081454 0003 0036 368\nE: 0.081454 0000 0000 0\nE: 0.12 0003 0039 -1\nE: 0.12 0000 0000 0\n",
    "- node: /dev/input/event6\n    - [  0,      1,   3,  57,       6] # ID\n    - [  0, 1, 3, 53, 361]\n"
      + "    - [  0, 1, 3, 54, 379]\n    - [  0, 1, 0, 0, 0]\n    - [  0, 9000, 3, 57, -1]\n    - [  0, 9000, 0, 0, 0]\n",
    "Event: time 1700000000.000001, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 6\n"
      + "Event: time 1700000000.000001, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 361\n"
      + "Event: time 1700000000.000001, type 3 (EV_ABS), code 54 (ABS_MT_POSITION_Y), value 379\n"
      + "Event: time 1700000000.000001, -------------- SYN_REPORT ------------\n",
    "{\"t\": 12, \"pointer\": [240, 600], \"phase\": \"down\"}\n"
      + "{\"t\": 12.008, \"pointer\": [240, 584], \"phase\": \"move\"}\n"
      + "{\"t\": 12.016, \"offset\": 16}\n"
      + "{\"t\": 12.017, \"pointer\": [240, 569], \"phase\": \"up\"}\n"
      + "{\"t\": 12.033, \"offset\": 31.5}\n"
      + "{\"t\": 14.5, \"wheel\": 53, \"phase\": \"begin\"}\n{\"t\": 14.516, \"offset\": 40}\n",
    "EVENT type 18 (TouchBegin)\n    time: 1000\n    detail: 3\n    root: 40.00/500.50\nEVENT type 20 (TouchEnd)\n"
      + "    time: 1020\n    detail: 3\n    root: 40.00/480.50\n",
  ]

  mutating func flaw(of seed: UInt64) throws -> String? {
    var mutation = Mutation(seed: seed)
    let folder = try TemporaryFolder()
    let bytes = mutation.mutated(mutation.pick(corpus), with: mutation.pick(corpus))
    try folder.write(bytes, to: "t.csv")
    try folder.write(Self.motion, to: "m.csv")
    for words in [
      ["fit", "t.csv", "--json"], ["fit", "t.csv", "--rate", "--json"],
      ["fit", "t.csv", "--estimator", "all", "--json"],
      ["fit", "m.csv", "--hand", "t.csv", "--json"],
    ] {
      let run = try program.run(words, in: folder)
      if let flaw = run.flawOfJSON { return flaw }
      // A motion has no rate that could be left alone.
      let isMotion = words.contains("--rate") && run.status == 2
      if ![0, 1, 4].contains(run.status), !isMotion { return run.describe("has another status") }
      if run.status == 4, !String(decoding: run.words, as: UTF8.self).hasPrefix("feellab: t.csv") {
        return run.describe("does not name the file")
      }
      // Numbers that are not finite are written as null, like unknown ones.
      let parts = String(decoding: run.output, as: UTF8.self).components(separatedBy: ": null")
      for part in parts.dropLast() {
        let name = part.split(separator: "\"").last.map(String.init) ?? ""
        if !Self.unknown.contains(name) {
          return run.describe("answers with a number that is none: \(name)")
        }
      }
      answered += run.status == 4 || isMotion ? 0 : 1
    }
    let drawing = try program.run(
      ["render", "curves", "--data", "t.csv", "-o", "t.svg", "--at", "1"], in: folder)
    if let flaw = drawing.flaw { return flaw }
    if ![0, 4].contains(drawing.status) { return drawing.describe("has another status") }
    let svg = String(decoding: folder.bytes("t.svg"), as: UTF8.self)
    if svg.isEmpty != (drawing.status != 0) { return drawing.describe("drew half of it") }
    if svg.contains("nan") || svg.contains("inf\"") {
      return drawing.describe("draws NaN or an infinity")
    }
    return nil
  }
}
