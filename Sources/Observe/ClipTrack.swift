public import Feel

/// Follows what scrolls in a part of a clip, from frame to frame.
///
/// Rows of one height look alike: a shift by more than half a row a frame could be several. Of the
/// shifts that come into question, the chain with the evenest velocity is right; it is found with a
/// delay of some frames. Places are the mean of those of several key frames, so that errors hardly
/// add up.
public struct ClipTrack: Sendable {
  /// A frame.
  public struct Row: Hashable, Sendable {
    /// When it was shown, in seconds.
    public let time: Double
    /// Where the content was, in pixels of the frames; growing as content moves up or to the left.
    public let offset: Double
    /// Whether it shows the same as the frame before it.
    public let isDouble: Bool
    /// What the best shift leaves of the difference, as a share of the contrast.
    let cost: Double

    package init(time: Double, offset: Double, isDouble: Bool, cost: Double) {
      (self.time, self.offset, self.isDouble, self.cost) = (time, offset, isDouble, cost)
    }

    func moved(to newOffset: Double? = nil, at newTime: Double? = nil) -> Row {
      Row(time: newTime ?? time, offset: newOffset ?? offset, isDouble: isDouble, cost: cost)
    }
  }

  /// The frames whose place is known.
  public private(set) var rows: [Row] = []
  /// How many frames showed something else.
  public private(set) var unlike = 0

  private struct Pending {
    let time: Double
    let look: ShiftSearch.Look
    var doubles: [Double] = []
    var candidates: [ShiftSearch.Candidate] = []
    /// What the cheapest chain to each candidate costs, and which of the frame before it goes
    /// through.
    var costs: [Double] = []
    var from: [Int] = []
    /// The time since the frame before, in seconds.
    var step = 0.0
  }

  private let search: ShiftSearch
  private var pending: [Pending] = []
  private var last: Double?
  /// Frames whose places others are measured from, the oldest first.
  private var keys: [(look: ShiftSearch.Look, offset: Double)] = []
  private var offset = 0.0
  private var leasts: [Double] = []

  /// Frames are decided on when so many later ones are known.
  private static let delay = 40
  /// Frames that differ by less are the same, in mean squared brightness of strips.
  private static let same = 0.02
  /// More than this is left where a frame shows something else.
  private static let worst = 0.5
  /// Frames that leave more than this have nothing in common with the keys.
  private static let poor = 0.3
  /// A frame so far from each key becomes one, as a share of the region's length.
  private static let apart = 0.15
  /// Keys further away than this share of it have too little in common with a frame.
  private static let reach = 0.55
  private static let mostKeys = 8

  /// Creates a track that begins with the next frame, at 0.
  ///
  /// - Parameters:
  ///   - region: the part of the frames that scrolls, in pixels.
  ///   - isVertical: whether it scrolls up and down.
  ///   - mask: of each pixel of the region whether it ever moves; `nil` where all may.
  public init(region: PixelRect, isVertical: Bool, mask: [Bool]? = nil) {
    search = ShiftSearch(StripProfile.StripGrid(region, isVertical: isVertical, mask: mask))
  }

  /// Takes the next frame.
  public mutating func take(_ picture: GreyPicture, at time: Double) {
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
    // It rested, and began to move in the last frame.
    next.step = time - before.time > 2.6 * nominal ? nominal : time - before.time
    link(&next, after: before)
    pending.append(next)
    if pending.count > Self.delay { decide() }
  }

  /// Decides on the frames that are left.
  public mutating func finish() {
    while pending.count > 1 { decide() }
  }

  private mutating func link(_ next: inout Pending, after before: Pending) {
    let least = next.candidates.first?.cost ?? 1
    leasts.append(least)
    if leasts.count > 120 { leasts.removeFirst() }
    let usual = (leasts.sorted().median ?? 0) + 0.002
    // 8 px of a list of 700 px.
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
        // A frame that came late shows two steps, hardly ever a way back.
        let far = 4 * change / Double(search.grid.count)
        let cost = before.costs[index] + own + min(change / even, 6) + far
        if cost < best.cost { best = (cost, index) }
      }
      next.costs.append(best.cost)
      next.from.append(best.index)
    }
  }

  /// Decides on the oldest frame that is open.
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
      unlike += 1
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

  /// The rows without those that show the content again while it moves.
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
      // At the start of the clip they show where it stood.
      let moves =
        start > 1 && index < rows.count
        && abs(rows[index].offset - rows[start].offset) > Self.moving
      if !(moves && index - start <= Self.mostDoubles) { kept += rows[start..<index] }
    }
    return kept
  }

  /// The new rows, at one place while the content rests: what is left of the noise there is no
  /// motion.
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

  /// The rows at their content's times, and how many frames showed it early or late.
  public var settled: Settled {
    let steady = steadyRows
    let steps = zip(rows, rows.dropFirst()).map { $1.time - $0.time }.sorted()
    guard let interval = steps.median else {
      return Settled(rows: rows, moved: 0, scatter: 0, shown: [])
    }
    let clock = ContentClock(steady, interval: interval)
    return Settled(
      rows: clock.rows, moved: clock.moved, scatter: clock.scatter, shown: steady.map(\.time))
  }

  /// What the content did at its own times.
  public struct Settled: Sendable {
    /// The frames whose place is known, but those that show the content again while it moves.
    public let rows: [Row]
    /// How many frames showed it early or late.
    public let moved: Int
    /// The standard deviation of what their times are still off, in seconds.
    public let scatter: Double
    /// When each row was shown, in seconds.
    fileprivate let shown: [Double]

    /// The content's time in a frame, or `nil` in one that shows it again.
    func time(shownAt time: Double) -> Double? {
      let index = shown.firstIndex(after: time - 1e-6) { $0 }
      return index < shown.count && shown[index] < time + 1e-6 ? rows[index].time : nil
    }
  }

  /// Where the content is in a frame, in pixels.
  public func offset(shownAt time: Double) -> Double {
    let index = rows.firstIndex(after: time + 1e-6, \.time)
    return (index > 0 ? rows[index - 1] : rows.first)?.offset ?? 0
  }

  /// What keeps within so many pixels for so long, in seconds, rests.
  private static let resting = 0.25
  static let rest = 0.15

  private func isRepeated(_ index: Int) -> Bool {
    guard index > 0, !rows[index].isDouble else { return index > 0 }
    let step = abs(way(index))
    guard step >= Self.still, index > 1, index + 1 < rows.count else { return step < Self.still }
    // Compression moves what is shown again a little; content that runs does not slow down so much
    // for one frame.
    let (before, after) = (way(index - 1), way(index + 1))
    return before * after > 0 && step < Self.faint * min(abs(before), abs(after))
  }

  private func way(_ index: Int) -> Double { rows[index].offset - rows[index - 1].offset }

  /// Content that shows no other place for more frames rests.
  private static let mostDoubles = 3
  /// Places nearer than this are the same, in pixels.
  private static let still = 0.1
  /// So are those that differ by less than this share of the steps before and after.
  private static let faint = 0.05
  /// A step by more than this is motion, in pixels.
  private static let moving = 1.0
}
