internal import Feel
internal import Stage

extension Session {
  /// How many marks of a hand are kept.
  private static let mostMarkers = 99

  /// Marks the moment of the stage that is shown.
  mutating func addMarker() {
    let moment = stageTime(at: now)
    markers.removeAll { $0 < history.start || $0 == moment }
    markers.append(moment)
    markers.sort()
    if markers.count > Self.mostMarkers { markers.removeFirst() }
    say("Marked \(moment.seconds.text(decimals: 3)) s")
  }
}
