package import Feel

/// A gesture and its outcome: from the press, wheel, key or command that starts a motion until
/// everything rests.
///
/// Rerun, comparison, video, export and timeline all work on takes; "the last gesture" is always a
/// take. It is a value, and replays bit for bit.
package struct Take: Sendable {
  /// The times of a take, in stage time.
  package struct Span: Hashable, Sendable {
    package let start: Instant
    /// When a hand last acted in it.
    package internal(set) var lastInput: Instant
    /// The last release; equal to its start if nothing was held.
    package internal(set) var release: Instant
    /// When everything came to rest, or `nil` if it has not yet.
    package internal(set) var rest: Instant?
  }

  /// The origin of a take.
  package enum Origin: Hashable, Sendable {
    /// A hand started it on a stage at rest.
    case hand
    /// A hand continued from a moment of another take, `at` seconds after its start.
    case branch(of: Int, at: Double)
    /// A rerun of another take.
    case rerun(of: Int)

    /// The number of the take it originates from.
    package var number: Int? {
      switch self {
      case .hand: nil
      case .branch(let number, _), .rerun(let number): number
      }
    }
  }

  /// How much time before a take is kept and shown with it, in seconds, if no other event happened
  /// then.
  package static let lead = 0.25
  /// How much time after its rest is kept, in seconds.
  package static let trail = 0.5
  /// The longest take, in seconds of stage time; it then ends as soon as nothing is held.
  package static let longest = 60.0

  /// Its number, from 1; unique within a session.
  package var number: Int
  package let origin: Origin
  package let span: Span
  /// The stage shortly before the take.
  package private(set) var before: StageRun
  /// The events from then until the end.
  package private(set) var events: [StageEvent]
  /// The end of what is kept of it, shortly after its rest.
  package let end: Instant
  package let outcome: TakeOutcome
  /// The name given by the user, for which `isName(_:)` holds.
  package var name: String?
  /// Whether it is pinned, that is kept whatever follows.
  package var isPinned = false

  /// The parameters chosen for the preset beside it, if another program made it.
  package var chosen: ParameterSet?

  /// The parameters it was made under, or those chosen since for the preset beside it.
  package var ownParameters: ParameterSet { chosen ?? before.stage.parameters }

  /// The maximum length of a name, in characters.
  package static let longestName = LineEditor.longest

  /// Whether a text is a valid name: one line of 1 to 64 visible characters, with no space at
  /// either end.
  package static func isName(_ text: String) -> Bool {
    guard let first = text.first, let last = text.last, text.count <= longestName else {
      return false
    }
    let scalars = text.unicodeScalars
    return !first.isWhitespace && !last.isWhitespace
      && scalars.allSatisfy { $0.properties.generalCategory != .control }
      && !text.contains(where: \.isNewline)
  }

  /// Its name or, without one, its number: "Take 3".
  package var title: String { name ?? Words.take(number) }

  /// Its title as written to a recording, always in English.
  package var recordedName: String { name ?? "Take \(number)" }

  /// Its approximate memory use, in bytes.
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

  /// The same gesture under other parameters, with no run beside it.
  func under(_ parameters: ParameterSet) -> Take {
    var take = self
    take.before = before.under(parameters)
    take.events = events.compactMap { $0.under(parameters) }
    return take
  }

  /// The approximate memory use of a stage with its scene, in bytes.
  static let snapshotBytes = 12_288
}
