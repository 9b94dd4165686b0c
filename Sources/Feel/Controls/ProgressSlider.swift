public import FeelGeometry

/// A video player's progress slider: a capsule without a thumb, draggable from anywhere.
///
///     resting --press--> pressed --any motion--> dragging --release--> resting
///        ^                  |                        | +---- release -----+
///        | +<-- release -- cancelled <-- Esc, other button, focus lost, disabled
///
/// A press does not move the value. A drag adds Σ Δx·rate / width to the raw value, event by event,
/// each with the rate at its own vertical distance from the press, so moving straight up or down
/// never changes the value. The raw value keeps counting past the ends and between the steps; the
/// value shown and reported is the nearest step within 0…1. The overshoot stretches the capsule by
/// the rubber band and springs back after the release.
public struct ProgressSlider: Hashable, Sendable {
  /// What the slider reports.
  public enum Effect: Hashable, Sendable {
    /// A drag began.
    case dragBegan
    /// The user changed the displayed value, 0…1.
    case valueChanged(Double)
    /// The drag ended with a release.
    case dragEnded
    /// The drag or press was abandoned; the value it began with is restored.
    case dragCancelled
    /// Playback reached the end.
    case playedToEnd
  }

  /// The heights of the capsule, in points.
  public struct Heights: Hashable, Sendable {
    /// The height when neither hovered nor pressed.
    public let resting: Double
    /// The height under the pointer.
    public let hovered: Double
    /// The height while pressed.
    public let pressed: Double

    /// 8, 10 and 14 points.
    public static let standard = Heights(resting: 8, hovered: 10, pressed: 14)

    /// Creates the heights, in points.
    ///
    /// - Precondition: all are positive and finite.
    public init(resting: Double, hovered: Double, pressed: Double) {
      precondition(resting > 0 && resting.isFinite, "a height is positive")
      precondition(hovered > 0 && hovered.isFinite, "a height is positive")
      precondition(pressed > 0 && pressed.isFinite, "a height is positive")
      (self.resting, self.hovered, self.pressed) = (resting, hovered, pressed)
    }
  }

  private struct Playback: Hashable {
    /// Progress per second; `raw` is the value at `start`.
    var rate: Double
    var start: Instant
  }

  /// The minimum height of the hit box, in points.
  public static let hitHeight = 44.0

  /// The slider's frame, in points; its width is the travel from 0 to 1, and a slider narrower than
  /// one point cannot be dragged.
  public private(set) var frame: Rect
  /// How the vertical distance from the press slows a drag; a change applies from the next motion
  /// on.
  public var fineScrubbing: FineScrubbing {
    didSet { Self.check(fineScrubbing) }
  }
  /// The step between displayable values, in (0, 1), or `nil` for continuous values.
  public var step: Double? {
    get { grid?.step }
    set { grid = newValue.map(StepGrid.init) }
  }
  /// The capsule's heights, in points.
  public var heights: Heights
  /// The opacities of the capsule's two layers.
  public var opacity = CapsuleLayers.Opacity.standard
  /// Whether the slider can be dragged; see `setEnabled(_:at:)`.
  public private(set) var isEnabled = true
  /// Whether the pointer is over the hit box.
  public var isHovered: Bool { pointer.isOver(hitBox) }

  private var pointer = PointerPlace()
  private var grid: StepGrid?
  private var raw: Double
  private var rawAtPress = 0.0
  private var lastLocation = Vector.zero
  private var pressLocation = Vector.zero
  private var drag = DragRecognizer(axis: .free, slop: .none)
  private var playback: Playback?
  private var recoil: Timed<SpringMotion>?
  private var heightChange: Timed<EaseMotion>?
  private var now = Instant.zero

  /// Creates a slider at rest; the value is clamped to 0…1.
  ///
  /// - Precondition: `value` is not NaN, `step` lies in (0, 1), `fineScrubbing` is valid.
  public init(
    frame: Rect, value: Double = 0, step: Double? = nil, fineScrubbing: FineScrubbing = .standard,
    heights: Heights = .standard
  ) {
    precondition(!value.isNaN, "value is a number")
    Self.check(fineScrubbing)
    (self.frame, self.fineScrubbing, self.heights) = (frame.plausible, fineScrubbing, heights)
    raw = min(1, max(0, value))
    grid = step.map(StepGrid.init)
  }

  private static func check(_ fineScrubbing: FineScrubbing) {
    precondition(fineScrubbing.isValid, "divisor is positive and floor lies in 0...1")
  }

