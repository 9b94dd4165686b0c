internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelWindow
internal import Observe
internal import Scenes
internal import Stage

/// Completions offered by a shell for a word of the command line.
enum Completions {
  /// The words of a choice.
  static func choices<Choice: RawRepresentable & CaseIterable>(_: Choice.Type) -> CompletionKind
  where Choice.RawValue == String {
    .list(Choice.allCases.map(\.rawValue))
  }

  static let scenes = CompletionKind.list(Catalog.all.scenes.map { $0.id })

  /// Presets by their ids, and the user's own by their names.
  static let presets = CompletionKind.custom { _, _, _ in
    ScrollPreset.all.map(\.id) + OwnPresets.names
  }

  static let ownPresets = CompletionKind.custom { _, _, _ in OwnPresets.names }

  static let recordings = CompletionKind.file(extensions: ["feel"])

  /// Recordings, motions of other programs, and clips.
  static let observed = CompletionKind.file(
    extensions: FileFormat.openedEndings.map { String($0.dropFirst()) })

  static let parameterFiles = CompletionKind.file(extensions: ["json"])

  static let tables = CompletionKind.file(extensions: ["csv"])

  /// What `render` draws: a scene or a recording.
  static let pictured = named([], andFiles: [".feel"])

  /// What the window opens: a scene, the introduction, a recording, parameters or measurements.
  static let opened = named([FirstRun.word], andFiles: FileFormat.openedEndings)

  /// A side of a comparison: a preset or a file of parameters.
  static let parameterSets = CompletionKind.custom { _, _, word in
    ScrollPreset.all.map(\.id) + OwnPresets.names + paths(word, endings: [".json"])
  }

  /// What `list` accepts: a topic, a scene's parameters, or a recording's takes.
  static let topics = named(ListCommand.Topic.allCases.map(\.rawValue), andFiles: [".feel"])

  /// The keys, each with its sign, of the scene on the command line, or of all scenes; after the
  /// sign, the choices of that key.
  static let settings = CompletionKind.custom { words, _, word in
    let scene = words.lazy.compactMap { Catalog.all.called($0) }.first
    return settings(word, of: scene?.parameters ?? parameters)
  }

  /// As `settings`, for the laws of scrolling alone.
  static let lawSettings = CompletionKind.custom { _, _, word in
    settings(word, of: ScrollPhysics.parameters)
  }

  /// Overlays separated by commas, without those already listed.
  static let overlays = several(Overlay.allCases.map(\.rawValue))

  /// Gestures of the script that `measure` plays.
  static let scriptedTakes = several(ScriptedGesture.names)

  private static func several(_ names: [String]) -> CompletionKind {
    .custom { _, _, word in
      let named = word.split(separator: ",", omittingEmptySubsequences: false).dropLast()
      return names.filter { !named.contains(Substring($0)) }
        .map { (named.map(String.init) + [$0]).joined(separator: ",") }
    }
  }

  private static func settings(_ word: String, of parameters: [Parameter]) -> [String] {
    guard let sign = word.firstIndex(of: "=") else { return parameters.map { "\($0.key)=" } }
    let key = word[..<sign]
    guard let parameter = parameters.first(where: { $0.key == key }) else { return [] }
    switch parameter.domain {
    case .choice(let words): return words.map { "\(key)=\($0)" }
    case .flag: return ["\(key)=false", "\(key)=true"]
    default: return ["\(key)=\(parameter.defaultValue.text)"]
    }
  }

  /// Every parameter once, in the order of the scenes.
  private static var parameters: [Parameter] {
    var keys: Set<String> = []
    return Catalog.all.scenes.flatMap { $0.parameters }.filter { keys.insert($0.key).inserted }
  }

  private static func named(_ words: [String], andFiles endings: [String]) -> CompletionKind {
    .custom { _, _, word in
      (word.contains("/") ? [] : words + Catalog.all.scenes.map { $0.id })
        + paths(word, endings: endings) + takes(word)
    }
  }

  /// The takes of a recording when its name is followed by “#”; none if the file is too large to
  /// play quickly.
  private static func takes(_ word: String) -> [String] {
    let name = RecordingName(word)
    guard name.take != nil, name.path != "-", File.length(name.path) <= mostBytes,
      let file = try? TraceFile.read(name.path), let takes = try? RecordedTakes(file)
    else { return [] }
    return takes.all.map { "\(name.path)#\($0.take.name ?? "\($0.take.number)")" }
  }

  private static let mostBytes = 1 << 20

  /// The folders, and the files with given endings, that may complete a word.
  private static func paths(_ word: String, endings: [String]) -> [String] {
    let folder = word.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(word[...$0]) } ?? ""
    let names = File.names(in: folder.isEmpty ? "." : folder).sorted()
    return names.compactMap { name in
      // Hidden files are offered only after a dot.
      guard !name.hasPrefix(".") || word.dropFirst(folder.count).hasPrefix(".") else { return nil }
      if File.isFolder(folder + name) { return "\(folder)\(name)/" }
      return endings.contains(where: name.hasSuffix) ? folder + name : nil
    }
  }
}
