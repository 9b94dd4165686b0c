internal import Feel
internal import Lab
internal import Raster
internal import XWindow

extension FrameLoop {
  /// Begins to make a film of the stage; the window goes on meanwhile.
  func beginFilm(from start: Instant, to end: Instant, name: String) throws(CommandFailure) {
    guard film == nil else { return }
    guard FilmSink.encoder != nil || name.hasSuffix(".apng") else {
      return session.say(
        "MP4 and GIF need ffmpeg: apt install ffmpeg. An animated PNG needs nothing")
    }
    let maker = FilmMaker(
      session.film(from: start, to: end), path: File.newPath(name), window.waker)
    try maker.start()
    film = maker
  }

  /// Says how far the film is, or what became of it.
  func followFilm() {
    guard let film else { return }
    let title = "Filming \(film.path.split(separator: "/").last ?? "")"
    guard let outcome = film.outcome else { return show(film.share, of: title) }
    film.join()
    self.film = nil
    renderer.trim()
    show(nil, of: title)
    switch outcome {
    case .saved: session.say("Saved in \(film.path)")
    case .abandoned: session.say("The film is given up, and nothing of it is kept")
    case .failed(let reason): session.say(reason)
    }
  }

  private func show(_ share: Double?, of title: String) {
    guard shownShare != share || share == nil else { return }
    shownShare = share
    session.showProgress(of: title, share)
    isChanged = true
  }
}
