internal import ImageFile

/// How a drawn picture compares with the one that is kept beside the tests.
///
/// To renew a kept one: delete it, run its tests with `--attachments-path FOLDER`, look at it, copy
/// it from there.
public struct Golden: Sendable {
  /// Whether there is a kept one of the same size, and no channel of any pixel differs by more than
  /// the tolerance.
  public let isSame: Bool
  /// The greatest difference of one channel, in 255ths; `nil` if there is none of the same size to
  /// compare with.
  public let worst: Int?
  /// The file's name.
  public let name: String
  /// What was drawn, as a file.
  public let drawn: [UInt8]
  /// Where the two differ, sixteen times as strong, as a file; `nil` if there is none of the same
  /// size to compare with.
  public let difference: [UInt8]?

  /// Compares a picture, its pixels 0x00RRGGBB and row-major, with a file.
  ///
  /// - Parameter tolerance: how many steps of 255 a channel may differ by, as where the same
  ///   coverage is rounded differently.
  public init(
    _ name: String, in folder: String, width: Int, height: Int, pixels: [UInt32], tolerance: Int
  ) {
    self.name = name
    let kept = (try? PNGDecoder.decode(bytes(of: "\(folder)/\(name)"))) ?? nil
    let drawn = pixels.map { $0 & 0xFF_FFFF }
    self.drawn = PNGEncoder(level: 9).encode(width: width, height: height, pixels: drawn)
    guard let kept, kept.width == width, kept.height == height else {
      (isSame, worst, difference) = (false, nil, nil)
      return
    }
    let differences = zip(kept.pixels, drawn).map(Self.difference)
    let worst = differences.max() ?? 0
    (isSame, self.worst) = (worst <= tolerance, worst)
    let shown = differences.map { UInt32(min(255, $0 * 16)) * 0x010101 }
    difference = isSame ? nil : PNGEncoder().encode(width: width, height: height, pixels: shown)
  }

  private static func difference(_ a: UInt32, _ b: UInt32) -> Int {
    var greatest = 0
    for shift: UInt32 in [0, 8, 16] {
      greatest = max(greatest, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
    }
    return greatest
  }
}
