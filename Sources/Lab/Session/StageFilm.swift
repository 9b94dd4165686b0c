public import Feel
public import Raster
internal import Stage
public import TextLayout

/// The stage by itself over a stretch of a take, at the speed of its own clock: what a film is
/// drawn from.
///
/// It is a value of its own: the session that it was taken from goes on meanwhile.
public struct StageFilm: Sendable {
  /// The stage's time of the first picture.
  public let start: Instant
  /// The stage's time of the last picture.
  public let end: Instant
  @Boxed private var session: Session
  private var moment: StageHistory.Moment

  fileprivate init(_ session: Session, from start: Instant, to end: Instant) {
    var session = session
    // Its clock runs at real speed, whatever that of the window: numbers over the stage change as
    // often as there.
    var player = session.player.filmed()
    let last = session.player.sheet.end ?? session.player.liveStageTime
    self.start = min(max(start, session.player.start), last)
    self.end = min(max(end, self.start), last)
    moment = player.history.moment(at: self.start)
    // Where panels have been opened since, the pointer would press beside what it holds. How large
    // the stage was at the end counts: shortly before the press it may have been another size.
    let then = player.history.moment(at: self.end).run.stage
    let place = StagePlace(then)
    if place.size != session.layout.stage.size || place.isAlone != session.stagePlace.isAlone {
      player.show(in: then)
    }
    session.window.leaveStageAlone(as: place)
    session.player = player
    _session = Boxed(wrappedValue: session)
  }

  /// The size of what is drawn, in points.
  public var size: Size { Size(session.size.width, frame.maxY) }
  /// The part of it that is kept: the stage, what stands below it, and the caption's band.
  public var frame: Rect {
    let plate = session.layout.plate
    return Rect(origin: plate.origin, size: Size(plate.width, plate.height + band))
  }
  /// How high the caption's band is, in points: 84 below a stage 676 high.
  private var band: Double {
    min(126, max(40, (session.layout.stage.height * 84 / 676).rounded()))
  }
  /// Device pixels per point.
  public var scale: Double { session.scale }

  /// The stage at a time of its own, at its place in the window's picture, with a caption; ask for
  /// times in ascending order.
  public mutating func picture(at time: Instant, fonts: FontBook) -> DisplayList {
    var canvas = canvas(at: time, fonts: fonts)
    drawCaption(of: moment.run, at: time, into: &canvas)
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
    session.drawStage(
      run, of: player, at: time, time, nil, showsPointer: true, radius: 0, into: &canvas)
    return canvas
  }

  /// Says below the picture what is shown, with whose laws, and when.
  private func drawCaption(of run: StageRun, at time: Instant, into canvas: inout Canvas) {
    let plate = session.layout.plate
    let room = Rect(x: plate.minX, y: plate.maxY, width: plate.width, height: band)
    canvas.fill(room, canvas.theme.window)
    // As large as the band is high, and in a narrow picture smaller.
    let growth = min(1.5, max(0.6, min(band / 84, plate.width / 900)))
    let (title, small) = (TextStyle.title.grown(growth), TextStyle.heading.grown(growth))
    let (y, margin) = (room.midY, 40 * growth)
    var right = room.maxX - margin
    // Its last digits change from frame to frame: it keeps its width.
    canvas.label(
      Words.time(time - start), at: Vector(right, y), title, canvas.theme.secondaryText,
      align: .trailing)
    right -= canvas.fonts.layout("00.000 s", title).width + 28 * growth
    let (a, b) = session.lawNames(of: run, session.player)
    for (name, isB) in [(b, true), (a, false)] {
      guard let name else { continue }
      let width = canvas.fonts.layout(name, title).width
      let badge = 22 * growth
      canvas.label(
        name, at: Vector(right, y), title, isB ? canvas.theme.b : canvas.theme.accent,
        align: .trailing)
      right -= width + 6 * growth + badge
      canvas.badge(
        isB: isB, in: Rect(x: right, y: y - badge / 2, width: badge, height: badge))
      right -= 22 * growth
    }
    let left = room.minX + margin
    canvas.label(
      session.filmTitle(of: run, at: time), at: Vector(left, y), small, canvas.theme.text,
      maximumWidth: right - left)
  }
}

extension Session {
  /// The stage by itself between two times of its own, as far as they are kept.
  public func film(from start: Instant, to end: Instant) -> StageFilm {
    StageFilm(self, from: start, to: end)
  }
}
