package import Feel
internal import Raster
package import Stage
internal import TextLayout

/// State that changes the picture of panels without a new declaration.
struct LiveElements: Hashable, Sendable {
  /// The focused element, and the one with the focus ring.
  let focus, ringed: String?
  /// The element that a press holds, or else the one under the pointer.
  let pointed: String?
  /// The button drawn as pressed.
  let pressed: String?
  /// The value of a held slider, 0…1.
  let held: Double?
  let lit: Int?
  let edited: String?
  let line: LineEditor?
  /// Strength of the hover highlight of elements, 0…1.
  let lights: [String: Double]
  /// Scroll offsets and content lengths of lists, in points.
  let offsets, lengths: [String: Double]
}

/// A picture of a panel, with gaps for elements that the panel draws itself.
struct PanelPicture: Sendable {
  struct Gap {
    let place: Int
    let id: String
    let frame: Rect
    let light: Double
  }

  fileprivate(set) var commands: [DrawCommand]
  fileprivate(set) var gaps: [Gap] = []
}

extension Panels {
  /// Number of panel pictures made.
  package var pictureCount: Int { panels.reduce(0) { $0 + $1.picture.count } }

  /// Draws the panels of a layer; `custom` draws the elements that only a panel can.
  package func draw(
    _ layer: Layer, into canvas: inout Canvas, at now: Instant,
    custom: (_ id: String, _ frame: Rect, _ light: Double, _ canvas: inout Canvas) -> Void
  ) {
    let live = live(at: now)
    for panel in panels where panel.layer == layer {
      let look = PanelLook(
        placed: panel.placed, live: live, theme: canvas.theme, scale: canvas.scale,
        fonts: canvas.fonts)
      let picture = panel.picture.value(look) { $0.picture }
      var drawn = 0
      for gap in picture.gaps {
        canvas.draw(picture.commands[drawn..<gap.place])
        custom(gap.id, gap.frame, gap.light, &canvas)
        drawn = gap.place
      }
      canvas.draw(picture.commands[drawn...])
    }
  }

  private func live(at now: Instant) -> LiveElements {
    LiveElements(
      focus: focus, ringed: isQuiet ? nil : focus, pointed: press?.id ?? hovered,
      pressed: press.flatMap { $0.isInside ? $0.id : nil }, held: press?.slider?.value(at: now),
      lit: lit, edited: editing?.id, line: editing?.line,
      lights: fades.mapValues { $0.value(at: now) }, offsets: scrolls.offsets(at: now),
      lengths: scrolls.lengths)
  }

  /// Draws the tooltip of the hovered element beside it, within a window of the given size.
  ///
  /// - Parameter help: help for elements without a tooltip, unless it is shown elsewhere.
  package func drawTip(
    into canvas: inout Canvas, in size: Size, at now: Instant,
    help: (_ ask: Ask, _ canvas: Canvas) -> String? = { _, _ in nil }
  ) {
    guard let tip, tip.due == nil, let place = place(tip.id) else { return }
    let anchor = frame(place, at: now)
    let own = node(place).tip
    let words = own.isEmpty ? ask(place, .help).flatMap { help($0, canvas) } : own
    // Above elements along the bottom, because users look at what is below their buttons.
    let isAbove = panels[place.panel].layer == .dock
    // Beside a list's row, because a tooltip below would hide the next rows.
    let isAside = node(place).row != nil
    if let words {
      canvas.tooltip(words, beside: anchor, in: size, isAbove: isAbove, isAside: isAside)
    }
  }
}

/// Everything that the picture of a panel depends on.
struct PanelLook<Ask: Hashable & Sendable>: Hashable, Sendable {
  let placed: Placed<Ask>
  let live: LiveElements
  let theme: Theme
  let scale: Double
  let fonts: FontBook

  /// Drawing context of elements: scroll shift, and visible area.
  private struct Scope {
    /// Index of the element with the focus ring.
    let ringed: Int?
    var shift = Vector.zero
    var room: Rect?
  }

  var picture: PanelPicture {
    var canvas = Canvas(theme: theme, scale: scale, fonts: fonts)
    var picture = PanelPicture(commands: [])
    draw(
      0..<placed.tree.nodes.count, Scope(ringed: ringed), into: &canvas, gaps: &picture.gaps)
    picture.commands = canvas.list.commands
    return picture
  }

