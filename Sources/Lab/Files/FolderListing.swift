/// Contents of a folder, supplied by the session's host.
public struct FolderListing: Hashable, Sendable {
  /// A file or a subfolder.
  public struct Entry: Hashable, Sendable {
    /// Its name in the folder.
    public var name: String
    /// Whether it is a folder.
    public var isFolder: Bool

    /// Creates an entry.
    public init(_ name: String, isFolder: Bool) { (self.name, self.isFolder) = (name, isFolder) }
  }

  /// A shortcut to a folder.
  public struct Place: Hashable, Sendable {
    /// Its title.
    public var title: String
    /// Its path.
    public var path: String

    /// Creates a place.
    public init(_ title: String, _ path: String) { (self.title, self.path) = (title, path) }
  }

  /// The folder's path from the root.
  public var path: String
  /// Its contents, in display order.
  public var entries: [Entry]
  /// Shortcuts to folders.
  public var places: [Place]
  /// Paths of the files opened or saved last, newest first.
  public var recent: [String]
  /// Extensions of the files that can be opened; others are listed on demand.
  public var opened: [String]
  /// Whether an encoder for all video formats is installed.
  public var hasEncoder: Bool
  /// Why the listing is incomplete, in a sentence.
  public var problem: String?

  /// Creates a listing.
  public init(
    path: String, entries: [Entry], places: [Place] = [], recent: [String] = [],
    opened: [String] = [".feel"], hasEncoder: Bool = true, problem: String? = nil
  ) {
    (self.path, self.entries, self.places) = (path, entries, places)
    (self.recent, self.opened, self.hasEncoder) = (recent, opened, hasEncoder)
    self.problem = problem
  }

  static func lastName(of path: String) -> String {
    // By scalars: a combining mark after the slash would merge with it into one character.
    let scalars = path.unicodeScalars
    guard let slash = scalars.lastIndex(of: "/") else { return path }
    return String(scalars[scalars.index(after: slash)...])
  }

  /// The path of an entry; paths from the root or from home are returned unchanged.
  func path(of name: String) -> String {
    if name.hasPrefix("/") || name == "~" || name.hasPrefix("~/") { return name }
    return path == "/" ? "/" + name : "\(path)/\(name)"
  }

  var parent: String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
