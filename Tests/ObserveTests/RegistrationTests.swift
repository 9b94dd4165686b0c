import Observe
import TestSupport
import Testing

/// Pictures of content whose offset is known.
struct RegistrationTests {
  private static let (width, height) = (600, 800)

  /// Content of this many lines: blocks like lines of words, each with its own brightness.
  private func content(_ lines: Int, seed: UInt64, period: Int? = nil) -> [[UInt8]] {
    var random = SeededGenerator(seed: seed)
    var content: [[UInt8]] = []
    while content.count < lines {
      var line = [UInt8](repeating: 245, count: Self.width)
      var column = 20
      while column < Self.width - 60 {
        let word = Int.random(in: 8...60, using: &random)
        let ink = UInt8.random(in: 20...160, using: &random)
        for place in column..<min(Self.width - 20, column + word) { line[place] = ink }
        column += word + Int.random(in: 6...20, using: &random)
      }
      let high = Int.random(in: 6...12, using: &random)
      content += [[UInt8]](repeating: line, count: high)
      let gap = Int.random(in: 4...14, using: &random)
      content += [[UInt8]](repeating: [UInt8](repeating: 245, count: Self.width), count: gap)
    }
    if let period { return (0..<lines).map { content[$0 % period] } }
    return content
  }

  private struct Frame {
    var header = 0
    var scrollBar = false
    var noise = 0
    /// Lines above this one are drawn at an older offset.
    var tear: (line: Int, offset: Double)?
    var seed: UInt64 = 1
  }

  /// The content at an offset; between pixels, neighbouring lines are blended.
  private func picture(_ content: [[UInt8]], _ offset: Double, _ frame: Frame = Frame()) -> [UInt32]
  {
    var random = SeededGenerator(seed: frame.seed)
    var pixels = [UInt32](repeating: 0, count: Self.width * Self.height)
    for row in 0..<Self.height {
      let offset = frame.tear.map { row < $0.line ? $0.offset : offset } ?? offset
      let line = Int(offset.rounded(.down))
      let share = offset - Double(line)
      for column in 0..<Self.width {
        var value: Double
        if row < frame.header {
          value = Double(60 + (row * 7 + column / 9) % 50)
        } else {
          let (a, b) = (content[row + line][column], content[row + line + 1][column])
          value = Double(a) * (1 - share) + Double(b) * share
        }
        if frame.scrollBar, column >= Self.width - 18 {
          let thumb = Int(offset / 8) + 30
          value = (thumb..<thumb + 90).contains(row) ? 90 : 225
        }
        if frame.noise > 0 {
          value += Double(Int.random(in: -frame.noise...frame.noise, using: &random))
        }
        let grey = UInt32(min(max(value.rounded(), 0), 255))
        pixels[row * Self.width + column] = grey << 16 | grey << 8 | grey
      }
    }
    return pixels
  }

  private func profile(_ pixels: [UInt32]) throws -> FrameProfile {
    let profile = FrameProfile(
      pixels.span, width: Self.width, height: Self.height, stride: Self.width)
    return try #require(profile)
  }

