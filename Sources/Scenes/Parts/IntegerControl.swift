public import Feel
internal import Raster
public import Stage

/// An integer slider as configured by a scene: the looks available for its ticks.
public struct IntegerControl: Sendable {
  /// The looks that `integer.ticks` can select; the first is the default.
  public let looks: [TickLook]

  /// Creates a slider.
  ///
  /// - Precondition: there is a look, and names are unique.
  public init(_ looks: [TickLook]) {
    precondition(!looks.isEmpty && Set(looks.map(\.name)).count == looks.count, "looks differ")
    self.looks = looks
  }

  /// The part that implements the slider.
  public var part: any Part { IntegerPart(self) }

  /// The parameters of a scene with the slider.
  public var parameters: [Parameter] { IntegerSettings(self).parameters }
}

extension IntegerControl {
  /// The slider of the scene: lines, dots, and a custom look.
  static let standard = IntegerControl([.lines, .dots, .swell])
}

extension TickLook {
  /// A custom look: bars that grow under the thumb.
  static let swell = TickLook("swell") { tick, color, frame, canvas in
    let nearness = max(0, 1 - abs(tick.thumbDistance) / 80)
    let width = canvas.snapped(min(frame.height / 2, frame.width / 2))
    let height = frame.height * (0.5 + nearness * nearness)
    canvas.fill(
      Rect(x: frame.midX - width / 2, y: frame.minY, width: width, height: height),
      radius: width / 2, color.mixed(with: canvas.theme.accent, nearness))
  }
}
