internal import CX11
public import Feel
public import FeelGeometry

/// What is to be shown again besides what the host changes.
struct PendingDrawing: Hashable, Sendable {
  /// Uncovered by another window: the last frame's pixels will do.
  var exposed = Damage()
  /// The picture no longer fits: all of it is to be drawn.
  var isStale = true
  /// Input has come that no frame shows yet.
  var hasInput = false
  /// When the whole picture is to be shown once more, because it may have been put where nobody saw it.
  var repeatAt: Instant?
}

/// A frame that the host has been told to draw.
struct FrameCall: Hashable, Sendable {
  var begun: Instant
  var vblank: Instant
  /// Whether it shows input that no frame has shown.
  var showsInput = false
}

/// The one question about the next vblank that is under way.
struct VblankRequest: Hashable, Sendable {
  var serial: UInt32 = 0
  /// When it was asked, in microseconds of CLOCK_MONOTONIC; `nil` = none is under way.
  var askedAt: Int64?
}

extension Window {
  /// How long after the window is mapped, framed or exposed the picture is put once more, in seconds.
  ///
  /// A manager frames a window in several requests: what is put between them goes into pixels that the server throws away with
  /// Composite, and no Expose follows. Seen with awesome 4.3, where a picture put 30 ms later stays.
  private static let settling = 0.05
  /// How long the window manager or the server may keep a frame back before it is drawn regardless, in microseconds.
  private static let watchdog: Int64 = 100_000
  /// The longest time that input is left to gather, and the longest while the window manager keeps a frame back, whose word is awaited, in seconds.
  private static let naps = (free: 0.016, held: 0.002)

  /// Waits until something happens: an event, the time to draw a frame, or the deadline.
  ///
  /// Everything that has arrived is taken in before a frame is called for, so that the newest input is in it.
  public func wait(frameWanted: Bool, deadline: Instant?) -> Wake {
    var wake = Wake()
    // What the host has seen and wants no frame for.
    if !frameWanted { pending.hasInput = false }
    var isFlooded = inputCost.end(at: now)
    letGather(frameWanted, deadline)
    while true {
      drain(into: &wake.events)
      guard !isLost else { return wake }
      if wake.events.contains(where: \.isInput) { pending.hasInput = true }
      let now = self.now
      showExposed(now)
      let plan = framePlan(frameWanted, now)
      if let plan, now >= plan.latch {
        wake.frame = plan.vblank
        called = FrameCall(begun: now, vblank: plan.vblank, showsInput: pending.hasInput)
        pending.hasInput = false
        timer.begin(now: now, thread: threadTime())
        return wake
      }
      if !wake.events.isEmpty {
        inputCost.begin(at: now)
        return wake
      }
      if let deadline, now >= deadline { return wake }
      let moment = [plan?.latch, deadline, pending.repeatAt].compactMap { $0 }.min()
      if isFlooded, let plan {
        isFlooded = false
        poller.nap(until: monotonic(min(napEnd(plan, now), deadline ?? plan.latch)))
      } else if sleep(until: moment) {
        return wake
      }
    }
  }

  /// Draws a frame: `draw` gets the pixels, 0x00RRGGBB row-major, and what of them to draw anew.
  ///
  /// `damage` is what differs from the last frame drawn; more than that may have to be drawn, for the memory that is free may hold an older
  /// frame. Outside of the rectangles asked for the pixels are right already. What became of the frame is returned, if `wait` called for it.
  @discardableResult
  public func present(
    damage changed: Damage, _ draw: (inout MutableSpan<UInt32>, FrameTarget) -> Void
  ) -> FrameReport? {
    guard !isLost, image.isReady else { return nil }
    // What the host does between the call and this is part of what a frame costs.
    let call = called ?? FrameCall(begun: now, vblank: clock.plan(now: now).vblank)
    called = nil
    protocols.frameBegins()
    let isWhole = pending.isStale
    let whole = PixelRect(pixelSize)
    let damage = isWhole ? Damage(whole) : changed.intersection(whole)
    if image.draw(damage: damage, draw) { pending.isStale = false }
    let finished = cx_monotonic_us()
    protocols.frameEnded(now: finished)
    clock.drew(
      for: call.vblank, begun: call.begun, cost: finished - monotonic(call.begun),
      isWhole: isWhole)
    // What follows input alone follows no grid, and its answer would wake the program for nothing.
    if clock.hasPixelClock || !call.showsInput { requestVblank(finished) }
    // SAFETY: here and below: who holds `display` has a connection, open or lost.
    unsafe XFlush(display.handle)
    return timer.end(now: now, thread: threadTime(), period: clock.period)
  }

