/// One number or choice of a scene: what it is called, what it may be, and what it is unless set.
///
/// This one declaration is what the inspector, `--set`, preset files and `feellab list` read.
public struct Parameter: Hashable, Sendable {
  /// What a parameter may be.
  public enum Domain: Hashable, Sendable {
    /// A number in a closed range.
    case number(ClosedRange<Double>)
    /// A whole number in a closed range.
    case integer(ClosedRange<Double>)
    /// A number in a closed range, or no limit.
    case limit(ClosedRange<Double>)
    /// One of several words.
    case choice([String])
    /// On or off.
    case flag
  }

  /// Where a parameter means something: where a choice is one of some words.
  public struct Condition: Hashable, Sendable {
    /// The key of the choice.
    public let key: String
    /// The words.
    public let words: [String]

    /// Creates a condition.
    public init(_ key: String, _ words: [String]) { (self.key, self.words) = (key, words) }

    /// The condition in words, for a message: physics.decay is power or androidSpline.
    public var text: String { "\(key) is \(words.joined(separator: " or "))" }
  }

  /// How the panel shows a constant of a spring: kept as physics has it, shown as a hand feels it.
  ///
  /// Kept are mass, stiffness, and the damping ratio or coefficient. Shown are the duration
  /// 2π√(m/k) in seconds, and the bounce: 1 − ζ up to ζ = 1, 1/ζ − 1 beyond. Each of the two shown
  /// is one of those kept, so that there is one truth, and editing one leaves the others.
  public enum Form: Hashable, Sendable {
    /// A stiffness, shown as a duration; the key of the mass.
    case duration(mass: String)
    /// A damping ratio, shown as a bounce.
    case bounce
    /// A damping coefficient, shown as a bounce; the keys of mass and stiffness.
    case damping(mass: String, stiffness: String)
    /// What has no meaning to a hand, and is shown only with the physics.
    case constant
  }

  /// Its name in commands and files: control.parameter.
  public let key: String
  /// Its name on screen, under the heading of its group.
  public let label: String
  /// Its name where no heading stands over it.
  public let title: String
  /// The heading it stands under.
  public let group: String
  /// Its unit, or nothing.
  public let unit: String
  /// What it may be.
  public let domain: Domain
  /// What a slider spans, where files, flags and fields can set more; `nil` for all of the domain.
  public let offered: ClosedRange<Double>?
  /// What it is unless a preset or somebody says otherwise.
  public let defaultValue: ParameterValue
  /// What it does, in a sentence.
  public let doc: String
  /// What its words are called on screen, where that is not what they spell.
  public let names: [String: String]
  /// What each of its words wins and costs, in a few words; lists of what to compare with offer a
  /// choice that says so.
  public let tradeOffs: [String: String]
  /// How the panel shows it, where it is a number of a spring.
  public let form: Form?

  /// Where it means something; `nil` for everywhere.
  public let condition: Condition?
  /// The key of a whole number that it lies above: where it would not, it is that number and one.
  public let above: String?

  /// Creates a declaration.
  ///
  /// Without a group given it is what stands before the dot of the key; without a title it is the
  /// label.
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

  /// Whether a value lies in the domain; NaN lies in none.
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

/// What a parameter can be set to.
public enum ParameterValue: Hashable, Sendable {
  /// A number in the parameter's unit.
  case number(Double)
  /// One of the parameter's named choices.
  case choice(String)
  /// On or off.
  case flag(Bool)
  /// No limit; only for a parameter that sets an optional limit.
  case unlimited
}
