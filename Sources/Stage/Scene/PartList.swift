internal import Feel

/// The parts of a scene by name, in the order of Tab and of drawing.
///
/// Written as a dictionary literal: `["list": ScrollPart(), "top": ButtonPart(…)]`.
public struct PartList: Sendable, ExpressibleByDictionaryLiteral {
  /// The names of the parts, in order.
  public private(set) var names: [String] = []
  private var parts: [any Part] = []
  /// The cached hold and deadline of each part: read many times per pointer report, but updated
  /// only when the part may have changed.
  private var notes: [Note] = []
  private var sum = Note()

  private struct Note: Hashable, Sendable {
    var isHeld = false
    var isTracked = false
    var deadline: Instant?
  }

  /// Creates a list.
  ///
  /// - Precondition: names are unique.
  public init(dictionaryLiteral elements: (String, any Part)...) {
    for (name, part) in elements { append(name, part) }
  }

  /// Adds a part at the end.
  ///
  /// - Precondition: the name is unused.
  public mutating func append(_ name: String, _ part: any Part) {
    precondition(!names.contains(name), "no two parts of a scene have the same name")
    names.append(name)
    parts.append(part)
    notes.append(Note())
    update(parts.count - 1)
  }

  var isHeld: Bool { sum.isHeld }
  /// Whether a pointer drags any of them.
  var isTracking: Bool { sum.isTracked }
  /// When the first of them must be advanced.
  var deadline: Instant? { sum.deadline }

  private mutating func update(_ index: Int) {
    let hold = parts[index].hold
    let note = Note(
      isHeld: hold != .none, isTracked: hold == .tracked, deadline: parts[index].deadline)
    guard note != notes[index] else { return }
    notes[index] = note
    sum = Note(
      isHeld: notes.contains(where: \.isHeld), isTracked: notes.contains(where: \.isTracked),
      deadline: notes.lazy.compactMap(\.deadline).min())
  }

  func isHeld(_ position: Int) -> Bool { notes[position].isHeld }

  /// Hands an event to the parts from an index on, except some, up to the first that gives a
  /// command; returns that command, and the index to continue from.
  mutating func handle(
    _ event: InputEvent, from start: Int, except skipped: [Int], _ effects: inout [Effect]
  ) -> (command: Command?, next: Int) {
    for index in start..<parts.count where !skipped.contains(index) {
      let response = parts[index].handle(event)
      update(index)
      effects += response.effects
      if let command = response.command { return (command, index + 1) }
    }
    return (nil, parts.count)
  }

  /// The part with a name.
  ///
  /// - Precondition: the scene has such a part.
  public subscript(name: String) -> any Part {
    get { parts[index(of: name)] }
    _modify { yield &self[index(of: name)] }
  }

  private func index(of name: String) -> Int {
    guard let index = names.firstIndex(of: name) else {
      preconditionFailure("a scene names one of its own parts")
    }
    return index
  }
}

extension PartList: RandomAccessCollection, MutableCollection {
  /// The position of the first part: 0.
  public var startIndex: Int { 0 }
  /// The position after the last part.
  public var endIndex: Int { parts.count }

  /// The part at a position.
  public subscript(position: Int) -> any Part {
    _read { yield parts[position] }
    _modify {
      defer { update(position) }
      yield &parts[position]
    }
  }
}
