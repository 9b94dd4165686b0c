internal import Feel
internal import Stage

/// Frames of the timeline's pieces in points: a row of buttons, the slider, and lanes over one time
/// axis.
struct TimelineLayout: Hashable {
  /// A lane over the time axis, from top to bottom.
  enum Lane: Int, Hashable, CaseIterable {
    /// Events of hands and devices.
    case input
    case position
    case velocity
    /// Evenness of an observed program's frames, and its faults.
    case smoothness
    case state
    /// Which items are alive.
    case items
    /// Frame costs, or an observed program's frame intervals.
    case frames

    /// The lanes that share the remaining room and can be folded.
    static let curves = [position, velocity, smoothness]
  }

  /// Width of the column left of the lanes with their names and bounds, in points.
  static let gutter = 116.0
  // In points.
  private static let framesHeight = 28.0
  // Two items above each other with their names.
  private static let itemsHeight = 28.0
  // Minimum height of all lanes for the input lane to be shown.
  private static let leastWithInput = 150.0
  // Minimum height of all lanes for the frames lane to be shown: it leaves room for two curves of
  // 80 points.
  private static let leastWithFrames = 236.0

  let frame: Rect
  /// The slider's row: a press there drags the play-head from its current position.
  let scrubRow: Rect
  /// The slider's capsule, at rest.
  let capsule: Rect
  /// All lanes: a press there seeks.
  let plot: Rect
  /// Whether an observed program's motion is shown.
  let isObserved: Bool
  private let lanes: [Rect]

  /// - Parameters:
  ///   - folded: the lanes reduced to their names.
  ///   - isObserved: whether an observed program's motion is shown.
  ///   - hasItems: whether the scene has items that come and go.
  ///   - hasHand: whether a hand is known.
  init(
    _ frame: Rect, folded: Set<Lane>, isObserved: Bool = false, hasItems: Bool = false,
    hasHand: Bool = true
  ) {
    (self.frame, self.isObserved) = (frame, isObserved)
    let left = frame.minX + Self.gutter
    let width = max(1, frame.maxX - 16 - left)
    scrubRow = Rect(x: left, y: frame.minY + 38, width: width, height: 28)
    capsule = Rect(x: left, y: frame.minY + 43, width: width, height: 18)
    plot = Rect(
      x: left, y: scrubRow.maxY, width: width, height: max(1, frame.maxY - 10 - scrubRow.maxY))
    lanes = Self.lanes(
      in: plot, folded: folded,
      Self.shown(isObserved: isObserved, hasItems: hasItems, plot.height, folded)
        .filter { hasHand || $0 != .input })
  }

  /// The lanes that fit, from top to bottom.
  ///
  /// A low timeline shows the position curve, or the velocity curve if that is folded, and if there
  /// is room the state, or an observed program's smoothness. The frames lane is dropped where it
  /// would make the curves too low to read.
  private static func shown(
    isObserved: Bool, hasItems: Bool, _ height: Double, _ folded: Set<Lane>
  ) -> [Lane] {
    guard height >= 104 else {
      let curve = [Lane.position, .velocity].first { !folded.contains($0) } ?? .position
      return height >= 50 ? [curve, isObserved ? .smoothness : .state] : [curve]
    }
    let least = leastWithFrames + (hasItems ? itemsHeight : 0)
    return Lane.allCases.filter { lane in
      switch lane {
      case .frames: height >= least
      case .items: hasItems
      case .input: height >= leastWithInput
      case .smoothness: isObserved
      case .position, .velocity, .state: true
      }
    }
  }

  /// The lanes that can be folded.
  static func curves(isObserved: Bool) -> [Lane] {
    Lane.curves.filter { isObserved || $0 != .smoothness }
  }

  /// Frame of a lane; zero if it is not shown.
  func frame(of lane: Lane) -> Rect { lanes[lane.rawValue] }

  func has(_ lane: Lane) -> Bool { !frame(of: lane).isEmpty }

  /// Frame of a lane's name, which a press folds and unfolds.
  func name(of lane: Lane) -> Rect {
    let place = frame(of: lane)
    guard lane == .smoothness else {
      return Rect(x: frame.minX + 8, y: place.midY - 12, width: 72, height: 24)
    }
    // Its figures are below the name, as far as they fit.
    let lines = place.height < 28 ? 0 : min(3, ((place.height - 12) / 13).rounded(.down))
    let middle = place.midY - 6.5 * lines
    return Rect(x: frame.minX + 8, y: middle - 12, width: 104, height: 24)
  }

  /// Frames of all lanes from top to bottom; zero for those not shown.
  ///
  /// Bands are one line of text high, frames and items a little more, and the curves share the
  /// rest; if all are folded the first lane gets it.
  private static func lanes(in plot: Rect, folded: Set<Lane>, _ shown: [Lane]) -> [Rect] {
    let isLow = plot.height < 120
    let (gap, band) = isLow ? (4.0, 14.0) : (9, 18)
    let grown = shown.filter { Lane.curves.contains($0) && !folded.contains($0) }
    let curves = grown.isEmpty ? [shown[0]] : grown
    func height(of lane: Lane) -> Double {
      lane == .frames ? framesHeight : lane == .items ? itemsHeight : band
    }
    let bands = shown.filter { !curves.contains($0) }.map(height).reduce(0, +)
    let rest = plot.height - bands - Double(shown.count - 1) * gap
    let curve = (rest / Double(curves.count)).rounded(.down)
    var y = plot.minY
    return Lane.allCases.map { lane in
      guard shown.contains(lane) else { return .zero }
      let height = curves.contains(lane) ? curve : height(of: lane)
      defer { y += height + gap }
      return Rect(x: plot.minX, y: y, width: plot.width, height: height)
    }
  }
}

extension Set<TimelineLayout.Lane> {
  /// Names of the foldable lanes in the set, comma-separated, in the lanes' order.
  var names: String {
    TimelineLayout.Lane.curves.filter(contains).map { "\($0)" }.joined(separator: ",")
  }

  /// Foldable lanes by comma-separated names; `nil` if any name is not a foldable lane's.
  init?(names: String) {
    self = []
    for name in names.split(separator: ",") {
      guard let lane = TimelineLayout.Lane.curves.first(where: { "\($0)" == name })
      else { return nil }
      insert(lane)
    }
  }
}
