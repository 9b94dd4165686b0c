internal import Feel
internal import Kit
internal import Stage
internal import TextLayout

/// The bottom line of the window: the hint or the last message, and the overlay chips.
struct Line: Hashable, Sendable {
  let overlays: Set<Overlay>
  /// Whether the scene has explainable releases.
  let explains: Bool
  let notices: Notices
  let frame: Rect
  /// Whether a parameter's complaint replaces the hint.
  let complains: Bool
  /// The judgement of the shown take, which the hint includes as far as it fits.
  let verdict: String?
  /// Whether the message needs the chips' room.
  let isLong: Bool

  private static let margin = 12.0
  /// Height of a chip or a button, in points.
  private static let side = 24.0
  /// Minimum window widths in points: for the chips, for the chips beside a verdict, and for the
  /// button that lists them in narrower windows beside a verdict.
  private static let (leastNamed, leastJudged, leastListed) = (1100.0, 1600.0, 600.0)

  private static func hasNames(_ frame: Rect, judges: Bool) -> Bool {
    frame.width >= (judges ? leastJudged : leastNamed)
  }

  /// The room for text beside the chips, in points.
  static func room(in frame: Rect, judges: Bool, _ fonts: FontBook?) -> Rect {
    var chips = judges && frame.width < leastListed ? 0 : 110.0
    if hasNames(frame, judges: judges) {
      let widths = Overlay.allCases.map { overlay -> Double in
        fonts?.layout(overlay.word, .smallStrong).width ?? 8 * Double(overlay.word.count)
      }
      chips = widths.reduce(48) { $0 + $1 + 18 }
    }
    return Rect(
      x: margin, y: frame.minY + 2, width: max(0, frame.width - chips - 20 - 2 * margin),
      height: frame.height - 4)
  }

  init(
    _ overlays: Set<Overlay>, explains: Bool, _ notices: Notices, complaint: String? = nil,
    verdict: String? = nil, in frame: Rect, _ fonts: FontBook?
  ) {
    (self.overlays, self.explains, self.notices, self.frame) = (overlays, explains, notices, frame)
    (complains, self.verdict) = (complaint != nil, verdict)
    let said = notices.toast?.text ?? complaint
    isLong =
      said.map {
        fonts?.layout($0, .smallMedium).width ?? 0
          > Self.room(in: frame, judges: verdict != nil, fonts).width - 24
      } ?? false
  }

  private var judges: Bool { verdict != nil }

  /// Whether the chips are hidden to make room for text.
  private var hidesChips: Bool {
    if notices.toast != nil || complains { return isLong }
    let isBusy = notices.progress != nil
    if judges, notices.offer != nil || frame.width < Self.leastListed { return true }
    if notices.offer != nil, isBusy { return true }
    return !Self.hasNames(frame, judges: judges) && (notices.offer != nil || isBusy)
  }

  func declare(_ tree: inout Tree<Session.Command>) {
    tree.add(Node("", .none, Box(.horizontal, padding: Insets(Self.margin, 0)))) { tree in
      if let toast = notices.toast {
        tree.add(Node("", .message(toast.text), Box(height: .fixed(Self.side))))
      } else {
        // Progress and the verdict stay visible beside an offer.
        if let offer = notices.offer { declare(offer, &tree) }
        if let progress = notices.progress {
          declare(progress, &tree)
        } else if notices.offer == nil || judges {
          tree.add(Node("line.hint", .custom, Box(height: .fill()), tip: verdict ?? ""))
        }
      }
      if !hidesChips { declareChips(&tree) }
    }
  }

  private func declare(_ offer: Message, _ tree: inout Tree<Session.Command>) {
    let isAlone = notices.progress == nil && !judges
    var box = Box(
      .horizontal, width: isAlone ? .fill() : .fit, height: .fixed(Self.side), gap: 6,
      padding: Insets(0, 0, 12, 0))
    box.isRoving = true
    tree.add(Node("", .none, box)) { tree in
      tree.add(
        Node("offer.words", .message(offer.text), Box(width: .shrink, height: .fill())))
      tree.space(.fixed(4))
      for choice in offer.choices {
        let id = "offer.\(choice.id)"
        let key = choice.command.isUndo ? Keymap.text(.undo) : ""
        let said = AccessibilityElement(
          .button, id: id, name: choice.title, value: offer.text,
          spoken: "\(offer.text), \(choice.title)",
          actions: key.isEmpty ? [] : [.init(key, Words.Messages.takeBack)], frame: .zero)
        var push = Push(choice.title)
        push.isSmall = true
        tree.add(
          Node(id, .button(push), Box(width: .fit, height: .fill()), isStop: true), said,
          [.press: choice.command])
      }
      if isAlone { tree.space() }
    }
  }

  private func declare(_ progress: Notices.Progress, _ tree: inout Tree<Session.Command>) {
    tree.add(Node("", .none, Box(.horizontal, gap: 12, padding: Insets(8, 0, 12, 0)))) { tree in
      tree.label(Label(progress.title), height: .fixed(Self.side))
      tree.add(Node("", .progress(progress.share), Box(width: .fixed(160), height: .fixed(8))))
      tree.label(
        Label(Words.percent("\(Int(progress.share * 100))"), .strong, align: .trailing),
        width: .fixed(40), height: .fixed(Self.side))
      tree.button(
        "progress.cancel", Push(Words.cancel), .ask(.cancelWork), keys: "Esc", width: .fit,
        height: .fixed(Self.side), isStop: false)
    }
  }

  private func declareChips(_ tree: inout Tree<Session.Command>) {
    let said = AccessibilityElement(
      .toolbar, id: "overlays", name: Words.Bar.overlays, frame: .zero)
    let shown = overlays.filter { explains || $0 != .explanation }
    let box = Box(.horizontal, width: .fit, height: .fixed(Self.side), gap: 2)
    tree.add(Node("", .none, box), said) { tree in
      guard Self.hasNames(frame, judges: judges) else {
        var push = Push(Words.Bar.show(shown.count))
        (push.isSmall, push.hasArrow) = (true, true)
        return tree.button(
          "overlays.list", push, .offerOverlays, name: Words.Bar.overlays,
          value: Words.Bar.show(shown.count), width: .fit, height: .fill(), isStop: false)
      }
      tree.label(
        Label(Words.Bar.show(0), .smallMedium, .secondary), width: .fit, height: .fill())
      tree.space(.fixed(6))
      for overlay in Overlay.allCases {
        let id = "overlay.\(overlay.rawValue)"
        let hasUse = explains || overlay != .explanation
        let isOn = shown.contains(overlay)
        let key = Keymap.text(.overlay(overlay))
        tree.add(
          Node(
            id, .button(Push(overlay.word, .chip, isOn: isOn)),
            Box(width: .fit, height: .fill()),
            tip: hasUse ? Words.line([overlay.title, key]) : Words.Messages.noChoice,
            isDisabled: !hasUse),
          AccessibilityElement(
            .switch, id: id, name: overlay.title, value: Words.isOn(isOn),
            states: isOn ? [.checked] : [], actions: [.init(key, Words.Bar.showOrHide)],
            frame: .zero), [.press: .overlay(overlay)])
      }
    }
  }
}
