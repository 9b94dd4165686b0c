internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage
internal import TextLayout

/// The integer slider with its look: track, ticks, thumb, and a bubble with the value.
struct IntegerPart: Part {
  static let code: [CodeLine] = [
    "var slider = IntegerSlider(frame: Rect(x: 0, y: 0, width: 400, height: 44), maximum: 10)",
    """
    _ = slider.setRange(
      minimum: {integer.minimum}, maximum: {integer.maximum}, step: {integer.step}, at: .zero)
    """,
    "slider.grip = .{integer.grip}",
    "slider.dragStyle = .{integer.drag}",
    "slider.rounding = .{integer.rounding}",
    "slider.landing = .{integer.landing}",
  ]

  private let control: IntegerControl
  private(set) var look: TickLook
  private(set) var slider = IntegerSlider(
    frame: Rect(x: 0, y: 0, width: 100, height: 44), maximum: 10, value: 3)
  // The scale in a frame taller than the design size.
  private var growth = 1.0
  private var bubble = Fade(0)
  private var light = Fade(0)

  init(_ control: IntegerControl) { (self.control, look) = (control, control.looks[0]) }

  var hitBox: Rect { slider.hitBox }
  var keyboard: KeyboardUse { KeyboardUse(claimsWheel: true, takesSpace: false) }

  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant) {
    let settings = stage.parameters.settings(IntegerSettings(control))
    look = control.looks.first { $0.name == settings.ticks } ?? control.looks[0]
    (slider.grip, slider.dragStyle) = (settings.grip, settings.dragStyle)
    (slider.rounding, slider.landing) = (settings.rounding, settings.landing)
    let (minimum, maximum, step) = (settings.minimum, settings.maximum, settings.step)
    if minimum != slider.minimum || maximum != slider.maximum || step != slider.step {
      _ = slider.setRange(minimum: minimum, maximum: maximum, step: step, at: now)
    }
    growth = max(1, frame.height / IntegerSlider.hitHeight)
    _ = slider.layout(frame: frame, at: now)
    light.light(slider.isHovered, at: now)
  }

  mutating func handle(_ event: InputEvent) -> Response {
    let response = Response(effects(slider.handle(event), at: event.time))
    let isShown = slider.isPressed
    bubble.turn(to: isShown ? 1 : 0, at: event.time, over: isShown ? 0.1 : 0.16)
    light.light(slider.isHovered, at: event.time)
    return response
  }

  mutating func advance(to now: Instant) -> [Effect] { effects(slider.advance(to: now), at: now) }

  private func effects(_ effects: Effects<IntegerSlider.Effect>, at now: Instant) -> [Effect] {
    effects.map { effect in
      switch effect {
      case .dragBegan: Effect(time: now, control: "integer", name: "dragBegan")
      case .valueChanged(let value):
        Effect(time: now, control: "integer", name: "valueChanged", value: Double(value))
      case .dragEnded: Effect(time: now, control: "integer", name: "dragEnded")
      case .dragCancelled: Effect(time: now, control: "integer", name: "cancelled")
      }
    }
  }

  var deadline: Instant? { slider.deadline }
  var hold: Hold { slider.isPressed ? .tracked : .none }

  func isMoving(at now: Instant) -> Bool {
    slider.isMoving(at: now) || bubble.isMoving(at: now) || light.isMoving(at: now)
  }

  func cursor(at location: Vector) -> Cursor? {
    slider.isPressed || slider.hitBox.contains(location) ? .resizeHorizontal : nil
  }

  func state(at now: Instant) -> [StateField] {
    [
      StateField("integer.value", .integer(slider.value)),
      StateField("integer.thumb", .number(slider.thumb(at: now))),
      StateField("integer.state", .text(slider.state(at: now).rawValue)),
    ]
  }

  func accessibility(at now: Instant) -> [AccessibilityElement] {
    [
      AccessibilityElement(
        .slider, id: "integer", name: Words.level,
        value: Words.level(slider.value, from: slider.minimum, to: slider.maximum),
        number: Double(slider.value), in: Double(slider.minimum)...Double(slider.maximum),
        states: slider.isPressed ? [.pressed] : [],
        actions: Words.stepped(by: slider.step), frame: slider.hitBox,
        details: Words.ticks(look.name))
    ]
  }

  func probe(at now: Instant) -> (any MotionProbe)? {
    IntegerProbe(slider: slider, growth: growth, now: now)
  }
}

