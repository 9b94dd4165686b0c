internal import FeelFiles
package import Lab

/// What a window keeps of how it is set: read when it opens, followed while a hand uses it, and
/// written when it rests.
package struct PreferenceMemory {
  /// Whether nothing is kept between runs.
  let isOff: Bool
  /// What is kept; `nil` where nobody has set anything.
  package private(set) var kept = Preferences()
  /// What stands in the files, as far as this window knows.
  private var written = Preferences()
  private var seen: Preferences?
  /// The files that are read and written: those that make sense.
  private var files: [PreferenceFile] = []

  /// Reads what was kept; `isOff` neither reads nor writes.
  ///
  /// What makes no sense is told on the standard error, and left as it is: the defaults hold, and
  /// nothing is kept in its place.
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

  /// Looks at how a window is set after something happened to it; what a hand has set is to be
  /// kept.
  mutating func look(at now: Preferences, byHand: Bool) {
    guard now != seen else { return }
    if let seen, byHand { kept.follow(from: seen, to: now) }
    seen = now
  }

  /// Keeps which scene is shown, whoever has opened it.
  mutating func keepScene(_ now: Preferences) { kept[.scene] = now[.scene] }

  /// Leaves look, motion, keys and zoom to the desktop again.
  mutating func forgetSettings() { kept.forgetSettings() }

  /// Writes what has changed since, unless another window is writing; `isLast` does not wait for
  /// that one.
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
