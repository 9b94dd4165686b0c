internal import Feel
internal import Stage

/// A key with its modifiers and the context in which it applies; in the table "timeline Shift+→".
struct Chord: Hashable, Sendable {
  /// Text in menus: "Ctrl+Shift+Z".
  let text: String
  let context: Keymap.Context
  let key: KeySample.Key
  /// The required modifiers, or `nil` if any will do.
  let modifiers: Modifiers?

  private static let names: [String: KeySample.Key] = [
    "←": .left, "→": .right, "↑": .up, "↓": .down, "Page Up": .pageUp, "Page Down": .pageDown,
    "Home": .home, "End": .end, "Space": .space, "Enter": .return, "Esc": .escape,
    "Backspace": .backspace, "Delete": .delete, "−": .character("-"),
    // A character typed with Shift is named after the key itself.
    "Shift+.": .character(">"), "Shift+,": .character("<"),
  ]

  fileprivate init(_ words: some StringProtocol) {
    var (words, held) = (String(words), Modifiers())
    let isAlone = words.hasPrefix("any ")
    if isAlone { words.removeFirst(4) }
    context = Keymap.Context.allCases.first { words.hasPrefix("\($0) ") } ?? .window
    if context != .window { words.removeFirst("\(context) ".count) }
    text = words
    for (word, key) in [("Ctrl+", Modifiers.control), ("Alt+", .alt), ("Shift+", .shift)]
    where words.hasPrefix(word) && Self.names[words] == nil {
      words.removeFirst(word.count)
      held.insert(key)
    }
    let number = words.hasPrefix("F") ? Int(words.dropFirst()) : nil
    key =
      Self.names[words] ?? number.map(KeySample.Key.function)
      ?? .character(Character(words.lowercased()))
    modifiers = isAlone ? nil : held
  }

  /// Whether a key press matches; Shift is ignored unless it makes another chord of the same key.
  fileprivate func matches(_ sample: KeySample) -> Bool {
    guard sample.key == key, let modifiers, sample.modifiers != modifiers else {
      return sample.key == key
    }
    return sample.modifiers == modifiers.union(.shift)
      && !Keymap.shifted.contains { $0.key == key && $0.modifiers == sample.modifiers }
  }
}

/// The window's keys: dispatch, help page, menus, tooltips, accessibility and the README's table
/// all come from the table of commands.
package enum Keymap {
  /// Where a key applies.
  enum Context: CaseIterable, Sendable {
    /// Everywhere, unless the focused element handles the key.
    case window
    /// While no focused part of the stage uses Space, or Shift with an arrow.
    case noPart, noFinePart
    /// While the timeline or the takes strip has the focus.
    case timeline, takes
  }

  /// A row of the help page.
  package struct Row: Sendable {
    /// What the keys do.
    package let name: String
    /// The keys in words.
    package let keys: String
    /// Search terms for users who do not know the name used here.
    let otherWords: String
    /// Its commands, with their titles on buttons and in menus.
    let commands: [(command: Session.Command, title: String, chords: [Chord])]

    /// The row in the window's language; a single key has the name printed on keyboards.
    package var shown: Row {
      Row(translated(name), keys: keys.contains(" ") ? translated(keys) : keys)
    }

    init(
      _ name: String, keys: String? = nil,
      _ commands: KeyValuePairs<Session.Command, String> = [:], titles: [String] = [],
      also otherWords: String = ""
    ) {
      (self.name, self.otherWords) = (name, otherWords)
      self.commands = commands.enumerated().map { index, entry in
        let title = titles.indices.contains(index) ? titles[index] : name
        return (entry.key, title, entry.value.split(separator: " or ").map(Chord.init))
      }
      let shown = self.commands.flatMap(\.chords).filter { $0.context == .window }
      self.keys = keys ?? shown.map(\.text).joined(separator: " or ")
    }
  }

  /// The rows of the help page, in order.
  package static let rows: [Row] = table.flatMap(\.rows)

  private static let chords = rows.flatMap(\.commands).flatMap(\.chords)
  fileprivate static let shifted = chords.filter { $0.modifiers?.contains(.shift) ?? false }

  /// Commands by key; modifiers and context select among the few of each key.
  private static let bindings: [KeySample.Key: [(chord: Chord, command: Session.Command)]] =
    Dictionary(
      grouping: rows.flatMap(\.commands).flatMap { entry in
        entry.chords.map { ($0, entry.command) }
      }, by: \.0.key)

  private static let known: [Session.Command: (title: String, key: String)] = {
    let named = rows.flatMap(\.commands).map { ($0.command, ($0.title, $0.chords[0].text)) }
    return Dictionary(named + keyless.map { ($0.key, ($0.value, "")) }) { first, _ in first }
  }()

  /// The command of a key in a context; `nil` if it has none there.
  static func command(of sample: KeySample, in context: Context) -> Session.Command? {
    bindings[sample.key]?.first { $0.chord.context == context && $0.chord.matches(sample) }?.command
  }

  static func title(_ command: Session.Command) -> String {
    translated(known[command]?.title ?? "")
  }

  /// A command's key as text: "Ctrl+Z"; empty if it has none.
  @inline(never)
  static func text(_ command: Session.Command) -> String { Words.key(known[command]?.key ?? "") }

  /// Every letter, digit or sign that is a key without Ctrl or Alt, in order.
  package static var signs: [Character] {
    let signs = chords.compactMap { chord -> Character? in
      guard case .character(let sign) = chord.key, chord.modifiers?.subtracting(.shift) ?? [] == []
      else { return nil }
      return sign
    }
    return Set(signs).sorted()
  }

  /// All text of the table, in English.
  package static var words: [String] {
    let keys = rows.map(\.keys).filter { keys in
      keys.split(separator: " ").contains { $0.first?.isLowercase ?? false }
    }
    return table.map(\.group) + rows.flatMap { [$0.name] + $0.commands.map(\.title) }
      + keyless.map(\.value) + keys
  }

  /// The table as Markdown for the README.
  package static var markdown: String {
    "| keys | what they do |\n|---|---|\n" + rows.map { "| \($0.keys) | \($0.name) |\n" }.joined()
  }
}
