/// What a preset models, and the evidence for it.
public struct PresetEvidence: Hashable, Sendable {
  /// The system that is modelled.
  public let system: String
  /// Its version or commit, or the source of its constants if neither is known.
  public let version: String
  /// The date of the comparison, year-month-day.
  public let date: String
  /// What it was compared with: the running program, its sources, its own tests, measurements.
  public let comparedWith: String
  /// Behaviour of the system that the preset does not model, in words.
  public let notModelled: String
  /// The largest error seen, in pixels and milliseconds, and on which data; `nil` without a
  /// recording.
  public let largestError: String?

  /// The largest error of a preset that was compared with a rebuild of its system.
  static let rebuilt = "under 0.01 px and 0.1 ms in 200 random releases"

  /// Creates the evidence.
  public init(
    system: String, version: String, date: String, comparedWith: String, notModelled: String,
    largestError: String? = nil
  ) {
    (self.system, self.version, self.date) = (system, version, date)
    (self.comparedWith, self.notModelled) = (comparedWith, notModelled)
    self.largestError = largestError
  }
}
