internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage
internal import TextLayout

/// The video player's progress slider with its look: play button, times, rate chip and zones.
struct ScrubberPart: Part {
  static let code: [CodeLine] = [
    "var progress = ProgressSlider(frame: Rect(x: 0, y: 0, width: 400, height: 14))",
    CodeLine(ifChanged: "progress.step = {slider.step}"),
    CodeLine(
      where: "slider.fine", is: "parabola",
      """
      progress.fineScrubbing = .parabola(
        divisor: {slider.divisor}, floor: {slider.floor})
      """),
    CodeLine(
      where: "slider.fine", is: "linear",
      """
      progress.fineScrubbing = .linear(
        divisor: {slider.divisor}, floor: {slider.floor})
      """),
    CodeLine(where: "slider.fine", is: "steps", "progress.fineScrubbing = .steps"),
    CodeLine(where: "slider.fine", is: "none", "progress.fineScrubbing = .off"),
    CodeLine(
      ifChanged: """
        progress.heights = ProgressSlider.Heights(
          resting: {slider.height}, hovered: {slider.height.hovered},
          pressed: {slider.height.pressed})
        """),
    "progress.opacity = CapsuleLayers.Opacity(lower: {slider.lower}, upper: {slider.upper})",
  ]

  /// The colours of the two layers.
  enum Tint: String, CaseIterable {
    case theme, white, black

    var words: String { self == .theme ? Words.themeColors : rawValue }
  }

  private static let playSide = 40.0
  /// How high the place is that it is designed for, in points; in a higher one it is as much larger.
  private static let rowHeight = 44.0
  private(set) var slider: ProgressSlider
  private(set) var play = PushButton(
    shape: .circle, touchMargin: ContainerShape.touchMargin)
  private(set) var duration = 240.0
  private var pressY = 0.0
  private var growth = 1.0
  private(set) var tint = Tint.theme

  init() { slider = ProgressSlider(frame: .zero, value: 0.3) }

