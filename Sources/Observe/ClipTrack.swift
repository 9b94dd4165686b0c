public import Feel

/// Tracks scrolling content in a part of a clip, from frame to frame.
///
/// Rows of equal height look alike, so a shift by more than half a row per frame is ambiguous.
/// Among the plausible shifts, the chain with the most even velocity is chosen, with a delay of
/// some frames. Positions are averaged over several key frames, so that errors hardly accumulate.
public struct ClipTrack: Sendable {
  /// A frame.
  public struct Row: Hashable, Sendable {
    /// When it was shown, in seconds.
    public let time: Double
    /// The content's position, in pixels of the frames; positive as content moves up or to the
    /// left.
    public let offset: Double
    /// Whether it repeats the frame before it.
    public let isDouble: Bool
    /// The residual of the best shift, as a share of the contrast.
    let cost: Double

    package init(time: Double, offset: Double, isDouble: Bool, cost: Double) {
      (self.time, self.offset, self.isDouble, self.cost) = (time, offset, isDouble, cost)
    }

    func moved(to newOffset: Double? = nil, at newTime: Double? = nil) -> Row {
      Row(time: newTime ?? time, offset: newOffset ?? offset, isDouble: isDouble, cost: cost)
    }
  }

  /// The frames whose position is known.
  public private(set) var rows: [Row] = []
  /// When frames matched no earlier one, in seconds.
  public private(set) var unlike: [Double] = []

  private struct Pending {
    let time: Double
    let look: ShiftSearch.Look
    var doubles: [Double] = []
    var candidates: [ShiftSearch.Candidate] = []
    /// Cost of the cheapest chain to each candidate, and the candidate of the previous frame that
    /// it goes through.
    var costs: [Double] = []
    var from: [Int] = []
    /// The time since the frame before, in seconds.
    var step = 0.0
  }

  private let search: ShiftSearch
  private var pending: [Pending] = []
  private var last: Double?
  /// Key frames, from which others are measured, oldest first.
  private var keys: [(look: ShiftSearch.Look, offset: Double)] = []
  private var offset = 0.0
  private var leasts: [Double] = []

  /// A frame is decided once this many later ones are known.
  private static let delay = 40
  /// Frames that differ by less are equal, in mean squared brightness of strips.
  private static let same = 0.02
  /// A frame with a residual above this shows something else.
  private static let worst = 0.5
  /// A frame with a residual above this has nothing in common with the keys.
  private static let poor = 0.3
  /// A frame this far from every key becomes one, as a share of the region's length.
  private static let apart = 0.15
  /// Keys further away than this share of it overlap too little with a frame.
  private static let reach = 0.55
  private static let mostKeys = 8

  /// Creates a track; the first frame is at 0.
  ///
  /// - Parameters:
  ///   - region: the part of the frames that scrolls, in pixels.
  ///   - isVertical: whether it scrolls vertically.
  ///   - mask: whether each pixel of the region ever moves; `nil` if all may.
  public init(region: PixelRect, isVertical: Bool, mask: [Bool]? = nil) {
    search = ShiftSearch(StripProfile.StripGrid(region, isVertical: isVertical, mask: mask))
  }

  /// Adds the next frame.
  public mutating func add(_ picture: GreyPicture, at time: Double) {
    let look = search.look(at: picture)
    var next = Pending(time: time, look: look)
    guard let before = pending.last else {
      pending = [next]
      keys = [(look, 0)]
      rows.append(Row(time: time, offset: 0, isDouble: false, cost: 0))
      last = time
      return
    }
    let nominal = time - (last ?? time)
    last = time
    guard search.difference(before.look, look) >= Self.same else {
      pending[pending.count - 1].doubles.append(time)
      if pending.count == 1 {
        rows.append(Row(time: time, offset: offset, isDouble: true, cost: rows.last?.cost ?? 0))
      }
      return
    }
    next.candidates = search.candidates(before.look, look)
    // It was at rest, and began to move in the last frame.
    next.step = time - before.time > 2.6 * nominal ? nominal : time - before.time
    link(&next, after: before)
    pending.append(next)
    if pending.count > Self.delay { decide() }
  }

