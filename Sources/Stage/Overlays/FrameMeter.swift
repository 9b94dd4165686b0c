public import Feel

/// What a window's last frames cost and how old their input was: what the two overlays are drawn from that only a window can have.
///
/// The numbers to be read are made anew five times a second at most.
public struct FrameMeter: Hashable, Sendable {
  /// One frame.
  public struct Frame: Hashable, Sendable {
    /// When its pixels were sent, on the window's clock.
    public var sent: Instant
    /// How long it took, in seconds.
    public var cost: Double
    /// Whether it came too late for its vblank.
    public var isLate: Bool
    /// How old the newest input was when it was sent, in seconds; `nil` where none had come since the last frame.
    public var age: Double?

    /// Creates a frame.
    public init(sent: Instant, cost: Double, isLate: Bool, age: Double? = nil) {
      (self.sent, self.cost, self.isLate, self.age) = (sent, cost, isLate, age)
    }
  }

  /// The numbers to be read, over the frames that are kept; times in seconds.
  public struct Summary: Hashable, Sendable {
    /// What half of the frames, 95 and 99 of a hundred did not take longer than.
    public var costs = Quantiles()
    /// The same of their inputs' ages, over the frames that had any.
    public var ages = Quantiles()
    /// How many of the frames came too late.
    public var late = 0
  }

  /// What half of some times, 95 and 99 of a hundred do not exceed, in seconds; `nil` without any.
  public struct Quantiles: Hashable, Sendable {
    /// The median.
    public var p50: Double?
    /// 95 of a hundred are no greater.
    public var p95: Double?
    /// 99 of a hundred are no greater.
    public var p99: Double?

    /// Takes them of some times.
    package init(_ times: [Double] = []) {
      let sorted = times.sorted()
      func quantile(_ share: Double) -> Double? {
        guard !sorted.isEmpty else { return nil }
        return sorted[max(0, Int((Double(sorted.count) * share).rounded(.up)) - 1)]
      }
      (p50, p95, p99) = (quantile(0.5), quantile(0.95), quantile(0.99))
    }
  }

  /// How many frames are kept.
  public static let capacity = 240
  /// From one making of the numbers to the next, in seconds.
  public static let refresh = 0.2

  /// The newest frames, oldest first.
  public private(set) var frames: [Frame] = []
  /// The numbers to be read.
  public private(set) var summary = Summary()
  /// What the frames of the stage's last minute cost.
  public var track = FrameTrack()
  private var summarized: Instant?

  /// Creates a meter that has seen no frame.
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
}
