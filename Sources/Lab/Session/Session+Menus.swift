internal import Feel
public import FeelTrace
internal import Stage

extension Session {
  /// Gives the list that a right click opened the pointer; returns whether there was one.
  mutating func takeMenu(_ sample: PointerSample) -> Bool {
    guard var open = contextMenu else { return false }
    let outcome = open.menu.handle(sample)
    contextMenu = open
    follow(outcome)
    // A right press beside it opens another one there.
    if outcome == .dismissed, opensMenu(sample) { return true }
    // The list lies over everything: what ends or chooses in it reaches nothing else.
    chrome.pass(sample)
    return true
  }

  /// Gives the list the keyboard; returns whether there was one.
  mutating func takeMenu(_ sample: KeySample) -> Bool {
    guard var open = contextMenu else { return false }
    let outcome = open.menu.handle(sample)
    contextMenu = open
    follow(outcome)
    return true
  }

  /// Opens the list of what is under the pointer at a right press; returns whether it did.
  mutating func opensMenu(_ sample: PointerSample) -> Bool {
    guard sample.phase == .down, sample.button == .secondary, !chrome.isHelpShown,
      !isHandBusy
    else { return false }
    let place = sample.location
    if let panel = layout.inspector, panel.contains(place) {
      guard let row = inspector.row(at: place, Inspector.body(in: panel)) else { return false }
      offer(itemsOfRow(row), at: place)
    } else if layout.isOnStage(place) {
      offer(itemsOfStage(at: place), at: place)
      // What the pointer lit is out of its reach now.
      var gone = sample
      gone.phase = .exited
      feed(.pointer(gone))
    }
    guard contextMenu != nil else { return false }
    chrome.pass(sample)
    return true
  }

  /// Opens the list of what has the keyboard, or of the stage; returns whether the key was one that does.
  mutating func opensMenu(_ sample: KeySample) -> Bool {
    let isKey =
      sample.key == .menu || sample.key == .function(10) && sample.modifiers == .shift
    guard isKey, !chrome.isHelpShown, !isHandBusy else { return false }
    if let row = inspector.focusedRow, let panel = layout.inspector {
      let frame = inspector.rows[row].frame(
        in: Inspector.body(in: panel), offset: inspector.shownOffset)
      offer(itemsOfRow(row), at: Vector(frame.minX + 16, frame.maxY), byKey: true)
    } else if timeline.hasKeyboard, let frame = layout.timeline {
      let plot = TimelineLayout(frame).plot
      offer(itemsOfLanes, at: Vector(plot.minX + 16, plot.minY), byKey: true)
    } else {
      let stage = layout.openStage.inset(by: 16)
      let focused = run.scene.focus.index.map { run.scene.parts[$0].hitBox }
      let place = focused?.intersection(stage)?.center ?? chrome.pointer ?? stage.center
      let inside = layout.isOnStage(place) ? place : stage.center
      offer(itemsOfStage(at: inside), at: inside, byKey: true)
    }
    return true
  }

  /// Offers what can be made of the lanes, in a list at a place.
  mutating func offerExports(at place: Vector) {
    offer(itemsOfLanes, at: place)
  }

  private mutating func offer(
    _ items: [ContextMenu.Item], at place: Vector, byKey: Bool = false
  ) {
    guard !items.isEmpty else { return }
    contextMenu = ContextMenu(items, at: place, in: size, byKey: byKey)
  }

  private var itemsOfLanes: [ContextMenu.Item] {
    var items: [ContextMenu.Item] = [
      .init("Copy as CSV", .copyLanes, note: "Ctrl+C"), .init("Save as SVG", .saveLanes("svg")),
      .init("Save as PNG", .saveLanes("png")), .init("Film as MP4", .filmLanes("mp4")),
      .init("Film as GIF", .filmLanes("gif")),
      .init("Film as animated PNG", .filmLanes("apng")), .init("Add marker", .mark, note: "M"),
    ]
    if !markers.isEmpty { items.append(.init("Remove markers", .removeMarks)) }
    if lastDeed != nil { items.append(.init("Run the last gesture again", .again, note: againKey)) }
    return items + [.init("Show all", .showAll)]
  }

