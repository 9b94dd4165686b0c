import FeelTrace
import Foundation
import TestSupport
import Testing

/// Tables as people write them: one fling, in many formats, gives one law.
struct TableTests {
  /// A fling at 1500 per second with a decay of 2.5 per second, at sixty rows a second.
  private static let rows = (0...90).map { frame -> (time: Double, offset: Double) in
    let time = Double(frame) / 60
    return (time, 600 * (1 - exp(-2.5 * time)))
  }

  private static func lines(
    _ names: String?, _ line: (_ time: Double, _ offset: Double) -> String
  ) -> String {
    (names.map { $0 + "\n" } ?? "") + rows.map { line($0.time, $0.offset) + "\n" }.joined()
  }

  private static func comma(_ number: Double, digits: Int = 5) -> String {
    String(format: "%.\(digits)f", number).replacing(".", with: ",")
  }

  private static func grouped(_ number: Double) -> String {
    let rest = comma(number.truncatingRemainder(dividingBy: 1000))
    guard number >= 1000 else { return rest }
    let zeros = String(repeating: "0", count: 3 - rest.prefix { $0 != "," }.count)
    return "\(Int(number / 1000)).\(zeros)\(rest)"
  }

  private static func fixed(_ number: Double) -> String { String(format: "%.5f", number) }

  private static func clock(_ time: Double) -> String { String(format: "%09.6f", time) }

  /// Each spelling, named by its peculiarity.
  private static func spellings() -> [(name: String, text: String)] {
    handmade() + logged() + composed()
  }

  private static func logged() -> [(name: String, text: String)] {
    let event =
      "\"contentInset\": {\"top\": 0}, \"zoomScale\": 1, \"contentSize\": {\"height\": 4000}"
    return [
      ("JSON in a log", { "09:00:\(clock($0)) scroll {\"t\":\($0 * 1000),\"y\":\($1)}" }),
      ("React Native's log", { " LOG  {\"t\":\($0 * 1000),\"y\":\($1)}" }),
      (
        "React Native's event",
        {
          " LOG  scroll {\"timeStamp\": \($0 * 1000), \"nativeEvent\": {\(event), "
            + "\"contentOffset\": {\"x\": 0, \"y\": \($1)}, \"velocity\": {\"y\": \($0)}}}"
        }
      ),
      ("a clock in brackets", { "[09:00:\(clock($0))] scroll {\"y\": \($1)}" }),
      ("a point in a log", { "D/Scroll: t=\($0) contentOffset={0, \($1)}" }),
      ("a point at the end", { "2026-11-26 09:00:\(clock($0)) App[12:34] {0, \($1)}" }),
    ].map { name, line in (name, lines(nil, line)) }
  }

  /// Cells with several numbers, times in several cells, and text that programs write around
  /// tables.
  private static func composed() -> [(name: String, text: String)] {
    func seconds(_ time: Double, _ digits: Int) -> String {
      let units = Int((1.5 + time) * pow(10, Double(digits)))
      let unit = Int(pow(10, Double(digits)))
      return "\(1_764_150_000 + units / unit),\(units % unit)"
    }
    func frame(_ time: Double) -> Int { Int((time * 60).rounded()) }
    func step(_ time: Double) -> Double { time == 0 ? 0 : 1.0 / 60 }
    let cells = rows.enumerated()
    func column(_ number: (_ time: Double, _ offset: Double) -> Double) -> String {
      cells.map { "\"\($0)\":\(number($1.time, $1.offset))" }.joined(separator: ",")
    }
    return [
      ("points", lines("t,offset") { "\($0),{0, \($1)}" }),
      ("points in quotes", lines("t,offset") { "\($0),\"{0, \($1)}\"" }),
      ("Swift's points", lines("t;offset") { "\($0);CGPoint(x: 0.0, y: \($1))" }),
      ("a point of JSON", lines("t\toffset") { "\($0)\t{\"x\":0,\"y\":\($1)}" }),
      ("arrays of JSON", lines(nil) { "{\"t\":\($0),\"offset\":[0,\($1)]}" }),
      ("nothing but points", "# 60 Hz\n" + lines(nil) { "{0, \($1)}" }),
      ("translateY", lines("t,transform") { "\($0),translateY(\(-$1)px)" }),
      ("translate3d", lines("t,transform") { "\($0),translate3d(0px, \(-$1)px, 0px)" }),
      ("several transforms", lines("t,style") { "\($0),translateX(\($1)px) translateZ(0)" }),
      (
        "matrices",
        lines("t,transform") { $0 == 0 ? "0,none" : "\($0),\"matrix(1, 0, 0, 1, 0, \(-$1))\"" }
      ),
      ("R's rows", lines("\"t\" \"y\"") { "\"\(frame($0) + 1)\" \($0) \($1)" }),
      ("pandas' rows", lines("      t     y") { "\(frame($0))   \($0)  \($1)" }),
      (
        "psql's rows",
        "   t   |   y   \n-------+-------\n" + lines(nil) { " \($0) | \($1)" } + "(91 rows)\n\n"
      ),
      ("pandas' columns", "{\"t\":{\(column { time, _ in time })},\"y\":{\(column { $1 })}}"),
      ("AM and PM", lines("time,y") { "9:00:\(clock($0)) PM,\($1)" }),
      ("seconds and nanoseconds", lines("tv_sec,tv_nsec,y") { "\(seconds($0, 9)),\($1)" }),
      ("seconds and microseconds", lines("tv_sec,tv_usec,y") { "\(seconds($0, 6)),\($1)" }),
      ("time steps", lines("dt,scrollY") { "\(step($0)),\($1)" }),
      (
        "time steps in milliseconds",
        lines("frame,delta_ms,y") { "\(frame($0)),\(step($0) * 1000),\($1)" }
      ),
      ("a frame rate", "# 120 Hz\n" + lines("frame,y") { "\(frame($0) * 2),\($1)" }),
      ("a rate for the rows", "# rate: 60 Hz\n" + lines("scrollY") { "\($1)" }),
      ("a rate and bare numbers", "# 60 fps\n" + lines(nil) { "\($1)" }),
    ]
  }

