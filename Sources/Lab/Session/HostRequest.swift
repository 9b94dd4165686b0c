public import Feel
internal import Stage

/// A request from a session to the window that shows it.
public enum HostRequest: Hashable, Sendable {
  /// Close the window and end.
  case quit
  /// Toggle, enter or leave full screen; the latter two do nothing if that is already so.
  case toggleFullscreen, fillScreen, leaveFullscreen
  /// Zoom a step in or out, or to the desktop's size: 1, −1, 0.
  case zoom(Int)
  /// Zoom by this factor of the desktop's size.
  case setZoom(Double)
  /// Discard the preferences of appearance and keys, and follow the desktop again.
  case forgetPreferences
  /// Put a text on the clipboard.
  case copy(String)
  /// Read the clipboard: for `HostFact.pasted`, or as the scene's parameters.
  case paste, pasteParameters
  /// Reply with the same `HostFact.chooseFile`, unless the request comes from a recorded hand.
  case chooseFile(SavedContent, name: String)
  /// Save content at a path, whose extension sets the format; overwrite only if asked.
  case save(SavedContent, String, replaces: Bool)
  /// Cancel the video being encoded, or the clip being measured.
  case cancelWork
  /// Show a file's folder in the desktop's file manager.
  case showFolder(of: String)
  /// Remove the file just saved.
  case removeFile(String)
  /// Start or end a recording; replay the recording that the window was opened with.
  case toggleRecording, replayRecording
  /// Show the introduction.
  case introduce
  /// Reply with `HostFact.folder`; “.” is the folder last used or else the program’s, “” the same
  /// or else the parameters’.
  case listFolder(String)
  /// Create a folder and list it.
  case makeFolder(String)
  /// Open a file by its kind: a recording, parameters or measurements.
  case openFile(String)
  /// Measure a clip by its path: a region in its pixels, or all that moves if that is empty.
  case measure(String, Rect)
  /// Restore or discard the newest earlier session, or undo the last discard.
  case resumeSession, discardSession, undoDiscard
  /// Remove one of the user's presets by name, or restore it.
  case removePreset(String), restorePreset(String)
}
