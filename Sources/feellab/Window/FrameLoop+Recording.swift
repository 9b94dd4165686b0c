internal import Feel
internal import FeelTrace
internal import Lab
internal import Scenes
internal import Stage
internal import XWindow

extension FrameLoop {
  /// Begins a recording in a new file of the folder that the program was started in, with the scene afresh, or ends the one under way.
  ///
  /// A recording begins where a session begins, for only then does a replay find everything as it was.
  func toggleRecording() throws(CommandFailure) {
    if let recordingPath {
      try recorder.take()?.finish(session)
      self.recordingPath = nil
      session.isRecording = false
      session.say("Recorded in \(recordingPath)")
    } else if recorder != nil {
      session.say("The whole session is being recorded already, by --record")
    } else {
      do throws(CommandFailure) {
        let path = File.newPath("recording.feel")
        recorder = try Recorder(path)
        recordingPath = path
      } catch {
        return session.say(error.message)
      }
      try beginAfresh()
      session.isRecording = true
    }
  }

  /// Says that there is a recorded session to be shown, and waits for its key.
  func offerReplay() throws(CommandFailure) {
    session.hasRecording = true
    try handle(.change(session.now, .reducedMotion(true)))
  }

  /// Ends the offer at whatever somebody does; its key accepts it.
  func endOffer(_ input: InputEvent) {
    var accepts = false
    switch input {
    case .key(let sample) where sample.phase == .down:
      accepts = sample.key == .return && sample.modifiers == .control
    case .pointer(let sample) where sample.phase == .down: break
    case .wheel: break
    default: return
    }
    (isOffering, session.hasRecording, isChanged) = (false, accepts, true)
  }

  /// Shows the recorded session that the window was opened with again, from its start.
  func replayAgain() throws(CommandFailure) {
    guard let file = settings.replay, recorder == nil else { return }
    let (size, scale, zoom) = (session.size, session.scale, session.zoom)
    session = try file.session()
    session.zoom = zoom
    began = window.now
    shownTime = .zero
    replay = Replay(file, speed: settings.replaySpeed)
    if scale != session.scale { try handle(.change(.zero, .scale(scale))) }
    if size != session.size { try handle(.change(.zero, .size(size))) }
    isChanged = true
  }

  private func beginAfresh() throws(CommandFailure) {
    let (overlays, panels) = (session.overlays, session.panelKeys)
    let (preferences, zoom) = (session.preferences, session.zoom)
    began = window.now
    session = Session(
      catalog: .all, scene: session.sceneType, size: session.size, scale: session.scale,
      theme: session.theme, reducedMotion: session.reducedMotion, parameters: session.parameters)
    session.zoom = zoom
    try recorder?.begin(session)
    try followHabits()
    if preferences.letterKeys == false { try handle(.change(.zero, .letterKeys(false))) }
    if preferences.physicalSprings == true {
      try handle(.change(.zero, .physicalSprings(true)))
    }
    if !overlays.isEmpty { try handle(.change(.zero, .overlays(overlays.letters))) }
    for key in panels {
      try handle(.input(.key(KeySample(time: .zero, phase: .down, key: key))))
    }
  }
}
