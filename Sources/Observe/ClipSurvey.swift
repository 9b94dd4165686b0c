public import Feel

/// Finds what scrolls in a clip, and when: where frames change, and whether a shift explains the
/// change.
///
/// Several areas may scroll one after the other, so the clip is examined in short windows of
/// changing frames; consecutive windows in which the same part moves along the same axis form a
/// run.
public struct ClipSurvey: Sendable {
  /// A stretch of a clip in which one area scrolls.
  public struct Run: Sendable {
    /// The start and the end, in seconds.
    public internal(set) var start, end: Double
    /// The scrolling area, in pixels of the pictures.
    public internal(set) var region: PixelRect
    /// Whether it scrolls vertically.
    public let isVertical: Bool
    /// The share of the change that a shift explains, from 0 to 1.
    public var explained: Double { whole > 0 ? min(1, shifted / whole) : 0 }
    /// For each pixel of the region, whether it ever changed.
    public internal(set) var mask: [Bool] = []
    var shifted = 0.0
    var whole = 0.0
    var range: PixelRange
    var along: MovingCells
  }

  /// The time at which each frame was shown, in seconds.
  public private(set) var times: [Double] = []
  /// The total change examined, and how much of it a shift explains.
  public private(set) var (whole, shifted) = (0.0, 0.0)
  /// The runs, in order of time.
  public private(set) var runs: [Run] = []

  /// Whether anything moves: compression alone changes pixels by less.
  public private(set) var moves = false

  /// Whether everything that scrolls does so too briefly to show a law.
  public private(set) var isTooShort = false

  /// Whether a touch dot may be visible.
  public private(set) var mayShowDots = false

  private let fixedRegion: PixelRect?
  private let fixedAxis: Bool?
  private var last: GreyPicture?
  private var window: Window?
  private var range: PixelRange?

  /// Number of changing frames per window.
  private static let windowFrames = 8
  /// A rest longer than this ends a run, in seconds.
  private static let rest = 0.6
  /// Minimum duration of a run to show a law, in seconds.
  public static let shortest = 0.15
  /// Minimum share of a change that a shift must explain to be its cause.
  static let leastExplained = 0.5
  /// The side of a cell, in pixels.
  static let cell = 8
  /// Pictures that change by less on average are equal.
  private static let same = 0.02

  /// Creates a survey that begins with the next picture.
  ///
  /// - Parameters:
  ///   - region: the scrolling area, in pixels of the pictures, or `nil` to find it.
  ///   - isVertical: whether it scrolls vertically, or `nil` to find out.
  public init(region: PixelRect? = nil, isVertical: Bool? = nil) {
    (fixedRegion, fixedAxis) = (region, isVertical)
  }

  /// Adds the next frame; all must have the same size.
  public mutating func add(_ picture: GreyPicture, at time: Double) {
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

  /// Completes the survey.
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
        // A picture with little structure along an axis matches any shift, so prefer the axis of
        // the current run.
        let goesOn = joined?.isVertical == isVertical && match.evidence >= Self.leastExplained
        let score =
          match.evidence * match.evidence * window.cells.sum(in: region) * (goesOn ? 1.5 : 1)
        if score > best?.score ?? 0 {
          best = Found(region: region, isVertical: isVertical, match: match, score: score)
        }
      }
    }
    let all = window.cells.sum
    whole += all
    guard let best, best.match.evidence >= Self.leastExplained else {
      // Shortly before a rest, content moves too little for two frames to show.
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
          range: window.range, along: MovingCells(like: window.cells)))
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

  /// Whether two regions are the same part of the screen; of slow content, less of it changes.
  private static func isSame(_ a: PixelRect, _ b: PixelRect) -> Bool {
    let common = Double(a.intersection(b).area)
    return common > 0.7 * Double(min(a.area, b.area))
  }
}

/// A window of consecutive frames.
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

  /// How well a shift along an axis explains the changes in a region.
  struct Match: Sendable {
    /// The explained share of the changes, from 0 to 1.
    var share = 0.0
    /// The share that moved texture can have caused: a shift also explains areas that are blank
    /// along its axis, whatever changed them.
    var evidence = 0.0
    /// The content's shift for each pair of pictures, in pixels.
    var shifts: [(pair: Int, shift: Int)] = []
  }

  func match(in region: PixelRect, isVertical: Bool) -> Match {
    let grid = StripProfile.StripGrid(
      region, isVertical: isVertical, mask: range.moving(in: region))
    let search = ShiftSearch(grid)
    var match = Match()
    var (explained, evident, whole) = (0.0, 0.0, 0.0)
    // The half of the pairs with the most change suffices: if each frame is shown twice, every
    // other pair shows only compression.
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
      let gain = max(0, unmoved - left)
      explained += gain
      evident += min(gain, search.contrast(looks.0, looks.1, best.shift))
      whole += unmoved
      match.shifts.append((index, best.shift))
    }
    if whole > 0 { (match.share, match.evidence) = (explained / whole, evident / whole) }
    return match
  }
}

/// The cells of a picture that move with the content: shifted accordingly, they differ less from
/// the previous picture than unshifted.
struct MovingCells: Sendable {
  private let columns: Int
  private let cell: Int
  private var unmoved, moved: [Float]

  /// Smaller shifts do not distinguish cells, in pixels.
  private static let least = 2
  /// A cell that moves along leaves less than this share of the difference.
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

/// How much each cell of a picture changes.
struct CellChange: Sendable {
  let columns, rows, cell: Int
  private(set) var values: [Float]
  /// The mean over all cells.
  private(set) var mean: Double

  /// Upper limit of a pixel's change: a flash is not motion.
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

  /// Minimum side of a part that may scroll, in cells.
  private static let leastSide = 4
  /// A cell moves if it changes by at least this share of the most changed cells.
  private static let share: Float = 0.06

  /// The changed parts, in pixels: bounding rectangles of connected cells, after closing small
  /// gaps.
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

/// A grid of cells that are on or off.
struct Grid {
  let columns, rows: Int
  var isOn: [Bool]

  /// Fills gaps of up to twice this many cells.
  mutating func close(by reach: Int) {
    grow(by: reach, to: true)
    grow(by: reach, to: false)
  }

  /// Removes parts narrower than twice this many cells.
  mutating func open(by reach: Int) {
    grow(by: reach, to: false)
    grow(by: reach, to: true)
  }

  /// Sets each cell that is near one with a value; outside the grid there is none.
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

  /// The bounding rectangles of connected cells.
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

/// The lowest and highest brightness that each pixel has had.
struct PixelRange: Sendable {
  private let width: Int
  private var low, high: [UInt8]

  /// Whether any pixels moved, other than isolated ones.
  var moves: Bool {
    moved(in: PixelRect(x: 0, y: 0, width: width, height: low.count / width)).contains(true)
  }

  /// A pixel whose brightness varies by no more than this never moves.
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

  /// Which pixels of a region moved: gaps between them are filled, and isolated pixels ignored.
  func moving(in region: PixelRect) -> [Bool] {
    let moved = moved(in: region)
    // If so little moved, use the whole region.
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
