import Feel
import FeelTrace
import Foundation
import TestSupport
import Testing

/// The pages on faults and limits, with each limit tested from both sides.
struct LimitsTests {
  @Test func `the tests named in docs/faults.md exist`() throws {
    let page = try String(contentsOfFile: Program.root + "/docs/faults.md", encoding: .utf8)
    var tests = ""
    let paths = FileManager.default.enumerator(atPath: Program.root + "/Tests")
    while let path = paths?.nextObject() as? String {
      guard path.hasSuffix("Tests.swift") else { continue }
      tests += try String(contentsOfFile: "\(Program.root)/Tests/\(path)", encoding: .utf8)
    }
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| fault") }
    #expect(rows.count > 25)
    for row in rows {
      let cells = row.split(separator: "|", omittingEmptySubsequences: false)
      try #require(cells.count == 5, "\(row)")
      let names = cells[3].split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map(\.element)
      #expect(!names.isEmpty, "\(row)")
      for name in names { #expect(tests.contains("func `\(name)`"), "\(name)") }
    }
  }

  /// The rows of docs/limits.md: what is limited, and its limit.
  private func rows() throws -> [String: String] {
    var rows: [String: String] = [:]
    let page = try String(contentsOfFile: Program.root + "/docs/limits.md", encoding: .utf8)
    for line in page.split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      if line.hasPrefix("| `"), cells.count >= 2 { rows[cells[0]] = cells[1] }
    }
    return rows
  }