  var hitBox: Rect { slider.hitBox.union(play.frame) }
  func isHit(at location: Vector, by device: PointerSample.Device) -> Bool {
    slider.hitBox.contains(location) || play.isHit(at: location, by: device)
  }
  /// The middle of the times, which stand clear of the bar however high it is.
  private var timesY: Double { slider.frame.minY - 17 * growth }
  var keyboard: KeyboardUse { KeyboardUse(claimsWheel: true, takesShiftedArrows: true) }

  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant) {
    growth = max(1, frame.height / Self.rowHeight)
    let side = Self.playSide * growth
    play.place(
      in: Rect(x: frame.minX, y: frame.midY - side / 2, width: side, height: side), at: now)
    let left = frame.minX + side + 16 * growth
    let settings = stage.parameters.settings(ScrubberSettings())
    let heights = ProgressSlider.Heights(
      resting: settings.heights.resting * growth, hovered: settings.heights.hovered * growth,
      pressed: settings.heights.pressed * growth)
    slider.heights = heights
    let thickness = max(heights.resting, heights.hovered, heights.pressed)
    let capsule = Rect(
      x: left, y: frame.midY - thickness / 2, width: max(80, frame.maxX - left), height: thickness)
    _ = slider.layout(frame: capsule, at: now)
    slider.step = settings.step > 0 ? settings.step : nil
    let (divisor, floor) = (settings.divisor, settings.floor)
    slider.fineScrubbing =
      switch settings.fine {
      case .parabola: .parabola(divisor: divisor, floor: floor)
      case .linear: .linear(divisor: divisor, floor: floor)
      case .steps: .steps
      case .none: .off
      }
    (slider.opacity, tint) = (settings.opacity, settings.tint)
    guard duration != settings.duration else { return }
    duration = settings.duration
    if slider.isPlaying { _ = slider.play(rate: 1 / duration, at: now) }
  }

  mutating func handle(_ event: InputEvent) -> Response {
    switch event {
    case .pointer(let sample):
      if play.handle(sample) { return Response(togglePlay(at: sample.time)) }
      if sample.phase == .down, !slider.isPressed { pressY = sample.location.y }
    case .key(let sample) where sample.key == .space:
      guard sample.phase == .down, !sample.isRepeat else { return Response() }
      return Response(togglePlay(at: sample.time))
    case .cancel:
      play.cancel()
    case .key, .wheel:
      break
    }
    return Response(effects(slider.handle(event), at: event.time))
  }

  mutating func advance(to now: Instant) -> [Effect] { effects(slider.advance(to: now), at: now) }

  /// Follows `nudge N`: so many hundredths on, as the arrow keys do.
  mutating func perform(_ command: Command, at now: Instant) -> [Effect] {
    guard command.name == "nudge", let number = command.number, number.isFinite else { return [] }
    var position = position(at: now)
    position.add(number / 100 * duration)
    return effects(slider.setValue(position.ratio, at: now), at: now)
  }

  /// How far the video has come, in seconds of its duration.
  func position(at now: Instant) -> BoundedProgress<Double> {
    BoundedProgress(slider.value(at: now) * duration, in: 0...duration)
  }

  private mutating func togglePlay(at now: Instant) -> [Effect] {
    if slider.isPlaying { return effects(slider.pause(at: now), at: now) }
    var all = Effects<ProgressSlider.Effect>()
    if position(at: now).isDone { all = slider.setValue(0, at: now) }
    let begun = slider.play(rate: 1 / duration, at: now)
    return effects(all, at: now) + effects(begun, at: now)
  }

  private func effects(
    _ effects: Effects<ProgressSlider.Effect>, at now: Instant
  ) -> [Effect] {
    effects.map { effect in
      switch effect {
      case .dragBegan: Effect(time: now, control: "slider", name: "dragBegan")
      case .valueChanged(let value):
        Effect(time: now, control: "slider", name: "valueChanged", value: value)
      case .dragEnded: Effect(time: now, control: "slider", name: "dragEnded")
      case .dragCancelled: Effect(time: now, control: "slider", name: "cancelled")
      case .playedToEnd: Effect(time: now, control: "slider", name: "playedToEnd")
      }
    }
  }

  var deadline: Instant? { slider.deadline }
  var hold: Hold { slider.isPressed ? .tracked : .none }

  func isMoving(at now: Instant) -> Bool { slider.isMoving(at: now) || play.isMoving(at: now) }

  func cursor(at location: Vector) -> Cursor? {
    if play.isHit(at: location, by: .mouse), !slider.isPressed { return .arrow }
    return slider.isPressed || slider.hitBox.contains(location) ? .resizeHorizontal : nil
  }

  func state(at now: Instant) -> [StateField] {
    let value = slider.value(at: now)
    return [
      StateField("slider.value", .number(value)),
      StateField("slider.fill", .number(value * slider.frame.width)),
      StateField("slider.stretch", .number(slider.stretch(at: now))),
      StateField("slider.rate", .number(slider.rate)),
      StateField("slider.playing", .flag(slider.isPlaying)),
      StateField("slider.state", .text(slider.state.rawValue)),
    ]
  }

  func accessibility(at now: Instant) -> [AccessibilityElement] {
    let position = position(at: now)
    let opacity = slider.opacity
    func words(_ time: Double) -> String { Words.time(Int(time.rounded(.down))) }
    let plays = slider.isPlaying && !slider.isPressed
    let bar = AccessibilityElement(
      .slider, id: "slider", name: Words.slider,
      value: Words.place(
        words(position.value), of: words(duration), fineness: zones.fineness),
      number: position.value, in: position.bounds,
      states: Set([.busy: plays, .pressed: slider.isPressed]),
      actions: Words.scrubbed, frame: slider.hitBox,
      details: Words.layers(
        Words.percent(opacity.upper), over: Words.percent(opacity.lower), in: tint.words))
    let button = AccessibilityElement(
      .button, id: "slider.play", name: Words.play,
      value: slider.isPlaying ? Words.playing : Words.paused,
      states: slider.isPlaying ? [.checked] : [], actions: Words.playPressed, frame: play.frame)
    return [bar, button]
  }

  func probe(at now: Instant) -> (any MotionProbe)? {
    ScrubberProbe(slider: slider, duration: duration, zones: zones, now: now)
  }

  private var zones: ScrubberZones { ScrubberZones(slider: slider, pressY: pressY) }
}

