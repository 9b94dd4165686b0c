public import Feel

/// Finds what scrolls in a clip, and when: where frames change, and whether a shift explains the
/// change.
///
/// Several things may scroll one after the other, so the clip is looked at in short windows of
/// frames that change; those in a row in which the same part moves along the same axis are a run.
public struct ClipSurvey: Sendable {
  /// A stretch of a clip in which one thing scrolls.
  public struct Run: Sendable {
    /// When it begins and ends, in seconds.
    public internal(set) var start, end: Double
    /// What scrolls, in pixels of the pictures that were looked at.
    public internal(set) var region: PixelRect
    /// Whether it scrolls up and down.
    public let isVertical: Bool
    /// Which share of the change a shift explains, from 0 to 1.
    public var explained: Double { whole > 0 ? min(1, shifted / whole) : 0 }
    /// Of each pixel of the region, whether it ever changed.
    public internal(set) var mask: [Bool] = []
    var shifted = 0.0
    var whole = 0.0
    var range: PixelRange
    var along: CellsAlong
  }

  /// When each frame was shown, in seconds.
  public private(set) var times: [Double] = []
  /// How much of all change was looked at, and how much of it a shift explains.
  public private(set) var (whole, shifted) = (0.0, 0.0)
  /// What scrolls, in order of time.
  public private(set) var runs: [Run] = []

  /// Whether anything moves in it: compression alone changes pixels by less.
  public private(set) var moves = false

  /// Whether all that scrolls does so for too short a time to show a law.
  public private(set) var isTooShort = false

  /// Whether a touch dot may be seen in it.
  public private(set) var mayShowDots = false

  private let fixedRegion: PixelRect?
  private let fixedAxis: Bool?
  private var last: GreyPicture?
  private var window: Window?
  private var range: PixelRange?

  /// So many frames that change are looked at together.
  private static let windowFrames = 8
  /// What rests for longer, in seconds, is over.
  private static let rest = 0.6
  /// What moves for less, in seconds, shows no law.
  public static let shortest = 0.15
  /// A shift that explains less of a change has not made it.
  static let leastExplained = 0.5
  /// The side of a cell, in pixels.
  static let cell = 8
  /// Pictures whose mean brightness differs by less are the same.
  private static let same = 0.02

  /// Creates a survey that begins with the next picture.
  ///
  /// - Parameters:
  ///   - region: what scrolls, in pixels of the pictures, or `nil` where that is to be found.
  ///   - isVertical: whether it scrolls up and down, or `nil` where that is to be found.
  public init(region: PixelRect? = nil, isVertical: Bool? = nil) {
    (fixedRegion, fixedAxis) = (region, isVertical)
  }

  /// Takes the next frame; all are of one size.
  public mutating func take(_ picture: GreyPicture, at time: Double) {
    defer {
      times.append(time)
      last = picture
    }
    guard let last, let before = times.last else { return }
    let change = CellChange(last, picture, cell: Self.cell)
    guard change.mean > Self.same else {
      if let window, time - window.end > Self.rest { close() }
      return
    }
    if !mayShowDots { mayShowDots = TouchDots.mayAppear(change) }
    if let window, time - window.end > Self.rest { close() }
    var open = window ?? Window(start: before, change, last)
    window = nil
    open.add(change, last, picture, at: time)
    window = open
    if open.count >= Self.windowFrames { close() }
  }

  /// Looks at what is left.
  public mutating func finish() {
    close()
    moves = range?.moves ?? false
    runs.removeAll { $0.explained < Self.leastExplained || $0.shifted < 0.02 * shifted }
    let count = runs.count
    runs.removeAll { $0.end - $0.start < Self.shortest }
    isTooShort = moves && runs.isEmpty && count > 0
    for index in runs.indices {
      let region = runs[index].region
      runs[index].mask = runs[index].along.mask(runs[index].range.moving(in: region), in: region)
    }
  }

