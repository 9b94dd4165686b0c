internal import Feel

/// The layout of the Curves scene, in points.
struct CurvesLayout: Hashable {
  var frame = Rect.zero
  /// The background of both plots.
  var card = Rect.zero
  var position = Rect(x: 0, y: 0, width: 1, height: 1)
  var velocity = Rect(x: 0, y: 2, width: 1, height: 1)
  /// The strip that names the phases.
  var lane = Rect.zero
  var play = Rect.zero
  /// The field for a time.
  var field = Rect.zero

  func frame(of kind: CurvePlot) -> Rect { kind == .position ? position : velocity }

  var hasPlots: Bool { card.height >= 60 }
  /// Whether there is also room for the velocity plot: in a low window, positions get all of it.
  var hasVelocity: Bool { card.height >= 240 }
  /// Whether there is room for text between the lines: if not, the readout is above the plot.
  var hasWords: Bool { position.height >= 90 }

  init() {}

  init(_ frame: Rect) {
    let transport = 40.0
    self.frame = frame
    card = Rect(
      x: frame.minX, y: frame.minY, width: frame.width, height: frame.height - transport - 12)
    play = Rect(x: frame.minX, y: frame.maxY - 36, width: 96, height: 32)
    field = Rect(x: play.maxX + 92, y: play.minY, width: 72, height: play.height)
    // Room for the text above a plot, and for the strip and the axis below both; less on a low
    // stage.
    let isLow = card.height < 200
    let (left, right, heading) = (64.0, 20.0, isLow ? 24.0 : 32)
    let width = max(40, card.width - left - right)
    let height = max(60, card.height - 2 * heading - (isLow ? 46 : 52))
    guard hasVelocity else {
      // The velocity plot and the strip lie below the card, which hides them; the axis stays as
      // long as there is room.
      let hasAxis = card.height >= 120
      position = Rect(
        x: card.minX + left, y: card.minY + heading, width: width,
        height: max(1, card.height - heading - (hasAxis ? 24 : 8)))
      velocity = Rect(x: position.minX, y: card.maxY + heading, width: width, height: 1)
      lane = Rect(
        x: position.minX, y: hasAxis ? position.maxY : velocity.maxY, width: width, height: 0)
      return
    }
    let upper = (0.58 * height).rounded()
    position = Rect(
      x: card.minX + left, y: card.minY + heading, width: width, height: upper)
    velocity = Rect(
      x: position.minX, y: position.maxY + heading, width: width, height: height - upper)
    lane = Rect(x: position.minX, y: velocity.maxY + 6, width: width, height: 18)
  }
}
