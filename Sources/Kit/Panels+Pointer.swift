package import Feel
package import Stage

/// What came of an event.
package struct Reply<Ask: Hashable & Sendable>: Sendable {
  /// Whether it is none of anything's below.
  package var isTaken = false
  /// What elements ask for, with what was done to them.
  package var asks: [(ask: Ask, gesture: Gesture)] = []
  /// A text for the clipboard.
  package var copied: String?
  /// Whether the clipboard's text is wanted.
  package var wantsPaste = false

  static var taken: Reply { Reply(isTaken: true) }

  mutating func add(_ ask: Ask?, _ gesture: Gesture) {
    if let ask { asks.append((ask, gesture)) }
  }

  /// What came first, and then what else is asked for.
  static func + (a: Reply, b: Reply) -> Reply {
    var reply = a
    reply.asks += b.asks
    return reply
  }
}

extension Panels {
  /// Whether a press holds an element.
  package var isHeld: Bool { press != nil || scrolls.values.contains(where: \.isBarPressed) }

  /// Whether a press holds an element, or else the pointer is over it.
  package func isPointed(_ id: String) -> Bool { id == press?.id ?? hovered }

  /// The element that a press drags.
  package var dragged: String? { press.flatMap { $0.isDragged ? $0.id : nil } }

  /// Whether a press or the keyboard is at an element whose id begins so.
  package func isHeld(_ prefix: String) -> Bool {
    [press?.id, focus].contains { $0?.hasPrefix(prefix) ?? false }
  }

  /// Whether a panel is open under which nothing is live.
  package var isModal: Bool { modal != nil }

  // MARK: The pointer

  /// Follows the pointer.
  package mutating func handle(
    _ sample: PointerSample, _ settings: PointerSettings
  ) -> Reply<Ask> {
    pointer = sample.phase == .exited ? nil : sample.location
    if let press { return follow(sample, press, settings) }
    let hit = pointer.flatMap { self.hit($0, at: sample.time) }
    let target = hit.flatMap { hit in hit.node.map { Place(panel: hit.panel, node: $0) } }
    var reply = Reply<Ask>(isTaken: hit != nil || isModal)
    if hovered != target.map({ node($0).id }) { leaveHovered(sample, &reply) }
    hover(target.map { node($0).id }, at: sample.time)
    if sample.phase != .down { presses.follow(sample) }
    if scroll(sample) { return .taken }
    switch sample.phase {
    case .moved, .exited:
      if let target {
        light(target)
        reply.add(ask(target, .pointer), .pointed(sample))
      }
      return reply
    case .up: return releaseInMenu(target) ?? reply
    case .down:
      tip = nil
      guard hit != nil else { return pressBeside(sample) + reply }
      return target.map { press($0, sample, settings) + reply } ?? reply
    }
  }

  /// Tells the element that follows the pointer that it is gone.
  private func leaveHovered(_ sample: PointerSample, _ reply: inout Reply<Ask>) {
    var gone = sample
    gone.phase = .exited
    reply.add(hovered.flatMap(place).flatMap { ask($0, .pointer) }, .pointed(gone))
  }

  /// Lets the bar of a list follow the pointer; returns whether a press holds it.
  private mutating func scroll(_ sample: PointerSample) -> Bool {
    var isHeld = false
    for (id, var scroll) in scrolls where place(id).map({ $0.panel >= modal ?? 0 }) ?? false {
      isHeld = isHeld || scroll.isBarPressed
      _ = scroll.handle(.pointer(sample))
      isHeld = isHeld || scroll.isBarPressed
      scrolls[id] = scroll
    }
    return isHeld
  }

  /// A press beside a panel over the window may end it; beside all others it ends what is typed.
  private mutating func pressBeside(_ sample: PointerSample) -> Reply<Ask> {
    var reply = Reply<Ask>(isTaken: isModal)
    guard let modal else {
      reply.asks = leave()
      return reply
    }
    let tree = panels[modal].placed.tree
    if tree.closesBeside { reply.add(tree.dismiss, .dismissed) }
    return reply
  }