  /// Decides all frames still open.
  public mutating func finish() {
    while pending.count > 1 { decide() }
  }

  private mutating func link(_ next: inout Pending, after before: Pending) {
    let least = next.candidates.first?.cost ?? 1
    leasts.append(least)
    if leasts.count > 120 { leasts.removeFirst() }
    let usual = (leasts.sorted().medianOfSorted ?? 0) + 0.002
    // 0.012 per line: about 8 px in a list of 700 px.
    let even = 0.012 * Double(search.grid.count)
    for candidate in next.candidates {
      let own = min(2 * (candidate.cost - least) / (usual + least), 40)
      let velocity = Double(candidate.shift) / next.step
      guard !before.candidates.isEmpty else {
        next.costs.append(own + min(abs(Double(candidate.shift)) / (1.5 * even), 4))
        next.from.append(0)
        continue
      }
      var best = (cost: Double.infinity, index: 0)
      for (index, other) in before.candidates.enumerated() {
        let change = abs(velocity - Double(other.shift) / before.step) * min(next.step, 0.05)
        // A late frame shows a double step, but hardly ever a reversal.
        let far = 4 * change / Double(search.grid.count)
        let cost = before.costs[index] + own + min(change / even, 6) + far
        if cost < best.cost { best = (cost, index) }
      }
      next.costs.append(best.cost)
      next.from.append(best.index)
    }
  }

  private mutating func decide() {
    let newest = pending[pending.count - 1]
    var choice = newest.costs.indices.min { newest.costs[$0] < newest.costs[$1] } ?? 0
    for index in stride(from: pending.count - 1, to: 1, by: -1) {
      choice = pending[index].from[choice]
    }
    let (before, frame) = (pending[0], pending[1])
    pending.removeFirst()
    let chosen = frame.candidates[choice]
    place(frame, after: before, chosen)
    for time in frame.doubles {
      rows.append(Row(time: time, offset: offset, isDouble: true, cost: rows.last?.cost ?? 0))
    }
  }

  private mutating func place(
    _ frame: Pending, after before: Pending, _ chosen: ShiftSearch.Candidate
  ) {
    let guess = offset + Double(chosen.shift)
    let length = Double(search.grid.count)
    func measured(
      from key: (look: ShiftSearch.Look, offset: Double)
    ) -> (offset: Double, cost: Double)? {
      search.refine(key.look, frame.look, near: guess - key.offset).map {
        (key.offset + $0.shift, $0.cost)
      }
    }
    let near = keys.filter { abs(guess - $0.offset) < Self.reach * length }.compactMap(measured)
    var found = near.filter { $0.cost <= 3 * chosen.cost + 0.05 }
    if found.isEmpty {
      let best = (near + [measured(from: (before.look, offset))].compactMap(\.self))
        .min { $0.cost < $1.cost }
      found = [best].compactMap(\.self)
    }
    let cost = found.map(\.cost).min() ?? 1
    guard cost < Self.worst else {
      unlike.append(frame.time)
      keys = [(frame.look, offset)]
      return
    }
    offset = found.reduce(0) { $0 + $1.offset } / Double(found.count)
    rows.append(Row(time: frame.time, offset: offset, isDouble: false, cost: cost))
    if cost > Self.poor { keys = [] }
    if keys.allSatisfy({ abs(offset - $0.offset) > Self.apart * length }) {
      keys = keys.suffix(Self.mostKeys - 1) + [(frame.look, offset)]
    }
  }

  /// Those of a rest, in which the content changed without moving, in seconds.
  public var changes: [Double] {
    unlike.filter { time in
      let next = rows.firstIndex(after: time, \.time)
      let around = rows[max(0, next - 2)..<min(rows.count, next + 2)]
      return around.map(\.offset).extent < Self.resting
    }
  }

