internal import Glibc

exit(CommandLineRun.status(of: Array(CommandLine.arguments.dropFirst())).rawValue)
