public import Feel
internal import Stage

/// What a session asks of the window that it is shown in.
public enum HostRequest: Hashable, Sendable {
  /// Close the window and end.
  case quit
  /// Fill the screen or go back from that; the latter two unless it is so already.
  case toggleFullscreen, fillScreen, leaveFullscreen
  /// Show everything a step larger or smaller, or as large as the desktop asks for: 1, −1, 0.
  case zoom(Int)
  /// Show everything so many times as large as the desktop asks for.
  case setZoom(Double)
  /// Keep no preferences of look and keys, and follow the desktop again.
  case forgetPreferences
  /// Offer a text for other programs to paste.
  case copy(String)
  /// Fetch the text that can be pasted: for `HostFact.pasted`, or as the scene's parameters.
  case paste, pasteParameters
  /// Answer `HostFact.chooseFile` with the same, unless it is a recorded hand that asks.
  case chooseFile(SavedContent, name: String)
  /// Keep something in a file, by its path, whose ending says how; over another if so asked.
  case save(SavedContent, String, replaces: Bool)
  /// Give up the video that is being made, or the clip that is being measured.
  case cancelWork
  /// Show the folder that a file lies in, in the desktop's own program for folders.
  case showFolder(of: String)
  /// Remove the file that was saved last.
  case removeFile(String)
  /// Begin to record, or end it; show the recording again that the window was opened with.
  case toggleRecording, replayRecording
  /// Show the introduction.
  case introduce
  /// Answer `HostFact.folder`; “.” is the one used last or the program’s, “” that or the
  /// parameters’.
  case listFolder(String)
  /// Make a folder, and tell what is in it.
  case makeFolder(String)
  /// Open a file by what it is: a recording, parameters or measurements.
  case openFile(String)
  /// Measure a clip, by its path: a region in its pixels, or all that moves if that is empty.
  case measure(String, Rect)
  /// Restore or discard the newest earlier session, or bring back the one discarded last.
  case resumeSession, discardSession, undoDiscard
  /// Take away a preset that the user has kept, by its name, or bring it back.
  case removePreset(String), restorePreset(String)
}
