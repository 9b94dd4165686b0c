internal import Feel

/// The rows of laws that stand in more than one place: at the edge, outside it, in a landing.
///
/// `key` and `title` are those of the place, before the constant's own; `condition` says when the place has that law.
extension PhysicsRow {
  /// The constants of a spring that stands at a place in the laws.
  static func spring(
    _ key: String, _ title: String, _ place: PhysicsPlace<Spring>, _ group: String,
    _ condition: Parameter.Condition?
  ) -> [PhysicsRow] {
    func measured(_ measure: SpringParts.Damping) -> Parameter.Condition {
      .init("\(key).damping", [measure.rawValue])
    }
    let (mass, stiffness) = ("\(key).mass", "\(key).stiffness")
    return [
      number(
        mass, "Mass", 0.1...10, place.part(\.parts.mass), group: group,
        title: "\(title), mass", form: .constant, where: condition, doc: "The spring's mass."),
      number(
        stiffness, "Stiffness", unit: "/s²", 4...5000, place.part(\.parts.stiffness),
        group: group, title: "\(title), stiffness", form: .duration(mass: mass),
        where: condition, doc: "The spring's stiffness, for a mass of 1."),
      choice(
        "\(key).damping", "Damped by", place.part(\.parts.damping), group: group,
        title: "\(title), damped by", form: .constant, where: condition,
        doc: "What the spring's damping is given by."),
      number(
        "\(key).ratio", "Damping ratio", 0.1...3, place.part(\.parts.ratio), group: group,
        title: "\(title), damping ratio", form: .bounce, where: measured(.ratio),
        doc: "The spring's damping ratio: below 1 it overshoots."),
      number(
        "\(key).coefficient", "Damping", unit: "/s", 1...100,
        place.part(\.parts.coefficient), group: group, title: "\(title), damping",
        form: .damping(mass: mass, stiffness: stiffness), where: measured(.coefficient),
        doc: "The spring's damping coefficient, for a mass of 1."),
    ]
  }

  /// The curves of a way out past the edge and back.
  static func curves(
    _ key: String, _ title: String, _ place: PhysicsPlace<BounceCurves>, _ group: String,
    _ condition: Parameter.Condition
  ) -> [PhysicsRow] {
    func leg(_ name: String, _ place: PhysicsPlace<BounceCurves.Leg>) -> [PhysicsRow] {
      let word = name == "out" ? "Way out" : "Way back"
      // The engine divides the first control point's y by the speed: it is above 0.
      let ranges: [ClosedRange<Double>] = [0...1, 0.01...3, 0...1, -2...3]
      let points = ["x1", "y1", "x2", "y2"].enumerated().map { index, point in
        number(
          "\(key).\(name).\(point)", "\(word) \(point)", ranges[index],
          place.part(\.ease.points[index]), group: group,
          title: "\(title), \(word.lowercased()) \(point)", where: condition,
          doc: "A control point of that way's timing curve.")
      }
      return points + [
        number(
          "\(key).\(name).durationPerPoint", word, unit: "s/pt", 0...0.1,
          place.part(\.durationPerPoint), group: group,
          title: "\(title), \(word.lowercased()) a point", where: condition,
          doc: "How long that way takes a point."),
        number(
          "\(key).\(name).maximumDuration", word, unit: "s", 0.01...2,
          place.part(\.maximumDuration), group: group,
          title: "\(title), \(word.lowercased()) at most", where: condition,
          doc: "How long that way takes at most."),
      ]
    }
    return [
      number(
        "\(key).minimumVelocity", "Slowest", unit: "pt/s", 0...5000,
        place.part(\.minimumVelocity), group: group, title: "\(title), slowest way out",
        where: condition, doc: "Up to this speed there is no way out."),
      number(
        "\(key).distance", "Distance", unit: "pt", 0...500, place.part(\.distance),
        group: group, title: "\(title), distance", where: condition,
        doc: "How far out 1000 pt/s go; it grows with the root of the speed."),
      number(
        "\(key).limit", "Limit", 0.01...1, place.part(\.limit), group: group,
        title: "\(title), limit", where: condition,
        doc: "How far past the edge the way out leads at most, as a share of the viewport."),
    ] + leg("out", place.part(\.out)) + leg("back", place.part(\.back))
  }

  /// The constants of a run that is braked past the edge and taken back in two halves.
  static func overshoot(
    _ key: String, _ title: String, _ place: PhysicsPlace<OvershootBraking>, _ group: String,
    _ condition: Parameter.Condition
  ) -> [PhysicsRow] {
    [
      number(
        "\(key).deceleration", "Braking", unit: "pt/s²", 100...50_000,
        place.part(\.deceleration), group: group, title: "\(title), braking", where: condition,
        doc: "What stops the content past the edge, at least."),
      number(
        "\(key).limit", "Furthest", unit: "pt", 1...1000, place.part(\.limit), group: group,
        title: "\(title), furthest", where: condition,
        doc: "The furthest it goes past the edge."),
      number(
        "\(key).limitTime", "Furthest", unit: "s", 0.01...2, place.part(\.limitTime),
        group: group, title: "\(title), furthest as a time", where: condition,
        doc: "The furthest it goes past the edge, as a time at the velocity it came with."),
      number(
        "\(key).tick", "Tick", unit: "s", 0...0.1, place.part(\.tick), group: group,
        title: "\(title), tick", where: condition,
        doc: "How often the system looks where its content is."),
      number(
        "\(key).departureTime", "First half", unit: "s", 0.01...2, place.part(\.departureTime),
        group: group, title: "\(title), first half of the way back", where: condition,
        doc: "How long the first half of the way back takes."),
      number(
        "\(key).arrivalTime", "Second half", unit: "s", 0.01...2, place.part(\.arrivalTime),
        group: group, title: "\(title), second half of the way back", where: condition,
        doc: "How long the second half of the way back takes."),
    ]
  }
}
