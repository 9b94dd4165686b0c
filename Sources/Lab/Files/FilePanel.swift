internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// The panel in which a file is chosen, or a name and a folder for one: it lies over the window and has all keys until it is left.
///
/// The name has the keyboard throughout: what is typed goes there, the arrows up and down go through the list, and Return does what the line under the list says. What is in folders the host tells.
struct FilePanel: Sendable {
  /// What a file is chosen for.
  enum Purpose: Hashable, Sendable {
    /// To be opened, by what it is.
    case open
    /// To hold something.
    case save(SavedContent)
  }

  /// A button.
  enum Button: Int, Hashable, CaseIterable {
    case up, newFolder, kind, cancel, accept
  }

  /// What of it has the keyboard.
  enum Stop: Hashable {
    /// The name, and the list with it.
    case name
    /// A folder that is one press away, by its index.
    case place(Int)
    case button(Button)
  }

  let purpose: Purpose
  /// What is in the folder that is shown; `nil` until the host has told.
  private(set) var listing: FolderListing?
  /// What is typed.
  private(set) var name: LineEditor
  /// What Tab has gone to.
  private(set) var stop = Stop.name
  /// The line of the list that is chosen.
  private(set) var highlighted: Int?
  /// The first line that is shown.
  private(set) var first = 0
  /// What is said about what was asked for, such as that it is there already.
  private(set) var remark: String?
  /// Whether files of all endings are listed.
  private(set) var showsAll = false
  /// Whether the files are listed that were opened or saved last, wherever they are; until a name is typed or a folder chosen.
  private(set) var showsRecent = false
  /// Whether the name that is typed is that of a folder to be made.
  private(set) var namesFolder = false
  private var buttons = [PushButton](repeating: PushButton(), count: Button.allCases.count)
  private var presses = DoublePress()
  // The file that the next Return replaces, and the name that waits for a folder to be made.
  private var replaced: String?
  private var kept: LineEditor?
  private var isSelecting = false

  /// A panel that waits for its folder.
  ///
  /// - Parameter name: what the file is called unless somebody says otherwise.
  init(_ purpose: Purpose, name: String) {
    self.purpose = purpose
    self.name = LineEditor(name)
    self.name.selectAll()
  }

  // MARK: What is shown

  var title: String {
    switch purpose {
    case .open: "Open a file"
    case .save(let content): content.title
    }
  }

  /// What Return and the last button do.
  var acceptTitle: String {
    if namesFolder { return "Create" }
    if chosenFolder != nil { return "Open" }
    switch purpose {
    case .open: return "Open"
    case .save: return replaced == path ? "Replace" : "Save"
    }
  }

  /// What is one press away: folders, and before them the files that were opened or saved last.
  var places: [FolderListing.Place] {
    let places = listing?.places ?? []
    let hasRecent = purpose == .open && !recent.isEmpty
    return (hasRecent ? [FolderListing.Place("Recent", Self.recentPath)] : []) + places
  }

  /// Whether a place is what is listed.
  func isListed(_ place: FolderListing.Place) -> Bool {
    showsRecent ? place.path == Self.recentPath : place.path == listing?.path
  }

  // No folder has it.
  private static let recentPath = ""

  /// The lines of the list: folders, and those files that can be meant.
  var rows: [FolderListing.Entry] {
    if showsRecent { return recent.map { .init($0, isFolder: false) } }
    let wanted = purpose == .open && !namesFolder ? name.text.lowercased() : ""
    let isPath = wanted.contains("/") || wanted.hasPrefix("~")
    return (listing?.entries ?? []).filter { entry in
      let isMeant = entry.isFolder || showsAll || endings.contains { entry.name.hasSuffix($0) }
      return isMeant && (wanted.isEmpty || isPath || entry.name.lowercased().contains(wanted))
    }
  }

  /// Those of the files that were opened or saved last that can be opened.
  private var recent: [String] {
    (listing?.recent ?? []).filter { path in endings.contains { path.hasSuffix($0) } }
  }

  /// The endings of the files that are listed.
  var endings: [String] {
    switch purpose {
    case .open: listing?.opened ?? []
    case .save(let content): content.endings
    }
  }

  /// A name for a file that says the same as some words: "carousel-take-3.feel".
  static func fileName(for words: String, _ ending: String = ".feel") -> String {
    words.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-") + ending
  }

  /// How a button looks.
  subscript(button: Button) -> PushButton { buttons[button.rawValue] }

  /// Whether the light of a button is changing.
  func isMoving(at now: Instant) -> Bool { buttons.contains { $0.isMoving(at: now) } }

  /// The line that is chosen, or the only one that what is typed leaves.
  private var chosen: FolderListing.Entry? {
    let rows = rows
    if let highlighted { return rows.indices.contains(highlighted) ? rows[highlighted] : nil }
    let isPath = name.text.contains("/") || name.text.hasPrefix("~")
    return purpose == .open && !name.text.isEmpty && !isPath && rows.count == 1 ? rows[0] : nil
  }

