internal import Feel
internal import Lab
internal import Raster
internal import TextLayout

/// What is rendered: a scene left to itself, or a recorded session.
enum Subject {
  case scene(Session)
  case trace(Playback, end: Instant)

  /// The session's size, in points.
  var size: Size { session.size }
  /// Device pixels a point.
  var scale: Double { session.scale }

  private var session: Session {
    switch self {
    case .scene(let session): session
    case .trace(let playback, _): playback.session
    }
  }

  /// The picture at a time; times are asked in their order.
  mutating func picture(at time: Instant, fonts: FontBook) -> DisplayList {
    if case .trace(var playback, let end) = self {
      playback.run(to: time)
      self = .trace(playback, end: end)
    }
    return session.displayList(at: time, fonts: fonts)
  }

  /// Lets all events up to a time happen, so that size and scale are those of that time.
  mutating func advance(to time: Instant) {
    guard case .trace(var playback, let end) = self else { return }
    playback.run(to: time)
    self = .trace(playback, end: end)
  }
}
