package import Observe

/// The motions of another program that a file holds.
package struct ObservedMotions {
  /// In order of time.
  package let observations: [Observation]
  /// How many lines of a stream were skipped, in a sentence; `nil` where none was.
  package var skipped: String?

  package init(observations: [Observation], skipped: String? = nil) {
    (self.observations, self.skipped) = (observations, skipped)
  }
}
