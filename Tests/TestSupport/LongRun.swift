internal import Glibc

/// What the programs that play random cases for as long as they are told have in common.
public enum LongRun {
  /// Writes which case is being played into the file that `SEED_NOTE` names, so that a crash tells
  /// which it was.
  public static func note(_ text: String) {
    guard let path = getenv("SEED_NOTE"), let file = fopen(path, "w") else { return }
    fputs(text, file)
    fclose(file)
  }

  /// Ends the program with a message on the standard error.
  public static func fail(_ message: String, code: Int32) -> Never {
    let line = Array((message + "\n").utf8)
    _ = write(2, line, line.count)
    exit(code)
  }
}
