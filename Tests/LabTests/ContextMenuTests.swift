import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

struct ContextMenuTests {
  /// Chooses an item with the keyboard.
  private func choose(_ row: Int, in session: inout Session) {
    for _ in 0...row { session.key(.down) }
    session.key(.return)
  }

  @Test(arguments: [Character("q"), "w"])
  func `Ctrl+Q and Ctrl+W close the window whatever is open`(key: Character) throws {
    let overlays: [(inout Session) -> Void] = [
      { $0.click(Vector(600, 400), at: 1, button: .secondary) }, { $0.key(.menu) },
      { $0.key(.character("o"), .control) },
      { $0.key(.character("s"), .control) }, { $0.key(.function(1)) },
    ]
    for (index, open) in overlays.enumerated() {
      var session = try Session("carousel")
      session.pointer(.moved, Vector(600, 400), at: 0.5)
      open(&session)
      _ = session.takeRequests()
      session.key(.character(key), .control)
      #expect(session.takeRequests() == [.quit], "\(index)")
    }
  }

  @Test(arguments: [Size(480, 360), Size(600, 400), Size(1200, 800)])
  func `a context menu never covers the place that was clicked`(size: Size) throws {
    for x in stride(from: 20.0, to: size.width, by: 40) {
      for y in stride(from: 60.0, to: size.height - 40, by: 40) {
        var session = try Session("carousel", size: size)
        session.pointer(.moved, Vector(x, y), at: 0.5)
        session.click(Vector(x, y), at: 1, button: .secondary)
        let items = session.menuItems.filter { !$0.states.contains(.offscreen) }
        #expect(!items.isEmpty)
        #expect(items.allSatisfy { !$0.frame.contains(Vector(x, y)) }, "\(x), \(y)")
        #expect(items.allSatisfy { $0.frame.minX >= 0 && $0.frame.maxX <= size.width })
        #expect(items.allSatisfy { $0.frame.minY >= 0 && $0.frame.maxY <= size.height })
      }
    }
  }

  @Test func `the context menu of a frozen stage offers frame steps`() throws {
    var session = try Session("carousel")
    session.key(.character("p"), at: 1)
    session.click(Vector(600, 400), at: 2, button: .secondary)
    let names = session.menuItems.map(\.name)
    #expect(names.contains("Previous frame") && names.contains("Resume"))
  }

  @Test func `the context menu offers to save a video once, even after a recording`() throws {
    var session = try Session("carousel")
    session.flick(from: Vector(600, 300), by: Vector(-200, 0), at: 1, lasting: 0.1, until: 6)
    session.tell(.recorded("/x.feel"))
    session.click(Vector(600, 400), at: 7, button: .secondary)
    #expect(session.menuItems.count { $0.name == "Save video…" } == 1)
  }

  @Test func `F10 opens the window's menu, and its items follow the arrow keys`() throws {
    var session = try Session("carousel")
    session.key(.function(10))
    #expect(session.menuItems.contains { $0.name == "Open file…" })
    choose(0, in: &session)
    #expect(session.elements.contains { $0.id.hasPrefix("files") })
  }

  @Test func `the context menu offers Freeze only while the stage moves`() throws {
    var session = try Session("carousel")
    func offersPause(at seconds: Double) -> Bool {
      session.click(Vector(600, 400), at: seconds, button: .secondary)
      defer { session.key(.escape) }
      return session.menuItems.contains { $0.name == "Freeze" }
    }
    #expect(!offersPause(at: 1))
    session.key(.tab, at: 1.5)
    session.key(.right, .shift, at: 2)
    #expect(offersPause(at: 2.5))
    #expect(!offersPause(at: 12))
  }

  @Test func `the context menu copies the value under the pointer exactly`() throws {
    var session = try Session("overview")
    session.flick(from: Vector(600, 537), by: Vector(77, 0), at: 1, lasting: 0.1, until: 2)
    session.click(Vector(600, 537), at: 3, button: .secondary)
    choose(0, in: &session)
    #expect(try session.copied() == "\(session.number("slider.value"))")
    session.click(Vector(700, 230), at: 4, button: .secondary)
    choose(0, in: &session)
    #expect(try session.copied() == "\(session.number("carousel.offset"))")
  }

  @Test func `the mouse chooses a menu item by a click or by one drag`() throws {
    for isDrag in [true, false] {
      var session = try Session("carousel")
      session.pointer(.down, Vector(600, 300), at: 1, button: .secondary)
      if !isDrag { session.pointer(.up, Vector(600, 300), at: 1.1, button: .secondary) }
      // The first item.
      session.pointer(.moved, Vector(650, 320), at: 1.2)
      if isDrag {
        session.pointer(.up, Vector(650, 320), at: 1.3, button: .secondary)
      } else {
        session.click(Vector(650, 320), at: 1.3)
      }
      #expect(try session.copied() == "\(session.reading(at: session.now)?.position ?? .nan)")
      // The menu is closed: a flick is a flick again.
      session.flick(from: Vector(700, 370), by: Vector(-200, 0), at: 2, lasting: 0.1, until: 8)
      #expect(session.state.value("carousel.nearest") != .integer(1))
    }
  }

