internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage
internal import TextLayout

/// Another program's content in its viewport, and the same content under a preset driven by the
/// same gesture; a parameter selects which is shown as the content, and the other is carried beside
/// it.
struct ObservedPart: Part {
  /// Whether the content shown is the preset's.
  static func showsPreset(_ parameters: ParameterSet) -> Bool {
    parameters.settings(ObservedSettings()).content == .preset
  }

  private(set) var source: ObservedSource?
  private(set) var program = ProgramMotion()
  private(set) var preset = PresetMotion(ObservedSource(), .uikit)
  // Whether the preset got the hand's input from the start, or was released; until then it follows
  // the program.
  private var isPresetAlong = false
  private(set) var showsPreset = false
  private(set) var presetTitle = ""
  /// How far the preset's system runs ahead of the hand, in seconds: here, its content follows at
  /// once.
  private(set) var inputLead = 0.0
  /// Whether there is room for the numbers beside the content.
  private(set) var hasReadouts = true
  /// The area that position labels beside a clip must stay in.
  private var room = Rect.zero
  private(set) var frame = Rect(x: 0, y: 0, width: 100, height: 100)
  /// The frame in which the whole clip is shown.
  private(set) var clipFrame = Rect(x: 0, y: 0, width: 100, height: 100)

  /// Tolerance in seconds, as stage times are whole microseconds and clip times are not.
  static let clipSlack = 0.0005

