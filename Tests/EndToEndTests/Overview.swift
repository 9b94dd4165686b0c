import ScreenPicture
import TestSupport
import Testing

/// Where things are in the Overview, as one finds them by looking: by their colours in the light theme.
struct Overview {
  /// The slider's layers over the stage: the accent at 0.8 over text at 0.1.
  private static let fill: UInt32 = 0x4178bd
  private static let surface: UInt32 = 0xffffff

  private let picture: Picture

  /// Looks at a display.
  init(_ display: String) throws { picture = try Picture(of: display) }

  /// A row through the slider's capsule.
  func sliderRow(sourceLocation: SourceLocation = #_sourceLocation) throws -> Int {
    let rows = (0..<picture.height).filter {
      picture.longestRun(inRow: $0) { $0 == Self.fill }.count > 100
    }
    return try #require(
      rows.isEmpty ? nil : rows[rows.count / 2], "no slider is to be seen",
      sourceLocation: sourceLocation)
  }

  /// The filled part of the slider's capsule, from its left end to the cut.
  func sliderFill(sourceLocation: SourceLocation = #_sourceLocation) throws -> Range<Int> {
    let row = try sliderRow(sourceLocation: sourceLocation)
    return picture.longestRun(inRow: row) { $0 == Self.fill }
  }

  /// The point where the slider's fill is cut.
  func sliderEnd(sourceLocation: SourceLocation = #_sourceLocation) throws -> (x: Int, y: Int) {
    let row = try sliderRow(sourceLocation: sourceLocation)
    return (picture.longestRun(inRow: row) { $0 == Self.fill }.upperBound, row)
  }

  /// A point inside each of the buttons to hold, from the left.
  func holdButtons(sourceLocation: SourceLocation = #_sourceLocation) throws -> [(x: Int, y: Int)] {
    for row in try sliderRow(sourceLocation: sourceLocation)..<picture.height {
      let faces = picture.runs(inRow: row) { $0 == Self.surface }.filter { $0.count >= 40 }
      if faces.count == 3 { return faces.map { ($0.lowerBound + $0.count / 2, row + 6) } }
    }
    try #require(Bool(false), "no three buttons are to be seen", sourceLocation: sourceLocation)
    return []
  }

  /// A row through the cards, above their numbers.
  func cardRow(sourceLocation: SourceLocation = #_sourceLocation) throws -> Int {
    let row = (0..<picture.height).first { row in
      picture.longestRun(inRow: row, where: Self.isCard).count > 200
    }
    return try #require(row, "no card is to be seen", sourceLocation: sourceLocation) + 30
  }

  /// The cards that are seen whole, from the left.
  func wholeCards(sourceLocation: SourceLocation = #_sourceLocation) throws -> [Range<Int>] {
    try picture.runs(
      inRow: cardRow(sourceLocation: sourceLocation), where: Self.isCard
    ).filter { $0.lowerBound > 0 && $0.upperBound < Program.size.width && $0.count > 200 }
  }

  /// The colours of cards are half saturated and fully bright.
  private static func isCard(_ pixel: UInt32) -> Bool {
    let (red, green, blue) = (pixel >> 16 & 0xff, pixel >> 8 & 0xff, pixel & 0xff)
    return (red >= 0xfe || green >= 0xfe || blue >= 0xfe)
      && (red <= 0x82 || green <= 0x82 || blue <= 0x82)
  }
}
