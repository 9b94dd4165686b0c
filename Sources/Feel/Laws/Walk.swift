/// A type made of parameters: scroll physics, the rules of a control, the settings of a scene.
public protocol Law {
  /// Visits each parameter, a choice before those that depend on it.
  ///
  /// Declarations, the panel, files and `--set` all derive from this one list.
  mutating func walk(_ walk: inout Walk)
}

extension Law {
  /// The declarations, with the current values as defaults.
  public var parameters: [Parameter] {
    var (law, walk) = (self, Walk(.declare))
    law.walk(&walk)
    return walk.parameters
  }

  /// The values by key.
  ///
  /// Parameters of alternatives that are not chosen have the values with which those would start.
  public var values: [String: ParameterValue] {
    var (law, walk) = (self, Walk(.read))
    law.walk(&walk)
    return walk.values
  }

  /// Sets the parameters for which `value` returns a value for their key.
  ///
  /// - Precondition: each value lies in the domain of its parameter.
  public mutating func set(_ value: @escaping (_ key: String) -> ParameterValue?) {
    var walk = Walk(.write(value))
    self.walk(&walk)
  }
}

/// A pass over the parameters of a law that declares, reads or sets them.
///
/// Its methods are never inlined: laws call them a hundred times, never in a frame, and the copies
/// took a sixth of the engine's code and of its build time.
public struct Walk {
  fileprivate enum Task {
    case declare, read
    case write((String) -> ParameterValue?)
  }

  private let task: Task
  fileprivate private(set) var parameters: [Parameter] = []
  fileprivate private(set) var values: [String: ParameterValue] = [:]
  /// The heading of the next parameters; `nil` for the part of the key before the dot.
  public var group: String?
  /// When the next parameters apply; `nil` for always.
  public var condition: Parameter.Condition?

  fileprivate init(_ task: Task) { self.task = task }

  /// Makes the next parameters apply only if a choice has one of some values.
  public mutating func when<Word: RawRepresentable>(_ key: String, is words: Word...)
  where Word.RawValue == String {
    guard case .declare = task else { return }
    condition = Parameter.Condition(key, words.map(\.rawValue))
  }

  /// Visits a parameter; returns the value to set, if any.
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

  /// Visits a number in a closed range, in its unit; `offered` is the part of it for a slider.
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

  /// Visits a number in a closed range, or infinity for no limit.
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

  /// Visits an integer in a closed range; `above` is the key of another one that it must exceed.
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

  /// Visits a choice; `names` are its display names, `tradeOffs` advantages and costs.
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

  /// Visits a choice among strings, without an enumeration.
  @inline(never)
  public mutating func word(
    _ key: String, _ label: String, of words: [String], _ value: inout String, doc: String
  ) {
    let set = step(key, .choice(value)) {
      Parameter(key, label, .choice(words), default: $2, doc: doc, group: $1, where: $0)
    }
    if case .choice(let word) = set { value = word }
  }

  /// Visits a flag.
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
