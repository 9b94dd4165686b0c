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

  /// Adds the caption, above the end of the stage, in the middle.
  func draw(into list: inout DisplayList, of session: Session, fonts: FontBook) {
    let theme = Theme.named(session.theme)
    var canvas = Canvas(theme: theme, scale: session.scale, fonts: fonts)
    let (sentences, room) = (sentences(session), session.openStage.width - 16)
    func width(_ text: String) -> Double { (fonts.layout(text, .strong).width + 32).rounded(.up) }
    let texts = (1...sentences.count).reversed().map {
      sentences.prefix($0).joined(separator: " ")
    }
    let text = texts.first { width($0) <= room } ?? sentences[0]
    let width = min(width(text), room)
    let box = Rect(
      center: Vector(session.openStage.midX, session.openStage.maxY - 40), size: Size(width, 36))
    canvas.draw(.shadow(box.offset(by: Vector(0, 8)), radius: 8, blur: 24, theme.shadow))
    canvas.fill(box, radius: 8, theme.surface)
    canvas.edge(box, radius: 8, theme.border)
    canvas.label(
      text, at: box.center, .strong, theme.text, align: .center, maximumWidth: width - 16)
    list.commands += canvas.list.commands
  }
}
