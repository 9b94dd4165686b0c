package import Feel

/// A press or a release of a key, as the server reported it.
package struct MethodKey: Hashable, Sendable {
  package var isDown: Bool
  package var code: Int
  /// The server's time, in milliseconds.
  package var time: UInt32
  /// X modifier bits.
  package var state: Int

  package init(isDown: Bool, code: Int, time: UInt32, state: Int) {
    (self.isDown, self.code, self.time, self.state) = (isDown, code, time, state)
  }
}

/// A program's end of the conversation with an input method.
///
/// A pure function of what it is told: it talks to no server and waits for nothing. A key that is
/// given to the method is kept until the method has read it, and comes back, in its order, where
/// the method has no use for it, where it says nothing for `patience`, and where it goes away.
package struct MethodClient {
  /// What a field learns.
  package enum News: Hashable, Sendable {
    /// A key that the method has no use for.
    case key(MethodKey)
    /// A text that is typed.
    case committed(String)
    /// What is being composed; `nil` = nothing any longer.
    case composing(Preedit?)
  }

  private enum Phase { case connecting, opening, agreeing, asking, creating, ready, over }

  /// A key that is not answered, and the number it was sent by; `nil` = it waits behind others.
  private struct Held {
    var key: MethodKey
    var number: Int?
  }

  /// How long the method may leave a question unanswered, in microseconds.
  package static let patience: Int64 = 1_000_000

  // Bits of an input style. Those that are asked for, the best first: the text is drawn in the
  // field; the method draws it over the field; the method shows it in a window of its own.
  private static let styles = [0x402, 0x202, 0x802, 0x404, 0x804, 0x408, 0x808]
  private static let encodings = ["COMPOUND_TEXT", "UTF8_STRING"]
  private static let (pressMask, releaseMask) = (1, 2)

  /// What is to be sent, each message whole.
  package private(set) var outbox: [[UInt8]] = []
  private var news: [News] = []
  private var phase = Phase.connecting
  private let window: UInt
  private let decode: ([UInt8]) -> String
  private let locale: String
  private var (method, context, query) = (0, 0, 0)
  // The numbers of the context's attributes, by their names.
  private var attributes: [String: Int] = [:]
  private var encoding = 0
  private var mask = pressMask
  private var held: [Held] = []
  private var sent = 0
  // The questions under way: the number of the last key before each, and when it was asked.
  private var questions: [(number: Int, at: Int64)] = []
  private var spot: Spot?
  private var isResetting = false
  // What is composed, by scalars, each with its look.
  private var text: [(scalar: Unicode.Scalar, look: Int)] = []
  private var caret = 0

  /// Where a field's caret is, in device pixels of the window: the left end of its foot.
  package struct Spot: Hashable, Sendable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
  }

  /// Begins a conversation.
  ///
  /// - Parameters:
  ///   - window: the window that keys go to.
  ///   - locale: the user's, such as "ja_JP".
  ///   - now: microseconds of CLOCK_MONOTONIC.
  ///   - decode: makes text of the encoding COMPOUND_TEXT.
  package init(
    window: UInt, locale: String, now: Int64, decode: @escaping ([UInt8]) -> String
  ) {
    (self.window, self.locale, self.decode) = (window, locale, decode)
    let order: UInt8 = 1.bigEndian == 1 ? 0x42 : 0x6c
    questions = [(0, now)]
    send(.connect, [order, 0] + MethodMessage.short(1) + [0, 0, 0, 0])
  }

  /// Whether nothing more is to be expected of it.
  package var isOver: Bool { phase == .over }

  /// When it has waited long enough for an answer, in microseconds of CLOCK_MONOTONIC.
  package var deadline: Int64? { questions.first.map { $0.at + Self.patience } }

  package mutating func takeOutbox() -> [[UInt8]] {
    defer { outbox = [] }
    return outbox
  }

  package mutating func takeNews() -> [News] {
    defer { news = [] }
    return news
  }

  // MARK: The program's side

  /// Takes a key; whether it did, and the key comes back as news if at all.
  package mutating func handle(_ key: MethodKey, now: Int64) -> Bool {
    guard phase == .ready, spot != nil || !held.isEmpty else { return false }
    guard spot != nil, mask & (key.isDown ? Self.pressMask : Self.releaseMask) != 0 else {
      guard !held.isEmpty else { return false }
      held.append(Held(key: key))
      return true
    }
    sent += 1
    held.append(Held(key: key, number: sent))
    var event: [UInt8] = [key.isDown ? 2 : 3, UInt8(truncatingIfNeeded: key.code), 0, 0]
    event += MethodMessage.long(Int(key.time)) + MethodMessage.long(0)
    event += MethodMessage.long(Int(window)) + [UInt8](repeating: 0, count: 12)
    event += MethodMessage.short(key.state) + [1, 0]
    send(.forward, own + MethodMessage.short(0) + MethodMessage.short(sent) + event)
    // Methods do not say that they have kept a key. They answer in order, so that an answer to
    // this says that they have read it.
    ask(now)
    return true
  }

  /// Says where text is typed now, and whether what is composed is shown there; `nil` = nowhere.
  package mutating func edit(at spot: Spot?, isComposing: Bool) {
    let before = self.spot
    self.spot = spot
    guard phase == .ready else { return }
    if !isComposing, !text.isEmpty, !isResetting {
      text = []
      isResetting = true
      send(.reset, own)
    }
    if let spot, spot != before { sendSpot(spot) }
    if (spot == nil) != (before == nil) { send(spot == nil ? .unsetFocus : .setFocus, own) }
  }

  /// Ends what is composed as it stands: the window has lost the keyboard.
  package mutating func finishComposing() {
    guard !text.isEmpty else { return }
    let typed = String(String.UnicodeScalarView(text.map(\.scalar)))
    edit(at: spot, isComposing: false)
    news += [.composing(nil), .committed(typed)]
  }

  /// Gives up where an answer is overdue.
  package mutating func advance(to now: Int64) {
    if let deadline, now >= deadline { end() }
  }

  /// Ends the conversation; no key is lost, and what was composed is typed as it stands.
  package mutating func end() {
    guard phase != .over else { return }
    finishComposing()
    phase = .over
    (questions, outbox) = ([], [])
    news += held.map { .key($0.key) }
    held = []
  }

  // MARK: The method's side

  /// Handles a message, header and all; one that is broken or makes no sense now is passed over.
  package mutating func receive(_ bytes: [UInt8], now: Int64) {
    guard phase != .over, var message = MethodMessage(bytes) else { return }
    switch message.kind {
    case .authRequired, .disconnect: end()
    // An error of a question of the opening, where no other comes of it.
    case .error: if phase != .ready { end() }
    case .setEventMask: setMask(&message)
    default:
      if phase == .ready { converse(&message, now) } else { open(&message, now) }
    }
  }

  private mutating func setMask(_ message: inout MethodMessage) {
    _ = (message.short(), message.short())
    mask = message.long()
  }

  /// Goes through the questions of the opening.
  private mutating func open(_ message: inout MethodMessage, _ now: Int64) {
    switch (phase, message.kind) {
    case (.connecting, .connectReply):
      let name = Array(locale.utf8.prefix(100))
      proceed(to: .opening, now, .open, [UInt8(name.count)] + name)
    case (.opening, .openReply):
      method = message.short()
      query = Self.names(&message)["queryInputStyle"] ?? 0
      attributes = Self.names(&message, gap: 2)
      let names = Self.encodings.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
      let list = MethodMessage.short(names.count) + names
      proceed(
        to: .agreeing, now, .encodings,
        MethodMessage.short(method) + MethodMessage.padded(list, after: 2)
          + MethodMessage.short(0) + MethodMessage.short(0))
    case (.agreeing, .encodingsReply):
      _ = (message.short(), message.short())
      // −1 stands for the first.
      encoding = message.short()
      phase = .asking
      questions = []
      ask(now)
    case (.asking, .values):
      _ = (message.short(), message.short(), message.short(), message.short())
      let count = message.short()
      _ = message.short()
      let offered = (0..<min(count, message.rest / 4)).map { _ in message.long() }
      guard let style = Self.styles.first(where: offered.contains) else { return end() }
      proceed(to: .creating, now, .createContext, creation(style))
    case (.creating, .createContextReply):
      (method, context) = (message.short(), message.short())
      phase = .ready
      questions = []
      guard let spot else { return }
      sendSpot(spot)
      send(.setFocus, own)
    default: break
    }
  }

  private mutating func converse(_ message: inout MethodMessage, _ now: Int64) {
    // Another context's, or one of a server that counts otherwise: ours is the only one.
    let target = (message.short(), message.kind == .values ? context : message.short())
    guard target == (method, context) else { return }
    switch message.kind {
    case .values:
      guard !questions.isEmpty else { return }
      settle(through: questions.removeFirst().number)
    case .forward:
      let isSynchronous = message.short() & 1 != 0
      _ = message.short()
      takeBack(&message)
      if isSynchronous { send(.syncReply, own) }
    case .sync: send(.syncReply, own)
    case .commit: commit(&message)
    case .resetReply: isResetting = false
    case .preeditStart: send(.preeditStartReply, own + MethodMessage.long(-1))
    case .preeditDraw: if !isResetting { draw(&message) }
    case .preeditCaret:
      moveCaret(&message)
      send(.preeditCaretReply, own + MethodMessage.long(caret))
    case .preeditDone:
      if !text.isEmpty { (text, news) = ([], news + [.composing(nil)]) }
    default: break
    }
  }

  /// Keys up to a number were read by the method: those that have not come back it has kept.
  private mutating func settle(through number: Int) {
    while let first = held.first, let own = first.number, own <= number {
      // Every release is told all the same: whoever has seen the press waits for it.
      if !first.key.isDown { news.append(.key(first.key)) }
      held.removeFirst()
    }
    releaseWaiting()
  }

  /// Lets go of the keys that waited behind others.
  private mutating func releaseWaiting() {
    while let first = held.first, first.number == nil {
      news.append(.key(first.key))
      held.removeFirst()
    }
  }

  /// Takes an event that the method gives back, or makes up.
  private mutating func takeBack(_ message: inout MethodMessage) {
    let head = message.take(4)
    let time = UInt32(truncatingIfNeeded: message.long())
    _ = message.take(20)
    let state = message.short()
    guard head.count == 4, head[0] & 0x7f == 2 || head[0] & 0x7f == 3 else { return }
    let key = MethodKey(isDown: head[0] & 0x7f == 2, code: Int(head[1]), time: time, state: state)
    let index = held.firstIndex {
      $0.key.isDown == key.isDown && $0.key.code == key.code && $0.key.time == key.time
    }
    guard let index, let number = held[index].number else {
      news.append(.key(key))
      return
    }
    settle(through: number - 1)
    news.append(.key(key))
    held.removeFirst()
    releaseWaiting()
  }

  private mutating func commit(_ message: inout MethodMessage) {
    let flags = message.short()
    if flags & 4 != 0 {
      _ = message.short()
      let symbol = UInt(message.long())
      if flags & 2 == 0, let scalar = KeySymbols.scalar(symbol) {
        news.append(.committed(String(Character(scalar))))
      }
    }
    if flags & 2 != 0 {
      let typed = string(message.take(message.short()))
      if !typed.isEmpty { news.append(.committed(typed)) }
    }
    if flags & 1 != 0 { send(.syncReply, own) }
  }

  // MARK: What is composed

  private mutating func draw(_ message: inout MethodMessage) {
    caret = message.long()
    let first = min(message.long(), text.count)
    let last = min(first + message.long(), text.count)
    let flags = message.long()
    let length = message.short()
    let scalars = Array(string(message.take(length)).unicodeScalars)
    message.skipPadding(after: 2 + length)
    let count = flags & 2 == 0 ? message.short() / 4 : 0
    _ = message.short()
    let looks = (0..<min(count, message.rest / 4)).map { _ in message.long() }
    let more = flags & 1 == 0 ? scalars : []
    let drawn = more.enumerated().map { index, scalar in
      (scalar: scalar, look: index < looks.count ? looks[index] : 0)
    }
    text.replaceSubrange(first..<last, with: drawn)
    tellComposed()
  }

  private mutating func moveCaret(_ message: inout MethodMessage) {
    let place = message.long()
    switch message.long() {
    case 0: caret += 1
    case 1: caret -= 1
    case 8: caret = 0
    case 9: caret = text.count
    case 10: caret = place
    default: break
    }
    caret = min(max(0, caret), text.count)
    if !text.isEmpty { tellComposed() }
  }

  private mutating func tellComposed() {
    guard !text.isEmpty else { return news.append(.composing(nil)) }
    func string(_ count: Int) -> String {
      String(String.UnicodeScalarView(text.prefix(max(0, count)).map(\.scalar)))
    }
    // Reversed or highlighted.
    let marked = text.indices.filter { text[$0].look & 5 != 0 }
    let (start, end) = (marked.first ?? 0, (marked.last ?? -1) + 1)
    news.append(
      .composing(
        Preedit(
          string(text.count), caret: string(caret).count,
          marked: string(start).count..<string(end).count)))
  }

  private func string(_ bytes: [UInt8]) -> String {
    encoding == 1 ? String(decoding: bytes, as: UTF8.self) : decode(bytes)
  }

  // MARK: Writing

  private var own: [UInt8] { MethodMessage.short(method) + MethodMessage.short(context) }

  private mutating func send(_ kind: MethodMessage.Kind, _ body: [UInt8]) {
    outbox.append(MethodMessage.bytes(kind, body))
  }

  private mutating func proceed(
    to phase: Phase, _ now: Int64, _ kind: MethodMessage.Kind, _ body: [UInt8]
  ) {
    self.phase = phase
    questions = [(0, now)]
    send(kind, body)
  }

  /// Asks something that every method answers: which styles it has.
  private mutating func ask(_ now: Int64) {
    questions.append((sent, now))
    send(
      .getValues,
      MethodMessage.short(method) + MethodMessage.short(2) + MethodMessage.short(query))
  }

  private func attribute(_ name: String, _ value: [UInt8]) -> [UInt8] {
    guard let number = attributes[name] else { return [] }
    return MethodMessage.short(number) + MethodMessage.short(value.count)
      + MethodMessage.padded(value)
  }

  private func creation(_ style: Int) -> [UInt8] {
    let window = MethodMessage.long(Int(window))
    var list = attribute("inputStyle", MethodMessage.long(style))
    list += attribute("clientWindow", window)
    list += attribute("focusWindow", window)
    if let spot { list += place(spot) }
    return MethodMessage.short(method) + MethodMessage.short(list.count) + list
  }

  private func place(_ spot: Spot) -> [UInt8] {
    let point = MethodMessage.short(spot.x) + MethodMessage.short(spot.y)
    return attribute("preeditAttributes", attribute("spotLocation", point))
  }

  private mutating func sendSpot(_ spot: Spot) {
    let list = place(spot)
    send(.setContextValues, own + MethodMessage.short(list.count) + [0, 0] + list)
  }

  /// A list of attributes: their numbers by their names.
  private static func names(_ message: inout MethodMessage, gap: Int = 0) -> [String: Int] {
    let length = message.short()
    _ = message.take(gap)
    let end = message.rest - length
    var found: [String: Int] = [:]
    while message.rest > max(0, end) {
      let (number, _, count) = (message.short(), message.short(), message.short())
      found[String(decoding: message.take(count), as: UTF8.self)] = number
      message.skipPadding(after: 2 + count)
    }
    return found
  }
}
