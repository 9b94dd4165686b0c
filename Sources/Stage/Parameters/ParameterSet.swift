public import Feel

/// The values of a scene's parameters, in three layers: default, preset, and override.
///
/// The values shown are the values used: `physics` is derived from the resolved values alone.
/// Setting a value other than the shown one overrides it; it stays overridden under any preset
/// until it is set to the inherited value or reset.
public struct ParameterSet: Sendable {
  /// The declarations, in order.
  public let parameters: [Parameter]
  /// The preset below the overrides; overrides persist when it changes, even if equal to the new
  /// preset's values.
  public var preset: ScrollPreset {
    get { sharedPreset.value }
    set {
      sharedPreset = Shared(newValue)
      inherited = Self.inherited(parameters, newValue)
      resolve()
    }
  }
  /// The physics of the current values; the preset's where no parameter covers them.
  public var physics: ScrollPhysics { sharedPhysics.value }

  private var sharedPreset: Shared<ScrollPreset>
  private var sharedPhysics: Shared<ScrollPhysics>
  private let places: [String: Int]
  // By index: the inherited value, the override, the resolved value, and whether the parameter
  // applies.
  private var inherited: [ParameterValue] = []
  private var overrides: [ParameterValue?]
  private var values: [ParameterValue] = []
  private var applicable: [Bool] = []

  /// Creates a set without overrides.
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
      // A choice is declared before its dependents; one that is not declared excludes nothing.
      let isMet = parameter.condition.map { condition in
        guard let place = places[condition.key], place < applicable.count else { return true }
        guard case .choice(let word) = values[place] else { return false }
        return applicable[place] && condition.words.contains(word)
      }
      applicable.append(isMet ?? true)
    }
  }

  /// The overrides as they were set, in order of declaration.
  public var changed: [(key: String, value: ParameterValue)] { settings { overrides[$0] != nil } }

  /// The keys of overrides equal to the preset's value or not applicable, in order of declaration:
  /// they cannot be inferred from the values.
  public var kept: [String] {
    changed.filter { $0.value == inherited($0.key) || !applies($0.key) }.map(\.key)
  }

  /// The parameters that apply, plus any overridden ones, in order of declaration.
  public var shown: [(key: String, value: ParameterValue)] {
    settings { applicable[$0] || overrides[$0] != nil }
  }

  /// A sentence, without its full stop, for each number that was raised because it must exceed
  /// another one.
  ///
  /// - Parameters:
  ///   - key: the key of either of the two, to limit the result to them; `nil` for all.
  ///   - name: the name of a parameter in a sentence.
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

  /// Whether a parameter applies under the current choices: a constant does not while another law
  /// is chosen.
  ///
  /// - Precondition: a parameter of that key is declared.
  public func applies(_ key: String) -> Bool { applicable[place(key)] }

  /// Whether a parameter is overridden.
  ///
  /// - Precondition: a parameter of that key is declared.
  public func isChanged(_ key: String) -> Bool { overrides[place(key)] != nil }

  /// The number of overridden parameters in a group.
  public func changes(under group: String) -> Int {
    parameters.indices.count { overrides[$0] != nil && parameters[$0].group == group }
  }

  /// The value without an override: the preset's, or else the default.
  ///
  /// - Precondition: a parameter of that key is declared.
  public func inherited(_ key: String) -> ParameterValue { inherited[place(key)] }

  /// The declaration of a parameter.
  public func parameter(_ key: String) throws(ParameterError) -> Parameter {
    guard let place = places[key] else {
      throw ParameterError.unknownKey(key, known: parameters.map(\.key))
    }
    return parameters[place]
  }

  /// Sets a parameter: its current value changes nothing, its inherited value removes the override.
  ///
  /// - Throws: `ParameterError` for a value outside its domain, worded in the given notation; the
  ///   set is then unchanged.
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

  /// Overrides a parameter, even with the preset's own value, as a file may require.
  ///
  /// - Throws: `ParameterError` for a value outside its domain; the set is then unchanged.
  public mutating func override(
    _ key: String, with value: ParameterValue
  ) throws(ParameterError) {
    try set(key, to: value, in: .json)
    overrides[place(key)] = value
  }

  /// Removes a parameter's override.
  ///
  /// - Precondition: a parameter of that key is declared.
  public mutating func reset(_ key: String) {
    overrides[place(key)] = nil
    resolve()
  }

  /// Removes all overrides.
  public mutating func reset() {
    overrides = overrides.map { _ in nil }
    resolve()
  }

  /// Throws if a parameter does not apply under the current choices, naming the deciding choice.
  public func requireUse(of key: String) throws(ParameterError) {
    guard let condition = try parameter(key).condition, !applies(key) else { return }
    try requireUse(of: condition.key)
    throw ParameterError.notInUse(key: key, where: condition.text, is: self[condition.key].text)
  }

  /// The number of parameters that differ from another set of the same declarations, in value or in
  /// being overridden; the preset counts as one.
  public func differences(from other: ParameterSet) -> Int {
    var moved = other
    if preset != other.preset { moved.preset = preset }
    return (preset == other.preset ? 0 : 1)
      + parameters.map(\.key).count { key in
        self[key] != moved[key] || isChanged(key) != moved.isChanged(key)
      }
  }

  /// The parameters whose values differ from another set of the same declarations under this
  /// preset, with their values here.
  package func others(than other: ParameterSet) -> [(parameter: Parameter, value: ParameterValue)] {
    var moved = other
    if preset != other.preset { moved.preset = preset }
    return parameters.filter { self[$0.key] != moved[$0.key] }.map { ($0, self[$0.key]) }
  }

  /// The current values of a law whose parameters are declared, for a scene to read.
  public func settings<Settings: Law>(_ start: Settings) -> Settings {
    var settings = start
    settings.set { [places, values] key in places[key].map { values[$0] } }
    return settings
  }

  /// The number of a parameter; infinite for no limit.
  ///
  /// - Precondition: a parameter of that key is declared as a number.
  public func number(_ key: String) -> Double {
    switch self[key] {
    case .number(let number): return number
    case .unlimited: return .infinity
    case .choice, .flag: preconditionFailure("\(key) is declared as a number")
    }
  }

  /// The word of a choice.
  ///
  /// - Precondition: a parameter of that key is declared as a choice.
  public func choice(_ key: String) -> String {
    guard case .choice(let word) = self[key] else {
      preconditionFailure("\(key) is declared as a choice")
    }
    return word
  }

  /// The state of a flag.
  ///
  /// - Precondition: a parameter of that key is declared as a flag.
  public func flag(_ key: String) -> Bool {
    guard case .flag(let flag) = self[key] else {
      preconditionFailure("\(key) is declared as a flag")
    }
    return flag
  }

  /// The value of a parameter: the override, or else the preset's value, or else the default.
  ///
  /// - Precondition: a parameter of that key is declared.
  public subscript(key: String) -> ParameterValue { values[place(key)] }

  private func place(_ key: String) -> Int {
    guard let place = places[key] else { preconditionFailure("\(key) is a declared parameter") }
    return place
  }
}

