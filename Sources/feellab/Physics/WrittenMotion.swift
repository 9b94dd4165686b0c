internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Stage

/// `curve`'s answer about a motion written for another library.
struct WrittenMotion: Report {
  private let notation: MotionNotation
  /// The selected reading.
  let chosen: MotionNotation.Reading

  /// Parses a text; `word` selects a reading by its number or library.
  init(_ text: String, _ word: String?) throws(CommandFailure) {
    do throws(MotionNotationError) {
      guard let notation = try MotionNotation.read(text) else {
        throw MotionNotationError(message: "\(quoted(text)) is no motion.")
      }
      self.notation = notation
    } catch {
      throw .usage(error.message)
    }
    guard let word else {
      chosen = notation.readings[0]
      return
    }
    guard let reading = notation.reading(word) else {
      let names = notation.readings.map(\.library).joined(separator: "; ")
      throw .usage("There is no reading \(quoted(word)). The readings are: \(names).")
    }
    chosen = reading
  }

  /// Writes the answer, or only the flags.
  func write(asJSON: Bool, asFlags: Bool) throws {
    guard asFlags else { return try write(asJSON: asJSON) }
    if let refusal = chosen.refusal { throw CommandFailure.usage(refusal) }
    try StandardOutput.write(Self.flags(chosen) + "\n")
  }

  private static func flags(_ reading: MotionNotation.Reading) -> String {
    (reading.settings ?? []).map { "--set \($0.key)=\($0.value.text)" }.joined(separator: " ")
  }

  var text: String {
    notation.readings.enumerated().map { place, reading in
      let facts = reading.facts
      let width = facts.map(\.name.count).max() ?? 0
      let many = notation.readings.count > 1 ? "\(place + 1). " : ""
      var lines = ["\(many)As read by: \(reading.library)"]
      lines += facts.map { "  \($0.name.padded(to: width))  \($0.text)" }
      lines += reading.notes.map { "  \($0)" }
      lines.append("  \(reading.refusal ?? Self.flags(reading))")
      return lines.joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  var json: JSON {
    JSON.of([
      "readings": notation.readings.map { reading in
        let facts = reading.facts.map { fact in
          JSON.Member(fact.name, fact.number.map(JSON.number) ?? .text(fact.text))
        }
        return JSON.of([
          "library": reading.library, "facts": JSON(.object(facts)), "notes": reading.notes,
          "set": reading.refusal == nil ? reading.settings?.json : nil,
        ])
      }
    ])
  }
}

extension MotionNotation.Reading {
  /// The default initial velocity, in points per second.
  var usualVelocity: Double {
    if case .decay = motion { return 2000 }
    return 0
  }
}
