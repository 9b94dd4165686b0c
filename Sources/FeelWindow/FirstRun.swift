package import Feel
package import FeelFiles
internal import Glibc
internal import Lab
package import Stage

/// The introduction: a recorded flick is frozen in mid-air, stepped back and forth, and rerun with
/// another system's physics; shown once per user, and on request.
package enum FirstRun {
  /// The trace to show, if this is the first run and the trace exists.
  ///
  /// Any obstacle (no assets, no home, a read-only file system) means no introduction, never a
  /// failure.
  package static func introduction() -> TraceFile? {
    guard let folder = UserFolder.state, !File.exists(folder + "/introduced"),
      let assets = try? AssetFolder.find(),
      File.exists(assets + name),
      (try? File.makeFolder(folder)) != nil,
      (try? File.write([], to: folder + "/introduced")) != nil
    else { return nil }
    return try? TraceFile.read(assets + name)
  }

  /// The command-line word that requests it.
  package static let word = "tour"
  private static let name = "/first-run.feel"

  /// The trace to show on request.
  package static func tour() throws(CommandFailure) -> TraceFile {
    try TraceFile.read(try AssetFolder.find() + name)
  }

  /// Fits the trace into a window's size and theme, with these overlays and its own.
  package static func fit(
    _ trace: inout TraceFile, into window: Size, _ theme: Theme.Name, _ overlays: Set<Overlay>
  ) {
    let around = Session.windowSize(for: .zero)
    trace.move(to: Size(window.width - around.width, window.height - around.height))
    trace.setTheme(theme)
    trace.show(overlays.union([.ghosts]))
    trace.content = .rich
  }
}
