import Feel
import Measuring
import Observe
import Testing

/// How `measure` reports its findings: the verdict, the matching preset, and the time left.
struct VerdictTests {
  private static func takes(
    _ errors: KeyValuePairs<String, [Double]>, travel: Double = 500
  ) -> PresetMatch {
    let names = ["slow", "fast", "edge"]
    return PresetMatch(
      names.indices.map { index in
        PresetMatch.Take(
          names[index], travel: travel, errors.map { (name: $0.key, rms: $0.value[index]) })
      })
  }

  private func verdict(
    _ presets: PresetMatch, by tool: Verdict.Tool = .finger,
    law: String? = "an exponential of 4.00 ± 0.02 per s", faults: [Verdict.Fault] = [],
    badTakes: [String] = [], lag: FittedValue? = FittedValue(value: 0.012, error: 0.002),
    latency: Double? = nil
  ) -> String {
    Verdict(
      "list", by: tool, law: law, presets: presets, faults: faults, badTakes: badTakes, lag: lag,
      latency: latency
    ).sentence
  }

  @Test func `a verdict names the law, the preset, what is wrong and the lag`() {
    let presets = Self.takes(["gtk4": [1, 1.2, 1.4], "uikit": [40, 80, 3]])
    #expect(
      verdict(presets)
        == "list scrolls by an exponential of 4.00 ± 0.02 per s, which is the preset gtk4 (1.2 px "
        + "off); nothing is wrong; it follows the finger 12 ± 2 ms late.")
    #expect(
      verdict(presets, faults: [.init("2 jumps", in: ["fast", "edge"])], badTakes: ["slow"])
        .hasSuffix(
          "; wrong: 2 jumps (fast, edge); it follows the finger 12 ± 2 ms late; the machine was "
            + "too busy to play slow in time; measure again."))
  }

  @Test func `a preset that is far off is no match, and the verdict says how far`() {
    let presets = Self.takes(["flutter-ios": [145, 145, 145], "uikit": [150, 160, 170]])
    #expect(presets.match == nil && presets.closest?.name == "flutter-ios")
    #expect(
      verdict(presets).contains(
        ", which is none of the presets: the closest, flutter-ios, is 145 px off; "))
    #expect(
      verdict(presets, law: nil).hasPrefix(
        "list scrolls by no law that could be found, and as none of the presets: "))
  }

  @Test func `several presets may match, each in most of the takes`() {
    let presets = Self.takes([
      "gtk4": [1, 1, 60], "gtk4-stop-1": [1, 1.2, 60], "uikit": [9, 9, 1],
    ])
    #expect(presets.match?.names == ["gtk4", "gtk4-stop-1"])
    #expect(
      verdict(presets).contains(
        "which is the preset gtk4 or gtk4-stop-1 in 2 of 3 takes (1.0 px off; “edge” differs)"))
    // One of three is no majority.
    #expect(Self.takes(["gtk4": [1, 90, 90]]).match == nil)
  }

  @Test func `a matching preset may be 3 px off, or 1 % of a long travel`() {
    #expect(PresetRun.limit(100) == 3 && PresetRun.limit(2000) == 20)
    #expect(Self.takes(["a": [9, 9, 9]], travel: 1000).match != nil)
    #expect(Self.takes(["a": [9, 9, 9]], travel: 500).match == nil)
  }

  @Test func `without a preset or a lag the verdict says what is known instead`() {
    let none = PresetMatch([])
    #expect(
      verdict(none, by: .wheel, law: nil, lag: nil, latency: 0.014)
        == "A notch of the wheel scrolls list by no law that could be found, and a wheel identifies no "
        + "preset; nothing is wrong; a notch shows after 14 ms.")
    #expect(verdict(none, lag: nil).hasSuffix("; its latency is unknown."))
    #expect(
      verdict(none, lag: FittedValue(value: -0.001, error: 0.003))
        .hasSuffix("; it follows the finger with no measurable lag (−1 ± 3 ms)."))
  }

  @Test func `values of several takes are averaged, with an error that reflects their scatter`()
    throws
  {
    let agreeing = try #require(
      Verdict.mean([FittedValue(value: 4, error: 0.02), FittedValue(value: 4, error: 0.02)]))
    #expect(Verdict.words(agreeing) == "4.000 ± 0.014")
    let scattered = try #require(
      Verdict.mean([FittedValue(value: 3, error: 0.01), FittedValue(value: 5, error: 0.01)]))
    #expect(abs(scattered.value - 4) < 1e-9 && abs(scattered.error - 1) < 1e-9)
    #expect(Verdict.words(FittedValue(value: 1500.4, error: 3)) == "1500 ± 3")
    #expect(Verdict.words(FittedValue(value: 2, error: .infinity)) == "2.00")
    #expect(Verdict.mean([]) == nil)
  }

  @Test func `the time left never increases, however long the steps take`() {
    var plan = PlayPlan([4, 6, 5])
    #expect(plan.left(at: 100) == 15)
    plan.begin(0, at: 100)
    #expect(plan.left(at: 101) == 14)
    // A step that takes longer than planned keeps the time left constant.
    #expect(plan.left(at: 110) == 11 && plan.left(at: 120) == 11)
    plan.begin(1, at: 120)
    #expect(plan.left(at: 121) == 10)
    // One that ends early lowers it.
    plan.begin(2, at: 122)
    #expect(plan.left(at: 122) == 5 && abs(plan.share(at: 122) - 2.0 / 3) < 1e-9)
    // Starting a step again does not add its time again.
    plan.begin(1, at: 123)
    #expect(plan.left(at: 123) == 5)
    plan.begin(3, at: 130)
    #expect(plan.left(at: 130) == 0 && plan.share(at: 130) == 1)
  }

  @Test func `the whole script is planned to take less than a minute and a half`() {
    let script = ScriptedGesture.script(length: 600, hasFinger: true, hasWheel: true)
    var plan = PlayPlan(script, edge: .back(length: 600), rest: 0.5)
    #expect((30...90).contains(plan.left(at: 0)), "\(plan.left(at: 0))")
    // A single notch takes a second.
    var notch = PlayPlan([.notches(1)], edge: nil, rest: 0.5)
    #expect((0.5...2).contains(notch.left(at: 0)))
  }
}
