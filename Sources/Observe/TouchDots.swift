public import Feel

/// Finds a touch dot in a clip of scrolling content, and tracks it.
///
/// A dot appears over content at rest, stays for a while and vanishes, leaving what it covered
/// unchanged. It is a hand if it moves on the screen, does not stick to the content, and the
/// content follows it. A button that comes and goes, a spinner, or a picture that has just loaded
/// fails at least one of these tests.
public struct TouchDots: Sendable {
  /// The time from a dot's appearance to its disappearance.
  public struct Press: Sendable {
    /// The times of the frames that show it, in seconds, and its position in each, in pixels.
    public fileprivate(set) var places: [(time: Double, place: Vector)] = []
    /// The time of the first frame without it, in seconds.
    public fileprivate(set) var end = 0.0
    /// The dot's radius, in pixels.
    public var radius: Double { look.radius }

    fileprivate var look: DotLook
    fileprivate let earlier: GreyPicture
    /// The content's offset in `earlier`.
    fileprivate let origin: Double
    /// Whether the content was at rest when it appeared.
    fileprivate let isAtRest: Bool
    fileprivate var strengths: [Double] = []
    fileprivate var explained: [Double] = []
    fileprivate var offsets: [Double] = []
    fileprivate var misses = 0
    /// Whether it moved to where the content has not been seen before.
    fileprivate var isLost = false

    /// Its position in the next frame at a constant speed, in pixels.
    fileprivate var expected: Vector {
      guard let last = places.last?.place else { return .zero }
      guard places.count > 1 else { return last }
      return last + (last - places[places.count - 2].place) * Double(misses + 1)
    }
  }

  /// The presses made by a hand, in order.
  public private(set) var presses: [Press] = []

  private let scene: DotScene
  private var open: [Press] = []
  private var closed: [Press] = []
  /// The last frame, and the one before it.
  private var last, former: (picture: GreyPicture, offset: Double)?
  /// The content's offsets in the last frames, as a single frame may be a repeat.
  private var recent: [Double] = []

  /// Limits of its radius: in pixels, and as shares of the picture's shorter side.
  private static let (smallest, least, largest) = (3.0, 0.02, 0.125)
  /// The side of the cells searched for changes, in pixels.
  private static let cell = 8
  /// A cell has changed if its pixels differ by more than this on average.
  private static let changed: Float = 2.5
  /// If everything moves, a cell must differ by this multiple of the ninth decile.
  private static let unusual: Float = 4
  /// If more parts of a picture change at once, they are no dots.
  private static let mostParts = 10
  /// Maximum number of candidates tracked at once; most turn out to be no dot.
  private static let mostOpen = 6
  /// The minimum share of the surrounding difference that the dot must explain.
  private static let leastExplained = 0.7
  /// Below this strength, a frame does not show the dot.
  private static let faint = 0.35
  /// Below this strength, a frame is not used to learn the look.
  private static let full = 0.9
  /// A dot that fades by more than this share, and by more than its scatter, is being lifted.
  private static let fading = 0.05
  /// After this many frames without it, it is gone.
  private static let mostMisses = 3

  /// Creates a search that begins with the next frame.
  ///
  /// - Parameters:
  ///   - region: the scrolling area, in pixels of the frames.
  ///   - isVertical: whether it scrolls vertically.
  ///   - mask: whether each pixel of the region ever moves.
  public init(region: PixelRect, isVertical: Bool, mask: [Bool]) {
    scene = DotScene(region: region, isVertical: isVertical, mask: mask)
  }

  /// Adds the next frame; all must have the same size.
  ///
  /// - Parameters:
  ///   - picture: the whole frame.
  ///   - offset: the content's position, in pixels; positive as it moves up or to the left.
  ///   - time: when it was shown, in seconds.
  public mutating func add(_ picture: GreyPicture, offset: Double, at time: Double) {
    defer { (former, last) = (last, (picture, offset)) }
    recent = recent.suffix(Self.restingFrames) + [offset]
    guard let last else { return }
    closed += open.indices.compactMap { track(&open[$0], picture, offset, at: time) }
    closed += open.filter { $0.misses >= Self.mostMisses && $0.places.count > 1 }
    open.removeAll { $0.misses >= Self.mostMisses }
    guard open.count < Self.mostOpen else { return }
    for spot in spots(picture, offset, after: last) where open.count < Self.mostOpen {
      let isKnown = (open + closed.suffix(2)).contains { press in
        guard let place = press.places.last?.place else { return false }
        let isNew = press.end == 0 || time - press.end < 0.1
        return isNew && (place - spot.center).length < 3 * press.radius + spot.radius
      }
      if !isKnown, !isUncovered(spot, picture, offset, after: last) {
        begin(spot, picture, offset, after: last, at: time)
      }
    }
  }

