public import Feel

/// The screen recording in which a motion was measured; only recordings of sessions contain it.
public struct ObservedClip: Hashable, Sendable {
  /// When content began to move by the law that is named, in seconds of the clip, its velocity, in
  /// the clip's pixels per second, and its position then.
  ///
  /// It is the release for a preset, as a clip shows no hand, unless the content began from rest,
  /// at velocity 0.
  public struct Fling: Hashable, Sendable {
    public var time, velocity, place: Double

    /// Creates a fling.
    public init(time: Double, velocity: Double, place: Double) {
      (self.time, self.velocity, self.place) = (time, velocity, place)
    }
  }

  /// Why the content still moved when its motion was last seen.
  public enum Cut: String, Hashable, Sendable, CaseIterable {
    /// It was pushed again, which is another motion.
    case push
    /// Something stopped it while it was still fast, as a hand does.
    case caught
    /// The clip ended.
    case end
  }

  /// The file's path when it was measured.
  public var path: String
  /// Its length, in bytes: a file of another length is another clip.
  public var bytes: Int
  /// The size of its frames, in pixels.
  public var size: Size
  /// The scrolling region, in pixels of the clip.
  public var region: Rect
  /// The offset to add to stage time for the clip's time, in seconds.
  public var shift: Double
  /// When the motion was last seen, in seconds of the clip, if known.
  public var end: Double?
  /// When the content came to rest, in seconds of the clip; `nil` if it did not.
  public var rest: Double?
  /// The beginning of the motion whose law is named, if one is.
  public var fling: Fling?
  /// When the run from that release, with its rest, ended, in seconds of the clip; `nil` if it goes
  /// on to the end of the motion.
  public var runEnd: Double?
  /// The end of the content that the fling reached, in pixels of the clip, if any.
  public var edge: Double?
  /// Why it did not come to rest, if it did not.
  public var cut: Cut?

  /// Whether a preset can run beside the motion: only from a release.
  public var hasRun: Bool { fling.map { $0.velocity != 0 } ?? false }

  /// When its motion was last seen, in stage time.
  public var endOnStage: Instant? { end.map { Instant(seconds: $0 - shift) } }

  /// When the content came to rest, in stage time.
  public var restOnStage: Instant? { rest.map { Instant(seconds: $0 - shift) } }

  /// When that motion began, in stage time.
  public var releaseOnStage: Instant? { fling.map { Instant(seconds: $0.time - shift) } }

  /// When the run from the release ended, in stage time; `nil` if it goes on to the end.
  public var runEndOnStage: Instant? { runEnd.map { Instant(seconds: $0 - shift) } }

  /// Creates a clip.
  public init(
    path: String, bytes: Int, size: Size, region: Rect, shift: Double = 0, end: Double? = nil,
    rest: Double? = nil, fling: Fling? = nil, runEnd: Double? = nil, edge: Double? = nil,
    cut: Cut? = nil
  ) {
    (self.path, self.bytes, self.size, self.region) = (path, bytes, size, region)
    (self.shift, self.end, self.rest, self.fling) = (shift, end, rest, fling)
    (self.runEnd, self.edge, self.cut) = (runEnd, edge, cut)
  }

  /// Writes or reads a clip's members, if the line has any.
  ///
  /// - Throws: `JSONError` for values of another kind or out of range.
  public static func walked(
    _ clip: ObservedClip?, by walk: JSONWalk
  ) throws(JSONError) -> ObservedClip? {
    guard let path = try walk.optional("clip", clip?.path, .text) else { return nil }
    let nothing = Rect(origin: .zero, size: .zero)
    let known = clip ?? ObservedClip(path: path, bytes: 0, size: .zero, region: nothing)
    let size = try walk.required("frame", [known.size.width, known.size.height], .sides)
    let (region, fling) = (known.region, known.fling.map { [$0.time, $0.velocity, $0.place] })
    let sides = try walk.required(
      "region", [region.minX, region.minY, region.width, region.height], .numbers(4))
    let bytes = try walk.required("bytes", Double(known.bytes), .clipNumber)
    let shift = try walk.required("shift", known.shift, .clipNumber)
    let end = try walk.optional("end", known.end, .clipNumber)
    let rest = try walk.optional("rest", known.rest, .clipNumber)
    let run = try walk.optional("fling", fling, .numbers(3))
    let runEnd = try walk.optional("runEnd", known.runEnd, .clipNumber)
    let edge = try walk.optional("edge", known.edge, .clipNumber)
    let cut = try walk.optional("cut", known.cut, .word)
    return ObservedClip(
      path: path, bytes: Int(max(0, bytes)), size: Size(size[0], size[1]),
      region: Rect(x: sides[0], y: sides[1], width: sides[2], height: sides[3]),
      shift: shift, end: end, rest: rest,
      fling: run.map { Fling(time: $0[0], velocity: $0[1], place: $0[2]) }, runEnd: runEnd,
      edge: edge, cut: cut)
  }
}

extension ObservedSource {
  /// Whether a preset can run beside the motion: in a clip, only from a release.
  public var hasRun: Bool { clip?.hasRun ?? true }
}

extension JSONForm<Double> {
  fileprivate static var clipNumber: Self {
    number.when("a number within ±1e12", (-1e12...1e12).contains)
  }
}

extension JSONForm<[Double]> {
  fileprivate static func numbers(_ count: Int) -> Self {
    list(of: .clipNumber).when("an array of \(count) numbers") { $0.count == count }
  }

  fileprivate static var sides: Self {
    numbers(2).when("an array of two positive numbers") { $0.allSatisfy { $0 > 0 } }
  }
}
