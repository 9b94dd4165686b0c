package import FeelTrace

/// Reports the invalid lines of a stream as they come in: each one up to a limit, the rest only as
/// a count.
package struct StreamLines {
  /// The stream's name in messages.
  private let name: String
  /// The number of valid lines.
  package private(set) var understood = 0
  private var problems = 0
  private var firstProblem = 0
  /// Whether the first invalid line ends too early.
  private var isFirstCut = false

  /// Further invalid lines are only counted.
  static let mostProblems = 10

  package init(name: String) { self.name = name }

  /// Counts a line, and reports it if invalid.
  package mutating func handle(_ event: ObservationReader.Event) {
    guard case .problem(let error) = event else {
      understood += 1
      return
    }
    problems += 1
    if problems == 1 {
      (firstProblem, isFirstCut) = (error.position.line, error.found == JSONReader.foundEnd)
    }
    if problems <= Self.mostProblems { StandardError.say("\(shown("\(name):\(error)"))") }
  }

  /// A sentence with the number of skipped lines and the first of them; `nil` if none was skipped.
  package var skipped: String? {
    switch problems {
    case 0: nil
    case 1: "skipped line \(firstProblem), which is \(isFirstCut ? "cut short" : "not valid")"
    default: "skipped \(problems) invalid lines, the first of them line \(firstProblem)"
    }
  }

  /// The error for a stream without any valid line.
  package var refusal: CommandFailure { .badFile("\(name): no line is a valid stream line.") }

  /// Reports how many lines were skipped.
  package func finish() {
    if problems > 1, let skipped { StandardError.say("\(shown(name)): \(skipped)") }
  }
}
