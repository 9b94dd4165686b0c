public import Feel
public import Raster
internal import Stage
public import TextLayout

/// The stage by itself over a stretch of a take, at the speed of its own clock: what a film is drawn from.
///
/// It is a value of its own: the session that it was taken from goes on meanwhile.
public struct StageFilm: Sendable {
  /// The stage's time of the first picture.
  public let start: Instant
  /// The stage's time of the last picture.
  public let end: Instant
  private let session: Session
  private var moment: StageHistory.Moment

  fileprivate init(_ session: Session, from start: Instant, to end: Instant) {
    var session = session
    // Its clock runs at real speed, whatever that of the window: numbers over the stage change as often as there.
    var player = session.player.filmed()
    let last = session.player.sheet.end ?? session.player.liveStageTime
    self.start = min(max(start, session.player.start), last)
    self.end = min(max(end, self.start), last)
    moment = player.history.moment(at: self.start)
    // Where panels have been opened since, the pointer would press beside what it holds. How large
    // the stage was at the end counts: shortly before the press it may have been another size.
    let then = player.history.moment(at: self.end).run.stage.frame
    if then.size != session.layout.stage.size { player.show(in: then) }
    session.window.leaveStageAlone(as: then.size)
    session.player = player
    self.session = session
  }

  /// The size of a window with such a stage, in points: the pictures are as large.
  public var size: Size { session.size }
  /// The part of a picture that holds the stage, what stands below it, and the caption, in points.
  public var frame: Rect {
    let top = session.layout.stage.minY
    return Rect(x: 0, y: top, width: size.width, height: size.height - top)
  }
  /// Device pixels per point.
  public var scale: Double { session.scale }

  /// The stage at a time of its own, at its place in the window's picture, with a caption; ask for times in ascending order.
  public mutating func picture(at time: Instant, fonts: FontBook) -> DisplayList {
    var canvas = canvas(at: time, fonts: fonts)
    drawCaption(of: moment.run, into: &canvas)
    return canvas.list
  }

  /// The same without the caption.
  package mutating func stage(at time: Instant, fonts: FontBook) -> DisplayList {
    canvas(at: time, fonts: fonts).list
  }

  private mutating func canvas(at time: Instant, fonts: FontBook) -> Canvas {
    let player = session.player
    player.history.play(&moment, to: time)
    var canvas = Canvas(theme: .named(session.theme), scale: session.scale, fonts: fonts)
    let run = player.placed(moment.run, at: time, under: moment.run.stage.parameters)
    session.drawStage(run, of: player, at: time, time, nil, showsPointer: true, into: &canvas)
    return canvas
  }

  /// Names the scene and whose laws it has, below all else.
  private func drawCaption(of run: StageRun, into canvas: inout Canvas) {
    let words = Words.line([session.sceneType.title] + session.lawWords(of: run, session.player))
    let frame = session.layout.hint
    canvas.fill(frame, canvas.theme.surface)
    canvas.label(
      words, at: frame.center, .small, canvas.theme.text, align: .center,
      maximumWidth: frame.width - 16)
  }
}

extension Session {
  /// The stage by itself between two times of its own, as far as they are kept.
  public func film(from start: Instant, to end: Instant) -> StageFilm {
    StageFilm(self, from: start, to: end)
  }
}