  /// Names, units, separators, JSON.
  private static func handmade() -> [(name: String, text: String)] {
    var all: [(name: String, text: String)] = []
    func spell(
      _ name: String, _ names: String?, before: String = "",
      _ line: (_ time: Double, _ offset: Double) -> String
    ) {
      all.append((name, before + lines(names, line)))
    }
    spell("names", "time,offset") { "\($0),\($1)" }
    spell("milliseconds in the name", "timestamp_ms,scrollY") { "\($0 * 1000),\($1)" }
    spell("milliseconds without a unit", "timestamp,scrollTop") { "\($0 * 1000),\($1)" }
    spell("microseconds", "time_us,pos") { "\(($0 * 1e6).rounded()),\($1)" }
    spell("nanoseconds since 1970", "ts_ns,y") {
      "\(1_764_150_000_000_000_000 + Int64($0 * 1e9)),\($1)"
    }
    spell("seconds since 1970", "ts,y") { "\(fixed(1_764_150_000 + $0)),\($1)" }
    spell("units in brackets", "Time [ms],Offset (px)") { "\($0 * 1000),\($1)" }
    spell("units in a row", nil, before: "t,x\nms,px\n") { "\($0 * 1000),\($1)" }
    spell("units in cells", "time,offset") { "\($0 * 1000)ms,\($1)px" }
    spell("decimal commas", "t;x") { "\(comma($0));\(comma($1))" }
    spell("decimal commas and spaces", nil) { "\(comma($0)) \(comma($1))" }
    spell("dots between thousands", "Zeit;Position") { "\(comma($0));\(grouped($1 * 10))" }
    spell("a spreadsheet's separator line", "t;x", before: "sep=;\n") {
      "\(comma($0));\(comma($1))"
    }
    spell("tabs", "t\tx") { "\($0)\t\($1)" }
    spell("vertical bars", "t | x") { "\($0) | \($1)" }
    spell("Markdown", nil, before: "| t | x |\n|---|--:|\n") { "| \($0) | \($1) |" }
    spell("spaces", "t x") { "\($0)   \($1)" }
    spell("quotes", "\"t\",\"x\"") { "\"\($0)\",\"\($1)\"" }
    spell("a byte order mark", "\u{FEFF}t,x\r") { "\($0),\($1)\r" }
    spell("no names", nil) { "\($0),\($1)" }
    spell("a title", "t,x", before: "Recorded by hand\nDevice,Phone\n\n") { "\($0),\($1)" }
    spell("a column of text", "state,t,x") { "scrolling,\($0),\($1)" }
    spell("a separator at the end", "t,x") { "\($0),\($1)," }
    spell("a column of row numbers", ",t,x") { "\(Int($0 * 60)),\($0),\($1)" }
    spell("a constant column", "t,x,y") { "\($0),0,\($1)" }
    spell("velocities", "t,velocity,value") { "\($0),\(1500 - $1 * 2.5),\($1)" }
    spell("frames", "frame,x") { "\(Int(($0 * 60).rounded())),\($1)" }
    spell("dates", "time,x") { "2026-11-26T09:00:\(clock($0))Z,\($1)" }
    spell("times of day", "clock,x") { "23:59:\(clock($0)),\($1)" }
    spell("a log", nil) { "D/Scroll: t=\($0) scrollY=\($1)" }
    spell("frame numbers and a clock", "frame,targetTimestamp,y") {
      "\(Int($0 * 60)),\(555 + $0),\($1)"
    }
    spell("row numbers without names", nil) { "\(Int(($0 * 60).rounded())),\($0),\($1)" }
    spell("a finger's position besides", "time,x,y,scroll") { "\($0),300,\(600 - $0 * 40),\($1)" }
    spell("a logger's clock", nil) { "11-26 09:00:\(clock($0)) D/Scroll: offset=\($1)" }
    spell("unknown names", "foo,bar") { "\($0),\($1)" }
    spell("an object per line", nil) { "{\"t\": \($0), \"offset\": \($1)}" }
    spell("rrweb's scroll events", nil) { time, offset in
      "{\"type\": 3, \"timestamp\": \(1_764_150_000_000 + time * 1000), "
        + "\"data\": {\"source\": 3, \"id\": 1, \"x\": 0, \"y\": \(offset)}}"
    }
    func list(_ element: (_ time: Double, _ offset: Double) -> String) -> String {
      "[" + rows.map { element($0.time, $0.offset) }.joined(separator: ", ") + "]"
    }
    all.append(("objects", list { "{\"t\": \($0), \"x\": \($1)}" }))
    all.append(("arrays", list { "[\($0), \($1)]" }))
    let nested = list { "{\"t\": \($0 * 1000), \"contentOffset\": {\"x\": 0, \"y\": \($1)}}" }
    all.append(("objects in objects", "{\"device\": \"phone\", \"data\": \(nested)}"))
    let (times, offsets) = (list { time, _ in "\(time)" }, list { "\($1)" })
    all.append(("columns", "{\"time\": \(times), \"offset\": \(offsets)}"))
    return all
  }

