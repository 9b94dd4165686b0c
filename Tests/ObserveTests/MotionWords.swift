import Observe

extension MotionAnalysis {
  /// The findings, for the message of a failed expectation.
  var words: String {
    let faults = faults.map { "\($0.kind) at \($0.time) by \($0.size) ± \($0.error)" }
    let segments = segments.map { segment in
      let law = segment.law.map { law in
        let numbers = law.numbers.map { "\($0.name) \($0.fitted.value) ± \($0.fitted.error)" }
        return "\(law.family.rawValue) \(law.deviation) \(numbers)"
      }
      return "\(segment.kind) \(segment.start)–\(segment.end) \(segment.count) \(law ?? "-")"
    }
    return (faults + segments).joined(separator: "\n")
  }
}
