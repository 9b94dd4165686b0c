import Feel
internal import Scenes
internal import Stage

/// The vocabulary of command lines: verbs with their flags, and words that may or may not suit a
/// flag.
extension CommandKind {
  /// The kind of value that a flag takes.
  enum Want { case scene, file, output, number, size, rate, key, preset, look, overlay, word }

  struct Flag {
    let name: String
    let value: Want?

    init(_ name: String, _ value: Want? = nil) { (self.name, self.value) = (name, value) }
  }

  struct Verb {
    let words: [String]
    let flags: [Flag]
  }

  private static let parameters = [
    Flag("--params", .file), Flag("--preset", .preset), Flag("--set", .key),
  ]
  private static let look = [
    Flag("--theme", .look), Flag("--scale", .number), Flag("--reduced-motion"),
    Flag("--overlay", .overlay),
  ]
  private static let window =
    look + parameters + [
      Flag("--geometry", .size), Flag("--fullscreen"), Flag("--fps-cap", .rate), Flag("--no-shm"),
      Flag("--threads", .number), Flag("--accept-sent-events"), Flag("--state-file", .output),
      Flag("--frame-log", .output),
      Flag("--autoquit", .number), Flag("--announce"), Flag("--no-state"),
    ]

  static let verbs: [Verb] = [
    Verb(
      words: [],
      flags: window + [
        Flag("--scene", .scene), Flag("--record", .output), Flag("--replay", .file),
        Flag("--no-intro"), Flag("--watch"), Flag("--data", .file), Flag("--version"),
        Flag("--help"), Flag("--generate-completion-script", .word),
      ]),
    Verb(words: ["open"], flags: window + [Flag("--scene", .scene), Flag("--data", .file)]),
    Verb(words: ["list"], flags: [Flag("--json"), Flag("--preset", .preset), Flag("presets")]),
    Verb(
      words: ["render", "carousel"],
      flags: look + parameters + [
        Flag("-o", .output), Flag("-o", .output), Flag("--at", .number), Flag("--from", .number),
        Flag("--to", .number), Flag("--fps", .rate), Flag("--size", .size), Flag("--data", .file),
      ]),
    Verb(
      words: ["render", "r.feel"],
      flags: look + parameters + [
        Flag("-o", .output), Flag("-o", .output), Flag("--at", .number), Flag("--fps", .rate),
      ]),
    Verb(
      words: ["open", "r.feel"],
      flags: window + [Flag("--speed", .number), Flag("--until", .number), Flag("--close")]),
    Verb(
      words: ["curve"],
      flags: parameters + [
        Flag("--motion", .word), Flag("--velocity", .number), Flag("--from", .number),
        Flag("--min", .number), Flag("--max", .number), Flag("--viewport", .number),
        Flag("--at", .number), Flag("--dt", .number), Flag("--format", .word), Flag("-o", .output),
      ]),
    Verb(
      words: ["check"],
      flags: [
        Flag("r.feel"), Flag("p.json"), Flag("t.csv"), Flag("--fps", .rate),
        Flag("--preset", .preset), Flag("--set", .key),
      ]),
    Verb(
      words: ["fit"],
      flags: [
        Flag("r.feel"), Flag("t.csv"), Flag("--flings"), Flag("--format", .word), Flag("--json"),
        Flag("-o", .output), Flag("--rate"), Flag("--estimator", .word),
        Flag("--release", .number), Flag("--preset", .preset),
      ]),
    Verb(words: ["explain"], flags: [Flag("r.feel"), Flag("--at", .number), Flag("--json")]),
    Verb(
      words: ["diff"],
      flags: [
        Flag("r.feel"), Flag("r.feel"), Flag("-a", .preset), Flag("--a", .preset),
        Flag("--b", .preset), Flag("--json"),
      ]),
    Verb(
      words: ["list"],
      flags: parameters + [
        Flag("carousel"), Flag("r.feel"), Flag("--as", .word), Flag("--changed"), Flag("--json"),
        Flag("--panels"), Flag("--size", .size),
      ]),
    Verb(words: ["doctor"], flags: [Flag("--help"), Flag("--json")]),
    Verb(words: ["completion", "man"], flags: [Flag("--help")]),
    Verb(words: ["help"], flags: [Flag("render"), Flag("list")]),
  ]

  /// Words that hardly any flag accepts.
  static let junk = [
    "", "-", "--", "---", "-x", "--no-such-flag", "--set=", "é", "\u{9B}2J", "\u{1B}[31m",
    "\u{202E}",
    "a b", "\n", "\t", "'", "\"", "$(x)", "%s%n", "*", "nan", "none", "0", "-1", "1e999",
    String(repeating: "x", count: 5000), "r.feel", "p.json", "t.csv", "no.such", ".", "/dev/null",
  ]

  /// Acceptable words that cost little: videos are short, pictures small or rejected.
  static let pools: [Want: [String]] = [
    .scene: Catalog.all.scenes.map { $0.id } + ["1", "Carousel", "carousle"],
    .file: ["r.feel", "p.json", "t.csv", "no.such", ".", "", "/dev/null"],
    .output: [
      "o.png", "o.svg", "o.apng", "o.csv", "o.json", "o.feel", "o.PNG", "frames/", "o.txt", "o",
      "no/such/o.png", "no/such/", ".", "-", "/dev/full", "/dev/null", "p.json", "",
    ],
    .number: [
      "0", "0.05", "0.2", "1", "2", "-1", "-0", "nan", "inf", "-inf", "1e308", "1e309", "1e-300",
      "0,0.1,2", "0.1,", "86401", "0x10", "1,5", "٣", " 1", "+1", "3000", "-812.5",
    ],
    .size: [
      "300x200", "880x600", "1x1", "0x0", "16384x1", "16385x1", "1e3x2", "-3x4", "300", "x", "300x",
      "99999999999999999999x1", "300x200+1-1", "+5+5", "300x200x1",
    ],
    .rate: ["1", "5", "10", "0", "0.5", "1001", "-1", "nan", "1e308"],
    .key: ["a=1", "=", "=1", "carousel.count=100", "carousel.count=", "carousel.count=1e99"]
      + Catalog.all.scenes.flatMap { $0.parameters }.prefix(60).map { "\($0.key)=0.5" },
    .preset: ["uikit", "gtk4", "android", "UIKit", "flutter", "p.json", "physics.decay=power"],
    .look: ["light", "dark", "contrast", "Light", "auto"],
    .overlay: ["hud", "h,v", "h,,v", "rest,ghosts,frames", "x", "H", ","],
    .word: [
      "release", "spring", "ease", "csv", "json", "svg", "png", "table", "all", "lsq2", "impulse",
      "bash", "zsh", "fish", "tcsh",
    ],
  ]
}
