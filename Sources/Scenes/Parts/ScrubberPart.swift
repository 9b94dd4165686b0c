internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage
internal import TextLayout

/// The video player's progress slider with its look: play button, times, rate chip and zones.
struct ScrubberPart: Part {
  static let parameters = [
    Parameter(
      "slider.duration", "Duration", unit: "s", .number(1...36_000), default: .number(240),
      doc: "How long the video is that the slider stands for."),
    Parameter(
      "slider.step", "Step", .number(0...0.5), default: .number(0),
      doc: "The distance between two values, as a share of the whole; 0 takes every value."),
    Parameter(
      "slider.fine", "Fine scrubbing", .choice(["parabola", "steps", "none"]),
      default: .choice("parabola"),
      doc: "How the vertical distance from the press slows the drag."),
    Parameter(
      "slider.divisor", "Fine divisor", unit: "pt²", .number(100...1_000_000),
      default: .number(10_000), doc: "The parabola's divisor: the drag stands still at its root."),
    Parameter(
      "slider.floor", "Fine floor", .number(0.001...1), default: .number(0.01),
      doc: "The least share of the pointer's travel that counts."),
    Parameter(
      "slider.lower", "Lower layer", .number(0...1), default: .number(0.1),
      doc: "The opacity of the layer that fills the capsule."),
    Parameter(
      "slider.upper", "Upper layer", .number(0...1), default: .number(0.8),
      doc: "The opacity of the layer above it that shows the progress."),
    Parameter(
      "slider.tint", "Layers in", .choice(Tint.allCases.map(\.rawValue)), default: .choice("theme"),
      doc: "The layers' colours: the theme's text and accent, or one for both."),
  ]

  static let code: [CodeLine] = [
    "var progress = ProgressSlider(frame: Rect(x: 0, y: 0, width: 400, height: 14))",
    CodeLine(ifChanged: "progress.step = {slider.step}"),
    CodeLine(
      where: "slider.fine", is: "parabola",
      """
      progress.fineScrubbing = .parabola(
        divisor: {slider.divisor}, floor: {slider.floor})
      """),
    CodeLine(where: "slider.fine", is: "steps", "progress.fineScrubbing = .steps"),
    CodeLine(where: "slider.fine", is: "none", "progress.fineScrubbing = .off"),
    "progress.opacity = CapsuleLayers.Opacity(lower: {slider.lower}, upper: {slider.upper})",
  ]

  /// The colours of the two layers.
  enum Tint: String, CaseIterable {
    case theme, white, black

    var words: String { self == .theme ? "the theme's colours" : rawValue }
  }

  private static let playSide = 40.0
  private static let rates: [(rate: Double, label: String)] = [
    (0.5, "½"), (0.25, "¼"), (0.1, "⅒"),
  ]

  private(set) var slider: ProgressSlider
  private(set) var play = PushButton()
  private(set) var duration = 240.0
  private var pressY = 0.0
  private(set) var tint = Tint.theme

  init() {
    slider = ProgressSlider(frame: .zero, value: 0.3)
  }

