package import Feel
internal import Raster
package import Stage
internal import TextLayout

extension Panels {
  /// Draws the panels of a layer; what only a panel can draw, `custom` draws.
  package func draw(
    _ layer: Layer, into canvas: inout Canvas, at now: Instant,
    custom: (_ id: String, _ frame: Rect, _ light: Double, _ canvas: inout Canvas) -> Void
  ) {
    for panel in panels where panel.layer == layer {
      let all = 0..<panel.placed.tree.nodes.count
      draw(all, Scope(panel.placed, isQuiet ? nil : focus), into: &canvas, at: now, custom)
    }
  }

  /// What elements are drawn in: how far they are scrolled, and where they can be seen.
  private struct Scope {
    let placed: Placed<Ask>
    /// The element around which the ring of the keyboard lies.
    let ringed: Int?
    var shift = Vector.zero
    var room: Rect?

    init(_ placed: Placed<Ask>, _ focus: String?) {
      self.placed = placed
      let nodes = placed.tree.nodes
      let index = focus.flatMap { focus in nodes.firstIndex { $0.id == focus } }
      // A line is ringed around what is changed in it.
      let isRow = index.map { [.row, .custom].contains(nodes[$0].look) } ?? false
      ringed = (isRow ? index.flatMap { placed.tree.children(of: $0).last } : nil) ?? index
    }
  }

  private func draw(
    _ range: Range<Int>, _ scope: Scope, into canvas: inout Canvas, at now: Instant,
    _ custom: (String, Rect, Double, inout Canvas) -> Void
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let node = scope.placed.tree.nodes[index]
      let frame = scope.placed.frames[index].offset(by: scope.shift)
      let inside = index + 1..<node.end
      let isRinged = index == scope.ringed
      index = node.end
      if let room = scope.room, frame.intersection(room) == nil { continue }
      let isFaint = node.isFaint && !isRinged
      if isFaint { canvas.draw(.group(opacity: canvas.theme.name == .contrast ? 0.65 : 0.45)) }
      draw(node, in: frame, isRinged: isRinged, into: &canvas, at: now)
      if isFaint { canvas.draw(.pop) }
      if case .custom = node.look { custom(node.id, frame, light(of: node.id, at: now), &canvas) }
      guard node.scrolls, let length = scrolls.length(of: node.id) else {
        draw(inside, scope, into: &canvas, at: now, custom)
        continue
      }
      let (offset, isColumn) = (scrolls.offset(of: node.id, at: now), node.look == .scroll)
      var scope = scope
      (scope.shift, scope.room) = (scope.shift - Vector(0, offset), frame)
      canvas.draw(.clip(isColumn ? frame : frame.inset(by: 1), radius: isColumn ? 0 : 7))
      draw(inside, scope, into: &canvas, at: now, custom)
      canvas.draw(.pop)
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
    canvas.fill(thumb, radius: 2, canvas.theme.controlBorder)
  }

  /// How far the pointer lights an element, 0…1.
  private func light(of id: String, at now: Instant) -> Double { fades[id]?.value(at: now) ?? 0 }

  private func draw(
    _ node: Node, in frame: Rect, isRinged: Bool, into canvas: inout Canvas, at now: Instant
  ) {
    let theme = canvas.theme
    let light = light(of: node.id, at: now)
    switch node.look {
    case .none, .custom, .scroll: break
    case .ground(let ground): canvas.draw(ground, in: frame)
    case .label(let label): canvas.draw(label, in: frame)
    case .paragraph(let words, let ink, let lines):
      canvas.paragraph(
        words, at: Vector(frame.minX, frame.minY + 9), width: frame.width, lines: lines,
        ink.color(theme))
    case .button(let push):
      let isPressed = press?.id == node.id && press?.isInside ?? false
      canvas.draw(push, in: frame, light: light, isPressed: isPressed)
    case .item(let item):
      let isLit = node.row != nil && node.row == lit
      canvas.draw(item, in: frame, isLit: isLit && !node.isDisabled, isDisabled: node.isDisabled)
    case .tick(let title, let isOn):
      canvas.draw(tick: title, isOn, in: frame, light: light)
    case .field(let field):
      canvas.draw(field, in: frame, editing?.id == node.id ? editing?.line : nil, light: light)
      return
    case .row where light == 0: break
    case .row: canvas.fill(frame.inset(by: 4, 0), radius: 6, theme.hover.opacity(light))
    case .slider(let slider):
      let held = press?.id == node.id ? press?.slider?.value(at: now) : nil
      let height = 4 + (held == nil ? 2 * light : 4)
      canvas.draw(slider, at: held ?? slider.value, in: frame, height: height)
    case .toggle(let isOn): canvas.draw(toggle: isOn, in: frame)
    case .fold(let isOpen):
      canvas.arrow(at: frame.center, pointing: isOpen ? Vector(0, 1) : Vector(1, 0))
    case .list(let list):
      if !list.isMenu, !list.isPage { canvas.draw(Ground.well, in: frame) }
      canvas.label(
        list.note, at: Vector(frame.minX + 12, frame.minY + 20), .body, theme.secondaryText,
        maximumWidth: frame.width - 24)
    case .progress(let share): canvas.draw(track: frame, from: 0, to: min(1, max(0, share)))
    case .message(let words): canvas.draw(message: words, in: frame)
    case .grip(let isUpright):
      let isLit = node.id == press?.id ?? hovered || node.id == focus
      return canvas.draw(gripIn: frame, isUpright: isUpright, isLit: isLit)
    }
    guard isRinged else { return }
    let isRound = if case .toggle = node.look { true } else { false }
    canvas.focusRing(
      around: frame, radius: isRound ? frame.height / 2 : frame.height < 32 ? 6 : 8)
  }

