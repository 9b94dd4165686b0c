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
