import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing
import TextLayout

/// The file panel, and the offer shown after saving.
struct FilePanelTests {
  private let listing = FolderListing(
    path: "/home/somebody/work",
    entries: [
      .init("cards", isFolder: true), .init("carousel.json", isFolder: false),
      .init("notes.txt", isFolder: false), .init("session.feel", isFolder: false),
      .init("slow.feel", isFolder: false),
    ], places: [.init("Home", "/home/somebody")],
    opened: [".feel", ".json", ".csv"])

  /// A session whose file panel was opened by a key and has received a folder listing.
  private func choosing(
    _ key: Character, _ size: Size = Size(1200, 800), in listing: FolderListing? = nil
  ) throws -> Session {
    var session = try Session("carousel", size: size)
    session.key(.character(key), .control, at: 1)
    #expect(session.takeRequests() == [.listFolder(key == "s" ? "" : ".")])
    session.tell(.folder(listing ?? self.listing))
    return session
  }

  /// Characters that could reverse or hide other text.
  @Test(arguments: [
    ("a\u{202E}leef.feel", #"a\u{202E}leef.feel"#), ("a\u{200B}.feel", #"a\u{200B}.feel"#),
    ("a\u{1B}[2J.feel", #"a\u{1B}[2J.feel"#), ("a\u{200D}b.feel", #"a\u{200D}b.feel"#),
    ("a\u{10FFFF}.feel", #"a\xFF.feel"#),
    // A Persian word and a family emoji stay as they are.
    ("می\u{200C}خواهم.feel", "می\u{200C}خواهم.feel"), ("👩\u{200D}👧.feel", "👩\u{200D}👧.feel"),
  ])
  func `a file name is shown with control characters escaped and opened unchanged`(
    name: String, shown: String
  ) throws {
    let listing = FolderListing(
      path: "/w\u{202E}", entries: [.init(name, isFolder: false)],
      places: [.init("p\u{202E}", "/p\u{202E}")], opened: [".feel"])
    var session = try choosing("o", in: listing)
    #expect(rows(session) == [shown])
    #expect(session.value(of: "files")?.contains(#"/w\u{202E}"#) == true)
    #expect(session.value(of: "files.place0") == #"/p\u{202E}"#)
    session.keys(.down, .return)
    #expect(session.takeRequests() == [.openFile("/w\u{202E}/\(name)")])
  }

  private func rows(_ session: Session) -> [String] { session.menuItems.map(\.name) }

  @Test func `parameters are saved under the typed name in the folder shown`() throws {
    var session = try choosing("s")
    #expect(session.value(of: "files.name") == "carousel.json")
    #expect(rows(session) == ["cards", "carousel.json"])
    // Typing replaces the proposed name.
    session.type("my flick")
    session.key(.return)
    let requests = session.takeRequests()
    guard
      case .save(.parameters(let text), "/home/somebody/work/my flick.json", replaces: false)? =
        requests.first
    else {
      Issue.record("it asked for \(requests)")
      return
    }
    #expect(requests.count == 1 && text.contains("\"carousel.count\": 100"))
    #expect(session.value(of: "files") != nil)
    session.tell(.saved("/home/somebody/work/my flick.json", isNew: true))
    #expect(session.value(of: "files") == nil)
  }

  @Test func `without an encoder a video is saved as an animated PNG, and the panel says why`()
    throws
  {
    var session = try Session("carousel")
    session.flick(from: Vector(700, 260), by: Vector(-150, 0), at: 1, lasting: 0.1, until: 8)
    for hasEncoder in [true, false] {
      session.key(.character("e"), [.control, .shift])
      _ = session.takeRequests()
      session.tell(.folder(FolderListing(path: "/films", entries: [], hasEncoder: hasEncoder)))
      #expect(try session.element("files").value.contains("Install ffmpeg") == !hasEncoder)
      session.key(.return)
      guard case .save(.video, let path, false)? = session.takeRequests().last else {
        Issue.record("a video is asked for")
        return
      }
      #expect(path == "/films/carousel-take-1" + (hasEncoder ? ".mp4" : ".apng"))
      session.key(.escape)
    }
  }

  @Test func `Tab visits every control of the panel, and Return presses the focused one`() throws {
    var session = try choosing("o")
    func focused() -> [String] {
      session.elements.filter { $0.id.hasPrefix("files.") && $0.states.contains(.focused) }
        .map(\.id)
    }
    #expect(focused() == ["files.name"])
    var seen: [String] = []
    repeat {
      session.key(.tab)
      seen += focused()
    } while seen.last != "files.name" && seen.count < 20
    #expect(
      seen == [
        "files.kind", "files.cancel", "files.accept", "files.up", "files.newFolder",
        "files.place0", "files.name",
      ])
    session.key(.tab, .shift)
    session.key(.return)
    #expect(session.takeRequests() == [.listFolder("/home/somebody")])
    session.key(.tab)
    // Typing goes to the name field again.
    session.type("s")
    #expect(focused() == ["files.name"] && session.value(of: "files.name") == "s")
    for _ in 0..<2 { session.key(.tab) }
    session.key(.space)
    #expect(session.value(of: "files") == nil)
  }

  @Test func `recent files are listed first, and their folder is one press away`() throws {
    var listing = listing
    listing.recent = ["/data/slow \u{10FF80}.feel", "/home/somebody/work/carousel.json"]
    var session = try choosing("o", in: listing)
    let shown = [#"/data/slow \x80.feel"#, "/home/somebody/work/carousel.json"]
    #expect(rows(session) == shown)
    #expect(session.value(of: "files") == "Recent")
    #expect(try session.drawn(FontBook()).isFinite)
    var other = session
    session.keys(.down, .return)
    #expect(session.takeRequests() == [.openFile("/data/slow \u{10FF80}.feel")])
    // Up goes to the parent folder, as does typing its path; Places leads back.
    other.key(.up, .alt)
    #expect(rows(other) == ["cards", "carousel.json", "session.feel", "slow.feel"])
    other.click(try other.place(of: "files.place0"), at: 2)
    #expect(rows(other) == shown)
    other.type("slow")
    #expect(rows(other) == ["slow.feel"])
    // They are not offered when saving.
    #expect(rows(try choosing("s", in: listing)) == ["cards", "carousel.json"])
  }

  @Test func `a take that is still running is not saved, nor the one before it instead`() throws {
    var session = try Session("carousel")
    for start in [1.0, 7] {
      session.flick(from: Vector(700, 240), by: Vector(-200, 0), at: start, lasting: 0.1)
      session.advance(to: Instant(seconds: start + (start == 1 ? 5 : 0.3)))
    }
    session.key(.character("p"))
    _ = session.takeRequests()
    try #require(session.takes.count == 1)
    session.key(.character("s"), .control)
    #expect(session.takeRequests().isEmpty)
  }

  @Test func `a window too low for any row of the folder shows none`() throws {
    let session = try choosing("o", Size(120, 90))
    let rows = session.menuItems
    #expect(rows.count == 4 && rows.allSatisfy { $0.states.contains(.offscreen) })
    #expect(try session.drawn(FontBook()).isFinite)
  }

  @Test func `an existing file is replaced only when Return is pressed again`() throws {
    var session = try choosing("s")
    session.key(.return)
    #expect(session.takeRequests().isEmpty)
    #expect(session.value(of: "files")?.contains("exists") ?? false)
    // A different name asks again.
    session.keys(.end, .backspace, .character("n"), .return)
    #expect(session.takeRequests().isEmpty)
    session.key(.return)
    guard
      case .save(.parameters, "/home/somebody/work/carousel.json", replaces: true)? =
        session.takeRequests().first
    else {
      Issue.record("nothing was to be replaced")
      return
    }
  }

  @Test func `typing filters the files by name, and Return opens the only match`() throws {
    var session = try choosing("o")
    #expect(rows(session) == ["cards", "carousel.json", "session.feel", "slow.feel"])
    session.type("slo")
    #expect(rows(session) == ["slow.feel"])
    session.key(.return)
    #expect(session.takeRequests() == [.openFile("/home/somebody/work/slow.feel")])
    // The panel stays until the file is open, to show any error.
    #expect(session.value(of: "files") != nil)
    session.tell(.opened)
    #expect(session.value(of: "files") == nil)
  }

  @Test func `a typed path is opened unchanged`() throws {
    var session = try choosing("o")
    session.type("~/a.feel")
    session.key(.return)
    #expect(session.takeRequests() == [.openFile("~/a.feel")])
  }

  @Test func `keys enter, leave and create folders`() throws {
    var session = try choosing("o")
    session.keys(.down, .return)
    #expect(session.takeRequests() == [.listFolder("/home/somebody/work/cards")])
    session.key(.backspace)
    session.key(.up, .alt)
    #expect(
      session.takeRequests() == [.listFolder("/home/somebody"), .listFolder("/home/somebody")])
    session.key(.character("n"), [.control, .shift])
    session.type("kept")
    session.key(.return)
    #expect(session.takeRequests() == [.makeFolder("/home/somebody/work/kept")])
    session.key(.escape)
    #expect(session.value(of: "files") == nil)
  }

  @Test func `a double click opens a file, a click on a place goes there`() throws {
    var session = try choosing("o")
    session.click(try session.place(of: "files.2"), at: 2)
    #expect(session.takeRequests().isEmpty)
    session.click(try session.place(of: "files.2"), at: 2.2)
    #expect(session.takeRequests() == [.openFile("/home/somebody/work/session.feel")])
    session = try choosing("s")
    session.click(try session.place(of: "files.place0"), at: 2)
    #expect(session.takeRequests() == [.listFolder("/home/somebody")])
    session.click(try session.place(of: "files.cancel"), at: 3)
    #expect(session.value(of: "files") == nil)
  }

  @Test func `the open panel receives all keys and presses, and the stage none`() throws {
    var session = try choosing("s")
    let before = session.state
    _ = session.takeJournal()
    session.type("p5.")
    session.key(.space)
    session.flick(from: Vector(700, 260), by: Vector(-200, 0), at: 2, lasting: 0.1)
    #expect(session.state == before && !session.isPaused)
    #expect(session.takeJournal().isEmpty)
    #expect(session.value(of: "files.name") == "p5. ")
  }

  @Test func `an error is shown in the panel, and the typed name stays`() throws {
    var session = try choosing("s")
    session.keys(.end, .return, .return)
    session.tell(.notice("Cannot write it: No space left on device."))
    #expect(session.value(of: "files")?.contains("No space left") ?? false)
    #expect(session.value(of: "files.name") == "carousel.json")
  }

  @Test(arguments: [Size(480, 360), Size(1200, 800)], ["s", "o"] as [Character])
  func `the panel lies inside the window, and its controls do not overlap`(
    size: Size, key: Character
  ) throws {
    let session = try choosing(key, size)
    let panel = try session.element("files")
    let window = Rect(x: 0, y: 0, width: size.width, height: size.height)
    let inside = panel.frame.intersection(window)
    #expect(inside == panel.frame && panel.children.count >= 7)
    for (index, element) in panel.children.enumerated() {
      #expect(element.frame.intersection(panel.frame) == element.frame, "\(element.id)")
      #expect(min(element.frame.width, element.frame.height) >= 24, "\(element.id)")
      for other in panel.children.dropFirst(index + 1) {
        #expect(element.frame.intersection(other.frame) == nil, "\(element.id) \(other.id)")
      }
    }
  }

  // MARK: Saved files

  /// A session that was notified of a saved file at 2 s.
  private func saved(isNew: Bool = true, _ size: Size = Size(1200, 800)) throws -> Session {
    var session = try Session("carousel", size: size)
    session.advance(to: Instant(seconds: 2))
    session.tell(.saved("/home/somebody/a-1.png", isNew: isNew))
    return session
  }

  @Test func `for six seconds a saved file offers its folder, its path and its removal`() throws {
    let session = try saved()
    let wanted: [(String, HostRequest)] = [
      ("offer.folder", .showFolder(of: "/home/somebody/a-1.png")),
      ("offer.path", .copy("/home/somebody/a-1.png")),
      ("offer.undo", .removeFile("/home/somebody/a-1.png")),
    ]
    for (id, request) in wanted {
      var session = session
      #expect(session.value(of: id) == "Saved as a-1.png")
      session.click(try session.place(of: id), at: 7.5)
      #expect(session.takeRequests() == [request])
    }
    var later = session
    later.advance(to: Instant(seconds: 8.4))
    #expect(later.value(of: "offer.folder") == nil)
  }

  @Test func `a replaced file cannot be deleted, and Ctrl+Z undoes only parameters`() throws {
    var session = try saved(isNew: false)
    #expect(session.value(of: "offer.undo") == nil && session.value(of: "offer.path") != nil)
    session = try saved()
    session.change(.parameter("carousel.count", .number(12)))
    session.key(.character("z"), .control)
    #expect(session.takeRequests().isEmpty)
    #expect(session.parameters.changed.isEmpty)
  }

  @Test func `the context menu offers a saved file's actions to the keyboard`() throws {
    var session = try saved()
    session.key(.menu)
    #expect(rows(session).prefix(3) == ["Show in folder", "Copy path", "Delete the saved file"])
    session.keys(.down, .return)
    #expect(session.takeRequests() == [.copy("/home/somebody/a-1.png")])
  }

  @Test func `an offer's buttons fit side by side in a small window`() throws {
    let session = try saved(Size(480, 360))
    let frames = session.elements.filter { $0.id.hasPrefix("offer.") }
      .map(\.frame)
    #expect(frames.count == 3)
    for (frame, next) in zip(frames, frames.dropFirst()) {
      #expect(frame.maxX < next.minX && next.maxX <= 480 - 16)
    }
  }

  @Test func `only recent files that can be opened are listed`() throws {
    var session = try Session("carousel")
    session.key(.character("o"), .control, at: 1)
    _ = session.takeRequests()
    var listing = listing
    listing.recent = ["/home/somebody/flick.mp4", "/home/somebody/flick.feel"]
    session.tell(.folder(listing))
    #expect(rows(session).count == 1 && rows(session)[0].contains("flick.feel"))
  }

  @Test(arguments: ["png", "svg"])
  func `a picture shows the moment it was requested, without the panel`(ending: String) throws {
    var session = try Session("carousel")
    let fonts = try FontBook()
    session.tell(.fonts(fonts))
    let shown = session.displayList(at: Instant(seconds: 1), fonts: fonts)
    session.key(.character("s"), [.control, .shift], at: 1)
    #expect(session.takeRequests() == [.listFolder(".")])
    session.tell(.folder(listing))
    session.advance(to: Instant(seconds: 3))
    session.type("shot.\(ending)")
    session.key(.return, at: 3)
    let path = "/home/somebody/work/shot.\(ending)"
    guard case .save(.picture(let picture), path, false)? = session.takeRequests().first else {
      Issue.record("a picture is saved")
      return
    }
    #expect(picture.list == shown && picture.size == Size(1200, 800))
  }
}
