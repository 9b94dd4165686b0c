internal import Feel

extension MotionTrack {
  /// The track as members of a line: a sample is an array of time, position and as much more as is known.
  public var members: [JSON.Member] {
    var members = [
      JSON.Member("name", .text(name)), JSON.Member("unit", .text(unit)),
    ]
    if let bounds {
      let ends = [bounds.lowerBound, bounds.upperBound].map(JSON.number)
      members.append(JSON.Member("bounds", .list(ends)))
    }
    members.append(JSON.Member("samples", .list(samples.map(\.json))))
    return members
  }

  /// Reads a track from a line's members.
  ///
  /// - Throws: `JSONError` for what is missing, of another kind, or no motion.
  public init(_ fields: inout JSONFields) throws(JSONError) {
    let name = try fields.text("name")
    let unit = try fields.text("unit")
    var bounds: ClosedRange<Double>?
    if let json = fields.optional("bounds") {
      let ends = json.list?.compactMap(\.number) ?? []
      guard ends.count == 2, ends[0] <= ends[1] else {
        throw json.error("two numbers in order for \"bounds\"")
      }
      bounds = ends[0]...ends[1]
    }
    let json = try fields.required("samples")
    guard let list = json.list, list.count <= Limits.trackSamples else {
      throw json.error("an array of \(Limits.trackSamples) moments at most for \"samples\"")
    }
    var samples: [Sample] = []
    for item in list { samples.append(try Sample(item)) }
    guard let track = MotionTrack(name: name, unit: unit, bounds: bounds, samples: samples) else {
      throw json.error("two samples or more from 0 on, in order of time")
    }
    self = track
  }
}

extension MotionTrack.Sample {
  /// An array of time and position, then the velocity or null, then the state.
  fileprivate var json: JSON {
    var list = [JSON.number(time), JSON.number(position)]
    if velocity != nil || state != nil { list.append(velocity.map(JSON.number) ?? .null) }
    if let state { list.append(.text(state.rawValue)) }
    return .list(list)
  }

  fileprivate init(_ json: JSON) throws(JSONError) {
    guard let list = json.list, (2...4).contains(list.count), let time = list[0].number,
      let position = list[1].number
    else { throw json.error("an array of time, position, velocity and state") }
    var velocity: Double?
    if list.count > 2, list[2].value != .null {
      guard let number = list[2].number else { throw list[2].error("a number or null") }
      velocity = number
    }
    var state: ControlState?
    if list.count > 3 {
      guard let word = list[3].text, let known = ControlState(rawValue: word) else {
        throw list[3].error("what a control does, such as \"tracking\"")
      }
      state = known
    }
    self.init(time: time, position: position, velocity: velocity, state: state)
  }
}
