internal import Feel
internal import Stage

/// Where the pieces of the timeline lie, in points: a row of buttons, the slider, and the lanes
/// under it over one time axis.
struct TimelineLayout: Hashable {
  /// One of the curves and bands over the time axis, top to bottom.
  enum Lane: Int, Hashable, CaseIterable {
    /// What hands and devices did.
    case input
    /// Where the control was.
    case position
    /// How fast it went.
    case velocity
    /// How even the frames of a program that is watched were, and what is wrong.
    case smoothness
    /// What it was doing.
    case state
    /// Which of its items were alive.
    case items
    /// What the frames that showed it cost, or when those of a program that is watched came.
    case frames

    /// Those that take the room that is left, and can be folded away.
    static let curves = [position, velocity, smoothness]
  }

  /// How wide the column left of the lanes is, which holds their names and bounds, in points.
  static let gutter = 116.0
  // In points.
  private static let framesHeight = 28.0
  // Two items over each other with their names.
  private static let itemsHeight = 28.0
  // How high the lanes are together at least where the hand is among them.
  private static let leastWithInput = 150.0
  // How high the lanes are together at least where the frames are among them: two curves of 80
  // points have room beside them.
  private static let leastWithFrames = 236.0

  /// The whole timeline.
  let frame: Rect
  /// The slider's row: a press there takes the play-head along from where it is.
  let scrubRow: Rect
  /// The slider's capsule, at rest.
  let capsule: Rect
  /// All the lanes: a press there seeks.
  let plot: Rect
  /// Whether what is shown was done by a program that is watched.
  let isObserved: Bool
  private let lanes: [Rect]

  /// - Parameters:
  ///   - folded: the lanes of which only the name is shown.
  ///   - isObserved: whether what is shown was done by a program that is watched.
  ///   - hasItems: whether the scene has items that come and go.
  ///   - hasHand: whether anything is known of a hand.
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

  /// The lanes that there is room for, in the order in which they lie.
  ///
  /// In a low timeline they are the curve of positions, or where that is folded the one of
  /// velocities, and if that still leaves room for it what the control did, or what is wrong with a
  /// program that is watched. The curves have the room of the frames where they would be too low to
  /// be read beside them.
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

  /// Where a lane is; nowhere where there is none.
  func frame(of lane: Lane) -> Rect { lanes[lane.rawValue] }

  /// Whether there is room for a lane.
  func has(_ lane: Lane) -> Bool { !frame(of: lane).isEmpty }

  /// The name of a lane, which a press folds and unfolds.
  func name(of lane: Lane) -> Rect {
    let place = frame(of: lane)
    guard lane == .smoothness else {
      return Rect(x: frame.minX + 8, y: place.midY - 12, width: 72, height: 24)
    }
    // Its numbers stand below the name, as far as there is room for them.
    let lines = place.height < 28 ? 0 : min(3, ((place.height - 12) / 13).rounded(.down))
    let middle = place.midY - 6.5 * lines
    return Rect(x: frame.minX + 8, y: middle - 12, width: 104, height: 24)
  }

  /// The lanes from top to bottom; those that there is no room for are nowhere.
  ///
  /// Bands are as high as a line of text, that of the frames a little higher, and the curves share
  /// what is left; where all are folded the first lane has it.
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
  /// The names of lanes that can be folded, with commas between them, in the order of the lanes.
  var names: String {
    TimelineLayout.Lane.curves.filter(contains).map { "\($0)" }.joined(separator: ",")
  }

  /// Lanes that can be folded, by their names with commas between them; `nil` where one is of no
  /// such lane.
  init?(names: String) {
    self = []
    for name in names.split(separator: ",") {
      guard let lane = TimelineLayout.Lane.curves.first(where: { "\($0)" == name })
      else { return nil }
      insert(lane)
    }
  }
}
