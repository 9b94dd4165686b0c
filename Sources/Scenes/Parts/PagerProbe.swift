internal import Feel
internal import Stage

/// The motion of a pager at a moment: the strip of its pages, or the content of one of them.
struct PagerProbe: MotionProbe {
  let pager: Pager
  let now: Instant

  var state: ControlState { pager.state(at: now) }

  var reading: MotionReading {
    let movement = pager.movement(at: now)
    let turns = movement.axis == .horizontal
    let frame = pager.frame
    var reading = MotionReading(
      "pager", position: movement.offset, velocity: movement.velocity,
      state: state,
      anchor: turns ? Vector(frame.minX, frame.midY) : Vector(frame.midX, frame.minY),
      direction: turns ? Vector(-pager.stripOffset(of: 1) / movement.unit, 0) : Vector(0, -1),
      isContent: true,
      rest: movement.restOffset, restTime: movement.restTime)
    reading.restName = turns ? pager.pages[movement.page].title : nil
    let isHalved = turns && pager.turn.resistance == .half
    reading.pastEndWord =
      isHalved
      ? pager.turn.resistance.rawValue : turns ? reading.pastEndWord : pager.physics.band.word
    reading.item = turns ? 0 : movement.page + 1
    reading.bounds = movement.bounds
    reading.run = movement.motion.map {
      MotionRun(
        $0.law, start: $0.start, turns ? .uikit : pager.physics, unit: movement.unit)
    }
    let shown = pager.visiblePages(at: now)
    reading.items = pager.pages.indices.map { page in
      MotionReading.Item(
        pager.pages[page].title, isAlive: pager.isLive(page),
        isShown: page == shown.first.page || page == shown.second?.page)
    }
    reading.snapPositions = turns ? pager.pages.indices.map(pager.stripOffset) : []
    return reading
  }

  var shape: MovingShape? {
    let turns = pager.movement(at: now).axis == .horizontal
    let size = turns ? Size(6, 36) : Size(36, 6)
    return MovingShape(
      Rect(center: pager.frame.center + Vector(0, 48), size: size), radius: 3)
  }

  var limits: MotionLimits? {
    let (movement, frame) = (pager.movement(at: now), pager.frame)
    let lock = pager.turn.lock
    let slops = [lock.horizontal.mouse, lock.vertical.mouse]
    guard movement.axis == .horizontal else {
      let top = frame.minY - movement.offset
      return MotionLimits(
        edges: [top, top + pager.pages[movement.page].contentLength], slops: slops)
    }
    let start = frame.minX - movement.offset
    let end = start + pager.stripOffset(of: pager.pages.count - 1) + frame.width
    return MotionLimits(edges: [start, end], slops: slops)
  }

  var outlines: [MovingShape] {
    let shown = pager.visiblePages(at: now)
    return [shown.first, shown.second].compactMap { $0 }.flatMap { outlines(of: $0) }
  }

  /// What can be seen of a page, with its name where there is room for it, and of the current page's first row.
  private func outlines(of placement: Pager.Placement) -> [MovingShape] {
    var shapes: [MovingShape] = []
    if let page = placement.frame.inset(by: 4).intersection(pager.frame) {
      let name = page.width >= 120 ? pager.pages[placement.page].title : nil
      shapes.append(MovingShape(page, radius: 10, name: name))
    }
    guard placement.page == pager.currentPage else { return shapes }
    let offset = pager.contentOffset(of: placement.page, at: now)
    let row = Rect(
      x: placement.frame.minX + 8,
      y: pager.frame.minY - offset.truncatingRemainder(dividingBy: PagerPart.rowHeight),
      width: placement.frame.width - 16, height: PagerPart.rowHeight)
    if let row = row.intersection(pager.frame) { shapes.append(MovingShape(row, radius: 6)) }
    return shapes
  }

  var releaseEstimate: VelocityEstimate? { pager.releaseEstimate(at: now) }

  func explanation(of sample: PointerSample) -> ReleaseExplanation? {
    pager.explanation(of: sample)
  }
}
