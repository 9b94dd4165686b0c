internal import Glibc

// The words as the system has them: file names are bytes, and Swift's own list mends what is no UTF-8.
let words = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
  unsafe CommandLine.unsafeArgv[index].map { unsafe FileName.text(of: $0) }
}
exit(CommandLineRun.status(of: words).rawValue)
