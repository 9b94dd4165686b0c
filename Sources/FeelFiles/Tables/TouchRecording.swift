internal import Feel

/// A recording of a touch device, as written by `libinput record`, `evemu-record`, `evtest`,
/// `getevent -t` and `xinput test-xi2`.
///
/// Sources: the Linux kernel's multi-touch protocol, types A and B; linux/input-event-codes.h.
struct TouchRecording {
  /// One finger, from its touch to its lift.
  struct Contact {
    /// Positions in the device's units, with times in seconds.
    fileprivate(set) var places: [(time: Double, place: Vector)] = []
    /// When it was lifted, in seconds; `nil` if the recording ends before.
    fileprivate(set) var lift: Double?

    /// The contact as a hand's press; if it is never lifted, it ends at its last position.
    var samples: [RecordedHand.Sample] {
      var samples = places.enumerated().map { index, sample in
        RecordedHand.Sample(
          time: sample.time, phase: index == 0 ? .begin : .update, location: sample.place)
      }
      if let last = samples.last {
        samples.append(.init(time: lift ?? last.time, phase: .end, location: last.location))
      }
      return samples
    }
  }

  /// The contacts, in order of their beginnings.
  let contacts: [Contact]
  /// The unit of positions: “px” of the screen, or “units” of the device.
  let unit: String
  /// Points per unit, with a phone's points; `nil` if the device does not report its resolution.
  let pointsPerUnit: Double?
  /// A sentence about how the recording was read.
  let sentence: String

  /// Reads a recording.
  ///
  /// - Throws: `CommandFailure` if nothing is pressed, or time goes backwards.
  init(_ bytes: [UInt8], path: String) throws(CommandFailure) {
    // One reader per device.
    var readers: [Substring: Reader] = [:]
    var (resolution, code): ([Int: Int], Int) = ([:], 0)
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      if let event = TouchEvent(line) {
        readers[event.device, default: Reader()].handle(event)
      } else if let axis = Self.axis(line) {
        code = axis
      } else if line.contains("Resolution "),
        let units = line.split(separator: " ").last.flatMap({ Int($0) })
      {
        resolution[code] = units
      } else if let (code, units) = Self.resolution(line) {
        resolution[code] = units
      } else if line.hasPrefix("- node:") {
        readers[""]?.begin()
      } else {
        readers["", default: Reader()].takeX(line)
      }
    }
    for device in readers.keys { readers[device]?.begin() }
    let reader = readers[""] ?? Reader()
    let losses = readers.values.contains { $0.hasLoss }
    let name = subject(path)
    guard !reader.hasNoTime else {
      throw .badFile(
        "\(name) has no times. Record it with “xinput test-xi2 --root”, version 1.6.3 or later.")
    }
    var contacts = readers.values.flatMap(\.contacts).filter { !$0.places.isEmpty }
    contacts.sort { $0.places[0].time < $1.places[0].time }
    guard let first = contacts.first else {
      throw .badFile("\(name): no finger goes down.")
    }
    for contact in contacts
    where zip(contact.places, contact.places.dropFirst()).contains(where: { $0.time > $1.time }) {
      throw .badFile("\(name): time goes backwards.")
    }
    // Times since 1970 are counted from the first contact.
    if abs(first.places[0].time) > 1e9 {
      let start = first.places[0].time
      for index in contacts.indices {
        contacts[index].lift? -= start
        for place in contacts[index].places.indices { contacts[index].places[place].time -= start }
      }
    }
    self.contacts = contacts
    let units = [53, 54, 0, 1].compactMap { resolution[$0] }.first { $0 > 0 }
    unit = reader.isX ? "px" : "units"
    pointsPerUnit = reader.isX ? 1 : units.map { Self.pointsPerMillimetre / Double($0) }
    let open = contacts.count { $0.lift == nil }
    sentence =
      "\(name): read as \(counted(contacts.count, "contact")), in "
      + (reader.isX ? "pixels" : "the device’s units, ")
      + (reader.isX ? "" : units.map { "\($0) of which are a millimetre" } ?? "of unknown size")
      + (open == 0
        ? ""
        : contacts.count == 1
          ? "; it is never lifted" : "; \(open) of them \(open == 1 ? "is" : "are") never lifted")
      + (losses ? "; the device lost events, so that a lift may have come earlier." : ".")
  }

  /// A point is 1/160 inch on the phones these controls come from.
  private static let pointsPerMillimetre = 160 / 25.4

  /// Whether a text contains events in one of these formats.
  static func matches(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains {
      TouchEvent($0) != nil || $0.hasPrefix("EVENT type ")
    }
  }

  /// The axis described from this line of evtest on: “Event code 53 (ABS_MT_POSITION_X)”.
  private static func axis(_ line: Substring) -> Int? {
    let words = line.split(separator: " ")
    guard words.count == 4, words[0] == "Event", words[1] == "code" else { return nil }
    return Int(words[2])
  }

  /// The recording as one hand: follows the first finger down until it is lifted, ignoring others
  /// in the meantime.
  var hand: RecordedHand {
    var samples: [RecordedHand.Sample] = []
    for contact in contacts where contact.places[0].time >= samples.last?.time ?? -.infinity {
      samples += contact.samples
    }
    return RecordedHand(samples)
  }

  /// The units per millimetre in a line that describes an axis.
  private static func resolution(_ line: Substring) -> (code: Int, units: Int)? {
    let numbers = line.split { !($0.isHexDigit || $0 == "-") }
    if line.hasPrefix("A: "), numbers.count == 7, let code = Int(numbers[1], radix: 16) {
      return Int(numbers[6]).map { (code, $0) }
    }
    if line.hasPrefix("      "), line.contains(": ["), numbers.count == 6,
      let code = Int(numbers[0])
    {
      return Int(numbers[5]).map { (code, $0) }
    }
    return nil
  }
}

