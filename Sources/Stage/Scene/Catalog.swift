/// The scenes that a window can show, in the order of the keys 1 to 9.
public struct Catalog: Sendable {
  /// The scenes' types.
  public let scenes: [any Scene.Type]

  /// Creates a catalogue.
  ///
  /// - Precondition: there is a scene, and no two have the same id.
  public init(_ scenes: [any Scene.Type]) {
    precondition(!scenes.isEmpty, "a catalogue has a scene")
    precondition(Set(scenes.map { $0.id }).count == scenes.count, "scenes have ids of their own")
    self.scenes = scenes
  }

  /// The scene of an id.
  public func scene(_ id: String) -> (any Scene.Type)? {
    scenes.first { $0.id == id }
  }
}
