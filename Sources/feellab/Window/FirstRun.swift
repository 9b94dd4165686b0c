internal import FeelTrace
internal import Glibc

/// The introduction: a short recorded drag, shown once in a user's life.
enum FirstRun {
  /// The trace to show, if this is the first run and there is one.
  ///
  /// Whatever stands in the way – no assets, no home, a file system that takes nothing – means no introduction, and never a failure.
  static func introduction() -> TraceFile? {
    guard let folder = UserFolder.state, !File.exists(folder + "/introduced"),
      let assets = try? AssetFolder.find(),
      File.exists(assets + "/first-run.feel"),
      (try? File.makeFolder(folder)) != nil,
      (try? File.write([], to: folder + "/introduced")) != nil
    else { return nil }
    return try? TraceFile.read(assets + "/first-run.feel")
  }
}
