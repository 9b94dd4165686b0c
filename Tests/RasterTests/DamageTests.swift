import FeelGeometry
import Raster
import RasterPictures
import TestSupport
import Testing

@Suite struct DamageTests {
  private let background = Color(rgb: 0x1E1E24)

  @Test(arguments: 1...60)
  func `a part drawn alone equals that part of the whole picture`(seed: Int) {
    var pictures = RandomPictures(seed: UInt64(seed))
    let commands = pictures.commands(14)
    let renderer = Renderer.dots
    var (whole, part) = (Canvas(100, 90, stride: 103), Canvas(100, 90, stride: 103))
    whole.draw(commands, background: background, with: renderer)
    let damage = [
      PixelRect(x0: 13, y0: 7, x1: 61, y1: 55), PixelRect(x0: 40, y0: 50, x1: 99, y1: 90),
    ]
    part.draw(commands, background: background, damage: damage, with: renderer)
    var wrong = 0
    for y in 0..<90 {
      for x in 0..<100 {
        let isDamaged = damage.contains { x >= $0.x0 && x < $0.x1 && y >= $0.y0 && y < $0.y1 }
        let expected = isDamaged ? whole.pixels[y * 103 + x] : 0xFF00_0000
        if part.pixels[y * 103 + x] != expected { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    #expect(part.strayWrites == 0)
  }

  @Test(arguments: [0.0, 0.13, 0.37, 0.61, 0.88, 1])
  func `a tall outline drawn a few rows at a time equals the whole`(
    share: Double
  ) {
    let renderer = Renderer.dots
    for (radius, width) in [(0.0, 3.0), (2, 9), (12.3, 1), (30, 4.5)] {
      for cap in [Stroke.Cap.butt, .round, .square] {
        let box = Rect(x: 8.3 + share, y: 7.45 - share / 3, width: 71.2, height: 76.9)
        let paint = Paint.solid(Color(argb: 0xC0FF_8040))
        let command = DrawCommand.outline(
          box, radius: radius, width: width, from: share / 3, to: share, cap: cap, paint)
        let commands = [.roundedRect(box, radius: radius, paint), command]
        var (whole, part) = (Canvas(100, 90), Canvas(100, 90))
        whole.draw(commands, background: background, with: renderer)
        let slices = stride(from: 0, to: 90, by: 4).map {
          PixelRect(x0: 0, y0: $0, x1: 100, y1: min(90, $0 + 4))
        }
        part.draw(commands, background: background, damage: slices, with: renderer)
        #expect(whole.pixels == part.pixels)
      }
    }
  }

  @Test(arguments: [-60.0, -41.3, -17, -2.2, 0, 0.1, 8.9, 33, 58])
  func `a thin line drawn in parts equals the whole`(lean: Double) {
    let renderer = Renderer.dots
    for width in [0.4, 1, 1.7, 3, 6] {
      for cap in [Stroke.Cap.butt, .round, .square] {
        let paint = Paint.solid(Color(argb: 0xC0FF_8040))
        // One inside, and two that leave at the sides.
        let lines = [50.2, 20, 85].map { x -> DrawCommand in
          .line(
            Vector(x - lean / 2, 5.3), Vector(x + lean / 2, 88.9), width: width, cap: cap, paint)
        }
        var (whole, part) = (Canvas(100, 90, stride: 103), Canvas(100, 90, stride: 103))
        whole.draw(lines, background: background, with: renderer)
        let slices = stride(from: 0, to: 90, by: 4).map {
          PixelRect(x0: 0, y0: $0, x1: 100, y1: min(90, $0 + 4))
        }
        part.draw(lines, background: background, damage: slices, with: renderer)
        #expect(whole.pixels == part.pixels)
      }
    }
  }

  @Test(arguments: [0.0, 0.25, 0.5, 0.81], [83.0, 84])
  func `a symmetric shape drawn in parts equals the whole, and its halves mirror each other`(
    share: Double, sum: Double
  ) {
    let renderer = Renderer.dots
    let gradient = LinearGradient(
      from: Vector(10, 5), to: Vector(90, 80),
      stops: [GradientStop(0, Color(rgb: 0x7C3AED)), GradientStop(1, Color(argb: 0x8006_B6D4))])
    for radius in [2.3, 16, 90] {
      let box = Rect(x: 8.3, y: 3 + share, width: 80.4, height: sum - 6 - 2 * share)
      let rest = Rect(x: 30, y: 20, width: 70, height: 44)
      for paint in [Paint.solid(Color(argb: 0xC0FF_8040)), .linear(gradient)] {
        let shape = DrawCommand.roundedRect(box, radius: radius, paint)
        let cover = DrawCommand.roundedRect(rest, radius: 4, .solid(Color(rgb: 0x0000FF)))
        for commands in [
          [shape], [shape, cover], [.clip(rest, radius: 9), shape, .pop],
          [.clip(rest, radius: 0), .group(opacity: 0.5), shape, .pop, .pop],
        ] {
          var whole = Canvas(100, 90)
          whole.draw(commands, background: background, with: renderer)
          for height in [1, 7, 37, 50] {
            var part = Canvas(100, 90)
            let slices = stride(from: 0, to: 90, by: height).map {
              PixelRect(x0: 0, y0: $0, x1: 100, y1: min(90, $0 + height))
            }
            part.draw(commands, background: background, damage: slices, with: renderer)
            #expect(whole.pixels == part.pixels)
          }
          guard commands.count == 1, paint != .linear(gradient) else { continue }
          for row in 0..<Int(sum) {
            let twin = Int(sum) - 1 - row
            let (upper, lower) = (
              whole.pixels[row * 100..<row * 100 + 100], whole.pixels[twin * 100..<twin * 100 + 100]
            )
            #expect(upper == lower)
          }
        }
      }
    }
  }

  @Test(arguments: 1...60)
  func `redrawing the difference of two pictures gives the second`(seed: Int) {
    var pictures = RandomPictures(seed: UInt64(seed) &* 977)
    var (old, new) = (DisplayList(background: background), DisplayList(background: background))
    old.commands = pictures.commands(12)
    new.commands = old.commands
    let fresh = pictures.commands(2)
    new.commands[seed % 12] = fresh[0]
    if seed % 3 == 0 { new.commands.insert(fresh[1], at: seed % 7) }
    let renderer = Renderer.dots
    var (canvas, expected) = (Canvas(100, 90), Canvas(100, 90))
    var difference = ListDifference()
    difference.find(from: old, to: new, width: 100, height: 90)
    #expect(difference.damage.rects.count <= Damage.limit)
    canvas.draw(old.commands, background: background, with: renderer)
    canvas.draw(
      new.commands, background: background, damage: difference.damage.rects, with: renderer)
    expected.draw(new.commands, background: background, with: renderer)
    let wrong = zip(canvas.pixels, expected.pixels).count { $0 != $1 }
    #expect(wrong == 0)
  }

  @Test(arguments: 1...100)
  func `redrawing the damage is right when commands are added, removed, changed or swapped`(
    seed: Int
  ) {
    var pictures = RandomPictures(seed: UInt64(seed) &* 7919)
    var random = SeededGenerator(seed: UInt64(seed))
    var (old, new) = (DisplayList(background: background), DisplayList(background: background))
    old.commands = pictures.commands(24)
    new.commands = old.commands
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      let fresh = pictures.commands(1)[0]
      let (i, j) = (Int.random(in: 0..<20, using: &random), Int.random(in: 0..<20, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: new.commands[i] = fresh
      case 1: new.commands.insert(fresh, at: i)
      case 2: if new.commands.count > 20 { new.commands.remove(at: i) }
      case 3: new.commands.swapAt(i, j)
      default: new.commands.insert(contentsOf: [.clip(Self.window, radius: 3), fresh, .pop], at: i)
      }
    }
    #expect(wrongPixels(from: old, to: new, 100, 90) == 0)
  }

  private static let window = Rect(x: 20, y: 20, width: 40, height: 40)

  @Test func `a command added inside a clip damages only the clip, whatever changes after it`() {
    func card(_ x: Double, _ color: UInt32) -> DrawCommand {
      .roundedRect(Rect(x: x, y: 10, width: 10, height: 100), radius: 2, .solid(Color(rgb: color)))
    }
    func picture(_ inside: [DrawCommand], _ after: [DrawCommand]) -> DisplayList {
      var list = DisplayList(background: background)
      list.commands = [card(0, 0xFFFFFF), .clip(Self.window, radius: 0)] + inside
      list.commands += [.pop, .clip(Rect(x: 200, y: 0, width: 50, height: 50), radius: 0)]
      list.commands += after + [.pop]
      return list
    }
    let old = picture([card(22, 1), card(34, 2)], [card(200, 3), card(220, 4)])
    let new = picture([card(22, 1), card(29, 5), card(35, 2)], [card(200, 3), card(221, 4)])
    var difference = ListDifference()
    difference.find(from: old, to: new, width: 300, height: 300)
    let inside = PixelRect(x0: 28, y0: 20, x1: 46, y1: 60)
    let after = PixelRect(x0: 219, y0: 9, x1: 232, y1: 50)
    for rect in difference.damage.rects {
      let isWithin = [inside, after].contains {
        $0.x0 <= rect.x0 && rect.x1 <= $0.x1 && $0.y0 <= rect.y0 && rect.y1 <= $0.y1
      }
      #expect(isWithin, "\(rect)")
    }
    #expect(difference.damage.rects.count == 2)
  }

  @Test(arguments: 1...80)
  func `redrawing the damage of moving and hidden cards is right`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) &* 31)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    func card(_ place: Rect, _ color: UInt32) -> DrawCommand {
      .roundedRect(place, radius: number(0...30), .solid(Color(argb: color)))
    }
    let colors: [UInt32] = [0xFF2D_3748, 0xFF55_3C9A, 0xFF28_5E61, 0xC074_4210]
    var (old, new) = (DisplayList(background: background), DisplayList(background: background))
    for index in 0..<7 {
      let place = Rect(
        x: number(-60...300), y: number(-40...180), width: number(150...320),
        height: number(100...240))
      let color = colors[Int(number(0...3.99))]
      old.append(card(place, color))
      var moved = old.commands[index]
      // Along one side, so that the rows or columns stay the same, or in any direction.
      if index % 3 == 1, case .roundedRect(var rect, let radius, let paint) = moved {
        let way = number(-30...30)
        switch seed % 3 {
        case 0: rect.origin.x += way
        case 1: rect.origin.y += way
        default: rect = Rect(x: rect.minX + way, y: rect.minY, width: 200, height: 180 + way)
        }
        moved = .roundedRect(rect, radius: radius, paint)
      }
      new.append(moved)
    }
    #expect(wrongPixels(from: old, to: new, 400, 300) == 0)
  }

