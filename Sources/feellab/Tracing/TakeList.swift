internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Lab
internal import Stage

/// The takes of a recording as a list, in words and as JSON.
struct TakeList: Report {
  /// A take with its listed properties.
  private struct Line {
    let found: RecordedTakes.Found
    /// The preset at its start.
    let preset: String
    /// Its start, in seconds of the recording.
    var start: Double { found.take.span.start.seconds }
    /// From its start to its rest, in seconds.
    var duration: Double { (found.take.span.rest ?? found.take.end) - found.take.span.start }
  }

  private let lines: [Line]

  /// Replays a recording and lists its takes.
  ///
  /// - Throws: `CommandFailure` if it cannot be read.
  init(_ path: String) throws(CommandFailure) {
    let file = try TraceFile.read(path)
    lines = try RecordedTakes(file).all.map { found in
      let header = Trace(of: found.take, scene: found.scene, like: file.trace.header).header
      return Line(found: found, preset: header.preset.id)
    }
  }

  /// One line per take, below the names of the columns.
  var text: String {
    guard !lines.isEmpty else { return "Nothing moved.\n" }
    let rows = lines.map { line in
      [
        "\(line.found.take.number)", line.found.take.name.map { shown($0) } ?? "",
        line.found.scene, line.preset, line.start.text(decimals: 3),
        line.duration.text(decimals: 3), Self.words(line.found.take),
      ]
    }
    return PlainTable.text(
      [["take", "name", "scene", "preset", "at s", "lasts s", "what happened"]] + rows,
      rightFrom: [0, 4, 5])
  }

  /// The outcome of a take, in a few words.
  private static func words(_ take: Take) -> String {
    let outcome = take.outcome
    var parts: [String] = []
    switch take.origin {
    case .hand: break
    case .branch(let number, let time):
      parts.append("continues take \(number) at \(time.text(decimals: 3)) s")
    case .rerun(let number): parts.append("reruns take \(number)")
    }
    guard let control = outcome.control else {
      return (parts + ["nothing moved"]).joined(separator: ", ")
    }
    let unit = outcome.unit.isEmpty ? "" : " \(outcome.unit)"
    parts.append(
      "\(control) rests at \(outcome.rest.text(decimals: 1))\(unit)"
        + (outcome.restName.map { ", \(shown($0))" } ?? ""))
    if let peak = outcome.peak {
      parts.append("\(peak.text(decimals: 0))\(unit)/s at most")
    }
    if outcome.jumps > 0 { parts.append(counted(outcome.jumps, "jump")) }
    return parts.joined(separator: ", ")
  }

  var json: JSON { JSON.of(["takes": lines.map(Self.json)]) }

  private static func json(_ line: Line) -> JSON {
    let (take, outcome) = (line.found.take, line.found.take.outcome)
    return JSON.of([
      "take": take.number, "name": take.name, "scene": line.found.scene, "preset": line.preset,
      "start": line.start, "duration": line.duration, "from": take.origin.number,
      "control": outcome.control, "unit": outcome.unit, "rest": outcome.rest,
      "restName": outcome.restName, "settle": outcome.settle, "peak": outcome.peak,
      "overshoot": outcome.overshoot, "jumps": outcome.jumps,
    ])
  }
}
