internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// The picture of the file panel at a time.
struct FilePanelDrawing {
  let panel: FilePanel
  let layout: FilePanelLayout
  let now: Instant

  func draw(into canvas: inout Canvas, in window: Size) {
    let theme = canvas.theme
    canvas.fill(
      Rect(x: 0, y: 0, width: window.width, height: window.height),
      theme.background.opacity(0.72))
    canvas.floating(layout.frame, radius: 14)
    canvas.label(
      panel.title, at: Vector(layout.frame.minX + 16, layout.frame.minY + 28), .title, theme.text)
    drawPath(into: &canvas)
    drawPlaces(into: &canvas)
    drawList(into: &canvas)
    drawName(into: &canvas)
    if let remark = panel.remark {
      canvas.paragraph(
        remark, at: Vector(layout.remark.minX, layout.remark.minY + 9),
        width: layout.remark.width, lines: 2, theme.warning)
    }
    draw(.newFolder, "New folder", into: &canvas)
    drawKind(into: &canvas)
    draw(.cancel, "Cancel", into: &canvas)
    draw(.accept, panel.acceptTitle, into: &canvas)
  }

  /// A box to be ticked, for files of every kind to be listed.
  private func drawKind(into canvas: inout Canvas) {
    let (theme, frame) = (canvas.theme, layout.frame(of: .kind))
    let lit = theme.surface.mixed(with: theme.hover, panel[.kind].light(at: now))
    canvas.fill(frame, radius: 8, panel[.kind].isPressed ? theme.pressed : lit)
    if panel.stop == .button(.kind) { drawRing(around: frame, radius: 8, into: &canvas) }
    let box = Rect(center: Vector(frame.minX + 14, frame.midY), size: Size(14, 14))
    canvas.edge(box, radius: 3, width: 1.5, theme.controlBorder)
    if panel.showsAll { canvas.tick(at: box.center, theme.accent) }
    canvas.label(
      "All files", at: Vector(box.maxX + 8, frame.midY), .body, theme.text,
      maximumWidth: frame.maxX - box.maxX - 12)
  }

  private func drawPath(into canvas: inout Canvas) {
    let theme = canvas.theme
    draw(.up, "", into: &canvas)
    canvas.arrow(at: layout.frame(of: .up).center, pointing: Vector(0, -1))
    guard let listing = panel.listing else { return }
    guard !panel.showsRecent else {
      return canvas.label(
        "Opened or saved last", at: Vector(layout.path.minX + 4, layout.path.midY), .body,
        theme.text, maximumWidth: layout.path.width - 16)
    }
    let path = listing.path
    // Its last folders say most.
    var (folders, shown) = (path.split(separator: "/"), path)
    while folders.count > 1, canvas.fonts.layout(shown, .body).width > layout.path.width - 16 {
      folders.removeFirst()
      shown = "…/" + folders.joined(separator: "/")
    }
    canvas.label(
      shown, at: Vector(layout.path.minX + 4, layout.path.midY), .body, theme.text,
      maximumWidth: layout.path.width - 16)
  }

  private func drawPlaces(into canvas: inout Canvas) {
    let places = panel.places
    let count = layout.placesShown(of: places.count)
    for (index, place) in places.prefix(count).enumerated() {
      let row = layout.place(index)
      if panel.stop == .place(index) { drawRing(around: row, radius: 6, into: &canvas) }
      if panel.isListed(place) { canvas.selected(row, radius: 6) }
      canvas.label(
        place.title, at: Vector(row.minX + 8, row.midY), .body, canvas.theme.text,
        maximumWidth: row.width - 12)
    }
  }

