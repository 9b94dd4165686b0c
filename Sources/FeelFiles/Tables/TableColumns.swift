internal import Stage

/// Finds a table's columns of times and offsets, and their units.
struct TableColumns {
  /// The kind of a table's times.
  enum Clock: Hashable {
    /// Numbers, in ticks per second.
    case ticks(Double)
    /// Dates or times of day.
    case timeOfDay
    /// Frame numbers, in frames per second.
    case frames(Double)
  }

  /// The source of the rows' times.
  struct Times {
    /// One column; or two, whole seconds and their fraction; or none if a remark states the rows'
    /// rate.
    var columns: [Int] = []
    /// Units of the second column per second.
    var perSecond = 1.0
    /// Whether the column holds the time since the row before.
    var isSummed = false
  }

  let times: Times
  let offset: Int
  /// Why the choice of the offset column is doubtful, so that the table must not be fitted; else
  /// `nil`.
  let doubt: String?
  /// The horizontal and the vertical position, if the table has both.
  let places: (x: Int, y: Int)?
  let clock: Clock
  /// The unit of offsets, if the column's name or its cells state it.
  let unit: String?
  /// A sentence about how the table was read, if it is not in this program's own format.
  let sentence: String?
  // Running sum of the time steps; empty for other times.
  private let sums: [Double]

  /// Finds the columns.
  ///
  /// - Throws: `CommandFailure` if they are ambiguous, with an example of a valid table.
  init(_ table: Table, path: String) throws(CommandFailure) {
    let numbers = Self.numbers(table)
    guard let times = Self.times(table, numbers) else {
      throw Self.refusal(
        table, path,
        "no column of it holds times: call one “t_ms”, or write “# 120 Hz” above rows of that rate, "
          + "with no other line between them")
    }
    let found = Self.offset(table.names, numbers, besides: times.columns)
    guard let offset = found.column else { throw Self.refusal(table, path, found.problem) }
    (self.times, self.offset, places) = (times, offset, found.places)
    doubt = found.doubt
    if let source = Self.severalSources(table) {
      throw .badFile(
        "\(path) holds several motions (column \(quoted(table.names[source]))). Keep the rows "
          + "of one.")
    }
    sums = times.isSummed ? try Self.sums(table, times.columns[0]) : []
    let time = times.columns.first
    let name = time.map { table.names.isEmpty ? "" : table.names[$0] } ?? ""
    let words = Self.words(name)
    let first = time.flatMap { time in
      table.cells.lazy.compactMap { CellNumber($0[time]) }.first
    }
    let isMinutes = words.contains { ["min", "minutes"].contains($0) }
    let stated = isMinutes ? 1.0 / 60 : Self.perSecond(words + [first?.unit ?? ""])
    if times.columns.count > 1 {
      clock = .ticks(1)
    } else if first?.unit == "iso" {
      clock = .timeOfDay
    } else if let stated {
      clock = .ticks(stated)
    } else if time == nil
      || sums.isEmpty && Self.isFrame(words) && !words.contains(where: Self.surelyTime.contains)
    {
      let rates = Self.rates(table, numbers)
      guard rates.count < 2 else {
        throw .badFile("\(path) names several rates of frames: keep that of its rows.")
      }
      clock = .frames(rates.first ?? 60)
    } else {
      clock = .ticks(Self.likely(sums.isEmpty ? numbers[time ?? 0].compactMap(\.self) : sums))
    }
    let place = table.names.isEmpty ? [] : Self.words(table.names[offset])
    let behind = table.cells.lazy.compactMap { CellNumber($0[offset]) }.first?.unit
    unit = (place + [behind ?? ""]).first { ["px", "pt", "dp", "mm", "cm"].contains($0) }
    let isShare = !table.names.isEmpty && table.names[offset].contains("%")
    let others = place.filter(Self.otherUnits.contains) + (place.last == "in" ? ["inches"] : [])
    if unit == nil, let other = isShare ? "%" : others.first {
      throw .badFile("\(path): offsets are in \(other). Give them in pixels or points.")
    }
    let isOwn =
      (name == "t" && clock == .ticks(1) || name == "t_ms") && !found.isPreferredStill
    sentence =
      isOwn && ["shown", "x", "offset"].contains(table.names[offset])
      ? nil
      : "\(subject(path)): read as \(Self.words(clock)) from "
        + "\(Self.words(times, table)) and offset from \(Self.called(offset, table)).\(found.remark)"
  }

