internal import FeelFiles
internal import Glibc

// A file that grows past a limit is an error of its writing, with its sentence, and not the end.
signal(SIGXFSZ, SIG_IGN)

exit(CommandLineRun.status(of: Array(CommandWords.all.dropFirst())).rawValue)
