internal import Feel
internal import Stage
internal import TextLayout

/// What the window is: how large, how it looks, which panels are open, and what its host says of
/// it.
struct WindowState: Sendable {
  var size: Size
  var scale: Double
  var theme: Theme.Name
  var reducedMotion: Bool
  /// How fast and how steady the hand with the mouse is.
  var pointerSettings = PointerSettings()
  /// What the host draws with, once it has said so.
  var fonts: FontBook?
  /// The preferences that nothing but the window knows, as far as they were set.
  var preferences: [Preference: ParameterValue] = [:]
  var overlays: Set<Overlay> = []
  var isInspectorOpen = false
  var isTimelineOpen = false
  /// Whether the stage is shown alone, with the pointer and a caption: what one projects and films.
  var isShow = false
  var panels = PanelSizes()
  var isRecording = false
  /// The presets that the user has kept, as the host knows them.
  var ownPresets: [OwnPreset] = []
  /// Whether the host has a recorded session that can be shown again.
  var hasRecording = false
  /// How the stage is while a recorded session is shown, whatever room the window has.
  var recordedStage: StagePlace?
  private let knownLayout = Kept<LayoutFacts, Layout>()

  /// Becomes a window without panels whose stage has a size, in points.
  mutating func leaveStageAlone(as stage: StagePlace) {
    (isInspectorOpen, isTimelineOpen, isShow) = (false, false, false)
    panels.compares = false
    recordedStage = StagePlace(stage.size, scale: scale, isAlone: stage.isAlone)
    size = Layout.windowSize(for: stage.size, shelf, showsTimeline: false)
  }

  var shelf: Shelf { layoutFacts.shelf }

  /// Whether the timeline is in sight: in a narrow window the parameters lie in its place.
  var showsTimeline: Bool { layout.timeline != nil }

  var layoutCount: Int { knownLayout.count }
  var layout: Layout { knownLayout.value(layoutFacts) { $0.layout } }

  private var layoutFacts: LayoutFacts {
    LayoutFacts(
      size: size, panels: panels, overlays: overlays, hasInspector: isInspectorOpen,
      hasTimeline: isTimelineOpen, isShow: isShow, recorded: recordedStage?.size)
  }
}

/// What the regions of a window are placed by.
private struct LayoutFacts: Hashable {
  let size: Size
  let panels: PanelSizes
  let overlays: Set<Overlay>
  let hasInspector: Bool
  let hasTimeline: Bool
  /// Whether the stage is shown alone.
  let isShow: Bool
  /// How large the stage is while a recorded session is shown.
  let recorded: Size?

  var shelf: Shelf {
    Shelf(
      overlays, explains: panels.explains, chooses: panels.chooses, compares: panels.compares,
      isLarge: isShow)
  }

  var layout: Layout {
    var layout = layout(shelf)
    guard let recorded else { return layout }
    // A table takes no room that a recorded stage had.
    if layout.onShelf.hasTable, layout.room.height < recorded.height {
      layout = self.layout(
        Shelf(overlays, explains: panels.explains, chooses: panels.chooses))
    }
    layout.stage.size = recorded
    return layout
  }

  private func layout(_ shelf: Shelf) -> Layout {
    var panels = panels
    // A recorded stage lies at the upper left.
    if recorded != nil { panels.isUpright = false }
    return isShow
      ? Layout(stageAlone: size, shelf)
      : Layout(size, panels, shelf, hasInspector: hasInspector, hasTimeline: hasTimeline)
  }
}