  /// Determines which of the tracked dots are presses.
  public mutating func finish() {
    // A dot still visible at the end of the clip was not released.
    let dots = closed.filter { stays($0) }
    guard let dot = dots.first(where: { leads($0) }) else { return }
    presses = dots.filter { $0.look.isLike(dot.look) }
      .map { settled($0) }.sorted { $0.end < $1.end }
    open = []
  }

  /// The hand on the clock of the content, or `nil` if none was seen; repeated frames are left out.
  ///
  /// The release is placed between the last frame with the dot and the first one without.
  public func hand(by content: ClipTrack.Settled) -> RecordedHand? {
    var samples: [RecordedHand.Sample] = []
    for press in presses {
      let seen = press.places.compactMap { row in
        content.time(shownAt: row.time).map { (time: $0, place: row.place) }
      }
      guard seen.count > 1, let last = seen.last else { continue }
      let end = max(last.time, content.time(shownAt: press.end) ?? press.end)
      samples += seen.enumerated().map { index, row in
        RecordedHand.Sample(
          time: row.time, phase: index == 0 ? .begin : .update, location: row.place)
      }
      samples.append(
        RecordedHand.Sample(time: (last.time + end) / 2, phase: .end, location: last.place))
    }
    return samples.isEmpty ? nil : RecordedHand(samples)
  }

  // MARK: Appearance

  /// Something that changed in one place.
  private struct Spot {
    let center: Vector
    let radius: Double
  }

  /// Whether a pointer has left this place: it looks as it did two frames before.
  private func isUncovered(
    _ spot: Spot, _ picture: GreyPicture, _ offset: Double,
    after last: (picture: GreyPicture, offset: Double)
  ) -> Bool {
    guard let former else { return false }
    func difference(from earlier: (picture: GreyPicture, offset: Double)) -> Double {
      var (sum, count) = (0.0, 0.0)
      patch(
        picture, offset, over: earlier.picture, earlier.offset, about: spot.center,
        reach: spot.radius
      ).forEach(within: spot.radius, of: spot.center) {
        (sum, count) = (sum + abs($2 - $1), count + 1)
      }
      return count > 0 ? sum / count : .infinity
    }
    return difference(from: former) < difference(from: last) / 2
  }

  private mutating func begin(
    _ spot: Spot, _ picture: GreyPicture, _ offset: Double,
    after last: (picture: GreyPicture, offset: Double), at time: Double
  ) {
    let patch = patch(
      picture, offset, over: last.picture, last.offset, about: spot.center,
      reach: 3 * spot.radius + 4)
    var center = spot.center
    guard let look = DotLook(patch, &center, radius: spot.radius, of: sizes(picture)) else {
      return
    }
    let press = started(
      look, patch, center, last.picture, last.offset, offset, at: time,
      isAtRest: recent.extent < Self.creeping)
    if let press {
      open.append(press)
    }
  }

  /// A press that begins, or `nil` if the look does not explain the picture.
  private func started(
    _ look: DotLook, _ patch: DotPatch, _ center: Vector, _ earlier: GreyPicture,
    _ origin: Double, _ offset: Double, at time: Double, isAtRest: Bool
  ) -> Press? {
    let shown = look.strength(in: patch, at: center)
    guard shown.explained > Self.leastExplained else { return nil }
    return Press(
      places: [(time, center)], look: look, earlier: earlier, origin: origin, isAtRest: isAtRest,
      strengths: [shown.strength], explained: [shown.explained], offsets: [offset])
  }

  private func sizes(_ picture: GreyPicture) -> ClosedRange<Double> {
    let side = Double(min(picture.width, picture.height))
    let least = max(Self.smallest, Self.least * side)
    return least...max(least, Self.largest * side)
  }

  private func patch(
    _ picture: GreyPicture, _ offset: Double, over earlier: GreyPicture, _ origin: Double,
    about place: Vector, reach: Double
  ) -> DotPatch {
    let (x, y, side) = (Int(place.x.rounded()), Int(place.y.rounded()), Int(reach.rounded(.up)))
    return DotPatch(
      PixelRect(x0: x - side, y0: y - side, x1: x + side + 1, y1: y + side + 1), of: picture,
      over: earlier, way: offset - origin, in: scene)
  }

  /// New, roughly square parts that the content's motion does not explain.
  private func spots(
    _ picture: GreyPicture, _ offset: Double, after last: (picture: GreyPicture, offset: Double)
  ) -> [Spot] {
    let way = offset - last.offset
    let sizes = sizes(picture)
    guard min(picture.width, picture.height) >= Self.cell else { return [] }
    let parts = Self.parts(
      differences(picture, last.picture, way), columns: picture.width / Self.cell,
      largest: sizes.upperBound)
    return parts.compactMap { part in
      let side = Self.cell
      let about = DotPatch(
        PixelRect(
          x0: (part.x0 - 1) * side, y0: (part.y0 - 1) * side, x1: (part.x1 + 1) * side,
          y1: (part.y1 + 1) * side),
        of: picture, over: last.picture, way: way, in: scene)
      guard let disc = about.disc, disc.radius >= sizes.lowerBound else { return nil }
      return Spot(center: disc.center, radius: disc.radius)
    }
  }

