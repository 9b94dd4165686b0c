public import Feel

/// The values of a scene's parameters, in three layers: what is declared, what the preset says over
/// it, and what was set over both.
///
/// What is shown is what is used: `physics` is made of the resolved values alone. A value is set
/// when it is made another one than is shown; it stays set, under whichever preset, until it is set
/// to what it lies over or taken back.
public struct ParameterSet: Sendable {
  /// The declarations, in order.
  public let parameters: [Parameter]
  /// The laws of scrolling that the values lie over; what was set stays set under another preset,
  /// also where that one says the same.
  public var preset: ScrollPreset {
    get { sharedPreset.value }
    set {
      sharedPreset = Shared(newValue)
      inherited = Self.inherited(parameters, newValue)
      resolve()
    }
  }
  /// The laws of scrolling that the values say; those of the preset where no parameter speaks of
  /// them.
  public var physics: ScrollPhysics { sharedPhysics.value }

  private var sharedPreset: Shared<ScrollPreset>
  private var sharedPhysics: Shared<ScrollPhysics>
  private let places: [String: Int]
  // What each is unless set, what was set over that, what comes of both, and whether it means
  // something: by place.
  private var inherited: [ParameterValue] = []
  private var overrides: [ParameterValue?]
  private var values: [ParameterValue] = []
  private var applicable: [Bool] = []

  /// Creates the set in which nothing is set over the preset.
  ///
  /// - Precondition: no two parameters have the same key.
  public init(_ parameters: [Parameter], preset: ScrollPreset = .uikit) {
    self.parameters = parameters
    (sharedPreset, sharedPhysics) = (Shared(preset), Shared(preset.physics))
    places = Dictionary(uniqueKeysWithValues: parameters.enumerated().map { ($1.key, $0) })
    inherited = Self.inherited(parameters, preset)
    overrides = Array(repeating: nil, count: parameters.count)
    resolve()
  }

  private static func inherited(
    _ parameters: [Parameter], _ preset: ScrollPreset
  ) -> [ParameterValue] {
    let said = preset.physics.values.merging(preset.turn.values) { $1 }
    return parameters.map { said[$0.key] ?? $0.defaultValue }
  }

  private mutating func resolve() {
    values = zip(overrides, inherited).map { $0 ?? $1 }
    for (place, parameter) in parameters.enumerated() {
      guard let low = parameter.above.flatMap({ places[$0] }),
        case .number(let least) = values[low],
        case .number(let number) = values[place]
      else { continue }
      values[place] = .number(max(number, least + 1))
    }
    var physics = preset.physics
    if values != inherited {
      physics.set { [places, values, inherited] key in
        places[key].flatMap { values[$0] == inherited[$0] ? nil : values[$0] }
      }
    }
    sharedPhysics = Shared(physics)
    applicable.removeAll(keepingCapacity: true)
    for parameter in parameters {
      // A choice is declared before what depends on it; one that is not declared rules nothing out.
      let isMet = parameter.condition.map { condition in
        guard let place = places[condition.key], place < applicable.count else { return true }
        guard case .choice(let word) = values[place] else { return false }
        return applicable[place] && condition.words.contains(word)
      }
      applicable.append(isMet ?? true)
    }
  }

  /// What was set over the preset, as it was set, in order of declaration.
  public var changed: [(key: String, value: ParameterValue)] { settings { overrides[$0] != nil } }

  /// The keys of those that were set over the preset though it says the same, or though they mean
  /// nothing as the choices are, in order of declaration: what the values alone do not tell.
  public var kept: [String] {
    changed.filter { $0.value == inherited($0.key) || !applies($0.key) }.map(\.key)
  }

  /// What has a meaning as the choices are, and what was set without one, in order of declaration.
  public var shown: [(key: String, value: ParameterValue)] {
    settings { applicable[$0] || overrides[$0] != nil }
  }

  /// A sentence, without its full stop, for each number that was raised because it must be above
  /// another one.
  ///
  /// - Parameters:
  ///   - key: the key of either of the two, to ask for those alone; without one all.
  ///   - name: what a sentence calls a parameter.
  public func raised(
    of key: String? = nil, calling name: (Parameter) -> String
  ) -> [String] {
    parameters.indices.compactMap { place in
      let parameter = parameters[place]
      let (value, wanted) = (values[place], overrides[place] ?? inherited[place])
      guard value != wanted, let low = parameter.above.flatMap({ places[$0] }),
        key == nil || key == parameter.key || key == parameter.above
      else { return nil }
      return Words.raised(
        name(parameter), to: value.text, from: wanted.text, above: name(parameters[low]),
        values[low].text)
    }
  }