  /// The rows without repeated frames while the content moves.
  var newRows: [Row] {
    var kept: [Row] = []
    var index = 0
    while index < rows.count {
      guard isRepeated(index) else {
        kept.append(rows[index])
        index += 1
        continue
      }
      let start = index
      while index < rows.count, isRepeated(index) { index += 1 }
      // At the start of the clip, repeats show where the content rested.
      let moves =
        start > 1 && index < rows.count
        && abs(rows[index].offset - rows[start].offset) > Self.moving
      if !(moves && index - start <= Self.mostDoubles) { kept += rows[start..<index] }
    }
    return kept
  }

  /// The new rows, with one position per rest, so that noise there does not look like motion.
  var steadyRows: [Row] {
    var rows = newRows
    var start = 0
    while start < rows.count {
      var end = start
      var (low, high) = (rows[start].offset, rows[start].offset)
      while end + 1 < rows.count {
        let next = rows[end + 1].offset
        guard max(high, next) - min(low, next) < Self.resting else { break }
        (low, high) = (min(low, next), max(high, next))
        end += 1
      }
      if rows[end].time - rows[start].time >= Self.rest {
        let place = rows[start...end].map(\.offset).sorted()[(end - start) / 2]
        for index in start...end { rows[index] = rows[index].moved(to: place) }
        start = end + 1
      } else {
        start += 1
      }
    }
    return rows
  }

  /// The rows at their content's times, with the number of frames that were early or late.
  public var settled: Settled {
    let steady = steadyRows
    let steps = zip(rows, rows.dropFirst()).map { $1.time - $0.time }.sorted()
    guard let interval = steps.medianOfSorted else {
      return Settled(rows: rows, moved: 0, scatter: 0, shown: [])
    }
    let clock = ContentClock(steady, interval: interval)
    return Settled(
      rows: clock.rows, moved: clock.moved, scatter: clock.scatter, shown: steady.map(\.time))
  }

  /// The content's motion on its own clock.
  public struct Settled: Sendable {
    /// The frames whose position is known, without those repeated while the content moves.
    public let rows: [Row]
    /// How many frames showed it early or late.
    public let moved: Int
    /// The standard deviation of the remaining error of their times, in seconds.
    public let scatter: Double
    /// When each row was shown, in seconds.
    fileprivate let shown: [Double]

    /// The content's time in a frame, or `nil` if the frame is a repeat.
    func time(shownAt time: Double) -> Double? {
      let index = shown.firstIndex(after: time - 1e-6) { $0 }
      return index < shown.count && shown[index] < time + 1e-6 ? rows[index].time : nil
    }
  }

  /// The content's position in a frame, in pixels.
  public func offset(shownAt time: Double) -> Double {
    let index = rows.firstIndex(after: time + 1e-6, \.time)
    return (index > 0 ? rows[index - 1] : rows.first)?.offset ?? 0
  }

  /// Content that stays within `resting` pixels for `rest` seconds counts as at rest.
  private static let resting = 0.25
  static let rest = 0.15

  private func isRepeated(_ index: Int) -> Bool {
    guard index > 0, !rows[index].isDouble else { return index > 0 }
    let step = abs(way(index))
    guard step >= Self.still, index > 1, index + 1 < rows.count else { return step < Self.still }
    // Compression moves a repeated frame a little; running content never slows down this much for
    // one frame.
    let (before, after) = (way(index - 1), way(index + 1))
    return before * after > 0 && step < Self.faint * min(abs(before), abs(after))
  }

  private func way(_ index: Int) -> Double { rows[index].offset - rows[index - 1].offset }

  /// Content that stays in place for more frames than this is at rest.
  private static let mostDoubles = 3
  /// Positions nearer than this are equal, in pixels.
  private static let still = 0.1
  /// A step below this share of both neighbouring steps is a repeat.
  private static let faint = 0.05
  /// A step greater than this is motion, in pixels.
  private static let moving = 1.0
}
