internal import Feel
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
  /// Answer `HostFact.chooseFile` with the same, unless it is a recorded hand that asks: what that asked for was given once.
  case chooseFile(SavedContent, name: String)
  /// Keep something in a file, by its path, in the place of what is there only if that was asked; the path's ending says how. How far a video is is told as `HostFact.progress`.
  case save(SavedContent, String, replaces: Bool)
  /// Give up the video that is being made.
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
  /// Restore the newest earlier session.
  case resumeSession
  /// Discard it; it is gone once the window is closed.
  case discardSession
  /// Bring back the one that was discarded last.
  case undoDiscard
}
