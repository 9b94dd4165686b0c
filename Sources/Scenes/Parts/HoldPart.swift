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

  /// The shape of the button that offers a choice.
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
  /// Effects of a layout, reported by the next call, which is then due immediately.
  private var pending: [Effect] = []
  private var strokeWidth = 8.0
  // With reduced motion, a released ring disappears at once, and none spreads on firing.
  private var showsMotion = true

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
    var shape = control.shape
    if control.offersShapes {
      shape = ContainerShape.named.first { $0.name == look.shape } ?? control.shape
    }
    growth = stage.growth
    if case .roundedRectangle(let radius) = shape {
      shape = .roundedRectangle(radius: radius * growth)
    }
    button.shape = shape
    // A circle in a wide frame would have no room for its label, so it fills the frame.
    let size = button.shape == .circle ? nil : control.size
    let widest = Self.widest(on: stage)
    let place =
      size.map {
        let size = Size(min($0.width * growth, widest), min($0.height * growth, frame.height))
        return Rect(center: frame.center, size: size)
      } ?? frame
    pending += effects(button.layout(frame: place, at: now), at: now)
    turnLight(at: now)
    // If a panel leaves only a low stage, drop captions rather than buttons.
    captionY = stage.frame.height < Self.leastCaptioned ? nil : frame.maxY + 18 * growth
    let settings = stage.parameters.settings(HoldSettings())
    button.pressDuration = settings.duration
    (button.moveRule, button.restart) = (settings.moveRule, settings.restart)
    strokeWidth = settings.strokeWidth
    showsMotion = !stage.reducedMotion
  }

  /// The minimum height of a stage with captions below buttons, in points.
  private static let leastCaptioned = 232.0

  /// The maximum width of a button, in points, so that three fit side by side on a narrow stage.
  static func widest(on stage: Stage) -> Double { max(80, stage.frame.width / 3 - 40) }

  mutating func handle(_ event: InputEvent) -> Response {
    let response = Response(takePending() + effects(button.handle(event), at: event.time))
    turnLight(at: event.time)
    return response
  }

  private mutating func turnLight(at now: Instant) {
    light.light(button.isHovered && button.isEnabled, at: now)
  }

  mutating func advance(to now: Instant) -> [Effect] {
    takePending() + effects(button.advance(to: now), at: now)
  }

  private mutating func takePending() -> [Effect] {
    defer { pending = [] }
    return pending
  }

  private mutating func effects(
    _ effects: Effects<LongPressButton.Effect>, at now: Instant
  ) -> [Effect] {
    effects.map { effect in
      if effect == .fired { firedCount += 1 }
      return Effect(time: now, control: name, name: "\(effect)")
    }
  }

  var deadline: Instant? { pending.first?.time ?? button.deadline }
  var hold: Hold { button.isPressed ? .pressed : .none }

  func isMoving(at now: Instant) -> Bool {
    button.isMoving(at: now) || light.isMoving(at: now) || burst(at: now) != nil
  }

  /// The progress of the ring that spreads from a button as it fires, 0…1.
  private func burst(at now: Instant) -> Double? {
    guard showsMotion, let time = button.timeSinceFired(at: now), time < 0.2 else { return nil }
    return time / 0.2
  }

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
    // In quarters, so that each is announced once.
    let percent = button.isPressed ? Int(progress * 4) * 25 : 0
    let value = percent > 0 ? Words.percent(Double(percent) / 100) : Words.holdToConfirm
    let element = AccessibilityElement(
      .button, id: name, name: translated(control.label),
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
  /// The drawn outline: slightly smaller while held, unlike the hit area.
  private func drawnFrame(isHeld: Bool) -> Rect {
    let frame = button.frame
    guard isHeld else { return frame }
    let share = (isRound ? 0.04 : 0.025) / 2
    return frame.inset(by: (frame.width * share).rounded(), (frame.height * share).rounded())
  }

  private var isRound: Bool { button.shape == .circle }
  /// The height available to the label, in points at design scale.
  private var height: Double { min(button.frame.width, button.frame.height) / growth }
  private var isLarge: Bool { isRound && height >= 160 }

  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    let theme = canvas.theme
    let isHeld = button.isPressed
    let frame = drawnFrame(isHeld: isHeld)
    let outline = button.shape.outline(in: frame)
    let color = tint.color(in: theme)
    let isFired = button.showsFiredLook(at: now)
    if let burst = burst(at: now) { draw(burst: burst, color, into: &canvas) }
    guard button.isEnabled else {
      canvas.fill(outline.frame, radius: outline.cornerRadius, theme.restTone)
      if theme.name == .contrast {
        canvas.edge(outline.frame, radius: outline.cornerRadius, theme.disabledText)
      }
      drawLabel(theme.disabledText, theme.disabledText, at: now, into: &canvas)
      return drawCaption(at: now, into: &canvas)
    }
    let lift: Lift = isHeld ? .pressed : isRound ? .near : .rest
    canvas.face(
      outline, lift, isHeld: isHeld, light: isHeld || isFired ? 0 : light.value(at: now))
    let isShown = button.isIndicatorVisible(at: now) && (isHeld || showsMotion)
    let width = strokeWidth * growth * (isLarge ? 1.75 : min(1, height / (isRound ? 112 : 80)))
    let moment = HoldIndicator.Moment(
      progress: isFired ? 1 : isShown ? button.progress(at: now) : 0, color: color, frame: frame,
      shape: button.shape, lineWidth: width)
    control.indicator.draw(moment, &canvas)
    canvas.rim(outline)
    let ring = button.outline()
    if focus == .ring { canvas.focusRing(around: ring.frame, radius: ring.cornerRadius) }
    drawLabel(isFired ? color : theme.text, color, at: now, into: &canvas)
    if control.fills {
      var filled = frame
      filled.size.width *= moment.progress
      canvas.clipped(to: filled) {
        drawLabel(theme.onAccent, theme.onAccent, at: now, into: &$0)
      }
    }
    drawCaption(at: now, into: &canvas)
  }

  private func drawCaption(at now: Instant, into canvas: inout Canvas) {
    guard let captionY else { return }
    let theme = canvas.theme
    // The other buttons report a hold that was too short inside themselves.
    let reminds = isRound && control.icon == nil && button.showsReminder(at: now)
    let caption = reminds ? Words.keepHolding : translated(control.caption)
    canvas.label(
      caption, at: Vector(button.frame.midX, captionY), .small.grown(growth),
      reminds ? theme.warning : theme.secondaryText, align: .center)
  }

  /// Draws the ring that spreads as the button fires.
  private func draw(burst: Double, _ color: Color, into canvas: inout Canvas) {
    let outline = button.outline(inset: -(6 + 26 * burst) * growth)
    canvas.draw(
      .outline(
        outline.frame, radius: outline.cornerRadius, width: (6.5 - 5 * burst) * growth, from: 0,
        to: 1, cap: .butt, .solid(color.opacity(0.55 * (1 - burst)))))
  }

  /// Draws the content: icon and label, the remaining seconds of a hold, or that it is done.
  private func drawLabel(
    _ ink: Color, _ signInk: Color, at now: Instant, into canvas: inout Canvas
  ) {
    let center = button.frame.center
    func down(_ distance: Double) -> Vector { center + Vector(0, distance * growth) }
    func words(_ words: String, _ style: TextStyle, at place: Vector, _ color: Color) {
      canvas.label(words, at: place, style.grown(growth), color, align: .center)
    }
    let (isFired, left) = (button.showsFiredLook(at: now), button.timeLeft(at: now))
    let label = button.showsReminder(at: now) ? Words.keepHolding : translated(control.label)
    guard isRound else {
      return drawLine(
        isFired ? translated(control.done) : label, isFired ? .check : control.icon, ink, signInk,
        into: &canvas)
    }
    let (sign, size, lift) = isLarge ? (52.0, 36.0, 15.0) : (36, 26, 9)
    if isFired {
      StageIcon.check.draw(
        at: down(isLarge ? -14 : 0), size: sign * growth * min(1, height / 80), signInk,
        into: &canvas)
      if isLarge { words(translated(control.done), .title, at: down(30), signInk) }
    } else if let left, isLarge {
      words(Words.secondsLeft(left), .readout, at: down(-6), ink)
      words(Words.keepHolding, .small, at: down(24), canvas.theme.secondaryText)
    } else if let left {
      words(left.text(decimals: 1), height < 80 ? .title : .heading, at: center, ink)
    } else if let icon = control.icon, height < 52 {
      icon.draw(at: center, size: 22, signInk, into: &canvas)
    } else if let icon = control.icon, height >= 72 {
      icon.draw(at: down(-lift), size: size * growth, signInk, into: &canvas)
      let small = TextStyle(size: label == translated(control.label) ? 12 : 11, weight: .semibold)
      let isTooLong = !isLarge && canvas.fonts.layout(label, small).width > 0.63 * height
      words(
        isTooLong ? translated(control.label) : label,
        isLarge ? .title : isTooLong ? .smallStrong : small,
        at: down(lift * 1.6), ink)
    } else {
      let isTight =
        canvas.fonts.layout(translated(control.label), .strong).width > height - 2
        * (strokeWidth + 6)
      words(
        translated(control.label), isTight ? TextStyle(size: 11, weight: .semibold) : .strong,
        at: center, ink)
    }
  }

  /// Draws an icon and a word side by side, centred; only the word if both do not fit.
  private func drawLine(
    _ words: String, _ icon: StageIcon?, _ ink: Color, _ signInk: Color,
    into canvas: inout Canvas
  ) {
    let center = button.frame.center
    let isNoted = !button.isEnabled && height >= 60
    let style = (height >= 48 ? TextStyle.title : .strong).grown(growth)
    let width = canvas.fonts.layout(words, style).width
    let sign = 30 * growth
    let hasSign = icon != nil && width + sign <= button.frame.width - 32 * growth
    let y = center.y - (isNoted ? 9 * growth : 0)
    let left = center.x - (width + (hasSign ? sign : 0)) / 2
    if hasSign, let icon {
      icon.draw(at: Vector(left + 11 * growth, y), size: 22 * growth, signInk, into: &canvas)
    }
    canvas.label(words, at: Vector(left + (hasSign ? sign : 0), y), style, ink)
    guard isNoted else { return }
    canvas.label(
      Words.disabled, at: Vector(center.x, center.y + 13 * growth), .small.grown(growth), ink,
      align: .center)
  }
}

