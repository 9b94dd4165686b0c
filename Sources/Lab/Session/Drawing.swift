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
  ///   - showsPointer: whether the stage's pointer is drawn also beside panels, as in videos.
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
    let takes = arranged.takes.map {
      TakeStripDrawing(
        strip: $0, takes: player.finishedTakes, compared: player.takeComparison?.number,
        dragged: panels.dragged, pointer: panels.dragged == nil ? nil : panels.pointer)
    }
    let lanes = timelineContent(at: time).map { content in
      let traces = timelineReader.traces(content)
      return TimelineDrawing(
        timeline: timeline, content: content, traces: traces, marks: player.sheet.log.marks,
        markers: player.live.markers, axes: LaneAxes(traces, content, timeline.view),
        measured: timelineReader.measured(traces), frames: frames, judgement: shownJudgement,
        pointer: panels.isPointed("timeline") ? panels.pointer : nil, now: time)
    }
    // One time in sight: what stands still past a take's end shows that end.
    let seconds = lanes?.content.playHead.seconds ?? stageTime.seconds
    let told = inspectorHelp
    for layer in Layer.allCases {
      panels.draw(layer, into: &canvas, at: time) { id, frame, light, canvas in
        switch id {
        case "line.hint":
          let isHere = arranged.inspector?.hasHelp == false
          drawHint(isHere ? told : nil, seconds, in: frame, into: &canvas)
        case "parameters.help":
          canvas.paragraph(
            told?.words ?? Words.Inspector.hint,
            at: Vector(frame.minX, frame.minY + 15), width: frame.width, lines: Inspector.helpLines,
            (told?.ink ?? .secondary).color(canvas.theme))
        case "help.keys.page": help?.draw(in: frame, into: &canvas)
        case _ where id.hasPrefix("take"): takes?.draw(id, in: frame, light: light, into: &canvas)
        default: lanes?.draw(id, in: frame, light: light, into: &canvas)
        }
      }
      guard layer == .dock else { continue }
      if window.isShow {
        drawCaption(into: &canvas)
      } else if isPaused {
        canvas.edge(layout.openStage, width: 2, canvas.theme.warning)
      }
    }
    panels.drawTip(into: &canvas, in: size, at: time) { ask, canvas in
      guard let inspector = arranged.inspector, case .inspector(.line(let line)) = ask,
        case let words = inspector.help(line), !inspector.hasRoom(for: words, canvas)
      else { return nil }
      return words
    }
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
    var reader = OverlayReader(player, run, at: stageTime, time, in: layout.openStage)
    canvas.clipped(to: frame) { canvas in
      run.draw(
        into: &canvas, in: frame, at: stageTime, isFlipped: experiment.isFlipped,
        nameOfB: player.nameOfB)
      reader.draw(overlays, into: &canvas)
      if showsPointer {
        PointerMark(run, player.shownHistory, at: stageTime, shift: player.shownShift)?
          .draw(into: &canvas)
      }
    }
    layout.shelf.map { layout.onShelf.draw(&reader, frames, in: $0, into: &canvas) }
  }

  /// Fills the bands around a stage that is shown alone, and names in the lower what is shown.
  private func drawCaption(into canvas: inout Canvas) {
    let stage = layout.stage
    let bottom = size.height - Layout.barHeight
    for y in [0, bottom] {
      canvas.fill(
        Rect(x: 0, y: y, width: stage.width, height: Layout.barHeight), canvas.theme.stage)
    }
    let width = min(stage.width - 32, canvas.fonts.layout(caption, .strong).width + 32)
    let frame = Rect(x: stage.midX - width / 2, y: bottom + 6, width: width, height: 32)
    canvas.fill(frame, radius: 16, canvas.theme.surface)
    canvas.edge(frame, radius: 16, canvas.theme.border)
    canvas.label(
      caption, at: frame.center, .strong, canvas.theme.text, align: .center,
      maximumWidth: width - 16)
  }

  /// Draws what can be done, and at its end what is unusual about the time, and a recording.
  private func drawHint(
    _ help: (words: String, ink: Ink)?, _ seconds: Double, in frame: Rect, into canvas: inout Canvas
  ) {
    guard !window.isShow else { return }
    let theme = canvas.theme
    var right = frame.maxX - 12
    if window.isRecording {
      canvas.label(
        Words.Hints.recording, at: Vector(right, frame.midY), .strong, theme.danger,
        align: .trailing)
      canvas.fill(
        Rect(center: Vector(right - 40, frame.midY), size: Size(8, 8)), radius: 4, theme.danger)
      right -= 60
    }
    let words = [isPaused ? Words.Hints.paused(at: seconds) : nil, speedWords]
    canvas.label(
      Words.line(words), at: Vector(right, frame.midY), .strong, theme.warning, align: .trailing)
    right -= (isPaused ? 160 : 0) + (speed != 1 ? 56 : 0)
    let hint = rerunHint ?? help?.words ?? comparisonHint ?? pauseHint ?? sceneHint
    let ink = rerunHint == nil ? help?.ink ?? .secondary : .secondary
    let left = frame.minX + 8
    canvas.label(
      fitting(hint, in: right - left, canvas.fonts), at: Vector(left, frame.midY), .small,
      ink.color(theme))
  }

  /// As many of a hint's parts, or of its sentences, as there is room for.
  private func fitting(_ hint: String, in width: Double, _ fonts: FontBook) -> String {
    let separator = hint.contains(Words.separator) ? Words.separator : ". "
    let all = hint.split(separator: separator)
    var parts = all[...]
    func text() -> String {
      // A sentence keeps its full stop.
      let isCut = separator == ". " && !parts.isEmpty && parts.count < all.count
      return parts.joined(separator: separator) + (isCut ? "." : "")
    }
    while !parts.isEmpty, fonts.layout(text(), .small).width > width { parts.removeLast() }
    return text()
  }

  /// Fills the room that a recorded stage does not have, sets it off, and says why it is not all there is.
  private func drawSurround(into canvas: inout Canvas) {
    let (stage, room, theme) = (layout.stage, layout.room, canvas.theme)
    let (right, below) = (room.maxX - stage.maxX, room.maxY - stage.maxY)
    guard window.recordedStage != nil, !window.isShow, right > 1 || below > 1 else { return }
    canvas.clipped(to: room) { canvas in
      canvas.fill(room, theme.surface)
      canvas.edge(stage.inset(by: -1), width: 1, theme.border)
      guard below >= 40 || right >= 160 else { return }
      let (place, width) =
        below >= 40
        ? (Vector(room.minX + 16, stage.maxY + 24), room.width - 32)
        : (Vector(stage.maxX + 16, room.minY + 24), right - 32)
      canvas.label(
        Words.Hints.recorded(stage.size), at: place, .small, theme.secondaryText,
        maximumWidth: width)
    }
  }

  /// What is shown, in the fewest words: the scene, whose laws it has, and what is unusual about its time.
  private var caption: String {
    let laws = lawWords(of: player.shown(at: now).run, player)
    return Words.line([sceneType.title] + laws + [isPaused ? Words.Hints.paused : nil, speedWords])
  }

  private var speedWords: String? { speed == 1 ? nil : Words.speed(speed) }

  /// What happens while a take runs again, in the place of the scene's hint.
  private var rerunHint: String? {
    guard !isRunningAgain else { return Words.Hints.runsAgain }
    guard parametersB == nil else { return nil }
    if let comparison = player.besideComparison, let shown = player.shownTake,
      let name = player.nameOfB
    {
      let content = sceneType.nameBeside(parameters)
      return Words.line([
        shownJudgement?.complaint.map { Words.Hints.wrong(shown.title, $0) } ?? shown.title,
        Words.Hints.inDashes(name), Words.Hints.difference(name, content, comparison.text),
      ])
    }
    if let (number, comparison) = player.takeComparison, let shown = player.shownTake,
      let other = player.takes.store[number]
    {
      return Words.Hints.difference(shown.title, other.title, comparison.text)
    }
    if let comparison = player.editComparison, let shown = player.shownTake {
      return Words.Hints.edited(shown.title, comparison.text, keep: Keymap.text(.keepEdit))
    }
    return rerunComparison.map { Words.Hints.ranAgain($0.text) }
  }

  /// What can be done in the scene, and how the keyboard gets to the panels while some are open.
  private var sceneHint: String {
    let isMoving = isStageActive && !player.run.scene.isHeld && sceneType.isUnderTest
    // What moves by itself can be stopped in mid-air: nobody looks that up in time.
    guard !isMoving else {
      return Words.line([Words.Hints.freezes(Keymap.text(.togglePause)), sceneType.hint])
    }
    var parts = sceneType.hint.split(separator: Words.separator).map(String.init)
    guard layout.inspector != nil || layout.timeline != nil, parts.count > 1 else {
      return sceneType.hint
    }
    parts.insert(Words.Hints.toPanels(Keymap.text(.turnRegion(back: false))), at: 1)
    return Words.line(parts)
  }

  /// What can be done while the stage's clock stands, in the place of the scene's hint.
  private var pauseHint: String? {
    guard isPaused else { return nil }
    let (back, on) = (Keymap.text(.step(-1.0 / 60)), Keymap.text(.step(1.0 / 60)))
    let compares = sceneType.isUnderTest && !sceneType.isObserved
    return Words.line([
      shownMotion.isUnseen && sceneType.isObserved ? Words.Hints.unseen : nil,
      Words.Hints.steps(back: back, on: on), Words.Hints.goesOn(Keymap.text(.togglePause)),
      compares ? Words.Hints.compares(Keymap.text(.offerComparison)) : nil, Words.Hints.more,
      window.showsTimeline ? nil : Words.Hints.showsTake(Keymap.text(.toggleTimeline)),
    ])
  }
}
