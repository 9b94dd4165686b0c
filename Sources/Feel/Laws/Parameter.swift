/// One number or choice of a scene: its name, its domain and its default.
///
/// This one declaration serves the inspector, `--set`, preset files and `feellab list`.
public struct Parameter: Hashable, Sendable {
  /// The values that a parameter may have.
  public enum Domain: Hashable, Sendable {
    /// A number in a closed range.
    case number(ClosedRange<Double>)
    /// An integer in a closed range.
    case integer(ClosedRange<Double>)
    /// A number in a closed range, or unlimited.
    case limit(ClosedRange<Double>)
    /// One of several words.
    case choice([String])
    /// On or off.
    case flag
  }

  /// When a parameter applies: if a choice has one of some values.
  public struct Condition: Hashable, Sendable {
    /// The key of the choice.
    public let key: String
    /// The values of the choice.
    public let words: [String]

    /// Creates a condition.
    public init(_ key: String, _ words: [String]) { (self.key, self.words) = (key, words) }

    /// The condition in words, for a message, such as physics.decay is power or androidSpline.
    public var text: String { "\(key) is \(words.joined(separator: " or "))" }
  }

  /// How the panel shows a constant of a spring: stored as in physics, shown as it feels.
  ///
  /// Stored are mass, stiffness, and the damping ratio or coefficient. Shown are the duration
  /// 2π√(m/k) in seconds, and the bounce: 1 − ζ up to ζ = 1, 1/ζ − 1 beyond. Each shown value maps
  /// to exactly one stored value, so editing one leaves the others alone.
  public enum Form: Hashable, Sendable {
    /// A stiffness, shown as a duration; with the key of the mass.
    case duration(mass: String)
    /// A damping ratio, shown as a bounce.
    case bounce
    /// A damping coefficient, shown as a bounce; with the keys of mass and stiffness.
    case damping(mass: String, stiffness: String)
    /// A constant that cannot be felt, shown only with the physics.
    case constant
  }

  /// Its name in commands and files: control.parameter.
  public let key: String
  /// Its name on screen, under the heading of its group.
  public let label: String
  /// Its name where there is no heading above it.
  public let title: String
  /// The heading of its group.
  public let group: String
  /// Its unit, or empty.
  public let unit: String
  /// The values it may have.
  public let domain: Domain
  /// The range of its slider, if smaller than the domain for files, flags and fields; `nil` for all
  /// of it.
  public let offered: ClosedRange<Double>?
  /// The value unless a preset or the user sets another.
  public let defaultValue: ParameterValue
  /// What it does, in one sentence.
  public let doc: String
  /// Display names of its choices, where they differ from the raw values.
  public let names: [String: String]
  /// Advantages and costs of its choices, in a few words; lists of things to compare offer a choice
  /// that has them.
  public let tradeOffs: [String: String]
  /// How the panel shows it, if it belongs to a spring.
  public let form: Form?

  /// When it applies; `nil` for always.
  public let condition: Condition?
  /// The key of an integer that it must exceed: otherwise it is that integer plus one.
  public let above: String?

  /// Creates a declaration.
  ///
  /// The default group is the part of the key before the first dot; the default title is the label.
  ///
  /// - Precondition: the default lies in the domain.
  public init(
    _ key: String, _ label: String, unit: String = "", _ domain: Domain,
    offered: ClosedRange<Double>? = nil, default defaultValue: ParameterValue,
    names: [String: String] = [:],
    tradeOffs: [String: String] = [:], doc: String, form: Form? = nil, group: String? = nil,
    title: String? = nil, where condition: Condition? = nil, above: String? = nil
  ) {
    (self.key, self.label, self.unit, self.domain) = (key, label, unit, domain)
    (self.offered, self.defaultValue, self.doc, self.form) = (offered, defaultValue, doc, form)
    let control = key.prefix { $0 != "." }
    self.group = group ?? control.prefix(1).uppercased() + control.dropFirst()
    (self.title, self.condition, self.above) = (title ?? label, condition, above)
    (self.names, self.tradeOffs) = (names, tradeOffs)
    precondition(accepts(defaultValue), "a parameter's default lies in its domain")
  }

  /// Whether a value lies in the domain; NaN never does.
  public func accepts(_ value: ParameterValue) -> Bool {
    switch (domain, value) {
    case (.number(let range), .number(let number)), (.limit(let range), .number(let number)):
      range.contains(number)
    case (.limit, .unlimited): true
    case (.integer(let range), .number(let number)):
      range.contains(number) && number == number.rounded()
    case (.choice(let words), .choice(let word)): words.contains(word)
    case (.flag, .flag): true
    default: false
    }
  }
}

/// A value of a parameter.
public enum ParameterValue: Hashable, Sendable {
  /// A number in the parameter's unit.
  case number(Double)
  /// One of the parameter's choices.
  case choice(String)
  /// On or off.
  case flag(Bool)
  /// No limit; only for a parameter with the domain `limit`.
  case unlimited
}
