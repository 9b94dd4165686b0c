internal import FeelTrace
internal import Glibc

/// The files most recently opened or saved, newest first, kept in the state folder between runs.
///
/// The list is read again before each write, so that two windows keep each other's entries. An
/// invalid list file is reported, and left unchanged.
package struct RecentFiles {
  /// The maximum number of entries.
  private static let most = 12
  /// The maximum size of the list file in bytes: enough for that many paths of maximum length.
  private static let longest = 1 << 17

  // The list file; `nil` if the list is only kept in memory.
  private var path: String?
  private var names: [String] = []

  /// Reads the list; with `isOff`, it is neither read nor written.
  package init(isOff: Bool) {
    guard !isOff, let path = UserFolder.state.map({ $0 + "/recent.json" }) else { return }
    self.path = path
    read()
  }

  /// The files that still exist and are not empty, newest first.
  package var files: [String] { names.filter { File.length($0) > 0 } }

  /// Adds a file that was opened or saved, by its absolute path.
  package mutating func add(_ file: String) {
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
      try output.commit()
    } catch {
      stopSaving(error.message)
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
      stopSaving(error.message)
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

  private mutating func stopSaving(_ reason: String) {
    path = nil
    StandardError.say(
      "\(reason) Repair or remove that file. Until then recent files are remembered only in this window."
    )
  }
}
