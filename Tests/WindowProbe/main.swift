internal import Feel
internal import Glibc
internal import XWindow

// A bare window for tests of the window layer: a plain picture whose top-left corner changes with
// every pointer motion. Lines on standard output report events. Exit status: 0 closed, 3 no display
// or display lost.

let options = Options(Array(CommandLine.arguments.dropFirst()))
do {
  let window = try Window(options.window)
  let probe = Probe(window, options)
  exit(probe.run())
} catch {
  Line.write("error \(error)")
  exit(3)
}
