public import Feel
internal import Kit
public import Raster
public import Stage
public import TextLayout

extension Session {
  /// The picture at a time, without changing anything.
  ///
  /// A time past a deadline shows what the session will be then, if no event comes before; a time before `now` shows now.
  ///
  /// - Parameters:
  ///   - time: a time of the session.
  ///   - fonts: what words are drawn with.
  ///   - frames: what a window knows of its own frames.
  ///   - showsPointer: whether the stage's pointer and its presses are drawn, as a video needs them; where the stage is shown alone they always are.
  public func displayList(
    at time: Instant, fonts: FontBook, frames: FrameMeter? = nil, showsPointer: Bool = false
  ) -> DisplayList {
    let time = max(time, now)
    if let deadline, deadline <= time {
      var ahead = self
      ahead.advance(to: time)
      return ahead.picture(at: time, fonts: fonts, frames, showsPointer)
    }
    return picture(at: time, fonts: fonts, frames, showsPointer)
  }

  private func picture(
    at time: Instant, fonts: FontBook, _ frames: FrameMeter?, _ showsPointer: Bool
  ) -> DisplayList {
    var canvas = Canvas(theme: .named(theme), scale: scale, fonts: fonts)
    let (run, stageTime) = player.drawn(at: time, cap: timeline.frameCap)
    drawStage(
      run, of: player, at: stageTime, time, frames, showsPointer: showsPointer || showsHand,
      into: &canvas)
    let takes = layout.takes.map { frame in
      TakeStripDrawing(
        strip: timeline.strip, takes: player.finishedTakes, open: player.openTake?.number,
        haveOthers: stages.haveOtherTakes, shown: player.sheet.number,
        compared: player.takeComparison?.number, parameters: parameters, judgements: judgements,
        isUnderTest: sceneType.isUnderTest, frame: frame)
    }
    takes?.draw(into: &canvas)
    let timelineContent = timelineContent(at: time)
    if let content = timelineContent {
      let traces = timelineReader.traces(content)
      TimelineDrawing(
        timeline: timeline, content: content, traces: traces, marks: player.sheet.log.marks,
        markers: player.live.markers, axes: LaneAxes(traces, content, timeline.view),
        measured: timelineReader.measured(traces), frames: frames, judgement: shownJudgement,
        now: time
      ).draw(into: &canvas)
    }
    let rerunHint = rerunHint
    var content = ChromeContent(
      titles: catalog.scenes.map { $0.title }, selected: sceneIndex,
      hint: rerunHint ?? comparisonHint ?? pauseHint ?? sceneHint, caption: caption,
      isPaused: isPaused, isComparing: parametersB != nil, speed: speed,
      // One time in sight: what stands still past a take's end shows that end.
      stageSeconds: timelineContent?.playHead.seconds ?? stageTime.seconds,
      window: window)
    if let panel = layout.inspector {
      // An edit by key, an undo, a reload: the sliders show what the values are, whoever set them.
      let placed = inspector.placed(in: panel, inspectorContent, at: time)
      let drawing = InspectorDrawing(inspector: placed, content: inspectorContent, now: time)
      drawing.draw(into: &canvas, in: panel)
      let help = InspectorFoot.hasHelp(in: panel) ? nil : drawing.help(in: panel)
      if let help, rerunHint == nil, content.holds(help, fonts) {
        content.hint = help
      } else {
        drawing.drawHelp(into: &canvas, in: panel, of: size)
      }
    }
    takes?.drawTold(into: &canvas, in: size)
    chrome.draw(content, notices, into: &canvas, at: time)
    for layer in [Layer.sheet, .menu] { panels.draw(layer, into: &canvas, at: time) }
    panels.drawTip(into: &canvas, in: size, at: time)
    return canvas.list
  }

  /// Draws the stage with what lies over it, within its frame.
  func drawStage(
    _ run: StageRun, of player: Player, at stageTime: Instant, _ time: Instant,
    _ frames: FrameMeter?, showsPointer: Bool, into canvas: inout Canvas
  ) {
    let frame = layout.stage
    canvas.content = isOn(.content) ? .rich : .plain
    drawSurround(into: &canvas)
    canvas.fill(frame, canvas.theme.stage)
    canvas.clipped(to: frame) { canvas in
      run.draw(
        into: &canvas, in: frame, at: stageTime, isFlipped: experiment.isFlipped,
        nameOfB: player.nameOfB)
      OverlayReader(player, run, at: stageTime, time, in: layout.openStage)
        .draw(overlays, into: &canvas)
      frames?.draw(overlays, into: &canvas, in: layout.openStage, over: run)
      if showsPointer {
        PointerMark(run, player.shownHistory, at: stageTime, shift: player.shownShift)?
          .draw(into: &canvas)
      }
    }
  }

