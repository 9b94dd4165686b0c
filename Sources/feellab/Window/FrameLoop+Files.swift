internal import Feel
internal import FeelTrace
internal import Lab
internal import Raster
internal import Stage
internal import XWindow

extension FrameLoop {
  /// Gives the clipboard or a file what the session asks to keep, or takes what was kept; a failure is said in the window, and nothing else.
  func keep(_ request: HostRequest) throws(CommandFailure) {
    do throws(CommandFailure) {
      switch request {
      case .copy(let text): window.copy(text)
      case .saveParameters(let scene, let json):
        session.say("Saved in \(try ParameterStore.save(json, scene: scene))")
      case .listParameters(let scene): session.offer(ParameterStore.names(scene: scene))
      case .openParameters(let name): try take(try ParameterStore.open(name))
      case .saveText(let text, let name):
        let path = File.newPath(name)
        try File.write(Array(text.utf8), to: path)
        session.say("Saved in \(path)")
      case .savePicture(let frame, let name):
        let list = session.displayList(at: max(shownTime, session.now), fonts: fonts)
        let path = try PictureStore.save(
          list, of: session.size, in: frame, name: name, fonts: fonts)
        renderer.trim()
        session.say("Saved in \(path)")
      case .saveFilm(let start, let end, let name):
        try beginFilm(from: start, to: end, name: name)
      case .quit, .endFilm, .toggleFullscreen, .leaveFullscreen, .paste, .toggleRecording, .zoom,
        .replayRecording, .setZoom, .forgetPreferences, .pasteParameters:
        break
      }
    } catch  where error.status == .badFile {
      session.say(error.message)
    }
  }

  /// Takes a text that was fetched: into the field that has the keyboard, or as a value or the scene's parameters if it was fetched for that.
  func paste(_ text: String) throws(CommandFailure) {
    isChanged = true
    guard pastesParameters else {
      guard session.pastesValue else { return session.paste(text) }
      guard let change = session.valueChange(pasting: text) else { return }
      return try handle(.change(sessionTime(window.now), change))
    }
    pastesParameters = false
    do throws(CommandFailure) {
      try take(try ParameterFile.parse(copied: text))
    } catch  where error.status == .badFile {
      session.say(error.message)
    }
  }

  /// Gives the scene the values of a file, and every other parameter what the preset says.
  func take(_ file: ParameterFile) throws(CommandFailure) {
    var wanted = ParameterSet(session.sceneType.parameters, preset: session.parameters.preset)
    try file.apply(to: &wanted, of: session.sceneType)
    try take(wanted, from: file.path)
  }

  /// Follows the file that is watched; what is wrong with it is said, and the values stay.
  func take(_ change: ParameterWatch.Change) throws(CommandFailure) {
    isChanged = true
    switch change {
    case .parameters(let wanted, let path): try take(wanted, from: path)
    case .notice(let message):
      StandardError.write("feellab: \(message)\n")
      session.say(message)
    }
  }

  private func take(_ wanted: ParameterSet, from path: String) throws(CommandFailure) {
    let now = sessionTime(window.now)
    let changes = session.parameters.changes(to: wanted)
    for change in changes { try handle(.change(now, change)) }
    let count = changes.count
    session.say("\(path): \(count) \(count == 1 ? "value" : "values") changed")
  }
}