  /// The folder that the chosen line or the name stands for.
  private var chosenFolder: String? {
    guard let listing, !namesFolder else { return nil }
    if showsRecent { return nil }
    if let chosen { return chosen.isFolder ? listing.path(of: chosen.name) : nil }
    let typed = name.text
    let isFolder =
      typed.hasSuffix("/") || typed == "~" || typed == ".."
      || listing.entries.contains { $0.isFolder && $0.name == typed }
    if typed == ".." { return listing.parent }
    return isFolder && !typed.isEmpty ? listing.path(of: typed) : nil
  }

  /// The path of the file that the chosen line or the name stands for.
  private var path: String? {
    guard let listing else { return nil }
    if purpose == .open, let chosen { return listing.path(of: chosen.name) }
    guard !name.text.isEmpty else { return nil }
    let hasEnding = endings.contains { name.text.hasSuffix($0) }
    return listing.path(of: purpose == .open || hasEnding ? name.text : name.text + endings[0])
  }

  // MARK: What the host tells

  /// Shows a folder.
  mutating func show(_ listing: FolderListing) {
    // A folder that was asked for is what is wanted from then on.
    let isFirst = self.listing == nil
    let isOther = listing.path != self.listing?.path
    self.listing = listing
    showsRecent = isFirst && purpose == .open && !recent.isEmpty
    (highlighted, replaced) = (nil, nil)
    if isOther { (first, stop) = (0, .name) }
    remark = listing.problem
    if isOther, purpose == .open, !name.text.isEmpty { name.clear() }
  }

  /// Says what came of what was asked for.
  mutating func say(_ text: String) { remark = text }

  // MARK: Keys

  /// Takes a key; every one is the panel's.
  mutating func handle(_ sample: KeySample, _ layout: FilePanelLayout) -> [Action] {
    let (last, rowsShown) = (rows.count - 1, layout.rowCount)
    switch sample.key {
    case .tab, .function(6):
      turn(back: sample.modifiers.contains(.shift), layout)
      return []
    case .return where stop != .name, .space where stop != .name: return pressStop()
    case .up, .down:
      guard case .place(let index) = stop, sample.modifiers.isEmpty else { break }
      let most = layout.placesShown(of: places.count) - 1
      stop = .place(min(max(0, index + (sample.key == .up ? -1 : 1)), max(0, most)))
      return []
    default: break
    }
    if sample.key != .escape { stop = .name }
    switch sample.key {
    case .escape:
      guard namesFolder else { return [.closeFiles] }
      endNamingFolder()
    case .return: return accept()
    case .up where sample.modifiers == .alt: return goUp()
    case .up, .down, .pageUp, .pageDown:
      guard last >= 0, !namesFolder else { return [] }
      let step = [.pageUp, .pageDown].contains(sample.key) ? max(1, rowsShown) : 1
      let isUp = [.up, .pageUp].contains(sample.key)
      let next = highlighted.map { $0 + (isUp ? -step : step) } ?? (isUp ? last : 0)
      highlight(min(max(0, next), last), rowsShown)
    case .backspace where name.text.isEmpty && !namesFolder: return goUp()
    case .character("n") where sample.modifiers == [.control, .shift]: nameFolder()
    default:
      if sample.modifiers == .control, editKey(sample.key) { return [] }
      if name.handle(sample) == .edited { typed() }
    }
    return []
  }

  /// Goes to what Tab reaches next, or before.
  private mutating func turn(back: Bool, _ layout: FilePanelLayout) {
    let places = (0..<layout.placesShown(of: places.count)).map(Stop.place)
    let stops =
      [.name] + [Button.kind, .cancel, .accept, .up].map(Stop.button) + places
      + [.button(.newFolder)]
    let index = stops.firstIndex(of: stop) ?? 0
    stop = stops[(index + (back ? stops.count - 1 : 1)) % stops.count]
  }

  /// Does what has the keyboard as a press does.
  private mutating func pressStop() -> [Action] {
    switch stop {
    case .name: return []
    case .place(let index): return goTo(index)
    case .button(let button):
      if button == .newFolder || button == .accept { stop = .name }
      return press(button)
    }
  }

  /// Lists what one press leads to.
  private mutating func goTo(_ place: Int) -> [Action] {
    guard places.indices.contains(place) else { return [] }
    guard places[place].path == Self.recentPath else { return [.listFolder(places[place].path)] }
    (showsRecent, highlighted, first) = (true, nil, 0)
    name.clear()
    return []
  }

