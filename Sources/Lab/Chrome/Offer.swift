internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// What says that something large has been done, with buttons for what can be done about it while it is shown.
struct Offer: Hashable, Sendable {
  /// What a button does.
  enum Choice: Hashable, Sendable {
    /// Take a reset of everything back.
    case undoReset
    /// Put a take back that was taken out.
    case restoreTake(Int)
    /// Show the folder that a file was saved in.
    case folder(of: String)
    /// Save a video of the last take.
    case video
    /// Copy the path of a file.
    case path(String)
    /// Remove a file that was saved.
    case removal(of: String)
    /// Open a file.
    case open(String)
    /// Restore an earlier session.
    case resume
    /// Discard it.
    case discard
    /// Bring back the one that was discarded last.
    case undoDiscard

    var action: Action {
      switch self {
      case .undoReset: .undoReset
      case .restoreTake(let number): .restoreTake(number)
      case .folder(let path): .showFolder(of: path)
      case .video: .film
      case .path(let path): .copyText(path)
      case .removal(let path): .removeFile(path)
      case .open(let path): .openFile(path)
      case .resume: .resumeSession
      case .discard: .discardSession
      case .undoDiscard: .undoDiscard
      }
    }

    /// Whether the key for undo does it too.
    var isUndo: Bool {
      switch self {
      case .undoReset, .restoreTake, .undoDiscard: true
      case .folder, .video, .path, .removal, .open, .resume, .discard: false
      }
    }

    /// What its button says.
    var title: String {
      switch self {
      case .undoReset, .restoreTake, .removal, .undoDiscard: "Undo"
      case .open: "Open"
      case .folder: "Show in folder"
      case .video: "Save video"
      case .path: "Copy path"
      case .resume: "Restore"
      case .discard: "Discard"
      }
    }

    /// Its name in the tree, after "offer.".
    var id: String {
      switch self {
      case .undoReset, .restoreTake, .removal, .undoDiscard: "undo"
      case .open: "open"
      case .folder: "folder"
      case .video: "video"
      case .path: "path"
      case .resume: "resume"
      case .discard: "discard"
      }
    }
  }

  private static let height = 44.0
  /// How long it is still shown once a press in it has ended, in seconds.
  static let stayAfterPress = 1.0

  let text: String
  let choices: [Choice]
  let since: Instant
  /// Its place, and its buttons.
  var strip: FloatingStrip
  private var leaves: Instant
  private var isLeaving = false

  /// An offer to take a reset of everything back, for five seconds.
  static func reset(at now: Instant) -> Offer {
    Offer("Everything is as it was at the start", [.undoReset], stay: 5, at: now)
  }

  /// An offer to put a take back, for five seconds.
  static func removed(_ take: Take, at now: Instant) -> Offer {
    Offer("\(take.title) is gone", [.restoreTake(take.number)], stay: 5, at: now)
  }

  /// What can be done with a file that was saved, for six seconds: by then a long path is read.
  static func saved(_ path: String, isNew: Bool, at now: Instant) -> Offer {
    let choices = [.folder(of: path), .path(path)] + (isNew ? [Choice.removal(of: path)] : [])
    return Offer("Saved in \(path)", choices, stay: 6, at: now)
  }

  /// What can be done with a recording that has ended, for eight seconds.
  static func recorded(_ path: String, hasTake: Bool, at now: Instant) -> Offer {
    let choices = [Choice.open(path), .folder(of: path)] + (hasTake ? [.video] : [])
    return Offer("Recorded in \(path)", choices, stay: 8, at: now)
  }

  /// What can be done with an earlier session, for twelve seconds; after that it is in the menus.
  static func earlier(at now: Instant) -> Offer {
    Offer("Restore takes from the last session?", [.resume, .discard], stay: 12, at: now)
  }

  /// An offer to bring back the session that was just discarded, for eight seconds.
  static func discarded(at now: Instant) -> Offer {
    Offer("Discarded the last session’s takes", [.undoDiscard], stay: 8, at: now)
  }

  private init(_ text: String, _ choices: [Choice], stay: Double, at now: Instant) {
    (self.text, self.choices, since) = (text, choices, now)
    leaves = now.advanced(by: stay)
    strip = FloatingStrip(height: Self.height, buttons: choices.map(\.title))
  }

  private var end: Instant { leaves.advanced(by: Toast.fade) }

  /// When it next changes by itself; a press in it holds it.
  var deadline: Instant? { stays ? nil : isLeaving ? end : leaves }

  /// Whether a press or the keyboard holds it.
  private var stays: Bool { strip.isHeld || strip.focus != nil }

  /// Stays for a moment after what held it has ended, which may have lasted for long.
  mutating func letGo(at now: Instant) {
    (leaves, isLeaving) = (max(leaves, now.advanced(by: Self.stayAfterPress)), false)
  }

  /// Gives the keyboard up.
  mutating func leave(at now: Instant) {
    guard strip.focus != nil else { return }
    strip.focus = nil
    letGo(at: now)
  }

  /// Lets a deadline pass; returns whether it is gone.
  mutating func isGone(at now: Instant) -> Bool {
    guard !stays else { return false }
    isLeaving = now >= leaves
    return now >= end
  }

  /// Whether its picture changes by time alone.
  func isMoving(at now: Instant) -> Bool {
    isLeaving || now - since < Toast.fade || strip.isMoving(at: now)
  }

  /// Draws it.
  func draw(into canvas: inout Canvas, above stage: Rect, at now: Instant) {
    let leaving = stays ? 1 : (end - now) / Toast.fade
    let opacity = max(0, min(1, (now - since) / Toast.fade, leaving))
    guard opacity > 0 else { return }
    canvas.draw(.group(opacity: opacity))
    let room = strip.draw(into: &canvas, above: stage, at: now)
    canvas.label(
      Self.fitting(text, in: room.width, .body, canvas.fonts), at: Vector(room.minX, room.midY),
      .body,
      canvas.theme.text, maximumWidth: room.width)
    canvas.draw(.pop)
  }

  /// A sentence without the first folders of the path at its end, as far as there is no room for them: a file's own name says most.
  static func fitting(
    _ text: String, in width: Double, _ style: TextStyle, _ fonts: FontBook
  ) -> String {
    guard let slash = text.firstIndex(of: "/") else { return text }
    var path = text[slash...].split(separator: "/")
    var shown = text
    while path.count > 1, fonts.layout(shown, style).width > width {
      path.removeFirst()
      shown = text[..<slash] + "…/" + path.joined(separator: "/")
    }
    return shown
  }
}
