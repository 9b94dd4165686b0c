/// What is in a folder, as the host of a session tells it.
public struct FolderListing: Hashable, Sendable {
  /// A file or a folder in it.
  public struct Entry: Hashable, Sendable {
    /// Its name in the folder.
    public var name: String
    /// Whether it is a folder.
    public var isFolder: Bool

    /// Creates an entry.
    public init(_ name: String, isFolder: Bool) { (self.name, self.isFolder) = (name, isFolder) }
  }

  /// A folder that is one press away.
  public struct Place: Hashable, Sendable {
    /// What it is called.
    public var title: String
    /// Where it is.
    public var path: String

    /// Creates a place.
    public init(_ title: String, _ path: String) { (self.title, self.path) = (title, path) }
  }

  /// Its path from the root.
  public var path: String
  /// What is in it, in the order in which it is shown.
  public var entries: [Entry]
  /// The folders that are one press away.
  public var places: [Place]
  /// The paths of the files that were opened or saved last, newest first.
  public var recent: [String]
  /// How the names of the files end that can be opened; the others are listed on demand.
  public var opened: [String]
  /// Whether there is a program that writes videos of all endings.
  public var hasEncoder: Bool
  /// Why it is not all, in a sentence.
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

  /// What a file is called in its folder, by its path.
  static func lastName(of path: String) -> String {
    // By scalars: a mark after the slash would make one character of both.
    let scalars = path.unicodeScalars
    guard let slash = scalars.lastIndex(of: "/") else { return path }
    return String(scalars[scalars.index(after: slash)...])
  }

  /// The path of something in it; a path from the root or from the home stays what it is.
  func path(of name: String) -> String {
    if name.hasPrefix("/") || name == "~" || name.hasPrefix("~/") { return name }
    return path == "/" ? "/" + name : "\(path)/\(name)"
  }

  /// The folder that it lies in.
  var parent: String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
