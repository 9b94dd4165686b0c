import Feel
import FeelGeometry
import FeelTrace
import Lab
import Raster
import Stage
import TextLayout
import XWindow

// A FeelLab window with a single scene, the beads of BeadScene.swift, and everything that surrounds
// a scene: timeline, parameters, overlays and time controls. Ctrl+Q quits and prints the beads'
// position.

/// A session, and the window that shows it.
final class SceneWindow {
  private let window: Window
  private let fonts: FontBook
  private let renderer: Renderer
  private(set) var session: Session
  private var difference = ListDifference()
  private var shown: DisplayList?
  private var shownTime = Instant.zero
  private var (isChanged, isOpen) = (true, true)

  init(_ catalog: Catalog) throws {
    var options = WindowOptions()
    options.title = catalog.scenes[0].title
    window = try Window(options)
    fonts = try FontBook()
    renderer = Renderer(outline: fonts.outline)
    session = Session(
      catalog: catalog, scene: catalog.scenes[0], size: Size(options.width, options.height),
      scale: window.scale)
  }

  func run() {
    while isOpen {
      let isMoving = session.isMoving(at: max(shownTime, session.now))
      let wake = window.wait(frameWanted: isChanged || isMoving, deadline: session.deadline)
      for event in wake.events { take(event) }
      while let deadline = session.deadline, deadline <= window.now {
        session.advance(to: deadline)
        isChanged = true
      }
      // Of all requests, such as those for the clipboard or files, this window only handles
      // quitting.
      if session.takeRequests().contains(.quit) { isOpen = false }
      if let vblank = wake.frame { draw(for: vblank) }
    }
  }

  private func take(_ event: WindowEvent) {
    isChanged = true
    switch event {
    case .input(let input): session.handle(.input(input))
    case .resized(let size): fit(size, scale: window.scale)
    case .scale(let scale):
      session.handle(.host(session.now, .scale(scale)))
      fit(window.pixelSize, scale: scale)
    case .close, .destroyed, .lost: isOpen = false
    default: break
    }
  }

  private func fit(_ size: PixelSize, scale: Double) {
    let points = Size(Double(size.width) / scale, Double(size.height) / scale)
    session.handle(.host(session.now, .size(points)))
  }

  private func draw(for vblank: Instant) {
    shownTime = max(vblank, session.now)
    let list = session.displayList(at: shownTime, fonts: fonts)
    let size = window.pixelSize
    var damage = Damage(width: size.width, height: size.height)
    if let shown {
      difference.find(from: shown, to: list, width: size.width, height: size.height)
      damage = difference.damage
    }
    window.present(damage: damage) { pixels, target in
      renderer.draw(
        list, into: &pixels, width: target.size.width, height: target.size.height,
        stride: target.stride, damage: target.redraw)
    }
    shown = list
    isChanged = false
  }
}

let beads = try SceneWindow(Catalog([BeadScene.self]))
beads.run()
for field in beads.session.state { print(field.name, field.value) }
