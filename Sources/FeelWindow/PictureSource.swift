package import Feel
package import Lab
package import Raster
package import TextLayout

/// A source of pictures: a scene without input, a recorded session, or a take.
package indirect enum PictureSource {
  case scene(Session)
  case trace(Playback, end: Instant, showsPointer: Bool)
  case film(StageVideo)

  private var measures: (size: Size, scale: Double) {
    switch self {
    case .scene(let session): (session.size, session.scale)
    case .trace(let playback, _, _): (playback.session.size, playback.session.scale)
    case .film(let film): (film.size, film.scale)
    }
  }

  /// The pictures' size, in points.
  package var size: Size { measures.size }

  /// Device pixels per point.
  package var scale: Double { measures.scale }

  /// The part of the pictures to store, in points.
  var frame: Rect {
    if case .film(let film) = self { film.frame } else { Rect(origin: .zero, size: size) }
  }

  /// The picture at a time; call in ascending order of time.
  package mutating func picture(at time: Instant, fonts: FontBook) -> DisplayList {
    switch self {
    case .scene(let session):
      return session.displayList(at: time, fonts: fonts)
    case .trace(var playback, let end, let showsPointer):
      playback.run(to: time)
      playback.judge()
      self = .trace(playback, end: end, showsPointer: showsPointer)
      return playback.session.displayList(at: time, fonts: fonts, showsPointer: showsPointer)
    case .film(var film):
      let picture = film.picture(at: time, fonts: fonts)
      self = .film(film)
      return picture
    }
  }

  /// Handles all events up to a time, so that size and scale are those of that time.
  package mutating func advance(to time: Instant) {
    guard case .trace(var playback, let end, let showsPointer) = self else { return }
    playback.run(to: time)
    self = .trace(playback, end: end, showsPointer: showsPointer)
  }
}
