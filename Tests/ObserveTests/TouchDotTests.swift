import Feel
import FeelTrace
import Foundation
import Observe
import Testing

/// A touch dot in a clip is recognised as the hand, and nothing else is.
struct TouchDotTests {
  private static let region = PixelRect(x: 0, y: 16, width: 160, height: 224)

  /// A frame of a list with a disc of a given strength, which darkens the content.
  private static func frame(
    _ offset: Double, disc: Vector? = nil, radius: Double = 9, strength: Double = 1,
    isOpaque: Bool = false
  ) -> GreyPicture {
    let list = ClipTests.list(offset, width: 160, height: 240)
    guard let disc else { return list }
    return changed(list, about: disc) { distance, value in
      let share = min(max(radius + 0.5 - distance, 0), 1) * strength * (isOpaque ? 1 : 0.5)
      return value + (100 - value) * share
    }
  }

  private static func changed(
    _ picture: GreyPicture, about place: Vector,
    _ shade: (_ distance: Double, _ value: Double) -> Double
  ) -> GreyPicture {
    var pixels = picture.pixels
    for index in pixels.indices {
      let (y, x) = index.quotientAndRemainder(dividingBy: picture.width)
      let distance = (Vector(Double(x), Double(y)) - place).length
      pixels[index] = UInt8(shade(distance, Double(pixels[index])).rounded())
    }
    return GreyPicture(width: picture.width, height: picture.height, pixels: pixels)
  }

  /// A picture with the pointer as our own videos show it: a ring, smaller and filled while
  /// pressed.
  private static func marked(
    _ picture: GreyPicture, at place: Vector, isPressed: Bool
  ) -> GreyPicture {
    changed(picture, about: place) { distance, value in
      let radius = isPressed ? 9.0 : 12
      let fill = isPressed ? 0.55 * min(max(radius + 0.5 - distance, 0), 1) : 0
      let ring = 0.85 * min(max(1.5 - abs(distance - radius), 0), 1)
      return (value + (120 - value) * fill) * (1 - ring) + 30 * ring
    }
  }

  /// A picture with the ripple that spreads for 0.35 s from a press or release.
  private static func waved(_ picture: GreyPicture, from place: Vector, age: Int) -> GreyPicture {
    let age = Double(age) / 21
    guard (0..<1).contains(age) else { return picture }
    return changed(picture, about: place) { distance, value in
      let share = 0.8 * (1 - age) * min(max(1.5 - abs(distance - 12 * (1 + 1.2 * age)), 0), 1)
      return value + (120 - value) * share
    }
  }

  /// The result for frames at 60 a second.
  private static func search(
    _ count: Int, _ frame: (Int) -> (offset: Double, picture: GreyPicture)
  ) -> TouchDots {
    var dots = TouchDots(
      region: region, isVertical: true, mask: [Bool](repeating: true, count: region.area))
    for index in 0..<count {
      let (offset, picture) = frame(index)
      dots.add(picture, offset: offset, at: Double(index) / 60)
    }
    dots.finish()
    return dots
  }

  /// A flick: pressed in frame 10 and released in frame 24; the content follows a frame later
  /// without the first 6 px, and runs on.
  private static func flick(_ index: Int, from first: Int = 10) -> (finger: Vector, offset: Double)
  {
    func way(_ index: Int) -> Double { pow(max(0, Double(index - first - 2)), 2) * 0.8 }
    let held = max(0, way(min(index, first + 13) - 1) - 6)
    let run = Double(max(0, index - first - 13))
    return (
      Vector(70 + 0.4 * Double(index), 200 - way(index)), held + 200 * (1 - exp(-run / 15))
    )
  }

  @Test(arguments: [0, 10])
  func `a touch dot is tracked from press to lift`(fading: Int) throws {
    let dots = Self.search(70) { index in
      let (finger, offset) = Self.flick(index)
      let fade = fading == 0 ? 0 : 1 - Double(index - 23) / Double(fading)
      let strength = index < 10 ? 0 : index < 24 ? 1 : max(0, fade)
      let place = index < 24 ? finger : Self.flick(23).finger
      return (offset, Self.frame(offset, disc: strength > 0 ? place : nil, strength: strength))
    }
    try Self.expectFlick(dots)
    let radius = try #require(dots.presses.first).radius
    #expect(abs(radius - 9) < 2)
  }