  private func run(
    _ offsets: [Double], within tolerance: Double, _ frame: (Int) -> Frame,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let content = content(4000, seed: 3)
    var registration = FrameRegistration()
    for (index, offset) in offsets.enumerated() {
      let shown = try profile(picture(content, offset, frame(index)))
      let place: FrameRegistration.Place
      do { place = try registration.place(of: shown) } catch {
        Issue.record("picture \(index): \(error)", sourceLocation: sourceLocation)
        continue
      }
      #expect(
        abs(place.offset - (offset - offsets[0])) <= tolerance,
        "picture \(index): \(place), not \(offset - offsets[0])", sourceLocation: sourceLocation)
    }
  }

  private static let whole: [Double] = [
    100, 103, 150, 231, 340, 460, 640, 900, 1100, 1090, 700, 250,
  ]
  private static let parts: [Double] = [
    100, 100.25, 103.5, 150.8, 190.1, 260.45, 410.6, 640.35, 655,
  ]

  @Test func `whole-pixel offsets are found exactly`() throws {
    try run(Self.whole, within: 0.001) { _ in Frame() }
  }

  @Test func `fractional offsets are found to a tenth of a pixel`() throws {
    try run(Self.parts, within: 0.1) { _ in Frame() }
  }

  @Test func `pixel noise keeps offsets within a tenth of a pixel`() throws {
    try run(Self.parts, within: 0.1) { Frame(noise: 6, seed: UInt64($0 + 5)) }
  }

  @Test func `a fixed header and a scroll bar do not affect the offset`() throws {
    try run(Self.whole, within: 0.05) { _ in Frame(header: 120, scrollBar: true) }
    try run(Self.parts, within: 0.15) { _ in Frame(header: 120, scrollBar: true) }
  }

  @Test func `rows that differ only in a number are told apart`() throws {
    // A rule of one line, and a word that only differs in its end from row to row.
    var random = SeededGenerator(seed: 11)
    let content = (0..<80).flatMap { _ -> [[UInt8]] in
      let digits = (0..<24).map { _ in UInt8.random(in: 0...1, using: &random) }
      return (0..<60).map { line in
        var pixels = [UInt8](repeating: 255, count: Self.width)
        for column in 20..<Self.width - 20 where line == 59 { pixels[column] = 200 }
        guard (24..<36).contains(line) else { return pixels }
        for column in 20..<60 where column % 3 != 0 { pixels[column] = 30 }
        for column in 62..<86 where digits[(column - 62) / 6 + (line - 24) / 3 * 4 % 24] == 1 {
          pixels[column] = 30
        }
        return pixels
      }
    }
    var registration = FrameRegistration()
    // From rest, the content moves by more than half a row per picture, and back.
    for offset in [100, 148, 197.5, 247.25, 297, 346, 394.75, 600, 540, 480, 437.5, 100] {
      let place = try registration.place(of: try profile(picture(content, offset)))
      #expect(abs(place.offset - (offset - 100)) <= 0.1, "\(place) at \(offset)")
    }
  }

  @Test func `text drawn on whole pixels does not hide the offset of the rules between`() throws {
    var random = SeededGenerator(seed: 21)
    // Dots of 3 × 3 in rows of 60, like words, drawn at whole pixels.
    let dots = (0..<90).map { _ in (0..<64).map { _ in Bool.random(using: &random) } }
    func picture(_ offset: Double) -> [UInt32] {
      (0..<Self.height).flatMap { row -> [UInt32] in
        var line = [UInt32](repeating: 255, count: Self.width)
        let word = row + Int(offset.rounded())
        if (24..<36).contains(word % 60) {
          for column in 20..<68 {
            let dot = (column - 20) / 3 + (word % 60 - 24) / 3 * 16
            line[column] = dots[word / 60][dot] ? 30 : 255
          }
        }
        // A rule of one pixel partly covers two.
        let place = (Double(row) + offset).truncatingRemainder(dividingBy: 60)
        let share = max(0, 1 - abs(place - 59))
        if share > 0 {
          for column in 20..<Self.width - 20 { line[column] = UInt32((255 - 54 * share).rounded()) }
        }
        return line.map { $0 << 16 | $0 << 8 | $0 }
      }
    }
    var registration = FrameRegistration()
    var squares = 0.0
    let offsets = (0..<60).map { 100 + Double($0 * $0) * 0.91 }
    for offset in offsets {
      let place = try registration.place(of: try profile(picture(offset)))
      #expect(abs(place.offset - (offset - 100)) < 0.25, "\(place) at \(offset)")
      squares += (place.offset - (offset - 100)) * (place.offset - (offset - 100))
    }
    #expect((squares / Double(offsets.count)).squareRoot() < 0.1)
  }

  @Test func `a torn picture is refused and the next one found`() throws {
    let content = content(4000, seed: 3)
    var registration = FrameRegistration()
    _ = try registration.place(of: try profile(picture(content, 100)))
    _ = try registration.place(of: try profile(picture(content, 140)))
    let torn = try profile(picture(content, 190, Frame(tear: (330, 140))))
    #expect(throws: FrameRegistration.Refusal.torn) { try registration.place(of: torn) }
    let next = try registration.place(of: try profile(picture(content, 245)))
    #expect(abs(next.offset - 145) < 0.01)
  }

  @Test func `repeating content is refused with its period`() throws {
    let content = content(4000, seed: 5, period: 48)
    var registration = FrameRegistration()
    let first = try profile(picture(content, 0))
    #expect(throws: FrameRegistration.Refusal.periodic(48)) { try registration.place(of: first) }
  }

  @Test func `blank pictures, other content and other sizes are refused`() throws {
    var registration = FrameRegistration()
    let blank = try profile([UInt32](repeating: 0xFF_FFFF, count: Self.width * Self.height))
    #expect(throws: FrameRegistration.Refusal.blank) { try registration.place(of: blank) }
    _ = try registration.place(of: try profile(picture(content(2000, seed: 8), 40)))
    let other = try profile(picture(content(2000, seed: 9), 40))
    #expect(throws: FrameRegistration.Refusal.contentChanged) { try registration.place(of: other) }
    let pixels = picture(content(2000, seed: 8), 40)
    let shorter = FrameProfile(pixels.span, width: Self.width, height: 400, stride: Self.width)
    let half = try #require(shorter)
    #expect(throws: FrameRegistration.Refusal.sizeChanged) { try registration.place(of: half) }
    let tiny = FrameProfile(pixels.span, width: 1, height: 1, stride: 1)
    let cut = FrameProfile(pixels.span, width: 600, height: 900, stride: 600)
    #expect(tiny == nil && cut == nil)
  }

  @Test func `horizontally moving content is tracked too`() throws {
    let lines = content(1400, seed: 4)
    func turned(_ offset: Int) -> [UInt32] {
      (0..<Self.height).flatMap { row in
        (0..<Self.width).map { column in
          let grey = UInt32(lines[column + offset][min(row, Self.width - 1)])
          return grey << 16 | grey << 8 | grey
        }
      }
    }
    var registration = FrameRegistration()
    for offset in [0, 5, 40, 170, 300, 260] {
      let pixels = turned(offset)
      let profile = FrameProfile(
        pixels.span, width: Self.width, height: Self.height, stride: Self.width, isVertical: false)
      let place = try registration.place(of: try #require(profile))
      #expect(abs(place.offset - Double(offset)) < 0.01)
    }
  }
}
