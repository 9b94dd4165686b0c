internal import FeelGeometry

// Numbers from outside that are no places on any screen are told apart here, so that no later sum
// of two of them can overflow.

extension Vector {
  /// Whether it can be a place or a way on a screen: both components finite and within a billion
  /// points.
  var isPlausible: Bool { abs(x) <= 1e9 && abs(y) <= 1e9 }
}

extension Rect {
  /// The rectangle itself, or an empty one at the origin if it cannot be one on a screen.
  var plausible: Rect {
    let isExtent = size.width >= 0 && size.height >= 0
    return isExtent && origin.isPlausible && Vector(size.width, size.height).isPlausible
      ? self : .zero
  }
}
