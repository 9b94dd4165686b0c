public import Feel
internal import Stage

/// What a session asks of the window that it is shown in.
public enum HostRequest: Hashable, Sendable {
  /// Close the window and end.
  case quit
  /// Fill the screen, or go back.
  case toggleFullscreen
  /// Fill the screen, if it is not filled.
  case fillScreen
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
  /// Make a film of the stage between two times of its own, and say how far it is as `HostFact.progress`; the name's ending says how: ".mp4", ".gif" or ".apng".
  case saveFilm(from: Instant, to: Instant, name: String, place: FilmPlace)
  /// Give up the film that is being made.
  case endFilm
  /// Show the folder that a file lies in, in the desktop's own program for folders.
  case showFolder(of: String)
  /// Remove the file that was saved last.
  case removeFile(String)
  /// Begin to record, or end it.
  case toggleRecording
  /// Show the recorded session again that the window was opened with.
  case replayRecording
  /// Tell what is in a folder, as `HostFact.folder`; without a path in the one that was used last, or that keeps parameters; of “.” in the one that was used last, or that the program was started in.
  case listFolder(String)
  /// Make a folder, and tell what is in it.
  case makeFolder(String)
  /// Open a file by what it is: a recording, parameters or measurements.
  case openFile(String)
  /// Keep a text in a file, in the place of what is there only if that was asked.
  case saveFile(String, String, replaces: Bool)
  /// Keep one take of the session in a file, by its number, or the whole session: `nil`; in the place of what is there only if that was asked.
  case saveTakes(String, take: Int?, replaces: Bool)
  /// Go on with the session that was left behind.
  case resumeSession
  /// Forget what was left behind.
  case discardSession
}

/// Where a film goes.
public enum FilmPlace: Hashable, Sendable {
  /// Into a new file in the folder that the program was started in, with the next number after its name.
  case numbered
  /// Into a file of just that path, where there is none yet.
  case asNamed
  /// Into a file of that path, in the place of what is there.
  case replacing
}