  @Test func `docs/limits.md states the program's limits`() throws {
    func text(_ number: Double) -> String {
      number.rounded() == number ? "\(Int(number))" : "\(number)"
    }
    func text(_ range: ClosedRange<Double>) -> String {
      "\(text(range.lowerBound)) to \(text(range.upperBound))"
    }
    let limits = [
      "recordingBytes": "\(Limits.recordingBytes)", "fileBytes": "\(Limits.fileBytes)",
      "recordingEnd": text(Limits.recordingEnd.seconds),
      "pointer": "\(Limits.pointer.lowerBound) to \(Limits.pointer.upperBound)",
      "windowSide": text(Limits.windowSide), "windowScale": text(Limits.windowScale),
      "stageSpeed": text(Limits.stageSpeed),
      "streamLineBytes": "\(Limits.streamLineBytes)", "streamWaiting": "\(Limits.streamWaiting)",
      "streamNumber": text(Limits.streamNumber),
      "pictureSide": "\(Limits.pictureSide.lowerBound) to \(Limits.pictureSide.upperBound)",
      "pictureScale": text(Limits.pictureScale),
      "picturePixelsAlong": "\(Limits.picturePixelsAlong)",
      "picturePixels": "\(Limits.picturePixels)", "videoFrames": "\(Limits.videoFrames)",
      "clipFrames": "\(Limits.clipFrames)", "clipPixels": "\(Limits.clipPixels)",
      "frameRate": text(Limits.frameRate), "trackSamples": "\(Limits.trackSamples)",
      "seconds": text(Limits.seconds), "replaySpeed": text(Limits.replaySpeed),
      "threads": "\(Limits.threads.lowerBound) to \(Limits.threads.upperBound)",
      "JSONReader.maximumDepth": "\(JSONReader.maximumDepth)",
    ]
    let rows = try rows()
    #expect(Set(rows.keys) == Set(limits.keys.map { "`\($0)`" }))
    for (name, limit) in limits { #expect(rows["`\(name)`"] == limit, "\(name)") }
  }

  @Test func `flags are accepted at each limit and refused beyond it`() throws {
    let folder = try TemporaryFolder()
    let picture: Words = "render progress-slider -o \(folder.file("a.svg"))"
    for (side, status) in [("1", 0), ("16384", 0), ("0", 2), ("16385", 2)] as [(String, Int32)] {
      try Program.run(picture + "--size \(side)x600", status: status)
      try Program.run(picture + "--size 600x\(side)", status: status)
    }
    let small = picture + "--size 300x300 --scale"
    for (scale, status) in [("1", 0), ("4", 0), ("0.99", 2), ("4.01", 2), ("1e9", 2)]
      as [(String, Int32)]
    { try Program.run(small + "\(scale)", status: status) }
    for (moment, status) in [("0", 0), ("86400", 0), ("-0.1", 2), ("86400.1", 2)]
      as [(String, Int32)]
    { try Program.run(picture + "--at \(moment)", status: status) }
  }

  @Test func `a picture is refused beyond the limit of pixels`() throws {
    let folder = try TemporaryFolder()
    let picture: Words = "render progress-slider -o \(folder.file("a.svg")) --size"
    // At most 2²⁶ pixels, so one more row is too many; at most 32 767 along a side.
    for (size, scale, status) in [
      ("16384x4096", "1", 0), ("16384x4097", "1", 2), ("8192x2048", "2", 0), ("8192x2049", "2", 2),
      ("16384x10", "1.9999", 0), ("16384x10", "2", 2), ("10x16384", "2", 2),
    ] as [(String, String, Int32)] {
      try Program.run(picture + "\(size) --scale \(scale)", status: status)
    }
  }

  @Test func `more than 64 threads are refused`() throws {
    // Without a display, a valid number fails with status 3.
    try Program.run("--threads 64", status: 3)
    try Program.run("--threads 65", status: 2)
  }

  @Test func `rates, speeds and film lengths are refused beyond their limits`() throws {
    let folder = try TemporaryFolder()
    let trace = try folder.write(VerifyTests.ended(RenderTests.trace, at: 2_600_000), to: "a.feel")
    for (rate, status) in [("1", 0), ("1000", 0), ("0.9", 2), ("1000.1", 2)] as [(String, Int32)] {
      try Program.run("check \(trace) --fps \(rate)", status: status)
    }
    // Without a display, a valid speed fails with status 3.
    for (speed, status) in [("0.01", 3), ("100", 3), ("0.009", 2), ("100.1", 2)]
      as [(String, Int32)]
    { try Program.run("\(trace) --speed \(speed)", status: status) }
    let film: Words = "render overview -o \(folder.file("a"))/ --from 0 --fps 1000"
    try Program.run(film + "--to 1000", status: 2)
  }

  /// Window sizes and scales in a recording, with the exit status.
  @Test(arguments: [
    (#"[1200, 800]"#, "1e9", 4), (#"[1200, 800]"#, "400", 4), ("[1e9, 1e9]", "1", 4),
    ("[40000, 40000]", "1", 0), ("[65537, 800]", "1", 4), ("[65536, 65536]", "8", 0),
    ("[0.124, 800]", "1", 4), ("[0.125, 0.125]", "0.5", 0), (#"[1200, 800]"#, "8.01", 4),
  ])
  func `a recording's window is bounded before anything is drawn or allocated`(
    size: String, scale: String, status: Int32
  ) throws {
    let folder = try TemporaryFolder()
    let head = String(RenderTests.trace.split(separator: "\n")[0])
    let trace = try folder.write(
      head.replacing("[1200, 732]", with: size)
        .replacing(#""scale": 1,"#, with: #""scale": \#(scale),"#) + "\n"
        + #"{"t": 1000, "e": "move", "x": 5, "y": 5}"# + "\n", to: "a.feel")
    try Program.run("list \(trace)", status: status)
    let isLarge = size.contains("40000") || size.contains("65536")
    try Program.run("render \(trace) -o \(folder.file("a.png"))", status: isLarge ? 4 : status)
    let change = try folder.write(
      head + "\n" + #"{"t": 1000, "e": "stage", "size": \#(size), "scale": \#(scale)}"# + "\n",
      to: "b.feel")
    try Program.run("list \(change)", status: status)
  }
}
