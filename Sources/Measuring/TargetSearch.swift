package import Feel
internal import FeelFiles
internal import Observe
internal import Stage
internal import XWindow

/// A scrolling area of a window, and how it can be scrolled.
package struct ScrollTarget {
  /// Its place on the screen, in pixels.
  package let region: PixelRect
  /// Whether it scrolls vertically.
  package let isVertical: Bool
  /// Whether a finger or a pressed mouse scrolls it, rather than only a wheel.
  package let isDragged: Bool

  /// Its length along its axis, in pixels.
  var length: Double { Double(isVertical ? region.height : region.width) }
}

/// Waits for a program's window, and finds what scrolls in it by moving it.
struct TargetSearch {
  private let watch: ScreenWatch
  private let player: GesturePlayer
  private let program: StartedProgram

  /// How long a window is watched for spontaneous changes, in seconds.
  static let idle = 0.7
  /// A window in which a larger share than this changes spontaneously cannot be searched.
  static let mostRestless = 0.5
  /// Minimum side of a window, to have room for a finger, in pixels.
  static let leastSide = 80

  init(_ watch: ScreenWatch, _ player: GesturePlayer, _ program: StartedProgram) {
    (self.watch, self.player, self.program) = (watch, player, program)
  }

  // MARK: Window

  /// The largest window, once it has appeared and settled.
  ///
  /// - Parameter patience: how long to wait for it, in seconds.
  /// - Throws: `CommandFailure` if none appears, it is too small, or the program ends.
  func window(within patience: Double) throws(CommandFailure) -> ForeignWindow {
    let end = player.now + patience
    watch.wait(until: ScreenWatch.now + Int64(patience * 1e6))
    while largest == nil {
      try player.checkProgram()
      guard player.now < end else {
        throw .checkFailed(
          "\(program.name) opened no window within \(patience.text(decimals: 0)) s.")
      }
      try player.settle(rest: 0.05, limit: 0.05) { _ in true }
    }
    // A window exists before anything is drawn in it.
    while player.now < end, let largest, picture(of: largest)?.isPlain ?? true {
      try player.checkProgram()
      try player.settle(rest: 0.05, limit: 0.05) { _ in true }
    }
    watch.wait(until: nil)
    // The first content may be a splash screen, or the window may still grow.
    try player.settle(rest: 0.4, limit: 4) { _ in true }
    try player.checkProgram()
    guard let window = largest else {
      throw .checkFailed("\(program.name) closed its window again.")
    }
    guard min(window.place.width, window.place.height) >= Self.leastSide else {
      throw .checkFailed(
        "The window of \(program.name) shows \(window.place.width) × \(window.place.height) "
          + "pixels. A finger needs \(Self.leastSide).")
    }
    return window
  }

  private var largest: ForeignWindow? {
    watch.windows.max { $0.place.area < $1.place.area }
  }

  // MARK: Search

  /// Finds what scrolls, trying a finger before a wheel, and vertical before horizontal.
  ///
  /// - Throws: `CommandFailure` if nothing does, or everything moves by itself.
  func target(in window: ForeignWindow) throws(CommandFailure) -> ScrollTarget {
    let restless = try changes(in: window) { see throws(CommandFailure) in
      try player.settle(rest: Self.idle, limit: Self.idle, see)
    }
    guard restless.share < Self.mostRestless else {
      throw .checkFailed(
        "The window of \(program.name) changes all the time by itself, so the effect of a hand "
          + "cannot be seen.")
    }
    var seen = Seen()
    for (x, y) in [(0.5, 0.5), (0.25, 0.5), (0.75, 0.5), (0.5, 0.25), (0.5, 0.75)] {
      for isVertical in [true, false] {
        let place = spot(x, y, in: window)
        for gesture in Self.probes(in: window, isVertical) {
          guard
            let found = try scrolled(by: gesture, at: place, window, isVertical, restless, &seen)
          else { continue }
          return found
        }
      }
      // If nothing at all has changed, do not try the other places.
      guard seen.hasChanged else { break }
    }
    try player.checkProgram()
    let window = "the window of \(program.name)"
    let sentence =
      if let period = seen.period {
        "The content of \(window) repeats every \(period) pixels, so its position is ambiguous."
      } else if seen.hasChanged {
        "Nothing scrolls in \(window): what changed under a finger and a wheel did not move "
          + "with them."
      } else {
        "Nothing changes in \(window), whatever a finger and a wheel do: it hangs, or does not "
          + "scroll."
      }
    throw .checkFailed(sentence)
  }

