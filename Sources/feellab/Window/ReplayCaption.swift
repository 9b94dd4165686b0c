internal import Feel
internal import Lab
internal import Raster
internal import Stage
internal import TextLayout

/// What the window says while it shows a recorded session, or offers to.
///
/// The host draws it over the picture: the session does not know that it is being replayed.
enum ReplayCaption {
  /// One that was opened is being shown.
  case shown
  /// The introduction is being shown.
  case introduction
  /// One can be shown.
  case offered

  /// The caption, if there is anything to say.
  init?(isShown: Bool, isOffered: Bool, introduces: Bool) {
    guard isShown || isOffered else { return nil }
    self = isOffered && !isShown ? .offered : introduces ? .introduction : .shown
  }

  /// Whether there is a recorded pointer to be shown.
  var showsPointer: Bool { self != .offered }

  private func text(_ session: Session) -> String {
    guard self != .offered else { return "Press Ctrl+Enter to see a recorded hand." }
    let what =
      if session.parametersB != nil {
        "The same hand with \(session.parameters.preset.title)’s physics, the former in dashes."
      } else if session.isPaused {
        "Stopped in mid-motion, and stepped through."
      } else {
        "A recorded hand."
      }
    return what + " Touch anything to take over" + (self == .shown ? ", End for its end." : ".")
  }

  /// Adds the caption, above the hint line, in the middle.
  func draw(into list: inout DisplayList, of session: Session, fonts: FontBook) {
    let theme = Theme.named(session.theme)
    var canvas = Canvas(theme: theme, scale: session.scale, fonts: fonts)
    let text = text(session)
    let width = (fonts.layout(text, .strong).width + 32).rounded(.up)
    let box = Rect(
      center: Vector(session.size.width / 2, session.size.height - 64), size: Size(width, 36))
    canvas.draw(.shadow(box.offset(by: Vector(0, 8)), radius: 8, blur: 24, theme.shadow))
    canvas.fill(box, radius: 8, theme.surface)
    canvas.edge(box, radius: 8, theme.border)
    canvas.label(text, at: box.center, .strong, theme.text, align: .center)
    list.commands += canvas.list.commands
  }
}
