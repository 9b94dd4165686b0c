internal import FeelFiles
package import Lab

/// A window's stored preferences: read when it opens, updated as the user changes them, and written
/// when it is idle.
package struct PreferenceMemory {
  /// Whether nothing is stored between runs.
  let isOff: Bool
  /// The stored preferences; `nil` values were never set.
  package private(set) var kept = Preferences()
  /// The content of the files, as far as this window knows.
  private var written = Preferences()
  private var seen: Preferences?
  /// The valid files, which are read and written.
  private var files: [PreferenceFile] = []

  /// Reads the stored preferences; with `isOff`, nothing is read or written.
  ///
  /// An invalid file is reported on standard error and left alone: the defaults apply, and it is
  /// not overwritten.
  package init(isOff: Bool) {
    self.isOff = isOff
    guard !isOff else { return }
    for file in PreferenceFile.allCases {
      do throws(CommandFailure) {
        try file.read(into: &kept)
        files.append(file)
      } catch {
        StandardError.say(
          "\(error.message) Repair or remove the file. Until then the defaults apply."
        )
      }
    }
    written = kept
  }

  /// Compares a window's settings with the last look; changes made by the user are stored.
  mutating func update(at now: Preferences, byHand: Bool) {
    guard now != seen else { return }
    if let seen, byHand { kept.adopt(from: seen, to: now) }
    seen = now
  }

  /// Stores which scene is shown, whoever opened it.
  mutating func keepScene(_ now: Preferences) { kept[.scene] = now[.scene] }

  /// Resets appearance, motion, keys and zoom to the desktop's.
  mutating func forgetSettings() { kept.forgetSettings() }

  /// Writes the changes; while another window is writing, only if `isLast`.
  ///
  /// - Throws: `CommandFailure` when a file cannot be written; it is not tried again.
  mutating func save(isLast: Bool) throws(CommandFailure) {
    guard kept != written else { return }
    var failure: CommandFailure?
    var isWritten = true
    for file in files {
      do throws(CommandFailure) {
        let done = try file.write(from: written, to: kept, waits: !isLast)
        isWritten = isWritten && done
      } catch {
        failure = failure ?? error
        files.removeAll { $0 == file }
      }
    }
    if isWritten { written = kept }
    if let failure { throw failure }
  }
}