  /// Number of pixels that differ if only the damage between two pictures is redrawn.
  private func wrongPixels(
    from old: DisplayList, to new: DisplayList, _ width: Int, _ height: Int
  ) -> Int {
    let renderer = Renderer.dots
    var (canvas, expected) = (Canvas(width, height), Canvas(width, height))
    var difference = ListDifference()
    difference.find(from: old, to: new, width: width, height: height)
    canvas.draw(old.commands, background: background, with: renderer)
    canvas.draw(
      new.commands, background: background, damage: difference.damage.rects, with: renderer)
    expected.draw(new.commands, background: background, with: renderer)
    return zip(canvas.pixels, expected.pixels).count { $0 != $1 }
  }

  @Test func `a card that moves under another damages only its free end`() {
    func list(_ x: Double) -> DisplayList {
      var list = DisplayList(background: background)
      for (x, color) in [(x, 0x2D3748 as UInt32), (200.5, 0x553C9A)] {
        list.append(
          .roundedRect(
            Rect(x: x, y: 20, width: 220, height: 200), radius: 16, .solid(Color(rgb: color))))
      }
      return list
    }
    var difference = ListDifference()
    difference.find(from: list(60.2), to: list(63.7), width: 500, height: 300)
    #expect(difference.damage.rects == [PixelRect(x0: 60, y0: 20, x1: 80, y1: 220)])
  }

  @Test func `equal pictures damage nothing`() {
    var pictures = RandomPictures(seed: 5)
    var list = DisplayList(background: background)
    list.commands = pictures.commands(20)
    var difference = ListDifference()
    difference.find(from: list, to: list, width: 100, height: 100)
    #expect(difference.damage.rects.isEmpty)
  }
}
