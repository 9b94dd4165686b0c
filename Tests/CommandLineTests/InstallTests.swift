import FeelTrace
import Foundation
import TestSupport
import Testing

/// What `./run.sh install` puts where, and that it can be taken away again: with the program as it
/// was built for these tests.
struct InstallTests {
  /// A script of the folder Assets/packaging, run to its end.
  private func package(
    _ script: String, _ arguments: [String], destination: String? = nil, in folder: TemporaryFolder
  ) throws -> (status: Int32?, words: String) {
    let words = folder.file("words")
    try? FileManager.default.removeItem(atPath: words)
    var variables = ChildProcess.environment
    variables["DESTDIR"] = destination
    variables["HOME"] = folder.file("home")
    let process = try ChildProcess(
      "\(Program.root)/Assets/packaging/\(script)", arguments, environment: variables, errors: words
    )
    let status = eventually { process.exitStatus }
    return (status, contents(of: words))
  }

  /// A folder with the laid out files in its folder `tree`.
  private func staged() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let stage = try package("stage", [Program.path, folder.file("tree")], in: folder)
    #expect(stage.status == 0, "\(stage.words)")
    return folder
  }

  /// All that is below a folder, each with what it is and how long.
  private func listing(_ folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().map { path in
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(path)")
      let kind = attributes[.type] as? FileAttributeType
      let size = kind == .typeRegular ? attributes[.size] as? Int ?? 0 : 0
      return "\(path) \(kind?.rawValue ?? "") \(size)"
    }
  }

  @Test func `it installs what it says, works where it was moved to, and leaves nothing`() throws {
    let folder = try staged()
    let prefix = folder.file("home/a prefix/of $mine")
    try FileManager.default.createDirectory(
      atPath: folder.file("home"), withIntermediateDirectories: true)
    let before = try listing(folder.file("home"))
    let install = try package("install", [folder.file("tree"), prefix], in: folder)
    #expect(install.status == 0, "\(install.words)")
    #expect(install.words.hasPrefix("Installed in \(prefix):\n"))

    let told = install.words.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .map { String($0.dropFirst(2)) }
    let files = Set(
      try listing(prefix).filter { $0.contains(" NSFileTypeRegular ") }
        .compactMap { $0.components(separatedBy: " NSFileTypeRegular ").first })
    #expect(files.isSuperset(of: told))
    // The rest are lists that tools of the desktop made.
    for file in files.subtracting(told) {
      #expect(file.hasPrefix("share/mime/") || file == "share/applications/mimeinfo.cache")
    }
    for file in [
      "bin/feellab", "share/applications/feellab.desktop", "share/mime/packages/feellab.xml",
      "share/metainfo/feellab.metainfo.xml", "share/man/man1/feellab.1.gz",
      "share/bash-completion/completions/feellab", "share/zsh/site-functions/_feellab",
      "share/fish/vendor_completions.d/feellab.fish", "share/feellab/Assets/tour.feel",
      "share/feellab/Assets/Languages/ja.json",
      "share/icons/hicolor/48x48/apps/feellab.png", "share/icons/hicolor/scalable/apps/feellab.svg",
    ] {
      #expect(told.contains(file), "\(file)")
    }
    let entry = contents(of: "\(prefix)/share/applications/feellab.desktop")
    let word = #""\#(folder.file("home"))/a prefix/of \\$mine/bin/feellab""#
    #expect(entry.contains("\nExec=\(word) %f\n"), "\(entry)")
    #expect(!entry.contains("@"))

    // It finds its assets from where it is.
    let moved = folder.file("moved")
    try FileManager.default.moveItem(atPath: prefix, toPath: moved)
    let process = try ChildProcess(
      "\(moved)/bin/feellab", ["doctor", "--json"],
      environment: ChildProcess.environment.filter { $0.key != "DISPLAY" },
      in: "/", output: folder.file("found"))
    #expect(eventually { process.exitStatus } == 1)
    let found = try JSONReader.read(Array(contents(of: folder.file("found")).utf8))
    #expect(found["assets"]?.text == "\(moved)/share/feellab/Assets")
    try FileManager.default.moveItem(atPath: moved, toPath: prefix)

    let removal = try package("install", ["--remove", prefix], in: folder)
    #expect(removal.status == 0)
    #expect(removal.words == "Removed \(told.count) files from \(prefix).\n")
    #expect(try listing(folder.file("home")) == before)
  }

  @Test func `installing over an older version removes what is gone, and leaves other files alone`()
    throws
  {
    let folder = try staged()
    let prefix = folder.file("prefix")
    for path in ["share/applications", "share/mime/packages", "share/feellab"] {
      try FileManager.default.createDirectory(
        atPath: "\(prefix)/\(path)", withIntermediateDirectories: true)
    }
    try folder.write(
      "[Desktop Entry]\nType=Application\nName=Other\nExec=true\nMimeType=text/x-other;\n",
      to: "prefix/share/applications/other.desktop")
    try folder.write(
      """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="text/x-other"><glob pattern="*.other"/></mime-type></mime-info>
      """, to: "prefix/share/mime/packages/other.xml")
    try folder.write("mine", to: "prefix/share/feellab/note")
    let old = try folder.write("", to: "tree/share/feellab/old")
    #expect(try package("install", [folder.file("tree"), prefix], in: folder).status == 0)
    #expect(FileManager.default.fileExists(atPath: "\(prefix)/share/feellab/old"))
    try FileManager.default.removeItem(atPath: old)
    #expect(try package("install", [folder.file("tree"), prefix], in: folder).status == 0)
    #expect(!FileManager.default.fileExists(atPath: "\(prefix)/share/feellab/old"))

    #expect(try package("install", ["--remove", prefix], in: folder).status == 0)
    let left = try listing(prefix).filter { !$0.contains(" NSFileTypeDirectory ") }
      .compactMap { $0.components(separatedBy: " NSFileType").first }
      .filter { !$0.hasPrefix("share/mime/") || $0.contains("packages") }
      .filter { $0 != "share/applications/mimeinfo.cache" }
    #expect(
      left == [
        "share/applications/other.desktop", "share/feellab/note", "share/mime/packages/other.xml",
      ])
    // The lists that are left are about those alone.
    for list in ["share/mime/globs", "share/applications/mimeinfo.cache"] {
      let text = contents(of: "\(prefix)/\(list)")
      #expect(!text.contains("feellab"), "\(text)")
    }
  }

  @Test func `below DESTDIR it lays files only, and names the places they go to`() throws {
    let folder = try staged()
    let destination = folder.file("destination")
    let tree = folder.file("tree")
    let install = try package("install", [tree, "/usr"], destination: destination, in: folder)
    #expect(install.status == 0, "\(install.words)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: "\(destination)/usr").filter {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: "\(destination)/usr/\($0)", isDirectory: &isFolder)
      return !isFolder.boolValue
    }
    let staged = try listing(tree).filter { $0.contains(" NSFileTypeRegular ") }.count
    #expect(files.count == staged + 1)
    let entry = contents(of: "\(destination)/usr/share/applications/feellab.desktop")
    #expect(entry.contains("\nExec=feellab %f\n"))
    #expect(entry.contains("\nExec=feellab /usr/share/feellab/Assets/tour.feel\n"))
    #expect(
      try package("install", ["--remove", "/usr"], destination: destination, in: folder).status == 0
    )
    #expect(!FileManager.default.fileExists(atPath: destination))
  }

  @Test func `what it cannot do is one sentence`() throws {
    let folder = try staged()
    let prefix = folder.file("prefix")
    let nothing = try package("install", ["--remove", prefix], in: folder)
    #expect(nothing.status == 1)
    #expect(
      nothing.words
        == "Nothing is installed in \(prefix): there is no \(prefix)/share/feellab/manifest.\n")

    try FileManager.default.createDirectory(
      atPath: "\(prefix)/bin", withIntermediateDirectories: true)
    try folder.write("another's", to: "prefix/bin/feellab")
    let taken = try package("install", [folder.file("tree"), prefix], in: folder)
    #expect(taken.status == 1)
    #expect(
      taken.words
        == "\(prefix)/bin/feellab is there, and is not of an installation like this. Move it away, then install again.\n"
    )
    #expect(contents(of: "\(prefix)/bin/feellab") == "another's")
    #expect(try listing(prefix).count == 2)

    let file = try folder.write("", to: "file")
    let impossible = try package("install", [folder.file("tree"), "\(file)/x"], in: folder)
    #expect(impossible.status == 1)
    #expect(
      impossible.words
        == "Cannot make \(file); name a prefix that you may write to, or run this as root.\n")
  }

  @Test(.enabled(if: Tool.man.isInstalled, "man is not installed"))
  func `man shows the page without a warning, and each verb is on it`() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write(try Program.run("completion man").text, to: "feellab.1")
    let process = try ChildProcess(
      "man", ["--warnings", "-E", "UTF-8", "-l", page],
      environment: ChildProcess.environment.merging(["MANWIDTH": "80", "LC_ALL": "C.UTF-8"]) { $1 },
      output: folder.file("shown"), errors: folder.file("warnings"))
    #expect(eventually { process.exitStatus } == 0)
    #expect(contents(of: folder.file("warnings")).isEmpty)
    let shown = contents(of: folder.file("shown"))
    for line in [
      "FEELLAB(1)", "   render\n", "   check\n", "       -o, --output file\n",
      "       --set key=value\n", "       feellab render scene or file [options]",
      "EXIT STATUS", "       3      no display or display lost", "FEELLAB_ASSETS",
    ] {
      #expect(shown.contains(line), "\(line)")
    }
  }
}
