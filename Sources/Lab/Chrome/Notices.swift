internal import Feel
internal import Stage

/// A temporary message about what was done, with buttons for what can be done next.
struct Message: Hashable, Sendable {
  /// A button: its element id after "offer.", title and command.
  struct Choice: Hashable, Sendable {
    let id, title: String
    let command: Session.Command

    fileprivate static func undo(_ command: Session.Command) -> Self {
      Self(id: "undo", title: Keymap.title(.undo), command: command)
    }

    fileprivate static func open(_ path: String) -> Self {
      Self(id: "open", title: Words.open, command: .ask(.openFile(path)))
    }

    fileprivate static func folder(of path: String) -> Self {
      Self(id: "folder", title: Words.Messages.showInFolder, command: .ask(.showFolder(of: path)))
    }
  }

  let text: String
  let choices: [Choice]
  let since: Instant
  var end: Instant

  fileprivate init(_ text: String, _ choices: [Choice] = [], stay: Double, at now: Instant) {
    (self.text, self.choices, since, end) = (text, choices, now, now.advanced(by: stay))
  }

  static func reset(at now: Instant) -> Message {
    Message(Keymap.title(.resetEverything), [.undo(.change(.undoReset))], stay: 5, at: now)
  }

  static func removed(_ take: Take, at now: Instant) -> Message {
    Message(
      Words.Messages.deleted(take.title), [.undo(.restoreTake(take.number))], stay: 5, at: now)
  }

  /// A message that offers undo, after a take was named or a parameter set.
  static func changed(_ text: String, at now: Instant) -> Message {
    Message(text, [.undo(.undo)], stay: 5, at: now)
  }

  static func removed(preset name: String, at now: Instant) -> Message {
    Message(
      Words.Messages.deleted(name), [.undo(.ask(.restorePreset(name)))], stay: 8, at: now)
  }

  static func discarded(at now: Instant) -> Message {
    Message(Words.Messages.discardedEarlier, [.undo(.ask(.undoDiscard))], stay: 8, at: now)
  }

  /// Offers actions on a file just saved.
  ///
  /// - Parameter opens: whether the window can open this kind of file.
  static func saved(_ path: String, isNew: Bool, opens: Bool, at now: Instant) -> Message {
    let open = opens ? [Choice.open(path)] : []
    let copy = Choice(id: "path", title: Words.Messages.copyPath, command: .copyText(path))
    let undo = isNew ? [Choice.undo(.ask(.removeFile(path)))] : []
    return Message(name(of: path), open + [.folder(of: path), copy] + undo, stay: 6, at: now)
  }

  static func recorded(_ path: String, hasTake: Bool, at now: Instant) -> Message {
    let video = Choice(id: "video", title: Words.saveVideo, command: .save(.video))
    return Message(
      name(of: path), [.open(path), .folder(of: path)] + (hasTake ? [video] : []), stay: 8, at: now)
  }

  private static func name(of path: String) -> String {
    Words.Messages.saved(as: FolderListing.lastName(of: path))
  }

  /// Offers an earlier session; once the message has gone, the menus still offer it.
  static func earlier(_ sessions: EarlierSessions, at now: Instant) -> Message {
    Message(
      Words.Messages.offersEarlier(takes: sessions.takes),
      [
        Choice(id: "resume", title: Words.Messages.restore, command: .ask(.resumeSession)),
        Choice(id: "discard", title: Words.Messages.discard, command: .ask(.discardSession)),
      ], stay: 12, at: now)
  }
}

/// The temporary messages of the bottom line.
struct Notices: Hashable, Sendable {
  /// A long operation and the share done, 0…1.
  struct Progress: Hashable, Sendable { let title: String, share: Double }

  private(set) var toast: Message?
  /// The last action's message with its buttons.
  var offer: Message?
  /// The earlier sessions the host has stored, even if none is offered any longer.
  var earlier = EarlierSessions()
  var progress: Progress?

  /// How long an offer remains after the pointer or keyboard has left it, in seconds.
  private static let stay = 1.0

  /// Shows a message for as long as it takes to read.
  mutating func say(_ text: String, at now: Instant) { toast = Message(text, stay: 2.7, at: now) }

  mutating func hush() { toast = nil }

  /// Withdraws the offer to undo, because something else was done since.
  mutating func endUndo() {
    if offer?.choices.contains(where: { $0.command == .undo }) ?? false { offer = nil }
  }

  /// When the next message expires; an offer with the pointer or the keyboard on it does not.
  func deadline(isHeld: Bool) -> Instant? {
    [toast?.end, isHeld ? nil : offer?.end].compactMap(\.self).min()
  }

  mutating func advance(to now: Instant, isHeld: Bool) {
    if let toast, toast.end <= now { self.toast = nil }
    if let offer, !isHeld, offer.end <= now { self.offer = nil }
  }

  /// Extends the offer so that it remains for a moment after the hold ends, however long that
  /// lasted.
  mutating func hold(at now: Instant) {
    guard let end = offer?.end else { return }
    offer?.end = max(end, now.advanced(by: Self.stay))
  }
}