  private func drawList(into canvas: inout Canvas) {
    let theme = canvas.theme
    canvas.fill(layout.list, radius: 8, theme.background)
    canvas.edge(layout.list, radius: 8, theme.border)
    let rows = panel.rows
    if rows.isEmpty, let listing = panel.listing {
      canvas.label(
        listing.entries.isEmpty
          ? "Nothing is in this folder" : "No matching files",
        at: Vector(layout.list.minX + 12, layout.list.minY + 20), .body, theme.secondaryText,
        maximumWidth: layout.list.width - 24)
    }
    for (index, entry) in rows.dropFirst(panel.first).prefix(layout.rowCount).enumerated() {
      let row = layout.row(index)
      if panel.first + index == panel.highlighted { canvas.selected(row, radius: 6) }
      let icon = Rect(center: Vector(row.minX + 16, row.midY), size: Size(14, 11))
      if entry.isFolder {
        canvas.fill(icon, radius: 2, theme.accent)
        canvas.fill(
          Rect(x: icon.minX, y: icon.minY - 2, width: 6, height: 4), radius: 1, theme.accent)
      } else {
        canvas.edge(
          Rect(center: icon.center, size: Size(10, 13)), radius: 2, theme.secondaryText)
      }
      draw(
        entry, in: Rect(x: row.minX + 32, y: row.minY, width: row.width - 44, height: row.height),
        into: &canvas)
    }
    guard rows.count > layout.rowCount, layout.rowCount > 0 else { return }
    let track = Rect(
      x: layout.list.maxX - 7, y: layout.list.minY + 4, width: 4, height: layout.list.height - 8)
    canvas.fill(
      Rect(
        x: track.minX, y: track.minY + track.height * Double(panel.first) / Double(rows.count),
        width: 4, height: track.height * Double(layout.rowCount) / Double(rows.count)),
      radius: 2, theme.controlBorder)
  }

  /// Writes what an entry is called; of a file elsewhere also where it is.
  private func draw(
    _ entry: FolderListing.Entry, in room: Rect, into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    let folders = entry.name.split(separator: "/").dropLast()
    let name = folders.isEmpty ? entry.name : FolderListing.lastName(of: entry.name)
    canvas.label(
      name, at: Vector(room.minX, room.midY), .body, theme.text, maximumWidth: room.width)
    let left = room.minX + canvas.fonts.layout(name, .body).width + 12
    guard !folders.isEmpty, left < room.maxX - 24 else { return }
    canvas.label(
      folders.last.map { "in \($0)" } ?? "", at: Vector(left, room.midY), .small,
      theme.secondaryText, maximumWidth: room.maxX - left)
  }

  private func drawName(into canvas: inout Canvas) {
    let theme = canvas.theme
    canvas.label(
      panel.namesFolder ? "Folder" : "Name",
      at: Vector(layout.frame.minX + 16, layout.name.midY), .body, theme.text)
    canvas.fill(layout.name, radius: 8, theme.surface)
    let isTyped = panel.stop == .name
    canvas.edge(
      layout.name, radius: 8, width: isTyped ? 2 : 1, isTyped ? theme.accent : theme.controlBorder)
    if panel.name.text.isEmpty {
      canvas.label(
        panel.purpose == .open ? "Type to find, or a path" : "Type a name",
        at: Vector(layout.nameText.minX + 4, layout.name.midY), .body, theme.secondaryText,
        maximumWidth: layout.nameText.width - 4)
    }
    canvas.line(panel.name, in: layout.nameText, hasKeyboard: isTyped)
  }

  /// Shows what has the keyboard.
  private func drawRing(around frame: Rect, radius: Double, into canvas: inout Canvas) {
    canvas.edge(
      frame.inset(by: -3), radius: radius + 3, width: canvas.theme.focusWidth, canvas.theme.focus)
  }

  private func draw(_ button: FilePanel.Button, _ title: String, into canvas: inout Canvas) {
    let (theme, frame, push) = (canvas.theme, layout.frame(of: button), panel[button])
    let isMain = button == .accept
    let idle =
      isMain
      ? theme.accent : theme.surface.mixed(with: theme.hover, push.light(at: now))
    canvas.fill(frame, radius: 8, push.isPressed && !isMain ? theme.pressed : idle)
    if !isMain { canvas.edge(frame, radius: 8, theme.controlBorder) }
    if panel.stop == .button(button) { drawRing(around: frame, radius: 8, into: &canvas) }
    canvas.label(
      title, at: frame.center, isMain ? .strong : .body, isMain ? theme.onAccent : theme.text,
      align: .center, maximumWidth: frame.width - 12)
  }
}
