import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import TestSupport
import Testing
import TextLayout

/// The lab's checks of layout: 11 and 12 of twelve.
///
/// Check 10 is in `CoveringTests`.
struct LabChecksOfLayout {
  private static let ids = Catalog.all.scenes.map { $0.id }

  // MARK: Check 11

  private static let looks = ids.flatMap { id in Theme.Name.allCases.map { (id: id, theme: $0) } }

  @Test(
    arguments: Budget.cases(
      looks, quick: 8, of: "check 11: the layout is the same in every theme and at every scale"))
  func `check 11: the layout is the same in every theme and at every scale`(
    id: String, theme: Theme.Name
  ) throws {
    let fonts = try FontBook()
    func open(_ theme: Theme.Name, _ scale: Double) throws -> Session {
      var session = try Session(id, scale: scale, theme: theme)
      session.keys(.function(8), .function(9))
      return session
    }
    let plain = try open(.light, 1)
    // The panel names the theme, which differs between the two.
    let names = Theme.Name.allCases.map(\.rawValue).flatMap { name in
      fonts.layout(name.prefix(1).uppercased() + name.dropFirst(), .body).runs.map {
        $0.glyphs.map(\.id)
      }
    }
    func words(_ session: Session) -> [(run: [UInt32], place: Vector)] {
      self.words(session.displayList(at: .zero, fonts: fonts)).filter { !names.contains($0.run) }
    }
    let places = words(plain)
    let frames = plain.elements.map(\.frame)
    #expect(places.count > 40 && frames.count > 40)
    for scale in [1, 1.5, 2.0] {
      let session = try open(theme, scale)
      #expect(session.elements.map(\.frame) == frames)
      let others = words(session)
      try #require(others.map(\.run) == places.map(\.run))
      // Text snaps to device pixels, so it may be off by up to one.
      let isSame = zip(places, others).allSatisfy {
        abs($0.place.x - $1.place.x) <= 1 && abs($0.place.y - $1.place.y) <= 1
      }
      #expect(isSame)
      let picture = try Picture(session, fonts: fonts)
      #expect(picture.width == Int(1200 * scale) && picture.height == Int(800 * scale))
      var colours: Set<UInt32> = []
      _ = picture.pixels.first { colours.insert($0).inserted && colours.count > 16 }
      #expect(colours.count > 16)
    }
  }

  /// The words of a picture, as glyphs with their positions.
  private func words(_ list: DisplayList) -> [(run: [UInt32], place: Vector)] {
    list.commands.compactMap {
      guard case .glyphs(let run, let place, _) = $0 else { return nil }
      return (run.glyphs.map(\.id), place)
    }
  }

  // MARK: Check 12

  @Test(arguments: ids)
  func `check 12: the numbers keep their positions during ten seconds of motion`(id: String) throws
  {
    let fonts = try FontBook()
    var session = try Session(id)
    session.change(.overlays([.hud]))
    // A hand that drags at random does not start the curve.
    if id == "curves" { session.click(try session.place(of: "curves.play"), at: 0) }
    var script = Handiwork(session, seed: 12).events(lasting: 10)[...]
    var units: [[UInt32]: Set<Double>] = [:]
    var words: Set<[UInt32]> = []
    for step in 0..<600 {
      let time = Instant(seconds: Double(step) / 60)
      while let event = script.first, event.time <= time { session.handle(script.removeFirst()) }
      session.advance(to: time)
      let stage = session.takeSheet.run.stage.frame
      for case .glyphs(let run, let place, _) in session.displayList(at: time, fonts: fonts)
        .commands
      where abs(place.y - stage.minY - 22) < 3 && place.x > stage.maxX - 320 {
        let glyphs = run.glyphs.map(\.id)
        if run.size == TextStyle.caption.size {
          units[glyphs, default: []].insert(place.x)
        } else {
          words.insert(glyphs)
        }
      }
    }
    // Position, velocity and at times the rate; each unit has its own place.
    let places = units.values.reduce(into: Set<Double>()) { $0.formUnion($1) }
    #expect((1...3).contains(places.count) && units.values.allSatisfy { $0.count == 1 }, "\(units)")
    #expect(words.count > 4)
  }
}