extension ScrubberPart {
  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    let theme = canvas.theme
    drawPlay(into: &canvas, at: now)
    let frame = slider.frame
    let layers = slider.layers(at: now)
    let (capsule, radius) = (layers.capsule, layers.capsule.height / 2)
    let (lower, upper) = inks(in: theme)
    canvas.fill(capsule, radius: radius, lower.opacity(layers.opacity.lower))
    // Alone the lower layer is too faint to tell where the way ends; translucent too, the edge stands out from any ground.
    let edge = edgeInk(lower, in: theme)
    let cutInk = cutInk(layers.opacity, lower, upper, in: theme)
    if cutInk == nil { canvas.edge(capsule, radius: radius, edge) }
    canvas.clipped(to: layers.filled) { canvas in
      canvas.fill(capsule, radius: radius, upper.opacity(layers.opacity.upper))
    }
    if let cutInk {
      // Then the cut between them is drawn, and the edge over all.
      let cut = Rect(
        x: layers.filled.maxX - 1, y: capsule.minY, width: 2, height: capsule.height)
      canvas.clipped(to: capsule, radius: radius) { $0.fill(cut, cutInk) }
      canvas.edge(capsule, radius: radius, edge)
    }
    if focus == .ring { canvas.focusRing(around: capsule, radius: radius) }
    let style = (slider.isPressed ? TextStyle.title : .small).grown(growth)
    let ink = slider.isPressed ? theme.text : theme.secondaryText
    let position = position(at: now)
    let left = duration - position.value
    canvas.label(Self.clock(position.value), at: Vector(frame.minX, timesY), style, ink)
    canvas.label(
      (left < 1 ? "" : "−") + Self.clock(left), at: Vector(frame.maxX, timesY), style, ink,
      align: .trailing)
    if slider.isPressed {
      canvas.above {
        drawRate(into: &$0)
        zones.draw(into: &$0)
      }
    }
  }

  /// Draws how much of the pointer's travel counts, while that is not all of it.
  private func drawRate(into canvas: inout Canvas) {
    guard slider.rate < 1 else { return }
    let theme = canvas.theme
    let center = Vector(slider.frame.midX, timesY - 2 * growth)
    let chip = Rect(center: center, size: Size(64 * growth, 24 * growth))
    canvas.fill(chip, radius: 6, theme.surface)
    canvas.edge(chip, radius: 6, theme.border)
    let percent = slider.rate * 100
    canvas.label(
      Words.percent(slider.rate, decimals: percent < 10 ? 1 : 0), at: chip.center,
      .strong.grown(growth), theme.text, align: .center)
  }

  /// What the capsule is outlined with: its own colour, or the text's where that would be lost on the stage.
  private func edgeInk(_ lower: Color, in theme: Theme) -> Color {
    let opacity = theme.name == .contrast ? 1 : 0.55
    let own = theme.stage.mixed(with: lower, opacity)
    return (own.contrast(to: theme.stage) >= Theme.leastContrast ? lower : theme.text)
      .opacity(opacity)
  }

  /// What the cut between the layers is drawn with where over the stage they look alike.
  private func cutInk(
    _ opacity: CapsuleLayers.Opacity, _ lower: Color, _ upper: Color, in theme: Theme
  ) -> Color? {
    let empty = theme.stage.mixed(with: lower, opacity.lower)
    let full = empty.mixed(with: upper, opacity.upper)
    guard full.contrast(to: empty) < Theme.leastContrast else { return nil }
    return theme.text.contrast(to: full) > theme.stage.contrast(to: full)
      ? theme.text : theme.stage
  }

  private func inks(in theme: Theme) -> (lower: Color, upper: Color) {
    switch tint {
    case .theme: (theme.text, theme.accent)
    case .white: (Color(rgb: 0xFFFFFF), Color(rgb: 0xFFFFFF))
    case .black: (Color(rgb: 0x000000), Color(rgb: 0x000000))
    }
  }

  private func drawPlay(into canvas: inout Canvas, at now: Instant) {
    let theme = canvas.theme
    let fill =
      play.isPressed
      ? theme.accentPressed : theme.accent.mixed(with: theme.surface, 0.12 * play.light(at: now))
    canvas.fill(play.frame, radius: play.frame.height / 2, fill)
    let center = play.frame.center
    if slider.isPlaying {
      for x in [-5.5, 1.5] {
        let bar = Rect(
          x: center.x + x * growth, y: center.y - 7 * growth, width: 4 * growth,
          height: 14 * growth)
        canvas.fill(bar, radius: growth, theme.onAccent)
      }
    } else {
      canvas.fillTriangle(pointingRightAt: center, side: 14 * growth, theme.onAccent)
    }
  }

  /// Seconds as minutes and seconds: 1:12.
  private static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.down))
    let rest = whole % 60
    return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}

