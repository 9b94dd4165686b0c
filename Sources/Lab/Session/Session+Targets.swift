public import Feel

/// A place in the window, outside the stage, where a press does something.
public struct PointerTarget: Hashable, Sendable {
  /// What it is, in words.
  public var name: String
  /// Where it is, in points.
  public var frame: Rect
}

extension Session {
  /// What a pointer can press around the stage: the bar, the chips of the hint line, the timeline.
  public var pointerTargets: [PointerTarget] {
    var targets = zip(catalog.scenes, chrome.tabs).map {
      PointerTarget(name: $0.title, frame: $1.frame)
    }
    targets += Chrome.Button.allCases.map {
      PointerTarget(name: $0.tooltip, frame: Chrome.frame(of: $0, in: size))
    }
    targets += Overlay.allCases.map {
      PointerTarget(name: $0.title, frame: OverlayBar.frame(of: $0, in: layout.hint))
    }
    guard let timeline = layout.timeline.map(TimelineLayout.init) else { return targets }
    targets += zip(TimelineControl.all, timeline.controls).map {
      PointerTarget(name: $0.tooltip, frame: $1)
    }
    targets.append(PointerTarget(name: "Scrub bar", frame: timeline.scrubRow))
    targets.append(PointerTarget(name: "Lanes", frame: timeline.plot))
    return targets
  }
}