  /// The row's time, in the column's own unit.
  ///
  /// - Throws: `CommandFailure` with the row's line if the cell is not a number.
  func time(of row: Int, in table: Table) throws(CommandFailure) -> Double {
    guard sums.isEmpty else { return sums[row] }
    guard let first = times.columns.first else { return Double(row) }
    let number = try table.number(row, first)
    guard times.columns.count > 1 else { return number }
    return number + (try table.number(row, times.columns[1])) / times.perSecond
  }

  /// The running sum of a column, whose first cell may be empty.
  private static func sums(_ table: Table, _ column: Int) throws(CommandFailure) -> [Double] {
    var (sums, sum): ([Double], Double) = ([], 0)
    for row in table.cells.indices {
      if row > 0 || !CellNumber.isMissing(table.cells[row][column]) {
        sum += try table.number(row, column)
      }
      sums.append(sum)
    }
    return sums
  }

  /// Converts a time in the column's unit to seconds.
  func seconds(_ number: Double) -> Double {
    switch clock {
    case .ticks(let perSecond): number / perSecond
    case .timeOfDay: number
    case .frames(let rate): number / rate
    }
  }

  private static func numbers(_ table: Table) -> [[Double?]] {
    let width = table.cells.first?.count ?? 0
    return (0..<width).map { column in table.cells.map { CellNumber($0[column])?.value } }
  }

  private static func refusal(_ table: Table, _ path: String, _ why: String) -> CommandFailure {
    let numbers = numbers(table)
    let columns = numbers.indices.prefix(12).map { column in
      let known = numbers[column].compactMap(\.self)
      guard let least = known.min(), let most = known.max() else {
        let cell = table.cells.first.map { String($0[column].prefix(40)) } ?? ""
        return "\(called(column, table)) (\(quoted(cell)), no number)"
      }
      let decimals = most - least < 10 ? 3 : 0
      return "\(called(column, table)) (\(least.text(decimals: decimals)) to "
        + "\(most.text(decimals: decimals)))"
    }
    let list = columns.joined(separator: ", ")
    return .badFile(
      "\(path) cannot be read as a motion: \(why)."
        + (list.isEmpty ? "" : numbers.count > 12 ? " It begins with \(list)." : " It has \(list).")
        + " A table that can be read has a first line “t_ms,offset” and a line “16.7,29.5” for "
        + "each frame.")
  }

  private static func called(_ column: Int, _ table: Table) -> String {
    let name = table.names.isEmpty ? "" : table.names[column]
    return name.isEmpty ? "column \(column + 1)" : quoted(name)
  }

  private static func words(_ times: Times, _ table: Table) -> String {
    guard !times.columns.isEmpty else { return "the rows" }
    let names = times.columns.map { called($0, table) }
    return names.joined(separator: " with ") + (times.isSummed ? " (summed)" : "")
  }

  private static func words(_ clock: Clock) -> String {
    switch clock {
    case .ticks(let perSecond):
      "time in \(units.first { $0.perSecond == perSecond }?.names[0] ?? "minutes")"
    case .timeOfDay: "time of day"
    case .frames(let rate):
      "time at \(rate.text(decimals: rate.rounded() == rate ? 0 : 2)) frames a second"
    }
  }

  // MARK: Names

  /// The words of a column's name, in lower case: “scrollTop” gives scroll and top.
  ///
  /// Owners such as “event” and “state” carry no information and are left out:
  /// “nativeEvent.contentOffset.y”.
  private static func words(_ name: String) -> [String] {
    let members = name.split(separator: ".")
    let owners = members.dropLast().flatMap(partWords).filter { !["event", "state"].contains($0) }
    return owners + (members.last.map(partWords) ?? [])
  }

  private static func partWords(_ name: Substring) -> [String] {
    var words = [""]
    var last: Character = "_"
    for letter in name {
      if letter.isUppercase, last.isLowercase { words.append("") }
      if letter.isLetter || "#∆".contains(letter) {
        words[words.count - 1] += letter.lowercased()
      } else if !words[words.count - 1].isEmpty {
        words.append("")
      }
      last = letter
    }
    return words.filter { !$0.isEmpty }
  }