  /// The key of the last gesture, unless it is that of the recording.
  private var againKey: String { hasRecording ? "" : "Ctrl+Enter" }

  private func itemsOfStage(at place: Vector) -> [ContextMenu.Item] {
    var items: [ContextMenu.Item] = []
    if let reading = valueReading(at: place) {
      let unit = reading.unit.isEmpty ? "" : " \(reading.unit)"
      let shown = reading.position.grouped(decimals: unit.isEmpty ? 3 : 1)
      items.append(.init("Copy value", .copy("\(reading.position)"), note: shown + unit))
    }
    items.append(.init("Add marker", .mark, note: "M"))
    if !markers.isEmpty { items.append(.init("Remove markers", .removeMarks)) }
    if lastDeed != nil {
      items += [
        .init("Run the last gesture again", .again, note: againKey),
        .init("Film of the last gesture", .filmGesture, note: "Ctrl+Shift+E"),
      ]
    }
    if hasRecording {
      items.append(.init("Show the recording again", .recording, note: "Ctrl+Enter"))
    }
    return items + [
      .init("Picture of the stage", .picture, note: "Ctrl+Shift+S"),
      .init("Reset", .restart, note: "R"),
    ]
  }

  /// The motion of the control at a place of the stage that is shown, or of the one that is watched.
  private func valueReading(at place: Vector) -> MotionReading? {
    let (run, time) = shown(at: now)
    let parts = run.scene.parts.filter { $0.hitBox.contains(place) }
    return parts.reversed().lazy.compactMap { $0.reading(at: time) }.first ?? run.watched(at: time)
  }

  private func itemsOfRow(_ row: Int) -> [ContextMenu.Item] {
    guard let parameter = inspector.rows[row].parameter,
      let text = inspector.valueText(of: row, inspectorContent)
    else { return [] }
    var items: [ContextMenu.Item] = [
      .init("Copy value", .copy(text), note: text), .init("Paste value", .paste(row: row)),
    ]
    if parameters.isChanged(parameter.key) {
      items.append(.init("Reset to the preset's", .reset(key: parameter.key)))
    }
    return items
  }

  private mutating func follow(_ outcome: Menu.Outcome) {
    guard outcome != .none, let open = contextMenu else { return }
    contextMenu = nil
    switch open.choice(of: outcome) {
    case .copy(let text):
      request(.copy(text))
      say("Copied \(text)")
    case .paste(let row):
      pasteRow = row
      request(.paste)
    case .reset(let key):
      perform([.begin, .set(key, parameters.inherited(key))])
    case .mark: addMarker()
    case .removeMarks: markers.removeAll()
    case .again: repeatGesture()
    case .recording: request(.replayRecording)
    case .filmGesture: filmGesture()
    case .picture: savePicture()
    case .restart: apply(.reset)
    case .copyLanes: copyLanes()
    case .saveLanes(let ending): saveLanes(ending)
    case .filmLanes(let ending): filmLanes(ending)
    case .showAll: timeline.view.reset()
    case nil: break
    }
  }

  /// Whether a text that was fetched for `HostRequest.paste` is to be a parameter's value: then `valueChange(pasting:)` takes it, else `paste(_:)`.
  public var pastesValue: Bool { pasteRow != nil }

  /// The change that a text brings which was fetched to be a parameter's value; what is wrong with it is said.
  public mutating func valueChange(pasting text: String) -> SessionChange? {
    guard let row = pasteRow else { return nil }
    pasteRow = nil
    guard inspector.rows.indices.contains(row) else { return nil }
    do throws(ParameterError) {
      return try inspector.change(pasting: text, in: row, inspectorContent)
    } catch {
      say(error.message)
      return nil
    }
  }
}
