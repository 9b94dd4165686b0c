public import Feel
public import Raster
public import Stage

/// How a button shows how far a hold has come: a drawing of the progress, in a colour, in a frame.
///
/// Those that come with the button are drawings like any caller's own.
public struct HoldIndicator: Sendable {
  /// A hold at one moment.
  public struct Moment: Hashable, Sendable {
    /// How far it has come, 0…1.
    public let progress: Double
    /// The colour that the button was given.
    public let color: Color
    /// Where the button is, in points.
    public let frame: Rect
    /// The shape in that frame that its label stands in.
    public let shape: ContainerShape
    /// The width of strokes, in points.
    public let lineWidth: Double
  }

  /// What it is called where it is described in words.
  public let name: String
  /// Draws a moment, over the button's ground and under its edge and label.
  public let draw: @Sendable (Moment, inout Canvas) -> Void

  /// Creates an indicator from its drawing.
  public init(_ name: String, draw: @escaping @Sendable (Moment, inout Canvas) -> Void) {
    (self.name, self.draw) = (name, draw)
  }

  /// A ring, from 12 o'clock, clockwise.
  public static let circle = HoldIndicator(Words.ring) { moment, canvas in
    stroke(.circle, moment, &canvas)
  }

  /// The outline of a rectangle with round corners, from its top centre, clockwise.
  public static let roundedRectangle = HoldIndicator(Words.outline) { moment, canvas in
    var corners = ContainerShape.roundedRectangle(radius: 20)
    if case .roundedRectangle = moment.shape { corners = moment.shape }
    stroke(corners, moment, &canvas)
  }

  /// The outline of whatever shape the label stands in, from its top centre, clockwise.
  public static let container = HoldIndicator(Words.ownOutline) { moment, canvas in
    stroke(moment.shape, moment, &canvas)
  }

  /// A groove within the button's edge, and how far it is filled.
  private static func stroke(_ shape: ContainerShape, _ moment: Moment, _ canvas: inout Canvas) {
    let (width, theme) = (moment.lineWidth, canvas.theme)
    let outline = shape.outline(in: moment.frame, inset: 1.4 * width)
    let groove =
      switch theme.name {
      case .light: theme.text.opacity(0.085)
      case .dark: theme.shadow.opacity(0.3)
      case .contrast: theme.track
      }
    let frame = outline.frame
    let radius = shape == .rectangle ? 0 : max(outline.cornerRadius, width / 2)
    let isRing = shape == .circle
    // Of a ring the ends are round and lie inside of what is filled, so that they are true.
    let cap = isRing ? width / 2 / (Double.pi * frame.width) : 0
    let isRound = moment.progress > 2 * cap && moment.progress < 1 && isRing
    func draw(_ start: Double, _ end: Double, _ cap: Stroke.Cap, _ color: Color) {
      canvas.draw(
        .outline(
          frame, radius: radius, width: width, from: start, to: end, cap: cap,
          .solid(color)))
    }
    draw(0, 1, .butt, groove)
    guard moment.progress > 0 else { return }
    let end = isRound ? cap : 0
    draw(end, moment.progress - end, isRound ? .round : .butt, moment.color)
  }
}