  /// Units of length whose size in pixels is unknown.
  private static let otherUnits: Set = [
    "percent", "percentage", "fraction", "ratio", "inch", "inches", "metre", "metres", "meter",
    "meters",
  ]

  private static let units: [(names: [String], perSecond: Double)] = [
    (["s", "sec", "secs", "second", "seconds"], 1),
    (["ms", "msec", "msecs", "milli", "millis", "millisec", "millisecond", "milliseconds"], 1e3),
    (
      [
        "µs", "μs", "us", "usec", "usecs", "microsec", "micro", "micros", "microsecond",
        "microseconds",
      ], 1e6
    ),
    (["ns", "nsec", "nsecs", "nanosec", "nano", "nanos", "nanosecond", "nanoseconds"], 1e9),
  ]
  private static let timeWords: Set = [
    "t", "time", "times", "timestamp", "timestamps", "stamp", "ts", "elapsed", "clock", "date",
    "datetime", "when", "at", "now", "uptime", "zeit", "temps", "tiempo", "tempo", "tid", "tijd",
    "时间", "時間", "時刻", "realtime", "startup", "vsync",
  ]
  /// The time words that are unambiguous in any name.
  private static let surelyTime: Set = ["time", "timestamp", "timestamps", "realtime", "vsync"]
  /// Words for durations, as opposed to moments.
  private static let spanWords: Set = [
    "d", "dt", "delta", "diff", "difference", "interval", "duration", "down", "step", "cpu",
  ]
  /// Words for the time since the row before, if combined with a time word.
  private static let stepWords: Set = ["delta", "diff", "difference", "interval", "dt", "δt", "∆t"]
  /// The step words that need no time word.
  private static let surelySteps: Set = ["dt", "δt", "∆t"]
  /// Words for columns that distinguish several motions.
  private static let sourceWords: Set = [
    "id", "list", "source", "take", "run", "trial", "device", "gesture", "session", "type",
  ]
  private static let frameWords: Set = [
    "frame", "frames", "i", "n", "no", "nr", "index", "idx", "sample", "row", "#", "framenumber",
  ]
  /// Words for steps, rates and sizes, which are neither times nor positions.
  private static let otherWords: Set = [
    "d", "dt", "dx", "dy", "delta", "diff", "difference", "interval", "duration", "velocity",
    "velocities", "vel", "speed", "v", "vx", "vy", "acceleration", "accel", "jerk", "a", "width",
    "height", "size", "length", "max", "min", "maximum", "minimum", "limit", "end", "start",
    "target", "id", "count", "fps", "rate", "scale", "zoom", "opacity", "alpha", "pressure",
    "phase", "state", "event", "type", "source", "direction", "progress", "percent", "error",
    "battery", "memory", "cpu", "viewport", "client", "page", "item", "items", "radius", "angle",
    "dot", "movement", "change", "step", "inset", "insets",
  ]
  /// Words for the position of the finger rather than of the content.
  private static let handWords: Set = [
    "touch", "finger", "pointer", "mouse", "cursor", "hand", "screen", "press",
  ]
  /// Words for offsets, the surest first.
  private static let offsetWords: [Set<String>] = [
    ["scroll", "offset", "content", "scrolled"], ["x", "y"],
    [
      "position", "positions", "pos", "translate", "translation", "left", "top", "place",
      "location",
      "displacement", "distance", "travel", "coordinate", "px", "pt", "dp", "pixels", "points",
      "posición",
    ], ["value", "values", "val", "data", "reading"],
  ]

  private static func perSecond(_ words: [String]) -> Double? {
    units.first { unit in words.contains { unit.names.contains($0) } }?.perSecond
  }

  private static func isFrame(_ words: [String]) -> Bool {
    words.contains { frameWords.contains($0) }
      && !words.contains { timeWords.contains($0) && $0 != "t" }
  }

  // MARK: Column search

