import Feel
import FeelTrace
import Scenes
import Stage
import TestSupport
import Testing

/// Takes are kept by count and memory, never by age.
struct TakeStoreTests {
  /// Consecutive drags of a carousel, with this duration and report rate.
  private func drags(
    _ count: Int, lasting duration: Double, reports rate: Double
  ) throws -> (player: Player, made: [Take]) {
    let type = try #require(Catalog.all.scene("carousel"))
    let stage = Stage(
      frame: Rect(x: 0, y: 44, width: 1200, height: 732), scale: 1, reducedMotion: false,
      parameters: ParameterSet(type.parameters))
    var player = Player(type, on: stage, at: .zero)
    var made: [Take] = []
    func advance(to time: Instant) {
      while let due = player.deadline, due <= time {
        player.reach(due)
        player.passTime(setA: stage.parameters, hand: nil)
      }
      player.reach(time)
    }
    for index in 0..<count {
      let start = 1 + Double(index) * (duration + 5)
      let steps = Int(duration * rate)
      for step in 0...steps {
        let time = Instant(seconds: start + Double(step) / rate)
        advance(to: time)
        let phase: PointerSample.Phase = step == 0 ? .down : step == steps ? .up : .moved
        let x = 700 - 200 * Double(step % 97) / 97
        player.feed(
          .pointer(
            PointerSample(time: time, phase: phase, location: Vector(x, 350), button: .primary)))
      }
      advance(to: Instant(seconds: start + duration + 4))
      if let take = player.finishedTakes.last { made.append(take) }
    }
    return (player, made)
  }

  @Test func `the newest two hundred takes are kept`() throws {
    let (player, made) = try drags(203, lasting: 0.05, reports: 100)
    #expect(made.map(\.number) == Array(1...203))
    #expect(player.finishedTakes.map(\.number) == Array(4...203))
  }

  @Test func `two hundred takes of ten seconds at 125 reports a second fit into 32 MB`() throws {
    let (player, made) = try drags(200, lasting: 10, reports: 125)
    #expect(player.finishedTakes.count == 200)
    #expect(player.takes.store.usedBytes <= 32_000_000)
    #expect(made.allSatisfy { $0.events.count >= 1250 })
  }

  /// That many takes of ten seconds at a thousand reports a second.
  private func large(_ count: Int) throws -> [Take] {
    let take = try #require(try drags(1, lasting: 10, reports: 1000).made.first)
    return (1...count).map { number in
      var other = take
      other.number = number
      return other
    }
  }

  @Test func `as many takes at a thousand reports a second are kept as fit`() throws {
    let made = try large(120)
    var store = TakeStore()
    for take in made { store.keep(take, inUse: []) }
    #expect(store.usedBytes <= 32_000_000 && store.usedBytes + made[0].bytes > 32_000_000)
    #expect(store.takes.map(\.number) == Array(made.map(\.number).suffix(store.takes.count)))
    #expect(store.takes.count >= 60)
  }

  @Test func `takes in use, named or pinned are kept`() throws {
    let made = try large(120)
    var store = TakeStore()
    for take in made.prefix(4) { store.keep(take, inUse: []) }
    store.name(1, "edge")
    #expect(store.pin(2, true, inUse: []) == nil)
    for take in made.dropFirst(4) { store.keep(take, inUse: [3]) }
    #expect(store[1]?.name == "edge" && store[2]?.isPinned ?? false && store[3] != nil)
    #expect(store[4] == nil && store[120] != nil)
    #expect(store.usedBytes <= 32_000_000)
    // Once unpinned, it is treated like the others.
    #expect(store.pin(2, false, inUse: [3]) == nil)
    #expect(store[2] == nil && store[1] != nil)
    store.remove(1)
    #expect(store[1] == nil)
  }

  @Test func `a pin that does not fit is refused with a sentence`() throws {
    var store = TakeStore()
    var refusal: String?
    for take in try large(240) where refusal == nil {
      store.keep(take, inUse: [])
      refusal = store.pin(take.number, true, inUse: [])
    }
    let words = try #require(refusal)
    #expect(words.contains("No room for") && words.contains("Unpin"))
    let pinned = store.takes.reduce(0) { $0 + ($1.isPinned ? $1.bytes : 0) }
    #expect(pinned <= TakeStore.pinnedBytes)
    #expect(pinned + (store.takes.last?.bytes ?? 0) > TakeStore.pinnedBytes)
  }
}