  @Test func `a touch dot that stops running content is found too`() {
    let dots = Self.search(110) { index in
      let (first, second) = (Self.flick(index), Self.flick(index, from: 50))
      guard index >= 50 else {
        let place = (10..<24).contains(index) ? first.finger : nil
        return (first.offset, Self.frame(first.offset, disc: place))
      }
      let offset = Self.flick(50).offset + second.offset
      return (offset, Self.frame(offset, disc: index < 64 ? second.finger : nil))
    }
    let frames = dots.presses.map {
      [$0.places[0].time * 60, $0.end * 60].map { Int($0.rounded()) }
    }
    #expect(frames == [[10, 24], [50, 64]])
  }

  @Test(arguments: [10, 4], [24, 70])
  func `a pointer counts as a hand while pressed, not while hovering`(
    enters: Int, leaves: Int
  ) throws {
    let dots = Self.search(70) { index in
      let offset = Self.flick(index).offset
      let place = Self.flick(min(max(index, 10), 23)).finger
      var picture = ClipTests.list(offset, width: 160, height: 240)
      picture = Self.waved(picture, from: Self.flick(10).finger, age: index - 10)
      picture = Self.waved(picture, from: Self.flick(23).finger, age: index - 24)
      guard (enters..<leaves).contains(index) else { return (offset, picture) }
      return (offset, Self.marked(picture, at: place, isPressed: (10..<24).contains(index)))
    }
    try Self.expectFlick(dots)
  }

  /// Expects a single press: the finger of the flick.
  private static func expectFlick(_ dots: TouchDots) throws {
    let press = try #require(dots.presses.first)
    #expect(dots.presses.count == 1)
    #expect(press.places.map { Int(($0.time * 60).rounded()) } == Array(10..<24))
    #expect(abs(press.end * 60 - 24) < 0.01)
    for row in press.places {
      let off = row.place - flick(Int((row.time * 60).rounded())).finger
      #expect(off.length < 0.3, "\(row)")
    }
  }

  @Test func `round shapes that do not drag the content are not a hand`() {
    // A button that appears and disappears in place while the list is flicked.
    let button = Self.search(70) { index in
      let offset = Self.flick(index).offset
      return (offset, Self.frame(offset, disc: (10..<40).contains(index) ? Vector(130, 200) : nil))
    }
    #expect(button.presses.isEmpty)
    // A loaded picture that scrolls with its row, until it leaves or is removed.
    for end in [40, 70] {
      let avatar = Self.search(70) { index in
        let offset = Self.flick(index).offset
        let place = (8..<end).contains(index) ? Vector(40, 220 - offset) : nil
        return (offset, Self.frame(offset, disc: place, isOpaque: true))
      }
      #expect(avatar.presses.isEmpty)
    }
    // A rotating spinner, and one that is pulled down while the list rests.
    let spinner = Self.search(70) { index in
      let offset = Self.flick(index).offset
      let turn = Double(index) / 4
      let place = Vector(80 + 20 * cos(turn), 120 + 20 * sin(turn))
      return (offset, Self.frame(offset, disc: (8..<50).contains(index) ? place : nil))
    }
    #expect(spinner.presses.isEmpty)
    let pulled = Self.search(70) { index in
      let place = Vector(80, 40 + min(60, 5 * Double(max(0, index - 10))))
      return (0, Self.frame(0, disc: (10..<50).contains(index) ? place : nil))
    }
    #expect(pulled.presses.isEmpty)
    // Compression artefacts on moving content nearly stick to it, and then disappear.
    let spot = Self.search(70) { index in
      let offset = Self.flick(index).offset
      let place = (30..<42).contains(index) ? Vector(40 + Double(index % 3), 330 - offset) : nil
      return (offset, Self.frame(offset, disc: place))
    }
    #expect(spot.presses.isEmpty)
    // The scroll bar's thumb moves the opposite way.
    let handle = Self.search(70) { index in
      let offset = Self.flick(index).offset
      let place = Vector(148, 60 + offset / 4)
      return (offset, Self.frame(offset, disc: (9..<50).contains(index) ? place : nil))
    }
    #expect(handle.presses.isEmpty)
  }

  @Test func `a clip without a dot shows no hand`() {
    let dots = Self.search(70) { index in
      let offset = Self.flick(index).offset
      return (offset, Self.frame(offset))
    }
    #expect(dots.presses.isEmpty)
  }
}