  /// The source of times: found by the columns' names or, without names, the first column that only
  /// grows; `nil` if ambiguous.
  private static func times(_ table: Table, _ numbers: [[Double?]]) -> Times? {
    let names = table.names
    let growing = numbers.indices.filter { column in
      let known = numbers[column].compactMap(\.self)
      return known.count > 1 && known[0] < known[known.count - 1]
        && zip(known, known.dropFirst()).allSatisfy { $0 <= $1 }
    }
    let isPlace = names.map { isSurelyPlace(words($0)) }
    let steady = growing.filter { isSteady(numbers[$0]) && (names.isEmpty || !isPlace[$0]) }
    // A remark may state the rows' rate. But a single evenly growing column may itself be the
    // times.
    let isPaced = table.remarks.contains { !rates(in: $0).isEmpty }
    let isLone = numbers.count == 1 && steady.isEmpty
    let rows: Times? =
      isPaced && table.isUnbroken && (isLone || isPlace.contains(true)) ? Times() : nil
    if names.isEmpty {
      let clocks = (steady + growing).filter { !isCounter(numbers[$0]) }
      let first = clocks.first ?? growing.first ?? (numbers.count > 1 ? 0 : nil)
      return rows ?? first.map { Times(columns: [$0]) }
    }
    if let parts = parts(names, numbers) { return parts }
    let all = names.indices.filter { numbers.indices.contains($0) }
    let named = all.filter { column in
      let words = words(names[column])
      guard !words.contains(where: spanWords.contains), !isRate(words) else { return false }
      if words.contains(where: surelyTime.contains) { return true }
      return !words.contains(where: otherWords.contains)
        && (words.contains(where: timeWords.contains)
          || !words.isEmpty && words.allSatisfy { perSecond([$0]) != nil })
    }
    // Without a better column, a time that goes backwards is rejected later, with its line. A row
    // counter is not a clock if there is another candidate.
    let clocks = named.filter { growing.contains($0) }
    if let clock = clocks.first(where: { !isCounter(numbers[$0]) }) {
      return Times(columns: [clock])
    }
    // A counter with steps of 1 is in milliseconds only if its name says so.
    if let counter = clocks.first, words(names[counter]).contains(where: { perSecond([$0]) != nil })
    {
      return Times(columns: [counter])
    }
    if clocks.isEmpty, let clock = named.first { return Times(columns: [clock]) }
    let steps = all.filter { isStep(words(names[$0])) }
    if let step = steps.first {
      return steps.count == 1 ? Times(columns: [step], isSummed: true) : nil
    }
    guard clocks.isEmpty else { return rows }
    let frames = all.filter { column in
      isFrame(words(names[column])) && !named.contains(column)
    }
    // Besides frame numbers, another steady column may be the clock under an unknown name.
    let known = steady.filter { !isCounter(numbers[$0]) && !frames.contains($0) }
    if let frame = frames.first(where: growing.contains), known.isEmpty || isPaced {
      return Times(columns: [frame])
    }
    if numbers.count > 1, known.count == 1 { return Times(columns: [known[0]]) }
    guard !frames.contains(where: growing.contains) else { return nil }
    let bare = growing.filter { names[$0].isEmpty && !isCounter(numbers[$0]) }
    return bare.count == 1 ? Times(columns: [bare[0]]) : rows
  }

  /// Whole seconds and their fraction, as in the system's clocks: “tv_sec”, “tv_nsec”.
  private static func parts(_ names: [String], _ numbers: [[Double?]]) -> Times? {
    let named = numbers.indices.map { (column: $0, words: words(names[$0])) }.filter {
      !$0.words.contains(where: spanWords.contains)
    }
    let clocks = Dictionary(grouping: named) { clock in
      clock.words.filter { perSecond([$0]) == nil }
    }
    for clock in clocks.values.sorted(by: { $0[0].column < $1[0].column }) {
      guard let seconds = clock.first(where: { perSecond($0.words) == 1 })?.column,
        let part = clock.first(where: { perSecond($0.words) ?? 0 > 1 }),
        let unit = perSecond(part.words)
      else { continue }
      let rest = part.column
      let rows = zip(numbers[seconds], numbers[rest]).compactMap { whole, part in
        whole.flatMap { whole in part.map { (whole: whole, part: $0) } }
      }
      guard !rows.isEmpty, rows.allSatisfy({ $0.whole == $0.whole.rounded() }) else { continue }
      // Frames are less than a second apart, so the fraction falls exactly when a new second
      // begins.
      let isRest = zip(rows, rows.dropFirst()).allSatisfy {
        ($0.whole == $1.whole) == ($0.part <= $1.part)
      }
      // Otherwise the second column may be the same time with more precision.
      if !isRest, rows.allSatisfy({ abs($0.part / unit - $0.whole) <= 1 }) {
        return Times(columns: [rest])
      }
      if rows.allSatisfy({ (0..<unit).contains($0.part) }) {
        return Times(columns: [seconds, rest], perSecond: unit)
      }
    }
    return nil
  }

