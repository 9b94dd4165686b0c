package import Feel

/// A gesture and what came of it: from the press, wheel, key or order that set something going
/// until everything rests.
///
/// It is the one meaning of "the last gesture": what is run again, compared, filmed, exported and
/// shown over time is a take. It is a value, and gives the same motion bit for bit whenever it is
/// played.
package struct Take: Sendable {
  /// The times of a take, in stage time.
  package struct Span: Hashable, Sendable {
    package let start: Instant
    /// When a hand last did something in it.
    package internal(set) var lastInput: Instant
    /// When it was last let go; its start where nothing was held.
    package internal(set) var release: Instant
    /// When everything came to rest, once it has.
    package internal(set) var rest: Instant?
  }

  /// What a take was made from.
  package enum Origin: Hashable, Sendable {
    /// A hand began it on a stage at rest.
    case hand
    /// A hand went on from a moment of another take, so many seconds after its start.
    case branch(of: Int, at: Double)
    /// The events of another take ran again.
    case rerun(of: Int)

    /// The number of the take that it was made from.
    package var number: Int? {
      switch self {
      case .hand: nil
      case .branch(let number, _), .rerun(let number): number
      }
    }
  }

  /// How much of the time before a take is kept with it and shown, in seconds, if nothing else was
  /// done then.
  package static let lead = 0.25
  /// How much of the time after its rest is, in seconds.
  package static let trail = 0.5
  /// After how long it ends at the next moment at which nothing is held, in seconds of stage time.
  package static let longest = 60.0

  /// Its number, from 1; no two takes of a session have the same.
  package var number: Int
  package let origin: Origin
  package let span: Span
  /// The stage as it was a little before.
  package private(set) var before: StageRun
  /// What happened to the stage since then, until the end.
  package private(set) var events: [StageEvent]
  /// When what is kept of it ends, a little after its rest.
  package let end: Instant
  package let outcome: TakeOutcome
  /// What a person calls it: `isName(_:)` holds of it.
  package var name: String?
  /// Whether it is kept whatever follows.
  package var isPinned = false

  /// The most characters that a name has.
  package static let longestName = LineEditor.longest

  /// Whether a text can be a name: a line of 1 to 64 characters that can be seen, without spaces at
  /// its ends.
  package static func isName(_ text: String) -> Bool {
    guard let first = text.first, let last = text.last, text.count <= longestName else {
      return false
    }
    let scalars = text.unicodeScalars
    return !first.isWhitespace && !last.isWhitespace
      && scalars.allSatisfy { $0.properties.generalCategory != .control }
      && !text.contains(where: \.isNewline)
  }

  /// Its name, or its number where it has none: "Take 3".
  package var title: String { name ?? Words.take(number) }

  /// The same as a recording has it, in any language.
  package var recordedName: String { name ?? "Take \(number)" }

  /// About how much memory it takes, in bytes.
  package var bytes: Int {
    let large = events.count { event in
      switch event {
      case .place, .compare, .restart: true
      case .input, .command, .focus, .observe: false
      }
    }
    return events.count * MemoryLayout<StageEvent>.stride + (large + 1) * Self.snapshotBytes
      + outcome.outline.count * MemoryLayout<Double>.stride
  }

  /// The same hand under other parameters, with nothing carried along beside it.
  func under(_ parameters: ParameterSet) -> Take {
    var take = self
    take.before = before.under(parameters)
    take.events = events.compactMap { $0.under(parameters) }
    return take
  }

  /// About how much memory a stage with its scene takes, in bytes.
  static let snapshotBytes = 12_288
}
