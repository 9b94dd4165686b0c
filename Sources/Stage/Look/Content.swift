/// What scenes are filled with, apart from the controls themselves.
public enum Content: String, Hashable, Sendable, CaseIterable {
  /// Cards with hues and numbers, plain rows: all that is needed to feel a motion.
  case plain
  /// Covers, an inbox, pages that differ, all drawn from code: what an app would have.
  case rich
}