extension Canvas {
  /// Draws the face of a pressable thing, with its shadows.
  fileprivate mutating func face(
    _ outline: ContainerShape.Outline, _ lift: Lift, isHeld: Bool, light: Double
  ) {
    let (frame, radius) = (outline.frame, outline.cornerRadius)
    shadow(of: frame, radius: radius, lift)
    let (top, bottom): (UInt32, UInt32) =
      switch (theme.name, isHeld) {
      case (.light, false): (0xFFFFFF, 0xF1F2F5)
      case (.light, true): (0xFFFFFF, 0xECEDF1)
      case (.dark, false): (0x444852, 0x30323A)
      case (.dark, true): (0x33353D, 0x2B2D34)
      case (.contrast, _): (0xFFFFFF, 0xFFFFFF)
      }
    func lit(_ color: UInt32) -> Color { Color(rgb: color).mixed(with: theme.text, 0.04 * light) }
    draw(
      .roundedRect(
        frame, radius: radius, vertical(frame.minY, frame.maxY, [(0, lit(top)), (1, lit(bottom))])))
  }

  /// Draws the highlight on a thing's top edge and the shade on its bottom edge.
  fileprivate mutating func rim(_ outline: ContainerShape.Outline) {
    let (frame, radius) = (outline.frame, outline.cornerRadius)
    guard theme.name != .contrast else { return edge(frame, radius: radius, theme.edge) }
    let light = Color(rgb: 0xFFFFFF).opacity(theme.name == .dark ? 0.22 : 1)
    let width = snapped(1)
    draw(
      .outline(
        frame.inset(by: width / 2), radius: max(0, radius - width / 2), width: width, from: 0,
        to: 1, cap: .butt,
        vertical(frame.minY, frame.maxY, [(0, light), (1, theme.shadow.opacity(0.1))])))
  }
}

