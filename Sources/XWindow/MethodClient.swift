package import Feel

/// A key press or release, as reported by the server.
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

/// The client's side of the input method protocol.
///
/// A pure state machine, without access to the server, that never blocks. A forwarded key is kept
/// until the method has read it, and returned, in order, if the method does not use it, does not
/// reply within `patience`, or exits.
package struct MethodClient {
  /// A result for the text field.
  package enum News: Hashable, Sendable {
    /// A key that the method does not use.
    case key(MethodKey)
    /// A typed text.
    case committed(String)
    /// The composed text; `nil` = none any more.
    case composing(Preedit?)
  }

  private enum Phase { case connecting, opening, agreeing, asking, creating, ready, over }

  /// A key without a reply yet, and its sequence number; `nil` if it just waits behind others.
  private struct Held {
    var key: MethodKey
    var number: Int?
  }

  /// The method's time limit for a reply, in microseconds.
  package static let patience: Int64 = 1_000_000

  // Input styles in order of preference: preedit drawn by the field; drawn by the method over the
  // field; drawn in the method's own window.
  private static let styles = [0x402, 0x202, 0x802, 0x404, 0x804, 0x408, 0x808]
  private static let encodings = ["COMPOUND_TEXT", "UTF8_STRING"]
  private static let (pressMask, releaseMask) = (1, 2)

  /// Messages to send, each complete.
  package private(set) var outbox: [[UInt8]] = []
  private var news: [News] = []
  private var phase = Phase.connecting
  private let window: UInt
  private let decode: ([UInt8]) -> String
  private let locale: String
  private var (method, context, query) = (0, 0, 0)
  // The context's attribute numbers, by name.
  private var attributes: [String: Int] = [:]
  private var encoding = 0
  private var mask = pressMask
  private var held: [Held] = []
  private var sent = 0
  // The pending queries: the number of the last key before each, and when it was sent.
  private var questions: [(number: Int, at: Int64)] = []
  private var spot: Spot?
  private var isResetting = false
  // The composed text by scalars, each with its style.
  private var text: [(scalar: Unicode.Scalar, look: Int)] = []
  private var caret = 0

  /// The position of a field's caret, in device pixels of the window: its bottom left.
  package struct Spot: Hashable, Sendable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
  }

  /// Starts a connection.
  ///
  /// - Parameters:
  ///   - window: the window that receives keys.
  ///   - locale: the user's, such as "ja_JP".
  ///   - now: microseconds of CLOCK_MONOTONIC.
  ///   - decode: decodes COMPOUND_TEXT.
  package init(
    window: UInt, locale: String, now: Int64, decode: @escaping ([UInt8]) -> String
  ) {
    (self.window, self.locale, self.decode) = (window, locale, decode)
    let order: UInt8 = 1.bigEndian == 1 ? 0x42 : 0x6c
    questions = [(0, now)]
    send(.connect, [order, 0] + MethodMessage.short(1) + [0, 0, 0, 0])
  }

  /// Whether the connection has ended.
  package var isOver: Bool { phase == .over }

  /// When the reply is overdue, in microseconds of CLOCK_MONOTONIC.
  package var deadline: Int64? { questions.first.map { $0.at + Self.patience } }

  package mutating func takeOutbox() -> [[UInt8]] {
    defer { outbox = [] }
    return outbox
  }

  package mutating func takeNews() -> [News] {
    defer { news = [] }
    return news
  }

  // MARK: Client to method

  /// Handles a key; returns whether it did, in which case the key comes back as news if at all.
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
    // Methods do not confirm that they keep a key. But they reply in order, so the reply to this
    // query shows that they have read it.
    ask(now)
    return true
  }

  /// Sets where text is typed, and whether composed text is shown there; `nil` = nowhere.
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

  /// Commits the composed text as it is, when the window has lost the focus.
  package mutating func finishComposing() {
    guard !text.isEmpty else { return }
    let typed = String(String.UnicodeScalarView(text.map(\.scalar)))
    edit(at: spot, isComposing: false)
    news += [.composing(nil), .committed(typed)]
  }

  /// Ends the connection if a reply is overdue.
  package mutating func advance(to now: Int64) {
    if let deadline, now >= deadline { end() }
  }

  /// Ends the connection; pending keys are returned, and composed text is committed as it is.
  package mutating func end() {
    guard phase != .over else { return }
    finishComposing()
    phase = .over
    (questions, outbox) = ([], [])
    news += held.map { .key($0.key) }
    held = []
  }

  // MARK: Method to client

  /// Handles a complete message; invalid or unexpected ones are ignored.
  package mutating func receive(_ bytes: [UInt8], now: Int64) {
    guard phase != .over, var message = MethodMessage(bytes) else { return }
    switch message.kind {
    case .authRequired, .disconnect: end()
    // Before the connection is ready, an error means that no reply will follow.
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

  /// Handles a reply during the opening handshake.
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
      // −1, too, means the first encoding.
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
    // Ignore other contexts: ours is the only one.
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

  /// The method has read all keys up to a number: those not returned yet, it has kept.
  private mutating func settle(through number: Int) {
    while let first = held.first, let own = first.number, own <= number {
      // Releases are reported regardless, for the handlers that saw the press.
      if !first.key.isDown { news.append(.key(first.key)) }
      held.removeFirst()
    }
    releaseWaiting()
  }

  /// Returns the keys that were only waiting behind others.
  private mutating func releaseWaiting() {
    while let first = held.first, first.number == nil {
      news.append(.key(first.key))
      held.removeFirst()
    }
  }

  /// Handles a key event returned or synthesised by the method.
  private mutating func takeBack(_ message: inout MethodMessage) {
    let head = message.read(4)
    let time = UInt32(truncatingIfNeeded: message.long())
    _ = message.read(20)
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
      let typed = string(message.read(message.short()))
      if !typed.isEmpty { news.append(.committed(typed)) }
    }
    if flags & 1 != 0 { send(.syncReply, own) }
  }

  // MARK: Composed text

  private mutating func draw(_ message: inout MethodMessage) {
    caret = message.long()
    let first = min(message.long(), text.count)
    let last = min(first + message.long(), text.count)
    let flags = message.long()
    let length = message.short()
    let scalars = Array(string(message.read(length)).unicodeScalars)
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
    // XIMReverse or XIMHighlight.
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

  // MARK: Messages

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

  /// Sends a query that every method answers: its input styles.
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

  /// Parses a list of attributes; returns their numbers by name.
  private static func names(_ message: inout MethodMessage, gap: Int = 0) -> [String: Int] {
    let length = message.short()
    _ = message.read(gap)
    let end = message.rest - length
    var found: [String: Int] = [:]
    while message.rest > max(0, end) {
      let (number, _, count) = (message.short(), message.short(), message.short())
      found[String(decoding: message.read(count), as: UTF8.self)] = number
      message.skipPadding(after: 2 + count)
    }
    return found
  }
}
