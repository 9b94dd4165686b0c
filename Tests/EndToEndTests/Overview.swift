import ScreenPicture
import TestSupport
import Testing

/// Locates the Overview's controls in a screenshot, by their colours in the light theme.
struct Overview {
  private let picture: Picture

  init(_ display: String) throws { picture = try Picture(of: display) }

  /// A row through the slider's capsule, below its times.
  func sliderRow(sourceLocation: SourceLocation = #_sourceLocation) throws -> Int {
    let rows = (0..<picture.height).filter {
      picture.longestRun(inRow: $0, where: Self.isFill).count > 100
    }
    return try #require(
      rows.isEmpty ? nil : rows[rows.count * 5 / 6], "no slider is to be seen",
      sourceLocation: sourceLocation)
  }

  /// The filled part of the slider's capsule, from its left end to the cut.
  func sliderFill(sourceLocation: SourceLocation = #_sourceLocation) throws -> Range<Int> {
    let row = try sliderRow(sourceLocation: sourceLocation)
    return picture.longestRun(inRow: row, where: Self.isFill)
  }

  /// The point where the slider's fill is cut.
  func sliderEnd(sourceLocation: SourceLocation = #_sourceLocation) throws -> (x: Int, y: Int) {
    let row = try sliderRow(sourceLocation: sourceLocation)
    return (picture.longestRun(inRow: row, where: Self.isFill).upperBound, row)
  }

  /// The centre of the red icon in the first hold button.
  func holdButton(sourceLocation: SourceLocation = #_sourceLocation) throws -> (x: Int, y: Int) {
    let top = try sliderRow(sourceLocation: sourceLocation) + 30
    let red = (top..<picture.height).flatMap { y in
      picture.runs(inRow: y) { $0 >> 16 & 0xff > 0xa0 && $0 >> 8 & 0xff < 0x80 && $0 & 0xff < 0x80 }
        .map { (x: $0.lowerBound + $0.count / 2, y: y) }
    }
    try #require(!red.isEmpty, "no red button is to be seen", sourceLocation: sourceLocation)
    return (red.map(\.x).reduce(0, +) / red.count, red.map(\.y).reduce(0, +) / red.count)
  }

  /// A row through the cards, above their numbers.
  func cardRow(sourceLocation: SourceLocation = #_sourceLocation) throws -> Int {
    let row = (0..<picture.height).first { row in
      picture.longestRun(inRow: row, where: Self.isCard).count > 200
    }
    return try #require(row, "no card is to be seen", sourceLocation: sourceLocation) + 30
  }

  /// The cards that are completely visible, from the left.
  func wholeCards(sourceLocation: SourceLocation = #_sourceLocation) throws -> [Range<Int>] {
    try picture.runs(
      inRow: cardRow(sourceLocation: sourceLocation), where: Self.isCard
    ).filter { $0.lowerBound > 0 && $0.upperBound < Program.size.width && $0.count > 200 }
  }

  /// The fill colour of a slider that is not held, dark and without hue; chapters are paler.
  private static func isFill(_ pixel: UInt32) -> Bool {
    let channels = [pixel >> 16 & 0xff, pixel >> 8 & 0xff, pixel & 0xff]
    guard let least = channels.min(), let most = channels.max() else { return false }
    return least >= 0x20 && most < 0x80 && most - least < 0x18
  }

  /// Card colours are half saturated and fully bright, apart from the light from above and the
  /// fading of side cards.
  private static func isCard(_ pixel: UInt32) -> Bool {
    let (red, green, blue) = (pixel >> 16 & 0xff, pixel >> 8 & 0xff, pixel & 0xff)
    return (red >= 0xfb || green >= 0xfb || blue >= 0xfb)
      && (red <= 0xb0 || green <= 0xb0 || blue <= 0xb0)
  }
}
