internal import Feel
internal import Lab
internal import Raster
internal import Stage
internal import TextLayout

/// The caption shown over a replayed session.
///
/// The host draws it over the picture, because the session does not know that it is being replayed.
enum ReplayCaption: Hashable {
  /// An opened recording is being shown.
  case shown
  /// The introduction is being shown; the session itself explains it.
  case introduction
  /// A replay is being fast-forwarded: whether the session continues from its end, and the share
  /// done, 0…1.
  case hurried(resumes: Bool, share: Double)
  /// A recording is being read.
  case reading

  /// Whether to show the recorded pointer.
  var showsPointer: Bool { self == .shown || self == .introduction }

  /// The caption's sentences; the last ones are left out if they do not fit.
  private func sentences(_ session: Session) -> [String] {
    switch self {
    case .reading: return [say("Reading the recording…")]
    case .hurried(true, let share):
      return [say("Restoring the session: \(Int(share * 100)) %."), say("Esc stops here.")]
    case .hurried(false, let share): return [say("Skipping to the end: \(Int(share * 100)) %.")]
    case .introduction: return []
    case .shown: break
    }
    let what =
      if session.parametersB != nil {
        [
          say("The same hand with \(session.parameters.preset.shownTitle)’s physics."),
          say("Orange is before."),
        ]
      } else if session.isPaused {
        [say("Frozen in mid-motion, and stepped through.")]
      } else {
        [say("Playing a recording.")]
      }
    return what + [say("Click to take over; End skips ahead.")]
  }

  /// Adds the caption in the frame of messages.
  func draw(into list: inout DisplayList, of session: Session, fonts: FontBook) {
    let theme = Theme.named(session.theme)
    var canvas = Canvas(theme: theme, scale: session.scale, fonts: fonts)
    let sentences = sentences(session)
    guard !sentences.isEmpty, let frame = session.messageFrame else { return }
    let texts = (1...sentences.count).reversed().map {
      sentences.prefix($0).joined(separator: say(" "))
    }
    let text =
      texts.first { fonts.layout($0, .smallMedium).width <= frame.width - 16 } ?? sentences[0]
    canvas.fill(frame, theme.window)
    canvas.label(
      text, at: Vector(frame.minX + 8, frame.midY), .smallMedium, theme.text,
      maximumWidth: frame.width - 16)
    list.commands += canvas.list.commands
  }
}