  /// Lets gather what arrives right after a frame that followed input: before the next one may be drawn nothing of it is seen, neither reports nor the server's word that it has read the pixels.
  private func letGather(_ frameWanted: Bool, _ deadline: Instant?) {
    guard !isLost, let next = clock.nextFree else { return }
    let now = self.now
    // What moves by itself keeps to its grid.
    let moving = frameWanted ? clock.plan(now: now).latch : next
    let end = min(next, moving, deadline ?? next, now.advanced(by: Self.naps.free))
    if end > now { poller.nap(until: monotonic(end)) }
  }

  /// When to look at what floods in again: none of it is late as long as it is in the next frame.
  ///
  /// What has gathered is taken in a little before the frame, so that little is left to do when the frame is due; where there is no vblank that it might miss, with the frame.
  private func napEnd(_ plan: FrameClock.Plan, _ now: Instant) -> Instant {
    let early = clock.hasPixelClock ? 1.25 * inputCost.cost : 0
    let end = plan.latch - now > 2 * early ? plan.latch.advanced(by: -early) : plan.latch
    let longest = protocols.unreportedSince == nil ? Self.naps.free : Self.naps.held
    return min(end, now.advanced(by: longest))
  }

  private func framePlan(_ frameWanted: Bool, _ now: Instant) -> FrameClock.Plan? {
    // A manager that resizes the window waits for its answer, and the window may be hidden only to it.
    let isOwed = protocols.owesFrame
    guard isOwed || isVisible && (frameWanted || pending.isStale) else {
      timer.forget()
      return nil
    }
    var plan = clock.plan(now: now, isWhole: pending.isStale, hasInput: pending.hasInput)
    if isOwed { plan.latch = now }
    let unreportedSince = isOwed ? nil : protocols.unreportedSince
    timer.want(
      latch: plan.latch,
      due: clock.due(plan, now: now, isWhole: pending.isStale, hasInput: pending.hasInput),
      after: clock.target, period: clock.period, now: now,
      isHeld: !image.isReady || unreportedSince != nil, thread: threadTime())
    guard image.isReady else { return nil }
    if let unreportedSince {
      let patience = translator.clock.instant(monotonic: unreportedSince + Self.watchdog)
      plan.latch = max(plan.latch, patience)
    }
    return plan
  }

  private func threadTime() -> ThreadTime {
    ThreadTime(worked: cx_thread_us(), queued: cx_queued_us())
  }

  private func showExposed(_ now: Instant) {
    if let moment = pending.repeatAt, now >= moment {
      pending.repeatAt = nil
      pending.exposed = Damage(PixelRect(pixelSize))
    }
    guard !pending.exposed.isEmpty else { return }
    if !pending.isStale { image.expose(pending.exposed.intersection(PixelRect(pixelSize))) }
    pending.exposed = Damage()
    unsafe XFlush(display.handle)
  }

  /// Has the picture put once more when what the server does with its pixels has settled.
  func repeatWhenSettled() { pending.repeatAt = now.advanced(by: Self.settling) }

  /// Sleeps; true when another thread ended it.
  private func sleep(until wakeUp: Instant?) -> Bool {
    switch poller.sleep(until: wakeUp.map(monotonic)) {
    case .events, .time: return false
    case .woken: return true
    case .lost:
      display.markLost()
      return false
    }
  }

  /// A moment in microseconds of CLOCK_MONOTONIC.
  private func monotonic(_ moment: Instant) -> Int64 {
    moment.microseconds + translator.clock.start
  }

  private func requestVblank(_ now: Int64) {
    guard presentOpcode != nil else { return }
    if let asked = vblankRequest.askedAt, now - asked < 1_000_000 { return }
    vblankRequest.serial &+= 1
    vblankRequest.askedAt = now
    unsafe cx_present_request(display.handle, window, vblankRequest.serial)
  }

  /// Takes an answer about a vblank.
  func vblankCame(serial: UInt32, msc: UInt64, ust: UInt64) {
    guard serial == vblankRequest.serial else { return }
    vblankRequest.askedAt = nil
    clock.vblank(msc: msc, at: translator.clock.instant(monotonic: Int64(ust)))
  }
}
