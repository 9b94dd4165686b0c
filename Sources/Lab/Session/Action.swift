internal import Feel
internal import Stage

/// What a key, a button, a menu or a panel asks for: the one list of what can be done in the window.
///
/// What comes of it for the stage is a `SessionChange` or an input to the stage; those are recorded, so that a recording knows nothing of keys and panels.
enum Action: Hashable, Sendable {
  /// A change of the stage, as it is.
  case change(SessionChange)
  /// What only the window can do.
  case ask(HostRequest)

  // MARK: Scenes and regions

  /// Open a scene, by its index in the catalogue.
  case scene(Int)
  /// Open the scene so many further on, around the end.
  case turnScene(Int)
  /// Give the keyboard to the next region that is open, or to the one before.
  case turnRegion(back: Bool)
  /// Take the keyboard from the stage's part that has it.
  case leaveStage
  case toggleInspector, toggleTimeline, toggleHelp, showSettings
  /// Offer the scenes in a list.
  case listScenes
  /// Leave the lines of a word on the page of keys.
  case searchKeys
  /// What a hand or a key does to a splitter.
  case split(Splitter)
  /// Make the panel of a splitter so large, in points, or as large as it is by default.
  case resize(Splitter, Double?)
  /// Show the stage alone over the whole screen, with the pointer and a caption, or the window again.
  case toggleShow
  /// Undo the newest thing: a gesture, the help, a field's keyboard, the full screen.
  case escape

  // MARK: Parameters

  /// An edit begins: what follows until the next one is undone as a whole.
  case begin
  case preset(String)
  case undo, redo, undoReset, resetParameters, resetEverything
  case copy(CopyForm)
  case saveParameters
  /// Save the take that is shown, or the parameters where there is none.
  case save
  /// Compare with a second set, or no longer.
  case toggleComparison
  /// Offer what can be compared with, in a list below the bar's button.
  case offerComparison
  /// Give set B a preset, by its id, and compare with it.
  case presetOfB(String)
  /// Give set B another word of a choice, by its key, and compare with it.
  case choiceOfB(String, String)
  /// Make B what A is.
  case pin
  /// Show set B as the stage, and the stage as B, or no longer.
  case flip(Bool)

  // MARK: The stage's hand

  /// Flick what has the keyboard, or what can be flicked, as a hand with the mouse would.
  case flick(KeyFlick.Direction)

  // MARK: Lists and files

  /// Show a list over the window.
  case openMenu(Menu)
  case closeMenu
  /// Choose the item of the list that a hand or a key says.
  case chooseItem
  /// Offer what is done with files and the window, in a list below the bar's first button.
  case offerMenu
  /// Offer files to be opened.
  case chooseFile
  case closeFiles
  /// What an element of the panel of files asks for.
  case files(FilePanel.Ask)
  /// What an element of the panel of parameters asks for.
  case inspector(Inspector.Ask)
  /// Choose a place for the take that is shown, or the newest.
  case saveTake
  /// Choose a place for the session with all its takes.
  case saveTakes

  // MARK: Look and preferences

  /// Set a preference.
  case prefer(Preference, ParameterValue)
  case toggleTheme
  case overlay(Overlay)
  /// Leave the settings of the window to the desktop again.
  case forget

  // MARK: The stage's time

  case togglePause
  /// Stop the stage's clock, and go on or back by seconds of the stage.
  case step(Double)
  /// Stop the stage's clock at the next change of state, or at the one before.
  case showChange(isLater: Bool)
  /// Stop the stage's clock, and show a moment.
  case show(Instant)
  case showStart, showEnd
  /// Show what was shown before, and let the clock run again if it ran.
  case restore(Instant, isPaused: Bool)
  case changeSpeed(up: Bool)

  // MARK: Takes, marks and what is kept

  /// Show the take before the one that is shown, or the one after it; after the last one the present.
  case turnTake(back: Bool)
  /// Show the oldest take that is kept, or the newest.
  case outermostTake(isNewest: Bool)
  /// Show a take by its number.
  case showTake(Int)
  /// Type a name for the take that is shown.
  case nameTake
  /// Pin the take that is shown, or unpin it.
  case pinTake
  /// Take out the take that is shown, or put it back.
  case removeTake
  /// Put a take back that was taken out, by its number.
  case restoreTake(Int)
  /// Compare the take that is shown with another one, by its number.
  case compareTake(Int)
  /// What a card of the strip asks for, by its take's number, or the strip itself.
  case take(Int?)
  /// Keep what the shown take's hand comes to under the edited parameters as a take.
  case keepEdit
  /// Run the take that is shown again, or the newest.
  case rerun
  /// Run the recording again that the window was opened with, or else the last take.
  case runAgain
  case mark
  /// Choose a place for a picture of the stage.
  case picture
  /// Choose a place for a video of the last take.
  case film
  case copyLanes
  /// Choose a place for a picture of the lanes.
  case saveLanes
  /// Choose a place for a video of what the lanes show.
  case filmLanes
  case showAll
  /// Put a measuring cursor at the moment that is shown: the first, or the second.
  case measure
  case endMeasure
  /// Show of a lane no more than its name, or all of it again.
  case foldLane(TimelineLayout.Lane)
  /// What the slider of the timeline and its lanes ask for.
  case lanes

  // MARK: Text

  case copyText(String)
  /// Put what can be pasted in the place of a parameter's value.
  case pasteValue(key: String)
  /// Give a parameter its default.
  case resetValue(key: String)
}
