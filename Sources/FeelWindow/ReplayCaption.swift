internal import Feel
internal import FeelFiles
internal import Lab
internal import Raster
internal import Stage
internal import TextLayout

/// What the window says while it shows a recorded session, or offers to.
///
/// The host draws it over the picture: the session does not know that it is being replayed.
enum ReplayCaption: Hashable {
  /// One that was opened is being shown.
  case shown
  /// The introduction is being shown.
  case introduction
  /// One can be shown.
  case offered
  /// The end of one is waited for; whether the session goes on there, and how much of it has happened, 0…1.
  case hurried(resumes: Bool, share: Double)
  /// One is being read.
  case reading

  /// Whether there is a recorded pointer to be shown.
  var showsPointer: Bool { self == .shown || self == .introduction }

  /// What it says, in sentences of which the last can be left out, one after the other.
  private func sentences(_ session: Session) -> [String] {
    switch self {
    case .offered: return ["Press Ctrl+Enter to see a recorded hand."]
    case .reading: return ["The recording is being read."]
    case .hurried(true, let share):
      return ["The session comes back: \(Int(share * 100)) %.", "Esc leaves it at that."]
    case .hurried(false, let share): return ["On to the end: \(Int(share * 100)) %."]
    case .shown, .introduction: break
    }
    let what =
      if session.parametersB != nil {
        ["The same hand with \(session.parameters.preset.title)’s physics.", "Before in dashes."]
      } else if session.isPaused {
        ["Stopped in mid-motion, and stepped through."]
      } else {
        ["A recorded hand."]
      }
    return what + ["Touch anything to take over" + (self == .shown ? ", End for its end." : ".")]
  }

  /// Adds the caption, in the place of messages.
  func draw(into list: inout DisplayList, of session: Session, fonts: FontBook) {
    let theme = Theme.named(session.theme)
    var canvas = Canvas(theme: theme, scale: session.scale, fonts: fonts)
    let (sentences, frame) = (sentences(session), session.messageFrame)
    let texts = (1...sentences.count).reversed().map {
      sentences.prefix($0).joined(separator: " ")
    }
    let text = texts.first { fonts.layout($0, .strong).width <= frame.width } ?? sentences[0]
    canvas.fill(frame, theme.surface)
    canvas.label(
      text, at: Vector(frame.minX, frame.midY), .strong, theme.text, maximumWidth: frame.width)
    list.commands += canvas.list.commands
  }
}
