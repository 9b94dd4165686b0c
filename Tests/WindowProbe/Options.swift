internal import XWindow

/// What the probe is asked to do, by its arguments.
struct Options {
  var window = WindowOptions()
  /// Seconds that each frame takes longer than it needs.
  var slowness = 0.0
  /// Whether every vblank gets a frame.
  var animates = false
  /// Whether the whole picture changes with every frame.
  var changesAll = false
  /// Whether each event is written as a line.
  var logs = false
  /// How many letters the key C offers for pasting.
  var copyLength = 0
  /// Seconds after which it ends by itself.
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
      case "--copy": copyLength = rest.next().flatMap { Int($0) } ?? 0
      case "--log": logs = true
      default: Line.write("unknown argument \(word)")
      }
    }
  }
}
