/// What is made of constants: the laws of scrolling, those of a control, the settings of a scene.
public protocol Law {
  /// Names each constant to a walk, a choice before what depends on it.
  ///
  /// Declarations, the panel, files and `--set` all follow from this one list.
  mutating func walk(_ walk: inout Walk)
}

extension Law {
  /// The declarations, with this law's values as defaults.
  public var parameters: [Parameter] {
    var (law, walk) = (self, Walk(.declare))
    law.walk(&walk)
    return walk.parameters
  }

  /// The value of each key.
  ///
  /// The constants of a law that is not chosen have those that they would begin with.
  public var values: [String: ParameterValue] {
    var (law, walk) = (self, Walk(.read))
    law.walk(&walk)
    return walk.values
  }

  /// Sets those constants that there is a value for, by their keys.
  ///
  /// - Precondition: each value lies in the domain of its parameter.
  public mutating func set(_ value: @escaping (_ key: String) -> ParameterValue?) {
    var walk = Walk(.write(value))
    self.walk(&walk)
  }
}

/// A pass over the constants of a law that declares, reads or sets them.
///
/// None of its steps is inlined: laws call them a hundred times, never in a frame, and the copies
/// were a sixth of the engine's code and of the time that it takes to build.
public struct Walk {
  fileprivate enum Task {
    case declare, read
    case write((String) -> ParameterValue?)
  }

  private let task: Task
  fileprivate private(set) var parameters: [Parameter] = []
  fileprivate private(set) var values: [String: ParameterValue] = [:]
  /// The heading of the next constants; without one, what stands before the dot of the key.
  public var group: String?
  /// Where the next constants mean something; `nil` for everywhere.
  public var condition: Parameter.Condition?

  fileprivate init(_ task: Task) { self.task = task }

  /// Says that the next constants mean something only where a choice is one of some words.
  public mutating func when<Word: RawRepresentable>(_ key: String, is words: Word...)
  where Word.RawValue == String {
    guard case .declare = task else { return }
    condition = Parameter.Condition(key, words.map(\.rawValue))
  }

  /// Walks over a constant; what is to be set is returned.
  private mutating func step(
    _ key: String, _ value: @autoclosure () -> ParameterValue,
    _ parameter: (Parameter.Condition?, String?, ParameterValue) -> Parameter
  ) -> ParameterValue? {
    switch task {
    case .declare: parameters.append(parameter(condition, group, value()))
    case .read: values[key] = value()
    case .write(let value): return value(key)
    }
    return nil
  }

  /// A number in a closed range, in its unit; `offered` is the part of it that a slider spans.
  @inline(never)
  public mutating func number(
    _ key: String, _ label: String, unit: String = "", _ range: ClosedRange<Double>,
    offered: ClosedRange<Double>? = nil, _ value: inout Double, title: String? = nil,
    form: Parameter.Form? = nil, doc: String
  ) {
    let set = step(key, .number(value)) {
      Parameter(
        key, label, unit: unit, .number(range), offered: offered, default: $2, doc: doc,
        form: form, group: $1, title: title, where: $0)
    }
    if case .number(let number) = set { value = number }
  }

  /// A number in a closed range, or infinite for no limit.
  @inline(never)
  public mutating func limit(
    _ key: String, _ label: String, unit: String, _ range: ClosedRange<Double>,
    _ value: inout Double, title: String? = nil, doc: String
  ) {
    let set = step(key, value == .infinity ? .unlimited : .number(value)) {
      Parameter(
        key, label, unit: unit, .limit(range), default: $2, doc: doc, group: $1, title: title,
        where: $0)
    }
    switch set {
    case .number(let number): value = number
    case .unlimited: value = .infinity
    case .choice, .flag, nil: return
    }
  }

  /// A whole number in a closed range; `above` is the key of another one that it lies above.
  @inline(never)
  public mutating func integer(
    _ key: String, _ label: String, unit: String = "", _ range: ClosedRange<Double>,
    _ value: inout Int, title: String? = nil, above: String? = nil, doc: String
  ) {
    let set = step(key, .number(Double(value))) {
      Parameter(
        key, label, unit: unit, .integer(range), default: $2, doc: doc, group: $1, title: title,
        where: $0, above: above)
    }
    if case .number(let number) = set { value = Int(number) }
  }

  /// One of several words; `names` are what they are called on screen, `tradeOffs` their costs.
  @inline(never)
  public mutating func choice<Word: RawRepresentable & CaseIterable>(
    _ key: String, _ label: String, _ value: inout Word, title: String? = nil,
    form: Parameter.Form? = nil, names: [String: String] = [:], tradeOffs: [String: String] = [:],
    doc: String
  ) where Word.RawValue == String {
    let set = step(key, .choice(value.rawValue)) {
      Parameter(
        key, label, .choice(Word.allCases.map(\.rawValue)), default: $2, names: names,
        tradeOffs: tradeOffs, doc: doc, form: form, group: $1, title: title, where: $0)
    }
    if case .choice(let word) = set, let word = Word(rawValue: word) { value = word }
  }

  /// One of several words that are no type's.
  @inline(never)
  public mutating func word(
    _ key: String, _ label: String, of words: [String], _ value: inout String, doc: String
  ) {
    let set = step(key, .choice(value)) {
      Parameter(key, label, .choice(words), default: $2, doc: doc, group: $1, where: $0)
    }
    if case .choice(let word) = set { value = word }
  }

  /// On or off.
  @inline(never)
  public mutating func flag(
    _ key: String, _ label: String, _ value: inout Bool, title: String? = nil, doc: String
  ) {
    let set = step(key, .flag(value)) {
      Parameter(key, label, .flag, default: $2, doc: doc, group: $1, title: title, where: $0)
    }
    if case .flag(let isOn) = set { value = isOn }
  }
}
