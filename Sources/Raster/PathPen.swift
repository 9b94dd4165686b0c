internal import CRaster
internal import FeelGeometry
internal import Glibc

/// Converts curves to edges, within a stated tolerance.
///
/// Like a pen: open contours are closed by a straight edge.
struct PathPen {
  var edges = EdgeList()
  private var startX = 0.0
  private var startY = 0.0
  private var x = 0.0
  private var y = 0.0
  // The number of arc steps in this shape so far.
  private var arcSteps = 0

  /// The number of arc steps of one shape beyond which arcs get few steps: a million dashes with
  /// caps wider than any screen.
  private static let mostArcSteps = 1 << 21

  /// The maximum distance of a chord from its Bézier curve, in device pixels.
  static let tolerance = 0.02
  /// The maximum distance of a chord from its circle, in device pixels; the polygon has the
  /// circle's area.
  static let arcTolerance = 0.02

  /// The largest step of an arc, a sixth of a turn.
  static let largestStep = Double.pi / 3

  /// Removes everything and sets a new clip, in device pixels.
  mutating func begin(clip: PixelRect) {
    edges.begin(clip: clip)
    (startX, startY, x, y) = (0, 0, 0, 0)
    arcSteps = 0
  }

  /// Closes the current contour and starts another.
  ///
  /// Here and in all other steps, points that are not finite are ignored.
  @inline(__always) mutating func move(_ px: Double, _ py: Double) {
    guard (px - px) + (py - py) == 0 else { return }
    close()
    (startX, startY, x, y) = (px, py, px, py)
  }

  /// Draws a straight edge.
  @inline(__always) mutating func line(_ px: Double, _ py: Double) {
    guard (px - px) + (py - py) == 0 else { return }
    edges.add(x, y, px, py)
    (x, y) = (px, py)
  }

  /// Closes the contour with a straight edge.
  @inline(__always) mutating func close() {
    if x != startX || y != startY { edges.add(x, y, startX, startY) }
    (x, y) = (startX, startY)
  }

  /// Draws a quadratic curve.
  mutating func quad(_ cx: Double, _ cy: Double, _ px: Double, _ py: Double) {
    let (ax, ay) = (x, y)
    let (bendX, bendY) = (ax - 2 * cx + px, ay - 2 * cy + py)
    let bend = (bendX * bendX + bendY * bendY).squareRoot()
    let pieces = Self.pieces((bend / (4 * Self.tolerance)).squareRoot())
    if pieces > 1, canBeSeen(min(ay, cy, py), max(ay, cy, py), min(ax, cx, px), max(ax, cx, px)) {
      for piece in 1..<pieces {
        let t = Double(piece) / Double(pieces)
        let (u, v, w) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
        line(u * ax + v * cx + w * px, u * ay + v * cy + w * py)
      }
    }
    line(px, py)
  }

  /// Draws a cubic curve.
  mutating func cubic(
    _ cx: Double, _ cy: Double, _ dx: Double, _ dy: Double, _ px: Double, _ py: Double
  ) {
    let (ax, ay) = (x, y)
    if canBeSeen(min(ay, cy, dy, py), max(ay, cy, dy, py), min(ax, cx, dx, px), max(ax, cx, dx, px))
    {
      let steps = CurveSteps(SIMD2(ax, ay), SIMD2(cx, cy), SIMD2(dx, dy), SIMD2(px, py))
      steps.each { t in
        let s = 1 - t
        let (u, v, w, z) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        line(u * ax + v * cx + w * dx + z * px, u * ay + v * cy + w * dy + z * py)
      }
    }
    line(px, py)
  }

