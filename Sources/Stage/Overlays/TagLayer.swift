internal import Feel
internal import Raster
internal import TextLayout

/// The overlays' words, each on a small slab of its own: above all lines, and none over another.
struct TagLayer {
  /// Which words keep their place when two would lie over each other, first to last.
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

  /// How wide a tag for some words is, in points: in steps, so that it does not tremble with its
  /// digits.
  static func width(_ words: String, _ fonts: FontBook) -> Double {
    ((fonts.layout(words, .small).width + 12) / 8).rounded(.up) * 8
  }

  /// Adds words about a centre, beside it where they would not fit there; `side` is where the tag
  /// lies of the point that it is for.
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

  /// Where a tag lies of the point that it is for, and how far off, in points.
  enum Side {
    case above(Double)
    case below(Double)
    case left(Double)
    case right(Double)
  }

  /// Draws all words; those of a lower rank give way, up or down, or beside what is in their way.
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
