internal import ArgumentParser

/// By how much a motion may differ from the one that it is checked against: “2px,3%,16ms”.
struct Tolerance {
  /// How far apart the two may be at any moment, in the motion's unit; `nil` where that is not
  /// asked.
  private(set) var length: Double?
  /// By which share travel, duration and release velocity may differ; `nil` where that is not
  /// asked.
  private(set) var share: Double?
  /// By how much one may be shown later than the other, in seconds; `nil` where that is not asked.
  private(set) var lag: Double?

  /// What holds unless it is said: less than an eye or a finger tells apart.
  static let usual = Tolerance(length: 2, share: 0.03, lag: nil)

  private init(length: Double?, share: Double?, lag: Double?) {
    (self.length, self.share, self.lag) = (length, share, lag)
  }

  /// Reads it.
  ///
  /// - Throws: `ValidationError` with an example where it is none.
  init(_ text: String) throws {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let unit = part.drop { $0.isNumber || $0 == "." }
      guard let number = Double(part.prefix(upTo: unit.startIndex)), number.isFinite else {
        throw Self.refusal
      }
      // One that is said twice is most likely a number with a decimal comma.
      switch unit {
      case "px", "pt": length = length == nil ? number : .nan
      case "%": share = share == nil ? number / 100 : .nan
      case "ms": lag = lag == nil ? number / 1000 : .nan
      default: throw Self.refusal
      }
      if [length, share, lag].contains(where: { $0?.isNaN ?? false }) { throw Self.refusal }
    }
  }

  private static let refusal = ValidationError(
    "Write a length, a share, a time, or several: 2px,3%,16ms.")
}