  /// The area where a press begins a drag, in points: the frame, at least 44 points high.
  public var hitBox: Rect { frame.inset(by: 0, min(0, (frame.height - Self.hitHeight) / 2)) }

  // MARK: Events

  /// Handles an event, after advancing to its time.
  public mutating func handle(_ event: InputEvent) -> Effects<Effect> {
    var effects = advance(to: event.time)
    let height = targetHeight
    switch event {
    case .pointer(let sample): handle(sample, &effects)
    case .key(let sample): handle(sample, &effects)
    case .wheel(let sample): handle(sample, &effects)
    case .cancel: cancel(&effects)
    }
    changeHeight(from: height)
    return effects
  }

  /// Advances to a time without an event; early, late or repeated calls are harmless.
  public mutating func advance(to time: Instant) -> Effects<Effect> {
    var effects = Effects<Effect>()
    now = max(now, time)
    endPlayback(&effects)
    if let end = recoil?.end, now >= end { recoil = nil }
    if let end = heightChange?.end, now >= end { heightChange = nil }
    return effects
  }

  /// Moves or resizes the slider; a drag continues, and further motion uses the new width.
  public mutating func layout(frame: Rect, at time: Instant) -> Effects<Effect> {
    let effects = advance(to: time)
    let height = targetHeight
    self.frame = frame.plausible
    changeHeight(from: height)
    return effects
  }

  /// Enables or disables user input; disabling abandons a drag.
  public mutating func setEnabled(_ enabled: Bool, at time: Instant) -> Effects<Effect> {
    var effects = advance(to: time)
    let height = targetHeight
    isEnabled = enabled
    if !enabled { cancel(&effects) }
    changeHeight(from: height)
    return effects
  }

  private mutating func handle(_ sample: PointerSample, _ effects: inout Effects<Effect>) {
    pointer.handle(sample, presser: drag.presser)
    guard isEnabled || sample.phase == .up else { return }
    if sample.phase == .down, drag.follows(sample) { holdPlayback() }
    let wasActive = drag.isActive
    let change = drag.handle(sample, hitBox: hitBox)
    // A second press without a release abandons the first.
    if wasActive && (change == .pressed || change == .cancelled) { abandon(&effects) }
    switch change {
    case .none, .cancelled, .released: break
    case .pressed: grab(at: sample.location)
    case .began:
      effects.append(.dragBegan)
      travel(to: sample.location, &effects)
    case .moved: travel(to: sample.location, &effects)
    case .ended:
      travel(to: sample.location, &effects)
      effects.append(.dragEnded)
    }
    if wasActive && !drag.isActive { letGo(&effects) }
  }

  private mutating func grab(at location: Vector) {
    let value = raw
    // Caught while springing back, the capsule keeps its stretch.
    let shown = stretch(at: now)
    let overshoot = Self.band.travel(forOffset: shown, dimension: bandDimension)
    if overshoot != 0 && frame.width >= 1 && value == (overshoot > 0 ? 1 : 0) {
      raw += overshoot / frame.width
      recoil = recoil(from: shown - heldStretch)
    }
    rawAtPress = value
    (pressLocation, lastLocation) = (location, location)
  }

  private mutating func travel(to location: Vector, _ effects: inout Effects<Effect>) {
    let rate = fineScrubbing.rate(at: location.y - pressLocation.y)
    let dx = location.x - lastLocation.x
    lastLocation = location
    guard frame.width >= 1 else { return }
    change(&effects) { $0.raw += dx * rate / $0.frame.width }
  }

  private mutating func letGo(_ effects: inout Effects<Effect>) {
    recoilFromStretch()
    raw = min(1, max(0, raw))
    playback?.start = now
    endPlayback(&effects)
  }

  /// Ends playback when nothing is left to play: by time, or because the value was set to the end.
  private mutating func endPlayback(_ effects: inout Effects<Effect>) {
    guard let end = playbackEnd, now >= end else { return }
    (raw, playback) = (1, nil)
    effects.append(.playedToEnd)
  }

  private mutating func cancel(_ effects: inout Effects<Effect>) {
    guard drag.cancel() == .cancelled else { return }
    abandon(&effects)
    letGo(&effects)
  }

  private mutating func abandon(_ effects: inout Effects<Effect>) {
    recoilFromStretch()
    change(&effects) { $0.raw = $0.rawAtPress }
    effects.append(.dragCancelled)
  }

  private mutating func recoilFromStretch() {
    if heldStretch != 0 { recoil = recoil(from: stretch(at: now)) }
  }

