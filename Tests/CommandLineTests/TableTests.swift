import FeelTrace
import Foundation
import TestSupport
import Testing

/// Tables as people write them: one fling, spelled in many ways, gives one law.
struct TableTests {
  /// A fling of 1500 a second that loses 2.5 of its velocity a second, sixty rows a second.
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

  /// Each spelling by what is special about it.
  private static func spellings() -> [(name: String, text: String)] {
    var all: [(name: String, text: String)] = []
    func spell(
      _ name: String, _ names: String?, before: String = "",
      _ line: (_ time: Double, _ offset: Double) -> String
    ) {
      all.append((name, before + lines(names, line)))
    }
    spell("names", "time,offset") { "\($0),\($1)" }
    spell("milliseconds in the name", "timestamp_ms,scrollY") { "\($0 * 1000),\($1)" }
    spell("milliseconds by themselves", "timestamp,scrollTop") { "\($0 * 1000),\($1)" }
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
    spell("points in thousands", "Zeit;Position") { "\(comma($0));\(grouped($1 * 10))" }
    spell("a spreadsheet's", "t;x", before: "sep=;\n") { "\(comma($0));\(comma($1))" }
    spell("tabs", "t\tx") { "\($0)\t\($1)" }
    spell("bars", "t | x") { "\($0) | \($1)" }
    spell("Markdown", nil, before: "| t | x |\n|---|--:|\n") { "| \($0) | \($1) |" }
    spell("spaces", "t x") { "\($0)   \($1)" }
    spell("quotes", "\"t\",\"x\"") { "\"\($0)\",\"\($1)\"" }
    spell("a mark of the encoding", "\u{FEFF}t,x\r") { "\($0),\($1)\r" }
    spell("no names", nil) { "\($0),\($1)" }
    spell("a title", "t,x", before: "Recorded by hand\nDevice,Phone\n\n") { "\($0),\($1)" }
    spell("words beside", "state,t,x") { "scrolling,\($0),\($1)" }
    spell("a separator at the end", "t,x") { "\($0),\($1)," }
    spell("a column of rows", ",t,x") { "\(Int($0 * 60)),\($0),\($1)" }
    spell("what stands still", "t,x,y") { "\($0),0,\($1)" }
    spell("velocities", "t,velocity,value") { "\($0),\(1500 - $1 * 2.5),\($1)" }
    spell("frames", "frame,x") { "\(Int(($0 * 60).rounded())),\($1)" }
    spell("dates", "time,x") { "2026-11-26T09:00:\(clock($0))Z,\($1)" }
    spell("times of day", "clock,x") { "23:59:\(clock($0)),\($1)" }
    spell("a log", nil) { "D/Scroll: t=\($0) scrollY=\($1)" }
    spell("another clock beside frames", "frame,targetTimestamp,y") {
      "\(Int($0 * 60)),\(555 + $0),\($1)"
    }
    spell("rows that are counted", nil) { "\(Int(($0 * 60).rounded())),\($0),\($1)" }
    spell("a finger's place beside", "time,x,y,scroll") { "\($0),300,\(600 - $0 * 40),\($1)" }
    spell("a logger's clock", nil) { "11-26 09:00:\(clock($0)) D/Scroll: offset=\($1)" }
    spell("unknown names", "foo,bar") { "\($0),\($1)" }
    spell("a line for each object", nil) { "{\"t\": \($0), \"offset\": \($1)}" }
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

  @Test func `a fling has one law, however its table is spelled`() throws {
    for (name, text) in Self.spellings() {
      let run = try Program.run(["fit", "-", "--json"], input: text)
      #expect(run.status == 0, "\(name): \(run.words)")
      let motion = try? JSONReader.read(run.output)["motions"]?.list?.first
      let law = motion?["segments"]?.list?.first
      #expect(law?["law"]?["family"]?.text == "exponential", "\(name): \(run.text)")
      let numbers = law?["law"]?["numbers"]?.list
      let decay = numbers?.first { $0["name"]?.text == "decay" }?["value"]?.number ?? 0
      #expect(abs(decay - 2.5) < 0.002, "\(name): \(decay)")
    }
  }

  @Test(arguments: [
    (
      lines("timestamp_ms,scrollY") { "\($0 * 1000),\($1)" },
      "read as time in ms from “timestamp_ms” and offset from “scrollY”."
    ),
    (lines("t,x,y") { "\($0),0,\($1)" }, "offset from “y”. “x” stands still."),
    (lines("frame,x") { "\(Int(($0 * 60).rounded())),\($1)" }, "60 frames a second from “frame”"),
    (
      lines("t,x") { Int($0 * 60) % 20 == 7 ? "\($0)," : "\($0),\($1)" },
      "rows without a number are left out."
    ),
  ])
  func `what was understood is said`(text: String, sentence: String) throws {
    let run = try Program.run(["fit", "-"], input: text)
    #expect(run.status == 0 && run.words.contains(sentence), "\(run.words)\(run.text)")
  }

  @Test(arguments: [
    ("x\n" + (0...20).map { "\($0)\n" }.joined(), "no column of it holds times"),
    (lines("t,foo,bar") { "\($0),\($1),\($1 * 2)" }, "several columns could hold the offset"),
    ("{\"traceEvents\": []}", "a trace of frame times, without the place of anything that moved"),
    ("{\"a\": 1}", "JSON without a table"),
    (lines("t,offset") { "\(Int(($0 * 60).rounded())),\($1)" }, "no column of it holds times"),
    (lines("time,normalized") { "\($0),\($1 / 600)" }, "give them in pixels or points"),
    (lines("time_us,y") { "\($0),\($1)" }, "closer than any frames"),
    (lines(nil) { "\($0),\(1500 - 2.5 * $1),\($1)" }, "two of its columns move"),
    (lines("t,id,y") { "\($0),\(Int($0 * 60) / 50),\($1)" }, "holds several motions"),
    (lines("time,x") { "09:00:0\(Int($0)),\($1)" }, "have the time of the row before"),
  ])
  func `what cannot be read is refused with what can be`(text: String, sentence: String) throws {
    try Program.expectRefusal(["fit", "-"], input: text, status: 4, saying: sentence)
  }
}
