internal import Feel
internal import FeelTrace
internal import Stage

/// One line of the inspector, and where what is in it lies.
struct InspectorRow: Hashable, Sendable {
  /// What a line is about.
  enum Kind: Hashable, Sendable {
    /// The name of what the lines below belong to.
    case heading(String)
    /// Whether a second set is compared with this one.
    case comparison
    /// The laws of scrolling.
    case preset
    case parameter(Parameter)
    case setting(ViewSetting)
  }

  static let height = 32.0

  let kind: Kind
  /// Its top in the panel's content, in points.
  let top: Double

  var height: Double {
    isHeading ? 40 : Self.height
  }

  var isHeading: Bool { if case .heading = kind { true } else { false } }

  /// Whether a double click on its name gives a default back.
  var hasDefault: Bool { parameter != nil || kind == .preset }

  /// Whether it is a number's, which has a slider and a field.
  var hasField: Bool { parameter?.range != nil }

  var parameter: Parameter? {
    guard case .parameter(let parameter) = kind else { return nil }
    return parameter
  }

  /// The lines for a scene's parameters: what is before the dot of a key is the group's name.
  static func rows(of parameters: [Parameter]) -> [InspectorRow] {
    var rows = [
      InspectorRow(kind: .comparison, top: 8), InspectorRow(kind: .preset, top: 8 + height),
    ]
    var group = ""
    func append(_ kind: Kind) {
      let last = rows[rows.count - 1]
      rows.append(InspectorRow(kind: kind, top: last.top + last.height))
    }
    for parameter in parameters {
      let name = parameter.key.prefix { $0 != "." }
      if name != group {
        group = String(name)
        append(.heading(group.prefix(1).uppercased() + group.dropFirst()))
      }
      append(.parameter(parameter))
    }
    append(.heading("View"))
    for setting in ViewSetting.allCases { append(.setting(setting)) }
    return rows
  }

  /// The line's whole place, in a panel body scrolled by an offset.
  func frame(in body: Rect, offset: Double) -> Rect {
    Rect(x: body.minX, y: body.minY + top - offset, width: body.width, height: height)
  }

  /// The part of a line's frame that its name takes.
  static func label(in frame: Rect) -> Rect {
    Rect(x: frame.minX + 16, y: frame.minY, width: 116, height: frame.height)
  }

  /// A number's slider: as high as a press needs.
  static func slider(in frame: Rect) -> Rect {
    Rect(x: frame.minX + 140, y: frame.midY - 3, width: 84, height: 6)
  }

  /// A number's field.
  static func field(in frame: Rect) -> Rect {
    Rect(x: frame.maxX - 84, y: frame.minY + 3, width: 68, height: frame.height - 6)
  }

  /// A choice's button.
  static func choice(in frame: Rect) -> Rect {
    Rect(x: frame.minX + 140, y: frame.minY + 3, width: 164, height: frame.height - 6)
  }

  /// The button that swaps the two sets, and the one that makes B what A is.
  static func swap(in frame: Rect) -> Rect {
    Rect(x: frame.minX + 100, y: frame.minY + 3, width: 68, height: frame.height - 6)
  }

  static func pin(in frame: Rect) -> Rect {
    Rect(x: frame.minX + 176, y: frame.minY + 3, width: 68, height: frame.height - 6)
  }

  /// A flag's switch.
  static func toggle(in frame: Rect) -> Rect {
    Rect(x: frame.maxX - 16 - 40, y: frame.midY - 12, width: 40, height: 24)
  }
}