  /// Lists the folder that the one lies in that is listed; from the recent files it goes to the folder.
  private mutating func goUp() -> [Action] {
    guard let listing else { return [] }
    guard showsRecent else { return [.listFolder(listing.parent)] }
    (showsRecent, highlighted, first) = (false, nil, 0)
    return []
  }

  /// Selects all of the name or takes an edit back; returns whether the key was one of those.
  private mutating func editKey(_ key: KeySample.Key) -> Bool {
    switch key {
    case .character("a"): name.selectAll()
    case .character("z"):
      if name.undo() { typed() }
    default: return false
    }
    return true
  }

  /// Puts a text that was pasted into the name.
  mutating func paste(_ text: String) {
    name.insert(text)
    typed()
  }

  /// Takes what is selected of the name out.
  mutating func cut() -> String {
    defer { typed() }
    return name.cut()
  }

  private mutating func typed() {
    (highlighted, replaced, remark, first) = (nil, nil, nil, 0)
    showsRecent = false
  }

  private mutating func highlight(_ row: Int, _ rowsShown: Int) {
    highlighted = row
    first = min(max(first, row - max(1, rowsShown) + 1), row)
    replaced = nil
    if purpose != .open, !rows[row].isFolder {
      name = LineEditor(rows[row].name)
      highlighted = row
    }
  }

  private mutating func nameFolder() {
    guard !namesFolder else { return }
    (kept, namesFolder, highlighted, remark) = (name, true, nil, nil)
    name = LineEditor("New folder")
    name.selectAll()
  }

  private mutating func endNamingFolder() {
    (name, namesFolder, remark) = (kept ?? LineEditor(), false, nil)
  }

  /// Does what the last button says.
  private mutating func accept() -> [Action] {
    guard let listing else { return [] }
    if namesFolder {
      let wanted = name.text
      guard !wanted.isEmpty else { return [] }
      endNamingFolder()
      return [.makeFolder(listing.path(of: wanted))]
    }
    if let chosenFolder { return [.listFolder(chosenFolder)] }
    guard let path else {
      remark = purpose == .open ? "Choose a file, or type its path" : "Type a name"
      return []
    }
    guard case .save(let content) = purpose else { return [.openFile(path)] }
    let isThere = listing.entries.contains { listing.path(of: $0.name) == path }
    guard !isThere || replaced == path else {
      replaced = path
      remark = "A file of this name exists: press \(acceptTitle) to write over it"
      return []
    }
    return [.saveFile(content, path, replaces: isThere)]
  }

  // MARK: The pointer

  /// Follows the pointer; a press anywhere is the panel's.
  mutating func handle(
    _ sample: PointerSample, _ layout: FilePanelLayout, _ settings: PointerSettings,
    _ fonts: FontBook?
  ) -> [Action] {
    for button in Button.allCases {
      buttons[button.rawValue].place(in: layout.frame(of: button), at: sample.time)
      if buttons[button.rawValue].handle(sample) { return press(button) }
    }
    if sample.phase == .down { stop = .name }
    switch sample.phase {
    case .down where sample.button == .primary:
      if let row = layout.row(at: sample.location, of: rows.count, from: first) {
        highlight(row, layout.rowCount)
        return presses.isSecond(sample, settings) ? accept() : []
      }
      if let place = layout.place(at: sample.location), places.indices.contains(place) {
        return goTo(place)
      }
      isSelecting = layout.name.contains(sample.location)
      putCaret(sample, layout, fonts, selects: sample.modifiers.contains(.shift))
    case .moved: putCaret(sample, layout, fonts, selects: true)
    case .up: isSelecting = false
    case .down, .exited: break
    }
    if sample.phase != .down { presses.follow(sample) }
    return []
  }

  private mutating func putCaret(
    _ sample: PointerSample, _ layout: FilePanelLayout, _ fonts: FontBook?, selects: Bool
  ) {
    guard isSelecting, let fonts else { return }
    name.putCaret(
      before: name.place(at: sample.location.x, in: layout.nameText, fonts), selects: selects)
  }

  private mutating func press(_ button: Button) -> [Action] {
    switch button {
    case .up: return goUp()
    case .newFolder: nameFolder()
    case .kind:
      showsAll.toggle()
      (highlighted, first) = (nil, 0)
    case .cancel: return [.closeFiles]
    case .accept: return accept()
    }
    return []
  }

  /// Turns through the list.
  mutating func turn(_ sample: WheelSample, _ layout: FilePanelLayout) {
    guard abs(sample.delta.y) < 1e6 else { return }
    let lines =
      sample.unit == .notches ? sample.delta.y * 3 : sample.delta.y / FilePanelLayout.rowHeight
    first = min(max(0, first + Int(lines.rounded())), max(0, rows.count - layout.rowCount))
  }

  /// Abandons a press.
  mutating func cancel() {
    for index in buttons.indices { buttons[index].cancel() }
    isSelecting = false
  }
}
