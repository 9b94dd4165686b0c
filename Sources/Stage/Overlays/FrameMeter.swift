public import Feel
internal import Raster
internal import TextLayout

/// The cost of a window's last frames and the age of their input: the data of two overlays that
/// only a window has.
///
/// The summary is updated at most five times per second.
public struct FrameMeter: Hashable, Sendable {
  /// One frame.
  public struct Frame: Hashable, Sendable {
    /// When its pixels were sent, on the window's clock.
    public var sent: Instant
    /// The time it took, in seconds.
    public var cost: Double
    /// Whether it missed its vblank.
    public var isLate: Bool
    /// The age of the newest input when the frame was sent, in seconds; `nil` if there was none
    /// since the last frame.
    public var age: Double?

    /// Creates a frame.
    public init(sent: Instant, cost: Double, isLate: Bool, age: Double? = nil) {
      (self.sent, self.cost, self.isLate, self.age) = (sent, cost, isLate, age)
    }
  }

  /// The summary of the frames kept; times in seconds.
  public struct Summary: Hashable, Sendable {
    /// Quantiles of the frames' costs.
    public var costs = Quantiles()
    /// Quantiles of the inputs' ages, over the frames that had any.
    public var ages = Quantiles()
    /// The number of late frames.
    public var late = 0
  }

  /// The median, 95th and 99th percentiles of some times, in seconds; `nil` without any.
  public struct Quantiles: Hashable, Sendable {
    /// The median.
    public var p50: Double?
    /// The 95th percentile.
    public var p95: Double?
    /// The 99th percentile.
    public var p99: Double?

    package init(_ times: [Double] = []) {
      let sorted = times.sorted()
      func quantile(_ share: Double) -> Double? {
        guard !sorted.isEmpty else { return nil }
        return sorted[max(0, Int((Double(sorted.count) * share).rounded(.up)) - 1)]
      }
      (p50, p95, p99) = (quantile(0.5), quantile(0.95), quantile(0.99))
    }
  }

  /// The number of frames kept.
  public static let capacity = 240
  /// The interval between summary updates, in seconds.
  public static let refresh = 0.2

  /// The newest frames, oldest first.
  public private(set) var frames: [Frame] = []
  /// The current summary.
  public private(set) var summary = Summary()
  /// The costs of the frames in the stage's last minute.
  public var track = FrameTrack()
  private var summarized: Instant?

  /// Creates a meter without frames.
  public init() {}

  /// Adds the newest frame.
  public mutating func add(_ frame: Frame) {
    if frames.count == Self.capacity { frames.removeFirst() }
    frames.append(frame)
    if let summarized, frame.sent - summarized < Self.refresh { return }
    summarized = frame.sent
    summary = Summary(
      costs: Quantiles(frames.map(\.cost)), ages: Quantiles(frames.compactMap(\.age)),
      late: frames.count { $0.isLate })
  }

  // MARK: Drawing

  /// The maximum size of the bar chart, and its minimum width, in points.
  private static let graph = Size(Double(capacity), 22)
  private static let leastGraph = 60.0
  /// The time represented by the chart's height, in seconds.
  private static let range = 0.02
  private static let gap = 12.0
  /// The vblank intervals at 60 and 120 Hz.
  private static let budgets = [1.0 / 60, 1.0 / 120]

  /// Draws the requested items in a row: frame times as bars and text, and input age; if too wide,
  /// fewer bars are drawn.
  func draw(_ times: Bool, _ age: Bool, in row: Rect, into canvas: inout Canvas) {
    // Reserve the usual maximum width, so that nothing moves when a digit is added.
    var words: [(text: String, widest: String)] = []
    if times {
      let widest = Words.frames(p50: Self.widest, p95: Self.widest, p99: Self.widest, late: "888")
      words.append((costWords, widest))
    }
    if age { words.append((ageWords, Words.age(p50: Self.widest, p95: Self.widest))) }
    let text = words.map(\.text).joined(separator: " · ")
    let widest = words.map(\.widest).joined(separator: " · ")
    var x = row.minX
    let room = row.width - canvas.fonts.layout(widest, .small).width - Self.gap
    if times, room >= Self.leastGraph {
      let width = min(Self.graph.width, room.rounded(.down))
      drawGraph(
        Rect(x: x, y: row.midY - Self.graph.height / 2, width: width, height: Self.graph.height),
        into: &canvas)
      x += width + Self.gap
    }
    canvas.label(
      text, at: Vector(x, row.midY), .small, canvas.theme.secondaryText,
      maximumWidth: row.maxX - x)
  }

