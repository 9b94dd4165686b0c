internal import Feel
internal import Stage

/// Where the pieces of the file panel lie in a window, in points.
struct FilePanelLayout: Hashable {
  static let rowHeight = 28.0

  let frame: Rect
  /// Where the folder's path stands.
  let path: Rect
  /// The folders that are one press away; empty where there is no room for them.
  let places: Rect
  let list: Rect
  /// The field with the name.
  let name: Rect
  /// Where what is said about it stands.
  let remark: Rect

  init(in window: Size) {
    let size = Size(min(640, window.width - 32), min(480, window.height - 32))
    frame = Rect(center: Vector(window.width / 2, window.height / 2), size: size)
    let inside = frame.inset(by: 16)
    path = Rect(x: inside.minX + 40, y: inside.minY + 32, width: inside.width - 152, height: 32)
    let (top, bottom) = (path.maxY + 8, inside.maxY - 108)
    let hasPlaces = size.width >= 520
    places = Rect(
      x: inside.minX, y: top, width: hasPlaces ? 128 : 0, height: max(0, bottom - top))
    let left = hasPlaces ? places.maxX + 12 : inside.minX
    list = Rect(x: left, y: top, width: inside.maxX - left, height: max(0, bottom - top))
    name = Rect(x: inside.minX + 56, y: bottom + 8, width: inside.width - 56, height: 32)
    remark = Rect(x: inside.minX, y: name.maxY + 4, width: inside.width, height: 24)
  }

  /// How many lines of the list are shown at once; a low window has room for none.
  var rowCount: Int { max(0, Int(((list.height - 8) / Self.rowHeight).rounded(.down))) }

  /// The place of a button.
  func frame(of button: FilePanel.Button) -> Rect {
    let foot = frame.maxY - 48
    return switch button {
    case .up: Rect(x: frame.minX + 16, y: path.minY, width: 32, height: 32)
    case .newFolder: Rect(x: frame.maxX - 120, y: path.minY, width: 104, height: 32)
    case .kind: Rect(x: frame.minX + 16, y: foot, width: 136, height: 32)
    case .cancel: Rect(x: frame.maxX - 208, y: foot, width: 92, height: 32)
    case .accept: Rect(x: frame.maxX - 108, y: foot, width: 92, height: 32)
    }
  }

  /// Where the name's text stands in its field.
  var nameText: Rect { name.inset(by: 10, 0) }

  /// The place of a line, counted from the first that is shown.
  func row(_ index: Int) -> Rect {
    Rect(
      x: list.minX + 4, y: list.minY + 4 + Double(index) * Self.rowHeight, width: list.width - 8,
      height: Self.rowHeight)
  }

  /// The line at a point.
  ///
  /// - Parameters:
  ///   - point: in the window, in points.
  ///   - count: how many lines there are.
  ///   - first: the first one that is shown.
  func row(at point: Vector, of count: Int, from first: Int) -> Int? {
    let shown = (0..<max(0, min(rowCount, count - first))).first { row($0).contains(point) }
    return shown.map { first + $0 }
  }

  /// The place of a folder that is one press away.
  func place(_ index: Int) -> Rect {
    Rect(
      x: places.minX, y: places.minY + 4 + Double(index) * Self.rowHeight, width: places.width,
      height: Self.rowHeight)
  }

  /// How many of so many folders that are one press away there is room for.
  func placesShown(of count: Int) -> Int {
    places.isEmpty ? 0 : (0..<count).prefix { place($0).maxY <= places.maxY }.count
  }

  /// The folder that is one press away at a point, by its index.
  func place(at point: Vector) -> Int? {
    guard places.contains(point) else { return nil }
    return Int(((point.y - places.minY - 4) / Self.rowHeight).rounded(.down))
  }
}
