internal import Feel
internal import Kit
internal import Stage

extension Session {
  /// Opens the list of what is under the pointer at a right press; returns whether it did.
  mutating func openMenu(_ sample: PointerSample) -> Bool {
    guard sample.phase == .down, sample.button == .secondary, !isHandBusy, !panels.isModal
    else { return false }
    let point = sample.location
    if layout.inspector?.contains(point) ?? false {
      return false
    } else if layout.bar.contains(point) {
      offer(MenuItems(self).window, at: point)
    } else if layout.isOnStage(point) {
      offer(MenuItems(self).stage(at: point), at: point)
      // What the pointer lit is out of its reach now.
      leaveStage(sample)
    }
    guard menu != nil else { return false }
    stagePresses.isElsewhere = true
    return true
  }

  /// Opens the list of what has the keyboard, or of the stage; returns whether the key was one that does.
  mutating func openMenu(_ sample: KeySample) -> Bool {
    let isKey =
      sample.key == .menu || sample.key == .function(10) && sample.modifiers == .shift
    guard isKey, !isHandBusy else { return false }
    if panels.hasKeyboard("takes") {
      revealTake()
      arrange()
    }
    if let (ask, frame) = panels.secondaryOfFocus(at: now) {
      perform(ask, .secondary(at: Vector(frame.minX + 16, min(frame.maxY, frame.minY + 32))))
      guard let items = menu?.items else { return true }
      if panels.hasKeyboard("takes") {
        // The list begins where the card does.
        let card = Rect(origin: frame.origin, size: Size(Menu.width, frame.height))
        menu = Menu(items, below: card, in: size, window.fonts)
      }
      menu?.lit = 0
    } else {
      let stage = layout.openStage.inset(by: 16)
      let scene = player.run.scene
      let focused = scene.focusedIndex.map { scene.parts[$0].hitBox }
      let point = focused?.intersection(stage)?.center ?? panels.pointer ?? stage.center
      let inside = layout.isOnStage(point) ? point : stage.center
      offer(MenuItems(self).stage(at: inside), at: inside, byKey: true)
    }
    return true
  }

  /// Offers the scenes below the button that names the shown one.
  mutating func listScenes() {
    let items = catalog.scenes.indices.map { index in
      Menu.Item(catalog.scenes[index].title, .scene(index))
    }
    guard let anchor = panels.frame(of: "scenes.list", at: now) else { return }
    offer(items, at: Vector(anchor.minX, anchor.maxY))
    let index = sceneIndex
    menu?.lit = index
  }

  mutating func offer(_ items: [Menu.Item], at point: Vector, byKey: Bool = false) {
    guard !items.isEmpty else { return }
    menu = Menu(items, at: point, in: size, window.fonts)
    if byKey { menu?.lit = 0 }
  }
}
