internal import CFriBidi
internal import CHarfBuzz
internal import Raster

/// A scalar of a line, with its character's index in the text, and its font; `nil` = none.
struct Letter {
  var scalar: UInt32
  var place: Int
  var font: FontID?
  var isDigit: Bool { scalar >= 0x30 && scalar <= 0x39 }
}

/// Letters shaped together: of one font, script and direction.
struct TextRun {
  var letters: Range<Int>
  var font: FontID?
  var script: hb_script_t
  /// Its embedding level.
  fileprivate var level: FriBidiLevel
  var isRightToLeft: Bool { !level.isMultiple(of: 2) }

  /// The runs of a line, in visual order from left to right.
  static func all(of letters: [Letter]) -> [TextRun] {
    let order = ReadingOrder(letters)
    let scripts = unsafe hb_unicode_funcs_get_default()
    var runs: [TextRun] = []
    for (index, letter) in letters.enumerated() {
      let script = unsafe hb_unicode_script(scripts, letter.scalar)
      let level = order?.levels[index] ?? 0
      if let run = runs.last {
        // Spaces, digits and marks join the letters beside them.
        let isOneScript = script == run.script || script.isShared || run.script.isShared
        let isAlike = isOneScript && letter.font == run.font && level == run.level
        if isAlike || letter.place == letters[index - 1].place {
          runs[runs.count - 1].letters = run.letters.lowerBound..<index + 1
          if run.script.isShared { runs[runs.count - 1].script = script }
          continue
        }
      }
      runs.append(
        TextRun(letters: index..<index + 1, font: letter.font, script: script, level: level))
    }
    if let order {
      runs.sort { order.positions[$0.letters.lowerBound] < order.positions[$1.letters.lowerBound] }
    }
    return runs
  }
}

extension hb_script_t {
  fileprivate var isShared: Bool {
    self == HB_SCRIPT_COMMON || self == HB_SCRIPT_INHERITED || self == HB_SCRIPT_UNKNOWN
  }
}

/// The Unicode bidirectional algorithm for one line, by FriBidi.
///
/// The first letter with a direction determines the line's.
private struct ReadingOrder {
  /// The level of each letter; odd levels are right to left.
  private(set) var levels: [FriBidiLevel]
  /// The visual position of each letter, from the left.
  private(set) var positions: [Int]

  /// `nil` if everything is left to right.
  init?(_ letters: [Letter]) {
    // Hebrew is the first right-to-left block.
    guard letters.contains(where: { $0.scalar >= 0x590 }) else { return nil }
    let scalars = letters.map(\.scalar)
    let count = FriBidiStrIndex(letters.count)
    var types = [FriBidiCharType](repeating: FRIBIDI_TYPE_ON, count: letters.count)
    var brackets = [FriBidiBracketType](repeating: 0, count: letters.count)
    unsafe fribidi_get_bidi_types(scalars, count, &types)
    unsafe fribidi_get_bracket_types(scalars, count, types, &brackets)
    levels = [FriBidiLevel](repeating: 0, count: letters.count)
    var direction = FRIBIDI_PAR_ON
    let depths = unsafe fribidi_get_par_embedding_levels_ex(
      types, brackets, count, &direction, &levels)
    guard depths > 1 else { return nil }
    var onScreen = Array(0..<count)
    _ = unsafe fribidi_reorder_line(
      0, types, count, 0, direction, &levels, nil, &onScreen)
    positions = [Int](repeating: 0, count: letters.count)
    for (position, letter) in onScreen.enumerated() { positions[Int(letter)] = position }
  }
}