extension ParameterSet: Hashable {
  /// Whether two sets have the same declarations, preset and overrides.
  public static func == (a: ParameterSet, b: ParameterSet) -> Bool {
    a.preset == b.preset && a.overrides == b.overrides && a.parameters == b.parameters
  }

  /// Hashes the preset and the overrides.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(preset)
    hasher.combine(overrides)
  }
}

/// Suggestions for unknown words.
public enum NearWords {
  /// The known words nearest to a word, nearest first: those within a few typing errors, or that
  /// contain it.
  ///
  /// An error is an extra, missing or wrong character, or a swap of two; one per three characters
  /// is allowed. Case is ignored.
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
    // Ties keep the order of declaration.
    return near.enumerated().sorted {
      ($0.element.slips, $0.offset) < ($1.element.slips, $1.offset)
    }
    .prefix(count).map(\.element.word)
  }

  /// "Did you mean a or b?" followed by the start of the next sentence, if any; only that if no
  /// known word is near.
  public static func question(
    _ word: String, among known: some Sequence<String>, before beginning: String = ""
  ) -> String {
    Words.sentences(question(meaning: of(word, among: known)), beginning)
  }

  /// "Did you mean a or b?" for suggestions, most likely first; empty without any.
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

  /// The number of typing errors between two words.
  ///
  /// Source: the optimal string alignment distance, computed row by row.
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
