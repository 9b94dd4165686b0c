public import Feel
internal import Stage

/// What a session asks of the window that it is shown in.
public enum HostRequest: Hashable, Sendable {
  /// Close the window and end.
  case quit
  /// Fill the screen, or go back.
  case toggleFullscreen
  /// Go back from filling the screen, if it is filled.
  case leaveFullscreen
  /// Show everything a step larger or smaller, or as large as the desktop asks for: 1, −1, 0.
  case zoom(Int)
  /// Show everything so many times as large as the desktop asks for.
  case setZoom(Double)
  /// Keep no preferences of look and keys, and follow the desktop again.
  case forgetPreferences
  /// Offer a text for other programs to paste.
  case copy(String)
  /// Fetch the text that can be pasted, and hand it over as `HostFact.pasted`.
  case paste
  /// Fetch the text that can be pasted, and take it as the scene's parameters.
  case pasteParameters
  /// Keep a text in a new file of that name, or one like it.
  case saveText(String, name: String)
  /// Keep a picture of a part of the window, in points, in a new file; the name's ending says how: ".png" or ".svg".
  case savePicture(of: Rect, name: String)
  /// Make a film of the stage between two times of its own, in a new file, and say how far it is as `HostFact.progress`; the name's ending says how: ".mp4", ".gif" or ".apng".
  case saveFilm(from: Instant, to: Instant, name: String)
  /// Give up the film that is being made.
  case endFilm
  /// Begin to record, or end it.
  case toggleRecording
  /// Show the recorded session again that the window was opened with.
  case replayRecording
  /// Keep a scene's parameters in a file, as `--params` reads them.
  case saveParameters(scene: String, json: String)
  /// Name the files of parameters that were kept for a scene, as `HostFact.parameterFiles`.
  case listParameters(scene: String)
  /// Take the parameters of one of them.
  case openParameters(String)
}
