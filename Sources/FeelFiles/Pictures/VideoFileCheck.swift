internal import Glibc

/// Checks that a video written by another program is complete.
final class VideoFileCheck {
  private let descriptor: Int32
  private let size: Int
  // The part of the file read last, so that a short step needs no system call.
  private var window: [UInt8] = []
  private var windowStart = 0

  /// Opens a video; `nil`, with `errno` set, on failure.
  init?(_ path: String) {
    descriptor = unsafe open(FileName.bytes(of: path), O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0 else { return nil }
    size = Int(status.st_size)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  // MARK: MP4

  /// What is wrong with an MP4 file of one video, or `nil` if it is complete and has this many
  /// frames.
  ///
  /// Source: ISO/IEC 14496-12, 4.2 (boxes) and 8.7.3.2 (sample sizes).
  func flawOfMP4(frames: Int) -> String? {
    guard let boxes = boxes(in: 0..<size), boxes.first?.kind == "ftyp" else {
      return "the video is cut off"
    }
    guard let movie = boxes.first(where: { $0.kind == "moov" }) else {
      return "the video’s index is missing"
    }
    var inner = movie.content
    for kind in ["trak", "mdia", "minf", "stbl", "stsz"] {
      guard let box = self.boxes(in: inner)?.first(where: { $0.kind == kind }) else {
        return "the video’s index is cut off"
      }
      inner = box.content
    }
    // Of stsz: version and flags, the common size or 0, the number of samples, and each sample's
    // size.
    guard let common = number(at: inner.lowerBound + 4, bytes: 4),
      let count = number(at: inner.lowerBound + 8, bytes: 4), count == frames
    else { return "frames of the video are missing" }
    var wanted = common * count
    if common == 0 {
      for index in 0..<count {
        wanted += number(at: inner.lowerBound + 12 + 4 * index, bytes: 4) ?? size
      }
    }
    let data = boxes.filter { $0.kind == "mdat" }.reduce(0) { $0 + $1.content.count }
    return data < wanted ? "frames of the video are cut off" : nil
  }

  /// The consecutive boxes that fill a range of the file, or `nil` if they do not fill it.
  private func boxes(in range: Range<Int>) -> [(kind: String, content: Range<Int>)]? {
    var boxes: [(kind: String, content: Range<Int>)] = []
    var start = range.lowerBound
    while start < range.upperBound {
      guard var length = number(at: start, bytes: 4), let kind = bytes(at: start + 4, count: 4)
      else { return nil }
      var head = 8
      if length == 1 {
        guard let long = number(at: start + 8, bytes: 8) else { return nil }
        (length, head) = (long, 16)
      } else if length == 0 {
        length = range.upperBound - start
      }
      guard length >= head, length <= range.upperBound - start else { return nil }
      boxes.append((String(decoding: kind, as: UTF8.self), start + head..<start + length))
      start += length
    }
    return boxes
  }

  // MARK: GIF

  /// What is wrong with a GIF file, or `nil` if it is whole.
  ///
  /// Source: GIF89a Specification, 17 to 27.
  func flawOfGIF() -> String? {
    guard bytes(at: 0, count: 6).map(Array.init) == Array("GIF89a".utf8),
      let flags = number(at: 10, bytes: 1)
    else { return "the video is cut off" }
    var place = 13 + Self.tableSize(flags)
    var images = 0
    while let kind = number(at: place, bytes: 1) {
      switch kind {
      case 0x21: place += 2
      case 0x2C:
        guard let flags = number(at: place + 9, bytes: 1) else { return "the video is cut off" }
        // The colour table, and the minimum code size.
        place += 10 + Self.tableSize(flags) + 1
        images += 1
      case 0x3B: return images > 0 && place + 1 == size ? nil : "the video is cut off"
      default: return "a part of the video is missing"
      }
      while let length = number(at: place, bytes: 1) {
        place += 1 + length
        if length == 0 { break }
      }
    }
    return "the video is cut off"
  }

  /// The size of the colour table in bytes, by the byte of flags before it.
  private static func tableSize(_ flags: Int) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1)
  }

  // MARK: Bytes

  /// A big-endian integer; `nil` past the end of the file, or if it does not fit an `Int`.
  private func number(at place: Int, bytes count: Int) -> Int? {
    bytes(at: place, count: count).flatMap { bytes in
      Int(exactly: bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }
  }

  private func bytes(at place: Int, count: Int) -> ArraySlice<UInt8>? {
    guard place >= 0, place + count <= size else { return nil }
    if place < windowStart || place + count > windowStart + window.count {
      window = [UInt8](repeating: 0, count: 1 << 16)
      let length = unsafe pread(descriptor, &window, window.count, off_t(place))
      window.removeLast(window.count - max(0, length))
      windowStart = place
    }
    guard place - windowStart + count <= window.count else { return nil }
    return window[place - windowStart..<place - windowStart + count]
  }
}
