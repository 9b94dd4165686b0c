public import FeelGeometry

extension ScrollView {
  /// Where the scroll bar can be grabbed, in points: a strip of 12 at the trailing edge.
  public var gutter: Rect {
    let width = min(ScrollBar.gutter, direction == .vertical ? frame.width : frame.height)
    return direction == .vertical
      ? Rect(x: frame.maxX - width, y: frame.minY, width: width, height: frame.height)
      : Rect(x: frame.minX, y: frame.maxY - width, width: frame.width, height: width)
  }

  /// The scroll bar's thumb at a time, in points of the frame's space; `nil` where nothing scrolls.
  public func barThumb(at time: Instant) -> Rect? {
    let gutter = gutter
    guard
      var thumb = ScrollBar.thumb(
        track: barTrack, offset: contentOffset(at: time), layout: layout)
    else { return nil }
    thumb.start += barMargin
    return direction == .vertical
      ? Rect(
        x: gutter.minX, y: gutter.minY + thumb.start, width: gutter.width, height: thumb.length)
      : Rect(
        x: gutter.minX + thumb.start, y: gutter.minY, width: thumb.length, height: gutter.height)
  }

  /// How long the way is along which the thumb lies, in points.
  private var barTrack: Double {
    max(0, Self.length(of: gutter, along: direction) - 2 * barMargin)
  }

  /// How visible the scroll bar is at a time, 0…1: shown while the content moves, is dragged, or the pointer is over the bar; 0.8 s later it fades in 0.16 s.
  public func barOpacity(at time: Instant) -> Double {
    guard layout.isScrollable else { return 0 }
    return asked(at: time) { state in
      if state.isKept { return 1 }
      guard let fading = state.fading, time < fading.end else { return 0 }
      return min(1, 1 - max(0, time - fading.start) / ScrollBar.fadeDuration)
    }
  }

  /// When the bar begins to fade and when it has faded, unless it is kept or there is none.
  var fading: (start: Instant, end: Instant)? {
    guard layout.isScrollable, !isKept, let lastUse = axis.motionEnd ?? bar.lastUse else {
      return nil
    }
    return (
      lastUse.advanced(by: ScrollBar.holdDuration),
      lastUse.advanced(by: ScrollBar.holdDuration + ScrollBar.fadeDuration)
    )
  }

  /// Whether the bar stays until an event lets go of it.
  private var isKept: Bool { pointer.isOver(gutter) || bar.drag.isActive || drag.isDragging }

  /// Whether the scroll bar's thumb is held.
  public var isBarPressed: Bool { bar.drag.isActive }

  /// Whether the bar stays however long ago the content scrolled.
  var isInUse: Bool { isKept || axis.motionEnd != nil }

  mutating func handleBar(_ sample: PointerSample, _ effects: inout Effects<Effect>) {
    // What bounces first comes to rest: a thumb has no place past its end.
    let isBouncing = axis.extent.overscroll(of: axis.offset(at: now)) != 0
    guard bar.drag.isActive || !isBouncing, let thumb = barThumb(at: now) else { return }
    let wasActive = bar.drag.isActive
    let change = bar.drag.handle(sample, hitBox: thumb)
    if wasActive, change == .pressed || change == .cancelled { effects.append(.cancelled) }
    bar.lastUse = now
    switch change {
    case .none where !wasActive && sample.phase == .down: page(towards: sample, thumb, &effects)
    case .none, .cancelled, .released: break
    case .pressed:
      endFling(.cutShort, &effects)
      bar.offsetAtPress = axis.offset(at: now)
      axis.place(at: bar.offsetAtPress)
    case .began(let translation):
      effects.append(.dragBegan)
      moveBar(by: translation)
    case .moved(let translation):
      moveBar(by: translation)
    case .ended(let translation):
      moveBar(by: translation)
      effects.append(.dragEnded)
    }
  }

  private mutating func moveBar(by translation: Vector) {
    axis.place(at: axis.extent.clamped(bar.offsetAtPress + barTravel(for: translation)))
  }

  /// How far the content goes when the thumb is dragged so far, in points.
  func barTravel(for translation: Vector) -> Double {
    bar.drag.axis.length(of: translation)
      * ScrollBar.contentPerPoint(track: barTrack, layout: layout)
  }

  private mutating func page(
    towards sample: PointerSample, _ thumb: Rect, _ effects: inout Effects<Effect>
  ) {
    let isBefore =
      direction == .vertical
      ? sample.location.y < thumb.minY : sample.location.x < thumb.minX
    glide(by: isBefore ? -pageLength : pageLength, lasting: Self.orderDuration, &effects)
  }
}
