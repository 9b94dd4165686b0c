public import Feel
internal import Kit
public import Raster
internal import Stage

/// The panel that chooses a file to open, or a name and folder to save to; it overlays the window
/// until closed.
///
/// Typing edits the name, the up and down arrows move through the list, and Return does what the
/// last button says. The host supplies the folders' contents.
struct FilePanel: Hashable, Sendable {
  enum Purpose: Hashable, Sendable {
    case open
    case save(SavedContent)
  }

  /// Requests of the panel's elements.
  enum Ask: Hashable, Sendable {
    case up, newFolder, kind, cancel, accept, escape, name, row
    /// A shortcut to a folder, by index.
    case place(Int)
  }

  let purpose: Purpose
  /// Contents of the folder shown; `nil` until the host supplies them.
  private(set) var listing: FolderListing?
  private(set) var name: String
  private(set) var chosenRow: Int?
  /// A remark on the last action, such as that the file exists.
  private(set) var remark: String?
  /// Whether files of all types are listed.
  private(set) var showsAll = false
  /// Whether recent files are listed; ends when a name is typed or a folder chosen.
  private(set) var showsRecent = false
  /// Whether the name being typed is for a new folder.
  private(set) var namesFolder = false
  // The file that the next Return replaces, and the file name kept while a folder is named.
  private var replaced: String?
  private var kept: String?

  /// Creates a panel that waits for its folder.
  ///
  /// - Parameter name: the file's default name.
  init(_ purpose: Purpose, name: String) { (self.purpose, self.name) = (purpose, name) }

  // MARK: Content

  var title: String { Words.Files.title(purpose) }

  /// Title of the last button, which Return also presses.
  var acceptTitle: String {
    if namesFolder { return Words.Files.create }
    if isOpening || chosenFolder != nil { return Words.open }
    return replaced == path ? Words.Files.replace : Words.Files.save
  }

  /// The shortcuts: folders, preceded by the recent files when opening.
  var places: [FolderListing.Place] {
    let places = listing?.places ?? []
    guard isOpening, !recent.isEmpty else { return places }
    return [FolderListing.Place(Words.Files.recent, Self.recentPath)] + places
  }

  func isListed(_ place: FolderListing.Place) -> Bool {
    showsRecent ? place.path == Self.recentPath : place.path == listing?.path
  }

  // Empty, as no folder's path is.
  private static let recentPath = ""

  /// Rows of the list: folders, and the files that match.
  var rows: [FolderListing.Entry] {
    if showsRecent { return recent.map { .init($0, isFolder: false) } }
    let wanted = isOpening && !namesFolder && !isPath ? name.lowercased() : ""
    return (listing?.entries ?? []).filter { entry in
      let isMeant = entry.isFolder || showsAll || endings.contains { entry.name.hasSuffix($0) }
      return isMeant && (wanted.isEmpty || entry.name.lowercased().contains(wanted))
    }
  }

  /// The recent files that can be opened.
  private var recent: [String] {
    (listing?.recent ?? []).filter { path in endings.contains { path.hasSuffix($0) } }
  }

  /// The extensions listed; a name without one gets the first.
  var endings: [String] {
    switch purpose {
    case .open: listing?.opened ?? []
    // Without an encoder only the last format can be written.
    case .save(.video) where !(listing?.hasEncoder ?? true):
      SavedContent.video(from: .zero, to: .zero).endings.reversed()
    case .save(let content): content.endings
    }
  }

  /// A file name from a title: "carousel-take-3.feel".
  static func fileName(for words: String, _ ending: String = ".feel") -> String {
    words.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-") + ending
  }

  /// The chosen row, or the only row that matches the typed name.
  private var chosen: FolderListing.Entry? {
    let rows = rows
    if let chosenRow { return rows.indices.contains(chosenRow) ? rows[chosenRow] : nil }
    return isOpening && !name.isEmpty && !isPath && rows.count == 1 ? rows[0] : nil
  }

  private var isOpening: Bool { purpose == .open }

  private var isPath: Bool { name.contains("/") || name.hasPrefix("~") }

  /// The folder denoted by the chosen row or the name.
  private var chosenFolder: String? {
    guard let listing, !namesFolder, !showsRecent else { return nil }
    if let chosen { return chosen.isFolder ? listing.path(of: chosen.name) : nil }
    if name == ".." { return listing.parent }
    let isFolder =
      name.hasSuffix("/") || name == "~"
      || listing.entries.contains { $0.isFolder && $0.name == name }
    return isFolder && !name.isEmpty ? listing.path(of: name) : nil
  }

  /// The path of the file denoted by the chosen row or the name.
  private var path: String? {
    guard let listing else { return nil }
    if isOpening, let chosen { return listing.path(of: chosen.name) }
    guard !name.isEmpty else { return nil }
    let hasEnding = endings.contains { name.hasSuffix($0) }
    return listing.path(of: isOpening || hasEnding ? name : name + endings[0])
  }

