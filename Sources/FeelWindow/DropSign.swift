internal import Feel
internal import Lab
internal import Raster
internal import Stage
internal import TextLayout
internal import XWindow

/// The overlay shown while a drag from another program is over the window: whether it can be
/// dropped, and what happens then.
///
/// The host draws it over the picture, because the session does not see a drag before the drop.
struct DropSign {
  private let title: String
  private let consequence: String
  private let isWelcome: Bool

  init(_ held: HeldDrop) {
    isWelcome = held != .unknown
    (title, consequence) =
      switch held {
      case .addresses:
        (say("Drop the file to open it"), say("A recording, parameters, or a table of t,x"))
      case .text: (say("Drop the text to use it"), say("Its parameters become the scene’s"))
      case .unknown: (say("This cannot be dropped here"), say("A file can, or parameters as text"))
      }
  }

  /// Adds a frame around the window with the text in the middle.
  func draw(into list: inout DisplayList, of session: Session, fonts: FontBook) {
    let theme = Theme.named(session.theme)
    var canvas = Canvas(theme: theme, scale: session.scale, fonts: fonts)
    let window = Rect(origin: .zero, size: session.size)
    let color = isWelcome ? theme.accent : theme.edge
    canvas.fill(window, theme.card.opacity(0.6))
    canvas.edge(window.inset(by: 6), radius: 8, width: 3, color)
    let width = max(
      fonts.layout(title, .strong).width, fonts.layout(consequence, .body).width)
    let box = Rect(
      center: window.center, size: Size(min(width.rounded(.up) + 48, window.width - 32), 72))
    canvas.slab(box, radius: 12, .menu)
    let room = box.width - 32
    canvas.label(
      title, at: box.center - Vector(0, 12), .strong, theme.text, align: .center,
      maximumWidth: room)
    canvas.label(
      consequence, at: box.center + Vector(0, 12), .body, theme.secondaryText, align: .center,
      maximumWidth: room)
    list.commands += canvas.list.commands
  }
}
