internal import FeelFiles
internal import Glibc

// Ignored so that a write beyond the file size limit fails with an error instead of ending the
// program.
signal(SIGXFSZ, SIG_IGN)

exit(CommandLineRun.status(of: Array(CommandWords.all.dropFirst())).rawValue)
