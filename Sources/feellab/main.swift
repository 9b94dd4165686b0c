internal import CX11
internal import FeelFiles
internal import Glibc

// A file that grows past a limit is an error of its writing, with its sentence, and not the end.
signal(SIGXFSZ, SIG_IGN)

// A file name may be any bytes: `CommandLine.arguments` replaces those that are not UTF-8, and
// needs /proc.
var words: [String] = []
while let word = unsafe cx_argument(Int32(words.count + 1)) {
  words.append(unsafe FileName.text(of: word))
}
exit(CommandLineRun.status(of: words).rawValue)
