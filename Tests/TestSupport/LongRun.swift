internal import Glibc

/// Shared parts of the programs that run random cases without end.
public enum LongRun {
  /// Writes the current case to the file named by `SEED_NOTE`, so that it is known after a crash.
  public static func note(_ text: String) {
    guard let path = getenv("SEED_NOTE"), let file = fopen(path, "w") else { return }
    fputs(text, file)
    fclose(file)
  }

  /// Exits with a message on standard error.
  public static func fail(_ message: String, code: Int32) -> Never {
    let line = Array((message + "\n").utf8)
    _ = write(2, line, line.count)
    exit(code)
  }
}
