public import Feel
internal import Kit
public import Raster
public import Stage
public import TextLayout

extension Session {
  /// The display list at a time, without changing the session.
  ///
  /// Beyond a deadline, it shows the session as it will be if no event arrives; before `now`, as it
  /// is now.
  ///
  /// - Parameters:
  ///   - time: a time of the session.
  ///   - fonts: the fonts for text.
  ///   - frames: the window's measurements of its own frames.
  ///   - showsPointer: whether to draw the stage's pointer, beside panels too, as in videos.
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
    (canvas.paper, canvas.reel) = (guidePaper, reel)
    let (run, stageTime) = player.drawn(at: time, cap: timeline.frameCap)
    drawStage(
      run, of: player, at: stageTime, time, frames, showsPointer: showsPointer || showsHand,
      radius: window.isShow ? 0 : Layout.cornerRadius, into: &canvas)
    if let failure = reel?.failure {
      let room = layout.openStage
      canvas.label(
        retranslated(failure), at: Vector(room.midX, room.maxY - 12), .small,
        canvas.theme.secondaryText,
        align: .center, maximumWidth: room.width - 32)
    }
    let takes = arranged.takes.map {
      TakeStripDrawing(
        strip: $0, takes: player.finishedTakes, compared: player.comparedTake,
        dragged: panels.dragged, pointer: panels.dragged == nil ? nil : panels.pointer,
        scene: sceneType)
    }
    let lanes = timelineContent(at: time).map { content in
      let traces = timelineReader.traces(content)
      let pointer = panels.isPointed("timeline") ? panels.pointer : nil
      let read = pointer.flatMap { timeline.readMoment(at: $0, content) }
      return TimelineDrawing(
        timeline: timeline, content: content, traces: traces,
        head: player.sample(at: content.playHead),
        read: read.map { ($0, player.sample(at: $0)) }, marks: player.sheet.log.marks,
        markers: player.live.markers, axes: LaneAxes(traces, content, timeline.view),
        measured: timelineReader.measured(traces), frames: frames, judgement: shownJudgement,
        pointer: pointer, now: time)
    }
    // One time throughout: text beyond a take's end shows the end.
    let seconds = lanes?.content.playHead.seconds ?? stageTime.seconds
    let told = inspectorHelp
    for layer in Layer.allCases {
      panels.draw(layer, into: &canvas, at: time) { id, frame, light, canvas in
        switch id {
        case "line.hint":
          let hint = hintLine(told, seconds, in: frame, on: canvas)
          canvas.draw(arranged.hint.value(hint) { $0.commands }[...])
        case "help.keys.page": help?.draw(in: frame, into: &canvas)
        case _ where id.hasPrefix("region"):
          arranged.region?.draw(id, in: frame, light: light, into: &canvas)
        case _ where id.hasPrefix("guide."):
          arranged.guide?.draw(id, in: frame, light: light, into: &canvas)
        case _ where id.hasPrefix("take"): takes?.draw(id, in: frame, light: light, into: &canvas)
        default: lanes?.draw(id, in: frame, light: light, into: &canvas)
        }
      }
      if layer == .base { arranged.guide?.draw(into: &canvas) }
      guard layer == .dock else { continue }
      if window.isShow { drawCaption(into: &canvas) }
    }
    panels.drawTip(into: &canvas, in: size, at: time) { ask, canvas in
      guard let inspector = arranged.inspector, case .inspector(.line(let line)) = ask
      else { return nil }
      return inspector.help(line)
    }
    return canvas.list
  }

  /// Whether the stage shows the numbers: an open timeline has them in its header, a table in its
  /// rows.
  var drawsNumbers: Bool { layout.timeline == nil && !layout.onShelf.hasTable }

  /// Draws the stage and its overlays, clipped to its frame, on a plate with this corner radius.
  func drawStage(
    _ run: StageRun, of player: Player, at stageTime: Instant, _ time: Instant,
    _ frames: FrameMeter?, showsPointer: Bool, radius: Double, into canvas: inout Canvas
  ) {
    let frame = layout.stage
    canvas.content = isOn(.content) ? .rich : .plain
    canvas.plate(
      window.isShow ? Rect(origin: .zero, size: size) : layout.plate, radius: radius)
    drawSurround(into: &canvas)
    var reader = OverlayReader(player, run, at: stageTime, time, in: layout.openStage)
    // Alone, the stage is visible to the edges of the screen.
    let beyond = window.isShow ? -Layout.gutter : 0
    canvas.draw(.clip(layout.plate.inset(by: beyond, 0), radius: radius))
    defer { canvas.draw(.pop) }
    reader.known = arranged.why?.card
    // A scene's background extends behind the shelf's cards.
    let ground = layout.stage == layout.room ? layout.plate : frame
    canvas.clipped(to: ground.inset(by: beyond, 0)) { canvas in
      run.draw(
        into: &canvas, in: frame, at: stageTime, isFlipped: experiment.isFlipped,
        names: player.names(on: run))
    }
    canvas.clipped(to: frame.inset(by: beyond, 0)) { canvas in
      reader.draw(overlays, into: &canvas)
      if overlays.contains(.hud), drawsNumbers {
        let corner = Vector(layout.openStage.maxX - 16, layout.openStage.minY + 18)
        reader.drawNumbers(endingAt: corner, into: &canvas)
      }
      if showsPointer {
        PointerMark(run, player.shownHistory, at: stageTime, shift: player.shownShift)?
          .draw(into: &canvas)
      }
    }
    guard let shelf = layout.shelf else { return }
    let off = shownJudgement?.off(player.sheet.run.stage.parameters.preset)
    let table =
      layout.onShelf.hasTable ? ComparisonTable(player, run, at: stageTime, off: off) : nil
    layout.onShelf.draw(&reader, table, frames, in: shelf, into: &canvas)
  }

  /// Draws the caption above a stage shown alone: what it shows, and the scene.
  private func drawCaption(into canvas: inout Canvas) {
    let (stage, theme) = (layout.stage, canvas.theme)
    // Text scales with the screen, in a band as high as the bar.
    let growth = min(1, max(0.55, stage.width / 1900))
    let y = (Layout.barHeight * 0.625).rounded()
    let margin = 56 * growth
    let (left, right) = (stage.minX + margin, stage.maxX - margin)
    let scene = Words.line([isPaused ? Words.Hints.paused : nil, speedWords, sceneType.title])
    let style = TextStyle(size: 20, weight: .medium).grown(growth)
    canvas.label(scene, at: Vector(right, y), style, theme.secondaryText, align: .trailing)
    let room = right - left - canvas.fonts.layout(scene, style).width - 24
    let run = player.shown(at: now).run
    canvas.label(
      showTitle(of: run, or: lawNames(of: run, player).a ?? ""), at: Vector(left, y),
      TextStyle(size: 34, weight: .semibold).grown(growth), theme.text, maximumWidth: room)
  }

  /// The hint line's content, for a frame.
  private func hintLine(
    _ help: (words: String, ink: Ink)?, _ seconds: Double, in frame: Rect, on canvas: Canvas
  ) -> HintLine {
    let guided = help == nil ? guideHint(at: seconds) : nil
    let rerun = guided == nil ? rerunHint : nil
    let said =
      guided ?? rerun ?? help?.words ?? comparisonHint ?? pauseHint(at: seconds)
      ?? player.run.scene.hint(at: Instant(seconds: seconds))
    return HintLine(
      said: said, scene: said == nil ? sceneHint : nil,
      endsOpen: rerun != nil && player.pair?.kind == .preset,
      ink: rerun == nil ? help?.ink ?? .secondary : .secondary,
      step: guided.flatMap { _ in arranged.guide?.line?.step?.rawValue },
      isRecording: window.isRecording, speed: speedWords, frame: frame, theme: canvas.theme,
      scale: canvas.scale, fonts: canvas.fonts)
  }

  /// Fills the room that a smaller recorded stage leaves, outlines the stage, and explains its
  /// size.
  private func drawSurround(into canvas: inout Canvas) {
    let (stage, room, theme) = (layout.stage, layout.room, canvas.theme)
    let (right, below) = (room.maxX - stage.maxX, room.maxY - stage.maxY)
    guard window.recordedStage != nil, !window.isShow, right > 1 || below > 1 else { return }
    canvas.clipped(to: room) { canvas in
      canvas.fill(room, theme.window)
      canvas.plate(stage, radius: 0)
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

  private var speedWords: String? { speed == 1 ? nil : Words.speed(speed) }

  /// First-minute text in place of the hint, where the stage's head has no room for the label.
  private func guideHint(at seconds: Double) -> String? {
    guard let guide = shownGuide else { return nil }
    let (line, escape) = (arranged.guide?.line, Words.Guide.skips(Keymap.text(.escape)))
    guard guide.part == .turn else {
      return Words.line([line?.words, Words.Guide.takesOver, escape])
    }
    guard let line, let step = line.step else { return nil }
    let words = Words.Guide.line(line.words, Keymap.text(step.command))
    return Words.line([words, pauseHint(at: seconds) ?? escape])
  }

  /// Text about a rerun or a shown comparison, in place of the scene's hint.
  private var rerunHint: String? {
    guard !isRunningAgain else { return Words.Hints.runsAgain }
    switch player.pair?.kind {
    case .preset:
      guard let verdict else { return nil }
      let names = player.names(on: player.shown(at: now).run)
      return Words.line(
        verdict + [names.map { Words.Hints.inOrange($0.b) }, shownJudgement?.unjudged])
    case .edited:
      return player.shownTake.map {
        Words.Hints.edited($0.title, keep: Keymap.text(.keepEdit))
      }
    case .before:
      let rerun = player.sheet.origin.number.flatMap { player.takes.store[$0] }
      return rerun.map { Words.Hints.reran($0.title) }
    case .sets, .take, nil: return nil
    }
  }

  private var sceneHint: SceneHint {
    SceneHint(
      hint: sceneType.hint,
      isMoving: isStageActive && !player.run.scene.isHeld && sceneType.isUnderTest,
      isGuided: shownGuide != nil, hasPanels: layout.inspector != nil || layout.timeline != nil)
  }

  /// What can be done while the clock is paused, in place of the scene's hint.
  private func pauseHint(at seconds: Double) -> String? {
    guard isPaused else { return nil }
    let compares = sceneType.isUnderTest && !sceneType.isObserved && parametersB == nil
    return Words.line([
      shownMotion.hasMissedEvents && sceneType.isObserved ? Words.Hints.unseen : nil,
      Words.Hints.frozen(at: seconds + player.clipShift), Words.Hints.steps,
      Words.Hints.goesOn(Keymap.text(.togglePause)),
      compares ? Words.Hints.compares(Keymap.text(.offerComparison)) : nil,
      window.showsTimeline ? nil : Words.Hints.showsTake(Keymap.text(.toggleTimeline)),
    ])
  }
}
