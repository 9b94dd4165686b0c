internal import Feel
internal import Raster
public import Stage
internal import TextLayout

extension Session {
  /// From one run of the last gesture to the next while parameters are edited, in seconds.
  static let rerunInterval = 1.0 / 120

  /// Lets a second set of parameters have the same events at the same times, or no longer.
  ///
  /// While two sets are compared, an edit runs the last gesture again under what it sets: the same hand, another outcome.
  public mutating func compare(with other: ParameterSet?) {
    self.other = other
    (comparison, rerunDue, isFlipped) = (nil, nil, false)
    if other != nil, gestureStart != nil {
      rerun()
    } else {
      feed(.compare(liveStageTime, other))
    }
  }

  /// Makes A what was B and B what was A.
  mutating func swapSets() {
    guard let other else { return }
    recordEdit()
    (parameters, self.other) = (other, parameters)
    if gestureStart != nil { return rerun() }
    applyStage()
    feed(.compare(liveStageTime, self.other))
  }

  /// Takes over what the parameters have become: from the beginning of the last gesture on while two sets are compared, else from now on.
  mutating func applyParameters() {
    guard other != nil, !run.scene.isHeld, gestureStart != nil else { return applyStage() }
    rerunDue = rerunDue ?? now.advanced(by: Self.rerunInterval)
  }

  /// When the last gesture began, in stage time, if it is still kept: the last press, or else the last turn of the wheel, key or order.
  private var gestureStart: Instant? {
    let press = log.marks.last { $0.kind == .press || $0.kind == .caught }
    let start = press ?? log.marks.last { [.wheel, .key, .order].contains($0.kind) }
    guard let start, start.time > history.start else { return nil }
    return start.time
  }

  /// Runs the last gesture again, with both sets as they are now.
  mutating func rerun() {
    rerunDue = nil
    guard let start = gestureStart else { return }
    let live = liveStageTime
    let shownTime = past.map { _ in stageTime(at: now) }
    let events = history.events(from: start)
    let scene = run.scene
    let before = Instant(microseconds: start.microseconds - 1)
    run = history.moment(at: before).run
    history.truncate(after: before)
    log.truncate(after: before)
    past = nil
    // Where everything was when the hand found it: panels may have opened since.
    var beginning = run.stage
    beginning.parameters = parameters
    // What the gesture asked for when it was made, such as a copy or a file, it does not ask for again.
    _ = happen(.place(start, beginning))
    _ = happen(.compare(start, other))
    for event in events {
      switch event {
      case .place(let time, var stage):
        stage.parameters = parameters
        _ = happen(.place(time, stage))
      case .compare: break
      case .input, .command, .focus, .restart: _ = happen(event)
      }
    }
    log.followToEnd(run, at: live)
    _ = run.advance(to: live)
    run.scene.takeKeyboard(of: scene)
    comparison = other == nil ? nil : compared()
    if let shownTime { show(shownTime) }
  }

  /// What the last gesture comes to under the two sets: what has not happened yet is as it will be without another event.
  func compared() -> Comparison? {
    guard let start = gestureStart else { return nil }
    let release = log.marks.last { $0.kind == .release || $0.kind == .cancel }?.time ?? start
    var moment = history.moment(at: start)
    guard let pressed = moment.run.watched(at: start) else { return nil }
    var tracks = [Comparison.Track](
      repeating: Comparison.Track(restTime: release), count: 2)
    for index in 0...Int(StageHistory.span * 120) {
      let time = start.advanced(by: Double(index) / 120)
      history.play(&moment, to: time)
      let runs = [moment.run, moment.run.twin.first ?? moment.run]
      let readings = runs.compactMap { $0.watched(at: time) }
      guard readings.count == 2 else { return nil }
      for (side, reading) in readings.enumerated() {
        tracks[side].positions.append(reading.position)
        if time <= release { tracks[side].release = index }
        if time >= release, let rest = reading.restTime { tracks[side].restTime = rest }
      }
      if time > release, readings.allSatisfy({ $0.restTime == nil }) { break }
    }
    return Comparison(of: pressed, release: release, a: tracks[0], b: tracks[1])
  }

  /// Draws the set that is not shown as the stage over it, dashed.
  func drawComparison(of run: StageRun, at stageTime: Instant, into canvas: inout Canvas) {
    guard let twin = run.twin.first else { return }
    let (ghost, letter) = isFlipped ? (run, "A") : (twin, "B")
    let shown = (isFlipped ? twin : run).scene.parts
    for (part, shown) in zip(ghost.scene.parts, shown) {
      part.drawGhost(over: shown, into: &canvas, at: stageTime)
    }
    for part in ghost.scene.parts {
      for outline in part.outlines(at: stageTime) {
        canvas.dashedOutline(outline.frame, radius: outline.radius, canvas.theme.text)
        let corner = Vector(outline.frame.minX + 36, outline.frame.minY + 18)
        // Held on the stage, the names of what lies half outside would cover each other.
        guard let name = outline.name, outline.frame.minX >= layout.stage.minX else { continue }
        let words = "\(letter) \(name)"
        let width = canvas.fonts.layout(words, .small).width + 16
        let tag = Rect(center: corner, size: Size(width, 20))
        canvas.fill(tag, radius: 6, canvas.theme.surface)
        canvas.edge(tag, radius: 6, canvas.theme.border)
        canvas.label(words, at: tag.center, .small, canvas.theme.text, align: .center)
      }
    }
  }

  /// What is compared, in the place of the scene's hint.
  var comparisonHint: String? {
    guard other != nil else { return nil }
    let shown = isFlipped ? "B is shown, A dashed" : "A is shown, B dashed"
    guard let comparison else {
      return "\(shown) · flick, then change a parameter: the same flick runs again"
    }
    return "\(shown) · B − A: \(comparison.text)"
  }
}
