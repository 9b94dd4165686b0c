public import Feel
internal import FeelTrace
internal import Stage

extension Session {
  /// Says in the window what its host has done.
  public mutating func say(_ text: String) {
    chrome.say(text, at: now)
  }

  /// The keys that open the panels that are open.
  public var panelKeys: [KeySample.Key] {
    (chrome.isTimelineOpen ? [.function(8)] : []) + (chrome.isInspectorOpen ? [.function(9)] : [])
  }

  /// Offers files to open, by their names.
  public mutating func offer(_ files: [String]) {
    guard !files.isEmpty else { return say("No values are saved for \(sceneType.title) yet") }
    if !chrome.isInspectorOpen { toggleInspector() }
    guard let panel = layout.inspector else { return }
    inspector.list = (
      Menu(files, selected: nil, below: Inspector.frame(of: .open, in: panel), in: size), .file
    )
  }

  /// Shows or hides the panel of parameters.
  mutating func toggleInspector() {
    perform(inspector.cancel(at: now))
    inspector.focus(nil)
    chrome.isInspectorOpen.toggle()
    applyStage()
  }

  /// Shows the lines of the panel that the values give a meaning.
  mutating func arrangeInspector() {
    inspector.arrange(for: parameters, isPhysical: hasPhysicalSprings)
  }

  /// Shows the settings of the window itself, and gives them the keyboard.
  mutating func showSettings() {
    if chrome.isHelpShown { chrome.toggleHelp(at: now, reducedMotion: reducedMotion) }
    if !chrome.isInspectorOpen { toggleInspector() }
    guard let panel = layout.inspector else { return }
    inspector.list = nil
    timeline.hasKeyboard = false
    leaveStagePart()
    inspector.showSettings(in: panel, at: now, inspectorContent)
  }

  /// What the panel shows of its session.
  var inspectorContent: InspectorContent {
    let edits = edits[sceneType.id]
    return InspectorContent(
      parameters: parameters, canUndo: edits?.canUndo(from: parameters) ?? false,
      canRedo: edits?.canRedo ?? false, isComparing: other != nil, theme: theme, settings: settings,
      zoom: zoom, habits: habits,
      isDocked: size.width >= Layout.dockedWidth)
  }

  private var settings: Set<ViewSetting> {
    var settings: Set<ViewSetting> = []
    if reducedMotion { settings.insert(.motion) }
    if hasLetterKeys { settings.insert(.letters) }
    if hasPhysicalSprings { settings.insert(.springs) }
    return settings
  }

  /// Keeps what the parameters are, before they are edited.
  mutating func recordEdit() {
    edits[sceneType.id, default: EditHistory()].record(parameters)
  }

  /// Does what the panel asks for; what it asks for follows from recorded input, so that it is not recorded itself.
  mutating func perform(_ orders: [Inspector.Order]) {
    for order in orders {
      switch order {
      case .begin: recordEdit()
      case .set(let key, let value): apply(.parameter(key, value))
      case .preset(let id): apply(.preset(id))
      case .copy(let form):
        request(.copy(form.text(parameters, of: sceneType)))
        say("Copied as \(form.noun)")
      case .compare(let isOn): compare(with: isOn ? parameters : nil)
      case .swap: swapSets()
      case .pin: compare(with: parameters)
      case .theme(let name): apply(.theme(name.rawValue))
      case .toggle(.motion): apply(.reducedMotion(!reducedMotion))
      case .toggle(.letters): hasLetterKeys.toggle()
      case .toggle(.springs): hasPhysicalSprings.toggle()
      case .toggle(.theme), .toggle(.zoom), .toggle(.forget): break
      case .zoom(let zoom): request(.setZoom(zoom))
      case .forget:
        (hasLetterKeys, hasPhysicalSprings) = (true, false)
        request(.forgetPreferences)
      case .open(let name): request(.openParameters(name))
      case .button(let button): press(button)
      }
    }
  }

  private mutating func press(_ button: Inspector.Button) {
    inspector.editStart = nil
    switch button {
    case .copy: break
    case .paste: request(.pasteParameters)
    case .resetAll: resetEverything()
    case .save:
      let json = CopyForm.allJSON.text(parameters, of: sceneType)
      request(.saveParameters(scene: sceneType.id, json: json))
    case .open: request(.listParameters(scene: sceneType.id))
    case .undo: take(edits[sceneType.id]?.undo(from: parameters))
    case .redo: take(edits[sceneType.id]?.redo(from: parameters))
    case .reset:
      recordEdit()
      var reset = parameters
      reset.reset()
      take(reset)
    }
  }

  mutating func take(_ parameters: ParameterSet?) {
    guard let parameters, parameters != self.parameters else { return }
    self.parameters = parameters
    applyParameters()
  }

  /// Gives a key to the panel while that has the keyboard; returns whether the key belongs into a recording, or `nil` if it is none of the panel's.
  mutating func takeInspectorKey(_ sample: KeySample) -> Bool? {
    guard let panel = layout.inspector, !chrome.isHelpShown else { return nil }
    let isFile = inspector.list?.choice == .file
    switch inspector.handle(sample, in: panel, of: size, inspectorContent) {
    case .ignored: return nil
    case .typed: return false
    case .entered(let key, let value):
      handle(.change(now, .parameter(key, value)))
      return false
    case .orders(let orders):
      perform(orders)
      return !isFile
    }
  }
}