  /// Parts in which a dot may have appeared: roughly square, few, and with more change than usual.
  private static func parts(_ cells: [Float], columns: Int, largest: Double) -> [PixelRect] {
    let usual = cells.sorted()[cells.count * 9 / 10]
    let least = changed + unusual * usual
    var grid = Grid(
      columns: columns, rows: cells.count / max(1, columns), isOn: cells.map { $0 > least })
    guard grid.isOn.contains(true) else { return [] }
    grid.close(by: 1)
    let parts = grid.parts.filter { part in
      let (long, short) = (max(part.width, part.height), min(part.width, part.height))
      return part.area > 1 && long <= 2 * short + 1 && Double(long * cell) < 3 * largest + 16
    }
    return parts.count > mostParts ? [] : parts
  }

  /// Whether a dot may have appeared between two pictures of content at rest.
  static func mayAppear(_ change: CellChange) -> Bool {
    let side = Double(min(change.columns, change.rows) * change.cell)
    guard change.columns * change.rows > 0 else { return false }
    return !parts(change.values, columns: change.columns, largest: largest * side).isEmpty
  }

  /// The difference of each cell of a picture from its origin in the earlier one.
  ///
  /// After subpixel motion and compression, a pixel is within the range of those near its origin.
  private func differences(
    _ picture: GreyPicture, _ earlier: GreyPicture, _ way: Double
  ) -> [Float] {
    let side = Self.cell
    let (columns, rows) = (picture.width / side, picture.height / side)
    let (new, old) = (picture.pixels.span, earlier.pixels.span)
    let near =
      abs(way) < Self.still ? 0...0 : Int(way.rounded(.down)) - 1...Int(way.rounded(.up)) + 1
    let step = scene.isVertical ? picture.width : 1
    var cells = [Float](repeating: 0, count: columns * rows)
    for y in 0..<rows * side {
      for x in 0..<columns * side {
        let place = y * picture.width + x
        var (low, high) = (old[place], old[place])
        if near != 0...0, scene.moves(x, y) {
          let (first, last) = (near.lowerBound, near.upperBound)
          guard scene.isVertical ? scene.moves(x, y + first) : scene.moves(x + first, y),
            scene.isVertical ? scene.moves(x, y + last) : scene.moves(x + last, y)
          else { continue }
          (low, high) = (old[place + first * step], old[place + first * step])
          for shift in near.dropFirst() {
            low = min(low, old[place + shift * step])
            high = max(high, old[place + shift * step])
          }
        }
        let (value, cell) = (new[place], y / side * columns + x / side)
        if value < low { cells[cell] += Float(low - value) }
        if value > high { cells[cell] += Float(value - high) }
      }
    }
    return cells.map { $0 / Float(side * side) }
  }

  /// Content that moves less per frame is at rest, in pixels.
  private static let still = 0.2
  /// Content that moves less in this many frames is not a run that a hand would stop, in pixels.
  private static let (creeping, restingFrames) = (1.0, 3)

  // MARK: Tracking

  /// Tracks a press into the next frame; returns the press so far if its look changes here.
  private func track(
    _ press: inout Press, _ picture: GreyPicture, _ offset: Double, at time: Double
  ) -> Press? {
    let expected = press.expected
    let speed = press.places.last.map { (expected - $0.place).length } ?? 0
    let patch = patch(
      picture, offset, over: press.earlier, press.origin, about: expected,
      reach: 3 * press.radius + 1.5 * speed + 4)
    // After a reversal it is not where its speed would take it.
    let starts = [expected, press.places.last?.place, patch.disc?.center].compactMap(\.self)
    let found = starts.map { press.look.place(in: patch, from: $0) }.max { $0.gain < $1.gain }
    guard let center = found?.center else {
      press.misses += 1
      return nil
    }
    let shown = press.look.strength(in: patch, at: center)
    let isOdd = shown.explained < Self.leastExplained
    let fresh = isOdd ? renewed(press, patch, center, picture, offset, at: time) : nil
    if let fresh, !fresh.look.isLike(press.look) {
      // A hovering pointer has been pressed.
      defer { press = fresh }
      press.end = time
      return press
    }
    // After a miss, it must be clearly visible to count again.
    let least = press.misses == 0 ? 0 : Self.leastExplained
    guard shown.strength > Self.faint, shown.explained > least else {
      if press.misses == 0 {
        let isFading = press.strengths.last ?? 0 < Self.full
        (press.end, press.isLost) = (time, shown.strength.isNaN && !isFading)
      }
      press.misses += 1
      return nil
    }
    (press.misses, press.end) = (0, 0)
    press.places.append((time, center))
    press.strengths.append(shown.strength)
    press.explained.append(shown.explained)
    press.offsets.append(offset)
    // Do not learn from a ripple that spreads from a press.
    let isClear = shown.explained > Self.leastExplained && shown.strength > Self.full
    if isClear || fresh != nil {
      press.look.learn(patch, center, reach: 2 * press.radius)
    }
    return nil
  }

