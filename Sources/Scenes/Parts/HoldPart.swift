internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage
internal import TextLayout

/// A long-press button with its look: label, indicator, caption.
struct HoldPart: Part {
  static let code: [CodeLine] = [
    "var button = LongPressButton(frame: Rect(x: 0, y: 0, width: 120, height: 44))",
    "button.pressDuration = {hold.duration}",
    "button.moveRule = .{hold.move}",
    "button.restart = .{hold.restart}",
  ]

  /// The shape of the button that offers a choice of them.
  static let shapeCode = ContainerShape.named.map { shape in
    var word = shape.name
    if case .roundedRectangle(let radius) = shape {
      word += "(radius: \(radius.text(decimals: 0)))"
    }
    return CodeLine(
      where: HoldControl.container.shapeKey, is: shape.name, "button.shape = .\(word)")
  }

  let control: HoldControl
  private(set) var button: LongPressButton
  private(set) var tint: Tint
  private var captionY: Double?
  private var growth = 1.0
  private var light = Fade(0)
  private var firedCount = 0
  /// What came of a new place: it is told with the next call, which is then due at once.
  private var untold: [Effect] = []
  private var strokeWidth = 3.0
  // Where motion is reduced, a ring that was let go is gone at once.
  private var showsUnwind = true

  init(_ control: HoldControl) {
    (self.control, tint) = (control, control.tint)
    button = LongPressButton(frame: .zero, shape: control.shape)
    _ = button.setEnabled(control.isEnabled, at: .zero)
  }

  var name: String { control.name }
  var hitBox: Rect { button.frame }
  func isHit(at location: Vector, by device: PointerSample.Device) -> Bool {
    button.isHit(at: location, by: device)
  }
  var keyboard: KeyboardUse { KeyboardUse(isStop: button.isEnabled) }

  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant) {
    let look = stage.parameters.settings(HoldLook(control))
    tint = look.tint
    if control.offersShapes {
      button.shape = ContainerShape.named.first { $0.name == look.shape } ?? control.shape
    }
    growth = stage.growth
    // A circle in a place that is wider than high would have no room for its label.
    let size = button.shape == .circle ? nil : control.size
    let widest = Self.widest(on: stage)
    let place =
      size.map {
        let size = Size(min($0.width * growth, widest), min($0.height * growth, frame.height))
        return Rect(center: frame.center, size: size)
      } ?? frame
    untold += effects(button.layout(frame: place, at: now), at: now)
    turnLight(at: now)
    // Where a panel leaves a low stage, buttons without a caption are better than none.
    captionY = stage.frame.height < control.leastCaptioned ? nil : frame.maxY + 18 * growth
    let settings = stage.parameters.settings(HoldSettings())
    button.pressDuration = settings.duration
    (button.moveRule, button.restart) = (settings.moveRule, settings.restart)
    strokeWidth = settings.strokeWidth
    showsUnwind = !stage.reducedMotion
  }

  /// How wide a button is at most, so that three stand side by side on a narrow stage too, in points.
  static func widest(on stage: Stage) -> Double { max(80, stage.frame.width / 3 - 40) }

  mutating func handle(_ event: InputEvent) -> Response {
    let response = Response(tell() + effects(button.handle(event), at: event.time))
    turnLight(at: event.time)
    return response
  }

  private mutating func turnLight(at now: Instant) {
    light.light(button.isHovered && button.isEnabled, at: now)
  }

  mutating func advance(to now: Instant) -> [Effect] {
    tell() + effects(button.advance(to: now), at: now)
  }

  private mutating func tell() -> [Effect] {
    defer { untold = [] }
    return untold
  }

  private mutating func effects(
    _ effects: Effects<LongPressButton.Effect>, at now: Instant
  ) -> [Effect] {
    effects.map { effect in
      if effect == .fired { firedCount += 1 }
      return Effect(time: now, control: name, name: "\(effect)")
    }
  }

  var deadline: Instant? { untold.first?.time ?? button.deadline }
  var hold: Hold { button.isPressed ? .pressed : .none }

  func isMoving(at now: Instant) -> Bool { button.isMoving(at: now) || light.isMoving(at: now) }

  func cursor(at location: Vector) -> Cursor? {
    button.isEnabled && button.isHit(at: location, by: .mouse) ? .arrow : nil
  }

  func state(at now: Instant) -> [StateField] {
    [
      StateField("\(name).progress", .number(button.progress(at: now))),
      StateField("\(name).fired", .integer(firedCount)),
      StateField("\(name).state", .text(button.state.rawValue)),
    ]
  }

  func accessibility(at now: Instant) -> [AccessibilityElement] {
    let progress = button.progress(at: now)
    // Quarters only: each of them is said once.
    let percent = button.isPressed ? Int(progress * 4) * 25 : 0
    let value = percent > 0 ? Words.percent(Double(percent) / 100) : Words.holdToConfirm
    let element = AccessibilityElement(
      .button, id: name, name: control.label,
      value: button.showsFiredLook(at: now) ? Words.fired : value, number: progress, in: 0...1,
      states: Set([.disabled: !button.isEnabled, .pressed: button.isPressed]),
      actions: Words.held(for: button.pressDuration), frame: button.frame,
      details: Words.look(button.shape, tint, control.indicator.name))
    return [element.announcing(percent > 0 ? element.spoken : nil)]
  }

  func probe(at now: Instant) -> (any MotionProbe)? {
    HoldProbe(name: name, button: button, now: now)
  }
}

