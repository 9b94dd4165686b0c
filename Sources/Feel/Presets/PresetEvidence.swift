/// What a preset claims to be, and what says so.
public struct PresetEvidence: Hashable, Sendable {
  /// The system it is named for.
  public let system: String
  /// Its version or commit, or the constants where neither is known.
  public let version: String
  /// When it was held against that, year-month-day.
  public let date: String
  /// What it was held against: the running program, its sources, its own tests, measurements.
  public let heldAgainst: String
  /// What the system does that the preset does not, in words.
  public let notModelled: String
  /// The largest error seen, in pixels and milliseconds, and on which data; `nil` where nothing was
  /// recorded.
  public let largestError: String?

  /// The largest error of a preset that keeps to a rebuild of its system.
  static let rebuilt = "under 0.01 px and 0.1 ms in 200 random releases"

  /// Creates the evidence.
  public init(
    system: String, version: String, date: String, heldAgainst: String, notModelled: String,
    largestError: String? = nil
  ) {
    (self.system, self.version, self.date) = (system, version, date)
    (self.heldAgainst, self.notModelled) = (heldAgainst, notModelled)
    self.largestError = largestError
  }
}
