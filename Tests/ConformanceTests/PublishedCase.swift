import FeelTrace
import Foundation
import Testing

/// A case from another project's own tests, or a value of its published formula, as numbers.
///
/// `Data/published.json` holds them, each with its source.
struct PublishedCase: Sendable, CustomTestStringConvertible {
  let kind: String
  let source: String
  let name: String
  let params: JSON
  let inputs: JSON
  let expected: JSON
  let tolerance: JSON

  var testDescription: String { "\(name) – \(source)" }

  static let all: [PublishedCase] = {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Data/published.json")
    guard let data = try? Data(contentsOf: path), let json = try? JSONReader.read(Array(data)),
      let list = json.list
    else { return [] }
    return list.map(PublishedCase.init)
  }()

  static func of(_ kinds: String...) -> [PublishedCase] {
    all.filter { kinds.contains($0.kind) }
  }

  private init(_ json: JSON) {
    func member(_ name: String) -> JSON { json[name] ?? .null }
    kind = member("kind").text ?? ""
    source = member("source").text ?? ""
    name = member("case").text ?? ""
    (params, inputs) = (member("params"), member("inputs"))
    (expected, tolerance) = (member("expected"), member("tolerance"))
  }

  /// A number among the parameters.
  func parameter(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws
    -> Double
  {
    try #require(params[name]?.number, "\(name)", sourceLocation: sourceLocation)
  }
}

extension JSON {
  /// The numbers of a list.
  var numbers: [Double] { list?.compactMap(\.number) ?? [] }

  var flag: Bool? {
    guard case .flag(let flag) = value else { return nil }
    return flag
  }
}

/// Checks a found value against an expectation: `["eq", value]`, `["approx", number, tolerance]`, 1e-10 unless given, or `["floor", integer]`.
func expect(
  _ found: JSON, meets expectation: JSON, _ what: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let words = try #require(expectation.list, sourceLocation: sourceLocation)
  let rule = try #require(words.first?.text, sourceLocation: sourceLocation)
  let wanted = words[1]
  if rule == "eq", wanted.flag != nil || wanted.text != nil {
    #expect(found == wanted, "\(what)", sourceLocation: sourceLocation)
    return
  }
  let value = try #require(found.number, "\(what)", sourceLocation: sourceLocation)
  let number = try #require(wanted.number, "\(what)", sourceLocation: sourceLocation)
  switch rule {
  case "eq": #expect(value == number, "\(what)", sourceLocation: sourceLocation)
  case "approx":
    let tolerance = words.count > 2 ? words[2].number ?? 0 : 1e-10
    #expect(abs(value - number) <= tolerance, "\(what)", sourceLocation: sourceLocation)
  case "floor":
    #expect(value.rounded(.down) == number, "\(what)", sourceLocation: sourceLocation)
  default: Issue.record("the rule \(rule) is not known", sourceLocation: sourceLocation)
  }
}

struct PublishedCaseTests {
  @Test func `every case that is kept is one that is run`() {
    let kindsRun: Set = [
      "spring", "spring_type", "spring_description", "spring_description_inverse",
      "spring_sampled", "friction", "clamping_scroll", "clamping_scroll_property",
      "bouncing_scroll", "rubber_band", "rubber_band_factor", "velocity_lsq2", "velocity_impulse",
      "velocity_impulse_differential", "velocity_derived", "velocity_ios", "velocity_stale",
      "linear_resampling", "linear_resampling_state", "fling_curve", "elastic_bezier_stretch",
      "elastic_bezier_threshold", "elastic_exponential", "inertia", "decay", "decay_projection",
      "android_fling", "carried_momentum",
    ]
    #expect(Set(PublishedCase.all.map(\.kind)) == kindsRun)
    #expect(PublishedCase.all.count == 106)
  }
}
