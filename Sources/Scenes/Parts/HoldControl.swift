public import Feel
internal import Raster
public import Stage

/// A button to hold, as a scene has it: what it says, the shape and colour of its label, and how it
/// shows a hold.
public struct HoldControl: Sendable {
  /// Its name in states, parameters and files.
  public var name: String
  /// The word on it.
  public var label: String
  /// What stands below it.
  public var caption: String
  /// How it shows how far a hold has come.
  public var indicator: HoldIndicator
  /// The shape that its label stands in, unless the parameters offer a choice of shapes.
  public var shape: ContainerShape
  /// Whether the shape is a parameter, with `shape` as what it is unless set.
  public var offersShapes: Bool
  /// Its colour unless set.
  public var tint: Tint
  /// Its size in the middle of the place that the scene gives it, in points; without one it fills
  /// the place, and so does a circle.
  public var size: Size?
  /// Whether it can be pressed.
  public var isEnabled: Bool
  /// The sign beside its label, if it has one.
  var icon: StageIcon?
  /// What it says once it has fired.
  var done = Words.done
  /// Whether what shows the hold fills it, label and all.
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

  /// The button at work.
  public var part: any Part { HoldPart(self) }

  /// The parameters of a scene with some buttons: how all are held, then the colour and shape of
  /// each.
  public static func parameters(of buttons: [HoldControl]) -> [Parameter] {
    HoldSettings().parameters
      + buttons.filter(\.isEnabled).flatMap { HoldLook($0).parameters }
  }

  var shapeKey: String { "\(name).shape" }
}

/// The colour and the shape of a button.
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
  /// One of the scenes, as large as its place.
  private init(
    _ name: String, _ words: (label: String, done: String), _ icon: StageIcon,
    _ indicator: HoldIndicator, shape: ContainerShape, tint: Tint = .blue
  ) {
    self.init(name, label: words.label, caption: "", indicator, shape: shape, tint: tint)
    (self.icon, done) = (icon, words.done)
  }

  private static let corners = ContainerShape.roundedRectangle(radius: 20)

  /// A ring in a circle.
  static let ring = HoldControl(
    "hold.circle", Words.holdRing, .trash, .circle, shape: .circle, tint: .red)

  /// The outline of a rounded rectangle, whatever the label stands in.
  static let outline = HoldControl(
    "hold.outline", Words.holdOutline, .restart, .roundedRectangle, shape: corners)

  /// The outline of the label's own shape.
  static let container = {
    var control = HoldControl(
      "hold.container", Words.holdContainer, .erase, .container, shape: .capsule)
    control.offersShapes = true
    return control
  }()

  /// A caller's own drawing: a level that rises from the left.
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

  /// One that cannot be pressed.
  static let disabled = {
    var control = HoldControl(
      "hold.disabled", (Words.holdDisabled, Words.done), .lock, .roundedRectangle, shape: corners)
    control.isEnabled = false
    return control
  }()
}