  var hitBox: Rect { frame }

  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant) {
    showsPreset = Self.showsPreset(stage.parameters)
    let other = stage.parameters.preset
    (presetTitle, inputLead) = (other.shownTitle, other.inputLead)
    let column = Self.columnWidth + Self.columnGap(stage.source)
    hasReadouts = stage.showsNumbers && frame.minX - column >= stage.frame.minX
    let physics = stage.parameters.physics
    if let source = stage.source, source != self.source, !isEarlier(than: source, at: now) {
      // A new program, with nothing observed yet.
      (self.source, program, isPresetAlong) = (source, ProgramMotion(in: source.clip), false)
      preset = PresetMotion(source, physics)
    } else {
      preset.setPhysics(physics, at: now)
    }
    guard let clip = self.source?.clip else { return self.frame = frame }
    // Show the whole clip; the measured region is the content's viewport.
    let scale = min(frame.width / clip.size.width, frame.height / clip.size.height)
    let size = Size(clip.size.width * scale, clip.size.height * scale)
    clipFrame = Rect(center: frame.center, size: size)
    let left = hasReadouts ? clipFrame.minX - Self.columnGap(source) : stage.frame.minX
    room = Rect(
      x: left, y: stage.frame.minY, width: stage.frame.maxX - left, height: stage.frame.height)
    let (region, origin) = (clip.region, clipFrame.origin)
    self.frame = Rect(
      x: origin.x + region.minX * scale, y: origin.y + region.minY * scale,
      width: region.width * scale, height: region.height * scale)
  }

  /// Whether it holds an earlier section of the same clip, viewed as a past moment on the present
  /// stage.
  private func isEarlier(than source: ObservedSource, at now: Instant) -> Bool {
    guard let clip = self.source?.clip, clip.path == source.clip?.path else { return false }
    // Nothing is observed yet in the time before its first frame.
    return program.offset != nil || clip.endOnStage.map { now < $0 } ?? false
  }

  mutating func observe(_ content: ObservedLine.Content, at now: Instant) {
    _ = advance(to: now)
    switch content {
    case .offset(let offset, let motion):
      program.show(offset, motion, at: now)
      _ = advance(to: now)
      if !isPresetAlong || !program.isByHand && source?.clip == nil {
        preset.follow(offset, at: now)
      }
    case .pointer(let place, let phase):
      let isDown = phase == .down && !program.isPressed
      // A hand that finds the program at rest starts both at the same place, even if the preset is
      // still moving.
      if isDown, let offset = program.offset {
        preset.follow(offset, at: now, begins: !program.isMoving(at: now))
      }
      let wasPressed = program.isPressed
      program.point(place, phase, at: now)
      if isDown { isPresetAlong = program.offset != nil }
      guard isPresetAlong, isDown || wasPressed else { return }
      preset.point(place, isDown || phase != .down ? phase : .move, at: now)
    case .wheel(let amount, let phase):
      program.turn(at: now)
      guard let offset = program.offset else { return }
      preset.follow(offset, at: now)
      isPresetAlong = true
      preset.turn(amount, phase, at: now)
    }
  }

  /// The preset's moment to show: in a clip, that of its last frame so far, as the content's
  /// position between and after its frames is unknown, of its hand's last event if that is later,
  /// or of the end of its run.
  fileprivate func shown(at now: Instant) -> Instant {
    guard let told = program.told, clipEnd != nil else { return now }
    let last = max(told, program.lastInput ?? told)
    return min(last, runEnd ?? last)
  }

  /// When a clip's run ended, if something follows it: the preset is compared up to then.
  private var runEnd: Instant? { source?.clip?.runEndOnStage }

  /// Whether a motion can go on after a time: nothing moves after a clip's last frame.
  fileprivate func goesOn(after now: Instant) -> Bool { clipEnd.map { now < $0 } ?? true }

  /// Whether the preset has a motion of its own, or could get one from a hand.
  var hasPreset: Bool { source?.clip == nil || isPresetAlong && !isRunOver }

  /// Whether a frame after the end of a clip's run is shown; times are rounded to 1 µs.
  private var isRunOver: Bool {
    guard let runEnd, let told = program.told else { return false }
    return told > runEnd.advanced(by: 1e-6)
  }

  /// When a clip shows the last frame of the motion.
  private var clipEnd: Instant? { source?.clip?.endOnStage }

  /// When to release the preset, if a clip shows no hand.
  private var release: Instant? {
    isPresetAlong || source?.clip?.hasRun != true ? nil : source?.clip?.releaseOnStage
  }

  mutating func advance(to now: Instant) -> [Effect] {
    let shown = shown(at: now)
    if let release, release <= shown, let fling = source?.clip?.fling {
      isPresetAlong = true
      preset.flick(from: fling.place, fling.velocity, at: release)
    }
    program.advance(to: now)
    preset.advance(to: shown)
    return []
  }

  /// Our pointer has no effect; when the stage is left, release the observed pointer.
  mutating func handle(_ event: InputEvent) -> Response {
    if case .cancel(let sample) = event, sample.reason == .disabled, program.isPressed {
      observe(.pointer(program.pointer, .cancel), at: sample.time)
    }
    return Response()
  }

  var deadline: Instant? {
    // In a clip, the preset moves with the frames, which are events.
    [program.deadline, clipEnd == nil ? preset.view.deadline : nil].compactMap { $0 }.min()
  }
  var hold: Hold { program.isPressed ? .pressed : .none }
  func isMoving(at now: Instant) -> Bool {
    goesOn(after: now)
      && (program.isMoving(at: now) || hasPreset && preset.view.isMoving(at: shown(at: now)))
  }
  var keyboard: KeyboardUse { KeyboardUse(isStop: false) }

  func cursor(at location: Vector) -> Cursor? { nil }

  /// The offset of the content shown, in the program's unit.
  func offset(at now: Instant) -> Double {
    guard let offset = program.offset else { return 0 }
    return showsPreset ? presetOffset(at: now) : offset
  }

  /// The preset's offset, in the program's unit.
  private func presetOffset(at now: Instant) -> Double { preset.offset(at: shown(at: now)) }

  var isOutside: Bool {
    guard let offset = program.offset, let ends = source?.ends else { return false }
    return offset < ends.low ?? -.infinity || offset > ends.high ?? .infinity
  }

  func state(at now: Instant) -> [StateField] {
    [
      StateField("observed.offset", .number(program.offset ?? 0)),
      StateField("observed.preset", .number(program.offset == nil ? 0 : presetOffset(at: now))),
      StateField("observed.state", .text(programState(at: now).rawValue)),
    ]
  }

  /// The state of the program's content; nothing moves after a clip's last frame.
  func programState(at now: Instant) -> ControlState {
    isOver(at: now) ? .idle : program.state(at: now, isOutside: isOutside)
  }

  /// Whether a clip's motion has ended: more than 1 µs ago, as a take's end is rounded to that.
  private func isOver(at now: Instant) -> Bool {
    clipEnd.map { now > $0.advanced(by: 1e-6) } ?? false
  }

  /// What the program's content is doing; at a clip's end, why it did not come to rest.
  private func phase(at now: Instant) -> String {
    isOver(at: now)
      ? source?.clip?.cut?.words ?? ControlState.idle.phase : programState(at: now).phase
  }

  func accessibility(at now: Instant) -> [AccessibilityElement] {
    [
      AccessibilityElement(
        .list, id: "observed", name: name.isEmpty ? Words.program : name,
        value: program.offset == nil ? Words.nothingSeen : words(for: offset(at: now)),
        states: Set([.busy: program.isPressed || isMoving(at: now)]), frame: frame)
    ]
  }

  func probe(at now: Instant) -> (any MotionProbe)? { ObservedProbe(part: self, now: now) }

  /// A length in words, with one decimal of the program's unit.
  func words(for length: Double) -> String { Words.length(length, unit: unit) }

  /// The program's name, or empty if unknown.
  private var name: String { source?.name ?? "" }

  /// The unit of lengths.
  var unit: String { source?.unit ?? "px" }
}

