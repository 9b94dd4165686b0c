import Feel
import FeelTrace

/// Every kind of event once, with every member that a line can have.
enum SampleTrace {
  static let header = TraceHeader(
    program: "0.1.0", scene: "overview", size: Size(1200, 800), scale: 1.5, preset: "uikit",
    parameters: [
      ParameterSetting("slider.step", .number(0.1)),
      ParameterSetting("carousel.snap", .choice("projected")),
      ParameterSetting("slider.playing", .flag(true)),
    ], theme: "dark", reducedMotion: true)

  static func events() -> [SessionEvent] {
    var events: [SessionEvent] = []
    var time = Instant.zero
    func next() -> Instant {
      time = time.advanced(by: 0.0125)
      return time
    }
    for phase in PointerSample.Phase.allCases {
      for button in PointerSample.Button.allCases {
        events.append(
          .input(
            .pointer(
              PointerSample(
                time: next(), phase: phase, location: Vector(1 / 3, -2.5), button: button,
                device: .touch, modifiers: [.shift, .alt]))))
      }
    }
    for unit in WheelSample.Unit.allCases {
      events.append(
        .input(
          .wheel(
            WheelSample(
              time: next(), location: Vector(600, 400), delta: Vector(0, 0.125), unit: unit,
              modifiers: .control))))
    }
    let keys: [KeySample.Key] = [
      .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .space, .return, .escape,
      .tab, .backspace, .delete, .function(11), .character("é"),
    ]
    for key in keys {
      for phase in KeySample.Phase.allCases {
        events.append(
          .input(.key(KeySample(time: next(), phase: phase, key: key, isRepeat: phase == .down))))
      }
    }
    for reason in CancelSample.Reason.allCases {
      events.append(.input(.cancel(CancelSample(time: next(), reason: reason))))
    }
    let changes: [SessionChange] = [
      .size(Size(880, 600)), .scale(2), .scene("carousel"), .theme("contrast"),
      .parameter("a", .number(-0.1)), .parameter("b", .choice("none")),
      .parameter("c", .flag(false)), .preset("flutter-ios"), .focus(true), .focus(false),
      .reducedMotion(true), .reducedMotion(false), .overlays("hvt"), .overlays(""),
      .turn(.letters, false), .turn(.letters, true), .turn(.springs, true),
      .pointerSettings(PointerSettings(doubleClickTime: 0.25, dragThreshold: 9)),
      .pause(true), .speed(0.25), .command("go-to", 37), .command("next", nil), .reset,
    ]
    events += changes.map { .change(next(), $0) }
    events += tracks.map { .change(next(), .track($0)) }
    return events
  }

  /// A track of which only positions are known, and one of which all is.
  static var tracks: [MotionTrack] {
    let bare = [
      MotionTrack.Sample(time: 0, position: 1 / 3), MotionTrack.Sample(time: 0.5, position: -7),
    ]
    let full = [
      MotionTrack.Sample(time: 0, position: 0, velocity: 20, state: .tracking),
      MotionTrack.Sample(time: 0.1, position: 2, velocity: nil, state: .decelerating),
      MotionTrack.Sample(time: 0.2, position: 3, velocity: 10),
    ]
    return [
      MotionTrack(name: "a.csv", samples: bare),
      MotionTrack(name: "slider", unit: "", bounds: 0...1, samples: full),
    ].compactMap { $0 }
  }

  static func trace() -> Trace {
    var entries = events().enumerated().map { Trace.Entry(line: $0 + 2, .event($1)) }
    let state = [
      StateField("slider.value", .number(0.31)), StateField("carousel.index", .integer(37)),
      StateField("hold.state", .text("idle")), StateField("paused", .flag(false)),
    ]
    let last = entries.last?.time ?? .zero
    entries.append(Trace.Entry(line: entries.count + 2, .state(last, state)))
    return Trace(header: header, entries: entries)
  }
}
