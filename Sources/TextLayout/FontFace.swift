/// Which file a font comes from, and what it calls itself.
public struct FontFace: Hashable, Sendable {
  /// The family, such as "DejaVu Sans".
  public let family: String
  /// The style within the family, such as "Bold".
  public let style: String
  /// The path of the file.
  public let path: String
  /// The face within the file in the low 16 bits, the named instance of a variable font above.
  public let index: Int
  /// Whether its strokes are thickened because nothing bolder is installed.
  public let isEmboldened: Bool
}