  private mutating func close() {
    guard let window else { return }
    self.window = nil
    if range?.add(window.range) == nil { range = window.range }
    let regions = fixedRegion.map { [$0] } ?? window.cells.regions
    let axes = fixedAxis.map { [$0] } ?? [true, false]
    let joined = runs.last.flatMap { window.start - $0.end < Self.rest ? $0 : nil }
    var best: Found?
    for region in regions {
      for isVertical in axes {
        let match = window.match(in: region, isVertical: isVertical)
        // A picture without much across its axis is like itself by any shift.
        let goesOn = joined?.isVertical == isVertical && match.share >= Self.leastExplained
        let score =
          match.share * match.share * window.cells.sum(in: region) * (goesOn ? 1.5 : 1)
        if score > best?.score ?? 0 {
          best = Found(region: region, isVertical: isVertical, match: match, score: score)
        }
      }
    }
    let all = window.cells.sum
    whole += all
    guard let best, best.match.share >= Self.leastExplained else {
      // What comes to rest moves by less than can be told of two frames.
      let share = best?.match.share ?? 0
      shifted += share * all
      if let joined, window.cells.sum(in: joined.region) > 0.6 * all {
        extend(with: window, region: nil, share: share, window.cells.sum(in: joined.region))
      }
      return
    }
    let energy = window.cells.sum(in: best.region)
    shifted += best.match.share * energy
    if joined?.isVertical != best.isVertical
      || !(joined.map { Self.isSame($0.region, best.region) } ?? false)
    {
      runs.append(
        Run(
          start: window.start, end: window.end, region: best.region, isVertical: best.isVertical,
          range: window.range, along: CellsAlong(like: window.cells)))
    }
    extend(with: window, region: best.region, share: best.match.share, energy)
    runs[runs.count - 1].along.add(window, best.region, best.isVertical, best.match.shifts)
  }

  private struct Found {
    let region: PixelRect
    let isVertical: Bool
    let match: Window.Match
    let score: Double
  }

  private mutating func extend(
    with window: Window, region: PixelRect?, share: Double, _ energy: Double
  ) {
    let index = runs.count - 1
    runs[index].end = window.end
    if let region { runs[index].region = runs[index].region.union(region) }
    runs[index].shifted += share * energy
    runs[index].whole += energy
    runs[index].range.add(window.range)
  }

  /// Whether two regions are the same part of the screen, of which slow content changes less.
  private static func isSame(_ a: PixelRect, _ b: PixelRect) -> Bool {
    let common = Double(a.intersection(b).area)
    return common > 0.7 * Double(min(a.area, b.area))
  }
}

/// Some frames in a row.
struct Window: Sendable {
  let start: Double
  var end: Double
  var count = 0
  var cells: CellChange
  var range: PixelRange
  private(set) var pairs: [(first: GreyPicture, second: GreyPicture, change: Double)] = []

  init(start: Double, _ change: CellChange, _ picture: GreyPicture) {
    (self.start, end) = (start, start)
    cells = CellChange(like: change)
    range = PixelRange(picture)
  }

  mutating func add(
    _ change: CellChange, _ first: GreyPicture, _ second: GreyPicture, at time: Double
  ) {
    (end, count) = (time, count + 1)
    cells.add(change)
    range.add(second)
    pairs.append((first, second, change.mean))
  }

  /// What a shift along an axis explains of the changes in a region.
  struct Match: Sendable {
    /// Which share of them, from 0 to 1.
    var share = 0.0
    /// By how much the content moved from picture to picture, in pixels.
    var shifts: [(pair: Int, shift: Int)] = []
  }

  func match(in region: PixelRect, isVertical: Bool) -> Match {
    let grid = StripProfile.StripGrid(
      region, isVertical: isVertical, mask: range.moving(in: region))
    let search = ShiftSearch(grid)
    var match = Match()
    var (explained, whole) = (0.0, 0.0)
    // Half of the pairs tell as much, if they are those that change most: where each frame is shown
    // twice, every other pair shows nothing but compression.
    let order = pairs.indices.sorted { pairs[$0].change > pairs[$1].change }
    for index in order.prefix((pairs.count + 1) / 2).sorted() {
      let looks = (search.look(at: pairs[index].first), search.look(at: pairs[index].second))
      let unmoved = search.difference(looks.0, looks.1)
      guard unmoved.isFinite, let best = search.candidates(looks.0, looks.1, most: 1).first
      else { continue }
      var left = search.cost(looks.0, looks.1, best.shift)
      if let fine = search.refine(looks.0, looks.1, near: Double(best.shift)) {
        left = min(left, search.blended(looks.0, looks.1, fine.shift))
      }
      explained += max(0, unmoved - left)
      whole += unmoved
      match.shifts.append((index, best.shift))
    }
    match.share = whole > 0 ? explained / whole : 0
    return match
  }
}

