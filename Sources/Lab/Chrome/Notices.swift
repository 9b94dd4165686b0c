internal import Feel
internal import Stage

/// What says what has been done, and what can be done about it, for a while.
struct Message: Hashable, Sendable {
  /// A button: its name in the tree after "offer.", and what it does.
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

  /// What the key for undo takes back: a take was named, or a parameter set.
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

  /// What can be done with a file that was saved.
  ///
  /// - Parameter opens: whether it is one that the window itself can open.
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

  /// What can be done with an earlier session; once it is gone, that is in the menus.
  static func earlier(_ sessions: EarlierSessions, at now: Instant) -> Message {
    Message(
      Words.Messages.offersEarlier(takes: sessions.takes),
      [
        Choice(id: "resume", title: Words.Messages.restore, command: .ask(.resumeSession)),
        Choice(id: "discard", title: Words.Messages.discard, command: .ask(.discardSession)),
      ], stay: 12, at: now)
  }
}

/// What the window says for a while, in its lowest line.
struct Notices: Hashable, Sendable {
  /// A long piece of work, and how much of it is done, 0…1.
  struct Progress: Hashable, Sendable { let title: String, share: Double }

  private(set) var toast: Message?
  /// What has just been done and something can be done about.
  var offer: Message?
  /// The earlier sessions that the host keeps, also when none is offered any more.
  var earlier = EarlierSessions()
  var progress: Progress?

  /// How long an offer still stays once a hand or the keyboard has left it, in seconds.
  private static let stay = 1.0

  /// Says what has just been done, for as long as it takes to read it.
  mutating func say(_ text: String, at now: Instant) { toast = Message(text, stay: 2.7, at: now) }

  mutating func hush() { toast = nil }

  /// Offers no longer to undo what was done last: something else is done.
  mutating func endUndo() {
    if offer?.choices.contains(where: { $0.command == .undo }) ?? false { offer = nil }
  }

  /// When one of them goes; an offer that is held stays.
  func deadline(isHeld: Bool) -> Instant? {
    [toast?.end, isHeld ? nil : offer?.end].compactMap(\.self).min()
  }

  mutating func advance(to now: Instant, isHeld: Bool) {
    if let toast, toast.end <= now { self.toast = nil }
    if let offer, !isHeld, offer.end <= now { self.offer = nil }
  }

  /// Has the offer stay for a moment after what holds it has ended, which may last for long.
  mutating func hold(at now: Instant) {
    guard let end = offer?.end else { return }
    offer?.end = max(end, now.advanced(by: Self.stay))
  }
}