  private func settings(
    where isWanted: (Int) -> Bool
  ) -> [(key: String, value: ParameterValue)] {
    parameters.indices.filter(isWanted).map { (parameters[$0].key, overrides[$0] ?? values[$0]) }
  }

  /// Whether a key has a meaning as the choices are: a constant has none where another law is
  /// chosen.
  ///
  /// - Precondition: a parameter of that key is declared.
  public func applies(_ key: String) -> Bool { applicable[place(key)] }

  /// Whether a key was set over the preset.
  ///
  /// - Precondition: a parameter of that key is declared.
  public func isChanged(_ key: String) -> Bool { overrides[place(key)] != nil }

  /// How many of the parameters under a heading were set over the preset.
  public func changes(under group: String) -> Int {
    parameters.indices.count { overrides[$0] != nil && parameters[$0].group == group }
  }

  /// What a key is unless it is set: what the preset says, else the default.
  ///
  /// - Precondition: a parameter of that key is declared.
  public func inherited(_ key: String) -> ParameterValue { inherited[place(key)] }

  /// The declaration of a key.
  public func parameter(_ key: String) throws(ParameterError) -> Parameter {
    guard let place = places[key] else {
      throw ParameterError.unknownKey(key, known: parameters.map(\.key))
    }
    return parameters[place]
  }

  /// Sets a parameter: to what it is changes nothing, to what it lies over takes back what was set.
  ///
  /// - Throws: `ParameterError` for what its domain does not hold, in the words of the notation
  ///   that it came in; then nothing changes.
  public mutating func set(
    _ key: String, to value: ParameterValue, in notation: ParameterNotation = .words
  ) throws(ParameterError) {
    let parameter = try parameter(key)
    guard parameter.accepts(value) else {
      throw ParameterError.outOfDomain(
        key: key, value: value.text(in: notation), domain: parameter.domainText(in: notation))
    }
    let place = place(key)
    guard value != values[place] else { return }
    overrides[place] = value == inherited[place] ? nil : value
    resolve()
  }

  /// Sets a parameter over the preset, also where that says the same: what a file names as set.
  ///
  /// - Throws: `ParameterError` for what its domain does not hold; then nothing changes.
  public mutating func override(
    _ key: String, with value: ParameterValue
  ) throws(ParameterError) {
    try set(key, to: value, in: .json)
    overrides[place(key)] = value
  }

  /// Gives a parameter back what the preset says.
  ///
  /// - Precondition: a parameter of that key is declared.
  public mutating func reset(_ key: String) {
    overrides[place(key)] = nil
    resolve()
  }

  /// Gives every parameter back what the preset says.
  public mutating func reset() {
    overrides = overrides.map { _ in nil }
    resolve()
  }

  /// Refuses a key that has no meaning as the choices are, by the choice that it belongs to.
  public func requireUse(of key: String) throws(ParameterError) {
    guard let condition = try parameter(key).condition, !applies(key) else { return }
    try requireUse(of: condition.key)
    throw ParameterError.notInUse(key: key, where: condition.text, is: self[condition.key].text)
  }

  /// How many parameters are others than in another set of the same, or set in one of the two
  /// alone; the preset is counted as one.
  public func differences(from other: ParameterSet) -> Int {
    var moved = other
    if preset != other.preset { moved.preset = preset }
    return (preset == other.preset ? 0 : 1)
      + parameters.map(\.key).count { key in
        self[key] != moved[key] || isChanged(key) != moved.isChanged(key)
      }
  }

  /// The parameters that are other values here than in another set of the same under this one's
  /// preset, with what they are here.
  package func others(than other: ParameterSet) -> [(parameter: Parameter, value: ParameterValue)] {
    var moved = other
    if preset != other.preset { moved.preset = preset }
    return parameters.filter { self[$0.key] != moved[$0.key] }.map { ($0, self[$0.key]) }
  }

