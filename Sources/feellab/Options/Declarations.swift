internal import ArgumentParser
internal import FeelFiles

// What commands declare again and again.

extension Option {
  /// A value that may begin with a minus, as numbers do.
  ///
  /// - Parameters:
  ///   - value: what stands for it in help, such as its unit.
  ///   - transform: what makes it of a word.
  init<Number>(
    name: NameSpecification = .long, _ help: String, value: String,
    _ transform: @Sendable @escaping (String) throws -> Number
  ) where Value == Number? {
    self.init(
      name: name, parsing: .unconditional, help: ArgumentHelp(help, valueName: value),
      transform: transform)
  }

  /// A word, such as a file's name, with what stands for it in help.
  init(
    name: NameSpecification = .long, _ help: String, value: String,
    completion: CompletionKind? = nil
  ) where Value == String? {
    self.init(name: name, help: ArgumentHelp(help, valueName: value), completion: completion)
  }
}

extension ValidationError {
  /// Refuses flags that do not go together.
  ///
  /// - Parameter refusals: each sentence with whether it has to be said; the first that has is
  ///   thrown.
  static func refuse(_ refusals: KeyValuePairs<String, Bool>) throws(ValidationError) {
    if let refusal = refusals.first(where: \.value) { throw ValidationError(refusal.key) }
  }
}

extension CommandFailure {
  /// The same of a command line that makes no sense for what it names.
  static func refuse(_ refusals: KeyValuePairs<String, Bool>) throws(CommandFailure) {
    if let refusal = refusals.first(where: \.value) { throw .usage(refusal.key) }
  }
}

/// What a verb's help says besides its flags: some sentences, then command lines to copy, each
/// under a line that says what it is for.
///
/// The parser breaks lines at the terminal's width, 80 letters where there is none: an example
/// stays below that.
func helpText(_ text: String, examples: KeyValuePairs<String, String>) -> String {
  let lines = examples.map { "  # \($0.key)\n  feellab\($0.value.isEmpty ? "" : " ")\($0.value)" }
    .joined(separator: "\n")
  return (text.isEmpty ? "" : "\(text)\n\n") + "EXAMPLES:\n\(lines)"
}
