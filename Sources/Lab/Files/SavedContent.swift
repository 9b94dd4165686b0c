public import Feel
public import Raster
internal import Stage

/// What is kept in a file whose name and folder are chosen in the panel of files.
public enum SavedContent: Hashable, Sendable {
  /// The scene's parameters, as JSON.
  case parameters(String)
  /// A table, as comma-separated values.
  case table(String)
  /// One take, by its number, or the whole session: `nil`.
  case takes(Int?)
  /// A video of a stretch of the stage's time.
  case video(from: Instant, to: Instant)
  /// A picture of what was shown when it was asked for.
  case picture(WindowPicture)

  /// What the panel says above the name.
  var title: String {
    switch self {
    case .parameters: "Save parameters"
    case .table: "Save table"
    case .takes(let number): number == nil ? "Save all takes" : "Save the take"
    case .video: "Save video"
    case .picture: "Save picture"
    }
  }

  /// The endings of the files that can hold it; a name without one gets the first.
  var endings: [String] {
    switch self {
    case .parameters: [".json"]
    case .table: [".csv"]
    case .takes: [".feel"]
    case .video: [".mp4", ".gif", ".apng"]
    case .picture: [".png", ".svg"]
    }
  }
}

/// A part of the window as it was at a moment.
public struct WindowPicture: Hashable, Sendable {
  /// What the whole window showed.
  public let list: DisplayList
  /// The window's size, in points.
  public let size: Size
  /// The part of it, in points.
  public let frame: Rect
}

extension Session {
  /// A part of the window as it is now, without what floats above it for a while; `nil` before there are fonts to draw with.
  func picture(of frame: Rect) -> WindowPicture? {
    guard let fonts = window.fonts else { return nil }
    var still = self
    (still.menu, still.files, still.notices) = (nil, nil, Notices())
    still.arrange()
    let list = still.displayList(at: now, fonts: fonts)
    return WindowPicture(list: list, size: size, frame: frame)
  }
}