extension IntegerPart {
  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    let theme = canvas.theme
    let y = slider.frame.midY
    let thumb = Vector(slider.thumbX(at: now), y)
    let (left, right) = (slider.tickX(of: slider.minimum), slider.tickX(of: slider.maximum))
    let half = 4 * growth
    let track = Rect(
      x: left - half, y: y - half, width: right - left + 2 * half, height: 2 * half)
    let isHeld = slider.isPressed
    canvas.fill(track, radius: half, theme.track)
    canvas.fill(
      Rect(x: track.minX, y: y - half, width: thumb.x - track.minX, height: 2 * half),
      radius: half, isHeld ? theme.accent : theme.ink)
    if theme.name == .contrast { canvas.edge(track, radius: half, theme.edge) }
    drawTicks(below: y + 20 * growth, at: now, into: &canvas)
    let size = (IntegerSlider.thumbSize + 6 + 4 * bubble.value(at: now)) * growth
    let knob = Rect(center: thumb, size: Size(size, size))
    let face = theme.name == .dark ? theme.ink : theme.card
    canvas.shadow(of: knob, radius: size / 2, isHeld ? .near : .rest, share: 0.8)
    canvas.fill(
      knob, radius: size / 2, face.mixed(with: theme.accent, 0.12 * light.value(at: now)))
    canvas.edge(
      knob, radius: size / 2,
      theme.name == .contrast ? theme.edge : theme.shadow.opacity(0.12))
    if focus == .ring { canvas.focusRing(around: knob, radius: size / 2) }
    let shown = focus == .ring ? 1 : bubble.value(at: now)
    if shown > 0 {
      drawBubble(above: thumb, opacity: shown, at: now, into: &canvas)
    }
    canvas.label(
      Double(slider.value).grouped(decimals: 0), at: readout, .readout.grown(growth), theme.text,
      align: .center)
  }

  private var readout: Vector { Vector(slider.frame.midX, slider.frame.midY - 96 * growth) }

  private func drawTicks(below y: Double, at now: Instant, into canvas: inout Canvas) {
    let theme = canvas.theme
    let ticks = slider.ticks.map { slider.tick($0, at: now) }
    let distance = ticks.count > 1 ? ticks[1].center.x - ticks[0].center.x : slider.frame.width
    for tick in ticks {
      let room = Rect(x: tick.center.x - distance / 2, y: y, width: distance, height: 8 * growth)
      look.draw(tick, theme.edge, room, &canvas)
    }
    // If ticks are close together, only the ends are labelled.
    let isRoomy = distance >= 40 * growth && ticks.count > 1
    for value in isRoomy ? slider.ticks : [slider.minimum, slider.maximum] {
      let isShown = value == slider.value
      canvas.label(
        Double(value).grouped(decimals: 0), at: Vector(slider.tickX(of: value), y + 20 * growth),
        (isShown ? TextStyle.smallStrong : .small).grown(growth),
        isShown ? theme.text : theme.secondaryText, align: .center)
    }
  }

  private func drawBubble(
    above thumb: Vector, opacity: Double, at now: Instant, into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    // If a point of travel is worth more than one value, a decimal is meaningless.
    let isFine = slider.tickX(of: slider.minimum + 1) - slider.tickX(of: slider.minimum) >= 1
    let words =
      slider.isPressed
      ? slider.thumb(at: now).grouped(decimals: isFine ? 1 : 0)
      : Double(slider.value).grouped(decimals: 0)
    let style = TextStyle.title.grown(growth)
    let width = canvas.fonts.layout(words, style).width
    let chip = Rect(
      center: thumb - Vector(0, 45 * growth),
      size: Size(max(52 * growth, width + 20 * growth), 34 * growth))
    let tip = Path(
      through: [Vector(-6, -1), Vector(6, -1), Vector(0, 6)].map {
        Vector(thumb.x, chip.maxY) + $0 * growth
      }, isClosed: true)
    canvas.draw(.group(opacity: opacity))
    canvas.shadow(of: chip, radius: 11 * growth, .chip)
    canvas.fill(chip, radius: 11 * growth, theme.accent)
    canvas.draw(.fill(tip, .nonZero, .solid(theme.accent)))
    canvas.label(words, at: chip.center, style, theme.onAccent, align: .center)
    canvas.draw(.pop)
  }
}