  /// Fills the room that a recorded stage does not have, sets it off, and says why it is not all there is.
  private func drawSurround(into canvas: inout Canvas) {
    let (stage, room, theme) = (layout.stage, layout.room, canvas.theme)
    let (right, below) = (room.maxX - stage.maxX, room.maxY - stage.maxY)
    guard window.recordedStage != nil, !window.isShow, right > 1 || below > 1 else { return }
    canvas.clipped(to: room) { canvas in
      canvas.fill(room, theme.surface)
      canvas.edge(stage.inset(by: -1), width: 1, theme.border)
      let size = "\(stage.width.text(decimals: 0)) × \(stage.height.text(decimals: 0)) pt"
      let words = "The stage as it was recorded: \(size)"
      if below >= 40 {
        canvas.label(
          words, at: Vector(room.minX + 16, stage.maxY + 24), .small, theme.secondaryText,
          maximumWidth: room.width - 32)
      } else if right >= 160 {
        canvas.label(
          words, at: Vector(stage.maxX + 16, room.minY + 24), .small, theme.secondaryText,
          maximumWidth: right - 32)
      }
    }
  }

  /// What is shown, in the fewest words: the scene, whose laws it has, and what is unusual about its time.
  private var caption: String {
    var words = [sceneType.title] + lawWords(of: player.shown(at: now).run, player)
    if isPaused { words.append("paused") }
    if speed != 1 { words.append(Chrome.speedText(speed)) }
    return words.joined(separator: " · ")
  }

  /// What happens while a take runs again, in the place of the scene's hint.
  private var rerunHint: String? {
    guard !isRunningAgain else {
      return "The take runs again · press anything to take over"
    }
    guard parametersB == nil else { return nil }
    if let comparison = player.besideComparison, let shown = player.shownTake,
      let name = player.nameOfB
    {
      let content = sceneType.nameBeside(parameters)
      let wrong = shownJudgement?.complaint.map { ": \($0)" } ?? ""
      return
        "\(shown.title)\(wrong) · \(name) in dashes · \(name) − \(content): \(comparison.text)"
    }
    if let (number, comparison) = player.takeComparison, let shown = player.shownTake,
      let other = player.takes.store[number]
    {
      return "\(shown.title) − \(other.title): \(comparison.text)"
    }
    if let comparison = player.editComparison, let shown = player.shownTake {
      return "\(shown.title) in dashes as edited · edited − as it was: \(comparison.text) · "
        + "\(Keymap.text(.keepEdit)) keeps it"
    }
    guard let rerunComparison else { return nil }
    return "The take ran again · now − before: \(rerunComparison.text)"
  }

  /// What can be done in the scene, and how the keyboard gets to the panels while some are open.
  private var sceneHint: String {
    let isMoving = isStageActive && !player.run.scene.isHeld && sceneType.isUnderTest
    // What moves by itself can be stopped in mid-air: nobody looks that up in time.
    guard !isMoving else { return "\(Keymap.text(.togglePause)) freezes it · \(sceneType.hint)" }
    guard layout.inspector != nil || layout.timeline != nil, let end = hintEnd else {
      return sceneType.hint
    }
    return sceneType.hint[..<end] + " · \(Keymap.text(.turnRegion(back: false))) to the panels"
      + sceneType.hint[end...]
  }

  /// Where the first part of the scene's hint ends.
  private var hintEnd: String.Index? { sceneType.hint.firstRange(of: " · ")?.lowerBound }

  /// What can be done while the stage's clock stands, in the place of the scene's hint.
  private var pauseHint: String? {
    guard isPaused else { return nil }
    let (back, on) = (Keymap.text(.step(-1.0 / 60)), Keymap.text(.step(1.0 / 60)))
    let compares = sceneType.isUnderTest && !sceneType.isObserved
    let parts = [
      "\(back.prefix(1).uppercased())\(back.dropFirst()) back, \(on) on",
      "\(Keymap.text(.togglePause)) goes on",
      compares ? "\(Keymap.text(.offerComparison)) compares" : nil, "right click: more",
      window.showsTimeline ? nil : "\(Keymap.text(.toggleTimeline)) shows the take",
    ]
    let words = parts.compactMap(\.self).joined(separator: " · ")
    return shownMotion.isUnseen && sceneType.isObserved
      ? "What the program does now is not seen · " + words : words
  }
}
