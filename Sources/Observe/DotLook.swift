internal import Feel

/// How a touch dot looks: by distance from its centre, the share of the content it lets through and
/// the light it adds.
///
/// For each ring, picture ≈ base + slope · content. Both are learned from the clip, so a dot may be
/// light or dark, soft or hard-edged.
struct DotLook: Sendable {
  /// Where it ends, in pixels.
  private(set) var radius: Double
  private var rings: [Ring]
  private var lines: [(base: Double, slope: Double)] = []

  /// Sums over the pixels of a ring, of content x and picture y.
  private struct Ring {
    var (n, x, y, xx, xy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    /// The mean squared difference between picture and content.
    var effect: Double { n > 0 ? max(0, xx - 2 * xy + yy) / n : 0 }
    var variance: Double { n > 0 ? max(0, xx - x * x / n) : 0 }
    var covariance: Double { n > 0 ? xy - x * y / n : 0 }
  }

  /// A ring with less than this share of the strongest effect lies outside the dot.
  private static let faint = 0.3 * 0.3
  /// Content with less variance than this, in shades², does not determine the slope.
  private static let plain = 12.0 * 12

  /// Learns the look of a dot around a place; `nil` if it is too small or too large.
  ///
  /// - Parameters:
  ///   - patch: the picture and the content around it.
  ///   - center: its approximate centre, which is refined.
  ///   - radius: its approximate radius, in pixels.
  ///   - sizes: the permitted radii.
  init?(_ patch: DotPatch, _ center: inout Vector, radius: Double, of sizes: ClosedRange<Double>) {
    (self.radius, rings) = (1.5 * radius, [])
    for _ in 0..<3 {
      rings = []
      learn(patch, center, reach: 2 * radius)
      center = place(in: patch, from: center).center
    }
    let effects = rings.map(\.effect)
    guard let peak = effects.max(), peak > 0, let middle = effects.firstIndex(of: peak)
    else { return nil }
    let end = effects[middle...].firstIndex { $0 < Self.faint * peak } ?? effects.count
    self.radius = Double(end)
    guard sizes.contains(self.radius), Double(end) < 1.9 * radius else { return nil }
  }

  /// Adds another patch to the statistics and refits the lines.
  mutating func learn(_ patch: DotPatch, _ center: Vector, reach: Double) {
    let count = Int(reach) + 2
    while rings.count < count { rings.append(Ring()) }
    patch.forEach(within: reach, of: center) { distance, content, picture in
      let ring = min(count - 1, Int(distance.rounded()))
      rings[ring].n += 1
      rings[ring].x += content
      rings[ring].y += picture
      rings[ring].xx += content * content
      rings[ring].xy += content * picture
      rings[ring].yy += picture * picture
    }
    let inner = rings.prefix(Int(radius) + 1)
    let variance = inner.reduce(0) { $0 + $1.variance }
    let pixels = inner.reduce(0) { $0 + $1.n }
    let usual =
      variance > Self.plain / 10 * pixels
      ? inner.reduce(0) { $0 + $1.covariance } / variance : 0.5
    lines = rings.map { ring in
      guard ring.n > 0 else { return (0, 1) }
      let slack = Self.plain * ring.n
      let slope = (ring.covariance + slack * usual) / (ring.variance + slack)
      let kept = min(max(slope, 0), 1)
      return ((ring.y - kept * ring.x) / ring.n, kept)
    }
  }

  /// The predicted picture for content at a distance from the centre.
  private func shade(_ content: Double, _ distance: Double) -> Double {
    let ring = min(Int(distance), lines.count - 2)
    let share = distance - Double(ring)
    let (inner, outer) = (lines[ring], lines[ring + 1])
    let (a, b) = (inner.base + inner.slope * content, outer.base + outer.slope * content)
    return a + (b - a) * share
  }

