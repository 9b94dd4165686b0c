internal import ArgumentParser

/// How much a motion may differ from its reference: “2px,3%,16ms”.
struct Tolerance {
  /// The greatest distance at any moment, in the motion's unit; `nil` if not checked.
  private(set) var length: Double?
  /// The greatest relative difference of travel, duration and release velocity; `nil` if not
  /// checked.
  private(set) var share: Double?
  /// The greatest lag, in seconds; `nil` if not checked.
  private(set) var lag: Double?

  /// The default: less than an eye or a finger notices.
  static let usual = Tolerance(length: 2, share: 0.03, lag: nil)

  private init(length: Double?, share: Double?, lag: Double?) {
    (self.length, self.share, self.lag) = (length, share, lag)
  }

  /// Parses a tolerance.
  ///
  /// - Throws: `ValidationError` with an example if the text is invalid.
  init(_ text: String) throws {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let unit = part.drop { $0.isNumber || $0 == "." }
      guard let number = Double(part.prefix(upTo: unit.startIndex)), number.isFinite else {
        throw Self.refusal
      }
      // A unit that occurs twice is most likely a decimal comma.
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
