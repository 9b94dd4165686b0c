internal import FeelFiles
internal import FeelTrace
internal import Observe
internal import Stage

/// How evenly and how late content follows a pointer, for each input rate on each frame rate.
enum RateTable {
  /// Computes the table and writes it.
  ///
  /// - Parameter output: a picture's name; "-" is the standard output, as words or JSON.
  static func write(to output: String, asJSON: Bool) throws {
    let studies = PointerFilter.allCases.flatMap { filter in
      RateStudy.inputRates.flatMap { input in
        RateStudy.frameRates.map { frame in
          RateStudy(inputRate: input, frameRate: frame, filter: filter)
        }
      }
    }
    guard output == "-" else {
      return try PictureFile(output).write(RatesPicture.size) {
        RatesPicture(studies).draw(on: &$0)
      }
    }
    try StandardOutput.write(
      asJSON ? "\(JSON.object(["cells": .list(studies.map(json))]))\n" : text(studies))
  }

  /// A table for each filter, with a line for each input rate.
  ///
  /// A cell holds jitter, lag and overshoot at one frame rate.
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
        text += name.ending(at: 10) + " " + columns(cells) + "\n"
      }
    }
    return text
  }

  private static func columns(_ words: [String]) -> String {
    words.map { $0.ending(at: 19, gap: 1) }.joined()
  }

  private static func json(_ study: RateStudy) -> JSON {
    .object([
      "filter": .text(study.filter.rawValue), "inputRate": .number(study.inputRate),
      "frameRate": .number(study.frameRate), "jitterMs": .number(study.jitter),
      "lagMs": .number(study.lag), "overshootMs": .number(study.overshoot),
    ])
  }
}