  private var ringed: Int? {
    let nodes = placed.tree.nodes
    let index = live.ringed.flatMap { focus in nodes.firstIndex { $0.id == focus } }
    // In a row, the ring surrounds the control.
    let isRow = index.map { [.row, .custom].contains(nodes[$0].look) } ?? false
    return (isRow ? index.flatMap { placed.tree.children(of: $0).last } : nil) ?? index
  }

  private func draw(
    _ range: Range<Int>, _ scope: Scope, into canvas: inout Canvas,
    gaps: inout [PanelPicture.Gap]
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let node = placed.tree.nodes[index]
      let frame = placed.frames[index].offset(by: scope.shift)
      let inside = index + 1..<node.end
      let isRinged = index == scope.ringed
      index = node.end
      if let room = scope.room, frame.intersection(room) == nil { continue }
      let isFaint = node.isFaint && !isRinged
      if isFaint { canvas.draw(.group(opacity: canvas.theme.name == .contrast ? 0.65 : 0.45)) }
      draw(node, in: frame, isRinged: isRinged, into: &canvas)
      if isFaint { canvas.draw(.pop) }
      if case .custom = node.look {
        let (place, light) = (canvas.list.commands.count, live.lights[node.id] ?? 0)
        gaps.append(PanelPicture.Gap(place: place, id: node.id, frame: frame, light: light))
      }
      guard node.scrolls, let length = live.lengths[node.id] else {
        draw(inside, scope, into: &canvas, gaps: &gaps)
        continue
      }
      let (offset, isColumn) = (live.offsets[node.id] ?? 0, node.look == .scroll)
      var scope = scope
      (scope.shift, scope.room) = (scope.shift - Vector(0, offset), frame)
      canvas.draw(.clip(isColumn ? frame : frame.inset(by: 1), radius: isColumn ? 0 : 7))
      draw(inside, scope, into: &canvas, gaps: &gaps)
      canvas.draw(.pop)
      if isColumn, offset + frame.height < length - 1 { canvas.fadeOut(frame) }
      drawBar(in: frame, offset, of: length, &canvas)
    }
  }

  private func drawBar(
    in frame: Rect, _ offset: Double, of length: Double, _ canvas: inout Canvas
  ) {
    guard length > frame.height, frame.height > 16 else { return }
    let track = Rect(x: frame.maxX - 7, y: frame.minY + 4, width: 4, height: frame.height - 8)
    let height = min(track.height, max(24, frame.height / length * track.height))
    let share = min(1, max(0, offset / (length - frame.height)))
    let thumb = Rect(
      x: track.minX, y: track.minY + share * (track.height - height), width: 4, height: height)
    canvas.fill(thumb, radius: 2, canvas.theme.text.opacity(0.25))
  }

  private func draw(
    _ node: Node, in frame: Rect, isRinged: Bool, into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    let light = live.lights[node.id] ?? 0
    switch node.look {
    case .none, .custom, .scroll: break
    case .ground(let ground): canvas.draw(ground, in: frame)
    case .divider: canvas.fill(frame, theme.hair)
    case .label(let label): canvas.draw(label, in: frame)
    case .badge(let isB): canvas.badge(isB: isB, in: frame)
    case .paragraph(let words, let ink, let lines):
      canvas.paragraph(
        words, at: Vector(frame.minX, frame.minY + 9), width: frame.width, lines: lines,
        ink.color(theme))
    case .button(let push):
      canvas.draw(
        push, in: frame, light: light, isPressed: live.pressed == node.id,
        isDisabled: node.isDisabled)
    case .item(let item):
      let isLit = node.row != nil && node.row == live.lit
      canvas.draw(item, in: frame, isLit: isLit && !node.isDisabled, isDisabled: node.isDisabled)
    case .tick(let title, let isOn):
      canvas.draw(tick: title, isOn, in: frame, light: light)
    case .field(let field):
      canvas.draw(field, in: frame, live.edited == node.id ? live.line : nil, light: light)
      return
    case .row where light == 0: break
    case .row: canvas.fill(frame.inset(by: 8, 1), radius: 9, theme.restTone.opacity(light))
    case .slider(let slider):
      let held = live.pointed == node.id ? live.held : nil
      let isTyped = live.edited.map { node.id == "\($0).slider" } ?? false
      canvas.draw(
        slider, at: held ?? slider.value, in: frame, light: light, isHeld: held != nil,
        hasWords: !isTyped)
    case .toggle(let isOn): canvas.draw(toggle: isOn, in: frame)
    case .fold(let isOpen):
      canvas.arrow(at: frame.center, pointing: isOpen ? Vector(0, 1) : Vector(1, 0))
    case .list(let list):
      if !list.isMenu, !list.isPage { canvas.draw(Ground.well, in: frame) }
      canvas.label(
        list.note, at: Vector(frame.minX + 12, frame.minY + 20), .body, theme.secondaryText,
        maximumWidth: frame.width - 24)
    case .progress(let share): canvas.draw(track: frame, to: min(1, max(0, share)))
    case .message(let words): canvas.draw(message: words, in: frame)
    case .grip(let isUpright):
      let isLit = node.id == live.pointed || node.id == live.focus
      return canvas.draw(gripIn: frame, isUpright: isUpright, isLit: isLit)
    }
    guard isRinged else { return }
    let isRound = if case .toggle = node.look { true } else { false }
    canvas.focusRing(
      around: frame, radius: isRound ? frame.height / 2 : frame.height < 28 ? 7 : 9)
  }
}

