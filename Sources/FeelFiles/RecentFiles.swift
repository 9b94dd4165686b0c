internal import FeelTrace
internal import Glibc

/// The files that were opened or saved last, newest first; between runs they are kept in the state
/// folder.
///
/// The file is read anew before it is written, so that two windows keep what is theirs. One that
/// makes no sense is named, and left as it is.
package struct RecentFiles {
  /// How many are kept.
  private static let most = 12
  /// How long the file may be, in bytes: so many paths of the longest kind.
  private static let longest = 1 << 17

  // Where they are kept; `nil` where this window alone knows them.
  private var path: String?
  private var names: [String] = []

  /// Reads those that were kept; `isOff` neither reads nor writes.
  package init(isOff: Bool) {
    guard !isOff, let path = UserFolder.state.map({ $0 + "/recent.json" }) else { return }
    self.path = path
    read()
  }

  /// Those that are still there, newest first.
  package var files: [String] { names.filter { File.length($0) > 0 } }

  /// Takes note of a file that was opened or saved, by its path from the root.
  package mutating func note(_ file: String) {
    read()
    names.removeAll { $0 == file }
    names.insert(file, at: 0)
    names = Array(names.prefix(Self.most))
    guard let path else { return }
    do throws(CommandFailure) {
      try File.makeFolder(FileName.folder(of: path))
      let lines = JSON.object(["files": .list(names.map(JSON.text))])
      let output = try OutputFile(path)
      try output.append("\(lines)\n")
      try output.place()
    } catch {
      keepNoLonger(error.message)
    }
  }

  private mutating func read() {
    guard let path, File.exists(path) else { return }
    do throws(CommandFailure) {
      let bytes = try File.read(path, atMost: Self.longest)
      do throws(JSONError) {
        let walk = try JSONWalk(try JSONReader.read(bytes))
        names = try Self.paths(try walk.read("files", .json))
      } catch {
        throw .badFile("\(path):\(error).")
      }
    } catch {
      keepNoLonger(error.message)
    }
  }

  private static func paths(_ json: JSON) throws(JSONError) -> [String] {
    guard case .list(let items) = json.value else { throw json.error("a list of paths") }
    var paths: [String] = []
    for item in items.prefix(most) {
      guard case .text(let path) = item.value, path.hasPrefix("/") else {
        throw item.error("a path from the root")
      }
      paths.append(path)
    }
    return paths
  }

  private mutating func keepNoLonger(_ reason: String) {
    path = nil
    StandardError.say(
      "\(reason) Repair or remove that file. Until then recent files are remembered only in this window."
    )
  }
}
