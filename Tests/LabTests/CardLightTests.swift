import Feel
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

/// Cards highlight under the pointer like everything else on the stage.
struct CardLightTests {
  private func pixel(_ place: Vector, _ session: Session) throws -> UInt32 {
    let picture = try Picture(session)
    return picture.pixels[Int(place.y) * picture.width + Int(place.x)]
  }

  @Test func `a card is darker under the pointer, and more so while it is pressed`() throws {
    // The contrast theme does not fade cards away from the middle.
    var session = try Session("carousel", theme: .contrast)
    session.tell(.prefer(.content, .flag(false)))
    let middle = try session.place(of: "carousel")
    let top = try session.frame(of: "carousel").minY
    // On the second card, beside its number.
    let (place, corner) = (middle + Vector(220, 40), Vector(middle.x + 157, top + 1))
    func look(after seconds: Double) throws -> UInt32 {
      session.advance(to: Instant(seconds: session.now.seconds + seconds))
      return try pixel(place, session) & 0xFF
    }
    let plain = try look(after: 0)
    session.pointer(.moved, corner, at: 1)
    #expect(try look(after: 0.5) == plain, "in its corner")
    session.pointer(.moved, place, at: 2)
    let lit = try look(after: 0.5)
    session.pointer(.down, place, at: 3)
    let pressed = try look(after: 0.1)
    #expect(pressed < lit && lit < plain)
    session.pointer(.moved, place - Vector(20, 0), at: 3.2)
    #expect(try look(after: 0.5) == plain, "while it is dragged")
    session.pointer(.up, place - Vector(20, 0), at: 4)
    session.pointer(.moved, Vector(100, 100), at: 8)
    #expect(try look(after: 0.5) == plain, "once the pointer has left")
  }

  /// Halfway between two cards, the nearest card changes.
  @Test func `shadows fade between cards without a jump`() throws {
    let fonts = try FontBook()
    var session = try Session("carousel")
    let start = try session.place(of: "carousel")
    session.pointer(.down, start, at: 1)
    func shadows() -> [String: Double] {
      var sums: [String: Double] = [:]
      for command in session.drawn(fonts).commands {
        guard case .shadow(let rect, radius: 16, let blur, let color) = command,
          abs(rect.midX - start.x) < 250
        else { continue }
        sums["\(rect.midX < start.x) \(blur)", default: 0] += Double(color.alpha) / 255
      }
      return sums
    }
    var (last, places): ([String: Double]?, [Double]) = (nil, [])
    for step in 0...40 {
      session.pointer(.moved, start - Vector(135 + Double(step), 0), at: 2 + 0.1 * Double(step))
      places.append(session.reading(at: session.now)?.position ?? 0)
      let now = shadows()
      for (key, alpha) in last ?? now {
        #expect(abs(alpha - now[key, default: 0]) < 0.03, "\(key)")
      }
      last = now
    }
    #expect(places[0] < 147 && places[40] > 149)
  }

  @Test func `a hover does not change which motion is watched`() throws {
    var session = try Session("overview")
    let slider = try session.place(of: "slider")
    session.flick(from: slider, by: Vector(40, 0), at: 1, lasting: 0.2, until: 4)
    #expect(session.reading(at: session.now)?.control == "slider")
    session.pointer(.moved, try session.place(of: "carousel"), at: 5)
    #expect(session.reading(at: session.now)?.control == "slider")
  }
}
