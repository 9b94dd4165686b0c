/// Decodes a GIF file frame by frame, each as displayed.
///
/// Source: GIF89a Specification (CompuServe, 1990), 17 to 27 and appendix F.
public struct GIFDecoder: Sendable {
  /// The maximum number of pixels in a frame.
  public static let largestCount = 1 << 25

  /// Width of every frame, in pixels.
  public let width: Int
  /// Height of every frame, in pixels.
  public let height: Int

  private let file: [UInt8]
  private var place: Int
  private let colors: [UInt32]
  /// 0xAARRGGBB; 0 where nothing has been drawn yet.
  private var canvas: [UInt32]
  private var control = Control()

  /// The parameters before a frame that determine how it is shown.
  private struct Control {
    var disposal: UInt8 = 0
    var transparent: UInt8?
    /// In hundredths of a second.
    var delay = 0
  }

  /// Reads a file's header.
  ///
  /// - Throws: `ImageFileError` when it is not a GIF, or its header is truncated.
  public init(_ file: [UInt8]) throws(ImageFileError) {
    guard file.starts(with: "GIF87a".utf8) || file.starts(with: "GIF89a".utf8) else {
      throw .wrongSignature
    }
    guard file.count >= 13 else { throw .truncated(offset: file.count) }
    (width, height) = (Self.number(file, 6), Self.number(file, 8))
    guard width > 0, height > 0, width * height <= Self.largestCount else {
      throw .badSize(width: width, height: height)
    }
    self.file = file
    place = 13
    (colors, place) = try Self.table(file, flags: file[10], at: place)
    canvas = [UInt32](repeating: 0, count: width * height)
  }

  /// The next frame: 0xAARRGGBB, row-major, and its duration in seconds; `nil` at the end.
  ///
  /// - Throws: `ImageFileError` if the file is truncated or invalid.
  public mutating func next() throws(ImageFileError) -> (pixels: [UInt32], seconds: Double)? {
    while true {
      guard place < file.count else { throw .truncated(offset: file.count) }
      switch file[place] {
      case 0x21: try readExtension()
      case 0x2C: return try readImage()
      case 0x3B: return nil
      default: throw .unexpectedChunk("GIF", offset: place)
      }
    }
  }

  private mutating func readExtension() throws(ImageFileError) {
    guard place + 2 < file.count else { throw .truncated(offset: file.count) }
    let label = file[place + 1]
    place += 2
    let content = try blocks()
    guard label == 0xF9, content.count >= 4 else { return }
    control.disposal = content[0] >> 2 & 7
    control.transparent = content[0] & 1 == 1 ? content[3] : nil
    control.delay = Int(content[1]) | Int(content[2]) << 8
  }

  private mutating func readImage() throws(ImageFileError) -> (pixels: [UInt32], seconds: Double) {
    guard place + 10 < file.count else { throw .truncated(offset: file.count) }
    let (left, top) = (Self.number(file, place + 1), Self.number(file, place + 3))
    let (across, down) = (Self.number(file, place + 5), Self.number(file, place + 7))
    let flags = file[place + 9]
    let (own, next) = try Self.table(file, flags: flags, at: place + 10)
    place = next
    let palette = own.isEmpty ? colors : own
    guard place < file.count, (1...11).contains(file[place]) else {
      throw .unexpectedChunk("GIF", offset: place)
    }
    guard across * down <= width * height * 4 else { throw .badSize(width: across, height: down) }
    let codeSize = Int(file[place])
    place += 1
    let indices = Self.unpacked(try blocks(), codeSize: codeSize, count: across * down)
    let before = control.disposal == 3 ? canvas : []
    let rows = flags & 0x40 == 0 ? Array(0..<down) : Self.interlaced(down)
    for (order, row) in rows.enumerated() where top + row < height {
      for column in 0..<across where left + column < width {
        let source = order * across + column
        guard source < indices.count else { break }
        let index = indices[source]
        if index == control.transparent || Int(index) >= palette.count { continue }
        canvas[(top + row) * width + left + column] = palette[Int(index)]
      }
    }
    // Browsers show a delay of 0 or 1 hundredth as 10.
    let shown = (canvas, control.delay > 1 ? Double(control.delay) / 100 : 0.1)
    if control.disposal == 3 {
      canvas = before
    } else if control.disposal == 2 {
      for row in top..<min(height, top + down) {
        for column in left..<min(width, left + across) { canvas[row * width + column] = 0 }
      }
    }
    control = Control()
    return shown
  }

