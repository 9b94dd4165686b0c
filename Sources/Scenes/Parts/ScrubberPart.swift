internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage
internal import TextLayout

/// The video player's progress slider with its look: play button, capsule, lens and zones.
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
    """
    progress.heights = ProgressSlider.Heights(
      resting: {slider.height}, hovered: {slider.height.hovered},
      pressed: {slider.height.pressed})
    """,
    "progress.opacity = CapsuleLayers.Opacity(lower: {slider.lower}, upper: {slider.upper})",
  ]

  /// The colours of the two layers.
  enum Tint: String, CaseIterable {
    case theme, white, black

    var words: String { self == .theme ? Words.themeColors : translated(rawValue) }
  }

  /// What surrounds it.
  enum Setting {
    /// A picture of the film with the button on it, and the film's title above the bar.
    case row
    /// The film itself.
    case film
  }

  private let setting: Setting
  private(set) var slider: ProgressSlider
  private(set) var play = PushButton(
    shape: .circle, touchMargin: ContainerShape.touchMargin)
  private(set) var duration = 240.0
  private var pressY = 0.0
  private var growth = 1.0
  private(set) var tint = Tint.theme
  private var thumbnail = Rect.zero
  private var stage = Rect.zero
  // Whether the film is behind it, whatever the kind of content.
  private var isPictured = false

  init(_ setting: Setting) {
    self.setting = setting
    slider = ProgressSlider(frame: .zero, value: 0.3)
  }

  var hitBox: Rect { slider.hitBox.union(play.frame) }
  func isHit(at location: Vector, by device: PointerSample.Device) -> Bool {
    slider.hitBox.contains(location) || play.isHit(at: location, by: device)
  }
  var keyboard: KeyboardUse { KeyboardUse(claimsWheel: true, takesShiftedArrows: true) }

  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant) {
    (growth, self.stage) = (stage.growth, stage.frame)
    let side: Double
    let gap = 24 * growth
    switch setting {
    case .film:
      side = min(48 * growth, frame.height)
      thumbnail = Rect(x: frame.minX, y: frame.midY - side / 2, width: side, height: side)
    case .row:
      side = min(38 * growth, 0.8 * frame.height)
      let width = (frame.height * 34 / 21).rounded()
      thumbnail = Rect(x: frame.minX, y: frame.minY, width: width, height: frame.height)
    }
    play.place(in: Rect(center: thumbnail.center, size: Size(side, side)), at: now)
    let left = thumbnail.maxX + gap
    isPictured =
      setting == .film && stage.parameters.settings(ScrubSettings()).behind == .picture
    let settings = stage.parameters.settings(ScrubberSettings())
    let heights = ProgressSlider.Heights(
      resting: settings.heights.resting * growth, hovered: settings.heights.hovered * growth,
      pressed: settings.heights.pressed * growth)
    slider.heights = heights
    let thickness = max(heights.resting, heights.hovered, heights.pressed)
    let middle = frame.midY + (hasTitle ? 14 * growth : 0)
    let capsule = Rect(
      x: left, y: middle - thickness / 2, width: max(80, frame.maxX - left), height: thickness)
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

  /// Performs `nudge N`: moves by N hundredths, like the arrow keys.
  mutating func perform(_ command: Command, at now: Instant) -> [Effect] {
    guard command.name == "nudge", let number = command.number, number.isFinite else { return [] }
    var position = position(at: now)
    position.add(number / 100 * duration)
    return effects(slider.setValue(position.ratio, at: now), at: now)
  }

  /// The position in the video, in seconds of its duration.
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
  /// Whether there is room above the bar for the film's title.
  private var hasTitle: Bool { setting == .row && thumbnail.height >= 70 * growth }

  private func isOverFilm(_ canvas: Canvas) -> Bool {
    setting == .film && (isPictured || canvas.content == .rich)
  }

  /// The fraction of the film played, 0…1.
  func progress(at now: Instant) -> Double { slider.value(at: now) }

  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    let (isOverFilm, isRich) = (isOverFilm(canvas), canvas.content == .rich)
    if setting == .row, isRich { drawThumbnail(into: &canvas, at: now) }
    drawPlay(isOnPicture: isOverFilm || setting == .row && isRich, into: &canvas, at: now)
    let layers = slider.layers(at: now)
    let position = position(at: now).value
    let left = duration - position
    Capsule(
      layers: layers, growth: growth, tint: tint, isPressed: slider.isPressed,
      isOverFilm: isOverFilm, chapters: isRich || isOverFilm ? Film.chapters : [],
      times: (Words.clock(position), (left < 1 ? "" : "−") + Words.clock(left))
    ).draw(into: &canvas)
    if focus == .ring {
      canvas.focusRing(around: layers.capsule, radius: layers.capsule.height / 2)
    }
    guard slider.isPressed else { return }
    let lens = ScrubberLens(
      slider: slider, duration: duration, position: position, stage: stage, growth: growth,
      cut: layers.filled.maxX, isOverFilm: isOverFilm)
    canvas.above {
      zones.draw(from: layers.capsule, in: stage, isOverFilm: isOverFilm, into: &$0)
      lens.draw(into: &$0)
    }
  }

  private func drawThumbnail(into canvas: inout Canvas, at now: Instant) {
    let theme = canvas.theme
    let radius = 12 * min(growth, thumbnail.height / 84)
    let progress = progress(at: now)
    canvas.shadow(of: thumbnail, radius: radius, .rest)
    Film(frame: thumbnail, progress: progress).draw(into: &canvas, radius: radius)
    if theme.name == .contrast { canvas.edge(thumbnail, radius: radius, theme.edge) }
    guard hasTitle else { return }
    let y = thumbnail.midY - 26 * growth
    let chapter = Words.chapter(Film.chapter(at: progress))
    canvas.label(
      Words.film, at: Vector(slider.frame.minX, y), .title.grown(growth), theme.text)
    let room = slider.frame.width - 80 * growth
    guard canvas.fonts.layout(chapter, .body.grown(growth)).width < room else { return }
    canvas.label(
      chapter, at: Vector(slider.frame.maxX, y), .body.grown(growth), theme.secondaryText,
      align: .trailing)
  }

  private func drawPlay(isOnPicture: Bool, into canvas: inout Canvas, at now: Instant) {
    let theme = canvas.theme
    let (frame, radius) = (play.frame, play.frame.height / 2)
    let (face, ink) =
      isOnPicture
      ? (Color(rgb: 0xFFFFFF), Color(rgb: 0x14151A)) : (theme.ink, theme.onInk)
    canvas.shadow(of: frame, radius: radius, .rest, share: 0.8)
    let light = play.isPressed ? 0.24 : 0.12 * play.light(at: now)
    canvas.fill(frame, radius: radius, face.mixed(with: ink, light))
    if isOnPicture, theme.name == .contrast { canvas.edge(frame, radius: radius, theme.edge) }
    let shift = slider.isPlaying ? 0 : 0.04 * radius
    (slider.isPlaying ? StageIcon.pause : .play).draw(
      at: frame.center + Vector(shift, 0), size: 1.1 * radius, ink, into: &canvas)
  }
}