/// The motion of another program's content at a moment, or of the preset for the same gesture.
struct ObservedProbe: MotionProbe {
  let part: ObservedPart
  let now: Instant

  // Before the first frame, there is no position to have moved from.
  var isForShow: Bool { part.program.offset == nil }

  var hasBegun: Bool {
    part.program.offset != nil && (!part.showsPreset || part.hasPreset)
  }

  var restedSince: Instant? { part.showsPreset ? nil : part.program.restedSince(at: now) }

  var observedPosition: Double? { part.program.offset }

  var clip: ClipMoment? {
    // Frames after the motion are not part of the take; until measured, a clip waits at its start.
    let isMeasured = part.source?.clip?.end != nil
    let time = part.program.told ?? (isMeasured ? now : .zero)
    return part.source?.clip.map {
      ClipMoment($0, time: time.seconds + $0.shift + ObservedPart.clipSlack, frame: part.clipFrame)
    }
  }

  var state: ControlState {
    guard hasBegun else { return .idle }
    guard part.showsPreset else { return part.programState(at: now) }
    return part.goesOn(after: now) ? part.preset.view.state(at: part.shown(at: now)) : .idle
  }

  var reading: MotionReading {
    let (view, position, shown) = (part.preset.view, part.offset(at: now), part.shown(at: now))
    let velocity = part.showsPreset ? view.velocity(at: shown) : part.program.velocity(at: now)
    let rest = part.showsPreset && !view.isPressed ? part.preset.restOffset(at: shown) : position
    var reading = MotionReading(
      "observed", unit: part.unit, position: position, velocity: velocity, state: state,
      anchor: part.isUpright
        ? Vector(part.frame.midX, part.frame.minY) : Vector(part.frame.minX, part.frame.midY),
      direction: part.isUpright ? Vector(0, -part.magnification) : Vector(-part.magnification, 0),
      isContent: true, rest: rest)
    if let low = part.source?.ends.low, let high = part.source?.ends.high {
      reading.bounds = low...high
    }
    if part.showsPreset {
      reading.restTime = view.motion.map { $0.start.advanced(atLeast: $0.law.duration) }
    }
    if part.program.isPressed, let start = part.program.pressedOffset {
      let travel = part.program.travel
      reading.hand = start - (part.isUpright ? travel.y : travel.x)
    }
    return reading
  }

  var shape: MovingShape? {
    MovingShape(Rect(center: part.frame.center, size: Size(36, 6)), radius: 3)
  }

  var limits: MotionLimits? {
    let ends = [part.source?.ends.low, part.source?.ends.high.map { $0 + part.shownLength }]
    let place = part.isUpright ? part.frame.minY : part.frame.minX
    return MotionLimits(
      edges: ends.compactMap { end in
        end.map { place + ($0 - part.offset(at: now)) * part.magnification }
      })
  }

  var outlines: [MovingShape] {
    // A clip has lines instead.
    guard part.program.offset != nil, part.source?.clip == nil else { return [] }
    // Every third row is enough for comparison.
    return part.rows(at: part.offset(at: now)).filter { $0.number.isMultiple(of: 3) }
      .compactMap { row in
        row.frame.inset(by: 4, 0).intersection(part.frame).map { MovingShape($0, radius: 6) }
      }
  }

