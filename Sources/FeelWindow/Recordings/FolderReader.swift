internal import FeelFiles
internal import Glibc
internal import Lab
internal import Stage

/// Reads folders for the file panel, and remembers which was shown.
package struct FolderReader {
  /// Maximum number of entries shown: more than anybody scrolls through.
  private static let most = 5000

  private var recent: RecentFiles
  private var last: String?
  // Folders that files were saved in or opened from, latest first.
  private var used: [String] = []

  /// Creates a reader with the files opened or saved before.
  init(_ recent: RecentFiles) { self.recent = recent }

  /// Contents of a folder; an empty path is the last folder or else the presets', “.” is the last
  /// folder or else the current one.
  mutating func listing(_ path: String) -> FolderListing {
    let isAsked = !path.isEmpty && path != "."
    let path = Self.absolute(
      isAsked ? path : last ?? (path.isEmpty ? standard : File.folder))
    var entries: [FolderListing.Entry] = []
    var problem: String?
    if let found = File.entries(in: path)?.filter({ !$0.name.hasPrefix(".") }) {
      entries = found.prefix(Self.most).map { name, kind in
        // Only the system knows a link's target.
        let isFolder =
          kind == DT_DIR
          || (kind == DT_LNK || kind == DT_UNKNOWN) && File.isFolder("\(path)/\(name)")
        return FolderListing.Entry(name, isFolder: isFolder)
      }
      if found.count > Self.most {
        problem = say(
          "Only the first \(Self.most) entries are listed. Type the names of the others.")
      }
    } else {
      problem = retranslated("Cannot read \(quoted(path)): \(systemReason()).")
    }
    if isAsked, problem == nil { last = path }
    entries.sort {
      ($0.isFolder ? 0 : 1, $0.name.lowercased(), $0.name)
        < ($1.isFolder ? 0 : 1, $1.name.lowercased(), $1.name)
    }
    return FolderListing(
      path: path, entries: entries, places: places, recent: recent.files,
      opened: FileFormat.openedEndings, hasEncoder: FFmpegProcess.program != nil, problem: problem)
  }

  /// Remembers a file that was saved or opened, and its folder.
  mutating func addRecent(_ file: String) {
    let file = Self.absolute(RecordingName(file).path)
    recent.add(file)
    let folder = FileName.folder(of: file)
    used.removeAll { $0 == folder }
    used.insert(folder, at: 0)
    last = folder
  }

  package static func absolute(_ path: String) -> String {
    let home = Environment.variable("HOME") ?? "/"
    if path == "~" { return home }
    if path.hasPrefix("~/") { return home + path.dropFirst() }
    guard !path.hasPrefix("/") else {
      return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
    return path.isEmpty ? File.folder : "\(File.folder)/\(path)"
  }

  /// The default folder for parameters.
  private var standard: String {
    guard let kept = OwnPresets.folder, (try? File.makeFolder(kept)) != nil else {
      return File.folder
    }
    return kept
  }

  private var places: [FolderListing.Place] {
    var places: [FolderListing.Place] = []
    func add(_ title: String, _ path: String) {
      if !places.contains(where: { $0.path == path }) {
        places.append(FolderListing.Place(title, path))
      }
    }
    if let home = Environment.variable("HOME") { add(say("Home"), home) }
    if let kept = OwnPresets.folder { add(say("Parameters"), kept) }
    add(say("Current folder"), File.folder)
    for folder in used.prefix(4) { add(FileName.last(of: folder), folder) }
    return places.filter { File.isFolder($0.path) }
  }
}
