internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Observe
internal import Raster
internal import Stage

/// How evenly and how late content follows a pointer, for each pair of input rate and frame rate.
enum RateTable {
  /// Computes and writes the table.
  ///
  /// - Parameter output: a picture's name, or "-" for text or JSON on the standard output.
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
    try StandardOutput.write(asJSON ? "\(JSON.of(["cells": studies.map(json)]))\n" : text(studies))
  }

  /// A table per filter, with a line per input rate.
  ///
  /// A cell holds jitter, lag and overshoot at one frame rate.
  private static func text(_ studies: [RateStudy]) -> String {
    PointerFilter.allCases.map { filter in
      let head = ["input /s"] + RateStudy.frameRates.map { "\(Int($0)) frames/s" }
      let rows = RateStudy.inputRates.map { input in
        ["\(Int(input))"]
          + studies.filter { $0.filter == filter && $0.inputRate == input }.map { study in
            [study.jitter, study.lag, study.overshoot].map { $0.text(decimals: 1) }
              .joined(separator: " / ")
          }
      }
      return "\(filter.rawValue): jitter / lag / past a stop, ms\n"
        + PlainTable.text([head] + rows, rightFrom: Set(head.indices))
    }.joined()
  }

  private static func json(_ study: RateStudy) -> JSON {
    JSON.of([
      "filter": study.filter.rawValue, "inputRate": study.inputRate, "frameRate": study.frameRate,
      "jitterMs": study.jitter, "lagMs": study.lag, "overshootMs": study.overshoot,
    ])
  }
}

/// The table as bars: a block for each filter, a cell for each pair of rates.
///
/// All bars have the same scale, so that cells and blocks can be compared visually.
struct RatesPicture {
  private static let margin = 16.0
  private static let cell = Size(148, 46)
  /// Room for the input rates, before the cells.
  private static let names = 100.0
  /// The height of a block's title and frame rates.
  private static let head = 40.0
  /// Room after the longest bar for its number.
  private static let number = 34.0
  private static let bar = 11.0

  /// In points.
  static let size = Size(
    2 * margin + names + cell.width * Double(RateStudy.frameRates.count),
    2 * margin + 24 + Double(PointerFilter.allCases.count)
      * (head + 12 + cell.height * Double(RateStudy.inputRates.count)))

  private let studies: [RateStudy]
  /// The longest bar, in milliseconds.
  private let longest: Double

  init(_ studies: [RateStudy]) {
    self.studies = studies
    longest = max(1, studies.flatMap(Self.numbers).max() ?? 1)
  }

  private static func numbers(_ study: RateStudy) -> [Double] {
    [study.jitter, study.lag, study.overshoot]
  }

  /// A filter's title over its block.
  private static func words(_ filter: PointerFilter) -> String {
    switch filter {
    case .none: "The newest sample is shown (none)"
    case .linear: "A place between two samples, 5 ms before the frame (linear)"
    case .oneEuro: "The 1 € filter (oneEuro)"
    }
  }

  func draw(on canvas: inout Canvas) {
    let theme = canvas.theme
    let colors = [theme.ink, theme.accent, theme.bFill]
    var x = Self.margin
    for (color, words) in zip(colors, ["jitter", "lag", "past a stop"]) {
      canvas.fill(Rect(x: x, y: Self.margin, width: 10, height: 10), color)
      canvas.label(words, at: Vector(x + 15, Self.margin + 5), .caption, theme.text)
      x += 90
    }
    func caption(_ words: String, _ x: Double, _ y: Double) {
      canvas.label(words, at: Vector(x, y), .caption, theme.secondaryText)
    }
    caption("in ms of the pointer’s way", x, Self.margin + 5)
    var y = Self.margin + 24
    for filter in PointerFilter.allCases {
      canvas.label(Self.words(filter), at: Vector(Self.margin, y + 8), .body, theme.text)
      for (column, rate) in RateStudy.frameRates.enumerated() {
        caption("\(Int(rate)) frames/s", left(column), y + 28)
      }
      y += Self.head
      for input in RateStudy.inputRates {
        let ground = Rect(x: Self.margin, y: y, width: Self.size.width - 2 * Self.margin, height: 1)
        canvas.fill(ground, theme.hair)
        caption("\(Int(input)) samples/s", Self.margin, y + Self.cell.height / 2)
        for study in studies where study.filter == filter && study.inputRate == input {
          guard let column = RateStudy.frameRates.firstIndex(of: study.frameRate) else { continue }
          draw(study, colors, at: Vector(left(column), y + 7), on: &canvas)
        }
        y += Self.cell.height
      }
      y += 12
    }
  }

  private func left(_ column: Int) -> Double {
    Self.margin + Self.names + Self.cell.width * Double(column)
  }

  private func draw(
    _ study: RateStudy, _ colors: [Color], at corner: Vector, on canvas: inout Canvas
  ) {
    let reach = Self.cell.width - Self.number - 8
    for (line, (color, number)) in zip(colors, Self.numbers(study)).enumerated() {
      let y = corner.y + Self.bar * Double(line)
      let length = max(1, reach * number / longest)
      canvas.fill(Rect(x: corner.x, y: y + 2, width: length, height: Self.bar - 4), color)
      canvas.label(
        number.text(decimals: 1), at: Vector(corner.x + length + 5, y + Self.bar / 2), .caption,
        canvas.theme.secondaryText)
    }
  }
}