  private func recoil(from stretch: Double) -> Timed<SpringMotion>? {
    guard stretch != 0 else { return nil }
    return Timed(SpringMotion(Self.recoilSpring, from: stretch, to: 0, threshold: 0.1), start: now)
  }

  private mutating func changeHeight(from height: Double) {
    let target = targetHeight
    guard target != height else { return }
    let shown = heightChange?.value(at: now) ?? height
    let motion = EaseMotion(
      from: shown, to: target, duration: target > shown ? 0.12 : 0.24, ease: Self.heightEase)
    heightChange = Timed(motion, start: now)
  }

  /// Applies a change, and reports it if the displayed value differs afterwards.
  private mutating func change(_ effects: inout Effects<Effect>, _ body: (inout Self) -> Void) {
    let before = value(at: now)
    body(&self)
    let after = value(at: now)
    if after != before { effects.append(.valueChanged(after)) }
  }

  // MARK: Keys and wheel

  private mutating func handle(_ sample: KeySample, _ effects: inout Effects<Effect>) {
    guard isEnabled, sample.phase == .down else { return }
    if drag.isActive {
      if sample.key == .escape { cancel(&effects) }
      return
    }
    let isFine = sample.modifiers.contains(.shift)
    switch sample.key {
    case .left, .down: move(by: isFine ? -0.001 : -0.01, steps: -1, &effects)
    case .right, .up: move(by: isFine ? 0.001 : 0.01, steps: 1, &effects)
    case .pageDown: move(by: -0.1, steps: -stepsPerPage, &effects)
    case .pageUp: move(by: 0.1, steps: stepsPerPage, &effects)
    case .home: place(0, &effects)
    case .end: place(1, &effects)
    default: break
    }
  }

  /// A notch is a step or 1 %; away from the user or to the right increases the value; momentum is
  /// ignored.
  private mutating func handle(_ sample: WheelSample, _ effects: inout Effects<Effect>) {
    guard isEnabled, !drag.isActive, sample.phase != .momentum, sample.delta.isPlausible else {
      return
    }
    let delta = sample.delta.x - sample.delta.y
    switch sample.unit {
    case .notches: place(rawValue(at: now) + delta * (step ?? 0.01), &effects)
    case .points where frame.width >= 1: place(rawValue(at: now) + delta / frame.width, &effects)
    case .points: break
    }
  }

  private var stepsPerPage: Int {
    guard let grid else { return 1 }
    // The step is at least 2^−53, so this is at most a tenth of 2^53.
    return max(1, Int((0.1 / grid.step).rounded()))
  }

  private mutating func move(by amount: Double, steps: Int, _ effects: inout Effects<Effect>) {
    guard let grid else { return place(rawValue(at: now) + amount, &effects) }
    // Steps count from the displayed value; otherwise the raw value could swallow a key press.
    let index = grid.index(nearest: rawValue(at: now)) + steps
    place(grid.value(at: min(grid.count, max(0, index))), &effects)
  }

  private mutating func place(_ value: Double, _ effects: inout Effects<Effect>) {
    change(&effects) {
      $0.raw = min(1, max(0, value))
      $0.playback?.start = $0.now
    }
    endPlayback(&effects)
  }

  // MARK: Orders

  /// Sets the value, clamped to 0…1; ignored from a press to its release, so that a playing video
  /// does not move the bar away from the pointer.
  ///
  /// - Precondition: `value` is not NaN.
  public mutating func setValue(_ value: Double, at time: Instant) -> Effects<Effect> {
    precondition(!value.isNaN, "value is a number")
    var effects = advance(to: time)
    guard !drag.isActive else { return effects }
    raw = min(1, max(0, value))
    playback?.start = now
    endPlayback(&effects)
    return effects
  }

  /// Plays: the value advances by itself, by `rate` per second, until it reaches 1 or `pause(at:)`.
  ///
  /// A press holds the value; playback resumes after its release or cancel.
  ///
  /// - Precondition: `rate` is positive and finite.
  public mutating func play(rate: Double, at time: Instant) -> Effects<Effect> {
    precondition(rate > 0 && rate.isFinite, "rate is positive and finite")
    var effects = advance(to: time)
    holdPlayback()
    playback = Playback(rate: rate, start: now)
    endPlayback(&effects)
    return effects
  }

  /// Stops playback; the value stays where it is.
  public mutating func pause(at time: Instant) -> Effects<Effect> {
    let effects = advance(to: time)
    holdPlayback()
    playback = nil
    return effects
  }

