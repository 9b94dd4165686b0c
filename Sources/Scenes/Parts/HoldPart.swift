internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage
internal import TextLayout

/// A long-press button with its look: label, indicator, caption.
struct HoldPart: Part {
  /// How the hold's progress is drawn.
  enum Indicator: Hashable, Sendable {
    /// A ring, from 12 o'clock, clockwise.
    case circle
    /// The outline of a rounded rectangle, from its top centre, clockwise.
    case roundedRect
    /// The outline of the label's own container, a capsule.
    case capsule
    /// Whatever the caller draws, from the button's place, the progress 0…1 and the colour.
    case custom(@Sendable (Rect, Double, Color, inout Canvas) -> Void)

    /// Whatever the caller draws, for example: a level that rises from the left.
    static let fill = Indicator.custom { frame, progress, color, canvas in
      var filled = frame
      filled.size.width *= progress
      canvas.fill(filled, color)
    }

    static func == (a: Indicator, b: Indicator) -> Bool { a.rank == b.rank }
    func hash(into hasher: inout Hasher) { hasher.combine(rank) }
    private var rank: Int {
      switch self {
      case .circle: 0
      case .roundedRect: 1
      case .capsule: 2
      case .custom: 3
      }
    }
  }

  static let parameters = [
    Parameter(
      "hold.duration", "Hold for", unit: "s", .number(0.2...10), default: .number(2),
      doc: "How long a press must last to fire."),
    Parameter(
      "hold.move", "Abandoned by", .choice(LongPressButton.MoveRule.allCases.map(\.rawValue)),
      default: .choice("outsideFrame"),
      doc: "Which way of moving off abandons a hold: 16 pt outside, 10 pt from the press, none."),
    Parameter(
      "hold.restart", "Pressed again", .choice(["zero", "shownProgress"]),
      default: .choice("zero"), doc: "Where a press while the ring unwinds starts from."),
    Parameter(
      "hold.width", "Ring width", unit: "pt", .number(1...12), default: .number(3),
      doc: "The width of the indicator's stroke."),
  ]

  static let code: [CodeLine] = [
    "var button = LongPressButton(frame: Rect(x: 0, y: 0, width: 120, height: 44))",
    "button.pressDuration = {hold.duration}",
    "button.moveRule = .{hold.move}",
    "button.restart = .{hold.restart}",
  ]

  let name: String
  let label: String
  let caption: String
  let indicator: Indicator
  /// The button in the middle of the part's place, the caption below that place; without it the button fills it.
  private let size: Size?
  private var captionY = 0.0
  private(set) var button: LongPressButton
  private var light = Fade(0)
  private var firedCount = 0
  private var strokeWidth = 3.0
  // Where motion is reduced, a ring that was let go is gone at once.
  private var showsUnwind = true

  init(
    _ name: String, label: String, caption: String, _ indicator: Indicator, size: Size? = nil,
    isEnabled: Bool = true
  ) {
    (self.name, self.label, self.caption) = (name, label, caption)
    (self.indicator, self.size) = (indicator, size)
    button = LongPressButton(frame: .zero)
    _ = button.setEnabled(isEnabled, at: .zero)
  }

