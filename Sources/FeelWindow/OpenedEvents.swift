internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Lab
internal import Scenes
internal import Stage

extension ParameterFile {
  /// Events that apply the file to a session: the scene gets its values, and the preset's for all
  /// other parameters.
  ///
  /// - Throws: `CommandFailure` with the position of anything the scene cannot have.
  func events(for session: Session) throws(CommandFailure) -> [SessionEvent] {
    if let events = try curveEvents(for: session) { return events }
    let own = session.sceneType
    let scene = try scene.map { id throws(CommandFailure) in try Catalog.all.named(id) } ?? own
    var wanted =
      motion == nil
      ? ParameterSet(scene.parameters, preset: session.parameters.preset) : session.parameters
    try apply(to: &wanted, of: scene)
    guard scene.id != own.id else {
      return session.events(setting: wanted, from: path, saying: motion?.summary())
    }
    let name = FileName.last(of: path)
    let stem = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    return [.change(session.now, .scene(scene.id))]
      + session.events(
        setting: wanted, from: path, saying: say("Opened \(stem) in \(scene.title)"))
  }

  /// The Curves scene's use of another library's motion: it shows any easing, even from another
  /// scene, and adopts a spring while it is showing a spring.
  private func curveEvents(for session: Session) throws(CommandFailure) -> [SessionEvent]? {
    guard let motion else { return nil }
    let scene = try Catalog.all.named(DataTrack.sceneID)
    let isShown = session.sceneType.id == scene.id
    var set = isShown ? session.parameters : ParameterSet(scene.parameters)
    if case .spring(let spring) = motion.readings[0].motion {
      guard isShown, set[DataTrack.sourceKey] == .choice("spring") else { return nil }
      let numbers = [("curve.duration", spring.response), ("curve.bounce", spring.bounce)]
      for (key, number) in numbers {
        do throws(ParameterError) { try set.set(key, to: .number(number)) } catch {
          throw .badFile("\(path): \(error.message)")
        }
      }
      return session.events(setting: set, from: path, saying: motion.summary(isEdge: false))
    }
    guard
      let track = motion.readings[0].track(
        from: set.number("curve.start"), to: set.number("curve.target"),
        lasting: set.number("curve.duration"))
    else { return nil }
    return session.events(showing: track) + [session.notice(motion.summary())]
  }
}

extension Session {
  /// Events that show a motion in the Curves scene.
  func events(showing track: MotionTrack) -> [SessionEvent] {
    [
      .change(now, .scene(DataTrack.sceneID)), .change(now, .track(track)),
      .change(now, .parameter(DataTrack.sourceKey, .choice("data"))),
    ]
  }

  /// Events that set a file's values, and report it.
  func events(
    setting wanted: ParameterSet, from path: String, saying words: String? = nil
  ) -> [SessionEvent] {
    // Deviations from the file come first, because the end of a long notice is truncated.
    let sentences =
      wanted.raised(calling: { translated($0.title) }) + [words ?? changed(to: wanted, path)]
    return (wanted != parameters ? [.change(now, .parameters(wanted))] : [])
      + [notice(sentences.joined(separator: " · "))]
  }

  /// The number of parameters that a file changes, in words.
  private func changed(to wanted: ParameterSet, _ path: String) -> String {
    let count = wanted.differences(from: parameters)
    return count == 1
      ? say("\(path): \(count) value changed") : say("\(path): \(count) values changed")
  }

  /// A notice with control characters escaped, because it may contain any file name.
  func notice(_ text: String) -> SessionEvent { .host(now, .notice(shown(text))) }
}
