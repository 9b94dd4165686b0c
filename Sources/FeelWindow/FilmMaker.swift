internal import Feel
internal import FeelFiles
internal import Lab
internal import Stage
internal import TextLayout
internal import XWindow

/// A film that is made while its window goes on, with fonts and a renderer of its own.
struct FilmMaker {
  enum Outcome: Hashable, Sendable {
    /// All is in the file at a path.
    case saved(String)
    /// It was given up, and nothing is left of it.
    case abandoned
    /// It failed, and nothing is left of it; why, in a sentence.
    case failed(String)
  }

  /// Whether it goes to its path in the place of another file.
  let replaces: Bool
  let work: SideWork<Outcome>

  /// Begins a film, written with the window's typefaces.
  init(
    _ film: StageFilm, path: String, replaces: Bool, typefaces: [String], _ waker: Waker
  ) throws(CommandFailure) {
    let work = SideWork(waker, niceness: 10) { work in
      Self.make(film, path: path, replaces: replaces, typefaces: typefaces, work)
    }
    guard let work else { throw .badFile(say("Cannot start a thread to draw the video.")) }
    (self.work, self.replaces) = (work, replaces)
  }

  private static func make(
    _ film: StageFilm, path: String, replaces: Bool, typefaces: [String], _ work: SideWork<Outcome>
  ) -> Outcome {
    let rate = OutputFormat.framesPerSecond(path)
    do throws(CommandFailure) {
      let times = Rendering.times(
        from: film.start.seconds, to: film.end.seconds, framesPerSecond: rate)
      var rendering = Rendering(
        source: .film(film), times: times, path: path, keepsOthers: !replaces,
        framesPerSecond: rate)
      let path = try rendering.write(
        fonts: try FontBook.open(typefaces), isAbandoned: { work.isAbandoned },
        tell: work.report)
      return work.isAbandoned ? .abandoned : .saved(path)
    } catch {
      return .failed(error.message)
    }
  }
}