  /// Rebases playback on the value shown now; has no effect during a press.
  private mutating func holdPlayback() {
    raw = rawValue(at: now)
    playback?.start = now
  }

  /// Whether the value advances by itself, or will after the release.
  public var isPlaying: Bool { playback != nil }

  // MARK: Queries

  /// The displayed value at a time, 0…1, rounded to a step if there are steps.
  public func value(at time: Instant) -> Double {
    let value = min(1, max(0, rawValue(at: time)))
    return grid?.nearest(value) ?? value
  }

  /// The unrounded value at a time: between the steps, and past the ends while a drag overshoots.
  public func rawValue(at time: Instant) -> Double {
    guard let playback, let playbackEnd else { return raw }
    if time >= playbackEnd { return 1 }
    return min(1, raw + playback.rate * max(0, time - playback.start))
  }

  /// The capsule's stretch past an end at a time, in points: negative at the left end, positive at
  /// the right.
  public func stretch(at time: Instant) -> Double { heldStretch + (recoil?.value(at: time) ?? 0) }

  /// The share of the pointer's travel that counts, 0…1; 1 unless dragging.
  public var rate: Double {
    guard drag.isDragging else { return 1 }
    return fineScrubbing.rate(at: verticalDistance)
  }

  /// The pointer's vertical distance from the press, in points, positive below; 0 unless pressed.
  public var verticalDistance: Double { drag.isActive ? lastLocation.y - pressLocation.y : 0 }

  /// Whether a press is held on the slider.
  public var isPressed: Bool { drag.isActive }

  /// The capsule's height at a time, in points; it grows in 0.12 s and shrinks in 0.24 s.
  public func capsuleHeight(at time: Instant) -> Double {
    heightChange?.value(at: time) ?? targetHeight
  }

  /// The slider's state: `idle`, `pressed`, `tracking`, `rubber`, `bouncing`, `programmatic` while
  /// playing, or `cancelled`.
  public var state: ControlState {
    if drag.isDragging { return raw < 0 || raw > 1 ? .rubber : .tracking }
    if drag.isActive { return .pressed }
    if drag.state == .cancelled { return .cancelled }
    if recoil != nil { return .bouncing }
    return playback == nil ? .idle : .programmatic
  }

  /// When time alone next changes the state, or `nil` if only an event can.
  public var deadline: Instant? {
    .earliest(playbackEnd, .earliest(recoil?.end, heightChange?.end))
  }

  /// Whether a later frame would look different because of time alone.
  public func isMoving(at time: Instant) -> Bool {
    func isUnderWay(until end: Instant?) -> Bool { end.map { time < $0 } ?? false }
    return isUnderWay(until: playbackEnd) || isUnderWay(until: recoil?.end)
      || isUnderWay(until: heightChange?.end)
  }

  private static let band = RubberBand(coefficient: 0.55)
  private static let recoilSpring = Spring(angularFrequency: 20, dampingRatio: 1)
  /// Source: the "out-quad" of Robert Penner's easings as a Bézier curve.
  private static let heightEase = Ease(cubicBezier: 0.25, 0.46, 0.45, 0.94)

  private var bandDimension: Double { frame.width / 8 }

  /// The stretch caused by the drag, in points, signed.
  private var heldStretch: Double {
    guard drag.isActive || raw < 0 || raw > 1 else { return 0 }
    let overshoot = (raw > 1 ? raw - 1 : min(0, raw)) * frame.width
    return Self.band.offset(forTravel: overshoot, dimension: bandDimension)
  }

  private var targetHeight: Double {
    if drag.isActive { return heights.pressed }
    return isHovered && isEnabled ? heights.hovered : heights.resting
  }

  /// When playback reaches the end, unless a press holds the value.
  private var playbackEnd: Instant? {
    guard let playback, !drag.isActive else { return nil }
    return playback.start.advanced(atLeast: (1 - raw) / playback.rate)
  }

  /// The capsule's layers at a time.
  public func layers(at time: Instant) -> CapsuleLayers {
    let stretch = stretch(at: time)
    let width = frame.width + abs(stretch)
    let height = width > 0 ? capsuleHeight(at: time) * frame.width / width : 0
    let capsule = Rect(
      x: frame.minX + min(0, stretch), y: frame.midY - height / 2, width: width, height: height)
    var filled = capsule
    filled.size.width *= value(at: time)
    return CapsuleLayers(capsule: capsule, filled: filled, opacity: opacity)
  }
}
