package import Feel
internal import ImageFile
package import Raster
package import TextLayout

/// A display list as an SVG file: one element per command, with glyphs as outlines, so that they
/// look the same where the font is missing.
package struct SVGPicture {
  private let fonts: FontBook
  private var definitions: [String] = []
  private var body: [String] = []

  /// The SVG of the part of a list inside a rectangle, in points.
  package static func text(_ list: DisplayList, of frame: Rect, fonts: FontBook) -> String {
    var picture = SVGPicture(fonts)
    for command in list.commands { picture.append(command) }
    let box = [frame.minX, frame.minY, frame.width, frame.height].map(SVGPicture.number)
    let size = "width=\"\(box[2])\" height=\"\(box[3])\""
    let ground = SVGPicture.color(list.background, "fill")
    let place = "x=\"\(box[0])\" y=\"\(box[1])\" \(size)"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(box.joined(separator: " "))" \(size)>
      <defs>
      \(picture.definitions.joined(separator: "\n"))
      </defs>
      <rect \(place) \(ground)/>
      \(picture.body.joined(separator: "\n"))
      </svg>

      """
  }

  private init(_ fonts: FontBook) { self.fonts = fonts }

  private mutating func append(_ command: DrawCommand) {
    switch command {
    case .roundedRect(let rect, let radius, let paint):
      body.append("<rect \(Self.place(rect, radius)) \(fill(paint))/>")
    case .outline(let rect, let radius, let width, let from, let to, let cap, let paint):
      if from <= 0, to >= 1 {
        body.append(
          "<rect \(Self.place(rect, radius)) fill=\"none\" stroke-width=\"\(Self.number(width))\" "
            + "\(stroke(paint))/>")
      } else if to > from {
        let path = Path.roundedRect(rect, radius: radius)
        append(path, Stroke(width: width, cap: cap, trimStart: from, trimEnd: to), paint)
      }
    case .circle(let center, let radius, let paint):
      body.append(
        "<circle cx=\"\(Self.number(center.x))\" cy=\"\(Self.number(center.y))\" "
          + "r=\"\(Self.number(radius))\" \(fill(paint))/>")
    case .arc(let center, let radius, let width, let start, let sweep, let cap, let paint):
      var path = Path()
      path.arc(
        center: center, radius: radius, from: (start - 0.25) * 2 * Double.pi,
        sweep: min(1, sweep) * 2 * Double.pi)
      append(path, Stroke(width: width, cap: sweep >= 1 ? .butt : cap), paint)
    case .line(let start, let end, let width, let cap, let paint):
      append(Path([.move(start), .line(end)]), Stroke(width: width, cap: cap), paint)
    case .fill(let path, let rule, let paint):
      body.append("<path d=\"\(Self.data(path))\"\(Self.rule(rule, "fill-rule")) \(fill(paint))/>")
    case .stroke(let path, let style, let paint): append(path, style, paint)
    case .glyphs(let run, let origin, let color): append(run, at: origin, color)
    case .image(let image, let rect):
      let png = PNGEncoder(format: .rgba).encode(image.straight)
      body.append("<image \(Self.place(rect, 0)) href=\"data:image/png;base64,\(png.base64)\"/>")
    case .shadow(let rect, let radius, let blur, let color):
      let name = define("filter", "x=\"-1\" y=\"-1\" width=\"3\" height=\"3\"") {
        "<feGaussianBlur stdDeviation=\"\(Self.number(blur / 2))\"/>"
      }
      body.append(
        "<rect \(Self.place(rect, radius)) \(Self.color(color, "fill")) filter=\"url(#\(name))\"/>")
    case .clip(let rect, let radius): clip("<rect \(Self.place(rect, radius))/>")
    case .clipPath(let path, let rule):
      clip("<path d=\"\(Self.data(path))\"\(Self.rule(rule, "clip-rule"))/>")
    case .group(let opacity): body.append("<g opacity=\"\(Self.number(opacity))\">")
    case .kept: body.append("<g>")
    case .pop: body.append("</g>")
    }
  }

  /// Adds a stroked path; a trim becomes a dash of the visible length, on a path with `pathLength`
  /// 1.
  private mutating func append(_ path: Path, _ style: Stroke, _ paint: Paint) {
    var words = "stroke-width=\"\(Self.number(style.width))\""
    if style.join != .miter { words += " stroke-linejoin=\"\(style.join.rawValue)\"" }
    if style.cap != .butt { words += " stroke-linecap=\"\(style.cap.rawValue)\"" }
    if style.join == .miter { words += " stroke-miterlimit=\"\(Self.number(style.miterLimit))\"" }
    if style.trimStart > 0 || style.trimEnd < 1 {
      let shown = max(0, style.trimEnd - style.trimStart)
      words += " pathLength=\"1\" stroke-dasharray=\"\(shown) 2\""
      words += " stroke-dashoffset=\"\(-style.trimStart)\""
    } else if !style.dash.isEmpty {
      let dash = style.dash.map(Self.number).joined(separator: " ")
      words += " stroke-dasharray=\"\(dash)\""
      words += " stroke-dashoffset=\"\(Self.number(style.dashPhase))\""
    }
    body.append("<path d=\"\(Self.data(path))\" fill=\"none\" \(words) \(stroke(paint))/>")
  }

  private mutating func append(_ run: GlyphRun, at origin: Vector, _ color: Color) {
    // SVG has no pixel grid to hint glyphs to: outlines are taken this much larger and scaled down,
    // which makes hinting negligible.
    let enlargement = 64.0
    let data = run.glyphs.map { glyph in
      let outline = fonts.outline(
        font: run.font, glyph: glyph.id, pixelsPerEm: run.size * enlargement)
      let place = origin + glyph.offset
      return Self.data(outline.transformed(by: .scale(1 / enlargement).then(.translation(place))))
    }
    body.append("<path d=\"\(data.joined())\" \(Self.color(color, "fill"))/>")
  }

  private mutating func clip(_ shape: String) {
    let name = define("clipPath", "") { shape }
    body.append("<g clip-path=\"url(#\(name))\">")
  }

  // MARK: Paints

  private mutating func fill(_ paint: Paint) -> String { words(paint, "fill") }
  private mutating func stroke(_ paint: Paint) -> String { words(paint, "stroke") }

  private mutating func words(_ paint: Paint, _ attribute: String) -> String {
    switch paint {
    case .solid(let color): return Self.color(color, attribute)
    case .linear(let gradient):
      let (a, b) = (gradient.start, gradient.end)
      let line =
        "x1=\"\(Self.number(a.x))\" y1=\"\(Self.number(a.y))\" "
        + "x2=\"\(Self.number(b.x))\" y2=\"\(Self.number(b.y))\""
      let name = define("linearGradient", "gradientUnits=\"userSpaceOnUse\" \(line)") {
        Self.stops(gradient.stops)
      }
      return "\(attribute)=\"url(#\(name))\""
    case .radial(let gradient):
      let circle =
        "cx=\"\(Self.number(gradient.center.x))\" cy=\"\(Self.number(gradient.center.y))\" "
        + "r=\"\(Self.number(gradient.radius))\""
      let name = define("radialGradient", "gradientUnits=\"userSpaceOnUse\" \(circle)") {
        Self.stops(gradient.stops)
      }
      return "\(attribute)=\"url(#\(name))\""
    }
  }

  /// Adds a definition and returns its id.
  private mutating func define(
    _ element: String, _ attributes: String, _ content: () -> String
  ) -> String {
    let name = "d\(definitions.count)"
    definitions.append("<\(element) id=\"\(name)\" \(attributes)>\(content())</\(element)>")
    return name
  }
}

extension SVGPicture {
  private static func stops(_ stops: [GradientStop]) -> String {
    stops.map { "<stop offset=\"\(number($0.offset))\" \(color($0.color, "stop", "-color"))/>" }
      .joined()
  }

  private static func color(_ color: Color, _ attribute: String, _ suffix: String = "") -> String {
    let digits = String(color.argb & 0xFF_FFFF, radix: 16)
    let hex = String(repeating: "0", count: 6 - digits.count) + digits
    let paint = "\(attribute)\(suffix)=\"#\(hex)\""
    guard color.alpha < 255 else { return paint }
    return "\(paint) \(attribute)-opacity=\"\(number(Double(color.alpha) / 255))\""
  }

  private static func place(_ rect: Rect, _ radius: Double) -> String {
    let place =
      "x=\"\(number(rect.minX))\" y=\"\(number(rect.minY))\" "
      + "width=\"\(number(rect.width))\" height=\"\(number(rect.height))\""
    guard radius > 0 else { return place }
    return place + " rx=\"\(number(min(radius, rect.width / 2, rect.height / 2)))\""
  }

  private static func rule(_ rule: FillRule, _ attribute: String) -> String {
    rule == .evenOdd ? " \(attribute)=\"evenodd\"" : ""
  }

  /// A path's `d` attribute.
  private static func data(_ path: Path) -> String {
    path.elements.map { element in
      switch element {
      case .move(let p): "M\(point(p))"
      case .line(let p): "L\(point(p))"
      case .quad(let c, let p): "Q\(point(c)) \(point(p))"
      case .cubic(let c, let d, let p): "C\(point(c)) \(point(d)) \(point(p))"
      case .close: "Z"
      }
    }.joined()
  }

  private static func point(_ point: Vector) -> String { "\(number(point.x)) \(number(point.y))" }

  /// A number rounded to a thousandth; 0 if not finite or beyond ±1e12.
  private static func number(_ number: Double) -> String {
    guard abs(number) < 1e12 else { return "0" }
    let rounded = (number * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int64(rounded))" : "\(rounded)"
  }
}

extension Image {
  /// The pixels with straight alpha.
  fileprivate var straight: Bitmap {
    let straight = pixels.map { pixel in
      let alpha = pixel >> 24
      guard alpha > 0 else { return pixel }
      return [0, 8, 16].reduce(alpha << 24) { result, shift in
        result | min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha) << shift
      }
    }
    return Bitmap(width: width, height: height, pixels: straight)
  }
}

extension [UInt8] {
  /// Source: RFC 4648, section 4.
  fileprivate var base64: String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: count, by: 3) {
      let group = self[start..<Swift.min(start + 3, count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      text += (0...group.count).map { digits[bits >> (18 - 6 * $0) & 63] }
      text += [UInt8](repeating: UInt8(ascii: "="), count: 3 - group.count)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