  // MARK: Answers of the host

  mutating func show(_ listing: FolderListing) {
    // Only the first listing may show recent files; later ones are folders that were asked for.
    let isFirst = self.listing == nil
    let isOther = listing.path != self.listing?.path
    self.listing = listing
    showsRecent = isFirst && isOpening && !recent.isEmpty
    (chosenRow, replaced, remark) = (nil, nil, listing.problem)
    if isOther, isOpening { name = "" }
    if isFirst, case .save(.video) = purpose, !listing.hasEncoder {
      name = name.replacing(".mp4", with: endings[0])
      remark = remark ?? Words.Files.noEncoder
    }
  }

  mutating func say(_ text: String) { remark = text }

  // MARK: Actions

  /// Handles a gesture on an element; returns the resulting commands for the session.
  mutating func handle(_ ask: Ask, _ gesture: Gesture) -> [Session.Command] {
    switch (ask, gesture) {
    case (.row, .chosen(let row)): choose(row)
    case (.row, _), (.accept, _): return accept()
    case (.name, .typed(let text)):
      name = text
      (chosenRow, replaced, remark, showsRecent) = (nil, nil, nil, false)
    case (.name, _): break
    case (.up, _): return goUp()
    case (.place(let index), _): return goTo(index)
    case (.newFolder, _): nameFolder()
    case (.kind, _):
      showsAll.toggle()
      chosenRow = nil
    case (.escape, _) where namesFolder: endNamingFolder()
    case (.escape, _), (.cancel, _): return [.closeFiles]
    }
    return []
  }

  /// The request of one of the panel's own keys.
  func ask(_ sample: KeySample) -> Ask? {
    switch sample.key {
    case .up where sample.modifiers == .alt: .up
    case .backspace where name.isEmpty && !namesFolder: .up
    case .character("n") where sample.modifiers == [.control, .shift]: .newFolder
    default: nil
    }
  }

  /// Lists a shortcut's folder or the recent files.
  private mutating func goTo(_ place: Int) -> [Session.Command] {
    guard places.indices.contains(place) else { return [] }
    guard places[place].path == Self.recentPath else {
      return [.ask(.listFolder(places[place].path))]
    }
    (showsRecent, chosenRow, name) = (true, nil, "")
    return []
  }

  /// Lists the parent folder, or returns from the recent files to the current folder.
  private mutating func goUp() -> [Session.Command] {
    guard let listing else { return [] }
    guard showsRecent else { return [.ask(.listFolder(listing.parent))] }
    (showsRecent, chosenRow) = (false, nil)
    return []
  }

  private mutating func choose(_ row: Int) {
    guard !namesFolder, rows.indices.contains(row) else { return }
    (chosenRow, replaced) = (row, nil)
    if !isOpening, !rows[row].isFolder { name = rows[row].name }
  }

  private mutating func nameFolder() {
    guard !namesFolder else { return }
    (kept, namesFolder, chosenRow, remark) = (name, true, nil, nil)
    name = Words.Files.newFolder
  }

  private mutating func endNamingFolder() { (name, namesFolder, remark) = (kept ?? "", false, nil) }

  /// Does what the last button says.
  private mutating func accept() -> [Session.Command] {
    guard let listing else { return [] }
    if namesFolder {
      let path = listing.path(of: name)
      guard !name.isEmpty else { return [] }
      endNamingFolder()
      return [.ask(.makeFolder(path))]
    }
    if let chosenFolder { return [.ask(.listFolder(chosenFolder))] }
    guard let path else {
      remark = isOpening ? Words.Files.choose : Words.Files.typeName
      return []
    }
    guard case .save(let content) = purpose else { return [.ask(.openFile(path))] }
    let isThere = listing.entries.contains { listing.path(of: $0.name) == path }
    guard !isThere || replaced == path else {
      replaced = path
      remark = Words.Files.exists(acceptTitle)
      return []
    }
    return [.ask(.save(content, path, replaces: isThere))]
  }

  // MARK: Elements

  static func frame(in window: Size) -> Rect {
    Rect(
      center: Vector(window.width / 2, window.height / 2),
      size: Size(min(640, window.width - 32), min(480, window.height - 32)))
  }

