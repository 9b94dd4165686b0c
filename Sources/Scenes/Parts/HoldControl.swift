public import Feel
internal import Raster
public import Stage

/// A hold button as configured by a scene: label, shape, colour, and hold indicator.
public struct HoldControl: Sendable {
  /// Its name in states, parameters and files.
  public var name: String
  /// The label.
  public var label: String
  /// The caption below it.
  public var caption: String
  /// The indicator of the hold's progress.
  public var indicator: HoldIndicator
  /// The shape around its label, unless the parameters offer a choice.
  public var shape: ContainerShape
  /// Whether the shape is a parameter, with `shape` as its default.
  public var offersShapes: Bool
  /// Its default colour.
  public var tint: Tint
  /// Its size, in points, centred in the frame that the scene assigns; `nil`, or a circle, fills
  /// the frame.
  public var size: Size?
  /// Whether it is enabled.
  public var isEnabled: Bool
  var icon: StageIcon?
  /// The label after it has fired.
  var done = Words.done
  /// Whether the indicator fills it, label included.
  var fills = false

  /// Creates a button.
  public init(
    _ name: String, label: String, caption: String, _ indicator: HoldIndicator,
    shape: ContainerShape, offersShapes: Bool = false, tint: Tint = .blue, size: Size? = nil,
    isEnabled: Bool = true
  ) {
    (self.name, self.label, self.caption) = (name, label, caption)
    (self.indicator, self.shape, self.offersShapes) = (indicator, shape, offersShapes)
    (self.tint, self.size, self.isEnabled) = (tint, size, isEnabled)
  }

  /// The part that implements the button.
  public var part: any Part { HoldPart(self) }

  /// The parameters of a scene with some buttons: those of all holds, then each button's colour and
  /// shape.
  public static func parameters(of buttons: [HoldControl]) -> [Parameter] {
    HoldSettings().parameters
      + buttons.filter(\.isEnabled).flatMap { HoldLook($0).parameters }
  }

  var shapeKey: String { "\(name).shape" }
}

/// The colour and shape of a button.
struct HoldLook: Law {
  private(set) var tint: Tint
  private(set) var shape: String
  private let control: HoldControl

  init(_ control: HoldControl) {
    (self.control, tint, shape) = (control, control.tint, control.shape.name)
  }

  mutating func walk(_ walk: inout Walk) {
    walk.choice(
      "\(control.name).color", "\(control.label): colour", &tint,
      doc: "The colour of the indicator of “\(control.label)”, and of its label once it has fired.")
    guard control.offersShapes else { return }
    walk.word(
      control.shapeKey, "\(control.label): shape", of: ContainerShape.named.map(\.name), &shape,
      doc: "The shape that the label of “\(control.label)” stands in, which its indicator follows.")
  }
}

extension ContainerShape {
  /// The shapes that can be chosen by name.
  static let named: [ContainerShape] = [
    .rectangle, .roundedRectangle(radius: 12), .capsule, .circle,
  ]

  var name: String {
    switch self {
    case .rectangle: "rectangle"
    case .roundedRectangle: "roundedRectangle"
    case .capsule: "capsule"
    case .circle: "circle"
    }
  }
}

extension HoldControl {
  /// A button of the scenes, as large as its frame.
  private init(
    _ name: String, _ words: (label: String, done: String), _ icon: StageIcon,
    _ indicator: HoldIndicator, shape: ContainerShape, tint: Tint = .blue
  ) {
    self.init(name, label: words.label, caption: "", indicator, shape: shape, tint: tint)
    (self.icon, done) = (icon, words.done)
  }

  private static let corners = ContainerShape.roundedRectangle(radius: 20)

  static let ring = HoldControl(
    "hold.circle", Words.holdRing, .trash, .circle, shape: .circle, tint: .red)

  /// The outline of a rounded rectangle, whatever the label's shape.
  static let outline = HoldControl(
    "hold.outline", Words.holdOutline, .restart, .roundedRectangle, shape: corners)

  /// The outline of the label's own shape.
  static let container = {
    var control = HoldControl(
      "hold.container", Words.holdContainer, .erase, .container, shape: .capsule)
    control.offersShapes = true
    return control
  }()

  /// A custom indicator: a level that rises from the left.
  static let level = {
    let indicator = HoldIndicator(Words.levelIndicator) { moment, canvas in
      let outline = moment.shape.outline(in: moment.frame)
      var filled = moment.frame
      filled.size.width *= moment.progress
      canvas.clipped(to: filled) { canvas in
        canvas.fill(outline.frame, radius: outline.cornerRadius, moment.color)
      }
    }
    var control = HoldControl("hold.custom", Words.holdLevel, .send, indicator, shape: corners)
    control.fills = true
    return control
  }()

  static let disabled = {
    var control = HoldControl(
      "hold.disabled", (Words.holdDisabled, Words.done), .lock, .roundedRectangle, shape: corners)
    control.isEnabled = false
    return control
  }()
}