/// An event of an input device, from one line of a recording.
private struct TouchEvent {
  /// The device's path, if the line has it.
  private(set) var device: Substring = ""
  let time: Double
  let type: Int
  let code: Int
  let value: Int

  /// Parses a line; `nil` if it is not an event.
  init?(_ line: Substring) {
    let line = line.drop { $0 == " " }
    if line.hasPrefix("- [") {
      // libinput record: seconds, microseconds, type, code, value.
      let numbers = line.prefix { $0 != "#" }.split { !($0.isNumber || $0 == "-") }
        .compactMap { Int($0) }
      guard numbers.count == 5 else { return nil }
      self.init(Double(numbers[0]) + Double(numbers[1]) / 1e6, numbers[2], numbers[3], numbers[4])
    } else if line.hasPrefix("E: ") {
      // evemu: seconds, then type and code in hexadecimal, and the value.
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.count >= 5, let time = Double(words[1]), let type = Int(words[2], radix: 16),
        let code = Int(words[3], radix: 16), let value = Int(words[4])
      else { return nil }
      self.init(time, type, code, value)
    } else if line.hasPrefix("Event: time ") {
      self.init(ofEvtest: line)
    } else if line.hasPrefix("[") {
      self.init(ofGetevent: line)
    } else {
      return nil
    }
  }

  /// The kernel's values have 32 bits; times are in seconds of any clock.
  private init?(_ time: Double, _ type: Int, _ code: Int, _ value: Int) {
    guard abs(time) < 1e12, Int(Int32.min)...Int(UInt32.max) ~= value else { return nil }
    (self.time, self.type, self.code, self.value) = (time, type, code, value)
  }

