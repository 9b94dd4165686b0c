internal import Feel
internal import FeelFiles
internal import Lab
internal import Raster
internal import Stage

/// A bar chart of times relative to another program's for the same scenes.
struct BenchChart {
  private static let (margin, barHeight, width) = (16.0, 18.0, 720.0)
  /// Where the bars start and how long they can be, with room for names and numbers.
  private static let (start, reach) = (64.0, 520.0)

  private let picture: PictureFile
  /// The other program's medians by scene, in nanoseconds.
  private let peers: [String: Double]

  /// Prepares a chart, as a drawing or a picture depending on the path's ending.
  ///
  /// - Parameters:
  ///   - names: The scenes that will be timed.
  ///   - beside: The file with the other program's times, in lines as `bench` writes them; only the
  ///     first line of a scene counts, since those for setting and copying its pixels follow.
  /// - Throws: `CommandFailure` if there is nothing to compare, or a line is invalid.
  init(_ path: String, of names: [String], beside: String) throws(CommandFailure) {
    picture = try PictureFile(path)
    var peers: [String: Double] = [:]
    let lines = String(decoding: try File.read(beside), as: UTF8.self).split(separator: "\n")
    for (index, line) in lines.enumerated() {
      let words = line.split(separator: ",")
      guard words.count == 6, let time = Double(words[2]), time > 0, time.isFinite else {
        throw CommandFailure(
          .badFile,
          "\(beside):\(index + 1): expected name,scene,median,fastest,p90,runs, as bench writes them."
        )
      }
      let scene = String(words[1])
      if peers[scene] == nil { peers[scene] = time }
    }
    guard names.contains(where: { peers[$0] != nil }) else {
      throw CommandFailure(
        .usage, "None of the scenes is in \(quoted(beside)), the file of --beside.")
    }
    self.peers = peers
  }

  /// Draws the scenes for which both times are known.
  ///
  /// - Throws: `CommandFailure` if there is no font, or the file cannot be written.
  func write(_ results: [BenchResult]) throws(CommandFailure) {
    let bars = results.compactMap { result in
      peers[result.scene].map { (name: result.scene, share: result.median / $0) }
    }
    let size = Size(Self.width, 2 * Self.margin + 24 + Self.barHeight * Double(bars.count))
    try picture.write(size) { Self.draw(bars, &$0) }
  }

  private static func draw(_ bars: [(name: String, share: Double)], _ canvas: inout Canvas) {
    let theme = canvas.theme
    let longest = max(1, bars.map(\.share).max() ?? 1)
    canvas.label(
      "Time for each scene, as a share of the peer's; the line is 1", at: Vector(margin, margin),
      .caption, theme.secondaryText)
    let top = margin + 20
    for (index, bar) in bars.enumerated() {
      let y = top + barHeight * Double(index)
      let length = reach * bar.share / longest
      canvas.label(bar.name, at: Vector(margin, y + 2), .caption, theme.text)
      canvas.fill(Rect(x: start, y: y + 3, width: length, height: barHeight - 6), theme.accent)
      let digits = bar.share < 0.1 ? 3 : 2
      canvas.label(
        bar.share.text(decimals: digits), at: Vector(start + length + 6, y + 2), .caption,
        theme.secondaryText)
    }
    let one = start + reach / longest
    let bottom = top + barHeight * Double(bars.count)
    canvas.draw(
      .line(Vector(one, top), Vector(one, bottom), width: 1, cap: .butt, .solid(theme.edge)))
  }
}
