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
    case "rates": words = ["curve", "--rates"] + rest
    case "verify": words = ["check"] + rest
    case "flings": words = ["fit"] + rest + ["--flings"]
    case "predict": words = ["fit"] + rest + (rest.contains("--preset") ? [] : ["--preset", "all"])
    case "velocity":
      words = ["fit"] + rest + (rest.contains("--estimator") ? [] : ["--estimator", "lsq2"])
    case "describe": words = ["list"] + named(rest) + ["--as", "elements"]
    case "params":
      switch rest.first {
      case "dump": words = ["list"] + named(rest.dropFirst()) + ["--as", "file"]
      case "swift": words = ["list"] + named(rest.dropFirst()) + ["--as", "swift"]
      case "check": words = ["check"] + rest.dropFirst()
      default: words = ["list", "parameters"]
      }
    default: return nil
    }
    return (["feellab"] + words.map { $0.contains(" ") ? "'\($0)'" : $0 }).joined(separator: " ")
  }

  /// A line with the scene as a word instead of behind a flag.
  private static func named(_ words: some Sequence<String>) -> [String] {
    words.filter { $0 != "--scene" }
  }
}