  /// Whether a name denotes the time since the row before: “dt”, “frame_delta_ms”.
  private static func isStep(_ words: [String]) -> Bool {
    func isTime(_ word: String) -> Bool { timeWords.contains(word) || perSecond([word]) != nil }
    return words.contains(where: stepWords.contains)
      && words.allSatisfy { stepWords.contains($0) || frameWords.contains($0) || isTime($0) }
      && words.contains { surelySteps.contains($0) || isTime($0) }
  }

  private static func isSurelyPlace(_ words: [String]) -> Bool {
    words.contains { offsetWords[0].contains($0) || offsetWords[1].contains($0) }
      && !words.contains { otherWords.contains($0) || handWords.contains($0) }
  }

  /// Whether nearly all steps are about equal.
  private static func isSteady(_ numbers: [Double?]) -> Bool {
    let gaps = gaps(numbers)
    guard !gaps.isEmpty else { return false }
    let usual = gaps.sorted()[gaps.count / 2]
    return gaps.count { abs($0 - usual) < 0.25 * usual } * 10 > gaps.count * 8
  }

  /// Whether the column just counts the rows.
  private static func isCounter(_ numbers: [Double?]) -> Bool {
    let gaps = gaps(numbers)
    return gaps.count > 4 && gaps.allSatisfy { $0 == 1 }
      && numbers.allSatisfy { $0.map { $0.rounded() == $0 } ?? true }
  }

  private static func gaps(_ numbers: [Double?]) -> [Double] {
    zip(numbers, numbers.dropFirst()).compactMap { before, next in
      before.flatMap { before in next.map { $0 - before } }
    }
  }

  /// Whether a name denotes a rate: “px/s”.
  private static func isRate(_ words: [String]) -> Bool {
    zip(words, words.dropFirst()).contains { first, second in
      ["px", "pt", "dp", "m", "mm", "pixels", "points"].contains(first)
        && perSecond([second]) != nil
    }
  }

  /// The frame rates stated in names, in remarks, or in a column with a constant rate.
  private static func rates(_ table: Table, _ numbers: [[Double?]]) -> Set<Double> {
    var stated = Set((table.names + table.remarks).flatMap(rates))
    for (column, name) in table.names.enumerated() where numbers.indices.contains(column) {
      guard words(name).contains(where: { ["fps", "hz"].contains($0) }), rates(in: name).isEmpty,
        let rate = numbers[column].first ?? nil, rate > 0,
        numbers[column].allSatisfy({ $0 == rate })
      else { continue }
      stated.insert(rate)
    }
    return stated
  }

  /// The frame rates in a text: “frame (30 fps)”, “# 120 Hz”.
  private static func rates(in text: String) -> [Double] {
    let words = text.lowercased().split { !($0.isNumber || $0.isLetter || $0 == ".") }
    return words.indices.compactMap { index in
      let digits = words[index].prefix { $0.isNumber || $0 == "." }
      let unit =
        digits.count < words[index].count
        ? words[index].dropFirst(digits.count) : words[index...].dropFirst().first
      guard let unit, ["fps", "hz"].contains(unit), let rate = Double(digits), rate > 0,
        rate.isFinite
      else { return nil }
      return rate
    }
  }

  /// The column that distinguishes several motions in one table.
  private static func severalSources(_ table: Table) -> Int? {
    table.names.indices.first { column in
      let words = words(table.names[column])
      guard words.contains(where: sourceWords.contains),
        table.cells.first?.indices.contains(column) ?? false
      else { return false }
      let values = Set(table.cells.lazy.map { $0[column] })
      return values.count > 1 && values.count <= max(2, table.cells.count / 6)
    }
  }

