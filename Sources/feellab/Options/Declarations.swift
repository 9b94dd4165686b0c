internal import ArgumentParser
internal import FeelFiles

// Declarations shared by commands.

extension Option {
  /// A value that may begin with a minus, as numbers do.
  ///
  /// - Parameters:
  ///   - value: its placeholder in help, such as its unit.
  ///   - transform: converts the word.
  init<Number>(
    name: NameSpecification = .long, _ help: String, value: String,
    _ transform: @Sendable @escaping (String) throws -> Number
  ) where Value == Number? {
    self.init(
      name: name, parsing: .unconditional, help: ArgumentHelp(help, valueName: value),
      transform: transform)
  }

  /// A word such as a file name, with its placeholder in help.
  init(
    name: NameSpecification = .long, _ help: String, value: String,
    completion: CompletionKind? = nil
  ) where Value == String? {
    self.init(name: name, help: ArgumentHelp(help, valueName: value), completion: completion)
  }
}

extension ValidationError {
  /// Refuses invalid combinations of flags.
  ///
  /// - Parameter refusals: each message with whether it applies; the first that does is thrown.
  static func refuse(_ refusals: KeyValuePairs<String, Bool>) throws(ValidationError) {
    if let refusal = refusals.first(where: \.value) { throw ValidationError(refusal.key) }
  }
}

extension CommandFailure {
  /// Refuses a command line that does not suit what it names.
  static func refuse(_ refusals: KeyValuePairs<String, Bool>) throws(CommandFailure) {
    if let refusal = refusals.first(where: \.value) { throw .usage(refusal.key) }
  }
}

/// The help text of a verb beyond its flags: some sentences, then command lines to copy, each below
/// a line that states its purpose.
///
/// The parser wraps lines at the terminal's width, or at 80 columns without one, so examples must
/// be shorter.
func helpText(_ text: String, examples: KeyValuePairs<String, String>) -> String {
  let lines = examples.map { "  # \($0.key)\n  feellab\($0.value.isEmpty ? "" : " ")\($0.value)" }
    .joined(separator: "\n")
  return (text.isEmpty ? "" : "\(text)\n\n") + "EXAMPLES:\n\(lines)"
}