  private init?(ofEvtest line: Substring) {
    let parts = line.dropFirst("Event: time ".count).split(separator: ",")
    guard parts.count > 1, let time = Double(parts[0]) else { return nil }
    if parts[1].contains("SYN_MT_REPORT") {
      self.init(time, 0, 2, 0)
    } else if parts[1].contains("SYN_DROPPED") {
      self.init(time, 0, 3, 0)
    } else if parts[1].contains("SYN_REPORT") {
      self.init(time, 0, 0, 0)
    } else {
      let numbers = parts.dropFirst().compactMap { part in
        part.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      }
      guard numbers.count == 3 else { return nil }
      self.init(time, numbers[0], numbers[1], numbers[2])
    }
  }

  /// The codes read, by name.
  private static let codes: [String: (type: Int, code: Int)] = [
    "SYN_REPORT": (0, 0), "SYN_MT_REPORT": (0, 2), "SYN_DROPPED": (0, 3), "BTN_TOUCH": (1, 330),
    "ABS_X": (3, 0), "ABS_Y": (3, 1), "ABS_MT_SLOT": (3, 47), "ABS_MT_POSITION_X": (3, 53),
    "ABS_MT_POSITION_Y": (3, 54), "ABS_MT_TRACKING_ID": (3, 57),
  ]

  private init?(ofGetevent line: Substring) {
    guard let end = line.firstIndex(of: "]"),
      let time = Double(line[line.index(after: line.startIndex)..<end].filter { $0 != " " })
    else { return nil }
    var device: Substring = ""
    var words = line[line.index(after: end)...].split(whereSeparator: \.isWhitespace)
    if let name = words.first, name.hasSuffix(":") { device = words.removeFirst() }
    guard words.count >= 3 else { return nil }
    let value =
      words[2] == "DOWN"
      ? 1
      : words[2] == "UP"
        ? 0 : UInt32(words[2], radix: 16).map { Int(Int32(bitPattern: $0)) }
    guard let value else { return nil }
    if let code = Self.codes[String(words[1])] {
      self.init(time, code.type, code.code, value)
    } else if let type = Int(words[0], radix: 16), let code = Int(words[1], radix: 16) {
      self.init(time, type, code, value)
    } else if words[0].hasPrefix("EV_") {
      // Any other code: not a position.
      self.init(time, 4, 0, value)
    } else {
      return nil
    }
    self.device = device
  }
}

/// Tracks the fingers of a device through its events.
private struct Reader {
  private(set) var contacts: [TouchRecording.Contact] = []
  /// Whether it read X events, whose positions are in pixels.
  private(set) var isX = false
  /// Whether the X events lack times.
  private(set) var hasNoTime = false

  private var live: [Int: TouchRecording.Contact] = [:]
  private var places: [Int: (x: Int?, y: Int?)] = [:]
  private var moved: Set<Int> = []
  private var slot = 0
  // Type A: SYN_MT_REPORT ends each finger of a frame; a frame without fingers means all are
  // lifted.
  private var frame: [(id: Int?, place: Vector)] = []
  private var next: (id: Int?, x: Int?, y: Int?) = (nil, nil, nil)
  private var (isTypeA, isDropped) = (false, false)
  /// Whether the device reported lost events.
  private(set) var hasLoss = false
  // Without multi-touch, there is a single finger, reported by a button.
  private var (hasTouches, single): (Bool, (x: Int?, y: Int?)) = (false, (nil, nil))
  private var xEvent: (type: Int, time: Double?, detail: Int) = (0, nil, 0)

  /// Starts another device, or ends the recording.
  mutating func begin() {
    contacts += live.sorted { $0.key < $1.key }.map(\.value)
    let old = self
    self = Reader()
    (contacts, isX, hasNoTime, hasLoss) = (old.contacts, old.isX, old.hasNoTime, old.hasLoss)
  }