  /// Whether it changes the content it covers in about the same way as another dot.
  func isLike(_ other: DotLook) -> Bool {
    guard abs(radius - other.radius) < 0.25 * other.radius + 1 else { return false }
    var (apart, effect) = (0.0, 0.0)
    for (index, ring) in rings.enumerated() where Double(index) < radius && ring.n > 0 {
      let content = ring.x / ring.n
      let (own, others) = (shade(content, Double(index)), other.shade(content, Double(index)))
      apart += ring.n * (own - others) * (own - others)
      effect += ring.n * (own - content) * (own - content)
    }
    return apart < Self.alike * effect
  }

  /// Dots that differ by less than this share of their effect (squared) are the same.
  private static let alike = 0.25

  /// How much the squared difference from the picture shrinks if the dot is placed here.
  private func gain(_ patch: DotPatch, _ center: Vector) -> Double {
    var gain = 0.0
    patch.forEach(within: radius, of: center) { distance, content, picture in
      let (bare, left) = (picture - content, picture - shade(content, distance))
      gain += bare * bare - left * left
    }
    return gain
  }

  /// The position near a start that explains most of a patch.
  func place(in patch: DotPatch, from start: Vector) -> (center: Vector, gain: Double) {
    var best = (center: start, gain: gain(patch, start))
    var step = max(1, (radius / 2).rounded())
    while step > 0.2 {
      let origin = best.center
      for way in [Vector(1, 0), Vector(-1, 0), Vector(0, 1), Vector(0, -1)] {
        let center = origin + way * step
        let gain = gain(patch, center)
        if gain > best.gain { best = (center, gain) }
      }
      if best.center == origin { step /= 2 }
    }
    return best
  }

  /// The dot's opacity in a patch, where 1 is the opacity it was learned with, and the share of the
  /// difference around the place that it explains, at most 1.
  func strength(in patch: DotPatch, at center: Vector) -> (strength: Double, explained: Double) {
    var (product, square, bare, left, known) = (0.0, 0.0, 0.0, 0.0, 0)
    patch.forEach(within: 1.4 * radius, of: center) { distance, content, picture in
      let effect = distance < radius ? shade(content, distance) - content : 0
      let difference = picture - content
      product += effect * difference
      square += effect * effect
      bare += difference * difference
      left += (difference - effect) * (difference - effect)
      known += 1
    }
    guard square > 0, bare > 0, Double(known) > 2 * radius * radius else { return (.nan, 0) }
    return (product / square, 1 - left / bare)
  }
}

/// Part of a picture, with the content that would be visible there without a dot.
struct DotPatch {
  let frame: PixelRect
  private var content, picture: [Float]

  /// Predicts the content from an earlier picture.
  ///
  /// - Parameters:
  ///   - frame: the part; clipped to the picture.
  ///   - picture: the current picture.
  ///   - earlier: the earlier picture.
  ///   - way: how far the content has moved since, in pixels; positive as it moves up or to the
  ///     left.
  ///   - scene: what scrolls in it.
  init(
    _ frame: PixelRect, of picture: GreyPicture, over earlier: GreyPicture, way: Double,
    in scene: DotScene
  ) {
    self.frame = frame.intersection(
      PixelRect(x: 0, y: 0, width: picture.width, height: picture.height))
    self.picture = []
    content = []
    let (new, old) = (picture.pixels.span, earlier.pixels.span)
    let (whole, share) = (Int(way.rounded(.down)), Float(way - way.rounded(.down)))
    let (dx, dy) = scene.isVertical ? (0, whole) : (whole, 0)
    let next = scene.isVertical ? picture.width : 1
    // Background as plain as where it moves to looks the same while content moves past it.
    func isContent(_ x: Int, _ y: Int, like place: Int) -> Bool {
      scene.moves(x, y)
        || scene.isBeside(x, y)
          && abs(Int(old[y * picture.width + x]) - Int(old[place])) < Self.plain
    }
    for y in self.frame.y0..<self.frame.y1 {
      for x in self.frame.x0..<self.frame.x1 {
        let place = y * picture.width + x
        self.picture.append(Float(new[place]))
        guard scene.moves(x, y) else {
          content.append(Float(old[place]))
          continue
        }
        let from = place + dy * picture.width + dx
        let isKnown =
          isContent(x + dx, y + dy, like: place)
          && (share == 0
            || isContent(
              x + dx + (next == 1 ? 1 : 0), y + dy + (next == 1 ? 0 : 1), like: place))
        content.append(
          !isKnown
            ? .nan
            : share == 0
              ? Float(old[from]) : Float(old[from]) * (1 - share) + Float(old[from + next]) * share)
      }
    }
  }