  /// Draws the tooltip of what the pointer rests on, beside it, in a window of a size.
  ///
  /// - Parameter help: words about what has no tooltip of its own, where they stand nowhere else.
  package func drawTip(
    into canvas: inout Canvas, in size: Size, at now: Instant,
    help: (_ ask: Ask, _ canvas: Canvas) -> String? = { _, _ in nil }
  ) {
    guard let tip, tip.due == nil, let place = place(tip.id) else { return }
    let anchor = frame(place, at: now)
    let own = node(place).tip
    let words = own.isEmpty ? ask(place, .help).flatMap { help($0, canvas) } : own
    // What lies along the bottom is looked at below its buttons.
    let isAbove = panels[place.panel].layer == .dock
    if let words { canvas.tooltip(words, beside: anchor, in: size, isAbove: isAbove) }
  }
}

extension Canvas {
  /// Says what something is, below it in a window of a size, or above where there is no room below.
  mutating func tooltip(
    _ words: String, beside anchor: Rect, in size: Size, isAbove: Bool = false
  ) {
    let whole = (fonts.layout(words, .small).width + 20).rounded(.up)
    let width = min(size.width - 16, whole <= 448 ? whole : 360)
    let lines = whole <= width ? 1 : self.lines(of: words, width: width - 20).count
    let height = 13 + 15 * Double(lines)
    let isBelow = !isAbove && anchor.maxY + 8 + height < size.height
    let chip = Rect(
      x: max(8, min(size.width - 8 - width, (anchor.midX - width / 2).rounded())),
      y: isBelow ? anchor.maxY + 8 : anchor.minY - 8 - height, width: width, height: height)
    floating(chip, radius: 6)
    if lines == 1 {
      label(words, at: chip.center, .small, theme.text, align: .center, maximumWidth: width - 12)
    } else {
      paragraph(
        words, at: Vector(chip.minX + 10, chip.minY + 14), width: width - 20, lines: lines,
        theme.text)
    }
  }

