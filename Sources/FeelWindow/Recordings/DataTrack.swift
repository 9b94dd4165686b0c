package import FeelFiles
package import FeelTrace
internal import Lab
internal import Observe

/// Measured motions from files, for the Curves scene.
package enum DataTrack {
  /// Id of the scene that shows data.
  package static let sceneID = "curves"
  /// Key of the parameter that selects what it shows.
  package static let sourceKey = "curve.source"

  /// The motion in a file: a table's, a hand's, or the last gesture of a stream or a recording.
  ///
  /// - Throws: `CommandFailure` with the line of the first invalid row.
  package static func read(_ path: String) throws(CommandFailure) -> MotionTrack {
    try track(of: try FileContent.read(path), path)
  }

  static func track(
    of content: consuming FileContent, _ path: String
  ) throws(CommandFailure) -> MotionTrack {
    let refusal = content.refusal(of: path, for: "a motion")
    switch consume content {
    case .motion(let table): return try table.track(name: name(path))
    case .gestures(let gestures): return try track(of: gestures.observations.last, path)
    case .hand(let file): return try track(of: file.observation, path)
    case .watched(var lines): return try track(of: lines.motions().observations.last, path)
    case .recording(var lines): return try gesture(&lines, path)
    default: throw refusal
    }
  }

  private static func track(
    of observation: Observation?, _ path: String
  ) throws(CommandFailure) -> MotionTrack {
    let rows = observation?.rows ?? []
    let samples = rows.map { row in
      MotionTrack.Sample(time: row.time - rows[0].time, position: row.offset, velocity: nil)
    }
    guard let track = MotionTrack(name: name(path), samples: samples) else {
      throw .badFile("\(path): times are too close together.")
    }
    return track
  }

  private static func gesture(
    _ lines: inout TraceLines, _ path: String
  ) throws(CommandFailure) -> MotionTrack {
    var playback = try Playback(lines.file)
    while let entry = try lines.next() { playback.feed(entry) }
    guard let track = playback.session.lastTrack(),
      let named = MotionTrack(
        name: "\(name(path)) · \(track.name)", unit: track.unit, bounds: track.bounds,
        samples: track.samples)
    else {
      throw .badFile("\(path): no hand moves anything.")
    }
    return named
  }

  private static func name(_ path: String) -> String {
    path == "-" ? "Data" : FileName.last(of: path)
  }
}
