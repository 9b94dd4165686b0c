internal import Feel
internal import FeelTrace

/// A parameter, and where in the laws it stands.
struct PhysicsRow: Sendable {
  let parameter: Parameter
  let read: @Sendable (ScrollPhysics) -> ParameterValue
  let write: @Sendable (inout ScrollPhysics, ParameterValue) -> Void

  private static func row(
    _ key: String, _ label: String, unit: String = "", _ domain: Parameter.Domain, group: String,
    title: String?, form: SpringForm? = nil, where condition: Parameter.Condition?, doc: String,
    read: @escaping @Sendable (ScrollPhysics) -> ParameterValue,
    write: @escaping @Sendable (inout ScrollPhysics, ParameterValue) -> Void
  ) -> PhysicsRow {
    PhysicsRow(
      parameter: Parameter(
        key, label, unit: unit, domain, default: read(ScrollPhysics()), doc: doc, form: form,
        group: group, title: title, where: condition),
      read: read, write: write)
  }

  static func choice<Word: RawRepresentable & CaseIterable & SendableMetatype>(
    _ key: String, _ label: String, _ place: PhysicsPlace<Word>, group: String,
    title: String? = nil,
    form: SpringForm? = nil, where condition: Parameter.Condition? = nil, doc: String
  ) -> PhysicsRow where Word.RawValue == String {
    row(
      key, label, .choice(Word.allCases.map(\.rawValue)), group: group, title: title, form: form,
      where: condition, doc: doc
    ) {
      .choice(place.read($0).rawValue)
    } write: { physics, value in
      guard case .choice(let word) = value, let word = Word(rawValue: word) else { return }
      place.write(&physics, word)
    }
  }

  static func number(
    _ key: String, _ label: String, unit: String = "", _ range: ClosedRange<Double>,
    _ place: PhysicsPlace<Double>, group: String, title: String? = nil, form: SpringForm? = nil,
    where condition: Parameter.Condition? = nil, doc: String
  ) -> PhysicsRow {
    row(
      key, label, unit: unit, .number(range), group: group, title: title, form: form,
      where: condition, doc: doc
    ) {
      .number(place.read($0))
    } write: { physics, value in
      guard case .number(let number) = value else { return }
      place.write(&physics, number)
    }
  }

  static func limit(
    _ key: String, _ label: String, unit: String, _ range: ClosedRange<Double>,
    _ place: PhysicsPlace<Double>, group: String, title: String? = nil,
    where condition: Parameter.Condition? = nil, doc: String
  ) -> PhysicsRow {
    row(
      key, label, unit: unit, .limit(range), group: group, title: title, where: condition,
      doc: doc
    ) {
      let number = place.read($0)
      return number == .infinity ? .unlimited : .number(number)
    } write: { physics, value in
      switch value {
      case .number(let number): place.write(&physics, number)
      case .unlimited: place.write(&physics, .infinity)
      case .choice, .flag: return
      }
    }
  }

  static func integer(
    _ key: String, _ label: String, _ range: ClosedRange<Double>, _ place: PhysicsPlace<Int>,
    group: String, doc: String
  ) -> PhysicsRow {
    row(key, label, .integer(range), group: group, title: nil, where: nil, doc: doc) {
      .number(Double(place.read($0)))
    } write: { physics, value in
      guard case .number(let number) = value else { return }
      place.write(&physics, Int(number))
    }
  }

  static func flag(
    _ key: String, _ label: String, _ place: PhysicsPlace<Bool>, group: String,
    title: String? = nil,
    where condition: Parameter.Condition? = nil, doc: String
  ) -> PhysicsRow {
    row(key, label, .flag, group: group, title: title, where: condition, doc: doc) {
      .flag(place.read($0))
    } write: { physics, value in
      guard case .flag(let isOn) = value else { return }
      place.write(&physics, isOn)
    }
  }
}

/// Where in the laws a value stands.
struct PhysicsPlace<Value>: Sendable {
  let read: @Sendable (ScrollPhysics) -> Value
  let write: @Sendable (inout ScrollPhysics, Value) -> Void

  /// The place of a part of that value.
  func part<Part>(_ path: any WritableKeyPath<Value, Part> & Sendable) -> PhysicsPlace<Part> {
    PhysicsPlace<Part> {
      read($0)[keyPath: path]
    } write: { physics, part in
      var value = read(physics)
      value[keyPath: path] = part
      write(&physics, value)
    }
  }
}
