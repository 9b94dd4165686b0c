internal import Feel
internal import FeelFiles
internal import Lab
internal import Stage
internal import TextLayout
internal import XWindow

/// Renders a video while the window continues, with its own fonts and renderer.
struct VideoMaker {
  enum Outcome: Hashable, Sendable {
    /// The video is complete, at this path.
    case saved(String)
    /// Cancelled; the partial file was removed.
    case abandoned
    /// Failed, with the reason as a sentence; the partial file was removed.
    case failed(String)
  }

  /// Whether an existing file at the path may be replaced.
  let replaces: Bool
  let work: SideWork<Outcome>

  /// Starts to render a video with the window's typefaces.
  init(
    _ film: StageVideo, path: String, replaces: Bool, typefaces: [String], _ waker: Waker
  ) throws(CommandFailure) {
    let work = SideWork(waker, niceness: 10) { work in
      Self.make(film, path: path, replaces: replaces, typefaces: typefaces, work)
    }
    guard let work else { throw .badFile(say("Cannot start a thread to draw the video.")) }
    (self.work, self.replaces) = (work, replaces)
  }

  private static func make(
    _ film: StageVideo, path: String, replaces: Bool, typefaces: [String], _ work: SideWork<Outcome>
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