extension Canvas {
  /// Draws a tooltip below the anchor, or above if there is no room below.
  mutating func tooltip(
    _ words: String, beside anchor: Rect, in size: Size, isAbove: Bool = false,
    isAside: Bool = false
  ) {
    let whole = (fonts.layout(words, .small).width + 20).rounded(.up)
    let width = min(size.width - 16, whole <= 448 ? whole : 360)
    let lines = whole <= width ? 1 : self.lines(of: words, width: width - 20).count
    let height = 13 + 15 * Double(lines)
    let isBelow = !isAbove && anchor.maxY + 8 + height < size.height
    var chip = Rect(
      x: max(8, min(size.width - 8 - width, (anchor.midX - width / 2).rounded())),
      y: isBelow ? anchor.maxY + 8 : anchor.minY - 8 - height, width: width, height: height)
    if isAside,
      let x = [anchor.maxX + 12, anchor.minX - 12 - width].first(where: {
        $0 >= 8 && $0 + width <= size.width - 8
      })
    {
      let y = max(8, min(size.height - 8 - height, anchor.minY))
      chip = Rect(x: x, y: y, width: width, height: height)
    }
    slab(chip, radius: 9)
    if lines == 1 {
      label(words, at: chip.center, .small, theme.text, align: .center, maximumWidth: width - 12)
    } else {
      paragraph(
        words, at: Vector(chip.minX + 10, chip.minY + 14), width: width - 20, lines: lines,
        theme.text)
    }
  }

  /// Fades the content at the lower edge of a column into the window.
  fileprivate mutating func fadeOut(_ column: Rect) {
    let height = 20.0
    guard theme.name != .contrast, column.height > 3 * height else { return }
    let foot = Rect(
      x: column.minX, y: column.maxY - height, width: column.width - 8, height: height)
    let stops = [(0.0, theme.window.opacity(0)), (1, theme.window)]
    draw(.roundedRect(foot, radius: 0, vertical(foot.minY, foot.maxY, stops)))
  }

  mutating func draw(_ ground: Ground, in frame: Rect) {
    switch ground {
    case .dock:
      if theme.name == .light {
        draw(
          .shadow(
            frame.offset(by: Vector(0, 1)), radius: 14, blur: 3, theme.shadow.opacity(0.1)))
      }
      fill(frame, radius: 14, theme.dock)
      if theme.name != .light { edge(frame, radius: 14, theme.hair) }
    case .floating(let radius): slab(frame, radius: radius, .menu)
    case .sheet:
      let all = Rect(x: -1e4, y: -1e4, width: 2e4, height: 2e4)
      fill(all, theme.window.opacity(0.72))
      slab(frame, radius: 14, .menu)
    case .groove:
      fill(frame, radius: frame.height > 30 ? 11 : 9, theme.restTone)
      strongEdge(frame, radius: frame.height > 30 ? 11 : 9)
    case .well:
      fill(frame, radius: 9, theme.restTone)
      strongEdge(frame, radius: 9)
    }
  }

  mutating func draw(_ line: Label, in frame: Rect) {
    let x =
      switch line.align {
      case .leading: frame.minX
      case .center: frame.midX
      case .trailing: frame.maxX
      }
    let text = line.isPath ? fitting(line.text, line.style, in: frame.width) : line.text
    let mark = Vector(frame.minX - 7, frame.midY)
    switch line.mark {
    case .dot: fill(Rect(center: mark, size: Size(5, 5)), radius: 2.5, theme.accent)
    case .ring: edge(Rect(center: mark, size: Size(7, 7)), radius: 3.5, theme.accent)
    case nil: break
    }
    label(
      text, at: Vector(x, frame.midY), line.style, line.ink.color(theme), align: line.align,
      maximumWidth: frame.width)
  }

