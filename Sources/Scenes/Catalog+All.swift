public import Stage

extension Catalog {
  /// Every scene, in the order of the keys; the observed program's scene gets a tab once there is
  /// one.
  public static let all = Catalog(
    [
      Overview.self, ScrubScene.self, IntegerScene.self, HoldScene.self, CarouselScene.self,
      ScrollScene.self, PagerScene.self, CurvesScene.self,
    ], hidden: [ObservedScene.self])
}
