/// Verbs that were merged into others, and what to write instead.
enum FormerVerbs {
  /// The new command line for one with an old verb; `nil` for any other word.
  static func line(of arguments: [String]) -> String? {
    guard let verb = arguments.first else { return nil }
    let rest = Array(arguments.dropFirst())
    let words: [String]
    switch verb {
    case "record":
      words = ["open"] + rest.map { ["-o", "--output"].contains($0) ? "--record" : $0 }
    case "replay": words = ["open"] + rest + ["--close"]
    case "manual": words = ["completion", "man"] + rest
    default: return nil
    }
    return (["feellab"] + words.map { $0.contains(" ") ? "'\($0)'" : $0 }).joined(separator: " ")
  }
}
