import Feel
import FeelTrace
import Lab
import Scenes
import Stage

/// A trace with every kind of line once, each with all its possible members.
enum SampleTrace {
  static var header: TraceHeader {
    var header = TraceHeader(
      program: "0.1.0", scene: "overview", place: StagePlace(Size(1200, 732), scale: 1.5),
      preset: .gtk4,
      parameters: [
        ParameterSetting("slider.step", .number(0.1)),
        ParameterSetting("carousel.snap", .choice("projected")),
        ParameterSetting("physics.drag.pastEdge", .flag(true)),
        ParameterSetting("physics.velocity.maximum", .unlimited),
      ], theme: .dark, reducedMotion: true)
    header.unknown = [JSON.Member("hand", .text("left"))]
    return header
  }

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
          .stage(
            .pointer(
              PointerSample(
                time: next(), phase: phase, location: Vector(1 / 3, -2.5), button: button,
                device: .touch, modifiers: [.shift, .alt]))))
      }
    }
    for unit in WheelSample.Unit.allCases {
      for (phase, source) in zip(
        WheelSample.Phase.allCases, [.wheel, .finger, .finger, .finger, .continuous])
        as Zip2Sequence<[WheelSample.Phase], [WheelSample.Source]>
      {
        events.append(
          .stage(
            .wheel(
              WheelSample(
                time: next(), location: Vector(600, 400), delta: Vector(0, 0.125), unit: unit,
                phase: phase, source: source, modifiers: .control))))
      }
    }
    let keys: [KeySample.Key] = [
      .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .space, .return, .escape,
      .tab, .backspace, .delete, .menu, .function(11), .character("é"),
    ]
    for key in keys {
      for phase in KeySample.Phase.allCases {
        events.append(
          .stage(.key(KeySample(time: next(), phase: phase, key: key, isRepeat: phase == .down))))
      }
    }
    for reason in CancelSample.Reason.allCases {
      events.append(.stage(.cancel(CancelSample(time: next(), reason: reason))))
    }
    return events + changes.map { .change(next(), $0) }
  }

  /// Every change, in each of its written forms.
  static var changes: [SessionChange] {
    let changes: [SessionChange] = [
      .stage(StagePlace(Size(880.5, 600), scale: 2)), .restart,
      .parameter("slider.step", .number(0.25)),
      .parameter("carousel.snap", .choice("whenOffsetRests")),
      .parameter("physics.drag.pastEdge", .flag(false)),
      .parameter("physics.velocity.maximum", .unlimited), .preset(.flutterIOS),
      .parameters(.android, []),
      .parameters(.uikit, [ParameterSetting("slider.step", .number(0.5))]),
      .resetEverything, .undoReset,
      .compare(.android, [ParameterSetting("slider.step", .number(0.5))]), .swap, .flip(true),
      .flip(false),
      .endComparison, .theme(.contrast), .overlays([.hud, .velocity, .rest]), .overlays([]),
      .reducedMotion(true), .reducedMotion(false), .pause(true), .pause(false), .speed(0.25),
      .show(Instant(seconds: 0.75)), .frameCap(30), .frameCap(nil), .showTake(3),
      .showTake(nil), .nameTake(3, "a long way"), .nameTake(3, nil), .pinTake(3, true),
      .pinTake(3, false), .removeTake(3), .restoreTake(nil), .compareTake(1),
      .compareTake(nil), .mark,
      .removeMarks, .keepEdit, .rerun, .endRerun,
      .command(Command("go-to", 37)), .command(Command("next")),
      .focus(Focus(on: "container", isVisible: true)), .focus(Focus()), .scene("carousel"),
    ]
    return changes + tracks.map(SessionChange.track) + observed + [.removeTakes]
  }

  /// Everything another program can report to the observed scene.
  static var observed: [SessionChange] {
    let sources = [
      ObservedSource(),
      ObservedSource(
        name: "a list", unit: "pt", scale: 2, axis: .x, minimum: -0.5, maximum: 900, viewport: 300),
    ]
    let pointers = ObservedLine.PointerPhase.allCases.map {
      ObservedLine.Content.pointer(Vector(1, 2.5), $0)
    }
    let wheels = ([nil] + ObservedLine.WheelPhase.allCases).map {
      ObservedLine.Content.wheel(-53.5, $0)
    }
    return [.scene("observed")] + sources.map(SessionChange.watch)
      + ([.offset(12.25)] + pointers + wheels).map(SessionChange.observe)
  }

  /// One track with positions only, and one with all columns.
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
      StateField("curves.v", .text("nan")),
    ]
    let last = entries.last?.time ?? .zero
    let take = RecordedTake(
      "Take 1", start: .zero, release: Instant(seconds: 0.5), rest: Instant(seconds: 2))
    for content in [Trace.Entry.Content.state(last, state), .take(last, take)] {
      entries.append(Trace.Entry(line: entries.count + 2, content))
    }
    for index in stride(from: 0, to: entries.count, by: 3) {
      entries[index].unknown = [JSON.Member("pressure", .list([.number(0.5), .null]))]
    }
    return Trace(header: header, entries: entries)
  }
}