  /// The press that begins when another changes its look while the content is at rest.
  private func renewed(
    _ press: Press, _ patch: DotPatch, _ place: Vector, _ picture: GreyPicture, _ offset: Double,
    at time: Double
  ) -> Press? {
    var center = place
    let sizes = Self.smallest...sizes(picture).upperBound
    guard press.misses == 0, press.offsets.extent < Self.still,
      press.explained.last ?? 0 > Self.leastExplained,
      let look = DotLook(patch, &center, radius: press.radius, of: sizes)
    else { return nil }
    return started(
      look, patch, center, press.earlier, press.origin, offset, at: time,
      isAtRest: recent.extent < Self.creeping)
  }

  // MARK: Acceptance as a hand

  /// Whether something looked like a dot all the time, and vanished in place.
  private func stays(_ press: Press) -> Bool {
    guard press.places.count >= Self.fewestFrames, let last = press.places.last?.place,
      !press.isLost
    else { return false }
    let explained = press.explained.sorted()
    guard explained[explained.count / 2] > Self.leastExplained else { return false }
    // Something that moves with the content leaves at the edge.
    let (low, high) = (
      scene.isVertical ? scene.region.y0 : scene.region.x0,
      scene.isVertical ? scene.region.y1 : scene.region.x1
    )
    let place = along(last)
    return min(abs(place - Double(low)), abs(place - Double(high))) > press.radius
  }

  private func along(_ place: Vector) -> Double { scene.isVertical ? place.y : place.x }

  /// Whether it appeared over content at rest, moved by itself, and the content followed it.
  ///
  /// Compression leaves spots on running content that persist for a while and nearly stick to it.
  /// Once a hand is found, similar dots may stop running content.
  private func leads(_ press: Press) -> Bool {
    guard press.isAtRest else { return false }
    let places = press.places.map { along($0.place) }
    let least = max(press.radius, Self.leastWay)
    guard places.extent > least, press.offsets.extent > least / 2 else { return false }
    let free = zip(press.places, press.offsets).map { row, offset in
      row.place + (scene.isVertical ? Vector(0, offset) : Vector(offset, 0))
    }
    guard max(free.map(\.x).extent, free.map(\.y).extent) > Self.leastFree else { return false }
    // Content may show a hand some frames late.
    return (0...min(Self.latest, places.count / 3)).contains { late in
      let pairs = zip(places.dropLast(late), press.offsets.dropFirst(late))
      return Self.correlation(pairs.map { ($0, $1) }) < -Self.leastAlike
    }
  }

  /// Minimum number of frames that show a press.
  private static let fewestFrames = 3
  /// Minimum travel of a hand, in pixels.
  private static let leastWay = 12.0
  /// Something that sticks to the content moves less relative to it, in pixels.
  private static let leastFree = 2.0
  private static let latest = 5
  private static let leastAlike = 0.8

  private static func correlation(_ pairs: [(Double, Double)]) -> Double {
    let count = Double(pairs.count)
    guard count > 2 else { return 0 }
    let (x, y) = (pairs.reduce(0) { $0 + $1.0 } / count, pairs.reduce(0) { $0 + $1.1 } / count)
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for pair in pairs {
      xx += (pair.0 - x) * (pair.0 - x)
      xy += (pair.0 - x) * (pair.1 - y)
      yy += (pair.1 - y) * (pair.1 - y)
    }
    return xx > 0 && yy > 0 ? xy / (xx * yy).squareRoot() : 0
  }

  /// A press without the frames in which it fades in or out.
  private func settled(_ press: Press) -> Press {
    var settled = press
    let usual = press.strengths.sorted()[press.strengths.count / 2]
    let scatter = press.strengths.map { abs($0 - usual) }.sorted()[press.strengths.count / 2]
    let full = usual - max(Self.fading * usual, 4 * scatter)
    let first = press.strengths.firstIndex { $0 >= full } ?? 0
    let last = press.strengths.lastIndex { $0 >= full } ?? press.strengths.count - 1
    if last + 1 < press.places.count { settled.end = press.places[last + 1].time }
    settled.places = Array(press.places[first...last])
    return settled
  }
}
