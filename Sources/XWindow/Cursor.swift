internal import CX11

/// The shape of the pointer.
public enum CursorShape: String, Hashable, Sendable, CaseIterable {
  /// The arrow.
  case standard
  /// An open hand: can be dragged.
  case grab
  /// A closed hand: being dragged.
  case grabbing
  /// A horizontal double arrow: can be moved left and right.
  case horizontal
  /// A vertical double arrow: can be moved up and down.
  case vertical
  /// A pointing finger: can be clicked.
  case pointer
  /// Cross hairs: measures.
  case crosshair
  /// A beam: text.
  case text
  /// No pointer.
  case hidden

  /// Its names in cursor themes, and the fallback shape in the server's cursor font.
  var names: (theme: [String], font: Int32) {
    switch self {
    case .standard: (["default", "left_ptr"], XC_left_ptr)
    case .grab: (["grab", "openhand", "hand1"], XC_hand1)
    case .grabbing: (["grabbing", "closedhand", "fleur"], XC_fleur)
    case .horizontal: (["ew-resize", "sb_h_double_arrow"], XC_sb_h_double_arrow)
    case .vertical: (["ns-resize", "sb_v_double_arrow"], XC_sb_v_double_arrow)
    case .pointer: (["pointer", "hand2"], XC_hand2)
    case .crosshair: (["crosshair", "cross"], XC_crosshair)
    case .text: (["text", "xterm"], XC_xterm)
    case .hidden: ([], XC_dot)
    }
  }
}

/// Caches the cursors.
struct CursorCache {
  // SAFETY: for all calls below: `display` keeps the connection valid, open or lost. Names, colours
  // and the bitmap's one byte outlive the calls that copy them, and a cursor is freed once, after
  // its removal from `made`.
  private let display: Display
  private let window: CX11.Window
  private var made: [CursorShape: CX11.Cursor] = [:]
  private var current: CursorShape?
  private var theme = CursorTheme()

  init(_ display: Display, window: CX11.Window) {
    (self.display, self.window) = (display, window)
  }

  /// Switches to a cursor theme.
  mutating func setTheme(_ theme: CursorTheme) {
    guard theme != self.theme else { return }
    self.theme = theme
    let size = Int32(clamping: theme.size ?? 0)
    if let name = theme.name {
      unsafe cx_set_cursor_theme(display.handle, name, size)
    } else {
      unsafe cx_set_cursor_theme(display.handle, nil, size)
    }
    let old = made.values
    made = [:]
    if let shown = current {
      current = nil
      show(shown)
    }
    // The server keeps a freed cursor as long as it is displayed anywhere.
    for cursor in old { unsafe _ = XFreeCursor(display.handle, cursor) }
  }

  /// Sets the cursor over the window.
  mutating func show(_ shape: CursorShape) {
    guard shape != current else { return }
    current = shape
    let cursor = made[shape] ?? make(shape)
    made[shape] = cursor
    unsafe XDefineCursor(display.handle, window, cursor)
  }

  private func make(_ shape: CursorShape) -> CX11.Cursor {
    if shape == .hidden { return blank() }
    let names = shape.names
    for name in names.theme {
      let cursor = unsafe cx_theme_cursor(display.handle, name)
      if cursor != 0 { return cursor }
    }
    return unsafe XCreateFontCursor(display.handle, UInt32(names.font))
  }

  private func blank() -> CX11.Cursor {
    let bitmap = unsafe XCreateBitmapFromData(display.handle, window, [0], 1, 1)
    defer { unsafe XFreePixmap(display.handle, bitmap) }
    var (front, back) = (XColor(), XColor())
    return unsafe XCreatePixmapCursor(display.handle, bitmap, bitmap, &front, &back, 0, 0)
  }
}
