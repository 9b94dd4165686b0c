internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// What the window says for a while: in the hint line what was done, above the end of the stage what can be done about it and how far a piece of work is.
struct Notices: Hashable, Sendable {
  /// What has just been done, while it is shown.
  private(set) var toast: Toast?
  /// What has just been done and something can be done about, while it is shown.
  var offer: Offer?
  /// The earlier sessions that the host keeps, also when none is offered any more.
  var earlier = EarlierSessions()
  /// What the host works at, while it does.
  private(set) var progress: ProgressPanel?

  /// Says what has just been done.
  mutating func say(_ text: String, at now: Instant) {
    toast = Toast(text, at: now)
  }

  /// Says how much of a long piece of work is done, 0…1, or that it goes on no longer: `nil`.
  mutating func showProgress(of title: String, _ share: Double?) {
    guard let share else {
      progress = nil
      return
    }
    if progress?.title != title { progress = ProgressPanel(title) }
    progress?.share = share
  }

  /// Whether there is anything of theirs to press.
  var takePresses: Bool { progress != nil || offer != nil }

  /// Follows the pointer; a hand that holds something else passes over them without touching them.
  mutating func handle(_ sample: PointerSample, above layout: Layout, isHandBusy: Bool) -> Answer {
    if var panel = progress, panel.strip.isHeld || !isHandBusy {
      let outcome = panel.strip.handle(sample, above: layout.stage)
      progress = panel
      switch outcome {
      case .clicked: return .consumed([.endFilm])
      case .taken: return .consumed
      case .passed: break
      }
    }
    if var offer, offer.strip.isHeld || !isHandBusy {
      let wasHeld = offer.strip.isHeld
      let outcome = offer.strip.handle(sample, above: offerStage(above: layout))
      if sample.phase == .down { offer.leave(at: sample.time) }
      if wasHeld, !offer.strip.isHeld { offer.letGo(at: sample.time) }
      self.offer = offer
      switch outcome {
      case .clicked(let index): return .consumed([offer.choices[index].action])
      case .taken: return .consumed
      case .passed: break
      }
    }
    return .ignored
  }

  /// Follows the keys of the offer, while one of its buttons has the keyboard.
  mutating func handle(_ sample: KeySample) -> Answer {
    guard var offer, let outcome = offer.strip.handle(sample) else { return .ignored }
    if offer.strip.focus == nil { offer.letGo(at: sample.time) }
    self.offer = offer
    guard case .clicked(let index) = outcome else { return .consumed }
    return .consumed([offer.choices[index].action])
  }

  /// Abandons a press.
  mutating func cancel(at now: Instant) {
    progress?.strip.cancel()
    let wasHeld = offer?.strip.isHeld ?? false
    offer?.strip.cancel()
    if wasHeld { offer?.letGo(at: now) }
  }

  /// When one of them begins to go, or is gone.
  var deadline: Instant? { [toast?.deadline, offer?.deadline].compactMap { $0 }.min() }

  mutating func advance(to now: Instant) {
    if toast?.isGone(at: now) ?? false { toast = nil }
    if offer?.isGone(at: now) ?? false { offer = nil }
  }

  /// Whether the picture changes by time alone.
  func isMoving(at now: Instant) -> Bool {
    (progress?.strip.isMoving(at: now) ?? false) || (toast?.isMoving(at: now) ?? false)
      || (offer?.isMoving(at: now) ?? false)
  }

  var cursor: Cursor? {
    let isOver = progress?.strip.isHovered ?? false || offer?.strip.isHovered ?? false
    return isOver ? .arrow : nil
  }

  /// The part of the stage above whose end an offer is: beside the panel's buttons, and above what says how far a piece of work is.
  func offerStage(above layout: Layout) -> Rect {
    var stage = layout.openStage
    if let progress {
      stage.size.height = progress.strip.frame(above: layout.stage).minY - stage.minY
    }
    return stage
  }

  /// Draws them; `room` is the hint's.
  func draw(into canvas: inout Canvas, above layout: Layout, in room: Rect, at now: Instant) {
    progress?.draw(into: &canvas, above: layout.stage, at: now)
    offer?.draw(into: &canvas, above: offerStage(above: layout), at: now)
    toast?.draw(into: &canvas, in: room, of: layout.hint, at: now)
  }
}
