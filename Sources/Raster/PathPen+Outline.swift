internal import FeelGeometry
internal import Glibc

extension PathPen {
  /// Draws the outline of a part of a rounded rectangle's stroke; returns the rows where it is not upright, or `nil` where there is none.
  mutating func add(_ part: OutlinePart) -> UnevenRows? {
    guard let shape = part.shape, part.to > part.from else { return nil }
    var uneven = UnevenRows(shape, outside: part.half, inside: max(shape.radius, part.half))
    if part.from == 0 && part.to == 1 {
      if let outer = shape.outset(by: part.half) { add(outer) }
      if let inner = shape.outset(by: -part.half) { add(inner, clockwise: false) }
      return uneven
    }
    let length = OutlinePart.length(of: shape)
    let (start, end) = (part.from * length, part.to * length)
    var at = 0.0
    var begun = false
    var last = (x: 0.0, y: 0.0, nx: 0.0, ny: 0.0)
    var first = last
    for index in 0..<OutlinePart.pieceCount {
      let piece = part.piece(index, of: shape)
      let (a, b) = (max(0, start - at), min(piece.length, end - at))
      at += piece.length
      if begun, piece.isSharpCorner, end > at {
        line(
          piece.x + (piece.dx - piece.dy) * part.half, piece.y + (piece.dy + piece.dx) * part.half)
      }
      guard b > a else { continue }
      let head = piece.place(a)
      if !begun {
        move(head.x + head.nx * part.half, head.y + head.ny * part.half)
        first = head
        begun = true
      }
      add(piece, head, piece.place(b), part.half, sweep: b - a, side: 1)
      last = piece.place(b)
    }
    guard begun else { return nil }
    // A square end reaches the width's half and its diagonal.
    let reach = 1.5 * part.half
    uneven.add(from: first.y - reach, to: first.y + reach)
    uneven.add(from: last.y - reach, to: last.y + reach)
    addCap(part.cap, last.x, last.y, last.nx, last.ny, part.half)
    for index in (0..<OutlinePart.pieceCount).reversed() {
      let piece = part.piece(index, of: shape)
      at -= piece.length
      let (a, b) = (max(0, start - at), min(piece.length, end - at))
      guard b > a else { continue }
      add(piece, piece.place(b), piece.place(a), part.half, sweep: b - a, side: -1)
    }
    addCap(part.cap, first.x, first.y, -first.nx, -first.ny, part.half)
    close()
    return uneven
  }

  /// Draws one side of one piece from one place to another: the left side forwards (+1) or the right side backwards (−1).
  private mutating func add(
    _ piece: OutlinePart.Piece, _ from: OutlinePart.Piece.Place, _ to: OutlinePart.Piece.Place,
    _ half: Double, sweep: Double, side: Double
  ) {
    let offset = side * half
    if piece.radius > 0, piece.radius + offset > 0 {
      arc(
        piece.x, piece.y, piece.radius + offset, from: SIMD2(from.nx, from.ny),
        to: SIMD2(to.nx, to.ny), sweep: side * sweep / piece.radius)
    } else {
      line(from.x + from.nx * offset, from.y + from.ny * offset)
      line(to.x + to.nx * offset, to.y + to.ny * offset)
    }
  }
}

extension OutlinePart.Piece {
  /// A point of the outline and the unit normal to its left, which points outwards.
  typealias Place = (x: Double, y: Double, nx: Double, ny: Double)

  /// The place at a distance from the piece's start.
  func place(_ distance: Double) -> Place {
    guard radius > 0 else { return (x + dx * distance, y + dy * distance, dy, -dx) }
    let angle = distance / radius
    let (c, s) = (cos(angle), sin(angle))
    let (nx, ny) = (dx * c - dy * s, dy * c + dx * s)
    return (x + nx * radius, y + ny * radius, nx, ny)
  }
}