  private var costWords: String {
    let costs = summary.costs
    return Words.frames(
      p50: Self.text(costs.p50), p95: Self.text(costs.p95), p99: Self.text(costs.p99),
      late: "\(summary.late)")
  }

  private var ageWords: String {
    guard let p50 = summary.ages.p50 else { return Words.noAge }
    return Words.age(p50: Self.text(p50), p95: Self.text(summary.ages.p95))
  }

  private static func text(_ seconds: Double?) -> String {
    seconds.map { ($0 * 1000).text(decimals: 1) } ?? Words.nothing
  }

  private static let widest = "88.8"

  /// Draws one bar per frame, the newest at the right; a late frame gets full height, whatever its
  /// cost.
  private func drawGraph(_ box: Rect, into canvas: inout Canvas) {
    let (theme, most) = (canvas.theme, Self.range)
    canvas.fill(box, theme.track.opacity(0.5))
    var bars: [Bool: [Plot.Bar]] = [:]
    for (index, frame) in frames.suffix(Int(box.width)).reversed().enumerated() {
      bars[frame.isLate, default: []].append(
        Plot.Bar(
          from: -Double(index + 1), to: -Double(index),
          frame.isLate ? most : max(0.02 * most, frame.cost)))
    }
    let lines = Self.budgets.map { Plot.Layer.level($0, Plot.Line(theme.edge, dash: [3, 3])) }
    Plot(
      in: box, across: PlotAxis(from: -box.width, to: 0, start: box.minX, end: box.maxX),
      up: PlotAxis(from: 0, to: most, start: box.maxY, end: box.minY),
      [
        .bars(bars[false] ?? [], theme.text.opacity(0.28)), .bars(bars[true] ?? [], theme.text),
      ] + lines
    ).draw(into: &canvas)
  }
}

/// The frame costs of the stage's last minute by stage time: the longest frame of each sixtieth of
/// a second.
public struct FrameTrack: Hashable, Sendable {
  /// The longest frame within a sixtieth of a second of the stage.
  package struct Slot: Hashable {
    /// In seconds; 0 where there was no frame.
    package var cost: Float = 0
    /// Whether any of its frames missed its vblank.
    package var isLate = false
  }

  private var slots: [Slot] = []
  private var first: Int64 = 0

  /// Creates a track without frames.
  public init() {}

  /// Adds the cost, in seconds, of a frame that showed a moment of the stage, replacing all later
  /// moments.
  public mutating func add(cost: Double, isLate: Bool, at moment: Instant) {
    let index = MotionLog.index(atOrBefore: moment)
    if slots.isEmpty || index < first || index - first > 4 * Self.kept {
      (slots, first) = ([], index)
    }
    let place = Int(index - first)
    if place < slots.count {
      slots.removeLast(slots.count - 1 - place)
    } else {
      slots += [Slot](repeating: Slot(), count: place + 1 - slots.count)
    }
    slots[place].cost = max(slots[place].cost, Float(cost))
    slots[place].isLate = slots[place].isLate || isLate
    // In batches, to keep the cost low.
    guard slots.count >= Int(Self.kept) + 600 else { return }
    let gone = slots.count - Int(Self.kept)
    slots.removeFirst(gone)
    first += Int64(gone)
  }

  /// The longest frame in a range of grid moments, if any.
  package func longest(in indices: Range<Int64>) -> Slot? {
    let known = indices.clamped(to: first..<(first + Int64(slots.count)))
    var longest = Slot()
    for index in known {
      let slot = slots[Int(index - first)]
      longest.cost = max(longest.cost, slot.cost)
      longest.isLate = longest.isLate || slot.isLate
    }
    return longest.cost > 0 ? longest : nil
  }

  private static let kept = Int64(StageHistory.span) * MotionLog.rate
}
