import Feel
import Stage
import Testing

/// Suggestions for an unknown word.
struct NearWordsTests {
  private static let keys = ScrollPhysics.parameters.map(\.key)

  @Test(arguments: [
    ("physics.stop.sped", "physics.stop.speed"), ("phyiscs.momentum", "physics.momentum"),
    ("Physics.Momentum", "physics.momentum"),
    ("physics.bandcoefficient", "physics.band.coefficient"),
  ])
  func `a mistyped word suggests the intended one`(word: String, meant: String) {
    #expect(NearWords.of(word, among: Self.keys).first == meant)
    #expect(NearWords.question(word, among: Self.keys).contains(meant))
  }

  @Test func `part of a key suggests at most three keys that contain it`() {
    let near = NearWords.of("estimator.", among: Self.keys)
    #expect(near.count == 3 && near.allSatisfy { $0.contains("estimator.") })
    let momentum = NearWords.of("momentum", among: Self.keys)
    #expect(momentum.first == "physics.momentum" && momentum.count == 3)
    #expect(momentum.allSatisfy { $0.hasPrefix("physics.momentum") })
  }

  @Test func `a word unlike any other suggests nothing, and the nearest comes first`() {
    #expect(NearWords.of("zebra", among: Self.keys).isEmpty)
    #expect(NearWords.of("", among: Self.keys).isEmpty)
    #expect(NearWords.question("zebra", among: Self.keys).isEmpty)
    #expect(NearWords.of("abcd", among: ["abxy", "abcx", "bacd"]) == ["abcx", "bacd"])
    #expect(NearWords.question("ab", among: ["ac", "b"]) == "Did you mean ac or b?")
  }
}