struct ScrubberSettings: Law {
  enum Fine: String, CaseIterable {
    case parabola, linear, steps, none
  }

  private(set) var (duration, step, divisor, floor) = (240.0, 0.0, 10_000.0, 0.01)
  private(set) var fine = Fine.parabola
  private(set) var heights = ProgressSlider.Heights.standard
  private(set) var opacity = CapsuleLayers.Opacity(lower: 0.1, upper: 0.8)
  private(set) var tint = ScrubberPart.Tint.theme

  mutating func walk(_ walk: inout Walk) {
    walk.number(
      "slider.duration", "Duration", unit: "s", 1...36_000, &duration,
      doc: "How long the video is that the slider stands for.")
    walk.number(
      "slider.step", "Step", 0...0.5, &step,
      doc: "The distance between two values, as a share of the whole; 0 takes every value.")
    walk.choice(
      "slider.fine", "Fine scrubbing", &fine,
      doc: "How the vertical distance from the press slows the drag: along a parabola, a straight "
        + "line, in steps of 50 pt, or not at all.")
    walk.when("slider.fine", is: Fine.parabola, .linear)
    walk.number(
      "slider.divisor", "Fine divisor", unit: "pt²", 100...1_000_000, &divisor,
      doc: "The square of the distance at which parabola and line reach 0: 10 000 for 100 pt.")
    walk.number(
      "slider.floor", "Slowest rate", 0.001...1, &floor,
      doc: "The share of the pointer's travel that counts at least, however far away it is.")
    walk.condition = nil
    // Higher bars would lie over what is around them.
    let range = 2.0...48.0
    var (resting, hovered, pressed) = (heights.resting, heights.hovered, heights.pressed)
    walk.number(
      "slider.height", "Height", unit: "pt", range, &resting,
      doc: "How high the bar is when left alone; those of 20 in all three are the articles'.")
    walk.number(
      "slider.height.hovered", "Height, hovered", unit: "pt", range, &hovered,
      doc: "How high the bar is under the pointer.")
    walk.number(
      "slider.height.pressed", "Height, pressed", unit: "pt", range, &pressed,
      doc: "How high the bar is while it is held.")
    heights = ProgressSlider.Heights(resting: resting, hovered: hovered, pressed: pressed)
    var (lower, upper) = (opacity.lower, opacity.upper)
    walk.number(
      "slider.lower", "Lower layer", 0...1, &lower,
      doc: "The opacity of the layer that fills the capsule.")
    walk.number(
      "slider.upper", "Upper layer", 0...1, &upper,
      doc: "The opacity of the layer above it that shows the progress.")
    opacity = CapsuleLayers.Opacity(lower: lower, upper: upper)
    walk.choice(
      "slider.tint", "Layer colours", &tint, names: ["theme": "the theme’s"],
      doc: "The layers' colours: the theme's text and accent, or one for both.")
  }
}

/// The motion of the progress slider at a moment: the end of what is filled.
struct ScrubberProbe: MotionProbe {
  let slider: ProgressSlider
  /// How long the video is, in seconds.
  let duration: Double
  let zones: ScrubberZones
  let now: Instant

  var state: ControlState { slider.state }

  var isForShow: Bool { state == .programmatic }

  /// A slider keeps no velocity: a release leaves the value where it is, and only a playing video
  /// moves it on.
  var reading: MotionReading {
    let (value, frame) = (slider.value(at: now), slider.frame)
    let plays = slider.isPlaying && !slider.isPressed
    var reading = MotionReading(
      "slider", unit: "", position: value, velocity: plays ? 1 / duration : nil,
      state: state, anchor: Vector(frame.minX + value * frame.width, frame.midY),
      direction: Vector(frame.width, 0), rest: plays ? 1 : value,
      restTime: plays ? now.advanced(atLeast: (1 - value) * duration) : nil)
    reading.rate = slider.rate < 1 ? slider.rate : nil
    reading.bounds = 0...1
    return reading
  }

