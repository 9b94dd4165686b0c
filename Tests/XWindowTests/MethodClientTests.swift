import Feel
import TestSupport
import Testing
import XWindow

/// The protocol with an input method that each test plays itself.
struct MethodClientTests {
  private typealias News = MethodClient.News

  private static func short(_ value: Int) -> [UInt8] {
    [UInt8(value & 0xff), UInt8(value >> 8 & 0xff)]
  }
  private static func long(_ value: Int) -> [UInt8] {
    short(value & 0xffff) + short(value >> 16 & 0xffff)
  }

  private static func joined(_ parts: [[UInt8]]) -> [UInt8] { parts.flatMap(\.self) }

  private static func padding(_ length: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: (4 - length % 4) % 4)
  }

  private static func message(_ kind: UInt8, _ parts: [UInt8]...) -> [UInt8] {
    var body = joined(parts)
    body += padding(body.count)
    return joined([[kind, 0], short(body.count / 4), body])
  }

  /// A list of attributes as an input method offers them.
  private static func names(_ names: [(Int, String)]) -> [UInt8] {
    var list: [UInt8] = []
    for (number, name) in names {
      let text = Array(name.utf8)
      list += joined([short(number), short(3), short(text.count), text, padding(2 + text.count)])
    }
    return list
  }

  private static let own = joined([short(7), short(1)])
  private let key = MethodKey(isDown: true, code: 38, time: 1000, state: 0)

  /// A client after opening, with a focused field, and the messages it has sent.
  private func opened(styles: [Int] = [0x404, 0x402], encoding: Int = 1) -> (
    MethodClient, [[UInt8]]
  ) {
    var client = MethodClient(window: 0x1234, locale: "ja_JP", now: 0) { bytes in
      "decoded \(bytes.count)"
    }
    client.edit(at: .init(x: 30, y: 40), isComposing: false)
    client.receive(Self.message(2, Self.short(1), Self.short(0)), now: 0)
    let method = Self.names([(0, "queryInputStyle")])
    let context = Self.names([
      (1, "inputStyle"), (2, "clientWindow"), (3, "focusWindow"), (4, "preeditAttributes"),
      (5, "spotLocation"),
    ])
    let (im, none) = (Self.short(7), Self.short(0))
    let lengths = (Self.short(method.count), Self.short(context.count))
    client.receive(Self.message(31, im, lengths.0, method, lengths.1, none, context), now: 0)
    client.receive(Self.message(39, im, none, Self.short(encoding), none), now: 0)
    var list = Self.short(styles.count)
    list += none
    for style in styles { list += Self.long(style) }
    let size = Self.short(list.count)
    client.receive(Self.message(45, im, Self.short(4 + list.count), none, size, list), now: 0)
    client.receive(Self.message(51, Self.own), now: 0)
    return (client, client.takeOutbox())
  }

  private static let answer = message(45, short(7), short(0))

  private func returned(_ key: MethodKey) -> [UInt8] {
    let head: [UInt8] = [key.isDown ? 2 : 3, UInt8(key.code), 0, 0]
    let middle = [UInt8](repeating: 0, count: 20)
    return Self.message(
      60, Self.own, Self.short(1), Self.short(0), head, Self.long(Int(key.time)), middle,
      Self.short(key.state), [1, 0])
  }

  private func drawn(
    _ text: String, caret: Int, over range: Range<Int>, looks: [Int] = []
  ) -> [UInt8] {
    let bytes = Array(text.utf8)
    var list: [UInt8] = []
    for look in looks { list += Self.long(look) }
    return Self.message(
      75, Self.own, Self.long(caret), Self.long(range.lowerBound), Self.long(range.count),
      Self.long(looks.isEmpty ? 2 : 0), Self.short(bytes.count), bytes,
      Self.padding(2 + bytes.count), Self.short(list.count), Self.short(0), list)
  }

  @Test func `the best offered style is chosen, and the field gets the focus`() {
    let (_, sent) = opened()
    #expect(sent.map { $0[0] } == [1, 30, 38, 44, 50, 54, 58])
    let style = Self.joined([Self.short(1), Self.short(4), Self.long(0x402)])
    #expect(sent[4].dropFirst(8).starts(with: style))
    let spot = Self.joined([5, 4, 30, 40].map(Self.short))
    #expect(sent[5].suffix(8) == spot[...])
  }

  @Test func `a method without a supported style is abandoned`() {
    #expect(opened(styles: [0x101]).0.isOver)
  }

  @Test func `returned keys are reported in order, and keys that the method keeps are not`() {
    var (client, _) = opened()
    let release = MethodKey(isDown: false, code: 38, time: 1010, state: 0)
    let other = MethodKey(isDown: true, code: 39, time: 1020, state: 1)
    client.receive(Self.message(37, Self.own, Self.long(3), Self.long(0)), now: 0)
    for key in [key, release, other] {
      let isTaken = client.handle(key, now: 0)
      #expect(isTaken)
    }
    // The method keeps the first press, so that is not reported; its release still is.
    client.receive(returned(other), now: 0)
    #expect(client.takeNews() == [.key(release), .key(other)])
    for _ in 0..<3 { client.receive(Self.answer, now: 0) }
    #expect(client.takeNews().isEmpty && client.deadline == nil)
    #expect(client.takeOutbox().contains { $0[0] == 62 })
  }

  @Test func `a key waits for the answer to the one before, even without a focused field`() {
    var (client, _) = opened()
    let other = MethodKey(isDown: true, code: 39, time: 1020, state: 0)
    _ = client.handle(key, now: 0)
    client.edit(at: nil, isComposing: false)
    let waits = client.handle(other, now: 0)
    #expect(waits && client.takeNews().isEmpty)
    client.receive(returned(key), now: 0)
    #expect(client.takeNews() == [.key(key), .key(other)])
    client.receive(Self.answer, now: 0)
    let goesBy = client.handle(other, now: 0)
    #expect(!goesBy)
  }

  @Test func `composed text is reported with its caret and converted part, then committed`() {
    var (client, _) = opened()
    _ = client.takeOutbox()
    client.receive(drawn("にほん", caret: 3, over: 0..<0, looks: [2, 2, 2]), now: 0)
    client.receive(drawn("日本", caret: 2, over: 0..<3, looks: [1, 1]), now: 0)
    client.receive(drawn("と", caret: 3, over: 2..<2, looks: [2]), now: 0)
    client.receive(
      Self.message(63, Self.own, Self.short(3), Self.short(6), Array("日本".utf8)), now: 0)
    client.receive(drawn("", caret: 0, over: 0..<3), now: 0)
    #expect(
      client.takeNews() == [
        .composing(Preedit("にほん", caret: 3)), .composing(Preedit("日本", caret: 2, marked: 0..<2)),
        .composing(Preedit("日本と", caret: 3, marked: 0..<2)), .committed("日本"), .composing(nil),
      ])
    #expect(client.takeOutbox().map { $0[0] } == [62])
  }

  @Test func `compound text is decoded, and a lone key symbol is a character`() {
    var (client, _) = opened(encoding: 0)
    client.receive(Self.message(63, Self.own, Self.short(2), Self.short(3), [1, 2, 3]), now: 0)
    client.receive(
      Self.message(63, Self.own, Self.short(4), Self.short(0), Self.long(0x0100_20AC)), now: 0)
    #expect(client.takeNews() == [.committed("decoded 3"), .committed("€")])
  }

  @Test func `when the method times out, its keys are reported and composed text is committed`() {
    var (client, _) = opened()
    client.receive(drawn("に", caret: 1, over: 0..<0), now: 0)
    _ = client.takeNews()
    let other = MethodKey(isDown: true, code: 39, time: 1020, state: 0)
    _ = client.handle(key, now: 5)
    _ = client.handle(other, now: 6)
    #expect(client.deadline == 5 + MethodClient.patience)
    client.advance(to: 4 + MethodClient.patience)
    #expect(client.takeNews().isEmpty)
    client.advance(to: 5 + MethodClient.patience)
    #expect(client.takeNews() == [.composing(nil), .committed("に"), .key(key), .key(other)])
    let goesBy = client.handle(key, now: 0)
    #expect(client.isOver && !goesBy)
  }

  @Test func `abandoned composition is reset in the method, and its late drawings are ignored`() {
    var (client, _) = opened()
    _ = client.takeOutbox()
    client.receive(drawn("に", caret: 1, over: 0..<0), now: 0)
    client.edit(at: .init(x: 30, y: 40), isComposing: true)
    #expect(client.takeOutbox().isEmpty)
    client.edit(at: .init(x: 30, y: 40), isComposing: false)
    #expect(client.takeOutbox().map { $0[0] } == [64])
    _ = client.takeNews()
    client.receive(drawn("にほ", caret: 2, over: 0..<1), now: 0)
    #expect(client.takeNews().isEmpty)
    client.receive(Self.message(65, Self.own, Self.short(0)), now: 0)
    client.receive(drawn("は", caret: 1, over: 0..<0), now: 0)
    #expect(client.takeNews() == [.composing(Preedit("は", caret: 1))])
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `messages of random bytes do no harm`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (client, _) = opened()
    for _ in 0..<20 {
      let length = Int.random(in: 0..<64, using: &random)
      var bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      if length > 8 {
        let kind = UInt8.random(in: 50...83, using: &random)
        bytes.replaceSubrange(
          0..<8, with: Self.joined([[kind, 0], Self.short(length / 8), Self.own]))
      }
      client.receive(bytes, now: 0)
      _ = client.handle(key, now: 0)
    }
    client.end()
    #expect(client.isOver && client.deadline == nil)
  }
}