  var hitBox: Rect { button.frame }
  var takesFocus: Bool { button.isEnabled }

  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant) {
    let place = size.map { Rect(center: frame.center, size: $0) } ?? frame
    _ = button.layout(frame: place, at: now)
    captionY = frame.maxY + 18
    let parameters = stage.parameters
    button.pressDuration = parameters.number("hold.duration")
    button.moveRule =
      LongPressButton.MoveRule(rawValue: parameters.choice("hold.move")) ?? .outsideFrame
    button.restart =
      LongPressButton.Restart(rawValue: parameters.choice("hold.restart")) ?? .zero
    strokeWidth = parameters.number("hold.width")
    showsUnwind = !stage.reducedMotion
  }

  mutating func handle(_ event: InputEvent) -> Response {
    let response = Response(effects(button.handle(event), at: event.time))
    light.turn(
      to: button.isHovered ? 1 : 0, at: event.time, over: button.isHovered ? 0.08 : 0.16)
    return response
  }

  mutating func advance(to now: Instant) -> [Effect] {
    effects(button.advance(to: now), at: now)
  }

  private mutating func effects(
    _ effects: Effects<LongPressButton.Effect>, at now: Instant
  ) -> [Effect] {
    effects.map { effect in
      if effect == .fired { firedCount += 1 }
      return Effect(time: now, control: name, name: "\(effect)")
    }
  }

  var deadline: Instant? { button.deadline }
  var isHeld: Bool { button.isPressed }

  func isMoving(at now: Instant) -> Bool {
    button.isMoving(at: now) || light.isMoving(at: now)
  }

  func cursor(at location: Vector) -> Cursor? {
    button.isEnabled && button.frame.contains(location) ? .pointer : nil
  }

  func state(at now: Instant) -> [StateField] {
    [
      StateField("\(name).progress", .number(button.progress(at: now))),
      StateField("\(name).fired", .integer(firedCount)),
      StateField("\(name).state", .text(button.state.rawValue)),
    ]
  }

  /// How far the hold has come; a ring has no way to go, so what moves has no direction.
  func reading(at now: Instant) -> MotionReading? {
    let progress = button.progress(at: now)
    let isMoving = button.isMoving(at: now)
    var reading = MotionReading(
      name, unit: "", position: progress, state: button.state, anchor: button.frame.center,
      direction: .zero, rest: isMoving ? 0 : progress,
      restTime: isMoving ? button.deadline : nil)
    reading.bounds = 0...1
    return reading
  }

  func limits(at now: Instant) -> MotionLimits? {
    var limits = MotionLimits()
    switch button.moveRule {
    case .outsideFrame:
      let reach = LongPressButton.frameMargin
      limits.leash = MovingShape(button.frame.inset(by: -reach))
    case .fromPress: limits.slops = [LongPressButton.pressMargin]
    case .never: break
    }
    return limits
  }

  func outlines(at now: Instant) -> [MovingShape] {
    let frame = button.frame
    let level = frame.width * button.progress(at: now)
    guard level > 0 else { return [] }
    return [MovingShape(Rect(x: frame.minX, y: frame.maxY + 4, width: level, height: 4), radius: 2)]
  }
}

extension HoldPart {
  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    let theme = canvas.theme
    let frame = button.frame
    let radius = cornerRadius
    let isFired = button.showsFiredLook(at: now)
    let lit = theme.surface.mixed(with: theme.hover, light.value(at: now))
    canvas.fill(frame, radius: radius, button.isPressed ? theme.pressed : lit)
    let isShown = button.isIndicatorVisible(at: now) && (button.isPressed || showsUnwind)
    let progress = isShown ? button.progress(at: now) : 0
    if case .custom(let draw) = indicator {
      canvas.clipped(to: frame, radius: radius) { draw(frame, progress, theme.accentSoft, &$0) }
      canvas.edge(frame, radius: radius, isFired ? theme.success : theme.controlBorder)
    } else {
      drawIndicator(1, isFired ? theme.success : theme.track, into: &canvas)
      drawIndicator(progress, theme.accent, into: &canvas)
      // The track alone is too faint to tell a button from its ground.
      let edge = button.isEnabled ? theme.controlBorder : theme.border
      canvas.edge(frame, radius: radius, isFired ? theme.success : edge)
    }
    if focus == .ring {
      canvas.focusRing(around: frame, radius: radius)
    }
    drawLabel(isFired: isFired, into: &canvas)
    let reminds = button.showsReminder(at: now)
    canvas.label(
      reminds ? "Keep holding" : caption, at: Vector(frame.midX, captionY),
      .small, reminds ? theme.warning : theme.secondaryText, align: .center)
  }

  private var cornerRadius: Double {
    switch indicator {
    case .circle, .capsule: button.frame.height / 2
    case .roundedRect: 6
    case .custom: 8
    }
  }

  private func drawIndicator(_ share: Double, _ color: Color, into canvas: inout Canvas) {
    guard share > 0 else { return }
    let inset = 1 + strokeWidth / 2
    let frame = button.frame.inset(by: inset)
    switch indicator {
    case .circle:
      canvas.draw(
        .arc(
          center: frame.center, radius: frame.height / 2, width: strokeWidth, start: 0,
          sweep: share, cap: .butt, .solid(color)))
    case .roundedRect, .capsule, .custom:
      canvas.draw(
        .outline(
          frame, radius: max(0, cornerRadius - inset), width: strokeWidth, from: 0, to: share,
          cap: .butt, .solid(color)))
    }
  }

  private func drawLabel(isFired: Bool, into canvas: inout Canvas) {
    let theme = canvas.theme
    let center = button.frame.center
    guard isFired else {
      let ink = button.isEnabled ? theme.text : theme.disabledText
      canvas.label(label, at: center, .strong, ink, align: .center)
      return
    }
    let width = canvas.fonts.layout("Done", .strong).width
    canvas.label("Done", at: center + Vector(9, 0), .strong, theme.success, align: .center)
    canvas.tick(at: center + Vector(-3 - width / 2, 0), theme.success)
  }
}
