/// Five flings of a real UIScrollView, from Assets/flings-uiscrollview.csv: from the release to the
/// last change, in seconds and points.
public let measuredFlings: [(duration: Double, distance: Double)] = [
  (2.8603819608688354, 1552.0), (2.2432949542999268, 440.0),
  (1.4655280113220215, 90.33333333333348), (1.6032949686050415, 116.0),
  (1.705935001373291, 144.33333333333303),
]
