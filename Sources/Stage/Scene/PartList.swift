/// The parts of a scene in the order of Tab and of drawing, each under its name.
///
/// A scene writes it as a dictionary: `["list": ScrollPart(), "top": ButtonPart(…)]`.
public struct PartList: Sendable, ExpressibleByDictionaryLiteral {
  /// The names of the parts, in their order.
  public private(set) var names: [String] = []
  private var parts: [any Part] = []

  /// Creates a list.
  ///
  /// - Precondition: no two parts have the same name.
  public init(dictionaryLiteral elements: (String, any Part)...) {
    for (name, part) in elements { append(name, part) }
  }

  /// Adds a part at the end.
  ///
  /// - Precondition: no other part has its name.
  public mutating func append(_ name: String, _ part: any Part) {
    precondition(!names.contains(name), "no two parts of a scene have the same name")
    names.append(name)
    parts.append(part)
  }

  /// The part of a name.
  ///
  /// - Precondition: the scene has such a part.
  public subscript(name: String) -> any Part {
    get { parts[index(of: name)] }
    _modify { yield &parts[index(of: name)] }
  }

  private func index(of name: String) -> Int {
    guard let index = names.firstIndex(of: name) else {
      preconditionFailure("a scene names one of its own parts")
    }
    return index
  }
}

extension PartList: RandomAccessCollection, MutableCollection {
  /// The position of the first part: 0.
  public var startIndex: Int { 0 }
  /// The position after the last part.
  public var endIndex: Int { parts.count }

  /// The part at a position.
  public subscript(position: Int) -> any Part {
    get { parts[position] }
    _modify { yield &parts[position] }
  }
}
