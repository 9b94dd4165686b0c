internal import Glibc

extension Spring {
  /// The critically damped spring that comes within a distance of its target after a time, from rest, all in points and seconds.
  ///
  /// d·(1 + s)·e^(−s) = threshold with s = ω·duration, solved by s = ln(d/threshold) + ln(1 + s), which converges for every s > 0.
  static func settling(
    within threshold: Double, of distance: Double, after duration: Double
  ) -> Spring {
    let start = max(1, log(max(distance / threshold, 4)))
    var s = start
    for _ in 0..<12 { s = start + log(1 + s) }
    return Spring(angularFrequency: s / duration)
  }
}
