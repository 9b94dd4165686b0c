internal import Feel
internal import Raster
internal import TextLayout

/// The overlays' labels, each on its own slab: above all lines, and without overlaps.
struct TagLayer {
  /// Which labels keep their place when two collide, first to last.
  enum Rank: Int { case rest, velocity, aim, predictionError, reason, bound }

  private struct Tag {
    var words: String
    var box: Rect
    var color: Color
    var rank: Rank
  }

  private static let height = 20.0
  private let room: Rect
  private var tags: [Tag] = []
  private var taken: [Rect] = []

  init(in stage: Rect) { room = stage.inset(by: 4) }

  mutating func keepFree(_ place: Rect) { taken.append(place) }

  /// The width of a tag for some text, in points: quantised, so that it does not jitter as digits
  /// change.
  static func width(_ words: String, _ fonts: FontBook) -> Double {
    ((fonts.layout(words, .small).width + 12) / 8).rounded(.up) * 8
  }

  /// Adds a label around a centre, moved aside where it would not fit; `side` is the tag's side of
  /// its point.
  mutating func add(
    _ words: String, at point: Vector, _ side: Side, _ color: Color, _ rank: Rank,
    _ fonts: FontBook
  ) {
    let size = Size(Self.width(words, fonts), Self.height)
    let center =
      switch side {
      case .above(let gap): point - Vector(0, gap + size.height / 2)
      case .below(let gap): point + Vector(0, gap + size.height / 2)
      case .left(let gap): point - Vector(gap + size.width / 2, 0)
      case .right(let gap): point + Vector(gap + size.width / 2, 0)
      }
    func clamped(_ place: Double, _ from: Double, _ to: Double) -> Double {
      max(from, min(place, to)).rounded()
    }
    let box = Rect(
      x: clamped(center.x - size.width / 2, room.minX, room.maxX - size.width),
      y: clamped(center.y - size.height / 2, room.minY, room.maxY - size.height),
      width: size.width, height: size.height)
    tags.append(Tag(words: words, box: box, color: color, rank: rank))
  }

  /// The side of its point on which a tag lies, with the distance in points.
  enum Side {
    case above(Double)
    case below(Double)
    case left(Double)
    case right(Double)
  }

  /// Draws all labels; lower ranks move up or down, or past the obstacle.
  func draw(into canvas: inout Canvas) {
    var taken = taken
    let order = tags.indices.sorted { (tags[$0].rank.rawValue, $0) < (tags[$1].rank.rawValue, $1) }
    for index in order {
      let tag = tags[index]
      let steps = [0.0, 1, -1, 2, -2, 3, -3, 4, -4].lazy
      let sides =
        [0] + taken.map { min(0, $0.minX - 4 - tag.box.maxX) }.sorted(by: >)
        + taken.map { max(0, $0.maxX + 4 - tag.box.minX) }.sorted()
      let boxes = sides.lazy.flatMap { side in
        steps.map { tag.box.offset(by: Vector(side, $0 * (Self.height + 2))) }
      }
      let box = boxes.first { box in
        box.minY >= room.minY && box.maxY <= room.maxY && box.minX >= room.minX
          && box.maxX <= room.maxX
          && !taken.contains { $0.intersection(box) != nil }
      }
      let place = box ?? tag.box
      taken.append(place)
      canvas.slab(place, radius: 7, .chip)
      canvas.label(tag.words, at: place.center, .small, tag.color, align: .center)
    }
  }
}