  mutating func handle(_ event: TouchEvent) {
    switch (event.type, event.code) {
    case (3, 47): slot = event.value
    case (3, 57):
      next.id = event.value
      if !isTypeA { track(event.value, at: event.time) }
    case (3, 53): place(event.value, nil)
    case (3, 54): place(nil, event.value)
    case (3, 0): single.x = event.value
    case (3, 1): single.y = event.value
    case (1, 330): if !hasTouches, !isTypeA { press(event.value != 0, at: event.time) }
    case (0, 2):
      isTypeA = true
      if let x = next.x, let y = next.y { frame.append((next.id, Vector(Double(x), Double(y)))) }
      next = (nil, nil, nil)
    case (0, 3): (isDropped, hasLoss) = (true, true)
    case (0, 0): report(at: event.time)
    default: break
    }
  }

  private mutating func place(_ x: Int?, _ y: Int?) {
    if let x {
      next.x = x
      places[slot, default: (nil, nil)].x = x
    }
    if let y {
      next.y = y
      places[slot, default: (nil, nil)].y = y
    }
    moved.insert(slot)
  }

  private mutating func track(_ id: Int, at time: Double) {
    hasTouches = true
    lift(slot, at: time)
    guard id >= 0 else { return }
    live[slot] = .init()
    moved.insert(slot)
  }

  private mutating func press(_ isDown: Bool, at time: Double) {
    lift(-1, at: time)
    if isDown { live[-1] = .init() }
  }

  private mutating func lift(_ slot: Int, at time: Double) {
    guard var contact = live.removeValue(forKey: slot) else { return }
    contact.lift = time
    contacts.append(contact)
  }

  private mutating func report(at time: Double) {
    defer { (moved, frame, isDropped) = ([], [], false) }
    // After a loss, positions are unknown until the next report.
    guard !isDropped else { return }
    if isTypeA {
      // Drop contacts taken for type B before the first frame ended.
      if hasTouches { (live, hasTouches) = ([:], false) }
      let fingers = Dictionary(
        frame.enumerated().map { ($1.id ?? $0, $1.place) }, uniquingKeysWith: { $1 })
      for id in live.keys.sorted() where fingers[id] == nil { lift(id, at: time) }
      for (id, place) in fingers { live[id, default: .init()].places.append((time, place)) }
      return
    }
    for slot in moved {
      guard let x = places[slot]?.x, let y = places[slot]?.y else { continue }
      live[slot]?.places.append((time, Vector(Double(x), Double(y))))
    }
    if let x = single.x, let y = single.y {
      live[-1]?.places.append((time, Vector(Double(x), Double(y))))
    }
  }

  // MARK: X

  /// Reads a line printed by `xinput test-xi2`.
  ///
  /// Source: xinput's test_xi2.c: an event's type, then a line for each of its members.
  mutating func takeX(_ line: Substring) {
    let words = line.split(separator: " ")
    if words.count > 2, words[0] == "EVENT", words[1] == "type", let type = Int(words[2]) {
      xEvent = (type, nil, 0)
    } else if words.count == 2, words[0] == "time:", let time = Double(words[1]), abs(time) < 1e15 {
      xEvent.time = time / 1000
    } else if words.count > 1, words[0] == "detail:" {
      xEvent.detail = Int(words[1]) ?? 0
    } else if words.count == 2, words[0] == "root:" {
      let place = words[1].split(separator: "/").compactMap { Double($0) }
      if place.count == 2, place.allSatisfy({ abs($0) < 1e9 }) {
        takeX(at: Vector(place[0], place[1]))
      }
    }
  }

  private mutating func takeX(at place: Vector) {
    guard let time = xEvent.time else {
      hasNoTime = hasNoTime || (4...6).contains(xEvent.type) || (18...20).contains(xEvent.type)
      return
    }
    isX = true
    switch (xEvent.type, xEvent.detail) {
    case (4, 1), (18, _): live[xFinger] = .init(places: [(time, place)])
    case (6, _), (19, _): live[xFinger]?.places.append((time, place))
    case (5, 1), (20, _): lift(xFinger, at: time)
    default: break
    }
  }

  /// A touch's number, or -1 for the single pointer.
  private var xFinger: Int { xEvent.type >= 18 ? xEvent.detail : -1 }
}