  /// The settings that the values say, for a law whose parameters are declared: what a scene reads.
  public func settings<Settings: Law>(_ start: Settings) -> Settings {
    var settings = start
    settings.set { [places, values] key in places[key].map { values[$0] } }
    return settings
  }

  /// The number of a key; infinite where it is no limit.
  ///
  /// - Precondition: a parameter of that key is declared as a number.
  public func number(_ key: String) -> Double {
    switch self[key] {
    case .number(let number): return number
    case .unlimited: return .infinity
    case .choice, .flag: preconditionFailure("\(key) is declared as a number")
    }
  }

  /// The word of a key.
  ///
  /// - Precondition: a parameter of that key is declared as a choice.
  public func choice(_ key: String) -> String {
    guard case .choice(let word) = self[key] else {
      preconditionFailure("\(key) is declared as a choice")
    }
    return word
  }

  /// Whether a key is on.
  ///
  /// - Precondition: a parameter of that key is declared as a flag.
  public func flag(_ key: String) -> Bool {
    guard case .flag(let flag) = self[key] else {
      preconditionFailure("\(key) is declared as a flag")
    }
    return flag
  }

  /// The value of a key: what was set, else what the preset says, else the default.
  ///
  /// - Precondition: a parameter of that key is declared.
  public subscript(key: String) -> ParameterValue { values[place(key)] }

  private func place(_ key: String) -> Int {
    guard let place = places[key] else { preconditionFailure("\(key) is a declared parameter") }
    return place
  }
}

extension ParameterSet: Hashable {
  /// Whether two sets declare the same and have the same set over the same preset.
  public static func == (a: ParameterSet, b: ParameterSet) -> Bool {
    a.preset == b.preset && a.overrides == b.overrides && a.parameters == b.parameters
  }

  /// Feeds the preset and what is set over it to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(preset)
    hasher.combine(overrides)
  }
}

/// Words that may have been meant by one that is not known.
public enum NearWords {
  /// The known words nearest to a word, the nearest first: those that are a few slips of the hand
  /// away, or that it is a part of.
  ///
  /// A slip is a character too many, too few or wrong, or two that changed places; one in three
  /// characters may be. Capitals do not matter.
  public static func of(
    _ word: String, among known: some Sequence<String>, count: Int = 3
  ) -> [String] {
    let letters = Array(word.lowercased())
    guard !letters.isEmpty else { return [] }
    let near = known.compactMap { candidate -> (word: String, slips: Int)? in
      let others = Array(candidate.lowercased())
      let slips = slips(from: letters, to: others)
      if slips <= max(1, letters.count / 3) { return (candidate, slips) }
      let isPart = letters.count >= 3 && contains(letters, in: others)
      return isPart ? (candidate, others.count) : nil
    }
    // What is equally near stays in the order in which it was declared.
    return near.enumerated().sorted {
      ($0.element.slips, $0.offset) < ($1.element.slips, $1.offset)
    }
    .prefix(count).map(\.element.word)
  }

  /// "Did you mean a or b?" and then the beginning of the next sentence, if there is one; that
  /// alone where no known word is near.
  public static func question(
    _ word: String, among known: some Sequence<String>, before beginning: String = ""
  ) -> String {
    Words.sentences(question(meaning: of(word, among: known)), beginning)
  }

  /// "Did you mean a or b?" of what may have been meant, the likeliest first; nothing where that is
  /// nothing.
  public static func question(meaning near: [String]) -> String {
    guard let last = near.last else { return "" }
    return Words.didYouMean(near.dropLast(), or: last)
  }

  private static func contains(_ part: [Character], in whole: [Character]) -> Bool {
    guard whole.count >= part.count else { return false }
    return (0...whole.count - part.count).contains {
      whole[$0..<$0 + part.count].elementsEqual(part)
    }
  }

  /// How many slips lead from one word to the other.
  ///
  /// Source: the optimal string alignment distance, row by row.
  private static func slips(from a: [Character], to b: [Character]) -> Int {
    var (before, above) = ([Int](), Array(0...b.count))
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(above[j] + (a[i] == b[j] ? 0 : 1), above[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, before[j - 1] + 1)
        }
        row.append(least)
      }
      (before, above) = (above, row)
    }
    return above[b.count]
  }
}
