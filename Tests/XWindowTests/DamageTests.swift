import FeelGeometry
import Testing
import XWindow

struct DamageTests {
  private let size = PixelSize(1000, 1000)

  @Test func `a buffer's damage is what changed since it was drawn`() throws {
    var history = DamageHistory()
    let rects = (0..<3).map { PixelRect(x: $0 * 300, y: 0, width: 10, height: 10) }
    for rect in rects { history.append(Damage(rect)) }
    #expect(history.changes(since: 3)?.rects == [])
    #expect(history.changes(since: 2)?.rects == [rects[2]])
    #expect(try #require(history.changes(since: 1)).rects == [rects[1], rects[2]])
  }

  @Test func `a buffer of unknown age is redrawn whole`() {
    var history = DamageHistory()
    history.append(Damage(PixelRect(size)))
    #expect(history.changes(since: 0) == nil)
    history.forget()
    #expect(history.changes(since: 0) == nil)
    for _ in 0..<20 { history.append(Damage()) }
    #expect(history.changes(since: 1) == nil)
  }

  @Test func `many rectangles become one around them`() {
    var damage = Damage()
    for index in 0..<20 { damage.add(PixelRect(x: index * 40, y: index * 40, width: 4, height: 4)) }
    #expect(damage.rects.count <= Damage.limit)
    #expect(damage.bounds == PixelRect(x: 0, y: 0, width: 764, height: 764))
  }

  @Test func `damage outside the window is cut off`() {
    let damage = Damage(PixelRect(x: -5, y: 990, width: 10, height: 100))
      .intersection(PixelRect(size))
    #expect(damage.rects == [PixelRect(x: 0, y: 990, width: 5, height: 10)])
  }
}
