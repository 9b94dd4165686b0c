internal import Feel
internal import FeelTrace

/// What a hand comes to under parameters that are edited while its take is shown.
extension Player {
  /// Whether the take that is shown stands beside what the same hand comes to under the parameters as they are.
  package var showsEdit: Bool { past?.isEdited ?? false }

  /// What the other run is called that is carried along with the one that is shown; a take made in a comparison that is over has none to show.
  package var nameOfB: String? { showsEdit ? "edited" : parametersB.map { _ in "B" } }

  /// That take, laid out with both.
  var edited: TakeSheet? { showsEdit ? past?.sheet : nil }

  /// How the take that is shown goes under the edited parameters: A is how it went, B is how it would go.
  package var editComparison: Comparison? { edited?.comparison }

  /// Takes note of an edit that is to be seen beside the take that is shown: now, or soon after the one before.
  mutating func followEdit() {
    guard past?.sheet != nil, rerun == nil, parametersB == nil else { return }
    let soonest = lastEdit?.advanced(by: Self.rerunInterval) ?? now
    rerunDue = rerunDue ?? max(now, soonest)
  }

  /// Lays the take that is shown out beside what the same hand comes to under other parameters, or by itself where it had those.
  mutating func runEdited(under parameters: ParameterSet) {
    (rerunDue, lastEdit) = (nil, now)
    guard past?.sheet != nil, let take = shownTake else { return }
    guard take.before.stage.parameters != parameters else { return dropEdit() }
    let shown = stageTime(at: now)
    let laidOut = [takes.selected, takes.newest].compactMap { $0 }
    let sheet = laidOut.first { $0.number == take.number } ?? TakeSheet(take)
    past?.sheet = TakeSheet(sheet, beside: parameters)
    past?.isEdited = true
    show(shown)
  }

  /// Shows the take by itself again, as whoever goes on from it finds it.
  mutating func dropEdit() {
    guard showsEdit else { return }
    // What goes on longer when edited is over by then.
    let shown = min(stageTime(at: now), shownTake?.end ?? liveStageTime)
    past = nil
    show(shown)
  }
}