  /// The rows of an interlaced image, in file order.
  private static func interlaced(_ count: Int) -> [Int] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: count, by: $0.1)) }
  }

  /// The concatenated sub-blocks, up to the empty one.
  private mutating func blocks() throws(ImageFileError) -> [UInt8] {
    var content: [UInt8] = []
    while place < file.count {
      let length = Int(file[place])
      place += 1
      if length == 0 { return content }
      guard place + length <= file.count else { break }
      content += file[place..<place + length]
      place += length
    }
    throw .truncated(offset: file.count)
  }

  /// Undoes LZW compression; a truncated end is left out.
  private static func unpacked(_ bytes: [UInt8], codeSize: Int, count: Int) -> [UInt8] {
    let (clear, end) = (1 << codeSize, 1 << codeSize + 1)
    // For each code, the code it extends and the byte it adds.
    var prefix = [Int](repeating: 0, count: 4096)
    var suffix = [UInt8](repeating: 0, count: 4096)
    var length = [Int](repeating: 1, count: 4096)
    for code in 0..<clear { suffix[code] = UInt8(truncatingIfNeeded: code) }
    var result = [UInt8](repeating: 0, count: count)
    var (filled, next, width, last) = (0, end + 1, codeSize + 1, nil as Int?)
    var (buffer, bits) = (0, 0)
    var first: UInt8 = 0
    for byte in bytes {
      buffer |= Int(byte) << bits
      bits += 8
      while bits >= width {
        let code = buffer & (1 << width - 1)
        buffer >>= width
        bits -= width
        if code == clear {
          (next, width, last) = (end + 1, codeSize + 1, nil)
          continue
        }
        guard code != end, code <= next, filled < count else { return Array(result[..<filled]) }
        guard code < next || last != nil else { return Array(result[..<filled]) }
        // The code about to be defined: the last one plus its own first byte.
        var walk = code < next ? code : last ?? 0
        let size = code < next ? length[code] : length[walk] + 1
        var at = filled + size - 1
        if code >= next {
          if at < count { result[at] = first }
          at -= 1
        }
        while at >= filled {
          if at < count { result[at] = suffix[walk] }
          first = suffix[walk]
          walk = prefix[walk]
          at -= 1
        }
        filled = min(count, filled + size)
        if let last, next < 4096 {
          (prefix[next], suffix[next], length[next]) = (last, first, length[last] + 1)
          next += 1
          if next == 1 << width, width < 12 { width += 1 }
        }
        last = code
      }
    }
    return Array(result[..<filled])
  }

  private static func table(
    _ file: [UInt8], flags: UInt8, at place: Int
  ) throws(ImageFileError) -> (colors: [UInt32], end: Int) {
    guard flags & 0x80 != 0 else { return ([], place) }
    let count = 2 << Int(flags & 7)
    guard place + 3 * count <= file.count else { throw .truncated(offset: file.count) }
    let colors = (0..<count).map { index -> UInt32 in
      let first = place + 3 * index
      let red = UInt32(file[first]) << 16
      return 0xFF00_0000 | red | UInt32(file[first + 1]) << 8 | UInt32(file[first + 2])
    }
    return (colors, place + 3 * count)
  }

  private static func number(_ file: [UInt8], _ place: Int) -> Int {
    Int(file[place]) | Int(file[place + 1]) << 8
  }
}