  mutating func draw(_ ground: Ground, in frame: Rect) {
    switch ground {
    case .band(let edge), .line(let edge):
      if case .band = ground { fill(frame, theme.surface) }
      let line = snapped(1)
      let place =
        switch edge {
        case .top: Rect(x: frame.minX, y: frame.minY, width: frame.width, height: line)
        case .bottom: Rect(x: frame.minX, y: frame.maxY - line, width: frame.width, height: line)
        case .left: Rect(x: frame.minX, y: frame.minY, width: line, height: frame.height)
        }
      fill(place, theme.border)
    case .floating(let radius): floating(frame, radius: radius)
    case .sheet:
      let all = Rect(x: -1e4, y: -1e4, width: 2e4, height: 2e4)
      fill(all, theme.background.opacity(0.72))
      floating(frame, radius: 14)
    case .group: edge(frame.inset(by: 0, 3), radius: 8, theme.controlBorder)
    case .well:
      fill(frame, radius: 8, theme.background)
      edge(frame, radius: 8, theme.border)
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

  /// Shortens the path at the end of a sentence from the front: the file's own name says most.
  func fitting(_ text: String, _ style: TextStyle, in width: Double) -> String {
    guard let slash = text.firstIndex(of: "/") else { return text }
    var (path, shown) = (text[slash...].split(separator: "/"), text)
    while path.count > 1, fonts.layout(shown, style).width > width {
      path.removeFirst()
      shown = text[..<slash] + "…/" + path.joined(separator: "/")
    }
    return shown
  }

  mutating func draw(message words: String, in frame: Rect) {
    let text = fitting(words, .strong, in: frame.width - 16)
    var ground = frame
    ground.size.width = min(frame.width, fonts.layout(text, .strong).width + 16)
    fill(ground, radius: 6, theme.accentSoft)
    label(
      text, at: Vector(frame.minX + 8, frame.midY), .strong, theme.text,
      maximumWidth: frame.width - 16)
  }

  mutating func draw(gripIn frame: Rect, isUpright: Bool, isLit: Bool) {
    let middle = isUpright ? Vector(frame.minX + 5, frame.midY) : Vector(frame.midX, frame.minY + 5)
    if isLit {
      let size = isUpright ? Size(2, frame.height) : Size(frame.width, 2)
      fill(Rect(center: middle, size: size), theme.accent)
    }
    fill(
      Rect(center: middle, size: isUpright ? Size(3, 32) : Size(32, 3)), radius: 1.5,
      isLit ? theme.accent : theme.controlBorder)
  }

  mutating func draw(_ push: Push, in frame: Rect, light: Double, isPressed: Bool) {
    let hover = isPressed ? theme.pressed : theme.hover.opacity(light)
    let isLit = push.isOn && !isPressed
    let arrowPlace = Vector(frame.maxX - 14, frame.midY)
    switch push.kind {
    case .chip:
      let frame = frame.inset(by: 1.5, 2.5).offset(by: Vector(0, 0.5))
      fill(frame, radius: 6, isLit ? theme.accentSoft : hover)
      if push.isOn { edge(frame, radius: 6, theme.accent) }
      return label(
        push.title, at: frame.center,
        push.isOn ? TextStyle(size: 12, weight: .semibold) : .small,
        push.isOn ? theme.text : theme.secondaryText, align: .center,
        maximumWidth: frame.width - 4)
    case .choice:
      fill(frame, radius: 6, isPressed ? theme.pressed : theme.surface)
      edge(frame, radius: 6, theme.controlBorder)
      label(
        push.title, at: Vector(frame.minX + 10, frame.midY), .body, theme.text,
        maximumWidth: frame.width - 34)
      return arrow(at: arrowPlace, pointing: Vector(0, 1))
    case .segment:
      let ground = frame.inset(by: 2, 5)
      if push.isOn { selected(ground, radius: 6) } else { fill(ground, radius: 6, hover) }
      return label(
        push.title, at: frame.center, push.isOn ? .strong : .small, theme.text, align: .center)
    case .main: fill(frame, radius: 8, isPressed ? theme.accentPressed : theme.accent)
    case .plain where isLit, .quiet where isLit: selected(frame, radius: 8)
    case .quiet: fill(frame, radius: 8, hover)
    case .plain:
      let idle = theme.surface.mixed(with: theme.hover, light)
      fill(frame, radius: 8, isPressed ? theme.pressed : idle)
    }
    if push.kind == .plain { edge(frame, radius: 8, theme.controlBorder) }
    let ink = push.kind == .main ? theme.onAccent : theme.text
    let style = push.kind == .main || push.isOn && push.icon == nil ? TextStyle.strong : .body
    if let icon = push.icon {
      // An icon with a name stands where it does alone.
      draw(icon, at: push.title.isEmpty ? frame.center : Vector(frame.minX + 16, frame.midY))
      label(push.title, at: Vector(frame.minX + 32, frame.midY), style, ink)
    } else if push.hasArrow, push.kind == .quiet {
      label(push.title, at: Vector(frame.minX + 10, frame.midY), .strong, ink)
    } else {
      let room = push.hasArrow ? 24.0 : 0
      label(
        push.title, at: Vector(frame.midX - room / 2, frame.midY), style, ink, align: .center,
        maximumWidth: frame.width - 4 - room)
    }
    if push.hasArrow { arrow(at: arrowPlace, pointing: Vector(0, 1)) }
  }

  mutating func draw(_ item: Item, in frame: Rect, isLit: Bool, isDisabled: Bool) {
    if item.opensGroup {
      fill(
        Rect(x: frame.minX + 8, y: frame.minY, width: frame.width - 16, height: snapped(1)),
        theme.border)
    }
    if isLit || item.isChosen { selected(frame, radius: 6) }
    var left = frame.minX + (item.tick == nil ? 12.0 : 28)
    if item.tick == true { tick(at: Vector(frame.minX + 14, frame.midY), theme.text) }
    if let icon = item.icon {
      draw(icon, at: Vector(frame.minX + 16, frame.midY))
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
    fill(frame, radius: 8, theme.surface.mixed(with: theme.hover, light))
    let box = Rect(center: Vector(frame.minX + 14, frame.midY), size: Size(14, 14))
    edge(box, radius: 3, width: 1.5, theme.controlBorder)
    if isOn { tick(at: box.center, theme.accent) }
    label(
      title, at: Vector(box.maxX + 8, frame.midY), .body, theme.text,
      maximumWidth: frame.maxX - box.maxX - 12)
  }

  mutating func draw(_ field: Field, in frame: Rect, _ edited: LineEditor?, light: Double) {
    let radius = frame.height < 32 ? 6.0 : 8
    fill(frame, radius: radius, theme.surface)
    let held = field.isInvalid ? theme.danger : theme.accent
    edge(
      frame, radius: radius, width: edited == nil ? 1 : 2,
      edited == nil ? theme.controlBorder.mixed(with: theme.secondaryText, light) : held)
    let line = edited ?? LineEditor(field.text)
    let (inside, hasUnit) = field.room(for: line.text, in: frame, fonts)
    if hasUnit {
      label(
        field.unit, at: Vector(frame.maxX - 8, frame.midY), .small, theme.secondaryText,
        align: .trailing)
    }
    if field.isNumber, edited == nil {
      label(
        line.text, at: Vector(inside.maxX, frame.midY), .body, theme.text, align: .trailing,
        maximumWidth: inside.maxX - frame.minX - 4)
      return
    }
    if line.text.isEmpty {
      label(
        field.prompt, at: Vector(inside.minX + 4, inside.midY), .body, theme.secondaryText,
        maximumWidth: inside.width - 4)
    }
    self.line(line, in: inside, hasKeyboard: edited != nil)
  }

  /// A track that is filled from one share of it to another.
  mutating func draw(track: Rect, from: Double, to: Double) {
    let radius = track.height / 2
    fill(track, radius: radius, theme.track)
    edge(track, radius: radius, theme.controlBorder)
    let filled = Rect(
      x: track.minX + from * track.width, y: track.minY, width: (to - from) * track.width,
      height: track.height)
    clipped(to: filled) { $0.fill(track, radius: radius, $0.theme.accent) }
  }

  /// A track that is filled from what holds unless set to the value, a mark there, and a thumb.
  mutating func draw(_ slider: Slider, at value: Double, in frame: Rect, height: Double) {
    let track = Rect(x: frame.minX, y: frame.midY - height / 2, width: frame.width, height: height)
    draw(track: track, from: min(slider.inherited, value), to: max(slider.inherited, value))
    let mark = Vector(track.minX + slider.inherited * track.width, track.midY)
    fill(Rect(center: mark, size: Size(snapped(1.5), 12)), theme.controlBorder)
    // The thumb stays within the ends of the track.
    let x = track.minX + min(max(value * track.width, 5), track.width - 5)
    let thumb = Rect(center: Vector(x, track.midY), size: Size(height + 8, height + 8))
    fill(thumb, radius: thumb.width / 2, theme.surface)
    edge(thumb, radius: thumb.width / 2, width: 2, theme.accent)
  }

  mutating func draw(toggle isOn: Bool, in frame: Rect) {
    fill(frame, radius: 12, isOn ? theme.accent : theme.track)
    edge(frame, radius: 12, isOn ? theme.accent : theme.controlBorder)
    let knob = Rect(
      center: Vector(isOn ? frame.maxX - 12 : frame.minX + 12, frame.midY), size: Size(18, 18))
    fill(knob, radius: 9, isOn ? theme.onAccent : theme.surface)
    edge(knob, radius: 9, theme.controlBorder)
  }
}

extension Field {
  /// Where a text stands in a field, and whether there is room for the unit after it.
  func room(for text: String, in frame: Rect, _ fonts: FontBook) -> (frame: Rect, hasUnit: Bool) {
    guard isNumber else { return (frame.inset(by: 10, 0), false) }
    let length = text.isEmpty ? 0 : fonts.layout(text, .body).width
    let unitWidth = unit.isEmpty ? 0 : fonts.layout(unit, .small).width + 4
    let hasUnit = !unit.isEmpty && length + unitWidth <= frame.width - 14
    let right = frame.maxX - 8 - (hasUnit ? unitWidth : 0)
    let start = max(frame.minX + 6, right - length)
    let inside = Rect(x: start, y: frame.minY, width: right - start, height: frame.height)
    return (inside, hasUnit)
  }
}