  var hitBox: Rect { slider.hitBox.union(play.frame) }
  var wheelNeedsFocus: Bool { true }

  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant) {
    let side = Self.playSide
    play.frame = Rect(x: frame.minX, y: frame.midY - side / 2, width: side, height: side)
    let left = frame.minX + side + 16
    let capsule = Rect(
      x: left, y: frame.midY - 7, width: max(80, frame.maxX - left), height: 14)
    _ = slider.layout(frame: capsule, at: now)
    let parameters = stage.parameters
    let step = parameters.number("slider.step")
    slider.step = step > 0 ? step : nil
    slider.fineScrubbing =
      switch parameters.choice("slider.fine") {
      case "steps": .steps
      case "none": .off
      default:
        .parabola(
          divisor: parameters.number("slider.divisor"), floor: parameters.number("slider.floor"))
      }
    slider.opacity = CapsuleLayers.Opacity(
      lower: parameters.number("slider.lower"), upper: parameters.number("slider.upper"))
    tint = Tint(rawValue: parameters.choice("slider.tint")) ?? .theme
    guard duration != parameters.number("slider.duration") else { return }
    duration = parameters.number("slider.duration")
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

  mutating func advance(to now: Instant) -> [Effect] {
    effects(slider.advance(to: now), at: now)
  }

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
  var isTracking: Bool { slider.isPressed }

  func isMoving(at now: Instant) -> Bool {
    slider.isMoving(at: now) || play.isMoving(at: now)
  }

  func cursor(at location: Vector) -> Cursor? {
    if play.frame.contains(location) && !slider.isPressed { return .pointer }
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

  /// A slider keeps no velocity: a release leaves the value where it is.
  func reading(at now: Instant) -> MotionReading? {
    let (value, frame) = (slider.value(at: now), slider.frame)
    let plays = slider.isPlaying && !slider.isPressed
    var reading = MotionReading(
      "slider", unit: "", position: value, velocity: plays ? 1 / duration : nil,
      state: slider.state, anchor: Vector(frame.minX + value * frame.width, frame.midY),
      direction: Vector(frame.width, 0), rest: plays ? 1 : value,
      restTime: plays ? now.advanced(atLeast: (1 - value) * duration) : nil)
    reading.rate = slider.rate < 1 ? slider.rate : nil
    reading.bounds = 0...1
    return reading
  }

  func limits(at now: Instant) -> MotionLimits? {
    let frame = slider.frame
    // The capsule's band: an eighth of its width.
    let reach = frame.width / 8
    var limits = MotionLimits(
      edges: [frame.minX, frame.maxX], reach: [frame.minX - reach, frame.maxX + reach])
    let height = slider.isPressed ? pressY : frame.midY
    for side in [-1.0, 1] where !(showsZones && side * slider.verticalDistance > 0) {
      limits.zones += zones.map {
        MotionLimits.Zone(y: height + side * $0.distance, label: $0.label)
      }
    }
    if slider.step != nil {
      limits.raw = Vector(frame.minX + slider.rawValue(at: now) * frame.width, frame.midY)
    }
    return limits
  }

  func movingShape(at now: Instant) -> MovingShape? {
    let frame = slider.frame
    let end = Vector(frame.minX + slider.value(at: now) * frame.width, frame.midY)
    return MovingShape(
      Rect(center: end, size: Size(3, slider.capsuleHeight(at: now))), radius: 1)
  }

  func outlines(at now: Instant) -> [MovingShape] {
    var filled = slider.frame
    filled.size.width *= slider.value(at: now)
    return [MovingShape(filled, radius: min(filled.width, filled.height) / 2)]
  }
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
    canvas.edge(capsule, radius: radius, lower.opacity(theme.name == .contrast ? 1 : 0.55))
    canvas.clipped(to: layers.filled) { canvas in
      canvas.fill(capsule, radius: radius, upper.opacity(layers.opacity.upper))
    }
    if focus == .ring {
      canvas.focusRing(around: capsule, radius: radius)
    }
    let y = frame.midY - 24
    let style = slider.isPressed ? TextStyle(size: 16, weight: .semibold) : .small
    let ink = slider.isPressed ? theme.text : theme.secondaryText
    let position = position(at: now)
    canvas.label(Self.clock(position.value), at: Vector(frame.minX, y), style, ink)
    canvas.label(
      "−" + Self.clock(duration - position.value), at: Vector(frame.maxX, y), style, ink,
      align: .trailing)
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
        canvas.fill(
          Rect(x: center.x + x, y: center.y - 7, width: 4, height: 14), radius: 1, theme.onAccent)
      }
    } else {
      canvas.fillTriangle(pointingRightAt: center, side: 14, theme.onAccent)
    }
  }

  func drawAbove(into canvas: inout Canvas, at now: Instant) {
    guard slider.isPressed else { return }
    let theme = canvas.theme
    let frame = slider.frame
    if slider.rate < 1 {
      let chip = Rect(center: Vector(frame.midX, frame.midY - 26), size: Size(64, 24))
      canvas.fill(chip, radius: 6, theme.surface)
      canvas.edge(chip, radius: 6, theme.border)
      let percent = slider.rate * 100
      canvas.label(
        "\(percent.text(decimals: percent < 10 ? 1 : 0)) %", at: chip.center, .strong,
        theme.text, align: .center)
    }
    guard showsZones else { return }
    drawZones(into: &canvas)
  }

  /// How far from the press a drag has slowed to a half, a quarter, a tenth and the least.
  private var zones: [(distance: Double, label: String)] {
    switch slider.fineScrubbing {
    case .off: return []
    case .steps: return [(50, "½"), (100, "¼"), (150, "⅒")]
    case .parabola(let divisor, let floor):
      let above = Self.rates.filter { $0.rate > floor } + [(floor, "min")]
      return above.map { ((divisor * (1 - $0.rate)).squareRoot(), $0.label) }
    }
  }

  /// Whether the drag is so far off that it shows where it goes finer.
  private var showsZones: Bool {
    guard slider.isPressed, case .parabola = slider.fineScrubbing else { return false }
    return abs(slider.verticalDistance) > 24
  }

  /// The distances at which the drag has slowed to a half, a quarter, a tenth and the least, on a ground of their own.
  private func drawZones(into canvas: inout Canvas) {
    let theme = canvas.theme
    let frame = slider.frame
    let direction = slider.verticalDistance < 0 ? -1.0 : 1.0
    let ground = Rect(
      x: frame.minX - 8, y: pressY + (direction > 0 ? 56 : -116), width: frame.width + 16,
      height: 60)
    canvas.fill(ground, radius: 8, theme.surface.opacity(0.94))
    canvas.edge(ground, radius: 8, theme.border)
    for (index, zone) in zones.enumerated() {
      let y = pressY + direction * zone.distance
      let ink = abs(slider.verticalDistance) >= zone.distance ? theme.accent : theme.secondaryText
      canvas.dashedLine(
        from: Vector(frame.minX + 36, y), to: Vector(frame.maxX - 36, y), ink.opacity(0.7))
      // The last zones lie closer than a line of text is high, so the labels take turns.
      if index.isMultiple(of: 2) {
        canvas.label(zone.label, at: Vector(frame.minX + 8, y), .caption, ink)
      } else {
        canvas.label(zone.label, at: Vector(frame.maxX - 8, y), .caption, ink, align: .trailing)
      }
    }
  }

  /// Seconds as minutes and seconds: 1:12.
  static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.down))
    let rest = whole % 60
    return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}