  /// Adds a circular arc, clockwise on screen for a positive sweep, in radians; a straight edge
  /// leads to its start.
  ///
  /// `from` and `to` are the directions of its ends, as cosine and sine. Inner vertices lie
  /// slightly outside the circle, so that the polygon has the circle's area: r′ = r √(θ / sin θ)
  /// for steps of θ.
  mutating func arc(
    _ cx: Double, _ cy: Double, _ radius: Double, from: SIMD2<Double>, to: SIMD2<Double>,
    sweep: Double
  ) {
    guard radius > 0, sweep != 0, radius.isFinite, sweep.isFinite else {
      line(cx + radius * from.x, cy + radius * from.y)
      return
    }
    // The sagitta of a chord of angle θ is r θ² / 8.
    let wanted =
      needsSteps(cx, cy, radius)
      ? Self.pieces(abs(sweep) * (radius / (8 * Self.arcTolerance)).squareRoot())
      : Self.pieces(abs(sweep) / Self.largestStep)
    // An upper bound for the radius of the vertices.
    let reach = 1.1 * radius
    // A quarter from axis to axis stays between its ends.
    let isQuarter = abs(sweep) < 1.6 && from.x * from.y == 0 && to.x * to.y == 0
    let seen =
      canBeSeen(
        isQuarter ? cy + min(from.y, to.y) * reach : cy - reach,
        isQuarter ? cy + max(from.y, to.y) * reach : cy + reach, cx - reach, cx + reach)
      ? wanted : 1
    let pieces = arcSteps < Self.mostArcSteps ? seen : min(seen, 8)
    arcSteps += pieces
    let step = sweep / Double(pieces)
    let (stepCos, stepSin) = Self.cosineAndSine(step)
    let arc = cr_arc(
      cx: cx, cy: cy, radius: radius, outset: radius * (1 + step * step / 12), ux: from.x,
      uy: from.y, step_cos: stepCos, step_sin: stepSin, end_x: cx + radius * to.x,
      end_y: cy + radius * to.y, pieces: Int32(pieces))
    // If the directions are invalid (NaN), add the points one by one, skipping those that are not
    // finite.
    let isSound = abs(from.x) + abs(from.y) + abs(to.x) + abs(to.y) < 4
    if isSound, EdgeList.isNear(cx, cy, reach: radius), EdgeList.isNear(x, y, reach: 0) {
      edges.addArc(arc, from: x, y)
      (x, y) = (arc.end_x, arc.end_y)
      return
    }
    line(cx + radius * from.x, cy + radius * from.y)
    var (ux, uy) = (from.x, from.y)
    for _ in 1..<pieces {
      (ux, uy) = (ux * stepCos - uy * stepSin, uy * stepCos + ux * stepSin)
      line(cx + arc.outset * ux, cy + arc.outset * uy)
    }
    line(arc.end_x, arc.end_y)
  }

