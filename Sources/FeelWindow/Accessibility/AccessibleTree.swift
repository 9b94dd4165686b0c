internal import CAccessibility
internal import Feel
internal import Lab
internal import Stage

/// A session's elements under stable numbers, created on demand.
@safe final class AccessibleTree {
  /// The session that requests are answered from while one is available, and the requests made of
  /// it.
  struct Moment {
    var session: Session
    var time: Instant
    var isActive: Bool
    var requests: [(request: AssistiveRequest, id: String)] = []
  }

  /// An element with its neighbours in the tree.
  struct Node {
    var element: AccessibilityElement
    var states: UInt64
    var text: String
    var edited: EditedText?
    var parent: Int64
    var index: Int
    var children: [Int64] = []
  }

  static let application: Int64 = 1
  static let window: Int64 = 2

  var moment: Moment?
  /// Whether the session may have changed since its elements were created.
  var isBehind = true
  private(set) var nodes: [Int64: Node] = [:]
  private var keys: [String: Int64] = [:]
  private var scale = 1.0

  /// Creates the elements of the current session, unless they are up to date.
  func refresh() {
    guard isBehind, let moment else { return }
    isBehind = false
    nodes.removeAll(keepingCapacity: true)
    scale = moment.session.scale
    let edited = moment.session.editedText
    let window = moment.session.accessibility(at: moment.time)
    _ = add(window, edited, isActive: moment.isActive, parent: Self.application, index: 0)
  }

  private func add(
    _ element: AccessibilityElement, _ edited: EditedText?, isActive: Bool, parent: Int64,
    index: Int
  ) -> Int64 {
    let key = key(of: element)
    let own = edited?.id == element.id ? edited : nil
    let text = element.kinds & CAKindText == 0 ? "" : own?.text ?? element.value
    var node = Node(
      element: element, states: element.atkStates(isActive: isActive), text: text, edited: own,
      parent: parent, index: index)
    node.element.children = []
    nodes[key] = node
    let children = element.children.enumerated().map { index, child in
      add(child, edited, isActive: isActive, parent: key, index: index)
    }
    nodes[key]?.children = children
    return key
  }

  /// The number of an element; elements of different kinds never share one, even with the same id.
  private func key(of element: AccessibilityElement) -> Int64 {
    if element.role == .window { return Self.window }
    let name = "\(element.kinds) \(element.role) \(element.id)"
    let key = keys[name] ?? Int64(keys.count) + Self.window + 1
    keys[name] = key
    return key
  }

  // MARK: Requests

  func read(_ key: Int64, _ out: inout CANode) {
    refresh()
    guard key != Self.application else { return unsafe readApplication(&out) }
    guard let node = nodes[key] else {
      unsafe out.states = 1 << UInt64(CAStateDefunct)
      unsafe out.child_count = 0
      return
    }
    // SAFETY: here and below: the fields are the shim's, which copies the texts.
    let element = node.element
    unsafe out.role = Int32(element.atkRole)
    unsafe out.kinds = Int32(element.kinds)
    unsafe out.states = node.states
    unsafe ca_set(&out.name, element.name)
    unsafe ca_set(&out.description, element.described)
    unsafe out.x = pixels(element.frame.minX)
    unsafe out.y = pixels(element.frame.minY)
    unsafe out.width = pixels(element.frame.width)
    unsafe out.height = pixels(element.frame.height)
    unsafe out.parent = node.parent
    unsafe out.index = Int32(node.index)
    unsafe out.child_count = Int32(node.children.count)
    unsafe ca_set(&out.words, element.value)
    unsafe out.number = element.number ?? 0
    unsafe out.minimum = element.range?.lowerBound ?? 0
    unsafe out.maximum = element.range?.upperBound ?? 0
    unsafe ca_set(&out.text, node.text)
    unsafe out.caret = Int32(node.caret)
    unsafe out.selection_start = Int32(node.selection.lowerBound)
    unsafe out.selection_end = Int32(node.selection.upperBound)
    let offers = element.offers
    unsafe out.action_count = Int32(offers.count)
    for (index, offer) in offers.enumerated() {
      // GTK's format: a mnemonic, a sequence of mnemonics, and the keys, separated by semicolons.
      let keys = offer.keys.isEmpty ? "" : ";;\(offer.keys)"
      unsafe ca_set_action(&out, Int32(index), offer.name, keys)
    }
  }

