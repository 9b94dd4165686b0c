internal import FeelGeometry

/// The display time of a frame, as a fraction of a second.
public struct FrameDelay: Hashable, Sendable {
  /// The numerator; 0 shows the frame as briefly as the viewer can.
  public let numerator: UInt16
  /// The denominator.
  public let denominator: UInt16

  /// Creates a delay of `numerator / denominator` seconds.
  ///
  /// - Precondition: `denominator > 0`.
  public init(_ numerator: UInt16, _ denominator: UInt16) {
    precondition(denominator > 0, "a delay's denominator is positive")
    (self.numerator, self.denominator) = (numerator, denominator)
  }
}

/// Encodes frames as an animated PNG, each as the rectangle that changed.
///
/// Viewers without animation show the first frame. With one version of zlib, the same frames give
/// the same bytes.
/// Source: PNG Specification, Third Edition (W3C), § 11.3.4, "Animation information".
public struct APNGEncoder: Sendable {
  /// Width of every frame, in pixels.
  public let width: Int
  /// Height of every frame, in pixels.
  public let height: Int
  /// The number of times the animation plays; 0 is forever.
  public let plays: Int
  /// The number of frames so far.
  public private(set) var count = 0
  private let still: PNGEncoder
  private var shown: [UInt32] = []
  private var frames: [(control: [UInt8], data: [UInt8])] = []
  /// The sequence number of the next control or data chunk; they are numbered together.
  private var sequence: UInt32 = 0

  /// Creates an encoder for frames of one size.
  ///
  /// - Precondition: both sides are positive and below 2³¹, `plays` is not negative, `level` lies
  ///   in 0…9.
  public init(
    width: Int, height: Int, plays: Int = 0, format: ChannelFormat = .rgb, level: Int = 6
  ) {
    checkSides(width, height)
    precondition(plays >= 0 && plays < 1 << 31, "an animation plays 0 to 2^31 - 1 times")
    (self.width, self.height, self.plays) = (width, height, plays)
    still = PNGEncoder(format: format, level: level)
  }

  /// Adds a frame.
  ///
  /// `pixels` are 0x00RRGGBB, or straight 0xAARRGGBB with `.rgba`; row-major, `width` pixels per
  /// row.
  ///
  /// - Precondition: `pixels` has exactly `width · height` pixels.
  public mutating func append(_ pixels: [UInt32], delay: FrameDelay) {
    precondition(pixels.count == width * height, "a frame has width times height pixels")
    let rect = count == 0 ? whole : changed(to: pixels)
    var control = number()
    for side in [rect.width, rect.height, rect.x0, rect.y0] {
      control += UInt32(side).bigEndianBytes
    }
    control += delay.numerator.bigEndianBytes + delay.denominator.bigEndianBytes
    // Dispose: none. Blend: source.
    control += [0, 0]
    let rows = filteredRows(of: pixels, stride: width, rect, still.format)
    let data = Zlib.compress(rows, level: still.level)
    frames.append((control, count == 0 ? data : number() + data))
    shown = pixels
    count += 1
  }

  /// The bytes of the file.
  ///
  /// - Precondition: there is at least one frame.
  public func finish() -> [UInt8] {
    precondition(count > 0, "an animation has a frame")
    var file = ChunkWriter()
    file.appendHeader(width: width, height: height, still.format)
    file.append("acTL", UInt32(count).bigEndianBytes + UInt32(plays).bigEndianBytes)
    for (place, frame) in frames.enumerated() {
      file.append("fcTL", frame.control)
      file.append(place == 0 ? "IDAT" : "fdAT", frame.data)
    }
    file.append("IEND", [])
    return file.bytes
  }

  private var whole: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  private mutating func number() -> [UInt8] {
    defer { sequence += 1 }
    return sequence.bigEndianBytes
  }

  /// The bounding rectangle of the difference from the previous frame, at least one pixel.
  private func changed(to pixels: [UInt32]) -> PixelRect {
    let mask = still.format.mask
    var (left, right, top, bottom) = (width, -1, height, -1)
    for y in 0..<height {
      let row = y * width..<(y + 1) * width
      guard let first = row.first(where: { (pixels[$0] ^ shown[$0]) & mask != 0 }),
        let last = row.last(where: { (pixels[$0] ^ shown[$0]) & mask != 0 })
      else { continue }
      left = min(left, first - row.lowerBound)
      right = max(right, last - row.lowerBound)
      top = min(top, y)
      bottom = y
    }
    guard bottom >= 0 else { return PixelRect(x: 0, y: 0, width: 1, height: 1) }
    return PixelRect(x0: left, y0: top, x1: right + 1, y1: bottom + 1)
  }
}
