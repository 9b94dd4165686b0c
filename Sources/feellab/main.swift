internal import FeelFiles
internal import Glibc

// Read from argv, since a file name may be any bytes: `CommandLine.arguments` replaces those that are not UTF-8.
let words = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
  unsafe CommandLine.unsafeArgv[index].map { unsafe FileName.text(of: $0) }
}
exit(CommandLineRun.status(of: words).rawValue)
