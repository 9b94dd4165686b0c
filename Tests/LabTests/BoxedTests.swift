import Feel
import Lab
import RandomSessions
import Scenes
import Stage
import Testing

struct BoxedTests {
  @Test func `a shared box is copied on write, and an unshared one is changed in place`() {
    @Boxed var list = [1]
    let place = boxes(of: _list)
    list.append(2)
    #expect(boxes(of: _list) == place)
    @Boxed var other = list
    _other = _list
    #expect(boxes(of: _other) == place)
    other.append(3)
    #expect((list, other) == ([1, 2], [1, 2, 3]))
    #expect(boxes(of: _list) == place && boxes(of: _other) != place)
  }

  @Test func `an unshared session copies no box during any gesture`() throws {
    var session = try Session("carousel")
    let start = boxes(of: session)
    #expect(start.count >= 10)
    var gestures = Gestures(seed: 5, others: [.secondary])
    for number in 0..<600 {
      if number % 100 == 20 { session.key(.character(number % 200 == 20 ? "t" : "i")) }
      session.handle(gestures.next())
      // After every event: a later copy may reuse the address of the original.
      let copied = boxes(of: session).filter { start[$0] ?? $1 != $1 }.keys.sorted()
      try #require(copied.isEmpty)
    }
  }

  @Test func `a pointer that moves over takes and lanes copies no box`() throws {
    var session = try Session("carousel")
    session.key(.function(8))
    session.flick(from: Vector(700, 240), by: Vector(-200, 0), at: 1, lasting: 0.1, until: 8)
    let start = boxes(of: session)
    for step in 0..<200 {
      let place = Vector(20 + 5 * Double(step), step.isMultiple(of: 2) ? 437 : 700)
      session.pointer(.moved, place, at: 8 + Double(step) / 100)
      try #require(boxes(of: session) == start)
    }
  }

  @Test func `changing a copy of a session leaves the original's boxes untouched`() throws {
    let session = try Session("carousel")
    let (start, state) = (boxes(of: session), session.state)
    var copy = session
    #expect(boxes(of: copy) == start)
    _ = copy.drag(from: Vector(600, 400), by: Vector(-200, 0), at: 1, lasting: 0.2)
    #expect(copy.state != state && session.state == state)
    #expect(boxes(of: session) == start)
    #expect(boxes(of: copy) != start)
  }

  /// The boxes directly held by a value, by path; histories share theirs with stages.
  private func boxes(of value: Any) -> [String: ObjectIdentifier] {
    var boxes: [String: ObjectIdentifier] = [:]
    for (label, child) in Mirror(reflecting: value).children where !(child is StageRun) {
      guard let label else { continue }
      let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
      if label == "box", type(of: child) is AnyObject.Type {
        boxes[""] = ObjectIdentifier(child as AnyObject)
      } else if !(child is any Collection) {
        for (path, box) in self.boxes(of: child) {
          boxes[path.isEmpty ? name : "\(name).\(path)"] = box
        }
      }
    }
    return boxes
  }
}
