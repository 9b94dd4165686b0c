/// The kind of content in scenes, apart from the controls themselves.
public enum Content: String, Hashable, Sendable, CaseIterable {
  /// Cards with hues and numbers, plain rows: enough to feel a motion.
  case plain
  /// Covers, an inbox and pages that differ, all drawn by code: what an app would have.
  case rich
}
