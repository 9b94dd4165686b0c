internal import FeelGeometry
internal import Glibc

/// Part of a rounded rectangle's outline, as a stroke in device pixels.
///
/// The outline has nine pieces, clockwise from the top centre: half the top, corner, right, corner,
/// bottom, corner, left, corner, half the top.
struct OutlinePart {
  let shape: DeviceRect?
  let half: Double
  let from: Double
  let to: Double
  let cap: Stroke.Cap

  init(
    _ rect: Rect, radius: Double, width: Double, from: Double, to: Double, cap: Stroke.Cap,
    scale: Double
  ) {
    let half = width * scale / 2
    self.half = half
    // Written so that NaN draws nothing.
    self.from = from > 0 ? min(1, from) : 0
    self.to = to > 0 ? min(1, to) : 0
    self.cap = cap
    let shape = DeviceRect(rect, radius: radius, scale: scale)
    self.shape = half > 0 && half.isFinite ? shape.map { Self.snapped($0, half: half) } : nil
  }

  /// Snaps a one-pixel outline to whole pixels.
  private static func snapped(_ shape: DeviceRect, half: Double) -> DeviceRect {
    guard abs(half - 0.5) < 0.005 else { return shape }
    func snap(_ edge: Double) -> Double { edge.rounded(.down) + 0.5 }
    return DeviceRect(
      x0: snap(shape.x0), y0: snap(shape.y0), x1: snap(shape.x1), y1: snap(shape.y1),
      radius: shape.radius) ?? shape
  }

  /// One piece: a straight line, or a quarter circle.
  struct Piece {
    let x: Double
    let y: Double
    /// For a line, its direction; for a corner, the direction from the centre to its start.
    let dx: Double
    let dy: Double
    let length: Double
    /// 0 for a line.
    let radius: Double
    let isCorner: Bool
    /// Whether it is a corner without radius.
    var isSharpCorner: Bool { isCorner && radius == 0 }

    /// A point of the outline, with the unit normal to its left, which points outwards.
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

  static let pieceCount = 9

  func piece(_ index: Int, of s: DeviceRect) -> Piece {
    let r = s.radius
    let (wide, high) = (s.x1 - s.x0 - 2 * r, s.y1 - s.y0 - 2 * r)
    let arc = r * .pi / 2
    func line(_ x: Double, _ y: Double, _ dx: Double, _ dy: Double, _ length: Double) -> Piece {
      Piece(x: x, y: y, dx: dx, dy: dy, length: length, radius: 0, isCorner: false)
    }
    func corner(_ x: Double, _ y: Double, _ dx: Double, _ dy: Double) -> Piece {
      Piece(x: x, y: y, dx: dx, dy: dy, length: arc, radius: r, isCorner: true)
    }
    switch index {
    case 0: return line((s.x0 + s.x1) / 2, s.y0, 1, 0, wide / 2)
    case 1: return corner(s.x1 - r, s.y0 + r, 0, -1)
    case 2: return line(s.x1, s.y0 + r, 0, 1, high)
    case 3: return corner(s.x1 - r, s.y1 - r, 1, 0)
    case 4: return line(s.x1 - r, s.y1, -1, 0, wide)
    case 5: return corner(s.x0 + r, s.y1 - r, 0, 1)
    case 6: return line(s.x0, s.y1 - r, 0, -1, high)
    case 7: return corner(s.x0 + r, s.y0 + r, -1, 0)
    default: return line(s.x0 + r, s.y0, 1, 0, wide / 2)
    }
  }

  /// The length of the whole outline, in device pixels.
  static func length(of s: DeviceRect) -> Double {
    2 * (s.x1 - s.x0 + s.y1 - s.y0 - 4 * s.radius) + 2 * .pi * s.radius
  }
}
