internal import FeelGeometry

// Rejects numbers from outside that cannot be on any screen, so that no later sum of two can
// overflow.

extension Vector {
  /// Whether it can be a location or distance on a screen: both components finite and within 1e9
  /// pt.
  var isPlausible: Bool { abs(x) <= 1e9 && abs(y) <= 1e9 }
}

extension Rect {
  /// The rectangle itself, or an empty one at the origin if it cannot be on a screen.
  var plausible: Rect {
    let isExtent = size.width >= 0 && size.height >= 0
    return isExtent && origin.isPlausible && Vector(size.width, size.height).isPlausible
      ? self : .zero
  }
}