struct HoldSettings: Law {
  private(set) var (duration, strokeWidth) = (2.0, 8.0)
  private(set) var moveRule = LongPressButton.MoveRule.outsideFrame
  private(set) var restart = LongPressButton.Restart.zero

  mutating func walk(_ walk: inout Walk) {
    walk.number(
      "hold.duration", "Hold for", unit: "s", 0.2...10, &duration,
      doc: "How long a press must last to fire.")
    walk.choice(
      "hold.move", "Cancels when", &moveRule,
      names: ["outsideFrame": "pointer leaves", "fromPress": "pointer moves"],
      doc: "What cancels a hold: leaving it by 16 pt, moving 10 pt from the press, or nothing.")
    walk.choice(
      "hold.restart", "Pressed again", &restart,
      names: ["zero": "starts over", "shownProgress": "goes on"],
      doc: "Where a new press starts while the ring unwinds.")
    walk.number(
      "hold.width", "Ring width", unit: "pt", 1...12, &strokeWidth,
      doc: "The width of the groove in a button 112 pt high.")
  }
}

/// The motion of a hold button: the progress of its hold.
struct HoldProbe: MotionProbe {
  let name: String
  let button: LongPressButton
  let now: Instant

  var state: ControlState { button.state }

  /// The progress of the hold, 0…1; it drains after a release.
  ///
  /// A ring fills in place, so the motion has no direction.
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

  /// Dashes around the button, up to the fraction of the hold that is done.
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