  private mutating func press(
    _ target: Place, _ sample: PointerSample, _ settings: PointerSettings
  ) -> Reply<Ask> {
    var reply = Reply<Ask>.taken
    let node = node(target)
    let count = presses.count(sample, settings)
    if let row = node.row { return press(row: row, of: target, sample, count: count) }
    if case .field = node.look {
    } else if let field = focus, !isInSheet(field) {
      reply.asks = leave()
    }
    if let id = panels[target.panel].placed.tree.keyboard, focus == nil {
      giveKeyboard(to: id)
      isQuiet = true
    }
    let following = ask(target, .pointer)
    if let following, [.primary, .middle].contains(sample.button) {
      press = Press(node.id, sample)
      reply.add(following, .pointed(sample))
      return reply
    }
    guard sample.button == .primary else {
      if sample.button == .secondary {
        reply.add(ask(outwards: target, .secondary)?.ask, .secondary(at: sample.location))
      }
      return reply
    }
    guard !node.isDisabled else { return reply }
    if sample.modifiers.contains(.control), let ask = ask(target, .control) {
      reply.add(ask, .pressed)
      return reply
    }
    if count == 2, let ask = ask(target, .double) {
      presses = DoublePress()
      reply.add(ask, .pressed)
      return reply
    }
    press = Press(node.id, sample)
    if node.repeats {
      press?.due = sample.time.advanced(by: Self.repeatDelay)
      reply.add(ask(target, .press), .pressed)
    }
    if case .field = node.look {
      if focus != node.id {
        reply.asks += leave()
        giveKeyboard(to: node.id)
      } else {
        putCaret(sample, count: count)
      }
      let selects = count == 1 && !sample.modifiers.contains(.shift)
      let start = selects ? index(at: sample) : nil
      editing?.selectsFrom = start
    }
    if case .slider(let slider) = node.look {
      let frame = shifted(target.node, panels[target.panel].placed, at: sample.time)
      press?.slider = ProgressSlider(frame: Slider.track(in: frame), value: slider.value)
      _ = press?.slider?.handle(.pointer(sample))
    }
    reply.add(ask(target, .slide), .slid(.began(sample.location)))
    return reply
  }

  /// Whether an element is in a panel that lies over the window: its field keeps the keyboard.
  private func isInSheet(_ id: String) -> Bool {
    place(id).map { panels[$0.panel].placed.tree.dismiss != nil } ?? false
  }

  private mutating func putCaret(_ sample: PointerSample, count: Int) {
    guard let index = index(at: sample) else {
      editing?.line.selectAll()
      return
    }
    switch count {
    case 1:
      self.editing?.line.putCaret(before: index, selects: sample.modifiers.contains(.shift))
    case 2: self.editing?.line.selectWord(at: index)
    default: self.editing?.line.selectAll()
    }
  }

  /// The place in the edited text at the pointer; `nil` where nobody knows how wide letters are.
  private func index(at sample: PointerSample) -> Int? {
    guard let editing, let fonts, let place = place(editing.id),
      case .field(let field) = node(place).look
    else { return nil }
    let frame = shifted(place.node, panels[place.panel].placed, at: sample.time)
    let inside = field.room(for: editing.line.text, in: frame, fonts).frame
    return editing.line.place(at: sample.location.x, in: inside, fonts)
  }

  /// Lets an element that a press holds follow the pointer.
  private mutating func follow(
    _ sample: PointerSample, _ press: Press, _ settings: PointerSettings
  ) -> Reply<Ask> {
    guard let place = place(press.id) else {
      self.press = nil
      return .taken
    }
    var reply = Reply<Ask>.taken
    let frame = shifted(place.node, panels[place.panel].placed, at: sample.time)
    let isInside = sample.phase != .exited && frame.contains(sample.location)
    self.press?.isInside = isInside
    hover(isInside ? press.id : nil, at: sample.time)
    if !isInside { self.press?.due = nil }
    if let ask = ask(place, .pointer), sample.phase != .down {
      let isOver = sample.phase == .up && sample.button == press.button
      if isOver { endPress() }
      if isOver || sample.phase != .up { reply.add(ask, .pointed(sample)) }
      if isOver, !isInside {
        hovered = press.id
        leaveHovered(sample, &reply)
        hover(nil, at: sample.time)
      }
      return reply
    }
    let way = sample.location - press.start
    switch sample.phase {
    case .moved:
      let isGrip = if case .grip = node(place).look { true } else { false }
      let isDragged =
        press.isDragged || isGrip || abs(way.x) + abs(way.y) >= settings.dragThreshold
      self.press?.isDragged = isDragged
      if press.slider != nil {
        slide(sample, place, &reply)
      } else if isDragged {
        if editing?.id == press.id { select(to: sample) }
        reply.add(ask(place, .slide), .slid(.moved(by: way)))
        if let ask = ask(place, .scrub), let step = scrub(sample) { reply.add(ask, step) }
      }
    case .up where sample.button == .primary:
      let end = press.isDragged ? hit(sample.location, at: sample.time) : nil
      let over = end.flatMap { hit in
        hit.node.map { panels[hit.panel].placed.tree.nodes[$0].id }
      }
      slide(sample, place, &reply)
      endPress()
      reply.add(ask(place, .slide), .slid(.ended(at: sample.location, over: over)))
      if isInside, !node(place).repeats { reply.add(ask(place, .press), .pressed) }
    case .down: return cancel()
    case .up, .exited: break
    }
    return reply
  }

