internal import Feel
package import FeelFiles
internal import Lab
package import Stage

/// The takes that result from playing a recording, including those later displaced or removed.
package struct RecordedTakes {
  /// A take and its scene's id.
  package struct Found {
    package let scene: String
    package var take: Take
  }

  private let path: String
  private var found: [Int: Found] = [:]
  // What was found at the last look.
  private var seen: (scene: String, count: Int, last: Int?, end: Instant?)?

  /// Plays a recording to its end.
  ///
  /// - Throws: `CommandFailure` when its header names what this program does not have.
  package init(_ file: TraceFile) throws(CommandFailure) {
    path = file.path
    var playback = try Playback(file)
    let progress = Progress("replaying \(file.path)")
    let count = file.trace.entries.count
    for (index, entry) in file.trace.entries.enumerated() {
      progress.report(Double(index) / Double(count))
      playback.feed(entry)
      if case .event(.change(_, let change)) = entry.content {
        if case .nameTake = change { seen = nil }
      }
      update(at: playback.session)
    }
    // A take still in progress ends with the recording.
    var session = playback.session
    session.endTake()
    update(at: session)
    progress.clear()
  }

  private mutating func update(at session: Session) {
    let (scene, takes) = (session.sceneType.id, session.takes)
    let now = (scene, takes.count, takes.last?.number, takes.last?.end)
    guard seen.map({ $0 != now }) ?? true else { return }
    seen = now
    for take in takes { found[take.number] = Found(scene: scene, take: take) }
  }

  /// All takes, ordered by number.
  package var all: [Found] { found.values.sorted { $0.take.number < $1.take.number } }

  /// The take with a name or a number.
  ///
  /// - Throws: `CommandFailure` with the existing takes, if none or more than one matches.
  func named(_ word: String) throws(CommandFailure) -> Found {
    let named = all.filter { $0.take.name == word }
    if named.count > 1 {
      let numbers = named.map { "\($0.take.number)" }.joined(separator: ", ")
      throw .usage(
        "\(shown(path)) has \(named.count) takes named \(quoted(word)). Use a number: \(numbers)."
      )
    }
    let number = Int(word.hasPrefix("Take ") ? word.dropFirst("Take ".count) : word[...])
    if let one = named.first ?? number.flatMap({ found[$0] }) { return one }
    throw .badFile("\(shown(path)) has no take \(quoted(word)). \(sentence)")
  }

  /// The existing takes, in a sentence.
  package var sentence: String {
    guard !found.isEmpty else { return "Nothing moved." }
    let all = all.map(\.take)
    let names = all.prefix(Self.mostNamed).map { take in
      "\(take.number)" + (take.name.map { " \(quoted($0))" } ?? "")
    }
    let more = all.count - names.count
    return "Its takes are " + names.joined(separator: ", ")
      + (more > 0 ? " and \(more) more." : ".")
  }

  private static let mostNamed = 20
}
