internal import Feel

/// The shown take under parameters that are being edited.
extension Player {
  /// Whether the shown take is compared with the same gesture under the current parameters.
  package var showsEdit: Bool { edited != nil }

  /// That take with both runs.
  var edited: TakeSheet? {
    if let past { return past.isEdited ? past.sheet : nil }
    guard sets == nil, takes.open == nil, takes.selected == nil else { return nil }
    return editedNewest.flatMap { $0.number == takes.newest?.number ? $0 : nil }
  }

  /// The parameters of the preset that runs beside another program's take.
  package func parameters(beside take: Take) -> ParameterSet {
    take.number == sheet.number ? sheet.run.stage.parameters : take.ownParameters
  }

  /// The present stage; if an edit is shown, beside where the gesture of its newest take would have
  /// left it under the edited parameters.
  var present: StageRun {
    guard let edited, let other = edited.run.runB else { return run }
    var stage = run.stage
    // The observed program's motion does not depend on the parameters; the preset's run beside it
    // does.
    if isObserved { return edited.run.placed(on: stage, at: max(edited.run.now, run.now)) }
    stage.parameters = other.stage.parameters
    return run.carrying(other.placed(on: stage, at: max(other.now, run.now)))
  }

  /// Whether the stage is at rest after its newest take.
  private var restsAfterTake: Bool {
    past == nil && takes.open == nil && takes.newest != nil && !run.isActive(at: liveStageTime)
  }

  /// Schedules a rerun after an edit: now, or one rerun interval after the last.
  mutating func followEdit() {
    guard past?.sheet != nil || restsAfterTake, rerun == nil, sets == nil else { return }
    let soonest = lastEdit?.advanced(by: Self.rerunInterval) ?? now
    rerunDue = rerunDue ?? max(now, soonest)
  }

  /// Compares the shown take with the same gesture under other parameters; shows it alone if it had
  /// those.
  mutating func runEdited(under parameters: ParameterSet) {
    (rerunDue, lastEdit) = (nil, now)
    guard past?.sheet != nil || restsAfterTake, let take = shownTake else { return }
    // A take shown again keeps this choice.
    if isObserved, past != nil { live.takes.store.choose(take.number, parameters) }
    guard take.before.stage.parameters != parameters else { return dropEdit() }
    let shown = stageTime(at: now)
    let laidOut = [takes.selected, takes.newest].compactMap(\.self)
    let sheet = laidOut.first { $0.number == take.number } ?? TakeSheet(take)
    let edited =
      isObserved
      ? TakeSheet(TakeSheet(take.under(parameters)), beside: type(of: run.scene).beside(parameters))
      : TakeSheet(sheet, beside: parameters)
    guard past != nil else {
      // At rest, an edit that changes nothing is not shown.
      let differs = edited.comparison.map { $0.greatest > 0 || $0.a != $0.b } ?? false
      editedNewest = isObserved || differs ? edited : nil
      return
    }
    past?.sheet = edited
    past?.isEdited = true
    show(shown)
  }

  /// Keeps the edited gesture as a take of its own and shows it; returns its number, or `nil` if no
  /// edit is shown.
  package mutating func keepEdit() -> Int? {
    guard showsEdit, let take = shownTake, let other = edited?.run.runB else { return nil }
    guard let number = live.keep(take, under: other.stage.parameters) else { return nil }
    showTake(number)
    return number
  }

  /// Shows the take alone again, before a hand continues from it.
  mutating func dropEdit() {
    editedNewest = nil
    guard past != nil, showsEdit else { return }
    // The edited run may last longer than the take.
    let shown = min(stageTime(at: now), shownTake?.end ?? liveStageTime)
    past = nil
    show(shown)
  }

  /// While the stage is paused, runs the take under way to rest without further events; the shown
  /// moment stays, now as part of a finished take.
  ///
  /// Later changes, such as other parameters or another stage size, are then compared with the
  /// whole take and do not cut it short. Touching the stage continues from the shown moment in a
  /// new take. Does nothing while a hand holds something or no take is under way.
  package mutating func predictRest() {
    guard clockSetting.isPaused, rerun == nil, !run.scene.isHeld, openTake != nil else { return }
    let shown = stageTime(at: now)
    past = nil
    while takes.open != nil, let due = live.deadline {
      let time = max(due, liveStageTime)
      clock.set(time, at: now)
      pass(to: time)
    }
    show(shown)
  }
}

extension LiveStage {
  /// Keeps a take's gesture under other parameters as a new take, run aside from the present;
  /// returns its number.
  fileprivate mutating func keep(_ take: Take, under parameters: ParameterSet) -> Int? {
    let number = takes.next
    var aside = self
    aside.takes.open = nil
    aside.goBack(to: take.before.under(parameters))
    aside.open(number, .rerun(of: take.number), lead: take.before.now)
    aside.takes.open?.lastEvent = take.span.lastInput
    aside.rehandle(take.events, under: parameters)
    let latest = take.end.advanced(by: Take.longest)
    while aside.takes.open != nil, let due = aside.deadline, due <= latest {
      _ = aside.passing(to: due)
    }
    aside.endTake(at: max(aside.run.now, take.end))
    guard let kept = aside.takes.store[number] else { return nil }
    takes.next = number + 1
    takes.store.keep(kept, inUse: takes.inUse)
    takes.markers[number] = takes.markers[take.number]
    return number
  }
}