  private mutating func endPress() {
    press = nil
    editing?.selectsFrom = nil
  }

  /// Selects what a press was dragged over.
  private mutating func select(to sample: PointerSample) {
    guard let start = editing?.selectsFrom, let index = index(at: sample) else { return }
    editing?.line.putCaret(before: start, selects: false)
    editing?.line.putCaret(before: index, selects: true)
  }

  /// Moves the thumb of a held slider with the pointer, more finely the further away it is.
  private mutating func slide(
    _ sample: PointerSample, _ place: Place, _ reply: inout Reply<Ask>
  ) {
    guard let effects = press?.slider?.handle(.pointer(sample)) else { return }
    for case .valueChanged(let share) in effects {
      reply.add(ask(place, .slide), .slid(.set(share)))
    }
  }

  /// Counts a drag sideways: two points are a step, with Shift twenty.
  private mutating func scrub(_ sample: PointerSample) -> Gesture? {
    guard let x = press?.x else { return nil }
    press?.x = sample.location.x
    return press?.steps.count(
      (sample.location.x - x) / (sample.modifiers.contains(.shift) ? 20 : 2))
  }

  /// Abandons a press.
  package mutating func cancel() -> Reply<Ask> {
    var reply = Reply<Ask>.taken
    if let press, let place = place(press.id) {
      reply.add(ask(place, .slide), .slid(.cancelled))
      reply.add(ask(place, .scrub) ?? ask(place, .pointer), .dismissed)
    }
    endPress()
    tip = nil
    for (id, var scroll) in scrolls where scroll.isBarPressed {
      _ = scroll.handle(.cancel(CancelSample(time: .zero, reason: .user)))
      scrolls[id] = scroll
    }
    return reply
  }

  // MARK: Rows

  /// The list that a row is in, with its place.
  private func list(of row: Place) -> (place: Place, id: String, list: List)? {
    guard let index = panels[row.panel].placed.lists[row.node] else { return nil }
    let node = panels[row.panel].placed.tree.nodes[index]
    guard case .list(let list) = node.look else { return nil }
    return (Place(panel: row.panel, node: index), node.id, list)
  }

  private mutating func press(
    row: Int, of target: Place, _ sample: PointerSample, count: Int
  ) -> Reply<Ask> {
    var reply = Reply<Ask>.taken
    guard let (place, id, list) = list(of: target) else { return reply }
    guard !list.isPage else { return reply }
    guard !list.isMenu else {
      (lit[id], isOverMenu) = (row, true)
      return reply
    }
    guard sample.button == .primary else { return reply }
    reply.add(ask(place, .choose), .chosen(row))
    if count == 2 {
      presses = DoublePress()
      reply.add(ask(place, .choose), .opened(row))
    }
    return reply
  }

  /// Lights the row of a menu that the pointer is over.
  private mutating func light(_ target: Place) {
    guard let row = node(target).row, let (_, id, list) = list(of: target), list.isMenu else {
      return
    }
    (lit[id], isOverMenu) = (row, true)
  }

  /// Chooses the row of a menu that a press ends over, if the pointer has been over its rows.
  private mutating func releaseInMenu(_ target: Place?) -> Reply<Ask>? {
    guard let target, let row = node(target).row, let (place, _, list) = list(of: target),
      list.isMenu
    else { return nil }
    var reply = Reply<Ask>.taken
    if isOverMenu, !list.disabled.contains(row) { reply.add(ask(place, .choose), .chosen(row)) }
    return reply
  }

  // MARK: Hovering

  /// Lights an element and what it lies in.
  mutating func hover(_ id: String?, at now: Instant) {
    guard id != hovered else { return }
    let (before, after) = (hovered.map(outwards) ?? [], id.map(outwards) ?? [])
    for id in before where !after.contains(id) { turnLight(of: id, to: 0, at: now) }
    for id in after where !before.contains(id) { turnLight(of: id, to: 1, at: now) }
    hovered = id
    let told = after.first { id in
      place(id).map { !node($0).tip.isEmpty || ask($0, .help) != nil } ?? false
    }
    if let told, told == tip?.id { return }
    tip = nil
    if let told, press == nil {
      tip = Tip(id: told, due: now.advanced(by: Self.tooltipDelay))
    }
    fades = fades.filter { $0.value.target > 0 || $0.value.isMoving(at: now) }
  }

