import ImageFile
import TestSupport
import Testing

/// Measured motions passed to the Curves scene by `--data`.
struct CurveDataTests {
  private func render(_ arguments: Words) throws -> Bitmap {
    try PNGDecoder.decode(Program.run("render curves -o -" + arguments).output)
  }

  @Test func `a curve written by the program is shown as data, with or without velocities`()
    throws
  {
    let folder = try TemporaryFolder()
    let curve = try Program.run("curve --velocity 2500 --max 600 --dt 0.016")
    let whole = try folder.write(curve.text, to: "whole.csv")
    let rows = curve.text.split(separator: "\n").map {
      $0.split(separator: ",").prefix(2).joined(separator: ",")
    }
    let bare = try folder.write(rows.joined(separator: "\n") + "\n", to: "bare.csv")
    let plain = try render([])
    #expect(try render("--data \(whole)").pixels != plain.pixels)
    #expect(try render("--data \(bare)").pixels != plain.pixels)
    let other: Words = "--set curve.source=bounce"
    #expect(try render("--data \(bare)" + other).pixels == render(other).pixels)
  }

  @Test func `the last gesture of a recorded session is shown`() throws {
    let folder = try TemporaryFolder()
    let trace = try folder.write(RenderTests.trace, to: "t.feel")
    #expect(try render("--data \(trace)").pixels != render([]).pixels)
    let head = String(RenderTests.trace.split(separator: "\n")[0])
    let empty = try folder.write(head + "\n", to: "e.feel")
    try Program.expectRefusal(
      "render curves -o - --data \(empty)", status: 4, saying: "e.feel", "no hand")
  }

  @Test func `a file that is not a motion is refused with the reason`() throws {
    let folder = try TemporaryFolder()
    for (text, words) in [
      ("t,x\n0,1\n0.2,2\n0.1,3\n", ["a.csv:4", "time goes backwards"]),
      ("t,x\n0,1\n", ["two rows"]), ("t,x\n0,1\n1,abc\n", ["a.csv:3", "1,abc"]),
      ("a,b\n0,1\n1,2\n", ["no column of it holds times", "“t_ms,offset”"]),
      ("duration_s,distance_pt\n1,900\n", ["flings", "“feellab fit”"]), ("", ["is empty"]),
    ] {
      let file = try folder.write(text, to: "a.csv")
      let run = try Program.run("render curves -o - --data \(file)", status: 4)
      #expect(run.output.isEmpty)
      for word in words { #expect(run.words.contains(word), "\(run.words)") }
    }
  }

  @Test func `data without a scene that shows them are refused`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("t,x\n0,1\n1,2\n", to: "a.csv")
    let trace = try folder.write(RenderTests.trace, to: "t.feel")
    try Program.expectRefusal("render pager -o - --data \(file)", saying: "curves")
    try Program.expectRefusal("render \(trace) -o - --data \(file)", saying: "--data")
    try Program.expectRefusal("open --scene pager --data \(file)", saying: "curves")
    try Program.expectRefusal("open \(trace) --data \(file)", saying: "--data")
    try Program.expectRefusal(
      "render curves -o - --data \(folder.file("none.csv"))", status: 4, saying: "none.csv")
  }
}
