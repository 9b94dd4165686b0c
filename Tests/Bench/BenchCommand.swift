internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Raster
internal import TextLayout

/// Measures the performance of drawing and of the engine on this machine.
@main
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Tests/bench",
    abstract: "Measure what drawing or the engine costs here.",
    discussion: """
      Each line names who drew, the scene, and median, fastest and 90th percentile in nanoseconds, \
      then the runs; memset and memcpy are what the machine needs to set or copy the pixels that \
      the scene touches. E1 to F10 are what a program beyond the lab draws: many small or long \
      shapes, images, gradients, clips and groups. Pin it to one core (taskset -c 1) for steady \
      figures.
      """)

  @Flag(help: "As JSON.")
  var json = false

  @Flag(help: "Time the engine's controls: a move during a drag, and a frame during a motion.")
  var engine = false

  @Flag(help: "With --engine, time a scroll view under every preset instead.")
  var presets = false

  @Flag(
    help: """
      Time a session of a minute at 1000 reports a second with its timeline open, or of two \
      hundred takes: the memory it keeps (in bytes), going to any moment of it, a frame of it.
      """)
  var session = false

  @Flag(
    help: """
      Time the lab's frames under every overlay with both panels open: the list, drawing all of \
      it, drawing what moves, and a frame after an edit while a long take is shown.
      """)
  var lab = false

  @Flag(
    help: """
      Time what has a budget: the busiest frames, twenty covers, the first picture, a press until \
      its pixels; and count what an idle window wakes up for in ten minutes.
      """)
  var budgets = false

  @Flag(help: "Time finding another program's content in a picture, and naming a fling's law.")
  var observe = false

  @Option(
    parsing: .unconditional, help: "Also time the whole frame at this size in pixels.",
    transform: BenchCommand.size)
  var size: Size?

  @Option(
    help: "Only these scenes, separated by commas: S1,S5.")
  var only: String?

  @Option(
    help: ArgumentHelp("Draw large frames with so many threads; 1 unless named.", valueName: "n"))
  var threads: Int?

  @Option(
    parsing: .unconditional, help: "Seconds to spend on each scene, 0.001 to 60; 1 unless named.")
  var seconds = 1.0

  @Option(
    help: "Only write the quality shapes' coverage into this folder, a byte a pixel.")
  var coverage: String?

  @Option(
    help: ArgumentHelp(
      "Only write a recording of ten minutes, 1000 reports a second, into this file: to time verify.",
      valueName: "file"))
  var recording: String?

  @Option(
    help: ArgumentHelp(
      "Also draw the medians, as shares of those in the file of --beside, as a .svg or .png.",
      valueName: "file"))
  var chart: String?

  @Option(
    help: ArgumentHelp(
      "Lines of another program's times, as bench writes its own: name,scene,median,fastest,p90,runs. The first of a scene counts.",
      valueName: "file"))
  var beside: String?

  private static func size(_ word: String) throws -> Size {
    let sides = word.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard sides.count == 2, sides.allSatisfy(Limits.pictureSide.contains) else {
      throw ValidationError("Write it as WIDTHxHEIGHT in pixels, each up to 16384: 1200x800.")
    }
    return Size(Double(sides[0]), Double(sides[1]))
  }

  func validate() throws {
    guard (0.001...60).contains(seconds) else {
      throw ValidationError("--seconds is 0.001 to 60.")
    }
    if let threads, !Limits.threads.contains(threads) {
      throw ValidationError(
        "--threads is \(Limits.threads.lowerBound) to \(Limits.threads.upperBound).")
    }
    if (chart == nil) != (beside == nil) {
      throw ValidationError("--chart draws times beside those of --beside; name both.")
    }
    if [engine, session, lab, budgets, observe].count(where: { $0 }) > 1 {
      throw ValidationError(
        "--engine, --session, --lab, --budgets and --observe are five things; choose one.")
    }
    let isDrawing = !(engine || session || lab || budgets || observe)
    if !isDrawing, size != nil || coverage != nil || threads != nil {
      throw ValidationError(
        "--size, --threads and --coverage are about drawing: leave out --engine, --session, --lab, "
          + "--budgets and --observe."
      )
    }
    if presets, !engine { throw ValidationError("--presets goes with --engine.") }
    for name in chosen ?? [] where !allNames.contains(name) {
      let names = allNames.joined(separator: ", ")
      throw ValidationError("There is no scene \(quoted(name)); the scenes are \(names).")
    }
  }

  func run() throws {
    do {
      try runChosen()
    } catch let failure as CommandFailure {
      StandardError.write("bench: \(failure.message)\n")
      throw ExitCode(failure.status.rawValue)
    }
  }

  private func runChosen() throws {
    if let recording {
      try SessionBench.record(to: recording)
      return StandardError.tellWritten(recording, "ten minutes")
    }
    if engine {
      return try report { [EngineBench.measure($0, seconds: seconds)] }
    }
    if observe {
      return try report { [ObserveBench.measure($0, seconds: seconds)] }
    }
    // Unhinted outlines at fractional positions, as in the reference programs.
    guard let fonts = try? FontBook(family: "DejaVu Sans", hinting: .none) else {
      throw CommandFailure(.badFile, "There is no font to draw with. Install fonts-dejavu-core.")
    }
    if session {
      let bench = SessionBench(fonts: fonts)
      return try report { bench.measure($0, seconds: seconds) }
    }
    if lab {
      let bench = LabBench(fonts: fonts)
      return try report { bench.measure($0, seconds: seconds) }
    }
    if budgets {
      let bench = BudgetBench(fonts: fonts)
      return try report { bench.measure($0, seconds: seconds) }
    }
    let scenes = BenchScenes(fonts)
    func fresh() -> Renderer { Renderer(threads: threads ?? 1, outline: fonts.outline) }
    let renderer = fresh()
    if let coverage {
      try BenchCoverage.write(to: coverage, scenes, renderer)
      return
    }
    try report { measure($0, scenes, renderer, fresh) }
  }

  /// Runs the chosen measurements and prints each line when it is known, or everything as JSON.
  private func report(_ measure: (String) -> [BenchResult]) throws {
    let names = allNames.filter { chosen?.contains($0) ?? true }
    var drawing: BenchChart?
    if let chart, let beside { drawing = try BenchChart(chart, of: names, beside: beside) }
    var all: [JSON] = []
    var own: [BenchResult] = []
    let progress = Progress("measuring")
    StopSignals.watch()
    for (index, name) in names.enumerated() {
      progress.report(Double(index) / Double(names.count), name)
      let results = measure(name)
      guard !StopSignals.arrived else { break }
      own.append(results[0])
      if json {
        all.append(Self.json(results))
      } else {
        progress.clear()
        try StandardOutput.write(Self.lines(results))
      }
    }
    progress.clear()
    StopSignals.obey { "measuring is given up" }
    progress.close("\(counted(names.count, "scene")) \(names.count == 1 ? "is" : "are") measured")
    if json {
      try StandardOutput.write(JSON.object(["scenes": .list(all)]).description + "\n")
    }
    try drawing?.write(own)
  }

  private var chosen: [String]? {
    only.map { $0.split(separator: ",").map(String.init) }
  }

  private var allNames: [String] {
    if engine { return presets ? EngineBench.presetNames : EngineBench.names }
    if session { return SessionBench.names }
    if lab { return LabBench.names }
    if budgets { return BudgetBench.names }
    if observe { return ObserveBench.names }
    let own = size.map { "S7@\(Int($0.width))x\(Int($0.height))" }
    return Self.drawings + (own.map { Self.drawings.contains($0) ? [] : [$0] } ?? [])
  }

  /// The default set of drawing benchmarks.
  static let drawings =
    (1...8).map { "S\($0)" } + ["S7@2560x1600", "S7@3840x2160"] + BenchContents.names
    + BenchDamage.names

  /// The scene's result, followed by those of setting and copying its pixels where known.
  private func measure(
    _ name: String, _ scenes: BenchScenes, _ renderer: Renderer, _ fresh: () -> Renderer
  ) -> [BenchResult] {
    if BenchDamage.names.contains(name) {
      return [BenchDamage(scenes: scenes).measure(name, renderer, seconds: seconds)]
    }
    if BenchContents.names.contains(name) {
      let contents = BenchContents(scenes: scenes)
      return [contents.measure(name, renderer, fresh, seconds: seconds)]
    }
    let parts = name.split(separator: "@").map(String.init)
    let sides = parts.count > 1 ? parts[1].split(separator: "x").compactMap { Int($0) } : []
    let (width, height) =
      sides.count == 2 ? (sides[0], sides[1]) : (BenchScenes.width, BenchScenes.height)
    let scale = min(
      Double(width) / Double(BenchScenes.width), Double(height) / Double(BenchScenes.height))
    let list = scenes.list(parts[0], scale: scale)
    var canvas = BenchCanvas(width: width, height: height)
    var results = [
      BenchTimer.measure(name, seconds: seconds) { canvas.draw(list, with: renderer) }
    ]
    if let pixels = BenchMemory.touchedPixels[name] {
      results.append(BenchMemory.set(name, pixels: pixels, seconds: seconds / 4))
      results.append(BenchMemory.copy(name, pixels: pixels, seconds: seconds / 4))
    }
    return results
  }

  private static func lines(_ results: [BenchResult]) -> String {
    zip(["feellab", "memset", "memcpy"], results).map { name, result in
      let times = [result.median, result.fastest, result.p90].map { String(Int($0.rounded())) }
      return "\(name),\(result.scene),\(times.joined(separator: ",")),\(result.runs)\n"
    }.joined()
  }

  private static func json(_ results: [BenchResult]) -> JSON {
    let result = results[0]
    var members: [JSON.Member] = [
      JSON.Member("scene", .text(result.scene)), JSON.Member("medianNs", .number(result.median)),
      JSON.Member("minNs", .number(result.fastest)), JSON.Member("p90Ns", .number(result.p90)),
      JSON.Member("runs", .integer(result.runs)),
    ]
    if results.count == 3 {
      members.append(JSON.Member("memsetNs", .number(results[1].median)))
      members.append(JSON.Member("memcpyNs", .number(results[2].median)))
    }
    return JSON(.object(members))
  }
}
