internal import Feel
internal import FeelTrace
internal import Kit
internal import Stage

/// The measured region of a clip, dragged as a whole or by a corner and measured again on release.
struct RegionPanel: Hashable, Sendable {
  enum Grip: String, Hashable, Sendable, CaseIterable {
    case whole, topLeft, topRight, bottomLeft, bottomRight
  }

  /// The side of a corner's handle, in points.
  private static let handle = 24.0
  /// Distance of an arrow key in the clip's pixels; 1 with Shift.
  private static let step = 8.0
  /// Minimum side in the clip's pixels; at least two handles in any case.
  private static let leastSide = 32.0

  let measured: ObservedClip
  /// Frame of the clip, in points.
  let shown: Rect
  /// The region, in the clip's pixels.
  let region: Rect
  /// Explains the lines over the clip, and how to change the region.
  let legend: String

  /// Frame of the clip including the handles at its edges.
  var frame: Rect { shown.inset(by: -Self.handle / 2) }

  private var clip: Size { measured.size }
  /// Points per pixel of the clip.
  var scale: Double { shown.width / clip.width }

  /// Frame of a grip, in points.
  private func frame(of grip: Grip) -> Rect {
    let origin = shown.origin
    let whole = Rect(
      x: origin.x + region.minX * scale, y: origin.y + region.minY * scale,
      width: region.width * scale, height: region.height * scale)
    guard let corner = grip.corner else { return whole }
    let center = Vector(
      corner.isRight ? whole.maxX : whole.minX, corner.isBottom ? whole.maxY : whole.minY)
    return Rect(center: center, size: Size(Self.handle, Self.handle))
  }

  /// The region after dragging a grip by `way` (in the clip's pixels), clamped to the clip.
  func moved(_ start: Rect, _ grip: Grip, by way: Vector) -> Rect {
    func clamped(_ value: Double, _ low: Double, _ high: Double) -> Double {
      min(max(value, low), max(low, high)).rounded()
    }
    guard let corner = grip.corner else {
      let x = clamped(start.minX + way.x, 0, clip.width - start.width)
      return Rect(
        origin: Vector(x, clamped(start.minY + way.y, 0, clip.height - start.height)),
        size: start.size)
    }
    let least = max(Self.leastSide, 2 * Self.handle / scale)
    var (left, right, top, bottom) = (start.minX, start.maxX, start.minY, start.maxY)
    if corner.isRight {
      right = clamped(right + way.x, min(left + least, clip.width), clip.width)
    } else {
      left = clamped(left + way.x, 0, right - least)
    }
    if corner.isBottom {
      bottom = clamped(bottom + way.y, min(top + least, clip.height), clip.height)
    } else {
      top = clamped(top + way.y, 0, bottom - least)
    }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  func stepped(_ grip: Grip, _ key: KeySample) -> Rect {
    let step = key.modifiers.contains(.shift) ? 1 : Self.step
    let ways: [KeySample.Key: Vector] = [
      .left: Vector(-step, 0), .right: Vector(step, 0), .up: Vector(0, -step),
      .down: Vector(0, step),
    ]
    return moved(region, grip, by: ways[key.key] ?? .zero)
  }

  func declare(_ tree: inout Tree<Session.Command>) {
    tree.add(Node("", .none, Box(height: .fill()))) { tree in
      for grip in Grip.allCases {
        var node = Node(
          "region.\(grip.rawValue)", .custom, Box(frame: frame(of: grip)),
          tip: grip == .whole ? legend : "", isStop: true, cursor: .grab)
        node.keys = [.left, .right, .up, .down]
        tree.add(
          node,
          AccessibilityElement(
            .button, name: Words.Region.corner(grip), value: Words.Region.value(region),
            actions: Words.Region.actions),
          [.slide: .region(grip), .key: .region(grip), .press: .region(grip)])
      }
    }
  }

  func draw(_ id: String, in frame: Rect, light: Double, into canvas: inout Canvas) {
    let theme = canvas.theme
    guard id != "region.whole" else { return canvas.edge(frame, width: 2, theme.accent) }
    let knob = Rect(center: frame.center, size: Size(12 + 2 * light, 12 + 2 * light))
    canvas.fill(knob, radius: 3, theme.card)
    canvas.edge(knob, radius: 3, width: 2, theme.accent)
  }
}

extension RegionPanel.Grip {
  fileprivate var corner: (isRight: Bool, isBottom: Bool)? {
    self == .whole ? nil : (rawValue.hasSuffix("Right"), rawValue.hasPrefix("bottom"))
  }
}

extension Session {
  /// The region of the clip shown, while it can be measured.
  var regionPanel: RegionPanel? {
    guard !window.isShow, !isStageCut, reel?.failure == nil, let moment = clip(at: now) else {
      return nil
    }
    // A clip being measured for the first time has no region yet.
    guard moment.clip.end != nil || notices.progress == nil else { return nil }
    return RegionPanel(
      measured: moment.clip, shown: moment.frame,
      region: shownMotion.region?.shown ?? moment.clip.region,
      legend: Words.Region.legend(player.names(on: player.sheet.run)?.b))
  }

  /// Moves the region, and measures it on release.
  mutating func drag(_ grip: RegionPanel.Grip, _ gesture: Gesture) {
    guard let panel = arranged.region, shownMotion.region?.isAsked != true else { return }
    switch gesture {
    case .slid(.began): shownMotion.region = (panel.region, panel.region, false)
    case .slid(.moved(let way)):
      if let start = shownMotion.region?.start {
        shownMotion.region?.shown = panel.moved(start, grip, by: way * (1 / panel.scale))
      }
    case .slid(.cancelled): shownMotion.region = nil
    case .keyed(let key): shownMotion.region = (panel.region, panel.stepped(grip, key), false)
    case .slid(.ended), .pressed:
      guard panel.region != panel.measured.region else { return shownMotion.region = nil }
      shownMotion.region?.isAsked = true
      request(.measure(panel.measured.path, panel.region))
    default: break
    }
  }

  /// Measures a previous or undone region of the clip again.
  mutating func measureAgain(_ region: Rect) {
    if let clip = shownMotion.source?.clip { request(.measure(clip.path, region)) }
  }
}
