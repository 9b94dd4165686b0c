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

  /// The outline of a rectangle with corners of 6 points, from its top centre, clockwise.
  public static let roundedRectangle = HoldIndicator(Words.outline) { moment, canvas in
    stroke(.roundedRectangle(radius: 6), moment, &canvas)
  }

  /// The outline of whatever shape the label stands in, from its top centre, clockwise.
  public static let container = HoldIndicator(Words.ownOutline) { moment, canvas in
    stroke(moment.shape, moment, &canvas)
  }

  private static func stroke(_ shape: ContainerShape, _ moment: Moment, _ canvas: inout Canvas) {
    let width = moment.lineWidth
    // Inside of the button's edge, which is a point wide.
    let outline = shape.outline(in: moment.frame, inset: 1 + width / 2)
    for (share, color) in [(1, canvas.theme.track), (moment.progress, moment.color)]
    where share > 0 {
      canvas.draw(
        .outline(
          outline.frame, radius: outline.cornerRadius, width: width, from: 0, to: share,
          cap: .butt, .solid(color)))
    }
  }
}
