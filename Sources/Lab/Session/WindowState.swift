internal import Feel
internal import Kit
internal import Stage
internal import TextLayout

/// State of the window: size, appearance, open panels, and facts from its host.
struct WindowState: Sendable {
  var size: Size
  var scale: Double
  var theme: Theme.Name
  var reducedMotion: Bool
  var pointerSettings = PointerSettings()
  /// The host's fonts, once supplied.
  var fonts: FontBook?
  /// Explicitly set preferences that are stored nowhere else.
  var preferences: [Preference: ParameterValue] = [:]
  var overlays: Set<Overlay> = []
  var isInspectorOpen = false
  var isTimelineOpen = false
  /// Whether the stage is shown alone with pointer and caption, for projection or filming.
  var isShow = false
  var panels = PanelSizes()
  var isRecording = false
  /// The user's presets, as supplied by the host.
  var ownPresets: [OwnPreset] = []
  /// Whether the host has a recorded session to replay.
  var hasRecording = false
  /// The stage of a recorded session while that is shown, whatever room the window has.
  var recordedStage: StagePlace?
  private let knownLayout = Kept<LayoutFacts, Layout>()

  /// Removes all panels and fits the window to a stage.
  mutating func leaveStageAlone(as stage: StagePlace) {
    (isInspectorOpen, isTimelineOpen, isShow) = (false, false, false)
    panels.compares = false
    recordedStage = StagePlace(stage.size, scale: scale, isAlone: stage.isAlone)
    size = Layout.windowSize(for: stage.size, shelf, showsTimeline: false)
  }

  var shelf: Shelf { layoutFacts.shelf }

  /// Whether the timeline is visible: in a narrow window the inspector replaces it.
  var showsTimeline: Bool { layout.timeline != nil }

  var layoutCount: Int { knownLayout.count }
  var layout: Layout { knownLayout.value(layoutFacts) { $0.layout } }

  private var layoutFacts: LayoutFacts {
    LayoutFacts(
      size: size, panels: panels, overlays: overlays, hasInspector: isInspectorOpen,
      hasTimeline: isTimelineOpen, isShow: isShow, recorded: recordedStage?.size)
  }
}

/// Everything that determines the window's layout.
private struct LayoutFacts: Hashable {
  let size: Size
  let panels: PanelSizes
  let overlays: Set<Overlay>
  let hasInspector: Bool
  let hasTimeline: Bool
  let isShow: Bool
  /// Size of the stage while a recorded session is shown.
  let recorded: Size?

  var shelf: Shelf {
    Shelf(
      overlays, explains: panels.explains, chooses: panels.chooses, compares: panels.compares,
      isLarge: isShow)
  }

  var layout: Layout {
    var layout = layout(shelf)
    guard let recorded else { return layout }
    // A comparison table must not shrink a recorded stage.
    if layout.onShelf.hasTable, layout.room.height < recorded.height {
      layout = self.layout(
        Shelf(overlays, explains: panels.explains, chooses: panels.chooses))
    }
    layout.stage.size = recorded
    return layout
  }

  private func layout(_ shelf: Shelf) -> Layout {
    var panels = panels
    // A recorded stage is at the upper left, so no table fits beside it.
    if recorded != nil { panels.isUpright = false }
    return isShow
      ? Layout(stageAlone: size, shelf)
      : Layout(size, panels, shelf, hasInspector: hasInspector, hasTimeline: hasTimeline)
  }
}
