package import FeelFiles
package import FeelTrace
internal import Lab
internal import Observe

/// Measured motions from files, for the scene that shows them.
package enum DataTrack {
  /// The scene that shows data.
  package static let sceneID = "curves"
  /// The parameter that says what it shows.
  package static let sourceKey = "curve.source"

  /// The motion that a file holds.
  ///
  /// - Throws: `CommandFailure` with the line of the first row that makes no sense.
  package static func read(_ path: String) throws(CommandFailure) -> MotionTrack {
    path.hasSuffix(".feel") ? try gesture(path) : try table(try File.read(path), path: path)
  }

  /// The motion that a file's bytes hold: of a table, of the last gesture of a stream, or of a hand.
  ///
  /// - Throws: `CommandFailure` with the line of the first thing that makes no sense.
  package static func read(_ bytes: [UInt8], path: String) throws(CommandFailure) -> MotionTrack {
    guard MotionFile.isStream(bytes) || HandFile.isHand(bytes) else {
      return try table(bytes, path: path)
    }
    return try track(of: MotionFile(bytes, path: path).observations, path)
  }

  private static func track(
    of observations: [Observation], _ path: String
  ) throws(CommandFailure) -> MotionTrack {
    let rows = observations.last?.rows ?? []
    let samples = rows.map { row in
      MotionTrack.Sample(time: row.time - rows[0].time, position: row.offset, velocity: nil)
    }
    guard let track = MotionTrack(name: name(path), samples: samples) else {
      throw CommandFailure(.badFile, "\(path): its times are too close to be told apart.")
    }
    return track
  }

  private static func gesture(_ path: String) throws(CommandFailure) -> MotionTrack {
    var lines = try TraceLines(path)
    var playback = try Playback(lines.file)
    while let entry = try lines.next() { playback.take(entry) }
    guard let track = playback.session.lastTrack(),
      let named = MotionTrack(
        name: "\(name(path)) · \(track.name)", unit: track.unit, bounds: track.bounds,
        samples: track.samples)
    else {
      throw CommandFailure(.badFile, "\(path): nothing is moved by hand in it.")
    }
    return named
  }

  /// What a file is called on screen.
  private static func name(_ path: String) -> String {
    path == "-" ? "Data" : path.split(separator: "/").last.map(String.init) ?? "Data"
  }

  private static func table(_ bytes: [UInt8], path: String) throws(CommandFailure) -> MotionTrack {
    let table = try Table(bytes, path: path)
    // Of other programs' motions what was shown counts, as everywhere.
    if MotionFile.hasMotion(table), table.names[1...].first != "x" {
      return try track(of: MotionFile(bytes, path: path).observations, path)
    }
    guard ["t,x", "t,x,v"].contains(table.names.joined(separator: ",")) else {
      let hint =
        table.names.first == "duration_s" ? " Flings known by length only are for “fit”." : ""
      throw CommandFailure(
        .badFile,
        "\(path): expected the columns t,x or t,x,v, or t and shown, in its first line.\(hint)")
    }
    guard table.rows.count >= 2 else {
      throw CommandFailure(.badFile, "\(path): a motion has two rows or more.")
    }
    guard table.rows.count <= Limits.trackSamples else {
      throw CommandFailure(
        .badFile, "\(path): a motion has \(Limits.trackSamples) rows at most.")
    }
    for (index, (row, next)) in zip(table.rows, table.rows.dropFirst()).enumerated() {
      guard next[0] > row[0] else {
        throw CommandFailure(
          .badFile, "\(path):\(table.lines[index + 1]): the time does not go on from \(row[0]).")
      }
    }
    let start = table.rows[0][0]
    let samples = table.rows.map { row in
      MotionTrack.Sample(
        time: row[0] - start, position: row[1], velocity: row.count > 2 ? row[2] : nil)
    }
    guard let track = MotionTrack(name: name(path), samples: samples) else {
      throw CommandFailure(.badFile, "\(path): its times are too close to be told apart.")
    }
    return track
  }
}
