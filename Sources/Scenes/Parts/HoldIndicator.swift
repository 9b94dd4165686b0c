public import Feel
public import Raster
public import Stage

/// An indicator of a hold's progress: a drawing of the progress, in a colour, in a frame.
///
/// The built-in ones are drawings like any caller's own.
public struct HoldIndicator: Sendable {
  /// A hold at one moment.
  public struct Moment: Hashable, Sendable {
    /// The progress of the hold, 0…1.
    public let progress: Double
    /// The button's colour.
    public let color: Color
    /// The button's frame, in points.
    public let frame: Rect
    /// The shape around its label, inside that frame.
    public let shape: ContainerShape
    /// The width of strokes, in points.
    public let lineWidth: Double
  }

  /// Its name in descriptions.
  public let name: String
  /// Draws a moment, above the button's background and below its edge and label.
  public let draw: @Sendable (Moment, inout Canvas) -> Void

  /// Creates an indicator from its drawing.
  public init(_ name: String, draw: @escaping @Sendable (Moment, inout Canvas) -> Void) {
    (self.name, self.draw) = (name, draw)
  }

  /// A ring, clockwise from 12 o'clock.
  public static let circle = HoldIndicator(Words.ring) { moment, canvas in
    stroke(.circle, moment, &canvas)
  }

  /// The outline of a rounded rectangle, clockwise from its top centre.
  public static let roundedRectangle = HoldIndicator(Words.outline) { moment, canvas in
    var corners = ContainerShape.roundedRectangle(radius: 20)
    if case .roundedRectangle = moment.shape { corners = moment.shape }
    stroke(corners, moment, &canvas)
  }

  /// The outline of the label's shape, clockwise from its top centre.
  public static let container = HoldIndicator(Words.ownOutline) { moment, canvas in
    stroke(moment.shape, moment, &canvas)
  }

  /// Draws a groove inside the button's edge, and its filled part.
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
    // A ring's round caps lie inside the filled part, so that its ends are exact.
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
