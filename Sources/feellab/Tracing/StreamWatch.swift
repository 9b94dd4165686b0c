internal import FeelFiles
internal import FeelTrace
internal import Glibc
internal import Observe

/// Reads a stream as it arrives, and reports each take as it ends.
struct StreamWatch {
  private let name: String
  private var teller: TakeReporter
  private var reader = ObservationReader()
  private var collector = GestureCollector()
  private var lines: StreamLines
  /// Whether everything so far followed a law.
  var isGood: Bool { teller.isGood }
  /// Whether none of the input was a line of a stream.
  private(set) var isForeign = false
  /// The number of motions reported.
  var count: Int { teller.count }

  /// A stream silent for this long has come to rest, in milliseconds.
  private static let patience: Int32 = 700
  /// The longest wait for one writer before others are handled, in milliseconds.
  private static let turn: Int32 = 100

  init(name: String, json: Bool) {
    (self.name, teller, lines) = (name, TakeReporter(json: json), StreamLines(name: name))
  }

  mutating func watch(_ source: borrowing StreamSource) throws(CommandFailure) {
    while true {
      switch try source.next(within: collector.isRunningOut ? Self.patience : -1) {
      case .bytes(let bytes): try read(bytes)
      case .nothing: try pause()
      case .end: return try finish()
      }
    }
  }

  /// Reads from one writer after another, until a signal ends it.
  mutating func watch(_ socket: borrowing StreamSocket) throws(CommandFailure) {
    StopSignals.watch()
    while !StopSignals.arrived {
      guard let writer = try socket.nextWriter() else { continue }
      var quiet: Int32 = 0
      while !StopSignals.arrived {
        socket.refuseOthers(than: writer)
        let next = try writer.next(within: Self.turn)
        if case .end = next { break }
        if case .bytes(let bytes) = next {
          try read(bytes)
          quiet = 0
        } else {
          quiet += Self.turn
        }
        if quiet >= Self.patience, collector.isRunningOut { try pause() }
      }
      try finish()
    }
  }

  private mutating func read(_ bytes: [UInt8]) throws(CommandFailure) {
    try report { $0.read(bytes, $1) }
  }

  private mutating func pause() throws(CommandFailure) {
    try report { $0.flush($1) }
    if collector.isRunningOut { try collect { $0.finish($1) } }
  }

  private mutating func finish() throws(CommandFailure) {
    try report { $0.finish($1) }
    try collect { $0.finish($1) }
    lines.finish()
    if lines.understood == 0 { StandardError.say(lines.refusal.message) }
    isForeign = lines.understood == 0
    (reader, collector) = (ObservationReader(), GestureCollector())
    lines = StreamLines(name: name)
  }

  /// Runs a step of the reader, and reports the takes that it ends.
  private mutating func report(
    _ read: (inout ObservationReader, (ObservationReader.Event) -> Void) -> Void
  ) throws(CommandFailure) {
    var events: [ObservationReader.Event] = []
    read(&reader) { events.append($0) }
    for event in events {
      lines.handle(event)
      try collect { $0.handle(event, $1) }
    }
  }

  /// Runs a step of the collector, and reports the takes that it ends.
  private mutating func collect(
    _ take: (inout GestureCollector, (Observation) -> Void) -> Void
  ) throws(CommandFailure) {
    var ended: [Observation] = []
    take(&collector) { ended.append($0) }
    for gesture in ended { try teller.report(gesture) }
  }
}
