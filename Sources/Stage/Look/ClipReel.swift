public import Feel
public import FeelTrace
public import Raster

/// The moment of a clip that a part shows, and where it shows the clip.
public struct ClipMoment: Hashable, Sendable {
  /// The clip that its motion was measured in.
  public let clip: ObservedClip
  /// On the clip's clock, in seconds.
  public let time: Double
  /// Where the whole of its frame is shown, in points.
  public let frame: Rect

  /// Creates a moment.
  public init(_ clip: ObservedClip, time: Double, frame: Rect) {
    (self.clip, self.time, self.frame) = (clip, time, frame)
  }
}

/// The frames of a clip that have been read, or why it cannot be.
public struct ClipReel: Hashable, Sendable {
  /// One frame.
  public struct Frame: Hashable, Sendable {
    /// When it is shown, from its start up to its end, in seconds of the clip.
    public let start, end: Double
    /// What is shown.
    public let image: Image

    /// Creates a frame.
    public init(start: Double, end: Double, image: Image) {
      (self.start, self.end, self.image) = (start, end, image)
    }
  }

  /// Where the clip is.
  public let path: String
  /// In any order.
  public var frames: [Frame] = []
  /// Why none is read, in a sentence.
  public var failure: String?

  /// Creates a reel of which nothing is read.
  public init(path: String) { self.path = path }

  /// The frame that is shown at a moment of the clip, or the nearest one that is read.
  package func picture(at moment: ClipMoment) -> Image? {
    guard path == moment.clip.path else { return nil }
    let time = moment.time
    return frames.min { $0.distance(to: time) < $1.distance(to: time) }?.image
  }
}

extension ClipReel.Frame {
  /// How long before it or after it a time is, in seconds.
  fileprivate func distance(to time: Double) -> Double {
    time < start ? start - time : max(0, time - end)
  }
}
