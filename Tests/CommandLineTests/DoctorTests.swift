import FeelTrace
import Foundation
import TestSupport
import Testing

/// The sentences of `doctor` that need no server, each under its condition; `EndToEndTests` has the
/// rest.
struct DoctorTests {
  private struct Problem: Hashable {
    let stops: Bool
    let words: String
  }

  /// The problems it finds, with the folder as home and no other user settings.
  private func problems(
    in folder: TemporaryFolder, _ environment: [String: String]
  ) throws -> [Problem] {
    // Without a cache folder, fontconfig would report that itself.
    let own = [
      "HOME": folder.path, "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "",
      "XDG_CACHE_HOME": folder.file("cache"),
    ]
    let run = try Program.run(
      "doctor --json", environment: own.merging(environment) { $1 }, status: nil)
    let found = try JSONReader.read(run.output)["problems"]?.list ?? []
    let problems = try found.map { problem in
      Problem(stops: problem["stops"] == .flag(true), words: try #require(problem["says"]?.text))
    }
    #expect(run.status == (problems.contains(where: \.stops) ? 1 : 0), "\(run.text)")
    #expect(run.words.isEmpty, "\(run.words)")
    return problems
  }

  /// Expects exactly one problem with these words in the environment, and none in a sound one.
  private func expect(
    _ words: String, stops: Bool = false, _ environment: [String: String],
    in folder: TemporaryFolder? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    let found = try problems(in: folder, environment)
    #expect(
      found.filter { $0.words.contains(words) }.map(\.stops) == [stops], "\(found)",
      sourceLocation: sourceLocation)
    let sound = try problems(in: try TemporaryFolder(), [:])
    #expect(
      !sound.contains { $0.words.contains(words) } || environment.isEmpty, "\(sound)",
      sourceLocation: sourceLocation)
  }

  @Test func `a missing or unreachable display is a blocking problem`() throws {
    try expect(
      "No window can be opened: DISPLAY is not set. Start it in a graphical session, or set DISPLAY.",
      stops: true, [:])
    try expect(
      "DISPLAY is not set. This Wayland session has no Xwayland. Install xwayland and log in again.",
      stops: true, ["WAYLAND_DISPLAY": "wayland-0"])
    try expect(
      "cannot open display :59997. Set DISPLAY to a running server, and XAUTHORITY to a file that grants access.",
      stops: true, ["DISPLAY": ":59997"])
  }

  @Test func `a scale out of range is a blocking problem`() throws {
    try expect(
      "FEELLAB_SCALE is “9”; device pixels per point must be 1 to 4. Unset it, or set it to one.",
      stops: true, ["FEELLAB_SCALE": "9"])
  }

  /// A fontconfig configuration with a single font folder.
  private func fonts(in folder: TemporaryFolder) throws -> [String: String] {
    let own = folder.file("fonts")
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    let configuration = """
      <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig><dir>\(own)</dir><cachedir>\(folder.file("cache"))</cachedir></fontconfig>
      """
    return ["FONTCONFIG_FILE": try folder.write(configuration, to: "fonts.conf")]
  }

  @Test func `a missing or unreadable font is a blocking problem`() throws {
    let remedy = "Install fonts-inter or fonts-dejavu-core."
    let folder = try TemporaryFolder()
    let configuration = try fonts(in: folder)
    try expect(
      "No usable font: no scalable font is installed. \(remedy)", stops: true,
      configuration, in: folder)

    let machine = try Program.json("doctor --json", status: 1)
    let known = try #require(machine["font"]?.list?.first?.text)
    let font = folder.file("fonts/font.ttf")
    try FileManager.default.copyItem(
      atPath: String(known[try #require(known.firstIndex(of: "/"))...]), toPath: font)
    let sound = try problems(in: folder, configuration)
    #expect(!sound.contains { $0.words.contains("font") }, "\(sound)")
    // fontconfig checks a folder's time but not its files', so it still lists this one.
    let handle = try #require(FileHandle(forWritingAtPath: font))
    try handle.truncate(atOffset: 9)
    try handle.close()
    try expect(
      "No usable font: \(font) cannot be read (FreeType error ", stops: true,
      configuration, in: folder)
  }

  @Test(
    .enabled(if: Tool.cc.isInstalled, "cc is not installed"),
    arguments: [
      ("fontconfig", "fontconfig does not start"),
      ("freetype", "FreeType does not start (error 64)"),
    ])
  func `a font library that does not start is a blocking problem`(library: String, words: String)
    throws
  {
    let folder = try TemporaryFolder()
    let shim = try Program.library("FontFaults", in: folder)
    try expect(
      "No usable font: \(words). Install fonts-inter or fonts-dejavu-core.", stops: true,
      ["LD_PRELOAD": shim, "FONT_FAULT": library], in: folder)
  }

  @Test(.enabled(if: Tool.cc.isInstalled, "cc is not installed"))
  func `too many open files are named as the reason that fonts cannot be opened`() throws {
    let folder = try TemporaryFolder()
    let shim = try Program.library("FontFaults", in: folder)
    let script = "ulimit -n 64; LD_PRELOAD=\"$0\" FONT_FAULT=files exec \"$@\""
    let run = try Program.run(
      "-c \(script) \(shim) \(Program.path) render overview -o \(folder.file("a.png"))",
      status: 4, program: "/bin/sh")
    #expect(run.words.contains("The fonts cannot be opened: Too many open files."), "\(run.words)")
    #expect(!run.words.contains("no font"), "\(run.words)")
  }

  @Test func `without ffmpeg the formats that cannot be written are reported`() throws {
    let found = try problems(in: try TemporaryFolder(), ["PATH": "/nonexistent"])
    let problem = Problem(
      stops: false,
      words: "ffmpeg is not in PATH, so .mp4 and .gif cannot be written. Install ffmpeg.")
    #expect(found.contains(problem), "\(found)")
  }

  @Test func `missing or foreign assets are reported as a missing introduction`() throws {
    try expect(
      "There is no introduction. The Assets folder is missing. Set FEELLAB_ASSETS to its path. Searched: /nonexistent.",
      ["FEELLAB_ASSETS": "/nonexistent"])
    let folder = try TemporaryFolder()
    try expect(
      "“\(folder.path)” has no first-run.feel, so there is no introduction. Reinstall FeelLab, or set FEELLAB_ASSETS to its own folder.",
      ["FEELLAB_ASSETS": folder.path], in: folder)
  }

  @Test func `a home folder that cannot store anything is reported`() throws {
    try expect(
      "Nothing is stored between runs: HOME is not set. Set it to your home folder.", ["HOME": ""])
    let folder = try TemporaryFolder()
    let file = try folder.write("", to: "file")
    try expect(
      "Nothing can be stored in “\(file)/.config/feellab”: “\(file)” is not a writable folder. Make it one, or set HOME to one.",
      ["HOME": file], in: folder)
  }

  @Test(arguments: [
    ("XDG_CONFIG_HOME", "/proc/y"), ("XDG_STATE_HOME", "/proc/x"),
  ])
  func `a settings folder that cannot be made is reported once`(
    variable: String, place: String
  ) throws {
    let folder = try TemporaryFolder()
    let words = try problems(in: folder, [variable: place]).map(\.words)
      .filter { $0.contains("Nothing can be stored in “\(place)/feellab”") }
    #expect(words.count == 1, "\(words)")
    // A user who is not root gets the message about permissions instead.
    #expect(
      words.allSatisfy {
        $0.contains("Cannot make “\(place)”: ") && $0.hasSuffix("in \(variable).")
          || $0.contains("is not a writable folder")
      }, "\(words)")
  }

  @Test func `examining a home folder leaves nothing in it`() throws {
    let folder = try TemporaryFolder()
    let found = try problems(in: folder, ["XDG_CACHE_HOME": "/nonexistent"])
    #expect(!found.contains { $0.words.contains("can be stored") }, "\(found)")
    #expect(!folder.names().contains { [".config", ".local"].contains($0) })
  }

  @Test func `stored data that cannot be read are reported with their line`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file(".config/feellab"), withIntermediateDirectories: true)
    let file = try folder.write("{\"theme\": }", to: ".config/feellab/preferences.json")
    let found = try problems(in: folder, [:])
    let beginning = "Stored data cannot be read. \(file):1:"
    let words = found.map(\.words).filter { $0.hasPrefix(beginning) }
    #expect(words.count == 1 && words[0].hasSuffix("Remove the file."), "\(found)")
  }

  @Test(arguments: [
    ("libXi.so.6", "no touch and no smooth scrolling", "libxi6"),
    ("libXrandr.so.2", "monitors and their rates are unknown", "libxrandr2"),
    ("libXpresent.so.1", "frames follow a timer, not the display", "libxpresent1"),
    (
      "libX11-xcb.so.1", "pixels for a server in another container go over the connection",
      "libx11-xcb1"
    ),
    ("libXcursor.so.1", "the cursor is not the desktop’s", "libxcursor1"),
  ])
  func `a library that cannot be loaded is named, with what is lost and its package`(
    library: String, loss: String, package: String
  ) throws {
    let folder = try TemporaryFolder()
    // The loader stops its search at the first file with that name.
    try folder.write("no library", to: library)
    let found = try problems(in: folder, ["LD_LIBRARY_PATH": folder.path])
    let problem = Problem(
      stops: false, words: "\(library) is missing: \(loss). Install \(package).")
    #expect(found.contains(problem), "\(found)")
  }

  @Test func `the text reports the same problems as the JSON`() throws {
    let run = try Program.run("doctor", status: 1)
    #expect(run.words.isEmpty)
    let found = try Program.json("doctor --json", status: 1)
    for problem in found["problems"]?.list ?? [] {
      let beginning = problem["stops"] == .flag(true) ? "blocks" : "lacks "
      #expect(run.text.contains("\n\(beginning)  \(problem["says"]?.text ?? "")\n"))
    }
    #expect(found["display"]?.text == "none" && found["version"]?.text != nil)
    #expect(found["font"]?.list?.isEmpty == false)
    #expect(run.text.hasPrefix("version       \(found["version"]?.text ?? "")\n"))
  }
}
