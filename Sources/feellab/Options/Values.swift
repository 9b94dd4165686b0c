internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Stage

/// Parsers for words of the command line; errors state what would be valid.
enum Values {
  /// A choice by its name.
  static func choice<Choice: RawRepresentable & CaseIterable>(_ word: String) throws -> Choice
  where Choice.RawValue == String {
    if let choice = Choice(rawValue: word) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    throw ValidationError(
      NearWords.question(word, among: names, before: "The choices are ")
        + names.joined(separator: ", ") + ".")
  }

  /// A size in points: "1200x800".
  static func size(_ word: String) throws -> Size {
    let sides = word.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = side(sides[0]), let height = side(sides[1]) else {
      throw ValidationError(
        "Write WIDTHxHEIGHT in points, each \(words(Limits.pictureSide)): 1200x800.")
    }
    return Size(width, height)
  }

  private static func side(_ word: Substring) -> Double? {
    guard let number = Int(word), Limits.pictureSide.contains(number) else { return nil }
    return Double(number)
  }

  /// A range in words: "1 to 4".
  private static func words(_ range: ClosedRange<Int>) -> String {
    "\(range.lowerBound) to \(range.upperBound)"
  }

  private static func words(_ range: ClosedRange<Double>) -> String {
    [range.lowerBound, range.upperBound]
      .map { $0.rounded() == $0 ? "\(Int($0))" : "\($0)" }.joined(separator: " to ")
  }

  static let scale = number(in: Limits.pictureScale, "Device pixels per point are")

  /// Overlays separated by commas, each by its name or key: "hud,v".
  static func overlays(_ words: String) throws -> Set<Overlay> {
    let overlays = try words.split(separator: ",", omittingEmptySubsequences: false).map { word in
      let name = word.lowercased()
      let letter = name.count == 1 ? name.first.flatMap(Overlay.init(letter:)) : nil
      guard let overlay = letter ?? Overlay(rawValue: name) else {
        let names = Overlay.allCases.map { "\($0.rawValue) (\($0.letter))" }
        throw ValidationError(
          NearWords.question(
            name, among: Overlay.allCases.map(\.rawValue), before: "The overlays are ")
            + "\(names.joined(separator: ", ")).")
      }
      return overlay
    }
    return Set(overlays)
  }

  /// Seconds, 0 or more.
  static let seconds = number(in: Limits.seconds, "Seconds are")
  static let framesPerSecond = number(in: Limits.frameRate, "Frames per second are")
  /// Session seconds per second.
  static let speed = number(in: Limits.replaySpeed, "The speed is")

  /// Threads for drawing.
  static let threads = count(in: Limits.threads, "Threads to draw with are")

  /// A whole number in a range; `beginning` starts the error message.
  static func count(
    in range: ClosedRange<Int>, _ beginning: String
  ) -> @Sendable (String) throws -> Int {
    { word in
      guard let count = Int(word), range.contains(count) else {
        throw ValidationError("\(beginning) \(words(range)).")
      }
      return count
    }
  }

  /// A finite number.
  static func number(_ word: String) throws -> Double {
    guard let number = Double(word), number.isFinite else {
      throw ValidationError("Write a number, such as -812.5.")
    }
    return number
  }

  /// A number in a range; `beginning` starts the error message, `unit` ends it.
  static func number(
    in range: ClosedRange<Double>, _ beginning: String = "It is", unit: String = ""
  ) -> @Sendable (String) throws -> Double {
    { word in
      guard let number = Double(word), range.contains(number) else {
        throw ValidationError("\(beginning) \(words(range))\(unit).")
      }
      return number
    }
  }

  /// A finite number above 0.
  static func positive(_ word: String) throws -> Double {
    guard let number = Double(word), number.isFinite, number > 0 else {
      throw ValidationError("It must be a number above 0.")
    }
    return number
  }

  /// Numbers separated by commas: "0,0.1,0.2".
  static func numbers(_ word: String) throws -> [Double] {
    try word.split(separator: ",", omittingEmptySubsequences: false).map { try number(String($0)) }
  }

  /// A parameter's key and its value as written: "carousel.count=100".
  static func setting(_ word: String) throws -> (key: String, value: String) {
    guard let sign = word.firstIndex(of: "="), sign > word.startIndex else {
      throw ValidationError("Write KEY=VALUE. “feellab list parameters” names the keys.")
    }
    return (String(word[..<sign]), String(word[word.index(after: sign)...]))
  }

  /// A part of a picture, in pixels: "X,Y,W,H".
  static func region(_ word: String) throws -> PixelRect {
    let numbers = word.split(separator: ",").compactMap { Int($0) }
    guard numbers.count == 4, word.count(where: { $0 == "," }) == 3,
      numbers.allSatisfy({ (0...Limits.picturePixelsAlong).contains($0) }),
      min(numbers[2], numbers[3]) >= Clip.leastRegionSide
    else {
      throw ValidationError(
        "A region is X,Y,W,H in pixels of the clip, at least \(Clip.leastRegionSide) wide and "
          + "high, not \(quoted(word))."
      )
    }
    return PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// A window's size and position: "1200x800+40+20", or either half.
  static func geometry(_ word: String) throws -> Geometry {
    guard !word.isEmpty,
      let parts = word.wholeMatch(of: /(\d+x\d+)?(?:([+-]\d+)([+-]\d+))?/)
    else { throw ValidationError("Write WIDTHxHEIGHT+X+Y, or either half.") }
    let size = try parts.1.map { try Self.size(String($0)) }
    guard let right = parts.2, let down = parts.3 else { return Geometry(size: size, origin: nil) }
    guard let x = Int(right), let y = Int(down), [x, y].allSatisfy(Geometry.places.contains) else {
      throw ValidationError(
        "The position is up to \(Geometry.places.upperBound) pixels from the corner of the screen.")
    }
    return Geometry(size: size, origin: (x, y))
  }
}

/// The size and position of a window.
struct Geometry: Sendable {
  /// The size in points, if given.
  let size: Size?
  /// The position of the top-left corner on the screen in pixels, if given.
  let origin: (x: Int, y: Int)?

  /// The range of positions that X allows, in pixels.
  static let places = -32767...32767
}
