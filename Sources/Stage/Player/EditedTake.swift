internal import Feel

/// What a hand comes to under parameters that are edited while its take is shown.
extension Player {
  /// Whether the take that is shown stands beside what the same hand comes to under the parameters
  /// as they are.
  package var showsEdit: Bool { edited != nil }

  /// That take, laid out with both.
  var edited: TakeSheet? {
    if let past { return past.isEdited ? past.sheet : nil }
    guard sets == nil, takes.open == nil, takes.selected == nil else { return nil }
    return editedNewest.flatMap { $0.number == takes.newest?.number ? $0 : nil }
  }

  /// The stage as it is now, beside where the hand of its newest take would have left it under
  /// edited parameters, if that is shown.
  var present: StageRun {
    guard let edited, let other = edited.run.runB else { return run }
    var stage = run.stage
    // What it did is the same under any parameters; what the preset beside it made of the hand is
    // not.
    if isObserved { return edited.run.placed(on: stage, at: max(edited.run.now, run.now)) }
    stage.parameters = other.stage.parameters
    return run.carrying(other.placed(on: stage, at: max(other.now, run.now)))
  }

  /// Whether the stage rests where its newest take has left it.
  private var restsAfterTake: Bool {
    past == nil && takes.open == nil && takes.newest != nil && !run.isActive(at: liveStageTime)
  }

  /// Schedules a rerun after an edit: now, or soon after the last one.
  mutating func followEdit() {
    guard past?.sheet != nil || restsAfterTake, rerun == nil, sets == nil else { return }
    let soonest = lastEdit?.advanced(by: Self.rerunInterval) ?? now
    rerunDue = rerunDue ?? max(now, soonest)
  }

  /// Lays the take that is shown out beside what the same hand comes to under other parameters, or
  /// by itself where it had those.
  mutating func runEdited(under parameters: ParameterSet) {
    (rerunDue, lastEdit) = (nil, now)
    guard past?.sheet != nil || restsAfterTake, let take = shownTake else { return }
    guard take.before.stage.parameters != parameters else { return dropEdit() }
    let shown = stageTime(at: now)
    let laidOut = [takes.selected, takes.newest].compactMap(\.self)
    let sheet = laidOut.first { $0.number == take.number } ?? TakeSheet(take)
    let edited =
      isObserved
      ? TakeSheet(TakeSheet(take.under(parameters)), beside: type(of: run.scene).beside(parameters))
      : TakeSheet(sheet, beside: parameters)
    guard past != nil else {
      // At rest, what comes to the same shows nothing.
      let differs = edited.comparison.map { $0.greatest > 0 || $0.a != $0.b } ?? false
      editedNewest = isObserved || differs ? edited : nil
      return
    }
    past?.sheet = edited
    past?.isEdited = true
    show(shown)
  }

  /// Keeps what the same hand comes to under the parameters as they are in a take of its own, and
  /// shows that; answers its number, or nothing where no edit is shown.
  package mutating func keepEdit() -> Int? {
    guard showsEdit, let take = shownTake, let other = edited?.run.runB else { return nil }
    guard let number = live.keep(take, under: other.stage.parameters) else { return nil }
    showTake(number)
    return number
  }

  /// Shows the take by itself again, as whoever goes on from it finds it.
  mutating func dropEdit() {
    editedNewest = nil
    guard past != nil, showsEdit else { return }
    // What goes on longer when edited is over by then.
    let shown = min(stageTime(at: now), shownTake?.end ?? liveStageTime)
    past = nil
    show(shown)
  }

  /// Lets the take under way come to its rest as it does without another event, while the stage's
  /// clock stands: the moment that is shown stays, now as one of a finished take.
  ///
  /// What is changed next is then seen beside the whole of it, and cuts nothing off: other
  /// parameters, another size of the stage. A hand that touches the stage goes on from the moment
  /// that is shown, in a take of its own. Where a hand holds something, or nothing is under way,
  /// nothing happens.
  package mutating func foreseeRest() {
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
  /// Keeps what a take's hand comes to under other parameters as another take, run through beside
  /// the present; answers its number.
  fileprivate mutating func keep(_ take: Take, under parameters: ParameterSet) -> Int? {
    let number = takes.next
    var aside = self
    aside.takes.open = nil
    aside.goBack(to: take.before.under(parameters))
    aside.open(number, .rerun(of: take.number), lead: take.before.now)
    aside.takes.open?.lastEvent = take.span.lastInput
    aside.happenAgain(take.events, under: parameters)
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