  func drawGhost(over shown: any Part, into canvas: inout Canvas) {
    let clip = (shown as? ObservedPart)?.source?.clip
    guard hasBegun || clip != nil else { return }
    guard part.source?.clip != nil else { return part.drawNames(into: &canvas, at: now) }
    if hasBegun {
      canvas.clipped(to: part.frame) { part.drawRules(into: &$0, at: now, dash: [4, 4]) }
    }
    // Labels are drawn after the lines, which would strike them through.
    if let shown = shown as? ObservedPart, shown.hasPreset || !shown.showsPreset {
      shown.drawPlaces(of: nil, at: now, atEnd: false, into: &canvas)
    }
    guard hasBegun else { return }
    part.drawPlaces(of: part.shownName, at: now, atEnd: true, into: &canvas)
  }

  var releaseEstimate: VelocityEstimate? {
    part.showsPreset ? part.preset.view.releaseEstimate(at: part.shown(at: now)) : nil
  }
}

/// The setting of the scene: whose motion the content has.
struct ObservedSettings: Law {
  enum Content: String, CaseIterable {
    case program, preset
  }

  static let key = "observed.content"
  private(set) var content = Content.program

  mutating func walk(_ walk: inout Walk) {
    walk.choice(
      Self.key, "Content", &content,
      names: ["program": "as observed", "preset": "the preset’s"],
      doc: "Whose motion the content shows; the other one is drawn dashed.")
  }
}

/// The look of another program's content: numbered rows or columns, its ends, its hand, and the
/// numbers of its motion beside it.
extension ObservedPart {
  /// The width of the readout column, in points.
  static let columnWidth = 200.0
  /// The gap from the column to the content, in points; it holds a clip's position labels.
  static func columnGap(_ source: ObservedSource?) -> Double { source?.clip == nil ? 32 : 80 }
  /// The room for position labels on one side of an upright clip, in points.
  static let labelRoom = 92.0
  /// The pitch of readouts, in points.
  private static let readoutPitch = 28.0
  /// The length of a row, in the program's unit, and its minimum length on the stage, in points.
  private static let (rowLength, leastRow) = (60.0, 28.0)

  /// Whether the content scrolls vertically.
  var isUpright: Bool { source?.axis ?? .y == .y }

  /// The visible length of the content, in the program's unit.
  var shownLength: Double { source?.viewport ?? (isUpright ? frame.height : frame.width) }

  /// Points per unit, so that the whole viewport is shown.
  var magnification: Double { (isUpright ? frame.height : frame.width) / shownLength }

  /// The rows visible at an offset, numbered from the content's start; if only every second or
  /// fourth fits, they keep their numbers.
  func rows(at offset: Double) -> [(number: Int, frame: Rect)] {
    var step = 1
    while Double(step) * Self.rowLength * magnification < Self.leastRow { step *= 2 }
    let length = Double(step) * Self.rowLength
    let (start, end) = (source?.ends.low, source?.ends.high.map { $0 + shownLength })
    let base = start ?? 0
    let from = max(offset, start ?? -.infinity)
    let to = min(offset + shownLength, end ?? .infinity)
    guard from < to else { return [] }
    let first = Int(((from - base) / length).rounded(.down))
    let last = Int(((to - base) / length).rounded(.up))
    return (first..<max(first, last)).map { number in
      let low = base + Double(number) * length
      return (number * step, place(of: low, to: min(low + length, end ?? .infinity), at: offset))
    }
  }

