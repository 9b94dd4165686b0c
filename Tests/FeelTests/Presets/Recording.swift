import Feel
import Foundation
import Testing

/// The response of a real program to a known hand; see Data/Recordings/README.md.
struct Recording: Sendable, CustomTestStringConvertible {
  let folder: String
  let name: String

  init(_ folder: String, _ name: String) { (self.folder, self.name) = (folder, name) }

  var testDescription: String { "\(folder)/\(name)" }

  private static let home = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Data/Recordings")

  private func lines(_ kind: String) throws -> [[String]] {
    let file = Self.home.appending(path: "\(folder)/\(name).\(kind).csv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map {
      $0.split(separator: ",").map(String.init)
    }
  }

  func hand(_ kind: String = "hand") throws -> RecordedHand {
    RecordedHand(
      try lines(kind).map { cells in
        RecordedHand.Sample(
          time: try #require(Double(cells[0])) / 1000,
          phase: try #require(RecordedHand.Phase(rawValue: cells[1])),
          location: Vector(try #require(Double(cells[2])), try #require(Double(cells[3]))))
      })
  }

  func motion(_ kind: String = "motion") throws -> RecordedMotion {
    RecordedMotion(
      try lines(kind).map { (try #require(Double($0[0])), try #require(Double($0[1]))) })
  }

  /// The preset's prediction for the hand, from the recording's start.
  func prediction(_ preset: ScrollPreset, hand kind: String = "hand") throws -> HandPrediction {
    let (hand, viewport) = (try hand(kind), 800.0)
    let hasEdge = name.hasPrefix("edge") || name.hasPrefix("dragover")
    let start = HandPrediction.start(
      of: try motion(), hand, by: preset, viewport: viewport, range: (hasEdge ? 0 : -1e9)...1e9)
    let least = hasEdge ? 0 : start - 1e7
    return HandPrediction(
      of: hand, by: preset, start: start, range: least...start + 1e7, viewport: viewport)
  }

  /// The recorded motion compared with the preset's prediction for its hand.
  func comparison(_ preset: ScrollPreset) throws -> MotionComparison {
    try #require(MotionComparison(try motion(), with: try prediction(preset)))
  }
}