struct IntegerSettings: Law {
  private(set) var (minimum, maximum, step) = (0, 10, 1)
  private(set) var grip = IntegerSlider.Grip.relative
  private(set) var dragStyle = IntegerSlider.DragStyle.free
  private(set) var rounding = IntegerSlider.Rounding.nearest
  private(set) var landing = IntegerSlider.Landing.spring
  private(set) var ticks: String
  private let looks: [String]

  init(_ control: IntegerControl) {
    looks = control.looks.map(\.name)
    ticks = looks[0]
  }

  mutating func walk(_ walk: inout Walk) {
    walk.integer(
      "integer.minimum", "Minimum", -1e9...(1e9 - 1), &minimum,
      doc: "The lowest value; a maximum that is not above it is raised.")
    walk.integer(
      "integer.maximum", "Maximum", (1 - 1e9)...1e9, &maximum, above: "integer.minimum",
      doc: "The highest value, above the minimum.")
    walk.integer(
      "integer.step", "Step", 1...1e9, &step,
      doc: "The distance between values, counted from the minimum; the maximum always is one.")
    walk.choice(
      "integer.grip", "On press", &grip,
      names: ["relative": "thumb stays", "jumpToPointer": "thumb jumps"],
      doc: "Whether a press moves the thumb to the pointer. If not, a drag moves it from where it "
        + "is, and a click moves it to the pointer.")
    walk.choice(
      "integer.drag", "Dragging", &dragStyle,
      names: ["free": "smooth", "snapping": "tick to tick"],
      doc: "Whether the thumb snaps to the ticks while it is dragged.")
    walk.choice(
      "integer.rounding", "Rounding", &rounding,
      doc: "Which whole number a place between two ticks stands for.")
    walk.choice("integer.landing", "Landing", &landing, doc: "How the thumb goes to its tick.")
    walk.word("integer.ticks", "Ticks", of: looks, &ticks, doc: "How the ticks are drawn.")
  }
}

/// The motion of an integer slider at a moment: its thumb.
struct IntegerProbe: MotionProbe {
  let slider: IntegerSlider
  /// The scale of the drawn thumb relative to the design.
  let growth: Double
  let now: Instant

  var state: ControlState { slider.state(at: now) }

  var reading: MotionReading {
    let (left, right) = (slider.tickX(of: slider.minimum), slider.tickX(of: slider.maximum))
    let unit = (right - left) / Double(slider.maximum - slider.minimum)
    var reading = MotionReading(
      "integer", unit: "", position: slider.thumb(at: now), velocity: slider.velocity(at: now),
      state: state, anchor: Vector(slider.thumbX(at: now), slider.frame.midY),
      direction: Vector(unit, 0),
      rest: slider.isPressed ? slider.thumb(at: now) : Double(slider.value),
      restTime: slider.landingTime)
    reading.restName = "\(slider.value)"
    reading.bounds = Double(slider.minimum)...Double(slider.maximum)
    reading.snapPositions = slider.ticks.map(Double.init)
    return reading
  }

  var limits: MotionLimits? {
    MotionLimits(edges: [slider.tickX(of: slider.minimum), slider.tickX(of: slider.maximum)])
  }

  var shape: MovingShape? { thumb }
  var outlines: [MovingShape] { [thumb] }

  private var thumb: MovingShape {
    let side = (IntegerSlider.thumbSize + (slider.isPressed ? 10 : 6)) * growth
    let center = Vector(slider.thumbX(at: now), slider.frame.midY)
    return MovingShape(Rect(center: center, size: Size(side, side)), radius: side / 2)
  }
}
