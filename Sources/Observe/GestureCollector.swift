internal import Feel
public import FeelTrace

/// Cuts an observation stream into gestures, in bounded memory.
///
/// A gesture begins with a press, a turn of a wheel or a change of the offset. It ends when the
/// offset has not changed for ``rest`` with nothing pressed, with the next press, or at
/// ``mostRows``. The motions of a clip are already cut: each begins with a source.
public struct GestureCollector: Sendable {
  /// The rest that ends a gesture, in seconds.
  public static let rest = 0.5
  /// Maximum number of rows, and of pointer samples, per gesture.
  public static let mostRows = 6000
  /// Rows closer than this are one frame, in seconds; the later one counts.
  private static let nearest = 0.0005
  /// How much is kept from before a gesture, in seconds: it shows where the content was, and
  /// whether it rested.
  private static let timeBefore = Segmentation.shortestRest + 0.05

  private var source = ObservedSource()
  private var rows: [Observation.Row] = []
  private var samples: [RecordedHand.Sample] = []
  private var turns: [Observation.WheelTurn] = []
  /// The times of the rows after which a line could not be read.
  private var unread: [Double] = []
  private var isPressed = false
  private var hasBegun = false
  private var hasMoved = false
  private var lastChange = -Double.infinity

  /// Creates a collector at the start of a stream.
  public init() {}

  /// Handles an event of the reader, and passes on each gesture that it ends.
  public mutating func handle(_ event: ObservationReader.Event, _ tell: (Observation) -> Void) {
    switch event {
    case .source(let source):
      finish(tell)
      self = GestureCollector()
      self.source = source
    case .problem:
      if let last = rows.last?.time, unread.last != last { unread.append(last) }
    case .line(let line):
      endIfResting(at: line.time, tell)
      switch line.content {
      case .offset(let offset, _): show(Observation.Row(time: line.time, offset: offset))
      case .pointer(let place, let phase): point(line.time, place, phase, tell)
      case .wheel(let amount, let phase):
        begin(at: line.time)
        turns.append(Observation.WheelTurn(time: line.time, amount: amount, phase: phase))
      }
      if rows.count >= Self.mostRows || samples.count >= Self.mostRows
        || turns.count >= Self.mostRows
      {
        end(tell)
      }
    }
  }

  /// Ends the current gesture when the stream has ended or paused.
  public mutating func finish(_ tell: (Observation) -> Void) {
    if hasBegun { end(tell) }
    isPressed = false
  }

  /// Whether a gesture with nothing pressed is in progress: if no more events arrive for a while,
  /// it is over.
  public var isRunningOut: Bool { hasBegun && !isPressed }

  private mutating func endIfResting(at time: Double, _ tell: (Observation) -> Void) {
    guard source.clip == nil, hasBegun, !isPressed, time - lastChange > Self.rest else { return }
    end(tell)
  }

  private mutating func begin(at time: Double) {
    if !hasBegun { lastChange = time }
    hasBegun = true
  }

  private mutating func show(_ row: Observation.Row) {
    if let last = rows.last, row.offset != last.offset {
      begin(at: row.time)
      (hasMoved, lastChange) = (true, row.time)
    }
    if let last = rows.last, row.time - last.time < Self.nearest {
      rows[rows.count - 1].offset = row.offset
    } else {
      rows.append(row)
    }
    if !hasBegun {
      let begin = rows[rows.count - 1].time - Self.timeBefore
      rows.removeFirst(rows.prefix { $0.time < begin }.count)
      unread.removeAll { $0 < begin }
    }
  }

  private mutating func point(
    _ time: Double, _ place: Vector, _ phase: ObservedLine.PointerPhase,
    _ tell: (Observation) -> Void
  ) {
    if phase == .down, !isPressed {
      if hasMoved, source.clip == nil { end(tell) }
      begin(at: time)
      isPressed = true
    }
    guard isPressed else { return }
    let kind: RecordedHand.Phase =
      switch phase {
      case .down: samples.last?.phase == .begin || samples.last?.phase == .update ? .update : .begin
      case .move: .update
      case .up, .cancel: .end
      }
    samples.append(RecordedHand.Sample(time: time, phase: kind, location: place))
    if kind == .end { (isPressed, lastChange) = (false, time) }
  }

  private mutating func end(_ tell: (Observation) -> Void) {
    if hasMoved {
      let hand = samples.isEmpty ? nil : RecordedHand(samples)
      // A clip's repeated frames were left out, so gaps are no missing frames.
      tell(
        Observation(
          rows, hand: hand, turns: turns, source: source, hasGaps: source.exactness > 0,
          exactness: source.exactness, timeScatter: source.timeScatter, unread: unread))
    }
    // Two rows give the velocity of the content when it is pressed.
    rows.removeFirst(max(0, rows.count - 2))
    (samples, turns, unread) = ([], [], [])
    (hasBegun, hasMoved) = (isPressed, false)
  }
}
