internal import FeelTrace
internal import Glibc
internal import TestSupport

/// Damaged files of preferences and recent files, read by a window in which something is then
/// changed.
///
/// The window must open and apply the changes; an invalid file is reported once and left alone, and
/// unknown members of any other file are kept.
struct PreferenceKind: FuzzKind {
  static let name = "preferences"

  private static let files = [
    ".config/feellab/preferences.json", ".local/state/feellab/view.json",
    ".local/state/feellab/recent.json",
  ]
  private static let corpus = [
    #"{ "theme": "dark", "zoom": 1.25, "letterKeys": true, "reducedMotion": false }"#,
    #"{"overlays": "hv", "inspector": true, "timeline": true, "newer": {"a": [1, null]}}"#,
    #"{"files": ["/home/a b.feel", "/é\u0000.csv"]}"#,
    "{\n  \"physicalSprings\": true,\n  \"colour\": \"é\"\n}\n", "{}", "",
  ].map { Array($0.utf8) }
  private static let known: Set = [
    "theme", "zoom", "letterKeys", "keyRepeat", "doubleClickTime", "physicalSprings",
    "reducedMotion", "overlays", "inspector", "timeline",
  ]

  private let server: XServer
  private var refused = 0

  var figures: String { ", \(refused) files refused" }

  init() throws { server = try XServer() }

  mutating func flaw(of seed: UInt64) throws -> String? {
    var mutation = Mutation(seed: seed)
    let (home, words) = (try TemporaryFolder(), try TemporaryFolder())
    for name in [".config", ".config/feellab", ".local", ".local/state", ".local/state/feellab"] {
      mkdir(home.file(name), 0o755)
    }
    var before: [String: [UInt8]] = [:]
    for name in Self.files {
      let bytes = mutation.mutated(mutation.pick(Self.corpus), with: mutation.pick(Self.corpus))
      try home.write(bytes, to: name)
      before[name] = bytes
    }
    let open = try OpenWindow(on: server, ["--accept-sent-events"], in: home, words: words)
    // The keys H, F8 and F9: overlays and panels, which the window saves.
    for code in [43, 74, 75] as [UInt8] where mutation.pick(2) == 0 { try open.key(code) }
    guard try open.answers() else { return "the window is gone: “\(open.said)”" }
    let status = try open.close()
    let said = open.said
    guard status == 0 || status == 4 else { return "it ended with \(status ?? -1): “\(said)”" }
    for name in Self.files {
      let (old, new) = (before[name] ?? [], home.bytes(name))
      let mentions = said.split(separator: "\n").count { $0.contains(name) }
      if mentions > 1 { return "\(name) is named \(mentions) times: “\(said)”" }
      if mentions == 1 {
        refused += 1
        if new != old { return "\(name) makes no sense, and is another now: “\(said)”" }
      } else if let flaw = flaw(from: old, to: new) {
        return "\(name): \(flaw), from “\(String(decoding: old, as: UTF8.self))”: “\(said)”"
      }
    }
    return leftover(in: home.path).map { "\($0) is left" }
  }

  /// What is wrong with the new version of an accepted file.
  private func flaw(from old: [UInt8], to new: [UInt8]) -> String? {
    guard let before = try? JSONReader.read(old), case .object(let members) = before.value else {
      return "it is no object, and nobody said so"
    }
    guard let after = try? JSONReader.read(new), case .object = after.value else {
      return "it is no object any more"
    }
    for member in members where !Self.known.contains(member.name) {
      if after[member.name] != member.value { return "“\(member.name)” is lost" }
    }
    return nil
  }
}