/// Which cells of a picture go along with what scrolls: laid over the picture before, they differ
/// less where it has gone than where they are.
struct CellsAlong: Sendable {
  private let columns: Int
  private let cell: Int
  private var unmoved, moved: [Float]

  /// Shifts by less tell no cell from its neighbour, in pixels.
  private static let least = 2
  /// What goes along leaves less than this share of the difference.
  private static let share: Float = 0.8

  init(like change: CellChange) {
    (columns, cell) = (change.columns, change.cell)
    unmoved = [Float](repeating: 0, count: change.columns * change.rows)
    moved = unmoved
  }

  mutating func add(
    _ window: Window, _ region: PixelRect, _ isVertical: Bool, _ shifts: [(pair: Int, shift: Int)]
  ) {
    let rows = unmoved.count / max(1, columns)
    for (pair, shift) in shifts where abs(shift) >= Self.least {
      let (first, second, _) = window.pairs[pair]
      let (old, new) = (first.pixels.span, second.pixels.span)
      let (dx, dy) = isVertical ? (0, shift) : (shift, 0)
      let inside = region.intersection(
        PixelRect(x: region.x0 - dx, y: region.y0 - dy, width: region.width, height: region.height)
      ).intersection(PixelRect(x: 0, y: 0, width: columns * cell, height: rows * cell))
      for y in inside.y0..<inside.y1 {
        for x in inside.x0..<inside.x1 {
          let value = Int(new[y * first.width + x])
          let place = y / cell * columns + x / cell
          unmoved[place] += Float(abs(value - Int(old[y * first.width + x])))
          moved[place] += Float(abs(value - Int(old[(y + dy) * first.width + x + dx])))
        }
      }
    }
  }

  /// A mask without the cells that stay behind.
  func mask(_ mask: [Bool], in region: PixelRect) -> [Bool] {
    var kept = mask
    for y in region.y0..<region.y1 {
      for x in region.x0..<region.x1 {
        let place = min(unmoved.count - 1, y / cell * columns + min(columns - 1, x / cell))
        guard moved[place] > Self.share * unmoved[place], unmoved[place] > 0 else { continue }
        kept[(y - region.y0) * region.width + x - region.x0] = false
      }
    }
    let count = kept.count(where: \.self)
    return 20 * count < region.area ? mask : kept
  }
}

/// By how much cells of a picture change.
struct CellChange: Sendable {
  let columns, rows, cell: Int
  private(set) var values: [Float]
  /// The mean over all cells.
  private(set) var mean: Double

  /// No pixel counts for more: a flash is no motion.
  private static let most: Int32 = 40

  init(_ a: GreyPicture, _ b: GreyPicture, cell: Int) {
    (columns, rows, self.cell) = (a.width / cell, a.height / cell, cell)
    var sums = [Int32](repeating: 0, count: columns * rows)
    let (old, new) = (a.pixels.span, b.pixels.span)
    for y in 0..<rows * cell {
      let row = y / cell * columns
      for column in 0..<columns {
        var sum: Int32 = 0
        let start = y * a.width + column * cell
        for x in start..<start + cell {
          sum &+= min(abs(Int32(old[x]) &- Int32(new[x])), Self.most)
        }
        sums[row + column] &+= sum
      }
    }
    let pixels = Float(cell * cell)
    values = sums.map { Float($0) / pixels }
    mean = Double(values.reduce(0, +)) / Double(max(1, values.count))
  }

  init(like other: CellChange) {
    (columns, rows, cell) = (other.columns, other.rows, other.cell)
    values = [Float](repeating: 0, count: other.values.count)
    mean = 0
  }

  mutating func add(_ other: CellChange) {
    for index in values.indices { values[index] += other.values[index] }
    mean += other.mean
  }

  var sum: Double { Double(values.reduce(0, +)) }

  func sum(in region: PixelRect) -> Double {
    var sum: Float = 0
    for row in region.y0 / cell..<min(rows, (region.y1 + cell - 1) / cell) {
      for column in region.x0 / cell..<min(columns, (region.x1 + cell - 1) / cell) {
        sum += values[row * columns + column]
      }
    }
    return Double(sum)
  }

  /// Sides of parts below this have no room for what scrolls, in cells.
  private static let leastSide = 4
  /// A cell moves that changes by this share of those that change most.
  private static let share: Float = 0.06

