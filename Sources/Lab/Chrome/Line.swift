internal import Feel
internal import Kit
internal import Stage
internal import TextLayout

/// The lowest line of the window: the hint, or what was just done, and the overlays' chips.
struct Line: Hashable, Sendable {
  let overlays: Set<Overlay>
  /// Whether the scene has releases that can be explained.
  let explains: Bool
  let notices: Notices
  let frame: Rect
  /// Whether the words of what is said need the room of the chips.
  let isLong: Bool

  /// The height of a chip, and its width where it holds a letter, in points.
  private static let side = Layout.hintHeight
  private static let margin = 8.0
  /// How wide the window is at least that has room for the chips' words, in points.
  private static let leastNamed = 1160.0

  /// How wide a chip is, in points: room for its word in any of the fonts.
  private static func width(_ overlay: Overlay, in width: Double) -> Double {
    width < leastNamed ? side : (18 + 7.75 * Double(overlay.word.count)).rounded()
  }

  static func room(in frame: Rect) -> Rect {
    let chips = Overlay.allCases.reduce(0) { $0 + width($1, in: frame.width) }
    return Rect(
      x: margin, y: frame.minY + 2, width: max(0, frame.width - chips - 20 - 2 * margin),
      height: frame.height - 3)
  }

  init(
    _ overlays: Set<Overlay>, explains: Bool, _ notices: Notices, in frame: Rect, _ fonts: FontBook?
  ) {
    (self.overlays, self.explains, self.notices, self.frame) = (overlays, explains, notices, frame)
    let words = notices.toast.flatMap { fonts?.layout($0.text, .strong).width } ?? 0
    isLong = words > Self.room(in: frame).width - 16
  }

  /// Whether the chips give way to what is said.
  private var hidesChips: Bool {
    if notices.toast != nil { return isLong }
    return frame.width < Self.leastNamed && (notices.offer != nil || notices.progress != nil)
  }

  func declare(_ tree: inout Tree<Session.Command>) {
    tree.add(
      Node("", .ground(.band(.top)), Box(.horizontal, padding: Insets(Self.margin, 0)))
    ) { tree in
      if let toast = notices.toast {
        tree.add(Node("", .message(toast.text), Box(height: .fixed(21))))
      } else if let offer = notices.offer {
        declare(offer, &tree)
      } else if let progress = notices.progress {
        declare(progress, &tree)
      } else {
        tree.add(Node("line.hint", .custom, Box(height: .fill())))
      }
      if !hidesChips { declareChips(&tree) }
    }
  }

  private func declare(_ offer: Message, _ tree: inout Tree<Session.Command>) {
    var box = Box(.horizontal, height: .fixed(21), gap: 8, padding: Insets(0, 0, 12, 0))
    box.isRoving = true
    tree.add(Node("", .none, box)) { tree in
      tree.add(Node("offer.words", .message(offer.text), Box(height: .fill())))
      for choice in offer.choices {
        let id = "offer.\(choice.id)"
        let key = choice.command.isUndo ? Keymap.text(.undo) : ""
        let said = AccessibilityElement(
          .button, id: id, name: choice.title, value: offer.text,
          spoken: "\(offer.text), \(choice.title)",
          actions: key.isEmpty ? [] : [.init(key, Words.Messages.takeBack)], frame: .zero)
        let width = choice.title.count > 10 ? 116.0 : choice.title.count > 6 ? 84 : 68
        tree.add(
          Node(
            id, .button(Push(choice.title)), Box(width: .fixed(width), height: .fixed(21)),
            isStop: true), said, [.press: choice.command])
      }
    }
  }

  private func declare(_ progress: Notices.Progress, _ tree: inout Tree<Session.Command>) {
    tree.add(Node("", .none, Box(.horizontal, gap: 12, padding: Insets(8, 0, 12, 0)))) { tree in
      tree.label(Label(progress.title), height: .fixed(21))
      tree.add(Node("", .progress(progress.share), Box(width: .fixed(160), height: .fixed(8))))
      tree.label(
        Label(Words.percent("\(Int(progress.share * 100))"), .strong, align: .trailing),
        width: .fixed(40), height: .fixed(21))
      tree.button(
        "progress.cancel", Push(Words.cancel), .ask(.endFilm), keys: "Esc", width: .fixed(68),
        height: .fixed(21), isStop: false)
    }
  }

  private func declareChips(_ tree: inout Tree<Session.Command>) {
    let hasNames = frame.width >= Self.leastNamed
    let chips = Overlay.allCases.reduce(0) { $0 + Self.width($1, in: frame.width) }
    let start = frame.width - Self.margin - chips
    let said = AccessibilityElement(
      .toolbar, id: "overlays", name: Words.Bar.overlays, frame: .zero)
    // As wide as the line, for whoever looks for the chips by it.
    let box = Box(.horizontal, padding: Insets(start, 0, Self.margin, 0), frame: frame)
    tree.add(Node("", .none, Box(width: .fixed(chips), height: .fill())))
    tree.add(Node("", .none, box), said) { tree in
      for overlay in Overlay.allCases {
        let id = "overlay.\(overlay.rawValue)"
        let hasUse = explains || overlay != .explanation
        let isOn = hasUse && overlays.contains(overlay)
        let key = Keymap.text(.overlay(overlay))
        let word = hasNames ? overlay.word : overlay.letter.uppercased()
        tree.add(
          Node(
            id, .button(Push(word, .chip, isOn: isOn)),
            Box(width: .fixed(Self.width(overlay, in: frame.width)), height: .fixed(Self.side)),
            tip: hasUse ? Words.line([overlay.title, key]) : Words.Messages.noChoice),
          AccessibilityElement(
            .switch, id: id, name: overlay.title, value: Words.isOn(isOn),
            states: isOn ? [.checked] : [], actions: [.init(key, Words.Bar.showOrHide)],
            frame: .zero), [.press: .overlay(overlay)])
      }
    }
  }
}