  private func readApplication(_ out: inout CANode) {
    let states = [CAStateEnabled, CAStateSensitive, CAStateVisible, CAStateShowing]
    unsafe out.role = Int32(CARoleApplication)
    unsafe out.child_count = 1
    unsafe out.states = states.reduce(0) { $0 | 1 << UInt64($1) }
    unsafe ca_set(&out.name, "FeelLab")
  }

  private func pixels(_ points: Double) -> Int32 {
    Int32(exactly: (points * scale).rounded()) ?? 0
  }

  func child(of key: Int64, at index: Int) -> Int64 {
    refresh()
    if key == Self.application { return index == 0 ? Self.window : 0 }
    guard let children = nodes[key]?.children, children.indices.contains(index) else { return 0 }
    return children[index]
  }

  /// The innermost element at a point in pixels; of overlapping siblings, the last.
  func element(atX x: Int, y: Int) -> Int64 {
    refresh()
    let point = Vector(Double(x) / scale, Double(y) / scale)
    var key = Self.window
    while let next = nodes[key]?.children.last(where: { nodes[$0]?.has(point) ?? false }) {
      key = next
    }
    return key
  }

  /// Queues a request to an element; returns false if it is missing or disabled.
  func ask(_ key: Int64, _ request: AssistiveRequest) -> Bool {
    refresh()
    guard let element = nodes[key]?.element, !element.states.contains(.disabled) else {
      return false
    }
    moment?.requests.append((request, element.id))
    return moment != nil
  }

  func act(_ key: Int64, _ index: Int) -> Bool {
    refresh()
    guard let offers = nodes[key]?.element.offers, offers.indices.contains(index) else {
      return false
    }
    return ask(key, offers[index].request)
  }

  /// Selects a range of a text, in code points; −1 is the end.
  func select(_ key: Int64, from start: Int, to end: Int) {
    refresh()
    guard let text = nodes[key]?.text else { return }
    let scalars = text.unicodeScalars
    func character(_ place: Int) -> Int {
      guard place >= 0, place <= scalars.count else { return text.count }
      return text.distance(
        from: text.startIndex, to: scalars.index(scalars.startIndex, offsetBy: place))
    }
    let places = [character(start), character(end)].sorted()
    _ = ask(key, .select(places[0]..<places[1]))
  }
}

extension AccessibleTree.Node {
  /// Position of the caret, in code points.
  var caret: Int { edited.map { scalars($0.caret) } ?? 0 }

  /// The selection, in code points.
  var selection: Range<Int> {
    edited.map { scalars($0.selection.lowerBound)..<scalars($0.selection.upperBound) } ?? 0..<0
  }

  /// Number of code points in the first `characters` characters of the text.
  private func scalars(_ characters: Int) -> Int { text.prefix(characters).unicodeScalars.count }

  func has(_ point: Vector) -> Bool {
    // False if off-screen; a group's frame must contain its children's.
    element.frame.contains(point) && !element.states.contains(.offscreen)
  }
}

extension AccessibleTree {
  /// The shim's callbacks, on the window's own thread.
  var host: CAHost {
    // SAFETY: the owner of the session retains this object for as long as the shim calls back, and
    // the shim passes only this context and texts of its own.
    unsafe CAHost(
      context: Unmanaged.passUnretained(self).toOpaque(),
      read: { context, key, node in
        if let node = unsafe node { unsafe AccessibleTree.of(context).read(key, &node.pointee) }
      },
      child: { context, key, index in
        unsafe AccessibleTree.of(context).child(of: key, at: Int(index))
      },
      at: { context, x, y in unsafe AccessibleTree.of(context).element(atX: Int(x), y: Int(y)) },
      act: { context, key, index in unsafe AccessibleTree.of(context).act(key, Int(index)) },
      focus: { context, key in unsafe AccessibleTree.of(context).ask(key, .focus) },
      set_number: { context, key, number in
        _ = unsafe AccessibleTree.of(context).ask(key, .set(number))
      },
      set_text: { context, key, text in
        guard let text = unsafe text.map({ unsafe String(cString: $0) }) else { return }
        _ = unsafe AccessibleTree.of(context).ask(key, .type(text))
      },
      select: { context, key, start, end in
        unsafe AccessibleTree.of(context).select(key, from: Int(start), to: Int(end))
      })
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> AccessibleTree {
    guard let context = unsafe context else { preconditionFailure("the shim keeps its context") }
    return unsafe Unmanaged<AccessibleTree>.fromOpaque(context).takeUnretainedValue()
  }
}
