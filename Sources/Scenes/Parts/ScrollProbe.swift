internal import Feel
internal import Stage

/// The motion of a scroll view at a moment: its content under the viewport.
struct ScrollProbe: MotionProbe {
  let view: ScrollView
  let rows: Int
  /// How high a row is, in points.
  let rowHeight: Double
  let now: Instant

  var state: ControlState { view.state(at: now) }

  var reading: MotionReading {
    let position = view.contentOffset(at: now)
    var reading = MotionReading(
      "scroll", position: position, velocity: view.velocity(at: now),
      state: state, anchor: Vector(view.frame.midX, view.frame.minY),
      direction: Vector(0, -1), isContent: true,
      rest: view.isPressed ? position : view.restOffset(at: now),
      restTime: view.motion.map { $0.start.advanced(atLeast: $0.law.duration) })
    reading.pastEndWord = view.physics.band.word
    reading.bounds = 0...view.layout.maximumOffset
    if view.isBarPressed, let thumb = view.barThumb(at: now) {
      reading.perPoint = view.layout.maximumOffset / max(1, view.gutter.height - thumb.height)
    }
    reading.run = view.motion.map { MotionRun($0.law, start: $0.start, view.physics) }
    return reading
  }

  var shape: MovingShape? {
    MovingShape(Rect(center: view.frame.center, size: Size(36, 6)), radius: 3)
  }

  var limits: MotionLimits? {
    let (frame, layout) = (view.frame, view.layout)
    let top = frame.minY - view.contentOffset(at: now)
    let reach = view.physics.band.reach(viewport: layout.viewport)
    return MotionLimits(
      edges: [top, top + layout.content],
      reach: [frame.minY + reach, frame.minY + layout.content - layout.maximumOffset - reach],
      slops: view.isMouseDragEnabled ? [view.slop.mouse] : [])
  }

  var outlines: [MovingShape] {
    let frame = view.frame
    let offset = view.contentOffset(at: now)
    // Every fifth row is enough to see where the others are.
    return view.visibleRows(rowLength: rowHeight, count: rows, at: now)
      .filter { $0.isMultiple(of: 5) }
      .compactMap { row in
        let y = frame.minY + (Double(row) * rowHeight - offset)
        let place = Rect(x: frame.minX + 4, y: y, width: frame.width - 8, height: rowHeight)
        return place.intersection(frame).map { MovingShape($0, radius: 6, name: Words.row(row)) }
      }
  }

  var releaseEstimate: VelocityEstimate? { view.releaseEstimate(at: now) }

  func explanation(of sample: PointerSample) -> ReleaseExplanation? { view.explanation(of: sample) }
}