extension HoldPart {
  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    let theme = canvas.theme
    let outline = button.outline()
    let (frame, radius) = (outline.frame, outline.cornerRadius)
    let color = tint.color(in: theme)
    let isFired = button.showsFiredLook(at: now)
    if isFired {
      canvas.fill(frame, radius: radius, color)
    } else {
      let lit = theme.surface.mixed(with: theme.hover, light.value(at: now))
      canvas.fill(frame, radius: radius, button.isPressed ? theme.pressed : lit)
      let isShown = button.isIndicatorVisible(at: now) && (button.isPressed || showsUnwind)
      let moment = HoldIndicator.Moment(
        progress: isShown ? button.progress(at: now) : 0, color: color, frame: button.frame,
        shape: button.shape, lineWidth: strokeWidth)
      control.indicator.draw(moment, &canvas)
      // The track alone is too faint to tell a button from its ground.
      canvas.edge(
        frame, radius: radius, button.isEnabled ? theme.controlBorder : theme.border)
    }
    if focus == .ring { canvas.focusRing(around: frame, radius: radius) }
    drawLabel(isFired: isFired, into: &canvas)
    guard let captionY else { return }
    let reminds = button.showsReminder(at: now)
    canvas.label(
      reminds ? Words.keepHolding : control.caption, at: Vector(frame.midX, captionY),
      .small.grown(growth), reminds ? theme.warning : theme.secondaryText, align: .center)
  }

  private func drawLabel(isFired: Bool, into canvas: inout Canvas) {
    let theme = canvas.theme
    let center = button.frame.center
    guard isFired else {
      let ink = button.isEnabled ? theme.text : theme.disabledText
      let width = canvas.fonts.layout(control.label, .strong.grown(growth)).width
      // In a small ring the word keeps clear of it.
      let across =
        button.shape == .circle
        ? min(button.frame.width, button.frame.height) : button.frame.width
      let isTight = width > across - 2 * (strokeWidth + 6)
      let style = isTight ? TextStyle(size: 11, weight: .semibold) : .strong
      canvas.label(control.label, at: center, style.grown(growth), ink, align: .center)
      return
    }
    let style = TextStyle.strong.grown(growth)
    let width = canvas.fonts.layout(Words.done, style).width
    canvas.label(Words.done, at: center + Vector(9, 0), style, theme.onAccent, align: .center)
    canvas.tick(at: center + Vector(-3 - width / 2, 0), theme.onAccent)
  }
}

struct HoldSettings: Law {
  private(set) var (duration, strokeWidth) = (2.0, 3.0)
  private(set) var moveRule = LongPressButton.MoveRule.outsideFrame
  private(set) var restart = LongPressButton.Restart.zero

  mutating func walk(_ walk: inout Walk) {
    walk.number(
      "hold.duration", "Hold for", unit: "s", 0.2...10, &duration,
      doc: "How long a press must last to fire.")
    walk.choice(
      "hold.move", "Abandoned by", &moveRule,
      doc: "Which way of moving off abandons a hold: 16 pt outside, 10 pt from the press, none.")
    walk.choice(
      "hold.restart", "Pressed again", &restart,
      doc: "Where a press while the ring unwinds starts from.")
    walk.number(
      "hold.width", "Ring width", unit: "pt", 1...12, &strokeWidth,
      doc: "The width of the indicator's stroke.")
  }
}

/// The motion of a button that is held: how far the hold has come.
struct HoldProbe: MotionProbe {
  let name: String
  let button: LongPressButton
  let now: Instant

  var state: ControlState { button.state }

  /// How far the hold has come, 0…1; let go, it empties again.
  ///
  /// A ring fills where it is, so the motion has no direction.
  var reading: MotionReading {
    let progress = button.progress(at: now)
    let isMoving = button.isMoving(at: now)
    var reading = MotionReading(
      name, unit: "", position: progress, state: state, anchor: button.frame.center,
      direction: .zero, rest: isMoving ? 0 : progress,
      restTime: isMoving ? button.deadline : nil)
    reading.bounds = 0...1
    return reading
  }

  var limits: MotionLimits? {
    var limits = MotionLimits()
    switch button.moveRule {
    case .outsideFrame:
      let leash = button.shape.outline(in: button.frame, inset: -LongPressButton.shapeMargin)
      limits.leash = MovingShape(leash.frame, radius: leash.cornerRadius)
    case .fromPress: limits.slops = [LongPressButton.pressMargin]
    case .never: break
    }
    return limits
  }

  /// Dashes around the button, as far around as the share of the hold that is done.
  func drawGhost(over shown: any Part, into canvas: inout Canvas) {
    let outline = button.shape.outline(in: button.frame, inset: -4)
    let (frame, radius) = (outline.frame, outline.cornerRadius)
    let length = 2 * (frame.width + frame.height - (4 - .pi) * radius)
    let (dash, pitch) = (5 / length, 9 / length)
    let progress = button.progress(at: now)
    for start in stride(from: 0, to: progress, by: pitch) {
      canvas.draw(
        .outline(
          frame, radius: radius, width: 2, from: start, to: min(start + dash, progress), cap: .butt,
          .solid(canvas.theme.text)))
    }
  }
}
