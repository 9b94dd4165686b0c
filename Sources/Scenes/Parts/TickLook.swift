public import Feel
public import Raster
public import Stage

/// The look of an integer slider's ticks: a drawing of a tick, in a colour, in its frame.
///
/// The built-in ones are drawings like any caller's own.
public struct TickLook: Sendable {
  /// Draws a tick in a colour; the frame is below the track, 8 points high (more on a large stage),
  /// and as wide as the distance between ticks, in points.
  public typealias Drawing =
    @Sendable (_ tick: IntegerSlider.Tick, _ color: Color, _ frame: Rect, _ canvas: inout Canvas)
    -> Void

  /// The word that selects it.
  public let name: String
  /// The drawing.
  public let draw: Drawing

  /// Creates a look from its drawing.
  public init(_ name: String, draw: @escaping Drawing) { (self.name, self.draw) = (name, draw) }

  /// Vertical lines, longer and stronger at multiples of five.
  public static let lines = TickLook("lines") { tick, color, frame, canvas in
    let isMajor = tick.value.isMultiple(of: 5)
    let width = canvas.snapped((isMajor ? 0.19 : 0.125) * frame.height)
    canvas.fill(
      Rect(
        x: frame.midX - width / 2, y: frame.minY, width: width,
        height: frame.height * (isMajor ? 1 : 0.62)),
      radius: width / 2, color)
  }

  /// Dots, in the accent colour where the thumb has passed them.
  public static let dots = TickLook("dots") { tick, color, frame, canvas in
    let side = min(0.75 * frame.height, frame.width)
    canvas.fill(
      Rect(center: frame.center, size: Size(side, side)), radius: side / 2,
      tick.thumbDistance > -0.5 ? canvas.theme.accent : color)
  }
}
