internal import XWindow

/// The probe's arguments; each property's comment names its own.
struct Options {
  /// Options of the window itself: `--title WORDS`, `--size WIDTH HEIGHT` in points, `--no-shm`.
  var window = WindowOptions()
  /// Seconds by which every frame is slowed down: `--slow MILLISECONDS`.
  var slowness = 0.0
  /// Whether to draw a frame at every vblank: `--animate`.
  var animates = false
  /// Whether the whole picture changes with every frame: `--whole`.
  var changesAll = false
  /// Whether to write each event as a line: `--log`.
  var logs = false
  /// Seconds after the first frame for which the probe wakes itself repeatedly, to check that every
  /// wake ends a wait: `--wakes SECONDS`.
  var wakes = 0.0
  /// Number of letters that the C key copies: `--copy COUNT`.
  var copyLength = 0
  /// Seconds after which it exits: `--seconds SECONDS`.
  var seconds: Double?

  init(_ arguments: [String]) {
    window.title = "probe"
    (window.minimumWidth, window.minimumHeight) = (16, 16)
    var rest = arguments.makeIterator()
    while let word = rest.next() {
      switch word {
      case "--title": window.title = rest.next() ?? window.title
      case "--size":
        window.width = rest.next().flatMap { Double($0) } ?? window.width
        window.height = rest.next().flatMap { Double($0) } ?? window.height
      case "--slow": slowness = (rest.next().flatMap { Double($0) } ?? 0) / 1000
      case "--seconds": seconds = rest.next().flatMap { Double($0) }
      case "--no-shm": window.allowsSharedMemory = false
      case "--animate": animates = true
      case "--whole": changesAll = true
      case "--wakes": wakes = rest.next().flatMap { Double($0) } ?? 0
      case "--copy": copyLength = rest.next().flatMap { Int($0) } ?? 0
      case "--log": logs = true
      default: Line.write("unknown argument \(word)")
      }
    }
  }
}