  /// The result of the search for the offset.
  private struct Found {
    var column: Int?
    var places: (x: Int, y: Int)?
    var problem = ""
    var remark = ""
    /// Why another column may be the right one.
    var doubt: String?
    /// Whether the preferred column moves less than the chosen one, or not at all.
    var isPreferredStill = false
  }

  private static func offset(
    _ names: [String], _ numbers: [[Double?]], besides times: [Int]
  ) -> Found {
    let all = numbers.indices.filter { !times.contains($0) }
    let filled = all.filter { numbers[$0].contains { $0 != nil } }
    let others = filled.isEmpty ? all : filled
    func travel(_ column: Int) -> Double {
      let known = numbers[column].compactMap(\.self)
      return (known.max() ?? 0) - (known.min() ?? 0)
    }
    let missing = Found(problem: "no column of it holds offsets: call one “offset”")
    guard !others.isEmpty else { return missing }
    guard !names.isEmpty else {
      let others = others.filter { others.count == 1 || !isCounter(numbers[$0]) }
      guard others.count < 3 else {
        return Found(problem: "it has more than three columns without names")
      }
      var found = Found(column: others.max { travel($0) < travel($1) })
      if others.count == 2 { found.places = (others[0], others[1]) }
      if others.count(where: { travel($0) > 0 }) > 1 {
        found.doubt = "two of its columns move, and none has a name"
      }
      return found
    }
    // This program's own names take precedence over all others.
    let own = ["shown", "offset"].compactMap { names.firstIndex(of: $0) }.filter(others.contains)
    let ranked = offsetWords.flatMap { words in
      others.filter { column in
        let own = Self.words(names[column])
        return own.contains(where: words.contains) && !own.contains(where: handWords.contains)
          && !own.contains(where: otherWords.contains) && !isRate(own)
          && !(isFrame(own) || own.contains(where: timeWords.contains))
      }
    }
    var candidates: [Int] = []
    for column in own + ranked where !candidates.contains(column) { candidates.append(column) }
    if candidates.isEmpty {
      let moving = others.filter { column in
        let own = Self.words(names[column])
        return travel(column) > 0 && !own.contains(where: otherWords.contains) && !isFrame(own)
          && !own.contains(where: timeWords.contains)
      }
      guard moving.count == 1 else {
        return moving.isEmpty
          ? missing
          : Found(problem: "several columns could hold the offset: keep one, or call it “offset”")
      }
      candidates = moving
    }
    var found = Found(column: candidates[0])
    if let other = partner(of: candidates[0], names, among: candidates) {
      let isX = words(names[candidates[0]]).contains { ["x", "left", "horizontal"].contains($0) }
      found.places = isX ? (candidates[0], other) : (other, candidates[0])
      if travel(other) > travel(candidates[0]) { found.column = other }
    }
    if travel(found.column ?? 0) == 0, let other = candidates.first(where: { travel($0) > 0 }) {
      (found.column, found.places) = (other, nil)
    }
    if found.column != candidates[0] {
      found.isPreferredStill = true
      found.remark =
        travel(candidates[0]) == 0
        ? " \(quoted(names[candidates[0]])) stands still."
        : " \(quoted(names[candidates[0]])) moves less."
    }
    return found
  }

  /// The column of the other axis: y for x, “scrollTop” for “scrollLeft”.
  private static func partner(
    of column: Int, _ names: [String], among columns: [Int]
  ) -> Int? {
    let pairs = [("x", "y"), ("left", "top"), ("horizontal", "vertical")]
    let own = words(names[column])
    return columns.first { other in
      let words = words(names[other])
      guard other != column, words.count == own.count else { return false }
      let different = zip(own, words).filter { $0 != $1 }
      return different.count == 1
        && pairs.contains { $0 == different[0] || ($0.1, $0.0) == different[0] }
    }
  }

  /// Ticks per second of a time without a unit, judged by the rows' spacing.
  ///
  /// Frames and reports are 0.9 ms to 0.9 s apart. With only a few rows, seconds are assumed.
  private static func likely(_ times: [Double]) -> Double {
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.sorted()
    guard gaps.count >= 5 else { return 1 }
    let gap = gaps[gaps.count / 2]
    return [1, 1e3, 1e6].first { gap / $0 < 0.9 } ?? 1e9
  }
}
