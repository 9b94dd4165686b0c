import Feel
import Kit
import Stage
import Testing

/// Panels of elements: layout, requests and keyboard focus.
struct KitTests {
  private enum Ask: Hashable, Sendable { case first, second, name, close, drag }

  private func arrange(_ panels: inout Panels<Ask>, text: String = "", isModal: Bool = false) {
    panels.arrange(
      "panel", in: Rect(x: 10, y: 20, width: 200, height: 100), on: isModal ? .sheet : .base,
      fonts: nil, at: .zero
    ) { tree in
      if isModal { tree.dismiss = .close }
      tree.add(Node("", .none, Box(gap: 8, padding: Insets(10, 10)))) { tree in
        tree.row { tree in
          tree.button("first", Push("First"), .first, width: .fixed(40))
          tree.button("second", Push("Second"), .second)
        }
        tree.field("name", Field(text), .name, name: "Name")
        tree.add(
          Node("grip", .grip(isUpright: false), Box(height: .fill())), nil, [.slide: .drag])
      }
    }
  }

  private func sample(_ phase: PointerSample.Phase, _ x: Double, _ y: Double) -> PointerSample {
    PointerSample(time: .zero, phase: phase, location: Vector(x, y))
  }

  private func key(_ key: KeySample.Key) -> KeySample {
    KeySample(time: .zero, phase: .down, key: key)
  }

  @Test func `rows and columns divide the room left by padding and gaps`() {
    var panels = Panels<Ask>()
    arrange(&panels)
    #expect(panels.frame(of: "first", at: .zero) == Rect(x: 20, y: 30, width: 40, height: 32))
    #expect(panels.frame(of: "second", at: .zero) == Rect(x: 68, y: 30, width: 132, height: 32))
    #expect(panels.frame(of: "name", at: .zero) == Rect(x: 20, y: 70, width: 180, height: 32))
    #expect(panels.frame(of: "grip", at: .zero) == Rect(x: 20, y: 110, width: 180, height: 0))
  }

  @Test func `a click counts only if it starts and ends on the same button`() {
    var panels = Panels<Ask>()
    arrange(&panels)
    #expect(panels.handle(sample(.down, 30, 40), PointerSettings()).isHandled)
    let reply = panels.handle(sample(.up, 30, 40), PointerSettings())
    #expect(reply.asks.map(\.ask) == [.first] && reply.asks.map(\.gesture) == [.pressed])
    _ = panels.handle(sample(.down, 30, 40), PointerSettings())
    #expect(panels.handle(sample(.up, 90, 40), PointerSettings()).asks.isEmpty)
    #expect(!panels.handle(sample(.down, 300, 300), PointerSettings()).isHandled)
  }

  @Test func `a field reports typed text, and its final text when Tab leaves it`() {
    var panels = Panels<Ask>()
    arrange(&panels)
    panels.giveKeyboard(to: "name")
    #expect(panels.handle(key(.character("a")), at: .zero).asks.map(\.gesture) == [.typed("a")])
    let reply = panels.handle(key(.tab), at: .zero)
    #expect(reply.asks.map(\.gesture) == [.left("a")])
    #expect(panels.focus == "first")
    // With the focus elsewhere, a press beside the panel sends nothing.
    #expect(panels.handle(sample(.down, 300, 300), PointerSettings()).asks.isEmpty)
  }

  @Test func `a press outside a field reports its final text`() {
    var panels = Panels<Ask>()
    arrange(&panels)
    panels.giveKeyboard(to: "name")
    _ = panels.handle(key(.character("b")), at: .zero)
    let reply = panels.handle(sample(.down, 300, 300), PointerSettings())
    #expect(reply.asks.map(\.gesture) == [.left("b")] && panels.focus == nil)
  }

  @Test func `removing a panel reports its field's final text`() {
    var panels = Panels<Ask>()
    arrange(&panels)
    panels.giveKeyboard(to: "name")
    _ = panels.handle(key(.character("c")), at: .zero)
    #expect(panels.remove("panel").map(\.1) == [.left("c")] && panels.focus == nil)
  }

  @Test func `a sheet blocks everything below it, and Escape dismisses it`() {
    var panels = Panels<Ask>()
    arrange(&panels, isModal: true)
    #expect(panels.handle(sample(.down, 300, 300), PointerSettings()).isHandled)
    let reply = panels.handle(key(.escape), at: .zero)
    #expect(reply.asks.map(\.ask) == [.close] && reply.asks.map(\.gesture) == [.dismissed])
  }

