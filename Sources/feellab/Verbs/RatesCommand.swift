internal import ArgumentParser
internal import FeelFiles
internal import FeelTrace
internal import Observe
internal import Stage

/// `rates`: how evenly and how late content follows a pointer, for each input rate on each frame rate.
struct RatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rates",
    abstract: "Tell how input rates and frame rates go together.",
    discussion: helpText(
      """
      A pointer goes steadily and then stops at once. For 60 to 1000 samples a second on displays of \
      60 to 144 frames a second, and for what a program may do with samples before it shows them \
      (none: the newest is shown; linear: a place between two samples, 5 ms before the frame; \
      oneEuro: the 1 € filter, cutoff 1 /s growing by 0.007), three numbers in milliseconds of the \
      pointer's way: the jitter of steps from frame to frame, the lag behind the pointer, and how \
      far content goes past the stop. A pointer of 1000 px/s goes a pixel in a millisecond.
      """,
      examples: [
        "The table": "rates",
        "As a picture": "rates -o rates.png",
        "For a program": "rates --json",
      ]))

  @Flag(help: "As JSON.")
  var json = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A picture with the same numbers as bars, .png or .svg; - is a PNG on the standard output.",
      valueName: "file"), completion: .file(extensions: ["png", "svg"]))
  var output: String?

  func validate() throws {
    guard !json || output == nil else {
      throw ValidationError("--json writes numbers and --output draws them; leave one of them out.")
    }
  }

  func run() throws {
    let picture = try output.map { path throws(CommandFailure) in try PictureFile(path) }
    let studies = PointerFilter.allCases.flatMap { filter in
      RateStudy.inputRates.flatMap { input in
        RateStudy.frameRates.map { frame in
          RateStudy(inputRate: input, frameRate: frame, filter: filter)
        }
      }
    }
    if let picture {
      return try picture.write(RatesPicture.size) { RatesPicture(studies).draw(on: &$0) }
    }
    try StandardOutput.write(
      json ? "\(JSON.object(["cells": .list(studies.map(Self.json))]))\n" : Self.text(studies))
  }

  /// A table for each filter: a line for each input rate, jitter, lag and overshoot for each frame rate.
  private static func text(_ studies: [RateStudy]) -> String {
    var text = ""
    for filter in PointerFilter.allCases {
      text += "\(filter.rawValue): jitter / lag / past a stop, ms\n"
      text += "  input /s " + columns(RateStudy.frameRates.map { "\(Int($0)) frames/s" }) + "\n"
      for input in RateStudy.inputRates {
        let cells = studies.filter { $0.filter == filter && $0.inputRate == input }.map { study in
          [study.jitter, study.lag, study.overshoot].map { $0.text(decimals: 1) }
            .joined(separator: " / ")
        }
        let name = "\(Int(input))"
        text += String(repeating: " ", count: 10 - name.count) + name + " " + columns(cells) + "\n"
      }
    }
    return text
  }

  private static func columns(_ words: [String]) -> String {
    words.map { String(repeating: " ", count: max(1, 19 - $0.count)) + $0 }.joined()
  }

  private static func json(_ study: RateStudy) -> JSON {
    .object([
      "filter": .text(study.filter.rawValue), "inputRate": .number(study.inputRate),
      "frameRate": .number(study.frameRate), "jitterMs": .number(study.jitter),
      "lagMs": .number(study.lag), "overshootMs": .number(study.overshoot),
    ])
  }
}
