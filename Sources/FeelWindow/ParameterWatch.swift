internal import FeelFiles
internal import Stage
internal import XWindow

/// Follows the parameter file that a window was opened with, while the window shows its scene.
struct ParameterWatch {
  enum Change {
    /// New values, and the path they came from.
    case parameters(ParameterSet, path: String)
    /// An error, or another message.
    case notice(String)
  }

  private let file: WatchedParameters
  private let scene: any Scene.Type
  private let watch: FileWatch
  // The file was written and has not been read since.
  private var isDue = false

  init(
    _ file: WatchedParameters, of scene: any Scene.Type, _ waker: Waker
  ) throws(CommandFailure) {
    (self.file, self.scene) = (file, scene)
    watch = try FileWatch(file.path, waker)
  }

  /// The change, if the file was written since the last call.
  ///
  /// Values for a scene that is not shown wait until it is.
  mutating func next(shown: any Scene.Type) -> Change? {
    let isNew = watch.hasChanged()
    guard isNew || isDue else { return nil }
    guard shown == scene else {
      isDue = true
      return isNew ? .notice(say("\(file.path) is followed again in \(scene.title).")) : nil
    }
    isDue = false
    do throws(CommandFailure) {
      return .parameters(try file.read(scene), path: file.path)
    } catch {
      return .notice(error.message)
    }
  }
}
