internal import XWindow

/// What the probe is asked to do, by its arguments: what follows is named in the comment of each
/// property.
struct Options {
  /// The window's own: `--title WORDS`, `--size WIDTH HEIGHT` in points, `--no-shm`.
  var window = WindowOptions()
  /// Seconds by which each frame takes longer than it needs: `--slow MILLISECONDS`.
  var slowness = 0.0
  /// Whether every vblank gets a frame: `--animate`.
  var animates = false
  /// Whether the whole picture changes with every frame: `--whole`.
  var changesAll = false
  /// Whether each event is written as a line: `--log`.
  var logs = false
  /// Seconds for which it wakes itself once its first frame is there, to say whether a wait went on
  /// all the same: `--wakes SECONDS`.
  var wakes = 0.0
  /// How many letters the key C offers for pasting: `--copy COUNT`.
  var copyLength = 0
  /// Seconds after which it ends by itself: `--seconds SECONDS`.
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