struct ScrubberSettings: Law {
  enum Fine: String, CaseIterable {
    case parabola, linear, steps, none
  }

  private(set) var (duration, step, divisor, floor) = (240.0, 0.0, 10_000.0, 0.01)
  private(set) var fine = Fine.parabola
  private(set) var heights = ProgressSlider.Heights(resting: 28, hovered: 30, pressed: 36)
  private(set) var opacity = CapsuleLayers.Opacity(lower: 0.1, upper: 1)
  private(set) var tint = ScrubberPart.Tint.theme

  mutating func walk(_ walk: inout Walk) {
    walk.number(
      "slider.duration", "Duration", unit: "s", 1...36_000, &duration,
      doc: "The length of the video under the slider.")
    walk.number(
      "slider.step", "Step", 0...0.5, &step,
      doc: "The distance between values, as a share of the whole; 0 allows any value.")
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
      doc: "The least share of the pointer’s travel that counts, however far away it is.")
    walk.condition = nil
    // Taller bars would overlap their surroundings.
    let range = 2.0...48.0
    var (resting, hovered, pressed) = (heights.resting, heights.hovered, heights.pressed)
    walk.number(
      "slider.height", "Height", unit: "pt", range, &resting,
      doc: "The bar’s height at rest. The articles’ bars are 20 in all three states.")
    walk.number(
      "slider.height.hovered", "Height, hovered", unit: "pt", range, &hovered,
      doc: "The bar’s height under the pointer.")
    walk.number(
      "slider.height.pressed", "Height, pressed", unit: "pt", range, &pressed,
      doc: "The bar’s height while it is held.")
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
      doc: "The layers’ colours: the theme’s text and ink, or one for both.")
  }
}

/// The motion of the progress slider at a moment: the end of the filled part.
struct ScrubberProbe: MotionProbe {
  let slider: ProgressSlider
  /// The duration of the video, in seconds.
  let duration: Double
  let zones: ScrubberZones
  let now: Instant

  var state: ControlState { slider.state }

  var isForShow: Bool { state == .programmatic }

  /// A slider has no momentum: a release leaves the value in place, and only a playing video moves
  /// it.
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
    // On the pointer's side, the part may already draw the zones.
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
