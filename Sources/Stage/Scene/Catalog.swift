/// The scenes that a window can show, in the order of the keys 1 to 9.
public struct Catalog: Sendable {
  /// The types of the scenes that have a tab.
  public private(set) var scenes: [any Scene.Type]
  /// The scenes that get a tab when they are opened.
  private var hidden: [any Scene.Type]

  /// Creates a catalogue.
  ///
  /// - Parameters:
  ///   - scenes: the scenes that have a tab.
  ///   - hidden: the scenes that get one, after the others, when they are opened.
  /// - Precondition: there is a scene, and ids are unique.
  public init(_ scenes: [any Scene.Type], hidden: [any Scene.Type] = []) {
    precondition(!scenes.isEmpty, "a catalogue has a scene")
    let all = scenes + hidden
    precondition(Set(all.map { $0.id }).count == all.count, "scenes have ids of their own")
    (self.scenes, self.hidden) = (scenes, hidden)
  }

  /// The scene with an id.
  public func scene(_ id: String) -> (any Scene.Type)? {
    (scenes + hidden).first { $0.id == id }
  }

  /// Gives a hidden scene a tab; returns whether it did.
  package mutating func reveal(_ scene: any Scene.Type) -> Bool {
    guard let index = hidden.firstIndex(where: { $0.id == scene.id }) else { return false }
    scenes.append(hidden.remove(at: index))
    return true
  }
}

extension Catalog: Hashable {
  /// Whether both have the same scenes, with and without tabs.
  public static func == (a: Catalog, b: Catalog) -> Bool {
    a.scenes.elementsEqual(b.scenes) { $0 == $1 } && a.hidden.elementsEqual(b.hidden) { $0 == $1 }
  }

  /// Hashes the scenes that have a tab.
  public func hash(into hasher: inout Hasher) {
    for scene in scenes { hasher.combine(ObjectIdentifier(scene)) }
  }
}
