internal import Feel

extension MotionTrack {
  /// Walks over what a line says of the track.
  public func walked(by walk: JSONWalk) throws(JSONError) -> MotionTrack {
    let name = try walk.required("name", name, .text)
    let unit = try walk.required("unit", unit, .text)
    let ends = try walk.optional(
      "bounds", bounds.map { [$0.lowerBound, $0.upperBound] },
      .list(of: .number).when("two numbers in order") { $0.count == 2 && $0[0] <= $0[1] })
    let samples = try walk.required(
      "samples", samples,
      .list(of: .sample, atMost: Limits.trackSamples).when(
        "two samples or more from 0 on, in order of time, and \(Limits.trackSamples) at most,"
      ) { MotionTrack(name: "", samples: $0) != nil })
    let bounds = ends.map { $0[0]...$0[1] }
    return MotionTrack(name: name, unit: unit, bounds: bounds, samples: samples) ?? self
  }
}

extension JSONForm<MotionTrack.Sample> {
  /// An array of time and position, then the velocity or null, then the state.
  fileprivate static var sample: Self {
    Self("an array of time, position, velocity and state") { sample in
      let known: [JSON] = [.number(sample.time), .number(sample.position)]
      guard sample.velocity != nil || sample.state != nil else { return .list(known) }
      let velocity = sample.velocity.map(JSON.number) ?? .null
      return .list(known + [velocity] + (sample.state.map { [.text($0.rawValue)] } ?? []))
    } _: { (json) throws(JSONError) in
      guard let list = json.list, (2...4).contains(list.count), let time = list[0].number,
        let position = list[1].number
      else { return nil }
      let velocity = list.count > 2 ? list[2] : .null
      guard velocity.value == .null || velocity.number != nil else {
        throw velocity.error("a number or null")
      }
      let state = list.count > 3 ? list[3].text.flatMap(ControlState.init) : nil
      guard list.count < 4 || state != nil else {
        throw list[3].error("what a control does, such as \"tracking\"")
      }
      return MotionTrack.Sample(
        time: time, position: position, velocity: velocity.number, state: state)
    }
  }
}