  /// The parts that change, in pixels, each a rectangle: cells that hang together once gaps of a
  /// few are closed.
  var regions: [PixelRect] {
    let most = values.sorted()[max(0, values.count * 98 / 100 - 1)]
    var moving = Grid(
      columns: columns, rows: rows, isOn: values.map { $0 > max(0.5, Self.share * most) })
    moving.close(by: 3)
    return moving.parts.filter { min($0.width, $0.height) >= Self.leastSide }.map {
      PixelRect(x: $0.x0 * cell, y: $0.y0 * cell, width: $0.width * cell, height: $0.height * cell)
    }.sorted { sum(in: $0) > sum(in: $1) }.prefix(4).map(\.self)
  }
}

/// A grid of which cells are on or off.
struct Grid {
  let columns, rows: Int
  var isOn: [Bool]

  /// Fills gaps of up to twice so many cells.
  mutating func close(by reach: Int) {
    grow(by: reach, to: true)
    grow(by: reach, to: false)
  }

  /// Takes away what is narrower than twice so many cells.
  mutating func open(by reach: Int) {
    grow(by: reach, to: false)
    grow(by: reach, to: true)
  }

  /// Sets each cell that has one of a value near it; beyond the edge there is none.
  private mutating func grow(by reach: Int, to value: Bool) {
    var across = isOn
    for row in 0..<rows {
      for column in 0..<columns where isOn[row * columns + column] == value {
        for near in max(0, column - reach)...min(columns - 1, column + reach) {
          across[row * columns + near] = value
        }
      }
    }
    isOn = across
    for row in 0..<rows {
      for column in 0..<columns where across[row * columns + column] == value {
        for near in max(0, row - reach)...min(rows - 1, row + reach) {
          isOn[near * columns + column] = value
        }
      }
    }
  }

  /// The rectangles about cells that hang together.
  var parts: [PixelRect] {
    var seen = [Bool](repeating: false, count: isOn.count)
    var parts: [PixelRect] = []
    for start in isOn.indices where isOn[start] && !seen[start] {
      var part = PixelRect(x: start % columns, y: start / columns, width: 1, height: 1)
      var open = [start]
      seen[start] = true
      while let index = open.popLast() {
        let (x, y) = (index % columns, index / columns)
        part = part.union(PixelRect(x: x, y: y, width: 1, height: 1))
        for (column, row) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        where (0..<columns).contains(column) && (0..<rows).contains(row) {
          let next = row * columns + column
          guard isOn[next], !seen[next] else { continue }
          seen[next] = true
          open.append(next)
        }
      }
      parts.append(part)
    }
    return parts
  }
}

/// The darkest and the brightest that each pixel has been.
struct PixelRange: Sendable {
  private let width: Int
  private var low, high: [UInt8]

  /// Whether any pixels moved that are no single ones.
  var moves: Bool {
    moved(in: PixelRect(x: 0, y: 0, width: width, height: low.count / width)).contains(true)
  }

  /// A pixel whose brightness varies by less never moves.
  private static let least = 14

  init(_ picture: GreyPicture) {
    width = picture.width
    (low, high) = (picture.pixels, picture.pixels)
  }

  mutating func add(_ picture: GreyPicture) { add(picture.pixels, picture.pixels) }

  mutating func add(_ other: PixelRange) { add(other.low, other.high) }

  private mutating func add(_ darkest: [UInt8], _ brightest: [UInt8]) {
    for (index, value) in darkest.enumerated() where value < low[index] { low[index] = value }
    for (index, value) in brightest.enumerated() where value > high[index] { high[index] = value }
  }

  /// Which pixels of a region moved: what lies between those that did, did too, and single ones
  /// count for nothing.
  func moving(in region: PixelRect) -> [Bool] {
    let moved = moved(in: region)
    // Of so little nothing is left out.
    return 20 * moved.count(where: \.self) < region.area
      ? [Bool](repeating: true, count: region.area) : moved
  }

  private func moved(in region: PixelRect) -> [Bool] {
    var grid = Grid(columns: region.width, rows: region.height, isOn: [])
    grid.isOn.reserveCapacity(region.area)
    for y in region.y0..<region.y1 {
      for x in region.x0..<region.x1 {
        let index = y * width + x
        grid.isOn.append(Int(high[index]) - Int(low[index]) > Self.least)
      }
    }
    grid.close(by: 2)
    grid.open(by: 2)
    return grid.isOn
  }
}