  @Test func `a click outside the context menu only closes it`() throws {
    var session = try Session("carousel")
    let state = session.state
    session.click(Vector(600, 300), at: 1, button: .secondary)
    session.click(Vector(1000, 370), at: 2)
    session.advance(to: Instant(seconds: 5))
    #expect(session.state == state)
    #expect(session.takeRequests().isEmpty)
    // The next click goes to the card there.
    session.click(Vector(1000, 370), at: 6)
    session.advance(to: Instant(seconds: 9))
    #expect(session.state != state)
  }

  @Test
  func `a right click outside the menu reopens it there, and the wheel scrolls nothing behind it`()
    throws
  {
    let fonts = try FontBook()
    var session = try Session("carousel")
    let state = session.state
    session.click(Vector(300, 300), at: 1, button: .secondary)
    session.click(Vector(700, 200), at: 2, button: .secondary)
    let frames = session.menus(fonts)
    #expect(frames.count == 1)
    #expect(frames.first?.origin == Vector(702, 204))
    session.wheel(Vector(0, 1), over: Vector(600, 370), at: 3)
    session.advance(to: Instant(seconds: 6))
    #expect(session.state == state)
  }

  @Test func `a right press during a drag abandons it and opens no menu`() throws {
    let fonts = try FontBook()
    var session = try Session("overview")
    let value = session.state.value("slider.value")
    _ = session.drag(from: Vector(600, 537), by: Vector(77, 0), at: 1, lasting: 0.1)
    #expect(session.state.value("slider.value") != value)
    session.pointer(.down, Vector(677, 537), at: 1.2, button: .secondary)
    #expect(session.state.value("slider.value") == value)
    var plain = session
    session.key(.escape, at: 1.3)
    session.key(.return, at: 1.4)
    plain.advance(to: Instant(seconds: 1.4))
    #expect(session.takeRequests().allSatisfy { $0 == .leaveFullscreen })
    session.advance(to: Instant(seconds: 4))
    plain.advance(to: Instant(seconds: 4))
    #expect(session.state == plain.state)
    #expect(plain.menus(fonts).isEmpty)
  }

  @Test(arguments: [KeySample.Key.menu, .function(10)])
  func `a key opens the context menu at the focused element, and Escape closes only the menu`(
    key: KeySample.Key
  ) throws {
    let modifiers: Modifiers = key == .menu ? [] : .shift
    let fonts = try FontBook()
    var session = try Session("overview")
    session.key(.tab, at: 1)
    let focused = try #require(
      session.stageElements(at: session.now).first { $0.states.contains(.focused) })
    session.key(key, modifiers, at: 2)
    let frame = try #require(session.menus(fonts).first)
    #expect(abs(frame.minX - focused.frame.midX) < 80)
    #expect(abs(frame.minY - focused.frame.midY) < 40)
    session.key(.escape, at: 3)
    #expect(session.menus(fonts).isEmpty)
    #expect(session.stageElements(at: session.now).contains { $0.states.contains(.focused) })
    // The first item is selected.
    session.key(key, modifiers, at: 4)
    session.key(.return, at: 4)
    #expect(try session.copied() == "\(session.number("carousel.offset"))")
  }

  // In the bar, in the lower corners of the stage and in its middle.
  @Test(arguments: [
    Vector(1, 45), Vector(879, 45), Vector(9, 566), Vector(871, 566), Vector(440, 300),
  ])
  func `a context menu near an edge stays inside the window`(place: Vector) throws {
    let fonts = try FontBook()
    let size = Size(880, 600)
    var session = try Session("scroll-view", size: size)
    session.flick(from: Vector(400, 300), by: Vector(0, -100), at: 0.1, lasting: 0.1, until: 5)
    session.click(place, at: 6, button: .secondary)
    let frames = session.menus(fonts)
    #expect(frames.count == 1)
    for frame in frames {
      #expect(frame.minX >= 8 && frame.maxX <= 872 && frame.minY >= 8 && frame.maxY <= 592)
      #expect(!frame.contains(place))
    }
  }

  @Test func `losing focus closes the context menu`() throws {
    var session = try Session("carousel")
    session.click(Vector(600, 300), at: 1, button: .secondary)
    session.cancel(.focusLost, at: 2)
    session.keys(.down, .return, at: 3)
    #expect(session.takeRequests().isEmpty)
  }

  @Test func `the context menu's last item restarts the scene`() throws {
    var session = try Session("carousel")
    let state = session.state
    session.key(.tab, at: 0.5)
    session.key(.right, at: 1)
    session.advance(to: Instant(seconds: 4))
    #expect(session.state != state)
    session.click(Vector(600, 300), at: 5, button: .secondary)
    session.keys(.end, .return)
    session.advance(to: Instant(seconds: 6))
    #expect(session.state == state)
  }
}

extension Session {
  /// The frames of floating menus, as drawn.
  fileprivate func menus(_ fonts: FontBook) -> [Rect] {
    let frames = drawn(fonts).commands.compactMap { command -> Rect? in
      guard case .roundedRect(let rect, 8, _) = command else { return nil }
      return rect
    }
    return elements.filter { $0.role == .menu && frames.contains($0.frame) }.map(\.frame)
  }
}
