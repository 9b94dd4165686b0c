internal import Feel
internal import Glibc
internal import XWindow

/// The main loop of a program that shows nothing but the state of its window.
final class Probe {
  /// The picture's colour, except for its corner.
  private static let background: UInt32 = 0x203040
  private static let corner = PixelRect(x: 0, y: 0, width: 16, height: 16)

  private let window: Window
  private let options: Options
  // Pointer events so far; determines the corner's colour.
  private var motions = 0
  private var frames = 0
  // Whether the next frame differs from the last.
  private var isChanged = true
  // The newest input not yet shown in a frame.
  private var newestInput: Instant?
  // Age of the newest input at the vblank of each frame that showed one, in seconds.
  private var ages: [Double] = []
  // Sum of all wheel turns.
  private var notches = Vector.zero

  init(_ window: Window, _ options: Options) {
    (self.window, self.options) = (window, options)
    let report = window.report
    Line.write(
      "open \(report.transport.rawValue) depth \(report.depth) scale \(report.scale) input \(report.hasExtendedInput ? "extended" : "core")"
    )
  }

  /// Runs until the window is closed or lost; returns the exit status.
  func run() -> Int32 {
    let end = options.seconds.map { window.now.advanced(by: $0) }
    var status: Int32?
    while status == nil {
      let wake = window.wait(frameWanted: isChanged || options.animates, deadline: end)
      for event in wake.events { status = handle(event) ?? status }
      if let vblank = wake.frame, status == nil { draw(for: vblank) }
      if frames == 1, options.wakes > 0 { wakeItself() }
      if let end, window.now >= end { status = status ?? 0 }
    }
    // The clipboard manager is a test, which may have to wait for a processor.
    if status == 0 { window.handOverText(patience: 30) }
    summarise()
    return status ?? 0
  }

  /// Wakes itself for `--wakes` seconds, as long as each wake ends the wait early; reports whether
  /// all did.
  private func wakeItself() {
    frames += 1
    let last = window.now.advanced(by: options.wakes)
    var isHeard = true
    while isHeard, window.now < last {
      let end = window.now.advanced(by: 2)
      window.waker.wake()
      while !window.wait(frameWanted: false, deadline: end).events.isEmpty {}
      isHeard = window.now < end
    }
    Line.write("wakes heard \(isHeard)")
  }

  /// Handles an event; returns the exit status if it ends the program.
  private func handle(_ event: WindowEvent) -> Int32? {
    if options.logs { log(event) }
    switch event {
    case .input(let input):
      newestInput = input.time
      isChanged = true
      if case .pointer = input { motions += 1 }
      if case .key(let sample) = input, sample.phase == .down { press(sample.key) }
      if case .wheel(let sample) = input {
        if sample.unit == .notches { notches += sample.delta }
        if options.logs { Line.write("notches \(notches.x) \(notches.y)") }
      }
    case .pasted(let text):
      Line.write("pasted \(text.utf8.count) \(text.prefix(20)) … \(text.suffix(20))")
    case .lost, .destroyed: return 3
    case .close: return 0
    default: isChanged = true
    }
    return nil
  }

  /// C copies a text, V pastes one.
  private func press(_ key: KeySample.Key) {
    switch key {
    case .character("c"): window.copy(Letters.text(options.copyLength))
    case .character("v"): window.requestText()
    default: break
    }
  }

  private func log(_ event: WindowEvent) {
    switch event {
    case .input(.pointer(let sample)):
      Line.write(
        "pointer \(sample.phase) \(sample.device) \(sample.location.x) \(sample.location.y)")
    case .input(.wheel(let sample)):
      let gesture = sample.phase == .turn ? "" : " \(sample.source) \(sample.phase)"
      Line.write("wheel \(sample.unit) \(sample.delta.x) \(sample.delta.y)\(gesture)")
    case .input(.key(let sample)):
      Line.write("key \(sample.phase) \(sample.key) repeat \(sample.isRepeat)")
    case .input(.cancel(let sample)): Line.write("cancel \(sample.reason)")
    case .pasted: break
    default: Line.write("event \(event)")
    }
  }

  private func draw(for vblank: Instant) {
    if let newestInput { ages.append(vblank - newestInput) }
    newestInput = nil
    isChanged = false
    frames += 1
    let motions = UInt32(truncatingIfNeeded: motions), frame = UInt32(truncatingIfNeeded: frames)
    let damage = options.changesAll ? PixelRect(window.pixelSize) : Self.corner
    window.present(damage: Damage(damage)) { pixels, target in
      for rect in target.redraw {
        for y in rect.y0..<rect.y1 {
          let row = y * target.stride
          let cornerWidth = y < Self.corner.height ? Self.corner.width : 0
          let cornerEnd = min(max(rect.x0, cornerWidth), rect.x1)
          for x in rect.x0..<cornerEnd { pixels[row + x] = motions &* 0x050301 }
          for x in cornerEnd..<rect.x1 { pixels[row + x] = Self.background }
        }
      }
      if options.slowness > 0 { usleep(UInt32(options.slowness * 1e6)) }
    }
    if options.logs {
      Line.write("frame \(frame) \(window.pixelSize.width)x\(window.pixelSize.height)")
    }
  }

  /// Writes the last line: counts, mean input age in milliseconds, processor time in seconds, the
  /// frame clock.
  private func summarise() {
    let meanAge = ages.isEmpty ? 0 : ages.reduce(0, +) / Double(ages.count) * 1000
    var usage = rusage()
    getrusage(0, &usage)
    let user = Double(usage.ru_utime.tv_sec) + Double(usage.ru_utime.tv_usec) / 1e6
    let system = Double(usage.ru_stime.tv_sec) + Double(usage.ru_stime.tv_usec) / 1e6
    Line.write(
      "summary motions \(motions) frames \(frames) age \(meanAge) cpu \(user + system) "
        + "clock \(window.report.clock.rawValue) rate \(window.report.rate) "
        + "pixelClock \(window.report.hasPixelClock) "
        + "notches \(notches.x) \(notches.y)")
  }
}
