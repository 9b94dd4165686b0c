internal import CX11

extension Window {
  /// Leaves what was copied to the desktop's clipboard manager, where there is one, so that it can still be pasted when the program has ended.
  ///
  /// The window goes from the screen at once, and no event is reported any more. A manager that says nothing for `patience` seconds is waited for no longer, and none for longer than ten times that.
  ///
  /// - Precondition: `patience` is finite and not negative.
  public func handOverText(patience: Double = 1) {
    precondition(patience >= 0 && patience.isFinite, "a patience is finite and not negative")
    guard !isLost, !display.isLost else { return }
    // SAFETY: here and below: the connection is held, and an event is read as the member that its type names.
    unsafe XUnmapWindow(display.handle, window)
    guard offer.askToKeep(at: userTime) else { return }
    let silence = Int64(min(patience, 1e9) * 1e6)
    let end = cx_monotonic_us() + 10 * silence
    // A long text goes in many pieces, each when the manager has taken the one before.
    while !display.isLost, !keeperHasSpoken(), cx_monotonic_us() < end {
      switch poller.sleep(until: min(end, cx_monotonic_us() + silence)) {
      case .events: continue
      case .time, .woken, .lost: return
      }
    }
  }

  /// Gives the clipboard manager what it asks for; returns whether it has all it wanted, or does not want it.
  private func keeperHasSpoken() -> Bool {
    while !display.isLost, unsafe XPending(display.handle) > 0 {
      var event = unsafe XEvent()
      unsafe XNextEvent(display.handle, &event)
      guard !display.isLost else { break }
      switch unsafe event.type {
      case SelectionRequest: unsafe offer.answer(event.xselectionrequest)
      case PropertyNotify: unsafe _ = offer.takes(event.xproperty)
      case SelectionNotify:
        if unsafe event.xselection.selection == display.atom(.clipboardManager) { return true }
      case DestroyNotify:
        // Nothing can be asked of us by it any more, nor by anybody else if it is our own.
        let gone = unsafe event.xdestroywindow.window
        offer.windowGone(gone)
        if gone == window { return true }
      default: break
      }
    }
    return false
  }
}
