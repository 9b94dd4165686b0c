internal import Feel
internal import Lab
internal import Raster
internal import TextLayout

/// The page that the window opens with: the slider, three ways to show a hold, and the carousel, all live at once.
struct Overview: Scene {
  static let id = "overview"
  static let title = "Overview"
  static let hint =
    "Drag the bar, up or down to go finer · hold a button · F1 keys"
  static let parameters =
    ScrubberPart.parameters + HoldPart.parameters

  /// The parts' places in the list, which is also the order of Tab.
  private enum Place: Int { case slider, circle, outline, custom }

  var parts: [any Part]
  var focus = Focus()
  private var frame = Rect.zero

  init(_ stage: Stage) {
    parts = [
      ScrubberPart(),
      HoldPart("hold.circle", label: "Delete", caption: "A ring", .circle),
      HoldPart("hold.outline", label: "Erase all", caption: "Its own outline", .roundedRect),
      HoldPart(
        "hold.custom", label: "Send now", caption: "Whatever you draw",
        .custom { frame, progress, color, canvas in
          var filled = frame
          filled.size.width *= progress
          canvas.fill(filled, color)
        }),
    ]
    place(on: stage, at: .zero)
  }

  mutating func place(on stage: Stage, at now: Instant) {
    frame = stage.frame
    let rows = Rows(frame)
    let column = rows.column
    func put(_ place: Place, _ frame: Rect) {
      parts[place.rawValue].place(in: frame, stage, at: now)
    }
    put(.slider, Rect(x: column.minX, y: rows.slider, width: column.width, height: 44))
    let third = column.width / 3
    let y = rows.hold
    put(.circle, Rect(center: Vector(column.midX - third, y), size: Size(80, 80)))
    put(.outline, Rect(center: Vector(column.midX, y), size: Size(160, 56)))
    put(.custom, Rect(center: Vector(column.midX + third, y), size: Size(160, 56)))
  }

  func drawBehind(into canvas: inout Canvas, at now: Instant) {
    let rows = Rows(frame)
    let theme = canvas.theme
    let headings = [
      (
        rows.sliderHeading, "Progress slider", "Drag it from anywhere. Move up or down to go finer."
      ),
      (rows.holdHeading, "Hold to confirm", "Hold for two seconds. A tap does nothing."),
    ]
    for (y, title, hint) in headings {
      canvas.label(title, at: Vector(rows.column.minX, y), .strong, theme.text)
      canvas.label(hint, at: Vector(rows.column.minX + 132, y), .body, theme.secondaryText)
    }
  }

  /// Where the three rows lie: the slider high, so that there is room below it to go fine.
  private struct Rows {
    let column: Rect
    let sliderHeading, slider, holdHeading, hold, cardsHeading, cards: Double

    init(_ frame: Rect) {
      let margin = frame.height < 640 ? 16.0 : 48.0
      let width = min(960, frame.width - 96)
      column = Rect(
        x: frame.midX - width / 2, y: frame.minY, width: width, height: frame.height)
      // What is left of the height once the three rows have what they need is shared out between them.
      let spare = max(0, frame.height - 532)
      sliderHeading = frame.minY + min(margin, 16 + spare * 0.2)
      slider = sliderHeading + 28 + spare * 0.04
      holdHeading = sliderHeading + 100 + spare * 0.18
      hold = holdHeading + 64 + spare * 0.08
      cards = frame.maxY - 164 - spare * 0.14
      cardsHeading = cards - 124 - spare * 0.04
    }
  }
}
