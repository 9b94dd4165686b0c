public import Stage

extension Catalog {
  /// Every scene there is, in the order of the keys; that of a program that is watched has a tab
  /// once it is.
  public static let all = Catalog(
    [
      Overview.self, ScrubScene.self, IntegerScene.self, HoldScene.self, CarouselScene.self,
      ScrollScene.self, PagerScene.self, CurvesScene.self,
    ], hidden: [ObservedScene.self])
}
