import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

/// The vertical scale of the velocity lane.
struct VelocityLaneTests {
  /// The lane's frame, curve points and arrow tips at its edges, as drawn.
  private struct Drawn {
    var frame = Rect.zero
    var points: [Vector] = []
    var tips: [Vector] = []
    /// The starts of the outlines of the hollow dots on the curve.
    var dots: [Vector] = []
    // The time range of the lanes, in seconds, and their frame.
    private let shown: ClosedRange<Double>
    private let lanes: Rect

    init(_ session: Session) throws {
      let sheet = session.takeSheet
      shown = sheet.start.seconds...(try #require(sheet.end).seconds)
      let tree = session.elements
      let lanes = try #require(tree.first { $0.id == "timeline" }).frame
      let middle = try #require(tree.first { $0.id == "timeline.velocity" }).frame.midY
      self.lanes = lanes
      // A lane's name is beside its middle.
      func isLane(_ clip: Rect?) -> Bool {
        clip.map { $0.minX == lanes.minX && abs($0.midY - middle) < 0.5 } ?? false
      }
      let list = session.displayList(at: session.now, fonts: try FontBook())
      let color = Paint.solid(Theme.light.accent)
      var clips: [Rect] = []
      for command in list.commandsDrawn {
        switch command {
        case .clip(let rect, _): clips.append(rect)
        case .group: clips.append(.zero)
        case .pop: clips.removeLast()
        case .stroke(let path, _, color) where clips.last == frame:
          if let start = path.elements.first.flatMap(Self.point) { dots.append(start) }
        case .stroke(let path, _, color) where isLane(clips.last):
          frame = clips.last ?? .zero
          points += path.elements.compactMap(Self.point)
        case .fill(let path, _, color) where clips.last == frame:
          tips = path.elements.compactMap { element in
            if case .move(let tip) = element { tip } else { nil }
          }
        default: break
        }
      }
    }

    private static func point(_ element: Path.Element) -> Vector? {
      switch element {
      case .move(let point), .line(let point): point
      default: nil
      }
    }

    /// The height of the curve in its lane at a time; 0 where v = 0.
    func height(at seconds: Double) throws -> Double {
      let share = (seconds - shown.lowerBound) / (shown.upperBound - shown.lowerBound)
      let x = lanes.minX + lanes.width * share
      let point = try #require(points.min { abs($0.x - x) < abs($1.x - x) })
      let base = try #require(points.first)
      return (base.y - point.y) / frame.height
    }
  }

  /// A drag of 0.3 s at 800 pt/s and its fling, optionally with its first reports in a burst.
  private func drawn(hasBurst: Bool, by estimator: String = "uikit") throws -> Drawn {
    var session = try Session("scroll-view")
    session.change(.parameter("physics.estimator", .choice(estimator)))
    session.key(.function(8), at: 0)
    let start = Vector(400, 340)
    session.pointer(.down, start, at: 1)
    if hasBurst {
      for step in 1...4 {
        session.pointer(.moved, start - Vector(0, 10 * Double(step)), at: 1 + 0.001 * Double(step))
      }
    }
    let from = start - Vector(0, hasBurst ? 40 : 0)
    for step in 1...37 {
      session.pointer(.moved, from - Vector(0, 6.4 * Double(step)), at: 1 + 0.008 * Double(step))
    }
    session.pointer(.up, from - Vector(0, 6.4 * 37), at: 1.3)
    session.advance(to: Instant(seconds: 6))
    return try Drawn(session)
  }

  @Test func `the pager's strip and its scrolling content share one velocity scale`() throws {
    var session = try Session("pager")
    // With the articles' laws, a turn takes a quarter of a second.
    session.change(.preset(try #require(ScrollPreset.named("seed"))))
    session.key(.function(8), at: 0)
    session.key(.tab, at: 0.5)
    session.key(.right, .shift, at: 1)
    session.advance(to: Instant(seconds: 1.15))
    session.key(.down, .shift, at: 1.15)
    session.advance(to: Instant(seconds: 8))
    let (log, drawn) = (session.takeSheet.log, try Drawn(session))
    func scale(at seconds: Double) throws -> Double {
      let sample = try #require(log.sample(at: Instant(seconds: seconds)))
      let velocity = try #require(sample.velocity)
      #expect(velocity > 100)
      return try drawn.height(at: seconds) / velocity
    }
    let (turning, scrolling) = (try scale(at: 1.25), try scale(at: 1.43))
    #expect(abs(turning / scrolling - 1) < 0.05)
  }

  @Test func `velocities estimated from two or three samples are marked`() throws {
    var session = try Session("scroll-view")
    session.key(.function(8), at: 0)
    let start = Vector(400, 340)
    session.pointer(.down, start, at: 1)
    // A slow mouse: the third report is 60 ms after the press.
    for step in 1...15 {
      session.pointer(.moved, start - Vector(0, 14 * Double(step)), at: 1 + 0.02 * Double(step))
    }
    session.pointer(.up, start - Vector(0, 14 * 15), at: 1.3)
    session.advance(to: Instant(seconds: 6))

    let log = session.takeSheet.log
    func count(at seconds: Double) -> UInt8? {
      log.sample(at: Instant(seconds: seconds))?.estimatedFrom
    }
    let early = try #require(count(at: 1.052))
    #expect((2...3).contains(early))
    #expect(try #require(count(at: 1.25)) > 3)
    #expect(count(at: 0.99) == nil && count(at: 1.5) == nil)
    let drawn = try Drawn(session)
    let poor = log.samples.count { (2...3).contains($0.estimatedFrom ?? 0) }
    #expect(poor > 0 && drawn.dots.count > 0 && drawn.dots.count <= poor)
    let left = try #require(drawn.points.first?.x)
    #expect(drawn.dots.allSatisfy { $0.x >= left && $0.x < drawn.points[drawn.points.count / 3].x })
  }

  @Test(arguments: ["uikit", "impulse"])
  func `a burst of reports after a press does not flatten the fling's curve`(estimator: String)
    throws
  {
    let calm = try drawn(hasBurst: false, by: estimator)
    let burst = try drawn(hasBurst: true, by: estimator)
    #expect(try calm.height(at: 1.35) > 0.5)
    #expect(try burst.height(at: 1.35) > 0.5)
  }

  @Test func `only a curve that leaves its lane is cut off with an arrow`() throws {
    let (calm, burst) = (try drawn(hasBurst: false), try drawn(hasBurst: true))
    #expect(calm.tips.isEmpty)
    #expect(calm.points.allSatisfy { $0.y >= calm.frame.minY && $0.y <= calm.frame.maxY })
    let peak = try #require(burst.points.min { $0.y < $1.y })
    #expect(peak.y < burst.frame.minY - burst.frame.height)
    #expect(burst.tips.count == 1)
    #expect(burst.tips.allSatisfy { abs($0.x - peak.x) < 12 && $0.y == burst.frame.minY })
  }
}
