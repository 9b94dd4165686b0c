package import Observe

/// Another program's motions from one file.
package struct ObservedMotions {
  /// In order of time.
  package let observations: [Observation]
  /// A sentence with the number of skipped lines of a stream; `nil` if none was skipped.
  package var skipped: String?

  package init(observations: [Observation], skipped: String? = nil) {
    (self.observations, self.skipped) = (observations, skipped)
  }
}
