internal import ImageFile

/// The result of comparing a drawn picture with its golden.
///
/// To renew a golden: delete it, run its tests with `--attachments-path FOLDER`, look at the
/// picture there and copy it back.
public struct Golden: Sendable {
  /// Whether a golden of the same size exists and no channel of any pixel differs by more than the
  /// tolerance.
  public let isSame: Bool
  /// The greatest difference of one channel, in 255ths; `nil` without a golden of the same size.
  public let worst: Int?
  /// The golden's file name.
  public let name: String
  /// The drawn picture, as a file.
  public let drawn: [UInt8]
  /// The differences, amplified 16 times, as a file; `nil` without a golden of the same size.
  public let difference: [UInt8]?

  /// Compares a picture (pixels 0x00RRGGBB, row-major) with a file.
  ///
  /// - Parameter tolerance: how much a channel may differ, in 255ths: rounding of coverage may
  ///   vary.
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