  /// Cosine and sine of an angle; by their series for a small one, to 10⁻¹¹.
  @inline(__always) private static func cosineAndSine(_ angle: Double) -> (Double, Double) {
    guard abs(angle) < 0.5 else { return (cos(angle), sin(angle)) }
    let s = angle * angle
    return (
      1 - s / 2 * (1 - s / 12 * (1 - s / 30 * (1 - s / 56 * (1 - s / 90)))),
      angle * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72))))
    )
  }

  /// Adds a path, scaled.
  mutating func add(_ path: Path, scale: Double) {
    var isBegun = false
    for element in path.elements {
      // A path without an initial move starts at the end of its first element.
      if !isBegun, let p = element.end, p.isFinite {
        move(p.x * scale, p.y * scale)
        isBegun = true
        continue
      }
      switch element {
      case .move(let p): move(p.x * scale, p.y * scale)
      case .line(let p): line(p.x * scale, p.y * scale)
      case .quad(let c, let p): quad(c.x * scale, c.y * scale, p.x * scale, p.y * scale)
      case .cubic(let c, let d, let p):
        cubic(c.x * scale, c.y * scale, d.x * scale, d.y * scale, p.x * scale, p.y * scale)
      case .close: close()
      }
    }
    close()
  }

  private static func pieces(_ wanted: Double) -> Int {
    // With more pieces than this, a curve is larger than any screen.
    wanted < 2000 ? max(1, Int(wanted.rounded(.up))) : (wanted.isNaN ? 1 : 2000)
  }

  /// Whether a circle needs small steps: not if the clip is entirely well inside or well outside,
  /// where coarse steps do not change it.
  @inline(__always) func needsSteps(_ x: Double, _ y: Double, _ radius: Double) -> Bool {
    radius < 64 || isNear(x, y, radius)
  }

  private func isNear(_ x: Double, _ y: Double, _ radius: Double) -> Bool {
    let clip = edges.clip
    let (left, right) = (Double(clip.x0) - x, Double(clip.x1) - x)
    let (top, bottom) = (Double(clip.y0) - y, Double(clip.y1) - y)
    let (dx, dy) = (max(left, -right, 0), max(top, -bottom, 0))
    let (farX, farY) = (max(-left, right), max(-top, bottom))
    // Chords of a sixth of a turn are as near as 0.87 of the radius, and their outer vertices at
    // 1.1.
    return farX * farX + farY * farY > 0.7 * radius * radius
      && dx * dx + dy * dy < 1.3 * radius * radius
  }

  /// Whether a curve with these bounds, in device pixels, can affect a pixel differently from its
  /// chord.
  ///
  /// To the left of all pixels, only the curve's height in a row matters, which the chord shares.
  private func canBeSeen(_ top: Double, _ bottom: Double, _ left: Double, _ right: Double) -> Bool {
    bottom > Double(edges.clip.y0) && top < Double(edges.clip.y1) && left < Double(edges.clip.x1)
      && right > Double(edges.clip.x0)
  }

  // MARK: Outlines

  /// Adds the outline of a part of a rounded rectangle's stroke; returns the rows in which it is
  /// not vertical, or `nil` if there is no outline.
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
    // A square cap extends by half the width times √2.
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

  /// Adds one side of a piece: the left side forwards (+1) or the right side backwards (−1).
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

  // MARK: Shapes

  /// Adds a circle, in device pixels.
  mutating func addCircle(_ center: Vector, radius: Double, clockwise: Bool = true) {
    guard radius > 0, radius.isFinite, center.isFinite else { return }
    move(center.x + radius, center.y)
    arc(
      center.x, center.y, radius, from: SIMD2(1, 0), to: SIMD2(1, 0),
      sweep: clockwise ? 2 * .pi : -2 * .pi)
    close()
  }

  /// Adds the outline of a stroked arc, in device pixels; angles are in turns, clockwise from 12
  /// o'clock.
  mutating func addArc(
    _ center: Vector, radius: Double, width: Double, start: Double, sweep: Double, cap: Stroke.Cap
  ) {
    guard radius > 0, width > 0, start.isFinite, sweep.isFinite, sweep != 0 else { return }
    guard radius.isFinite, width.isFinite, center.isFinite else { return }
    let half = width / 2
    let (outer, inner) = (radius + half, max(0, radius - half))
    guard abs(sweep) < 1 else {
      addCircle(center, radius: outer)
      addCircle(center, radius: inner, clockwise: false)
      return
    }
    let turn = 2 * Double.pi
    let first = (sweep > 0 ? start : start + sweep) - 0.25
    // Large turns would lose precision in radians.
    let angle = (first - first.rounded(.down)) * turn
    let span = abs(sweep) * turn
    let from = SIMD2(cos(angle), sin(angle))
    let to = SIMD2(cos(angle + span), sin(angle + span))
    move(center.x + outer * from.x, center.y + outer * from.y)
    arc(center.x, center.y, outer, from: from, to: to, sweep: span)
    addCap(cap, center.x + radius * to.x, center.y + radius * to.y, to.x, to.y, half)
    arc(center.x, center.y, inner, from: to, to: from, sweep: -span)
    addCap(cap, center.x + radius * from.x, center.y + radius * from.y, -from.x, -from.y, half)
    close()
  }

  /// Adds a stroke's cap around its end point, clockwise from the side at (nx, ny) · half to the
  /// opposite side.
  mutating func addCap(
    _ cap: Stroke.Cap, _ x: Double, _ y: Double, _ nx: Double, _ ny: Double, _ half: Double
  ) {
    switch cap {
    case .butt: line(x - nx * half, y - ny * half)
    case .round: arc(x, y, half, from: SIMD2(nx, ny), to: SIMD2(-nx, -ny), sweep: .pi)
    case .square:
      let (dx, dy) = (-ny * half, nx * half)
      line(x + nx * half + dx, y + ny * half + dy)
      line(x - nx * half + dx, y - ny * half + dy)
      line(x - nx * half, y - ny * half)
    }
  }

  /// Adds the outline of a stroked line, in device pixels.
  ///
  /// A horizontal or vertical line one pixel wide is snapped to whole pixels.
  mutating func addLine(_ from: Vector, _ to: Vector, width: Double, cap: Stroke.Cap) {
    guard width > 0, width.isFinite, from.isFinite, to.isFinite else { return }
    var (a, b) = (from, to)
    if abs(width - 1) < 0.01 {
      if a.y == b.y {
        a.y = a.y.rounded(.down) + 0.5
        b.y = a.y
      } else if a.x == b.x {
        a.x = a.x.rounded(.down) + 0.5
        b.x = a.x
      }
    }
    let d = b - a
    let length = d.length
    // A line without length is a dot with round and square caps, and nothing with butt caps.
    guard length > 0 || cap != .butt else { return }
    let half = width / 2
    let (ux, uy) = length > 0 ? (d.x / length, d.y / length) : (1, 0)
    // With y down, (uy, −ux) is the left side; clockwise goes from left to right around the end.
    let (nx, ny) = (uy, -ux)
    move(a.x + nx * half, a.y + ny * half)
    line(b.x + nx * half, b.y + ny * half)
    addCap(cap, b.x, b.y, nx, ny, half)
    line(a.x - nx * half, a.y - ny * half)
    addCap(cap, a.x, a.y, -nx, -ny, half)
    close()
  }

  /// Adds a rounded rectangle, clockwise or anticlockwise.
  mutating func add(_ shape: DeviceRect, clockwise: Bool = true) {
    let r = shape.radius
    guard r > 0 else {
      move(shape.x0, shape.y0)
      if clockwise {
        line(shape.x1, shape.y0)
        line(shape.x1, shape.y1)
        line(shape.x0, shape.y1)
      } else {
        line(shape.x0, shape.y1)
        line(shape.x1, shape.y1)
        line(shape.x1, shape.y0)
      }
      close()
      return
    }
    let (left, right) = (shape.x0 + r, shape.x1 - r)
    let (top, bottom) = (shape.y0 + r, shape.y1 - r)
    let (up, rightward) = (SIMD2(0.0, -1.0), SIMD2(1.0, 0.0))
    let quarter = Double.pi / 2
    move(left, shape.y0)
    if clockwise {
      arc(right, top, r, from: up, to: rightward, sweep: quarter)
      arc(right, bottom, r, from: rightward, to: -up, sweep: quarter)
      arc(left, bottom, r, from: -up, to: -rightward, sweep: quarter)
      arc(left, top, r, from: -rightward, to: up, sweep: quarter)
    } else {
      arc(left, top, r, from: up, to: -rightward, sweep: -quarter)
      arc(left, bottom, r, from: -rightward, to: -up, sweep: -quarter)
      arc(right, bottom, r, from: -up, to: rightward, sweep: -quarter)
      arc(right, top, r, from: rightward, to: up, sweep: -quarter)
    }
    close()
  }
}

extension Path.Element {
  /// The end point of the element, or `nil` for `close`.
  fileprivate var end: Vector? {
    switch self {
    case .move(let p), .line(let p), .quad(_, let p), .cubic(_, _, let p): p
    case .close: nil
    }
  }
}
