package import FeelTrace

/// The lines of a stream as they come in: each that makes no sense costs a sentence and is left
/// out, and of very many some are named.
package struct StreamLines {
  /// What the stream is called in sentences.
  private let name: String
  /// How many made sense.
  package private(set) var understood = 0
  private var problems = 0
  private var firstProblem = 0

  /// So many lines that make no sense are told of; then they are only counted.
  static let mostProblems = 10

  package init(name: String) { self.name = name }

  /// Takes note of what came of a line, and says what is wrong with it.
  package mutating func note(_ event: ObservationReader.Event) {
    guard case .problem(let error) = event else {
      understood += 1
      return
    }
    problems += 1
    if problems == 1 { firstProblem = error.position.line }
    if problems <= Self.mostProblems { StandardError.say("\(shown("\(name):\(error)"))") }
  }

  /// How many lines were skipped, and the first of them, in a sentence; `nil` where none was.
  package var skipped: String? {
    switch problems {
    case 0: nil
    case 1: "skipped line \(firstProblem), which is not valid"
    default: "skipped \(problems) invalid lines, the first of them line \(firstProblem)"
    }
  }

  /// That no line made sense.
  package var refusal: CommandFailure { .badFile("\(name): no line is a valid stream line.") }

  /// Says how many lines were skipped.
  package func finish() {
    if problems > 1, let skipped { StandardError.say("\(shown(name)): \(skipped)") }
  }
}