  /// An element and what it lies in, by their ids, the innermost first.
  private func outwards(from id: String) -> [String] {
    guard let place = place(id) else { return [id] }
    let placed = panels[place.panel].placed
    return [id]
      + placed.ancestors(of: place.node).map { placed.tree.nodes[$0].id }.filter { !$0.isEmpty }
  }

  private mutating func turnLight(of id: String, to target: Double, at now: Instant) {
    fades[id, default: Fade(0)].turn(to: target, at: now, over: target > 0 ? 0.08 : 0.16)
  }

  /// What the pointer looks like, where that is for an element to say.
  package var cursor: Cursor? {
    if let id = press?.id ?? hovered, let place = place(id) { return node(place).cursor ?? .arrow }
    return isModal || isOverPanel ? .arrow : nil
  }

  /// Whether the pointer is over any of the panels.
  private var isOverPanel: Bool {
    guard let pointer else { return false }
    return panels.contains { $0.placed.frames.first?.contains(pointer) ?? false }
  }

  // MARK: The wheel

  /// Scrolls the list under the pointer, or steps the number in a focused field there.
  package mutating func handle(_ sample: WheelSample) -> Reply<Ask> {
    guard let hit = hit(sample.location, at: sample.time) else { return Reply(isTaken: isModal) }
    if let reply = step(sample, over: hit.panel) { return reply }
    let placed = panels[hit.panel].placed
    if let node = hit.node, let found = ask(outwards: Place(panel: hit.panel, node: node), .wheel) {
      return Reply(isTaken: true, asks: [(found.ask, .wheeled(sample))])
    }
    for index in placed.tree.nodes.indices {
      let id = placed.tree.nodes[index].id
      guard placed.frames[index].contains(sample.location), var scroll = scrolls[id] else {
        continue
      }
      _ = scroll.handle(.wheel(sample))
      scrolls[id] = scroll
      lastScroll = sample.time
    }
    return .taken
  }

  /// A step a notch, up or to the right for more, over the line of the field that has the keyboard.
  ///
  /// A scroll goes on until the wheel rests, so fields that pass under the pointer do not change.
  private mutating func step(_ sample: WheelSample, over panel: Int) -> Reply<Ask>? {
    let notches = sample.delta.x - sample.delta.y
    guard sample.unit == .notches, notches.isFinite, abs(notches) <= 1000,
      lastScroll.map({ sample.time - $0 > Self.wheelRest }) ?? true,
      let id = editing?.id, let place = place(id), place.panel == panel,
      let ask = ask(place, .step),
      case let placed = panels[place.panel].placed,
      visible(placed.ancestors(of: place.node).first ?? place.node, placed, at: sample.time)
        .contains(sample.location)
    else { return nil }
    let isSame = turn.map { $0.id == id && sample.time - $0.time <= Self.wheelRest } ?? false
    if !isSame { turn = Turn(id: id, time: sample.time) }
    turn?.time = sample.time
    var reply = Reply<Ask>.taken
    if let step = turn?.steps.count(notches) {
      giveKeyboard(to: id)
      reply.add(ask, step)
    }
    return reply
  }

  // How soon a turn of the wheel belongs to the one before, in seconds.
  private static var wheelRest: Double { 0.5 }

  // MARK: Time

  /// When `advance(to:)` must be called next.
  package var deadline: Instant? {
    ([tip?.due, press?.due] + scrolls.values.map(\.deadline)).compactMap(\.self).min()
  }

  /// Lets time pass: tooltips appear, lists go on scrolling, and a held button may act again.
  package mutating func advance(to now: Instant) -> Reply<Ask> {
    if let due = tip?.due, now >= due { tip?.due = nil }
    for (id, var scroll) in scrolls where scroll.deadline.map({ $0 <= now }) ?? false {
      _ = scroll.advance(to: now)
      scrolls[id] = scroll
    }
    var reply = Reply<Ask>()
    guard let press, let due = press.due, now >= due else { return reply }
    self.press?.due = due.advanced(by: Self.repeatInterval)
    reply.add(place(press.id).flatMap { ask($0, .press) }, .pressed)
    return reply
  }

  /// Whether the picture changes by time alone.
  package func isMoving(at now: Instant) -> Bool {
    fades.values.contains { $0.isMoving(at: now) }
      || scrolls.values.contains { $0.isMoving(at: now) }
  }
}
