import Foundation
import ImageFile
import TestSupport
import Testing

/// Files on a failing disk, and files that are not what they seem.
struct OutputFileTests {
  /// Commands whose output exceeds the disk space in these tests.
  private static let outputs = [
    "render overview -o a.png", "render overview -o a.svg", "render carousel -o a.apng --to 0.1",
    "curve --velocity 4000 --dt 0.001 -o a.csv",
  ]

  /// Runs the program in a folder with a file size limit in kilobytes, as if the disk were full
  /// then.
  private func run(
    _ arguments: Words, in folder: TemporaryFolder, kilobytes: Int
  ) throws -> (status: Int32, words: String) {
    let words = try folder.write("", to: "words")
    let child = try ChildProcess(
      "bash",
      [
        "-c", #"ulimit -f "$1"; program=$2; shift 2; exec "$program" "$@""#, "-",
        "\(kilobytes)", Program.path,
      ] + arguments.list, in: folder.path, errors: words)
    let status = try #require(eventually { child.exitStatus })
    return (status, contents(of: words))
  }

  @Test(arguments: outputs)
  func `a full disk leaves the old file and nothing half-written`(line: String) throws {
    let folder = try TemporaryFolder()
    let name = try #require(
      line.split(separator: " ").first { $0.hasPrefix("a.") }.map(String.init))
    try folder.write("what was there", to: name)
    let run = try run(Words(line), in: folder, kilobytes: 1)
    #expect(run.status == 4)
    #expect(run.words.contains("Cannot write “\(name)”: File too large."), "\(run.words)")
    #expect(folder.names() == [name, "words"])
    #expect(folder.bytes(name) == Array("what was there".utf8))
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"), arguments: ["mp4", "gif"])
  func `a video that does not fit on the disk fails and leaves the old one`(ending: String) throws {
    let folder = try TemporaryFolder()
    let name = "a.\(ending)"
    try folder.write("an older film", to: name)
    let run = try run("render carousel -o \(name) --to 0.5", in: folder, kilobytes: 2)
    #expect(run.status == 4)
    #expect(run.words.contains("Cannot write “\(name)”: ffmpeg says “"), "\(run.words)")
    #expect(run.words.contains("File too large"), "\(run.words)")
    #expect(folder.names() == [name, "words"])
    #expect(folder.bytes(name) == Array("an older film".utf8))
  }