  /// Shortens a path at the end of a sentence from the front, because the file's own name matters
  /// most.
  func fitting(_ text: String, _ style: TextStyle, in width: Double) -> String {
    guard let slash = text.firstIndex(of: "/") else { return text }
    var (path, shown) = (text[slash...].split(separator: "/"), text)
    while path.count > 1, fonts.layout(shown, style).width > width {
      path.removeFirst()
      shown = text[..<slash] + "…/" + path.joined(separator: "/")
    }
    return shown
  }

  /// Draws a message about the last action, after a dot.
  mutating func draw(message words: String, in frame: Rect) {
    fill(
      Rect(center: Vector(frame.minX + 8, frame.midY), size: Size(8, 8)), radius: 4, theme.success)
    label(
      fitting(words, .smallMedium, in: frame.width - 22), at: Vector(frame.minX + 22, frame.midY),
      .smallMedium, theme.text, maximumWidth: frame.width - 22)
  }

  mutating func draw(gripIn frame: Rect, isUpright: Bool, isLit: Bool) {
    let size = isUpright ? Size(4, 40) : Size(40, 4)
    let color = isLit ? theme.accent : theme.text.opacity(0.16)
    fill(Rect(center: frame.center, size: size), radius: 2, color)
  }

  mutating func draw(
    _ push: Push, in frame: Rect, light: Double, isPressed: Bool, isDisabled: Bool
  ) {
    let radius = push.radius(in: frame)
    let tone = isPressed ? theme.pressed : theme.hover.opacity(light)
    var (ink, style) = (theme.text, TextStyle.medium)
    switch push.kind {
    case .segment, .tab:
      if push.isOn {
        shadow(of: frame, radius: radius, .chip)
        fill(frame, radius: radius, theme.raised)
        strongEdge(frame, radius: radius, width: 2)
      } else {
        fill(frame, radius: radius, tone)
        ink = theme.secondaryText
      }
      style = push.style
    case .chip:
      fill(frame, radius: radius, isPressed ? theme.pressed : push.isOn ? theme.hover : tone)
      if push.isOn { strongEdge(frame, radius: radius, width: 2) }
      ink = push.isOn ? theme.text : theme.secondaryText
      style = push.style
    case .main:
      fill(frame, radius: radius, theme.accent)
      if isPressed { fill(frame, radius: radius, theme.onAccent.opacity(0.16)) }
      (ink, style) = (theme.onAccent, .strong)
    case .soft:
      fill(frame, radius: radius, theme.accentSoft)
      fill(frame, radius: radius, tone)
      strongEdge(frame, radius: radius)
      (ink, style) = (theme.accent, .smallStrong)
    case .choice where push.isOn:
      shadow(of: frame, radius: radius, .chip)
      fill(frame, radius: radius, theme.raised)
      fill(frame, radius: radius, tone)
      strongEdge(frame, radius: radius)
      style = push.style
    case .plain, .choice:
      fill(frame, radius: radius, theme.restTone)
      fill(frame, radius: radius, push.isOn && !isPressed ? theme.hover : tone)
      strongEdge(frame, radius: radius)
      style = push.style
    case .quiet:
      fill(frame, radius: radius, push.isOn && !isPressed ? theme.hover : tone)
      if push.isOn { strongEdge(frame, radius: radius, width: 2) }
      style = push.style
    }
    if isDisabled { ink = theme.disabledText }
    let arrow = push.hasArrow || push.kind == .choice ? 18.0 : 0
    if arrow > 0 { self.arrow(at: Vector(frame.maxX - 14, frame.midY), pointing: Vector(0, 1)) }
    if let icon = push.icon {
      // An icon with a title is placed as if it were alone.
      let isAlone = push.title.isEmpty && !push.hasArrow
      let place = isAlone ? frame.midX : frame.minX + push.iconWidth / 2
      draw(
        icon, at: Vector(place, frame.midY),
        isDisabled ? ink : push.isOn ? theme.text : theme.secondaryText)
      label(push.title, at: Vector(frame.minX + push.iconWidth, frame.midY), style, ink)
    } else if push.kind == .choice {
      label(
        push.title, at: Vector(frame.minX + 10, frame.midY), style, ink,
        maximumWidth: frame.width - 34)
    } else {
      label(
        push.title, at: Vector(frame.midX - arrow / 2, frame.midY), style, ink, align: .center,
        maximumWidth: frame.width - 4 - arrow)
    }
  }

