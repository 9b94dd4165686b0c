internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Lab
internal import Stage

/// The difference between two recorded sessions, replayed side by side and compared after every
/// event and sixty times a second.
struct RecordingComparison: Report {
  /// An observable that differs at some time.
  struct Field {
    /// When it first differs.
    let first: Instant
    /// When the difference is greatest, or for values other than numbers, when they first differ.
    var greatestTime: Instant
    /// The values at that time.
    var greatest: StateDifference
  }

  private let paths: (a: String, b: String)
  /// The differing observables, in the order in which they begin to differ.
  private(set) var fields: [Field] = []
  /// The states at the end of the longer session.
  let ends: (a: [StateField], b: [StateField])
  /// The end of the longer session.
  let end: Instant

  /// Replays two recordings.
  ///
  /// - Throws: `CommandFailure` if a header names something unknown to this program.
  init(_ a: TraceFile, _ b: TraceFile) throws(CommandFailure) {
    paths = (a.path, b.path)
    var (first, second) = (try Playback(a), try Playback(b))
    let end = max(a.trace.end, b.trace.end)
    var (frame, events) = (
      0, ((a.trace.entries + b.trace.entries).map(\.time) + [end]).sorted()[...]
    )
    while let event = events.first {
      let time = min(Instant(seconds: Double(frame) / 60), event)
      events = events.drop { $0 <= time }
      first.run(to: time)
      second.run(to: time)
      for difference in StateDifference.all(first.session.state, second.session.state) {
        let known = fields.firstIndex { $0.greatest.name == difference.name }
        guard let known else {
          fields.append(Field(first: time, greatestTime: time, greatest: difference))
          continue
        }
        guard difference.distance ?? 0 > fields[known].greatest.distance ?? 0 else { continue }
        fields[known].greatestTime = time
        fields[known].greatest = difference
      }
      // At rest, nothing begins to differ before the next event.
      let isResting = first.session.isSettled && second.session.isSettled
      let next = isResting ? events.first ?? time : time
      while Instant(seconds: Double(frame) / 60) <= time { frame += 1 }
      if isResting { frame = max(frame, Int(next.seconds * 60)) }
    }
    (ends, self.end) = ((first.session.state, second.session.state), end)
  }

  var text: String {
    let subject = "\(paths.a) and \(paths.b)"
    guard let first = fields.first?.first else {
      return "\(subject): the same for \(end.seconds) s\n"
    }
    let lines = fields.map { field in
      let (x, y) = (Self.word(field.greatest.a), Self.word(field.greatest.b))
      let distance = field.greatest.distance.map { ", \($0.text(decimals: 6)) apart" } ?? ""
      return "  \(field.greatest.name) from \(field.first.seconds) s on; "
        + "at \(field.greatestTime.seconds) s \(x) and \(y)\(distance)\n"
    }
    let last = StateDifference.all(ends.a, ends.b).map {
      "  \($0.name): \(Self.word($0.a)) and \(Self.word($0.b))\n"
    }
    return "\(subject): different from \(first.seconds) s on\n" + lines.joined()
      + (last.isEmpty
        ? "the same again at the end, \(end.seconds) s\n"
        : "at the end, \(end.seconds) s\n" + last.joined())
  }

  var json: JSON {
    JSON.of([
      "same": fields.isEmpty, "firstDifference": fields.first?.first.seconds,
      "fields": fields.map { field in
        JSON.of([
          "name": field.greatest.name, "first": field.first.seconds,
          "greatestAt": field.greatestTime.seconds, "a": field.greatest.a?.json,
          "b": field.greatest.b?.json, "distance": field.greatest.distance,
        ])
      },
      "end": end.seconds, "a": ends.a.json, "b": ends.b.json,
    ])
  }

  private static func word(_ value: StateValue?) -> String { value?.json.description ?? "nothing" }
}
