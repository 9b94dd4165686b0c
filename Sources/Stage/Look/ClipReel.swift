public import Feel
public import FeelTrace
public import Raster

/// A moment of a clip, and where a part shows it.
public struct ClipMoment: Hashable, Sendable {
  /// The clip that its motion was measured in.
  public let clip: ObservedClip
  /// The time on the clip's clock, in seconds.
  public let time: Double
  /// The frame in which the whole picture is shown, in points.
  public let frame: Rect

  /// Creates a moment.
  public init(_ clip: ObservedClip, time: Double, frame: Rect) {
    (self.clip, self.time, self.frame) = (clip, time, frame)
  }
}

/// The frames read from a clip, or the reason why it cannot be read.
public struct ClipReel: Hashable, Sendable {
  /// One frame.
  public struct Frame: Hashable, Sendable {
    /// When it is shown, from `start` up to `end`, in seconds of the clip.
    public let start, end: Double
    /// The picture.
    public let image: Image

    /// Creates a frame.
    public init(start: Double, end: Double, image: Image) {
      (self.start, self.end, self.image) = (start, end, image)
    }
  }

  /// The clip's path.
  public let path: String
  /// The frames read, in any order.
  public var frames: [Frame] = []
  /// Why nothing could be read, as a sentence.
  public var failure: String?

  /// Creates a reel without frames.
  public init(path: String) { self.path = path }

  /// The frame shown at a moment of the clip, or the nearest one that was read.
  package func picture(at moment: ClipMoment) -> Image? {
    guard path == moment.clip.path else { return nil }
    let time = moment.time
    return frames.min { $0.distance(to: time) < $1.distance(to: time) }?.image
  }
}

extension ClipReel.Frame {
  /// The distance of a time before or after the frame, in seconds.
  fileprivate func distance(to time: Double) -> Double {
    time < start ? start - time : max(0, time - end)
  }
}