  /// Observations during the search.
  private struct Seen {
    /// Whether anything changed in response to a gesture.
    var hasChanged = false
    /// The number of pixels after which the changed content repeats.
    var period: Int?
  }

  /// The gestures to try; each is undone by its reverse.
  private static func probes(in window: ForeignWindow, _ isVertical: Bool) -> [ScriptedGesture] {
    let side = isVertical ? window.place.height : window.place.width
    return [.probe(length: Double(side)), .notches(3)]
  }

  private func spot(_ x: Double, _ y: Double, in window: ForeignWindow) -> (x: Int, y: Int) {
    let place = window.place
    return (place.x0 + Int(x * Double(place.width)), place.y0 + Int(y * Double(place.height)))
  }

  /// The area that a gesture scrolls, if the reverse gesture moves it as a whole.
  private func scrolled(
    by gesture: ScriptedGesture, at spot: (x: Int, y: Int), _ window: ForeignWindow,
    _ isVertical: Bool, _ restless: ChangedCells, _ seen: inout Seen
  ) throws(CommandFailure) -> ScrollTarget? {
    // As large as the window, centred on the spot, where the gesture then has its middle.
    let (width, height) = (window.place.width, window.place.height)
    let field = PixelRect(
      x: spot.x - width / 2, y: spot.y - height / 2, width: width, height: height)
    var changed = try changes(in: window) { see throws(CommandFailure) in
      _ = try player.play(gesture, in: field, isVertical: isVertical, rest: 0.35, see)
    }
    changed.subtract(restless)
    seen.hasChanged = seen.hasChanged || changed.share > 0
    let (x, y) = (spot.x - window.place.x0, spot.y - window.place.y0)
    guard let found = changed.region(aroundX: x, y: y) else { return nil }
    let region = PixelRect(
      x: found.x0 + window.place.x0, y: found.y0 + window.place.y0, width: found.width,
      height: found.height)
    guard min(region.width, region.height) >= FrameProfile.leastSide else { return nil }
    var tracker = FrameTracker(region: region, isVertical: isVertical)
    func capture(_ time: Double) -> Bool {
      watch.picture(of: region) { tracker.add($0, at: time) } ?? false
    }
    _ = capture(player.now)
    _ = try player.play(gesture.reversed, in: field, isVertical: isVertical, rest: 0.35, capture)
    for case .periodic(let period) in tracker.refusals.keys { seen.period = period }
    guard tracker.travel >= Self.leastMove else { return nil }
    return ScrollTarget(region: region, isVertical: isVertical, isDragged: gesture.notches == 0)
  }

  /// The minimum distance by which a probe must scroll content, in pixels.
  static let leastMove = 12.0

  private func picture(of window: ForeignWindow) -> CellPicture? {
    watch.picture(of: window.place) {
      CellPicture($0, width: window.place.width, height: window.place.height)
    }
  }

  /// The cells of a window that change during some action.
  private func changes(
    in window: ForeignWindow, _ body: (GesturePlayer.Picture) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> ChangedCells {
    var changed = ChangedCells()
    var last: CellPicture?
    func see(_ time: Double) -> Bool {
      let seen = picture(of: window)
      defer { last = seen ?? last }
      guard let seen, let last, seen != last else { return false }
      changed.add(last, seen)
      return true
    }
    _ = see(0)
    try body(see)
    _ = see(0)
    return changed
  }
}
