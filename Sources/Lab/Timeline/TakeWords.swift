internal import Feel
internal import Stage

/// What is said of a take: "Take 3 · carousel 1 920.0 pt, card 8 · 0.82 s · from Take 2".
struct TakeWords {
  private let take: Take

  init(_ take: Take) { self.take = take }

  var line: String { "\(take.title) · \(details)" }

  /// How long it took, from its beginning to its rest.
  var duration: String {
    "\(((take.span.rest ?? take.end) - take.span.start).text(decimals: 2)) s"
  }

  /// What stands on its card: where it came from, and where it landed.
  var card: String {
    let outcome = take.outcome
    let landed = outcome.restName ?? (outcome.control == nil ? "" : rest)
    switch take.origin {
    case .hand: return landed
    case .branch(let number, _): return "from \(number) · \(landed)"
    case .rerun(let number): return "\(number) again · \(landed)"
    }
  }

  private var rest: String {
    let outcome = take.outcome
    let unit = outcome.unit.isEmpty ? "" : " \(outcome.unit)"
    return outcome.rest.grouped(decimals: unit.isEmpty ? 3 : 1) + unit
  }

  /// The line without what the take is called.
  var details: String {
    let outcome = take.outcome
    var words: [String] = []
    if let control = outcome.control {
      words.append("\(control) \(rest)" + (outcome.restName.map { ", \($0)" } ?? ""))
    }
    words.append("\(outcome.settle.text(decimals: 2)) s")
    if take.isPinned { words.append("pinned") }
    if outcome.jumps > 0 { words.append(outcome.jumps == 1 ? "a jump" : "\(outcome.jumps) jumps") }
    switch take.origin {
    case .hand: break
    case .branch(let number, let seconds):
      words.append("from Take \(number) at \(seconds.text(decimals: 2)) s")
    case .rerun(let number): words.append("Take \(number) again")
    }
    return words.joined(separator: " · ")
  }
}
