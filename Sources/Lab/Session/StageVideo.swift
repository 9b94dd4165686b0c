public import Feel
public import Raster
internal import Stage
public import TextLayout

/// The stage alone over part of a take, at the speed of its own clock: the source of a video.
///
/// A value: the session that it was taken from is independent of it.
public struct StageVideo: Sendable {
  /// Stage time of the first picture.
  public let start: Instant
  /// Stage time of the last picture.
  public let end: Instant
  @Boxed private var session: Session
  private var moment: StageHistory.Moment

  fileprivate init(_ session: Session, from start: Instant, to end: Instant) {
    var session = session
    // The clock runs in real time whatever the window's speed, so that numbers update as often as
    // there.
    var player = session.player.filmed()
    let last = session.player.sheet.end ?? session.player.liveStageTime
    self.start = min(max(start, session.player.start), last)
    self.end = min(max(end, self.start), last)
    moment = player.history.moment(at: self.start)
    // If panels were opened since, the pointer would miss what it held. Use the stage's size at the
    // end: shortly before the press it may have been different.
    let then = player.history.moment(at: self.end).run.stage
    let place = StagePlace(then)
    if place.size != session.layout.stage.size || place.isAlone != session.stagePlace.isAlone {
      player.show(in: then)
    }
    session.window.leaveStageAlone(as: place)
    session.player = player
    _session = Boxed(wrappedValue: session)
  }

  /// Size of the drawing, in points.
  public var size: Size { Size(session.size.width, frame.maxY) }
  /// The part of it to store: the stage, what is below it, and the caption's band.
  public var frame: Rect {
    let plate = session.layout.plate
    return Rect(origin: plate.origin, size: Size(plate.width, plate.height + band))
  }
  /// Height of the caption's band, in points: 84 below a stage 676 high.
  private var band: Double {
    min(126, max(40, (session.layout.stage.height * 84 / 676).rounded()))
  }
  /// Device pixels per point.
  public var scale: Double { session.scale }

  /// The captioned stage at a stage time, at its place in the window's picture; call in ascending
  /// order of time.
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

  /// Draws title, laws and time below the picture.
  private func drawCaption(of run: StageRun, at time: Instant, into canvas: inout Canvas) {
    let plate = session.layout.plate
    let room = Rect(x: plate.minX, y: plate.maxY, width: plate.width, height: band)
    canvas.fill(room, canvas.theme.window)
    // Proportional to the band's height, smaller in a narrow picture.
    let growth = min(1.5, max(0.6, min(band / 84, plate.width / 900)))
    let (title, small) = (TextStyle.title.grown(growth), TextStyle.heading.grown(growth))
    let (y, margin) = (room.midY, 40 * growth)
    var right = room.maxX - margin
    // The width is fixed because the last digits change from frame to frame.
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
  /// The stage alone between two stage times, as far as its history reaches.
  public func film(from start: Instant, to end: Instant) -> StageVideo {
    StageVideo(self, from: start, to: end)
  }
}