  mutating func draw(_ item: Item, in frame: Rect, isLit: Bool, isDisabled: Bool) {
    if item.opensGroup {
      fill(
        Rect(x: frame.minX + 8, y: frame.minY, width: frame.width - 16, height: snapped(1)),
        theme.hair)
    }
    if isLit || item.isChosen { selected(frame, radius: 7) }
    var left = frame.minX + (item.tick == nil ? 12.0 : 28)
    if item.tick == true { tick(at: Vector(frame.minX + 14, frame.midY), theme.text) }
    if let icon = item.icon {
      draw(icon, at: Vector(frame.minX + 16, frame.midY), theme.secondaryText)
      left = frame.minX + 32
    }
    let right = frame.maxX - 12
    let note =
      item.note.isEmpty ? 0 : min(fonts.layout(item.note, .small).width, frame.width / 2) + 16
    let style: TextStyle = item.tick == true ? .strong : .body
    label(
      item.title, at: Vector(left, frame.midY), style, isDisabled ? theme.disabledText : theme.text,
      maximumWidth: right - left - note)
    label(
      item.note, at: Vector(right, frame.midY), .small, theme.secondaryText, align: .trailing,
      maximumWidth: frame.width / 2)
    left += fonts.layout(item.title, style).width + 12
    guard !item.detail.isEmpty, left < right - 24 else { return }
    label(
      item.detail, at: Vector(left, frame.midY), .small, theme.secondaryText,
      maximumWidth: right - left)
  }

  mutating func draw(tick title: String, _ isOn: Bool, in frame: Rect, light: Double) {
    fill(frame, radius: 9, theme.hover.opacity(light))
    let box = Rect(center: Vector(frame.minX + 14, frame.midY), size: Size(16, 16))
    fill(box, radius: 5, isOn ? theme.accent : theme.restTone)
    edge(box, radius: 5, width: 1.5, isOn ? theme.accent : theme.edge)
    if isOn { self.tick(at: box.center, theme.onAccent) }
    label(
      title, at: Vector(box.maxX + 8, frame.midY), .body, theme.text,
      maximumWidth: frame.maxX - box.maxX - 12)
  }

  mutating func draw(_ field: Field, in frame: Rect, _ edited: LineEditor?, light: Double) {
    // A number that is not being edited is drawn by its slider.
    let isBare = field.isNumber && edited == nil
    if !isBare {
      fill(frame, radius: 7, edited == nil ? theme.restTone : theme.card)
      if edited == nil { fill(frame, radius: 7, theme.restTone.opacity(light)) }
      strongEdge(frame, radius: 7)
    }
    if edited != nil {
      edge(frame, radius: 7, width: 2, field.isInvalid ? theme.danger : theme.accent)
    }
    guard !isBare else { return }
    let line = edited ?? LineEditor(field.text)
    let shown = line.shown.line.text
    let (inside, hasUnit) = field.room(for: shown, in: frame, fonts)
    if hasUnit {
      label(
        field.unit, at: Vector(frame.maxX - 10, frame.midY), .caption, theme.secondaryText,
        align: .trailing)
    }
    if shown.isEmpty {
      label(
        field.prompt, at: Vector(inside.minX + 4, inside.midY), .body, theme.secondaryText,
        maximumWidth: inside.width - 4)
    }
    self.line(line, in: inside, hasKeyboard: edited != nil)
  }

  mutating func draw(track: Rect, to share: Double) {
    let radius = track.height / 2
    fill(track, radius: radius, theme.track)
    strongEdge(track, radius: radius)
    let filled = Rect(
      x: track.minX, y: track.minY, width: share * track.width, height: track.height)
    clipped(to: filled) { $0.fill(track, radius: radius, $0.theme.accent) }
  }

