internal import Feel

extension Platform {
  /// The laws of a parameter set in the platform's own code.
  ///
  /// Laws that the platform has are exact. Others are sampled to within half a pixel of 1000 where
  /// it can play them back, and otherwise reported missing in a comment.
  public func copy(_ parameters: ParameterSet) -> String {
    let source =
      parameters.changed.isEmpty
      ? parameters.preset.title : Words.Copies.changed(parameters.preset.title)
    let head = [comment(Words.Copies.head(source, title))] + (imports.isEmpty ? [] : [imports])
    let laws = CopiedLaw.all(parameters).map(copy)
    let whole = ([head.joined(separator: "\n")] + laws).joined(separator: "\n\n") + "\n"
    // Custom properties need a rule around them.
    guard self == .css else { return whole }
    return ([head[0], ":root {"] + laws.flatMap { $0.split(separator: "\n").map { "  \($0)" } })
      .joined(separator: "\n") + "\n}\n"
  }

  /// One law: a comment on what it is and how exact the copy is, then the code.
  private func copy(_ law: CopiedLaw) -> String {
    let words = Words.Copies.law(law.name)
    let notes = law.notes.map(comment)
    func copy(_ exactness: String, _ template: String, _ line: Polyline? = nil) -> String {
      let filled = fill(template, law, line)
      let usage = use(of: law)
      let head = [comment("\(words): \(exactness)")] + notes
      return (head + [filled] + usage).joined(separator: "\n")
    }
    if case .nothing(let name) = law.kind { return comment("\(words): \(name)") }
    if case .other(let name) = law.kind, law.course == nil {
      return ([comment(Words.Copies.missing(words, name, title))] + notes).joined(separator: "\n")
    }
    if let template = template(of: law.kind) {
      return copy(exactness(of: law), template)
    }
    guard let course = law.course else {
      return comment(Words.Copies.missing(words, law.kind.title, title))
    }
    let flight = law.numbers["distance"].map { distance in
      Words.Copies.flight(law.numbers["velocity"] ?? 0, distance)
    }
    if let ease = law.ease, let template = template(of: .ease) {
      var law = law
      law.set(ease, course.duration)
      let head = comment("\(words), \(flight ?? ""): \(Words.Copies.exact)")
      return "\(head)\n\(fill(template, law, nil))"
    }
    guard let template = samples else {
      return ([comment(Words.Copies.missing(words, law.kind.title, title))] + notes)
        .joined(separator: "\n")
    }
    let line = Polyline(duration: course.duration, progress: course.progress)
    let sampled = Words.Copies.sampled(flight ?? Words.Copies.fromRest, line.corners.count)
    return copy(sampled, template, line)
  }

  /// How exact the copy is for a law that the platform has.
  private func exactness(of law: CopiedLaw) -> String {
    guard self == .uiKit, law.kind == .exponential, law.numbers["stop"] != 10 else {
      return Words.Copies.exact
    }
    return Words.Copies.otherStop(Words.value(law.numbers["stop"] ?? 0, "pt/s"))
  }

  /// Notes on using the copy.
  private func use(of law: CopiedLaw) -> [String] {
    guard self == .uiKit, law.kind == .rubberBand, law.numbers["c"] == 0.55 else { return [] }
    return [comment(Words.Copies.ownBand)]
  }

  /// Replaces the names in ‹ › with a law's numbers.
  private func fill(_ template: String, _ law: CopiedLaw, _ line: Polyline?) -> String {
    var text = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "‹"), let close = rest.firstIndex(of: "›") {
      let word = String(rest[rest.index(after: open)..<close])
      text += rest[..<open]
      text += filling(word, law, line)
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }

  private func filling(_ word: String, _ law: CopiedLaw, _ line: Polyline?) -> String {
    switch word {
    case "name": return law.name
    case "property": return Self.property(law.name)
    case "exp": return functions.exp
    case "min": return functions.min
    case "expression": return fill(law.kind.expression, law, line)
    case "corners": return line.map(list) ?? ""
    case "times": return list(line?.corners.map(\.time) ?? [])
    case "values": return list(line?.corners.map(\.value) ?? [])
    case "duration": return literal(line?.duration ?? law.numbers[word] ?? 0)
    case "milliseconds":
      let time = (line?.duration ?? law.numbers["duration"] ?? 0) * 1000
      let hasDecimals = [.css, .javascript, .reanimated].contains(self)
      return ParameterValue.number(hasDecimals ? time.significant : time.rounded()).text
    default: return literal(law.numbers[word] ?? 0)
    }
  }

  func list(_ numbers: [Double]) -> String { numbers.map(literal).joined(separator: ", ") }

  /// A name as a CSS property: `edge-spring`.
  private static func property(_ name: String) -> String {
    name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }
}

extension CopiedLaw {
  /// Makes it a timing curve with a duration in seconds.
  mutating func set(_ ease: Ease, _ duration: Double) {
    numbers["x1"] = ease.x1
    numbers["y1"] = ease.y1
    numbers["x2"] = ease.x2
    numbers["y2"] = ease.y2
    numbers["duration"] = duration
  }
}

extension CopiedLaw.Kind {
  /// The name of the law, for a platform that lacks it.
  var title: String {
    switch self {
    case .exponential: "exponential deceleration"
    case .braked: "exponential with braking"
    case .power: "power of the time left"
    case .spline: "Android’s spline"
    case .constant: "steady braking"
    case .underdamped, .critical: "spring"
    case .overdamped: "overdamped spring"
    case .rubberBand, .fixedRubberBand, .linear, .limited, .hyperbolic, .fading: "rubber band"
    case .ease: "timing curve"
    case .other(let name), .nothing(let name): name
    }
  }

  /// A band's formula, valid in all languages: x is the travel past the edge, d the viewport.
  var expression: String {
    switch self {
    case .rubberBand: "d * (1 - 1 / (‹c› * x / d + 1))"
    case .fixedRubberBand: "‹length› * (1 - 1 / (‹c› * x / ‹length› + 1))"
    case .linear: "‹share› * x"
    case .limited: "‹min›(‹share› * x, ‹limit›)"
    case .hyperbolic: "d * ‹share› * (1 - 2 / (‹exp›(‹twice› * x / d) + 1))"
    case .fading: "d * (1 - ‹exp›(-‹share› * x / d))"
    default: ""
    }
  }
}
