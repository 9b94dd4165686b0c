internal import Feel
internal import Stage

/// What a parameter's line shows.
///
/// The values of the parameters alone decide it, so it is found out when they change, not for each picture.
struct ShownValue: Sendable {
  let value: ParameterValue
  /// The value, if it is a number.
  let number: ShownNumber?
  /// The number with as many digits as there is room for.
  let text: String
  /// Where the number lies between the ends of its slider, and where it would lie if nothing were set, 0…1.
  let share: Double
  let inheritedShare: Double
  let mark: InspectorRow.Mark?
  /// Whether the value counts for anything.
  let isInUse: Bool

  init(_ parameter: Parameter, in parameters: ParameterSet, isPhysical: Bool) {
    value = parameters[parameter.key]
    let number = ShownNumber(parameter, in: parameters, isPhysical: isPhysical)
    self.number = number
    (text, share) = (number?.text ?? "", number?.share ?? 0)
    inheritedShare = number?.inheritedShare ?? 0
    mark = InspectorRow.Mark(of: parameter, number, parameters)
    isInUse = parameters.applies(parameter.key)
  }
}