  /// The place of a section of the content on the stage.
  private func place(of low: Double, to high: Double, at offset: Double) -> Rect {
    let (from, length) = ((low - offset) * magnification, (high - low) * magnification)
    return isUpright
      ? Rect(x: frame.minX, y: frame.minY + from, width: frame.width, height: length)
      : Rect(x: frame.minX + from, y: frame.minY, width: length, height: frame.height)
  }

  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    let theme = canvas.theme
    let plate = source?.clip == nil ? frame : clipFrame
    let picture = probe(at: now)?.clip.flatMap { canvas.reel?.picture(at: $0) }
    canvas.shadow(of: plate, radius: 16, .rest)
    canvas.fill(plate, radius: 16, theme.track)
    canvas.clipped(to: plate, radius: 16) { canvas in
      if let picture { canvas.draw(.image(picture, plate)) }
      canvas.clipped(to: frame) { canvas in
        if program.offset == nil {
          guard picture == nil else { return }
          let words = source?.clip == nil ? Words.nothingShown : name
          canvas.label(
            source == nil ? Words.noProgram : words, at: frame.center, .body, theme.secondaryText,
            align: .center, maximumWidth: frame.width - 24)
        } else if source?.clip != nil {
          guard hasPreset || !showsPreset else { return }
          drawRules(into: &canvas, at: now)
        } else {
          drawContent(into: &canvas, at: offset(at: now))
        }
      }
    }
    if theme.name == .contrast { canvas.edge(plate, radius: 16, theme.edge) }
    if program.isPressed { drawHand(into: &canvas) }
    drawReadouts(into: &canvas, at: now)
  }

  /// The rows of a clip that begin with a line: every third one, or fewer, so that a preset's line
  /// is never close to the clip's line of another place.
  private func rules(at now: Instant) -> [(number: Int, frame: Rect)] {
    let apart = hasPreset ? abs(presetOffset(at: now) - (program.offset ?? 0)) : 0
    var pitch = 3
    let least = min(apart + 1.5 * Self.rowLength, shownLength)
    while Double(pitch) * Self.rowLength < least { pitch *= 2 }
    return rows(at: offset(at: now)).filter { $0.number.isMultiple(of: pitch) }
  }

  fileprivate func drawRules(into canvas: inout Canvas, at now: Instant, dash: [Double] = []) {
    let line = Plot.Line(
      showsPreset ? canvas.theme.bFill : canvas.theme.accent, width: 2, dash: dash)
    for row in rules(at: now) {
      let (start, end) =
        isUpright
        ? (Vector(row.frame.minX, row.frame.minY + 1), Vector(row.frame.maxX, row.frame.minY + 1))
        : (Vector(row.frame.minX + 1, row.frame.minY), Vector(row.frame.minX + 1, row.frame.maxY))
      canvas.draw(line, from: start, to: end)
    }
  }

  /// Labels rows with their positions, clear of the picture: beside an upright clip, above or below
  /// a horizontal one; if there is no room, inside the clip at one end.
  fileprivate func drawPlaces(
    of name: String?, at now: Instant, atEnd: Bool, into canvas: inout Canvas
  ) {
    let color = showsPreset ? canvas.theme.b : canvas.theme.accent
    var last = Rect.zero
    for row in rules(at: now) {
      let start = isUpright ? row.frame.minY : row.frame.minX
      guard isUpright ? frame.minY...frame.maxY ~= start : frame.minX...frame.maxX ~= start else {
        continue
      }
      let place = words(ofRow: row.number)
      let choices = [name.map { Words.place(place, ofSystem: $0) }, place].compactMap(\.self)
      let sizes = choices.map { Size(canvas.fonts.layout($0, .small).width + 16, 20) }
      var shown = (
        words: place, chip: insideFrame(of: sizes[sizes.count - 1], on: row.frame, atEnd: atEnd)
      )
      for (words, size) in zip(choices, sizes).reversed() {
        if let chip = outsideFrame(of: size, beside: row.frame, atEnd: atEnd) {
          shown = (words, chip)
        }
      }
      guard shown.chip.intersection(last) == nil else { continue }
      last = shown.chip
      canvas.slab(shown.chip, radius: 6, .chip)
      canvas.label(shown.words, at: shown.chip.center, .small, color, align: .center)
    }
  }

  /// The frame of a label outside the clip, if there is room.
  private func outsideFrame(of size: Size, beside row: Rect, atEnd: Bool) -> Rect? {
    let shift = 8.0
    let chip =
      isUpright
      ? Rect(
        x: atEnd ? clipFrame.maxX + shift : clipFrame.minX - shift - size.width,
        y: row.minY - size.height / 2, width: size.width, height: size.height)
      : Rect(
        x: row.minX - size.width / 2,
        y: atEnd ? clipFrame.minY - shift - size.height : clipFrame.maxY + shift,
        width: size.width, height: size.height)
    // In a horizontal clip, the next label follows after three rows.
    guard isUpright || size.width + 8 <= 3 * row.width else { return nil }
    let fits =
      chip.minX >= room.minX && chip.maxX <= room.maxX && chip.minY >= room.minY
      && chip.maxY <= room.maxY
    return fits ? chip : nil
  }

  /// The frame of a label inside the clip, clear of its line.
  private func insideFrame(of size: Size, on row: Rect, atEnd: Bool) -> Rect {
    let (after, before) = (row.minX + 6, row.minX - 4 - size.width)
    let chip =
      isUpright
      ? Vector(atEnd ? frame.maxX - 8 - size.width : frame.minX + 8, row.minY - size.height / 2)
      : Vector(
        after + size.width <= frame.maxX ? after : before,
        atEnd ? frame.minY + 4 : frame.maxY - 4 - size.height)
    return Rect(origin: chip, size: size)
  }

  /// The position in the content at which a row starts.
  private func words(ofRow number: Int) -> String {
    Words.place((source?.ends.low ?? 0) + Double(number) * Self.rowLength, unit: unit)
  }

  private func drawContent(into canvas: inout Canvas, at offset: Double) {
    let theme = canvas.theme
    let line = canvas.snapped(1)
    for row in rows(at: offset) {
      canvas.fill(row.frame, theme.card)
      canvas.label(
        Words.number(ofRow: row.number),
        at: isUpright
          ? Vector(row.frame.minX + 20, row.frame.midY) : Vector(row.frame.midX, frame.midY),
        .body, theme.text, align: isUpright ? .leading : .center)
      let rule =
        isUpright
        ? Rect(x: row.frame.minX, y: row.frame.maxY - line, width: row.frame.width, height: line)
        : Rect(x: row.frame.maxX - line, y: row.frame.minY, width: line, height: row.frame.height)
      canvas.fill(rule, theme.hair)
    }
  }

  /// Draws the pressed pointer of the program, relative to the viewport's corner.
  private func drawHand(into canvas: inout Canvas) {
    let place = frame.origin + program.pointer * magnification
    let shown = Vector(
      min(max(place.x, frame.minX), frame.maxX), min(max(place.y, frame.minY), frame.maxY))
    let spot = Rect(center: shown, size: Size(24, 24))
    canvas.fill(spot, radius: 12, canvas.theme.accent.opacity(0.35))
    canvas.edge(spot, radius: 12, canvas.theme.accent)
  }

  /// Draws the numbers of both motions to the left, as many as fit.
  private func drawReadouts(into canvas: inout Canvas, at now: Instant) {
    let frame = source?.clip == nil ? frame : clipFrame
    let left = frame.minX - Self.columnGap(source) - Self.columnWidth
    guard hasReadouts, let shown = program.offset else { return }
    let theme = canvas.theme
    let other = hasPreset ? presetOffset(at: now) : nil
    let beside = [
      (presetTitle, other.map(words) ?? Words.nothing),
      (
        Words.difference,
        other.map { words(for: $0.difference(from: shown, decimals: 1)) } ?? Words.nothing
      ),
    ]
    var rows =
      [(Words.offset, words(for: shown))] + (source?.hasRun == false ? [] : beside) + [
        (Words.velocity, Words.speed(words(for: program.velocity(at: now)))),
        (Words.phase, phase(at: now)),
      ]
    if inputLead > 0 { rows.append((Words.leftOut, Words.lead(inputLead))) }
    canvas.label(
      name.isEmpty ? Words.programTitle : name, at: Vector(left, frame.minY + 16), .strong,
      theme.text,
      maximumWidth: Self.columnWidth)
    for (index, (name, value)) in rows.enumerated() {
      let y = frame.minY + 16 + Self.readoutPitch * Double(index + 1)
      guard y < frame.maxY else { return }
      canvas.label(
        name, at: Vector(left, y), .body, theme.secondaryText,
        maximumWidth: Self.columnWidth - canvas.fonts.layout(value, .body).width - 12)
      canvas.label(
        value, at: Vector(left + Self.columnWidth, y), .body, theme.text, align: .trailing)
    }
  }

  /// The name of the preset or program whose motion the content has.
  fileprivate var shownName: String { showsPreset ? presetTitle : Words.theObserved(source) }

  /// Labels the dashed outlines, over the shown content, with their rows.
  fileprivate func drawNames(into canvas: inout Canvas, at now: Instant) {
    let theme = canvas.theme
    canvas.clipped(to: frame, radius: 16) { canvas in
      for row in rows(at: offset(at: now)) where row.number.isMultiple(of: 3) {
        let words = Words.row(row.number, ofSystem: shownName)
        let size = Size(canvas.fonts.layout(words, .small).width + 16, 20)
        let center =
          isUpright
          ? Vector(
            row.frame.maxX - 16 - size.width / 2, min(row.frame.minY + 18, row.frame.midY))
          : Vector(row.frame.midX, frame.minY + 18)
        let chip = Rect(center: center, size: size)
        canvas.slab(chip, radius: 6, .chip)
        canvas.label(words, at: chip.center, .small, theme.text, align: .center)
      }
    }
  }
}