  @Test func `a symbolic link stays, and its target is replaced with the same permissions`() throws
  {
    let folder = try TemporaryFolder()
    let target = try folder.write("old", to: "target")
    chmod(target, 0o604)
    symlink("target", folder.file("a.svg"))
    symlink("new", folder.file("b.svg"))
    for name in ["a.svg", "b.svg"] {
      try Program.run(["render", "overview", "-o", folder.file(name)])
    }
    #expect(folder.names() == ["a.svg", "b.svg", "new", "target"])
    for name in ["target", "new"] { #expect(folder.bytes(name).starts(with: Array("<svg".utf8))) }
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("a.svg")) == "target")
    var status = stat()
    #expect(stat(target, &status) == 0 && status.st_mode & 0o777 == 0o604)
  }

  @Test func `circular symbolic links are refused in one sentence and stay`() throws {
    let folder = try TemporaryFolder()
    symlink("b.svg", folder.file("a.svg"))
    symlink("a.svg", folder.file("b.svg"))
    symlink("c.csv", folder.file("c.csv"))
    for arguments in [
      "render overview -o \(folder.file("a.svg"))",
      "curve --velocity 100 --at 0,1 --format csv -o \(folder.file("c.csv"))",
    ] as [Words] {
      let run = try Program.run(arguments, status: 4)
      #expect(run.words.contains("Too many levels of symbolic links"), "\(run.words)")
      #expect(run.words.split(separator: "\n").count == 1, "\(run.words)")
    }
    #expect(folder.names() == ["a.svg", "b.svg", "c.csv"])
    for (name, target) in [("a.svg", "b.svg"), ("b.svg", "a.svg"), ("c.csv", "c.csv")] {
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: folder.file(name)) == target)
    }
  }

  @Test func `a device or a pipe is written to, not replaced`() throws {
    let run = try Program.run("curve --velocity 100 --at 0,1 --format csv -o /dev/stdout")
    #expect(run.text.hasPrefix("t,x,v\n0.0,"), "\(run.words)")
    let full = try Program.run("curve --velocity 100 --format csv -o /dev/full", status: 4)
    #expect(full.words.contains("No space left"), "\(full.words)")
    var status = stat()
    #expect(stat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  /// `FEELLAB_KILLS` sets the number of moments; `Tests/kills` passes it.
  @Test func `a program killed while it saves leaves every file whole`() throws {
    let wanted = ProcessInfo.processInfo.environment["FEELLAB_KILLS"].flatMap { Int($0) } ?? 12
    var generator = SeededGenerator(seed: 5)
    var found = 0
    for _ in 0..<wanted {
      let folder = try TemporaryFolder()
      for index in 0..<30 { try makeFrame(index, in: folder) }
      let child = try ChildProcess(
        Program.path,
        ["render", "carousel", "-o", folder.file("f") + "/", "--to", "60", "--size", "900x700"])
      let many = Int.random(in: 1...12, using: &generator)
      let hasBegun = eventually {
        folder.names("f").count { name in
          name.hasPrefix("frame") && folder.bytes("f/" + name).count > Self.oldFrame.count
        } >= many
      }
      #expect(hasBegun)
      // At a random moment between that frame and the next.
      usleep(UInt32.random(in: 0...20_000, using: &generator))
      child.send(SIGKILL)
      #expect(eventually { child.exitStatus } == 128 + SIGKILL)
      let names = folder.names("f").filter { $0.hasPrefix("frame") }
      #expect(names.count >= 30)
      for name in names {
        let bytes = folder.bytes("f/" + name)
        guard bytes != Self.oldFrame else { continue }
        let picture = try PNGDecoder.decode(bytes)
        #expect(picture.width == 900 && picture.height == 700)
        found += 1
      }
    }
    #expect(found >= wanted)
  }

  private static let oldFrame = Array("what was there".utf8)

  private func makeFrame(_ index: Int, in folder: TemporaryFolder) throws {
    let file = URL(fileURLWithPath: folder.file("f"))
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    let number = String("0000\(index)".suffix(5))
    try Data(Self.oldFrame).write(to: file.appendingPathComponent("frame-\(number).png"))
  }

  @Test func `what a killed program left half-written is removed by the next save there`() throws {
    let folder = try TemporaryFolder()
    // An animation is written from its first frame to its last.
    let child = try ChildProcess(
      Program.path,
      ["render", "carousel", "-o", folder.file("a.apng"), "--to", "600", "--size", "900x700"])
    func hidden() throws -> [String] { folder.names().filter { $0.hasPrefix(".feellab-") } }
    #expect(try eventually { try hidden().count == 1 })
    let begun = try hidden()
    func save() throws { try Program.run("render overview -o \(folder.file("b.svg"))") }
    // A living process keeps its temporary file.
    try save()
    #expect(try hidden() == begun)
    child.send(SIGKILL)
    #expect(eventually { child.exitStatus } == 128 + SIGKILL)
    #expect(try hidden() == begun)
    try save()
    #expect(try hidden().isEmpty)
  }

  @Test func `a file with a name that is not UTF-8 can be read and written`() throws {
    let folder = try TemporaryFolder()
    try folder.write(RenderTests.trace, to: "trace")
    let script = #"""
      name=$(printf 'a\377\233\303')
      cp trace "$name.feel"
      "$0" check "$name.feel"; "$0" render "$name.feel" -o "$name.svg" && "$0" render overview -o "$name/"x.svg
      """#
    let errors = try folder.write("", to: "words")
    let output = try folder.write("", to: "output")
    let child = try ChildProcess(
      "bash", ["-c", script, Program.path], in: folder.path, output: output, errors: errors)
    #expect(eventually { child.exitStatus } == 4)
    let bytes: [UInt8] = [0x61, 0xFF, 0x9B, 0xC3]
    #expect(try names(in: folder.path).contains(bytes + Array(".svg".utf8)))
    #expect(contents(of: output).contains(#"a\xFF\x9B\xC3.feel: "#))
    #expect(contents(of: errors).contains(#"Cannot write “a\xFF\x9B\xC3/x.svg”: No such file"#))
  }

  /// The names in a folder as the system stores them.
  private func names(in path: String) throws -> [[UInt8]] {
    let folder = try #require(opendir(path))
    defer { closedir(folder) }
    var names: [[UInt8]] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      names.append(name)
    }
    return names
  }
}
