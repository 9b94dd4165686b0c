internal import Feel
internal import Stage

/// Where the pieces of the timeline lie, in points: a row of buttons, the slider, and the lanes under it over one time axis.
struct TimelineLayout: Hashable {
  /// One of the curves and bands over the time axis, top to bottom.
  enum Lane: Int, Hashable, CaseIterable {
    /// What hands and devices did.
    case input
    /// Where the control was.
    case position
    /// How fast it went.
    case velocity
    /// What it was doing.
    case state
    /// What the frames that showed it cost.
    case frames
  }

  /// How wide the column left of the lanes is, which holds their names and bounds, in points.
  static let gutter = 124.0
  // In points.
  private static let buttonSide = 32.0

  /// The whole timeline.
  let frame: Rect
  /// Where each control is, in the order of `TimelineControl.all`; the frame caps are nowhere where there is no room for them.
  let controls: [Rect]
  /// Whether there is room for the frame caps; the lanes' list offers them otherwise.
  let hasCaps: Bool
  /// Where the words before the frame caps begin: their left end, at half their height.
  let capTitle: Vector
  /// Where the shown moment's time stands.
  let time: Rect
  /// The slider's row: a press there takes the play-head along from where it is.
  let scrubRow: Rect
  /// The slider's capsule, at rest.
  let capsule: Rect
  /// All the lanes: a press there seeks.
  let plot: Rect
  private let lanes: [Rect]

  init(_ frame: Rect) {
    self.frame = frame
    var x = frame.minX + 12
    var controls: [Rect] = []
    func place(_ width: Double, gap: Double) {
      controls.append(Rect(x: x, y: frame.minY + 5, width: width, height: Self.buttonSide))
      x += width + gap
    }
    for _ in TimelineControl.transport { place(Self.buttonSide, gap: 4) }
    time = Rect(x: x + 4, y: frame.minY + 5, width: 96, height: Self.buttonSide)
    x = time.maxX + 16
    for _ in TimelineControl.speeds { place(36, gap: 0) }
    // Room for a speed that has no button.
    x += 64
    capTitle = Vector(x, frame.minY + 21)
    x += 64
    hasCaps = x + 36 * Double(TimelineControl.caps.count) <= frame.maxX - 12
    for _ in TimelineControl.caps {
      if hasCaps { place(36, gap: 0) } else { controls.append(.zero) }
    }
    self.controls = controls
    let left = frame.minX + Self.gutter
    let width = max(1, frame.maxX - 16 - left)
    scrubRow = Rect(x: left, y: frame.minY + 40, width: width, height: 28)
    capsule = Rect(x: left, y: frame.minY + 56, width: width, height: 8)
    plot = Rect(
      x: left, y: scrubRow.maxY, width: width, height: max(1, frame.maxY - 4 - scrubRow.maxY))
    lanes = Self.lanes(in: plot)
  }

  /// Where a lane is.
  func frame(of lane: Lane) -> Rect { lanes[lane.rawValue] }

  /// Where a control is.
  func frame(of control: TimelineControl) -> Rect {
    TimelineControl.all.firstIndex(of: control).map { controls[$0] } ?? .zero
  }

  /// The lanes from top to bottom: bands are as high as a line of text, and the two curves share what is left.
  private static func lanes(in plot: Rect) -> [Rect] {
    let isLow = plot.height < 120
    let (gap, band) = isLow ? (3.0, 13.0) : (4, 16)
    let curve = ((plot.height - 3 * band - 4 * gap) / 2).rounded(.down)
    var y = plot.minY
    return Lane.allCases.map { lane in
      let height = lane == .position || lane == .velocity ? curve : band
      defer { y += height + gap }
      return Rect(x: plot.minX, y: y, width: plot.width, height: height)
    }
  }
}
