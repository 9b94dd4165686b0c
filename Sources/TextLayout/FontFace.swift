/// A font's file and names.
public struct FontFace: Hashable, Sendable {
  /// The family, such as "DejaVu Sans".
  public let family: String
  /// The style within the family, such as "Bold".
  public let style: String
  /// The path of the file.
  public let path: String
  /// The index of the face in the low 16 bits, that of a variable font's named instance above.
  public let index: Int
  /// Whether its strokes are emboldened because no bolder font is installed.
  public let isEmboldened: Bool
}