  /// A capsule filled up to a value, in set A's colour if changed, with its text, a tick at the
  /// inherited value and set B's mark.
  mutating func draw(
    _ slider: Slider, at value: Double, in frame: Rect, light: Double, isHeld: Bool, hasWords: Bool
  ) {
    let isBlue = slider.isChanged || isHeld
    let ink = isBlue ? theme.accent : theme.secondaryText
    let style = slider.isChanged ? TextStyle.strong : .body
    let unit = slider.unit.isEmpty ? 0 : fonts.layout(slider.unit, .caption).width + 4
    let words = Vector(frame.maxX - 10 - unit, frame.midY)
    let cut = frame.minX + max(5, value * frame.width)
    clipped(to: frame, radius: 7) { canvas in
      let theme = canvas.theme
      canvas.fill(frame, theme.restTone)
      var filled = frame
      filled.size.width = cut - frame.minX
      canvas.fill(filled, isBlue ? theme.accent.opacity(0.22) : theme.hover)
      canvas.fill(frame, theme.restTone.opacity(0.6 * light))
      // Interrupt the line at the value where the number is.
      let start = words.x - canvas.fonts.layout(slider.words, style).width - 4
      let lengths = cut > start && hasWords ? [4.0, 4] : [frame.height]
      for (index, length) in lengths.enumerated() {
        let y = index == 0 ? frame.minY : frame.maxY - length
        canvas.fill(Rect(x: cut - 2.5, y: y, width: 2.5, height: length), ink)
      }
      if slider.isChanged {
        let x = frame.minX + slider.inherited * frame.width
        canvas.fill(Rect(x: x - 1, y: frame.maxY - 6, width: 2, height: 6), theme.edge)
      }
      if let other = slider.other {
        let x = frame.minX + max(7, min(frame.width - 7, other * frame.width))
        canvas.marker(
          .diamond, at: Vector(x, frame.maxY - 5), radius: 4.5, theme.bFill, on: theme.window)
      }
    }
    strongEdge(frame, radius: 7)
    guard hasWords else { return }
    label(
      slider.unit, at: Vector(frame.maxX - 10, frame.midY), .caption, theme.secondaryText,
      align: .trailing)
    label(
      slider.words, at: words, style, theme.text, align: .trailing,
      maximumWidth: words.x - frame.minX - 4)
  }

  mutating func draw(toggle isOn: Bool, in frame: Rect) {
    fill(frame, radius: 12, isOn ? theme.accent : theme.pressed)
    strongEdge(frame, radius: 12)
    let knob = Rect(
      center: Vector(isOn ? frame.maxX - 12 : frame.minX + 12, frame.midY), size: Size(20, 20))
    shadow(of: knob, radius: 10, .chip)
    fill(knob, radius: 10, isOn ? theme.onAccent : theme.raised)
    strongEdge(knob, radius: 10)
  }
}

extension Push {
  /// Width of the icon's area, in points.
  var iconWidth: Double { icon == .mark ? 40 : title.isEmpty ? 32 : 34 }

  fileprivate func radius(in frame: Rect) -> Double { frame.height < 28 ? 7 : 9 }

  var style: TextStyle {
    switch kind {
    case .tab where isSmall, .chip, .segment: isOn ? .smallStrong : .small
    case .tab: isOn ? .strong : .body
    case .main: .strong
    case .soft: .smallStrong
    case .choice: isOn ? .strong : .body
    case .plain where isSmall, .quiet where isSmall: .smallStrong
    case .plain, .quiet: isOn ? .strong : .medium
    }
  }

  /// Width in points, the same on and off; without fonts, an estimate for wide ones.
  func width(_ fonts: FontBook?) -> Double {
    var on = self
    on.isOn = true
    let width = fonts?.layout(title, on.style).width ?? 0.65 * on.style.size * Double(title.count)
    let words = width.rounded(.up)
    let around: Double =
      switch kind {
      case .tab: isSmall ? 12 : 26
      case .chip: 16
      case .segment: 20
      case .soft: 18
      case .plain where isSmall: 20
      case .main, .plain, .quiet, .choice: icon == nil ? 28 : iconWidth + (title.isEmpty ? 0 : 10)
      }
    return words + around + (hasArrow ? 14 : 0)
  }
}

extension Field {
  /// Frame of a text in a field, and whether there is room for the unit after it.
  func room(for text: String, in frame: Rect, _ fonts: FontBook) -> (frame: Rect, hasUnit: Bool) {
    guard isNumber else { return (frame.inset(by: 10, 0), false) }
    let length = text.isEmpty ? 0 : fonts.layout(text, .body).width
    let unitWidth = unit.isEmpty ? 0 : fonts.layout(unit, .caption).width + 4
    let hasUnit = !unit.isEmpty && length + unitWidth <= frame.width - 14
    let right = frame.maxX - 10 - (hasUnit ? unitWidth : 0)
    let start = max(frame.minX + 6, right - length)
    let inside = Rect(x: start, y: frame.minY, width: right - start, height: frame.height)
    return (inside, hasUnit)
  }
}