  func declare(_ tree: inout Tree<Session.Command>, in window: Size) {
    let path = listing?.path.spelled()
    let folder = showsRecent ? Words.Files.recent : path ?? ""
    let said = [folder, remark]
    tree.dismiss = .files(.escape)
    tree.accept = .files(.accept)
    tree.add(
      Node("", .ground(.sheet), Box(gap: 8, padding: Insets(16, 16))),
      AccessibilityElement(.group, id: "files", name: title, value: Words.line(said))
    ) { tree in
      tree.label(Label(title, .title), height: .fixed(24))
      tree.row { tree in
        tree.button(
          "files.up", Push(icon: .up), .files(.up), name: Words.Files.up, keys: "Alt+↑",
          width: .fixed(32))
        tree.label(Label(folder, isPath: true))
        tree.button(
          "files.newFolder", Push(Words.Files.newFolder), .files(.newFolder), keys: "Ctrl+Shift+N",
          width: .fixed(104))
      }
      tree.row(height: .fill(), gap: 12) { tree in
        if Self.frame(in: window).width >= 520 { declarePlaces(&tree) }
        declareList(&tree)
      }
      tree.add(Node("", .none, Box(gap: 4))) { tree in
        tree.row(gap: 0) { tree in
          let title = namesFolder ? Words.Files.folder : Words.Files.name
          let prompt = isOpening ? Words.Files.typeToFind : Words.Files.typeName
          tree.label(Label(title), width: .fixed(56))
          tree.field(
            "files.name", Field(name, prompt: prompt, starts: true), .files(.name), name: title)
        }
        tree.add(Node("", .paragraph(remark ?? "", .warning, lines: 2), Box(height: .fixed(24))))
      }
      tree.row { tree in
        let kinds = showsAll ? Words.Files.allFilesSaid : endings.joined(separator: " ")
        tree.add(
          Node(
            "files.kind", .tick(Words.Files.allFiles, isOn: showsAll),
            Box(width: .fixed(136), height: .fixed(32)), isStop: true),
          AccessibilityElement(.button, name: Words.Files.kind, value: kinds),
          [.press: .files(.kind)])
        tree.space()
        tree.button(
          "files.cancel", Push(Words.cancel), .files(.cancel), keys: "Esc", width: .fixed(92))
        tree.button(
          "files.accept", Push(acceptTitle, .main), .files(.accept), keys: "Return",
          width: .fixed(92))
      }
    }
  }

  private func declarePlaces(_ tree: inout Tree<Session.Command>) {
    var box = Box(width: .fixed(128), height: .fill(), padding: Insets(0, 4))
    box.isRoving = true
    tree.add(Node("", .none, box)) { tree in
      for (index, place) in places.enumerated() {
        let id = "files.place\(index)"
        var item = Item(place.title)
        item.isChosen = isListed(place)
        tree.add(
          Node(id, .item(item), Box(height: .fixed(28)), isStop: true),
          AccessibilityElement(
            .button, id: id, name: item.title, value: place.path.spelled()),
          [.press: .files(.place(index))])
      }
    }
  }

  private func declareList(_ tree: inout Tree<Session.Command>) {
    let rows = rows
    var list = List(rows.count, chosen: chosenRow)
    list.keysFrom = "files.name"
    if rows.isEmpty, let listing {
      list.note = listing.entries.isEmpty ? Words.Files.empty : Words.Files.noMatch
    }
    tree.list("files.list", list, .files(.row)) { index in
      let entry = rows[index]
      let folders = entry.name.split(separator: "/").dropLast()
      var item = Item(folders.isEmpty ? entry.name : FolderListing.lastName(of: entry.name))
      // A file in another folder also shows that folder.
      item.detail = folders.last.map(Words.Files.place)?.spelled() ?? ""
      item.icon = entry.isFolder ? .folder : .file
      item.isChosen = index == chosenRow
      let said = AccessibilityElement(
        .menuItem, id: "files.\(index)", name: entry.name.spelled(),
        value: entry.isFolder ? Words.Files.folderSaid : "",
        states: item.isChosen ? [.selected] : [], actions: Words.listed)
      return (said.id, item, said)
    }
  }
}

/// Content saved to a file chosen in the file panel.
public enum SavedContent: Hashable, Sendable {
  /// The scene's parameters, as JSON.
  case parameters(String)
  /// A table, as comma-separated values.
  case table(String)
  /// One take by its number, or the whole session if `nil`.
  case takes(Int?)
  /// A video of a range of stage time.
  case video(from: Instant, to: Instant)
  /// A picture of what was shown when it was ordered.
  case picture(WindowPicture)

  /// Extensions of the formats that can hold it.
  var endings: [String] {
    switch self {
    case .parameters: [".json"]
    case .table: [".csv"]
    case .takes: [".feel"]
    case .video: [".mp4", ".gif", ".apng"]
    case .picture: [".png", ".svg"]
    }
  }
}

/// A still picture of part of the window.
public struct WindowPicture: Hashable, Sendable {
  /// Display list of the whole window.
  public let list: DisplayList
  /// The window's size, in points.
  public let size: Size
  /// The part to save, in points.
  public let frame: Rect
}

extension Session {
  /// A part of the window as it is now, without menus, sheets and messages; `nil` without fonts.
  func picture(of frame: Rect) -> WindowPicture? {
    guard let fonts = window.fonts else { return nil }
    var still = self
    (still.menu, still.files, still.notices, still.guide) = (nil, nil, Notices(), nil)
    still.arrange()
    let list = still.displayList(at: now, fonts: fonts)
    return WindowPicture(list: list, size: size, frame: frame)
  }
}