  @Test func `a fling has the same law in every table format`() throws {
    for (name, text) in Self.spellings() {
      let run = try Program.run("fit - --json", input: text)
      let motion = try? JSONReader.read(run.output)["motions"]?.list?.first
      let law = motion?["segments"]?.list?.first
      #expect(law?["law"]?["family"]?.text == "exponential", "\(name): \(run.text)")
      let numbers = law?["law"]?["numbers"]?.list
      let decay = numbers?.first { $0["name"]?.text == "decay" }?["value"]?.number ?? 0
      #expect(abs(decay - 2.5) < 0.002, "\(name): \(decay)")
    }
  }

  @Test func `a table that is not Unicode is read as Latin-1`() throws {
    let folder = try TemporaryFolder()
    let table = Self.lines("Zeit (µs);Höhe") { "\(Int($0 * 1e6));\($1)" }
    let bytes = table.unicodeScalars.map { UInt8($0.value) }
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("a.csv")))
    let run = try Program.run("fit \(folder.file("a.csv"))")
    #expect(
      run.words.contains("time in µs from “Zeit (µs)” and offset from “Höhe”"), "\(run.words)")
  }

  /// Tables, with the sentence about each.
  private static let understood: [(text: String, sentence: String)] = [
    (
      lines("timestamp_ms,scrollY") { "\($0 * 1000),\($1)" },
      "read as time in ms from “timestamp_ms” and offset from “scrollY”."
    ),
    (lines("t,x,y") { "\($0),0,\($1)" }, "offset from “y”. “x” stands still."),
    (lines("frame,x") { "\(Int(($0 * 60).rounded())),\($1)" }, "60 frames a second from “frame”"),
    (
      lines("dt,scrollY") { "\($0 == 0 ? 0 : 16.7),\($1)" },
      "read as time in ms from “dt” (summed) and offset from “scrollY”."
    ),
    (
      lines("tv_sec,tv_nsec,y") { "\(Int($0)),\(Int($0 * 1e9) % 1_000_000_000),\($1)" },
      "read as time in s from “tv_sec” with “tv_nsec” and offset from “y”."
    ),
    (lines("t_s,t_ms,y") { "\($0.rounded()),\($0 * 1000),\($1)" }, "time in ms from “t_ms” and"),
    (
      "# 120 Hz\n" + lines("scrollY") { "\($1)" },
      "read as time at 120 frames a second from the rows and offset from “scrollY”."
    ),
    (
      lines("t,style") { "\($0),translate(0px, \($1)px)" },
      "offset from “style.y”. “style.x” stands still."
    ),
    (
      lines("t,x") { Int($0 * 60) % 20 == 7 ? "\($0)," : "\($0),\($1)" },
      "rows without a number are left out."
    ),
  ]

  @Test(arguments: understood)
  func `the interpretation of a table is reported`(text: String, sentence: String) throws {
    let run = try Program.run("fit -", input: text)
    #expect(run.words.contains(sentence), "\(run.words)\(run.text)")
  }

  /// Tables that are rejected, with the reason.
  private static let refused: [(text: String, sentence: String)] = [
    ("x\n" + (0...20).map { "\($0)\n" }.joined(), "no column of it holds times"),
    (lines("t,foo,bar") { "\($0),\($1),\($1 * 2)" }, "several columns could hold the offset"),
    ("{\"traceEvents\": []}", "a log of frame times without positions"),
    ("{\"a\": 1}", "JSON without a table"),
    (lines("t,offset") { "\(Int(($0 * 60).rounded())),\($1)" }, "no column of it holds times"),
    (lines("time,normalized") { "\($0),\($1 / 600)" }, "Give them in pixels or points"),
    (lines("t,offset (%)") { "\($0),\($1)" }, "offsets are in %. Give them in pixels or points"),
    (lines("t,offset (in)") { "\($0),\($1)" }, "offsets are in inches. Give them in"),
    (lines("t,offset") { time, _ in "\(time),100" }, "nothing moves"),
    (
      "{\"feelstream\": 1}\n"
        + lines(nil) { "{\"t\": \($0 * 1e6), \"offset\": \($1)}" },
      "look like µs. Divide t by 1,000,000"
    ),
    (lines("time_us,y") { "\($0),\($1)" }, "closer than frames can be"),
    (lines(nil) { "\($0),\(1500 - 2.5 * $1),\($1)" }, "two of its columns move"),
    (lines("t,id,y") { "\($0),\(Int($0 * 60) / 50),\($1)" }, "holds several motions"),
    (lines("time,x") { "09:00:0\(Int($0)),\($1)" }, "repeat the time of the row before"),
    (lines("a,b") { "\(Int($0 * 60)),\($1)" }, "It has “a” (0 to 90), “b” (0 to 5"),
    (lines("t,y,z") { "\($0),\($1)" }, "2 cells, but there are names for 3: “t”, “y”, “z”"),
    (lines("t y") { "\(Int(($0 * 60).rounded())) \($1) 0" }, "names for 2: “t”, “y”"),
    (lines("t,style") { "\($0),translateY(\($1)%)" }, "“style” (“translateY(0.0%)”, no number)"),
    (
      lines("t,style") { "\($0),\"matrix(\($0 < 1 ? 1 : 2), 0, 0, 1, 0, \($1))\"" },
      "“1.0,matrix(2, 0, 0, 1, 0, \(rows.first { $0.time >= 1 }?.offset ?? 0))”"
    ),
    (lines("t,place") { "\($0),\($0 < 1 ? "{0, \($1)}" : "\($1)")" }, "is not a row of numbers"),
    (lines(nil) { " LOG  {\"x\": 0, \"y\": \($1)} \($0 * 0)" }, "no column of it holds times"),
    (lines("dt,delta_ms,y") { "1,\($0),\($1)" }, "no column of it holds times"),
    ("# 120 Hz\n" + lines(nil) { time, _ in "\(time)" }, "no column of it holds offsets"),
    ("# 120 Hz, touch 240 Hz\n" + lines("y") { "\($1)" }, "names several rates of frames"),
    ("# 60 Hz\n" + lines("y") { $0 == 1 ? "\n\($1)" : "\($1)" }, "with no other line between them"),
    (
      lines("t,y") { "\($0),\($0 == 0.5 ? 1e308 : $1)" },
      ":32: times and offsets must be within ±1e9"
    ),
    (lines("t,y") { "\($0 == 0.5 ? -1e308 : $0),\($1)" }, ":32: times and offsets must be"),
  ]

  @Test(arguments: refused)
  func `a table that cannot be read is refused with the reason`(text: String, sentence: String)
    throws
  {
    try Program.expectRefusal("fit -", input: text, status: 4, saying: sentence)
  }
}
