public import Feel
public import Raster

extension Path {
  /// Parses an SVG path with the commands M, L, H, V, C and Z, absolute and relative, then moves
  /// and scales it.
  ///
  /// - Precondition: the description consists of these commands and their numbers.
  public init(_ description: String, at origin: Vector = .zero, scale: Double = 1) {
    self.init()
    var reader = DescriptionReader(description)
    var (pen, start) = (Vector.zero, Vector.zero)
    while let order = reader.order() {
      let from = order.isLowercase ? pen : .zero
      func point() -> Vector { from + Vector(reader.number(), reader.number()) }
      func placed(_ point: Vector) -> Vector { origin + point * scale }
      switch order.lowercased() {
      case "m":
        pen = point()
        start = pen
        move(to: placed(pen))
      case "h":
        pen.x = from.x + reader.number()
        line(to: placed(pen))
      case "v":
        pen.y = from.y + reader.number()
        line(to: placed(pen))
      case "c":
        let (first, second) = (point(), point())
        pen = point()
        cubic(placed(first), placed(second), to: placed(pen))
      case "z":
        close()
        pen = start
      default:
        pen = point()
        line(to: placed(pen))
      }
    }
  }
}

/// Splits a description into commands and numbers.
private struct DescriptionReader {
  private var rest: Substring.UTF8View
  private var last: Character?

  init(_ text: String) { rest = text[...].utf8 }

  /// The next command; numbers without one repeat the last, and a repeated move is a line.
  mutating func order() -> Character? {
    skip()
    guard let byte = rest.first else { return nil }
    let character = Character(Unicode.Scalar(byte))
    guard !character.isLetter else {
      rest.removeFirst()
      last = character
      return character
    }
    last = last == "m" ? "l" : last == "M" ? "L" : last
    return last
  }

  mutating func number() -> Double {
    skip()
    var (digits, hasPoint) = ("", false)
    while let byte = rest.first {
      let character = Character(Unicode.Scalar(byte))
      let isSign = character == "-" && digits.isEmpty
      let isPoint = character == "." && !hasPoint
      guard character.isNumber || isSign || isPoint else { break }
      hasPoint = hasPoint || isPoint
      digits.append(character)
      rest.removeFirst()
    }
    guard let number = Double(digits.first == "." ? "0" + digits : digits) else {
      preconditionFailure("a number is missing in a path")
    }
    return number
  }

  private mutating func skip() {
    while let byte = rest.first, byte == 0x20 || byte == 0x2C { rest.removeFirst() }
  }
}
