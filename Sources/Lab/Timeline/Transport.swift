internal import Feel
internal import Kit
internal import Stage

/// The timeline's pressable parts: the row of buttons above the slider, the lane names and the
/// lanes.
struct Transport: Hashable, Sendable {
  let frame: Rect
  /// The lanes reduced to their names.
  let folded: Set<TimelineLayout.Lane>
  let isObserved: Bool, hasItems: Bool, hasHand: Bool
  let isPaused: Bool
  let speed: Double
  let cap: Int?

  /// The frame caps in the list, in order.
  static let caps: [Int?] = [nil, 120, 60, 30, 15, 5]

  /// Whether a timeline this wide has room for the frame cap button.
  static func hasCaps(in width: Double) -> Bool { width >= 808 }

  func declare(_ tree: inout Tree<Session.Command>) {
    let layout = TimelineLayout(
      frame, folded: folded, isObserved: isObserved, hasItems: hasItems, hasHand: hasHand)
    tree.keyboard = "timeline"
    tree.add(
      Node("time", .ground(.dock)),
      AccessibilityElement(.group, id: "time", name: Words.Spoken.lastMinute, frame: .zero),
      [.wheel: .lanes]
    ) { tree in
      declareButtons(&tree)
      declareLanes(&tree, layout)
    }
  }

  private func declareButtons(_ tree: inout Tree<Session.Command>) {
    tree.add(
      Node("", .none, Box(.horizontal, height: .fixed(38), padding: Insets(10, 3, 16, 0)))
    ) { tree in
      tree.add(Node("", .none, Box(.horizontal, width: .fit))) { tree in
        for (number, (icon, command)) in steps.enumerated() {
          let title = Keymap.title(command)
          let name = command == .togglePause ? Words.Timeline.goOn(title) : title
          declare(number + 1, name, Push(icon: icon, .quiet), command, &tree)
        }
      }
      tree.space(.fixed(8))
      tree.add(Node("timeline.clock", .custom, Box(width: .fixed(96), height: .fixed(32))))
      tree.space(.fixed(8))
      let speeds = [1, 0.5, 0.25, 0.1]
      tree.add(
        Node(
          "", .ground(.groove),
          Box(.horizontal, width: .fit, height: .fixed(28), padding: Insets(2, 2)))
      ) { tree in
        for (index, rate) in speeds.enumerated() {
          let text = Words.speed(rate)
          declare(
            6 + index, rate == 1 ? Words.Timeline.realSpeed : Words.Timeline.speed(text),
            Push(rate == 1 ? text : String(text.dropLast()), .segment, isOn: rate == speed),
            .change(.speed(rate)), &tree)
        }
      }
      tree.space(.fixed(8))
      let other = speeds.contains(speed) ? "" : Words.speed(speed)
      if !other.isEmpty { tree.label(Label(other, .strong, .warning), width: .fit) }
      if Self.hasCaps(in: frame.width) {
        tree.space(.fixed(8))
        tree.label(Label(Words.Timeline.frames, .small, .secondary), width: .fit)
        tree.space(.fixed(8))
        var push = Push(cap.map { "\($0)" } ?? Words.Timeline.uncapped)
        (push.isSmall, push.hasArrow) = (true, true)
        tree.button(
          "timeline.cap", push, .offerFrameCaps, name: Words.Timeline.frames,
          value: push.title, tip: Words.Timeline.frames, width: .fit, height: .fixed(28),
          isStop: false)
      }
      tree.add(Node("timeline.figures", .custom, Box(height: .fixed(32))))
    }
  }

  /// The buttons that move the play-head, left to right.
  private var steps: [(icon: Icon, command: Session.Command)] {
    [
      (.change(isLater: false), .showChange(isLater: false)),
      (.step(isOn: false), .step(-1.0 / 60)), (isPaused ? .play : .pause, .togglePause),
      (.step(isOn: true), .step(1.0 / 60)), (.change(isLater: true), .showChange(isLater: true)),
    ]
  }

  private func declare(
    _ number: Int, _ name: String, _ push: Push, _ command: Session.Command,
    _ tree: inout Tree<Session.Command>
  ) {
    var keys = Keymap.text(command)
    if case .change(.speed) = command, keys.isEmpty {
      keys = Words.Timeline.keys([false, true].map { Keymap.text(.changeSpeed(up: $0)) })
    }
    let id = "timeline.button\(number)"
    let box =
      push.kind == .segment
      ? Box(width: .fit, height: .fixed(24)) : Box(width: .fixed(30), height: .fixed(30))
    var node = Node(id, .button(push), box, tip: Words.line([name, keys]))
    if case .step = command { node.repeats = true }
    let isOn = push.isOn || command == .togglePause && isPaused
    tree.add(
      node,
      AccessibilityElement(
        .button, id: id, name: name, states: isOn ? [.checked] : [],
        actions: keys.isEmpty ? [] : [.init(keys, Words.press)], frame: .zero), [.press: command])
  }

  private func declareLanes(_ tree: inout Tree<Session.Command>, _ layout: TimelineLayout) {
    tree.add(
      Node("timeline", .custom, Box(frame: layout.scrubRow.union(layout.plot))),
      AccessibilityElement(
        .slider, id: "timeline", name: Keymap.title(.toggleTimeline),
        actions: Words.Timeline.scrubbed, frame: .zero), [.pointer: .lanes, .secondary: .lanes]
    ) { tree in
      // The focus ring surrounds this element.
      tree.add(Node("", .none, Box(frame: layout.capsule)))
    }
    for lane in TimelineLayout.curves(isObserved: isObserved) where layout.has(lane) {
      let id = "timeline.\(lane)"
      tree.add(
        Node(id, .custom, Box(frame: layout.name(of: lane))),
        AccessibilityElement(
          .button, id: id, name: Words.Timeline.lane(lane),
          value: folded.contains(lane) ? Words.Timeline.folded : "", frame: .zero),
        [.press: .foldLane(lane)])
    }
  }
}
