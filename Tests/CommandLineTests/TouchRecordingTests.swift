import FeelTrace
import TestSupport
import Testing

/// Recordings of touch devices by system tools.
struct TouchRecordingTests {
  /// A one-finger drag in the formats of four tools: three positions 8 ms apart, and a lift 60 ms
  /// later.
  private static let layouts: KeyValuePairs<String, String> = [
    "libinput record": """
    # libinput record
    devices:
    - node: /dev/input/event6
      evdev:
        absinfo:
          53: [0, 799, 0, 0, 12]
      events:
    \(events { "  - evdev:\n    - [ \($0), \($1), \($2), \($3), \($4)] # a remark" })
    """,
    "evemu": "# EVEMU 1.3\n"
      + events { time, micro, type, code, value in
        "E: \(time).\(six(micro)) \(hex(type, 4)) \(hex(code, 4)) \(value)"
      },
    "evtest": events { time, micro, type, code, value in
      type == 0
        ? "Event: time \(time).\(six(micro)), -------------- SYN_REPORT ------------"
        : "Event: time \(time).\(six(micro)), type \(type) (EV_ABS), code \(code) (A), value \(value)"
    },
    "getevent": events { time, micro, type, code, value in
      "[   \(time).\(six(micro))] \(hex(type, 4)) \(hex(code, 4)) "
        + hex(Int(UInt32(bitPattern: Int32(value))), 8)
    },
  ]

  private static func six(_ micro: Int) -> String {
    String(repeating: "0", count: 6 - "\(micro)".count) + "\(micro)"
  }

  private static func hex(_ number: Int, _ digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }

  private static func events(
    _ line: (_ time: Int, _ micro: Int, _ type: Int, _ code: Int, _ value: Int) -> String
  ) -> String {
    let all = [
      (0, 3, 47, 0), (0, 3, 57, 5), (0, 3, 53, 300), (0, 3, 54, 900), (0, 0, 0, 0),
      (8000, 3, 54, 880), (8000, 0, 0, 0), (16_000, 3, 54, 850), (16_000, 0, 0, 0),
      (76_000, 3, 57, -1), (76_000, 0, 0, 0),
    ]
    return all.map { line(100, $0.0, $0.1, $0.2, $0.3) }.joined(separator: "\n") + "\n"
  }

  private func releases(_ text: String) throws -> [JSON] {
    try Program.json("fit - --estimator all --json", input: text)["releases"]?.list ?? []
  }

  private func places(_ release: JSON) -> [[Double]] {
    release["samples"]?.list?.map { $0.list?.compactMap(\.number) ?? [] } ?? []
  }

  @Test func `a drag is the same hand in the formats of four tools`() throws {
    for (name, text) in Self.layouts {
      let releases = try releases(text)
      try #require(releases.count == 1, "\(name)")
      let places = places(releases[0])
      #expect(places.map { [$0[1], $0[2]] } == [[300, 900], [300, 880], [300, 850]], "\(name)")
      #expect(
        zip(places, [100, 100.008, 100.016]).allSatisfy { abs($0[0] - $1) < 1e-9 }, "\(name)")
      #expect(abs((releases[0]["released"]?.number ?? 0) - 100.076) < 1e-9, "\(name)")
    }
  }

  @Test func `a finger that rests before lifting is released at rest, and the pause is reported`()
    throws
  {
    let run = try Program.run("fit - --estimator lsq2", input: Self.layouts[3].value)
    #expect(run.text.contains("60.0 ms after its last sample"), "\(run.text)")
    #expect(run.text.contains("0.0 units/s down"), "\(run.text)")
    #expect(run.words.contains("read as 1 contact, in the device’s units, of unknown size."))
  }

  @Test func `a device's resolution is reported`() throws {
    let run = try Program.run("fit - --estimator lsq2", input: Self.layouts[0].value)
    #expect(run.words.contains("in the device’s units, 12 of which are a millimetre"))
  }

  @Test func `in the older protocol a frame without a finger lifts it`() throws {
    func frame(_ time: Double, _ fingers: [(id: Int, y: Int)]) -> String {
      let touches = fingers.map { finger in
        """
        [ \(time)] EV_ABS ABS_MT_TRACKING_ID 0000000\(finger.id)
        [ \(time)] EV_ABS ABS_MT_POSITION_X 00000010
        [ \(time)] EV_ABS ABS_MT_POSITION_Y 000000\(Self.hex(finger.y, 2))
        [ \(time)] EV_SYN SYN_MT_REPORT 00000000

        """
      }.joined()
      let none = fingers.isEmpty ? "[ \(time)] EV_SYN SYN_MT_REPORT 00000000\n" : ""
      return touches + none + "[ \(time)] EV_SYN SYN_REPORT 00000000\n"
    }
    let text =
      frame(1, [(0, 16), (1, 99)]) + frame(1.01, [(0, 32), (1, 98)]) + frame(1.02, [(0, 48)])
      + frame(1.05, [])
    let releases = try releases(text)
    try #require(releases.count == 2)
    let ends = Dictionary(
      uniqueKeysWithValues: releases.map { (places($0).count, $0["released"]?.number) })
    #expect(ends == [3: 1.05, 2: 1.02])
  }

  @Test func `X11 touches are read in pixels`() throws {
    func event(_ type: String, _ time: Int, _ y: Int) -> String {
      "EVENT type \(type)\n    device: 9 (9)\n    time: \(time)\n    detail: 3\n    root: 40.00/\(y).50\n"
    }
    let text =
      event("18 (TouchBegin)", 1000, 500) + event("19 (TouchUpdate)", 1008, 490)
      + event("19 (TouchUpdate)", 1016, 480) + event("20 (TouchEnd)", 1020, 480)
    let releases = try releases(text)
    try #require(releases.count == 1)
    #expect(places(releases[0]).map { $0[2] } == [500.5, 490.5, 480.5])
    #expect(releases[0]["released"]?.number == 1.02)
  }

  @Test func `a touch recording is accepted wherever a hand is`() throws {
    let folder = try TemporaryFolder()
    let hand = try folder.write(Self.layouts[1].value, to: "drag.evemu")
    let rows = (0...60).map { "\(100 + Double($0) / 60),\($0 < 2 ? 25 * $0 : 50)\n" }
    let motion = try folder.write("t,x\n" + rows.joined(), to: "motion.csv")
    let run = try Program.run("fit \(motion) --hand \(hand)", status: nil)
    #expect(run.status < 2 && run.text.contains("drag"), "\(run.words)\(run.text)")
    let same = try Program.run("diff \(hand) \(hand)")
    #expect(same.text.contains("never more than"), "\(same.words)\(same.text)")
    let endless = Self.layouts[1].value.replacing("E: 100.0", with: "E: inf")
    let never = try folder.write(endless, to: "never.evemu")
    try Program.run("fit \(motion) --hand \(never)", status: 4)
    let empty = try folder.write(
      "E: 0.000000 0003 0035 10\nE: 0.000000 0000 0000 0\n", to: "no.evemu")
    try Program.expectRefusal(
      "fit \(motion) --hand \(empty)", status: 4, saying: "no finger goes down")
  }
}