  @Test func `a held button acts at once and repeats until the pointer leaves it`() {
    var panels = Panels<Ask>()
    panels.arrange("row", in: Rect(x: 0, y: 0, width: 100, height: 32), fonts: nil, at: .zero) {
      var node = Node("step", .button(Push("Step")))
      node.repeats = true
      $0.add(node, nil, [.press: .first])
    }
    let down = panels.handle(sample(.down, 50, 4), PointerSettings())
    #expect(down.asks.map(\.gesture) == [.pressed] && panels.deadline == Instant(seconds: 0.4))
    #expect(panels.advance(to: Instant(seconds: 0.4)).asks.map(\.ask) == [.first])
    #expect(panels.deadline == Instant(seconds: 0.5))
    _ = panels.handle(sample(.moved, 150, 4), PointerSettings())
    #expect(panels.advance(to: Instant(seconds: 0.5)).asks.isEmpty && panels.deadline == nil)
    _ = panels.handle(sample(.moved, 50, 4), PointerSettings())
    #expect(panels.handle(sample(.up, 50, 4), PointerSettings()).asks.isEmpty)
  }

  @Test func `an element that follows the pointer receives moves, presses and exits`() {
    var panels = Panels<Ask>()
    panels.arrange("row", in: Rect(x: 0, y: 0, width: 100, height: 32), fonts: nil, at: .zero) {
      $0.add(Node("lanes", .custom), nil, [.pointer: .drag, .wheel: .second])
    }
    func phases(_ sample: PointerSample) -> [PointerSample.Phase] {
      panels.handle(sample, PointerSettings()).asks.compactMap {
        if case .pointed(let sample) = $0.gesture { sample.phase } else { nil }
      }
    }
    #expect(phases(sample(.moved, 50, 4)) == [.moved])
    #expect(phases(sample(.moved, 150, 4)) == [.exited])
    #expect(phases(sample(.moved, 50, 4)) == [.moved])
    #expect(phases(sample(.down, 150, 4)) == [.exited] && phases(sample(.up, 150, 4)).isEmpty)
    #expect(phases(sample(.down, 50, 4)) == [.down] && panels.isPointed("lanes"))
    #expect(phases(sample(.moved, 150, 4)) == [.moved])
    #expect(phases(sample(.up, 150, 4)) == [.up, .exited] && !panels.isPointed("lanes"))
    _ = phases(sample(.down, 50, 4))
    #expect(panels.cancel().asks.map(\.gesture) == [.dismissed])
    let wheel = WheelSample(time: .zero, location: Vector(50, 4), delta: Vector(0, 1))
    #expect(panels.handle(wheel).asks.map(\.gesture) == [.wheeled(wheel)])
  }

  @Test
  func `a press in a panel focuses its keyboard element, which leaves Tab and Escape unhandled`() {
    var panels = Panels<Ask>()
    func arrange(_ id: String) {
      panels.arrange("row", in: Rect(x: 0, y: 0, width: 100, height: 32), fonts: nil, at: .zero) {
        $0.keyboard = id
        $0.add(Node("ground")) { $0.add(Node(id, .custom, Box(width: .fixed(20)))) }
      }
    }
    arrange("one")
    _ = panels.handle(sample(.down, 50, 4), PointerSettings())
    _ = panels.handle(sample(.up, 50, 4), PointerSettings())
    #expect(panels.focus == "one" && panels.isQuiet)
    arrange("two")
    #expect(panels.focus == "two")
    #expect(!panels.handle(key(.tab), at: .zero).isHandled)
    #expect(!panels.handle(key(.escape), at: .zero).isHandled && panels.focus == "two")
    _ = panels.handle(sample(.down, 300, 300), PointerSettings())
    #expect(panels.focus == nil)
  }

  @Test func `cancelling a panel abandons its drag`() {
    var panels = Panels<Ask>()
    panels.arrange(
      "line", in: Rect(x: 0, y: 0, width: 100, height: 8), fonts: nil, at: .zero
    ) { $0.add(Node("line", .grip(isUpright: false)), nil, [.slide: .drag]) }
    let down = panels.handle(sample(.down, 50, 4), PointerSettings())
    #expect(down.asks.map(\.gesture) == [.slid(.began(Vector(50, 4)))])
    let moved = panels.handle(sample(.moved, 50, 5), PointerSettings())
    #expect(moved.asks.map(\.gesture) == [.slid(.moved(by: Vector(0, 1)))])
    #expect(panels.cancel().asks.map(\.gesture) == [.slid(.cancelled)] && !panels.isHeld)
  }
}
