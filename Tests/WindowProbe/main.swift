internal import Feel
internal import Glibc
internal import XWindow

// A window and nothing else, for tests of the window layer: a plain picture whose top left corner
// changes with every motion. Lines on the standard output say what happened; the status is the
// program's: 0 closed, 3 no display or display lost.

let options = Options(Array(CommandLine.arguments.dropFirst()))
do {
  let window = try Window(options.window)
  let probe = Probe(window, options)
  exit(probe.run())
} catch {
  Line.write("error \(error)")
  exit(3)
}
