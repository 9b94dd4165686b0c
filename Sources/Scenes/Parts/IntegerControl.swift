public import Feel
internal import Raster
public import Stage

/// A slider of whole numbers, as a scene has it: the looks that its ticks can have.
public struct IntegerControl: Sendable {
  /// The looks to choose from by `integer.ticks`; the first is what they have unless set.
  public let looks: [TickLook]

  /// Creates a slider.
  ///
  /// - Precondition: there is a look, and no two have one name.
  public init(_ looks: [TickLook]) {
    precondition(!looks.isEmpty && Set(looks.map(\.name)).count == looks.count, "looks differ")
    self.looks = looks
  }

  /// The slider at work.
  public var part: any Part { IntegerPart(self) }

  /// The parameters of a scene with it.
  public var parameters: [Parameter] { IntegerSettings(self).parameters }
}

extension IntegerControl {
  /// The one of the scene: lines, dots, and a caller's own look.
  static let standard = IntegerControl([.lines, .dots, .swell])
}

extension TickLook {
  /// A caller's own look: bars that grow under the thumb.
  static let swell = TickLook("swell") { tick, color, frame, canvas in
    let nearness = max(0, 1 - abs(tick.thumbDistance) / 80)
    let width = canvas.snapped(min(frame.height / 2, frame.width / 2))
    let height = frame.height * (0.5 + nearness * nearness)
    canvas.fill(
      Rect(x: frame.midX - width / 2, y: frame.minY, width: width, height: height),
      radius: width / 2, color.mixed(with: canvas.theme.accent, nearness))
  }
}
