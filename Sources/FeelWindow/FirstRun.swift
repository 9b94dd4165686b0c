package import Feel
package import FeelFiles
internal import Glibc
internal import Lab
package import Stage

/// The introduction: a recorded flick that is stopped in mid-air, stepped back and on, and run
/// again with another system's physics; shown once in a user's life, and whenever it is asked for.
package enum FirstRun {
  /// The trace to show, if this is the first run and there is one.
  ///
  /// Whatever stands in the way – no assets, no home, a file system that takes nothing – means no
  /// introduction, and never a failure.
  package static func introduction() -> TraceFile? {
    guard let folder = UserFolder.state, !File.exists(folder + "/introduced"),
      let assets = try? AssetFolder.find(),
      File.exists(assets + name),
      (try? File.makeFolder(folder)) != nil,
      (try? File.write([], to: folder + "/introduced")) != nil
    else { return nil }
    return try? TraceFile.read(assets + name)
  }

  /// The word that asks for it.
  package static let word = "tour"
  private static let name = "/first-run.feel"

  /// The trace to show to somebody who asks for it.
  package static func tour() throws(CommandFailure) -> TraceFile {
    try TraceFile.read(try AssetFolder.find() + name)
  }

  /// Fits it into a window of a size, in its look, with some overlays and its own.
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
