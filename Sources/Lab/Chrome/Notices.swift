internal import Feel
internal import Stage

/// What says what has been done, and what can be done about it, for a while.
struct Message: Hashable, Sendable {
  /// A button.
  struct Choice: Hashable, Sendable {
    /// Its name in the tree, after "offer.".
    let id: String
    let title: String
    let action: Action

    /// Whether the key for undo does it too.
    var isUndo: Bool {
      switch action {
      case .undoReset, .restoreTake, .ask(.undoDiscard): true
      default: false
      }
    }

    fileprivate static func undo(_ action: Action) -> Choice { Choice("undo", "Undo", action) }

    fileprivate static func folder(of path: String) -> Choice {
      Choice("folder", "Show in folder", .ask(.showFolder(of: path)))
    }

    fileprivate init(_ id: String, _ title: String, _ action: Action) {
      (self.id, self.title, self.action) = (id, title, action)
    }
  }

  let text: String
  let choices: [Choice]
  let since: Instant
  /// When it goes.
  var end: Instant

  private init(_ text: String, _ choices: [Choice] = [], stay: Double, at now: Instant) {
    (self.text, self.choices, since, end) = (text, choices, now, now.advanced(by: stay))
  }

  /// A sentence that says what has just been done, for as long as it takes to read it.
  static func said(_ text: String, at now: Instant) -> Message { Message(text, stay: 2.7, at: now) }

  /// An offer to take a reset of everything back, for five seconds.
  static func reset(at now: Instant) -> Message {
    Message("Reset everything", [.undo(.undoReset)], stay: 5, at: now)
  }

  /// An offer to put a take back, for five seconds.
  static func removed(_ take: Take, at now: Instant) -> Message {
    Message("\(take.title) is gone", [.undo(.restoreTake(take.number))], stay: 5, at: now)
  }

  /// What can be done with a file that was saved, for six seconds: by then a long path is read.
  static func saved(_ path: String, isNew: Bool, at now: Instant) -> Message {
    let choices = [.folder(of: path), Choice("path", "Copy path", .copyText(path))]
    return Message(
      "Saved in \(path)", choices + (isNew ? [.undo(.ask(.removeFile(path)))] : []), stay: 6,
      at: now)
  }

  /// What can be done with a recording that has ended, for eight seconds.
  static func recorded(_ path: String, hasTake: Bool, at now: Instant) -> Message {
    let choices = [Choice("open", "Open", .ask(.openFile(path))), .folder(of: path)]
    let video = hasTake ? [Choice("video", "Save video", .film)] : []
    return Message("Recorded in \(path)", choices + video, stay: 8, at: now)
  }

  /// What can be done with an earlier session, for twelve seconds; after that it is in the menus.
  static func earlier(at now: Instant) -> Message {
    Message(
      "Restore takes from the last session?",
      [
        Choice("resume", "Restore", .ask(.resumeSession)),
        Choice("discard", "Discard", .ask(.discardSession)),
      ], stay: 12, at: now)
  }

  /// An offer to bring back the session that was just discarded, for eight seconds.
  static func discarded(at now: Instant) -> Message {
    Message("Discarded the last session’s takes", [.undo(.ask(.undoDiscard))], stay: 8, at: now)
  }
}

/// What the window says for a while, in its lowest line.
struct Notices: Hashable, Sendable {
  /// A long piece of work, and how much of it is done, 0…1.
  struct Progress: Hashable, Sendable { let title: String, share: Double }

  /// What has just been done.
  private(set) var toast: Message?
  /// What has just been done and something can be done about.
  var offer: Message?
  /// The earlier sessions that the host keeps, also when none is offered any more.
  var earlier = EarlierSessions()
  /// What the host works at.
  var progress: Progress?

  /// How long an offer still stays once a hand or the keyboard has left it, in seconds.
  private static let stay = 1.0

  mutating func say(_ text: String, at now: Instant) { toast = .said(text, at: now) }

  /// Says no more.
  mutating func hush() { toast = nil }

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
