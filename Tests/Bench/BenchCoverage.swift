internal import Feel
internal import FeelFiles
internal import Raster

/// The shapes whose coverage is compared with exact area: white on black, at fractional positions.
enum BenchCoverage {
  /// Each shape's name, picture size in pixels, and command.
  static let shapes: [(name: String, width: Int, height: Int, command: DrawCommand)] = [
    (
      "Q1", 320, 60,
      .roundedRect(Rect(x: 10.37, y: 10.61, width: 300, height: 40), radius: 20, white)
    ),
    (
      "Q2", 100, 100,
      .arc(
        center: Vector(50.3, 50.6), radius: 40, width: 3, start: 0, sweep: 0.73, cap: .round, white)
    ),
    (
      "Q3", 100, 100,
      .outline(
        Rect(x: 10.3, y: 10.6, width: 80, height: 80), radius: 6, width: 3, from: 0, to: 0.73,
        cap: .butt, white)
    ),
  ]

  private static let white = Paint.solid(Color(rgb: 0xFFFFFF))

  /// The coverage of a picture, one byte per pixel.
  static func coverage(_ list: DisplayList, _ width: Int, _ height: Int, _ renderer: Renderer)
    -> [UInt8]
  {
    var canvas = BenchCanvas(width: width, height: height)
    var list = list
    list.background = Color(rgb: 0)
    canvas.draw(list, with: renderer)
    return canvas.pixels.map { UInt8(truncatingIfNeeded: $0 >> 8) }
  }

  /// Writes each shape's coverage as a raw file with its name, and the chart's as Q5.
  static func write(to folder: String, _ scenes: BenchScenes, _ renderer: Renderer) throws {
    try File.makeFolder(folder)
    for shape in shapes {
      var list = DisplayList(background: Color(rgb: 0))
      list.append(shape.command)
      let bytes = coverage(list, shape.width, shape.height, renderer)
      try File.write(
        bytes, to: "\(folder)/feellab.\(shape.name).\(shape.width)x\(shape.height).raw")
    }
    let chart = scenes.list("S5").commands.map { command in
      guard case .stroke(let path, let stroke, _) = command else { return command }
      return DrawCommand.stroke(path, stroke, white)
    }
    var list = DisplayList(background: Color(rgb: 0))
    list.commands = chart
    let bytes = coverage(list, BenchScenes.width, BenchScenes.height, renderer)
    try File.write(bytes, to: "\(folder)/feellab.Q5.\(BenchScenes.width)x\(BenchScenes.height).raw")
  }
}