  var limits: MotionLimits? {
    let frame = slider.frame
    // A drag past an end stretches the capsule by less than an eighth of its width.
    let reach = frame.width / 8
    var limits = MotionLimits(
      edges: [frame.minX, frame.maxX], reach: [frame.minX - reach, frame.maxX + reach])
    let height = slider.isPressed ? zones.pressY : frame.midY
    // On the pointer's side the zones may be drawn already, by the part itself.
    for side in [-1.0, 1] where !(zones.isShown && side * slider.verticalDistance > 0) {
      limits.zones += zones.steps.map {
        MotionLimits.Zone(y: height + side * $0.distance, label: $0.label)
      }
    }
    if slider.step != nil {
      limits.raw = Vector(frame.minX + slider.rawValue(at: now) * frame.width, frame.midY)
    }
    return limits
  }

  var shape: MovingShape? {
    let frame = slider.frame
    let end = Vector(frame.minX + slider.value(at: now) * frame.width, frame.midY)
    return MovingShape(
      Rect(center: end, size: Size(3, slider.capsuleHeight(at: now))), radius: 1)
  }

  var outlines: [MovingShape] {
    var filled = slider.frame
    filled.size.width *= slider.value(at: now)
    return [MovingShape(filled, radius: min(filled.width, filled.height) / 2)]
  }
}

/// Where a drag of the progress slider goes finer: the further up or down from its press, the less
/// it counts.
struct ScrubberZones {
  private static let rates: [(rate: Double, label: String)] = [
    (0.5, "½"), (0.25, "¼"), (0.1, "⅒"),
  ]
  /// How far the ground reaches beyond the first and the last of them, in points.
  private static let margins = (14.0, 16.0)

  let slider: ProgressSlider
  /// The height of the press, in points.
  let pressY: Double

  /// How far from the press a drag has slowed to a half, a quarter, a tenth and the least.
  var steps: [(distance: Double, label: String)] {
    let fine = slider.fineScrubbing
    var rates = Self.rates
    switch fine {
    case .off: return []
    case .steps: break
    case .parabola(_, let floor), .linear(_, let floor):
      rates = rates.filter { $0.rate > floor } + [(floor, Words.leastRate)]
    }
    return rates.compactMap { rate, label in
      fine.distance(atRate: rate).map { ($0, label) }
    }
  }

  /// Whether the drag is so far off that it shows where it goes finer.
  var isShown: Bool { slider.isPressed && !steps.isEmpty && abs(slider.verticalDistance) > 24 }

  /// How fine a drag is, in the steps that the zones are labelled with; `nil` while it is as fast
  /// as the hand.
  var fineness: String? {
    switch slider.rate {
    case ...0.01: "1/100"
    case ...0.1: "⅒"
    case ...0.25: "¼"
    case ...0.5: "½"
    default: nil
    }
  }

  /// Draws those distances on a ground of their own, once the drag is that far off.
  func draw(into canvas: inout Canvas) {
    guard isShown else { return }
    let theme = canvas.theme
    let frame = slider.frame
    let direction = slider.verticalDistance < 0 ? -1.0 : 1.0
    guard let first = steps.first, let last = steps.last else { return }
    let near = (first.distance - Self.margins.0).rounded(.down)
    let far = (last.distance + Self.margins.1).rounded(.up)
    let ground = Rect(
      x: frame.minX - 8, y: pressY + (direction > 0 ? near : -far), width: frame.width + 16,
      height: far - near)
    canvas.fill(ground, radius: 8, theme.surface.opacity(0.94))
    canvas.edge(ground, radius: 8, theme.border)
    for (index, step) in steps.enumerated() {
      let y = pressY + direction * step.distance
      let ink = abs(slider.verticalDistance) >= step.distance ? theme.accent : theme.secondaryText
      canvas.dashedLine(
        from: Vector(frame.minX + 36, y), to: Vector(frame.maxX - 36, y), ink.opacity(0.7))
      // The last zones lie closer than a line of text is high, so the labels take turns.
      if index.isMultiple(of: 2) {
        canvas.label(step.label, at: Vector(frame.minX + 8, y), .caption, ink)
      } else {
        canvas.label(step.label, at: Vector(frame.maxX - 8, y), .caption, ink, align: .trailing)
      }
    }
  }
}