  /// Centre and radius of a uniform disc with the same first and second moments as the difference;
  /// `nil` if nothing differs.
  var disc: (center: Vector, radius: Double)? {
    var (sum, place, square) = (0.0, Vector.zero, 0.0)
    for y in frame.y0..<frame.y1 {
      for x in frame.x0..<frame.x1 {
        let index = (y - frame.y0) * frame.width + x - frame.x0
        let difference = Double(abs(picture[index] - content[index]))
        guard difference > Self.noise else { continue }
        let at = Vector(Double(x), Double(y))
        sum += difference
        place += at * difference
        square += (at.x * at.x + at.y * at.y) * difference
      }
    }
    guard sum > 0 else { return nil }
    let center = place * (1 / sum)
    let spread = square / sum - center.x * center.x - center.y * center.y
    return (center, (2 * max(0, spread)).squareRoot())
  }

  /// Compression artefacts change pixels by up to this much.
  private static let noise = 6.0
  /// Shades of a plain background differ by less than this.
  private static let plain = 14

  /// Visits the pixels within reach of a place whose content is known.
  func forEach(
    within reach: Double, of center: Vector,
    _ body: (_ distance: Double, _ content: Double, _ picture: Double) -> Void
  ) {
    let (contents, pictures) = (content.span, picture.span)
    let top = max(frame.y0, Int((center.y - reach).rounded(.up)))
    let bottom = min(frame.y1, Int((center.y + reach).rounded(.down)) + 1)
    for y in top..<max(top, bottom) {
      let down = Double(y) - center.y
      let half = max(0, reach * reach - down * down).squareRoot()
      let (first, last) = (
        max(frame.x0, Int((center.x - half).rounded(.up))),
        min(frame.x1 - 1, Int((center.x + half).rounded(.down)))
      )
      guard first <= last else { continue }
      for x in first...last {
        let index = (y - frame.y0) * frame.width + x - frame.x0
        guard !contents[index].isNaN else { continue }
        let across = Double(x) - center.x
        body(
          (across * across + down * down).squareRoot(), Double(contents[index]),
          Double(pictures[index]))
      }
    }
  }
}

/// The scrolling area in the pictures of a clip.
struct DotScene: Sendable {
  let region: PixelRect
  let isVertical: Bool
  private let mask: [Bool]
  /// Whether enough of each line across the scroll axis moves: no line of a fixed bar does.
  private let lines: [Bool]

  /// The share of a line that must move.
  private static let least = 0.1

  init(region: PixelRect, isVertical: Bool, mask: [Bool]) {
    (self.region, self.isVertical, self.mask) = (region, isVertical, mask)
    var counts = [Int](repeating: 0, count: isVertical ? region.height : region.width)
    for index in mask.indices where mask[index] {
      counts[isVertical ? index / region.width : index % region.width] += 1
    }
    let across = Double(isVertical ? region.width : region.height)
    lines = counts.map { Double($0) >= Self.least * across }
  }

  /// Whether the pixel at a place moves with the content.
  func moves(_ x: Int, _ y: Int) -> Bool {
    contains(x, y) && mask[(y - region.y0) * region.width + x - region.x0]
  }

  /// Whether the line through a place has moving content.
  func isBeside(_ x: Int, _ y: Int) -> Bool {
    contains(x, y) && lines[isVertical ? y - region.y0 : x - region.x0]
  }

  private func contains(_ x: Int, _ y: Int) -> Bool {
    x >= region.x0 && x < region.x1 && y >= region.y0 && y < region.y1
  }
}
